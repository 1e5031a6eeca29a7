//! The messages of build problems.

use std::fmt;

use hpd_runtime::__private::HAS_PATTERNS;

use super::BuildProblem;

impl fmt::Display for BuildProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SamePlugin { .. }
            | Self::EmptyPrefix { .. }
            | Self::SameName { .. }
            | Self::SameId { .. }
            | Self::IllegalName { .. }
            | Self::NamedLikeWrite { .. } => self.fmt_of_names(f),
            Self::NeedsInstance { plugin, referred_by } => write!(
                f,
                "the skill `{referred_by}` refers to the plugin `{plugin}`, which has no `Default`: register it with `.plugin({plugin} {{ .. }})`"
            ),
            Self::SeveralInstances { plugin, referred_by, instances } => write!(
                f,
                "`{referred_by}` refers to the plugin `{plugin}`, which is registered as {}: register the one that is meant with `.plugin({plugin} {{ .. }})`",
                quoted_list(instances)
            ),
            Self::Within(problem) => problem.fmt(f),
            Self::SkillCycle { path } => {
                write!(f, "skills refer to each other in a circle: {}", path.join(" -> "))
            }
            Self::ScopeCycle { path } => {
                write!(f, "scopes lie in each other in a circle: {}", path.join(" -> "))
            }
            Self::Schema { id, problem } => write!(f, "`{id}`: {problem}"),
            Self::NeverCollapse { .. }
            | Self::UnknownFilterScope { .. }
            | Self::UnknownTool { .. }
            | Self::NoPreview { .. }
            | Self::EscalationField { .. }
            | Self::FreeTextHidden { .. }
            | Self::NoConstantList { .. }
            | Self::NoKeptResults { .. }
            | Self::UnknownSource { .. } => self.fmt_of_settings(f),
            Self::SameDocument { .. }
            | Self::NoDocumentSource { .. }
            | Self::ReservedName { .. }
            | Self::Skill { .. }
            | Self::AllowedTool { .. } => self.fmt_of_skills(f),
            Self::Unchecked { .. }
            | Self::SameSource { .. }
            | Self::NoTool { .. }
            | Self::ListedTwice { .. }
            | Self::Renamed { .. }
            | Self::Rules { .. }
            | Self::RuleWithoutTool { .. }
            | Self::ChangedTool { .. }
            | Self::RuleField { .. }
            | Self::RuleObtain { .. }
            | Self::Dialect { .. } => self.fmt_of_sources(f),
        }
    }
}

/// The remedy for a keyword that nothing checks.
fn unchecked(keyword: &str) -> &'static str {
    if cfg!(feature = "jsonschema") {
        ", which the `jsonschema` crate can't read either"
    } else if !HAS_PATTERNS && matches!(keyword, "pattern" | "patternProperties") {
        "; the feature `patterns` of hpd-host does"
    } else {
        "; the feature `jsonschema` of hpd-host may"
    }
}

impl BuildProblem {
    fn fmt_of_names(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SamePlugin { plugin, twice: true } => {
                write!(f, "the plugin `{plugin}` was registered twice: register it once")
            }
            Self::SamePlugin { plugin, twice: false } => {
                write!(f, "two plugins are called `{plugin}`: give one another `name`")
            }
            Self::EmptyPrefix { plugin } => write!(
                f,
                "the prefix of the plugin `{plugin}` is empty: give it one, or register it with `.plugin(..)`"
            ),
            Self::SameName { name, ids: [first, second] } => write!(
                f,
                "`{first}` and `{second}` would both be called `{name}`: rename one, or register its plugin with `plugin_as(prefix, ..)`"
            ),
            Self::SameId { id, names: [first, second] } => write!(
                f,
                "the tools `{first}` and `{second}` both have the qualified id `{id}`: rename one, or the source that it comes from"
            ),
            Self::IllegalName { id, problem } => write!(f, "the tool `{id}` can't be offered: {problem}"),
            Self::NamedLikeWrite { id, word } => write!(
                f,
                "`{id}` is named like a write, by its word `{word}`: add `write` with a `risk`, or `read_only` if it changes nothing"
            ),
            _ => Ok(()),
        }
    }

    /// The messages about external tools and their rules; nothing for other problems.
    fn fmt_of_sources(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unchecked { id, keyword, pointer } => {
                write!(
                    f,
                    "`{id}`: nothing checks `{keyword}` at {pointer} of its schema{}",
                    unchecked(keyword)
                )
            }
            Self::SameSource { source } => write!(
                f,
                "two sources of tools are called `{source}`, or a source and a plugin: give one another name"
            ),
            Self::NoTool { source, problem } => {
                write!(f, "`{source}` lists something that is no tool: {problem}")
            }
            Self::ListedTwice { id } => write!(f, "`{id}` is listed twice: the second is left out"),
            Self::Renamed { id, name, offered_as, taken_by } => {
                write!(f, "`{id}` is offered as `{offered_as}`: `{name}` is `{taken_by}`")
            }
            Self::Rules { id, problem } => write!(f, "`{id}`: its rules can't be kept: {problem}"),
            Self::RuleWithoutTool { source, tool, suggestion } => write!(
                f,
                "there are rules for `{tool}`, which `{source}` does not have: all of its tools are blocked{}",
                did_you_mean(suggestion.as_deref())
            ),
            Self::ChangedTool { id } => write!(
                f,
                "`{id}` changed, and is blocked: look at it, and give its source another `version` to release it"
            ),
            Self::RuleField { id, field, suggestion } => write!(
                f,
                "`{id}`: its rules name {field}, which its schema does not list{}",
                did_you_mean(suggestion.as_deref())
            ),
            Self::RuleObtain { id, field, tool } => {
                write!(f, "`{id}`: {field} is to be obtained from `{tool}`, which is not in the toolbox")
            }
            Self::Dialect { id, problem, instead } => write!(f, "`{id}`: {problem}; {instead}"),
            _ => Ok(()),
        }
    }

    /// The messages about a setting that names something; nothing for other problems.
    fn fmt_of_settings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverCollapse { name, suggestion } => write!(
                f,
                "`{name}` is never to be collapsed, and no container is called so{}",
                did_you_mean(suggestion.as_deref())
            ),
            Self::UnknownFilterScope { what, name, suggestion } => write!(
                f,
                "a filter was registered for the {what} `{name}`, which there is not{}",
                did_you_mean(suggestion.as_deref())
            ),
            Self::UnknownTool { setting, id, suggestion } => write!(
                f,
                "a {setting} was set for `{id}`, which there is not{}",
                did_you_mean(suggestion.as_deref())
            ),
            Self::NoPreview { id } => write!(
                f,
                "the question of `{id}` names values of a preview, and none is registered: add `.preview(\"{id}\", ..)` to `Approval`"
            ),
            Self::EscalationField { field, scope: Some(scope) } => write!(
                f,
                "a rule for `{scope}` reads `{field}`, which no tool of it has: the rule would never apply"
            ),
            Self::EscalationField { field, scope: None } => {
                write!(f, "a rule reads `{field}`, which no write has: the rule would never apply")
            }
            Self::NoConstantList { id, name } => write!(
                f,
                "`{id}` has the name `{name}`, so constant lists of sessions have no tool that calls functions: give that tool another name with `ModelOptions::call_function_as`"
            ),
            Self::NoKeptResults { id, name } => write!(
                f,
                "`{id}` has the name `{name}`, so long results are cut, and no tool reads the rest: give that tool another name with `ModelOptions::read_result_as`, or turn it off with `LargeResults::off`"
            ),
            Self::FreeTextHidden { tools } => write!(
                f,
                "the journal hides the user's messages and the model's claims in conversations that can reach a tool with sensitive parameters ({}): `Values::journal_free_text` records them, or confirms this",
                first_of(tools)
            ),
            Self::UnknownSource { name, suggestion } => {
                write!(f, "there is no source `{name}`{}", did_you_mean(suggestion.as_deref()))
            }
            _ => Ok(()),
        }
    }

    /// The messages about skills and their documents; nothing for other problems.
    fn fmt_of_skills(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameDocument { document, skills: [first, second] } => write!(
                f,
                "`{first}` and `{second}` both have a document `{document}`, and not the same: give one another id"
            ),
            Self::NoDocumentSource { document, skill } => write!(
                f,
                "nothing knows the text of the document `{document}` of `{skill}`: register its source with `.documents(source)`"
            ),
            Self::ReservedName { id, name } => write!(
                f,
                "`{id}` would be called `{name}`, like the tool that reads the documents of skills: rename it, or register its plugin with `plugin_as(prefix, ..)`"
            ),
            Self::Skill { skill, problem } => write!(f, "the skill `{skill}` can't be offered: {problem}"),
            Self::AllowedTool { skill, tool, suggestion } => write!(
                f,
                "`{skill}` allows `{tool}`, which is no function of the toolbox{}",
                did_you_mean(suggestion.as_deref())
            ),
            _ => Ok(()),
        }
    }
}

/// `a`, `b` and `c`.
fn quoted_list(names: &[String]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => quoted.join(", "),
    }
}

fn did_you_mean(suggestion: Option<&str>) -> String {
    suggestion.map(|name| format!(": did you mean `{name}`?")).unwrap_or_default()
}

/// Maximum names in one message.
const NAMED: usize = 5;

/// `a`, `b` and 3 more.
fn first_of(names: &[String]) -> String {
    match names.split_at_checked(NAMED) {
        Some((first, rest)) if !rest.is_empty() => {
            let first: Vec<_> = first.iter().map(|name| format!("`{name}`")).collect();
            format!("{} and {} more", first.join(", "), rest.len())
        }
        _ => quoted_list(names),
    }
}

#[cfg(test)]
mod tests {
    use hpd_runtime::__private::HAS_PATTERNS;

    use super::unchecked;

    #[test]
    fn the_remedy_names_the_feature_that_checks_the_keyword() {
        let other = unchecked("unevaluatedItems");
        assert!(other.contains("jsonschema"), "{other}");
        let is_of_engine = !HAS_PATTERNS && !cfg!(feature = "jsonschema");
        let expected = if is_of_engine { "; the feature `patterns` of hpd-host does" } else { other };
        assert_eq!([unchecked("pattern"), unchecked("patternProperties")], [expected; 2]);
    }
}
