//! The names by which a call inside the arguments means the tool that gets them.

/// Words that providers and models put before any tool's name.
const GENERIC: [&str; 3] = ["functions", "default_api", "tools"];

/// The names of one tool: its own, and those of its source or plugin, which may be before them.
///
/// ```
/// # use hpd_runtime::__private::OwnNames;
/// let names = OwnNames::new(["get_me"]).owned_by(["github"]);
/// assert!(names.has("get_me") && names.has("github__get_me") && names.has("MCP_github.get_me"));
/// assert!(!names.has("forget_me") && !names.has("gitlab__get_me"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnNames {
    names: Vec<Box<str>>,
    /// Of the source or the plugin, without case and separators.
    owners: Vec<String>,
    /// Names of other tools that could pass for this one.
    others: Vec<Box<str>>,
}

impl OwnNames {
    /// The names of the tool itself: that of its source, and that for the model.
    pub fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut own = Self::default();
        names.into_iter().for_each(|name| own.add(name));
        own
    }

    /// Another name of the tool.
    pub(super) fn add(&mut self, name: &str) {
        if !name.is_empty() && !self.names.iter().any(|known| **known == *name) {
            self.names.push(name.into());
        }
    }

    /// Names of the tool's source or plugin. Without any, every prefix counts.
    #[must_use]
    pub fn owned_by<'n>(mut self, owners: impl IntoIterator<Item = &'n str>) -> Self {
        self.owners.extend(owners.into_iter().map(folded).filter(|owner| !owner.is_empty()));
        self
    }

    /// Names of other tools: each means that tool, however much it looks like one of this tool.
    #[must_use]
    pub fn beside<'n>(mut self, others: impl IntoIterator<Item = &'n str>) -> Self {
        let is_own = |other: &str| self.names.iter().any(|name| **name == *other);
        let mistakable = others.into_iter().filter(|other| !is_own(other) && self.has(other));
        self.others = mistakable.map(Box::from).collect();
        self
    }

    /// Whether no name is known.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether a text is a name of the tool, alone or after a name of its source.
    pub fn has(&self, text: &str) -> bool {
        let is_own = |name: &str| {
            text.strip_suffix(name).is_some_and(|before| before.is_empty() || self.is_prefix(before))
        };
        self.names.iter().any(|name| is_own(name)) && !self.others.iter().any(|other| **other == *text)
    }

    /// Whether a text is a name of the tool up to case and separators, alone or after a name of its source.
    pub fn resembles(&self, text: &str) -> bool {
        let text = folded(text);
        let is_like = |name: &str| {
            let before = text.strip_suffix(&folded(name));
            before.is_some_and(|before| {
                before.is_empty()
                    || self.owners.iter().any(|owner| owner == before)
                    || GENERIC.iter().any(|generic| folded(generic) == before)
            })
        };
        self.names.iter().any(|name| is_like(name))
    }

    /// Whether a text before the name is the name of its source, with a separator. A single `_` is a part of most
    /// names, so it counts only after the source's own name.
    fn is_prefix(&self, before: &str) -> bool {
        let whole = ["__", "::", ".", "/", ":"].iter().find_map(|separator| before.strip_suffix(separator));
        let Some(prefix) = whole.or_else(|| before.strip_suffix('_')).filter(|prefix| !prefix.is_empty())
        else {
            return false;
        };
        let is_whole = whole.is_some();
        if self.owners.is_empty() {
            return is_whole;
        }
        if is_whole && GENERIC.contains(&prefix) {
            return true;
        }
        let inner = GENERIC.iter().filter(|_| is_whole).find_map(|generic| {
            let rest = prefix.strip_prefix(generic)?;
            rest.starts_with(['.', '/', ':', '_']).then_some(rest)
        });
        self.is_owner(prefix) || inner.is_some_and(|inner| self.is_owner(inner))
    }

    /// `github`, `GitHub`, `MCP_github`, `mcp__github`.
    fn is_owner(&self, prefix: &str) -> bool {
        let prefix = folded(prefix);
        let server = prefix.strip_prefix("mcp");
        self.owners.iter().any(|owner| *owner == prefix || server == Some(owner.as_str()))
    }
}

/// A name without case and separators.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::OwnNames;

    #[test]
    fn a_prefix_counts_if_it_is_the_source() {
        let names = OwnNames::new(["delete", "github__delete"]).owned_by(["Git-Hub", "MCP_Git-Hub"]);
        for own in [
            "delete",
            "github__delete",
            "github.delete",
            "GitHub/delete",
            "git_hub:delete",
            "github_delete",
            "mcp__github__delete",
            "MCP_github.delete",
            "functions.delete",
            "default_api.github__delete",
            "default_api:delete",
            "tools/delete",
            "functions.github.delete",
        ] {
            assert!(names.has(own), "{own}");
        }
        for other in [
            "",
            "Delete",
            "delete_all",
            "cancel_delete",
            "cancel__delete",
            "undelete",
            "gitlab.delete",
            "functions_delete",
            ".delete",
            "__delete",
            "_delete",
            "mcp__delete",
            "github.cancel_delete",
            "functions.gitlab.delete",
            "delete.github",
        ] {
            assert!(!names.has(other), "{other}");
        }
    }

    #[test]
    fn without_a_source_every_prefix_counts() {
        let names = OwnNames::new(["delete"]);
        for own in ["delete", "a__delete", "a.delete", "a/delete", "a:delete", "a::delete"] {
            assert!(names.has(own), "{own}");
        }
        for other in ["cancel_delete", "_delete", "__delete", "undelete", "a.undelete", "a.delete "] {
            assert!(!names.has(other), "{other}");
        }
    }

    #[test]
    fn the_name_of_another_tool_is_that_tool() {
        let names =
            OwnNames::new(["issues"]).owned_by(["github"]).beside(["github_issues", "issues", "pulls"]);
        assert!(names.has("issues") && names.has("github.issues"));
        assert!(!names.has("github_issues"));
    }
}
