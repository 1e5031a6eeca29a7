//! The host's permissions: from scopes to one permission for each tool.

use hpd_runtime::spec::{QualifiedId, Risk};

use super::Permission;
use crate::class::Classification;
use crate::tool::Tool;

/// How specific the setting is that gives a tool its permission. Greater is more specific.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// For all tools of a class.
    Class,
    /// For the functions of a skill, while it is expanded.
    Skill,
    /// A pattern with `*`.
    Pattern,
    /// A plugin or a source.
    Plugin,
    /// The full id of a tool.
    Tool,
}

/// The host's permission for a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HostPermission {
    pub(crate) permission: Permission,
    pub(crate) level: Level,
}

impl HostPermission {
    /// A permission for a class of tools.
    pub(crate) const fn of_class(permission: Permission) -> Self {
        Self { permission, level: Level::Class }
    }

    /// The permission for a call of this risk: only the full id of a tool allows a high one.
    pub(crate) fn at_risk(self, risk: Option<Risk>) -> Permission {
        let is_covered = risk != Some(Risk::High) || self.level == Level::Tool;
        if is_covered { self.permission } else { self.permission.max(Permission::Ask) }
    }

    /// Whether a setting names the tool, its plugin or a pattern, and wants a question. A permission of the user does
    /// not lift it.
    pub(crate) fn asks_by_name(self) -> bool {
        self.permission == Permission::Ask && self.level > Level::Class
    }

    /// Of two permissions for one tool: a denial, else the more specific one, else the question.
    pub(crate) fn or(self, other: Self) -> Self {
        let is_denied = |one: Self| one.permission == Permission::Deny;
        let rank = |one: Self| (is_denied(one), one.level, one.permission);
        if rank(self) >= rank(other) { self } else { other }
    }
}

/// The tools that a setting is for: the full id of a tool, a plugin, a source, or a pattern with `*`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToolScope(Box<str>);

impl ToolScope {
    pub(crate) fn new(scope: &str) -> Self {
        Self(scope.into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// How specifically the scope names a tool; `None` if it does not.
    ///
    /// A tool of a source has two ids: `MCP_books.pay` and `books.pay`.
    pub(crate) fn level_for(&self, tool: &Tool) -> Option<Level> {
        let outside = tool.outside();
        let at_source = || outside.map(|function| format!("{}.{}", function.source, function.name));
        let by_source = || self.level(&at_source()?, outside.map(|function| &*function.source));
        self.full_level_for(tool).or_else(by_source)
    }

    /// The same by the full id and the plugin of a tool alone.
    fn full_level_for(&self, tool: &Tool) -> Option<Level> {
        self.level(tool.id().as_str(), tool.plugin())
    }

    /// A text with `*` is a pattern, even if a source names a tool so.
    fn level(&self, id: &str, plugin: Option<&str>) -> Option<Level> {
        let scope = &*self.0;
        match scope.contains('*') {
            true => matches(scope, id).then_some(Level::Pattern),
            false if id == scope => Some(Level::Tool),
            false => (plugin == Some(scope)).then_some(Level::Plugin),
        }
    }

    /// Whether the scope is for a tool by the short name of its source only, and may mean something else: another full
    /// name, or another source of the same short name.
    fn means_another(&self, tool: &Tool, tools: &[Tool]) -> bool {
        let is_of_namesake = |other: &Tool| {
            let sources = tool.outside().zip(other.outside());
            sources.is_some_and(|(one, other)| {
                one.source == other.source && one.origin.plugin_name() != other.origin.plugin_name()
            })
        };
        let is_meant = |other: &Tool| self.full_level_for(other).is_some() || is_of_namesake(other);
        self.full_level_for(tool).is_none() && tools.iter().any(is_meant)
    }
}

/// Whether a pattern covers a text. `*` is any number of characters.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|start| text.strip_prefix(start)) else { return false };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

/// The host's settings of permissions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Permissions {
    scopes: Vec<(ToolScope, Permission)>,
    /// For the functions of skills, by the names or ids of these.
    skills: Vec<(Box<str>, Permission)>,
    /// For writes.
    pub(crate) writes: Option<Permission>,
    /// For unclassified tools.
    pub(crate) unclassified: Option<Permission>,
}

impl Permissions {
    pub(crate) fn add(&mut self, scope: &str, permission: Permission) {
        self.scopes.push((ToolScope::new(scope), permission));
    }

    pub(crate) fn add_skill(&mut self, skill: &str, permission: Permission) {
        self.skills.push((skill.into(), permission));
    }

    /// The skills of all settings.
    pub(crate) fn skills(&self) -> impl Iterator<Item = &str> {
        self.skills.iter().map(|(skill, _)| &**skill)
    }

    /// The skills that give a tool a permission while they are expanded.
    pub(crate) fn of_skills(&self, tool: &Tool, tools: &[Tool]) -> Box<[(QualifiedId, HostPermission)]> {
        let containers = tool.reveal.by.iter().filter_map(|&container| tools.get(container));
        let said = containers.flat_map(|container| {
            let named = self.skills.iter().filter(move |(skill, _)| container.is_skill_named(skill));
            named.map(move |(_, permission)| {
                let permission = HostPermission { permission: *permission, level: Level::Skill };
                (container.id().clone(), permission)
            })
        });
        said.collect()
    }

    /// Adds the settings of others.
    pub(crate) fn merge(&mut self, others: Self) {
        self.skills.extend(others.skills);
        self.scopes.extend(others.scopes);
        self.writes = others.writes.or(self.writes);
        self.unclassified = others.unclassified.or(self.unclassified);
    }

    /// Whether a setting for exactly this scope asks or denies.
    pub(crate) fn is_strict_about(&self, scope: &str) -> bool {
        self.scopes.iter().any(|(other, said)| other.as_str() == scope && *said > Permission::Allow)
    }

    /// The scopes of all settings.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = &ToolScope> {
        self.scopes.iter().map(|(scope, _)| scope)
    }

    /// The permission for a tool. An `Allow` for a plugin is none for a source of the same name.
    pub(crate) fn of(&self, tool: &Tool, tools: &[Tool]) -> HostPermission {
        let named = self.scopes.iter().filter_map(|(scope, permission)| {
            let level = scope.level_for(tool)?;
            let is_for_another = *permission == Permission::Allow && scope.means_another(tool, tools);
            (!is_for_another).then_some(HostPermission { permission: *permission, level })
        });
        named.fold(self.of_class(tool), HostPermission::or)
    }

    fn of_class(&self, tool: &Tool) -> HostPermission {
        let writes = self.writes.unwrap_or(Permission::Ask);
        HostPermission::of_class(match tool.classification() {
            Some(Classification::Read) | None => Permission::Allow,
            Some(Classification::Write) => writes,
            Some(Classification::Unclassified) if writes == Permission::Deny => writes,
            Some(Classification::Unclassified) => {
                let of_source = tool.outside().and_then(|function| function.origin.unclassified);
                match self.unclassified {
                    Some(Permission::Deny) => Permission::Deny,
                    of_toolbox => of_source.or(of_toolbox).unwrap_or(Permission::Ask),
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Permission::{Allow, Ask, Deny};
    use super::{HostPermission, Level, Permissions, ToolScope, matches};
    use crate::external::{ExternalSource, ExternalTool};
    use crate::toolbox::Toolbox;

    #[test]
    fn a_star_is_any_number_of_characters() {
        let rows = [
            ("books.*", "books.pay", true),
            ("books.*", "books.", true),
            ("books.*", "MCP_books.pay", false),
            ("*.pay", "MCP_books.pay", true),
            ("*.pay", "books.pay_all", false),
            ("*", "anything", true),
            ("b*.p*y", "books.pay", true),
            ("b*.p*y", "books.pa", false),
            ("a*a", "a", false),
            ("a*bc*bc", "abc", false),
            ("a*bc*bc", "abcbc", true),
            ("**", "", true),
        ];
        for (pattern, text, is_covered) in rows {
            assert_eq!(matches(pattern, text), is_covered, "{pattern} {text}");
        }
    }

    #[test]
    fn a_denial_holds_and_else_the_most_specific_setting() {
        let of = |permission, level| HostPermission { permission, level };
        let (class, pattern, plugin, tool) = (Level::Class, Level::Pattern, Level::Plugin, Level::Tool);
        let skill = Level::Skill;
        let rows = [
            (of(Deny, class), of(Allow, tool), of(Deny, class)),
            (of(Ask, plugin), of(Allow, tool), of(Allow, tool)),
            (of(Allow, pattern), of(Ask, plugin), of(Ask, plugin)),
            (of(Allow, plugin), of(Ask, pattern), of(Allow, plugin)),
            (of(Allow, tool), of(Ask, tool), of(Ask, tool)),
            (of(Ask, class), of(Allow, pattern), of(Allow, pattern)),
            (of(Ask, class), of(Allow, skill), of(Allow, skill)),
            (of(Ask, pattern), of(Allow, skill), of(Ask, pattern)),
            (of(Deny, class), of(Allow, skill), of(Deny, class)),
        ];
        for (one, other, expected) in rows {
            assert_eq!((one.or(other), other.or(one)), (expected, expected));
        }
    }

    fn permissions(scopes: &[(&str, super::Permission)]) -> Permissions {
        let mut permissions = Permissions::default();
        for (scope, permission) in scopes {
            permissions.add(scope, *permission);
        }
        permissions
    }

    #[test]
    fn a_setting_that_asks_or_denies_is_strict_about_its_scope() {
        let permissions = permissions(&[("a", Allow), ("b", Ask), ("c", Deny)]);
        let is_strict = ["a", "b", "c", "d"].map(|scope| permissions.is_strict_about(scope));
        assert_eq!(is_strict, [false, true, true, false]);
    }

    #[test]
    fn settings_of_others_are_added_and_replace_those_for_classes() {
        let mut one =
            Permissions { writes: Some(Ask), unclassified: Some(Deny), ..permissions(&[("a", Ask)]) };
        one.merge(Permissions { writes: Some(Allow), ..permissions(&[("b", Deny)]) });
        assert_eq!(one.scopes().map(ToolScope::as_str).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!((one.writes, one.unclassified), (Some(Allow), Some(Deny)));
    }

    /// A list of one tool.
    fn one(name: &str) -> Vec<ExternalTool> {
        let tool = json!({"name": name, "inputSchema": {"type": "object"}});
        vec![ExternalTool::from_json(&tool).unwrap()]
    }

    fn toolbox(sources: impl IntoIterator<Item = ExternalSource>) -> Toolbox {
        sources.into_iter().fold(Toolbox::builder(), crate::ToolboxBuilder::external).build().unwrap()
    }

    /// The permission of a tool by one setting.
    fn by(scope: &str, permission: super::Permission, toolbox: &Toolbox, id: &str) -> HostPermission {
        let tools = toolbox.all_tools();
        let tool = tools.iter().find(|tool| tool.id().as_str() == id).unwrap();
        permissions(&[(scope, permission)]).of(tool, tools)
    }

    const ASKS: HostPermission = HostPermission::of_class(Ask);

    const fn of_plugin(permission: super::Permission) -> HostPermission {
        HostPermission { permission, level: Level::Plugin }
    }

    #[test]
    fn a_short_name_allows_nothing_that_has_the_name_in_full() {
        // `MCP_books` is the full name of the one, and the short name of the other.
        let both = toolbox([
            ExternalSource::mcp("books", one("pay")),
            ExternalSource::mcp("MCP_books", one("rates")),
        ]);
        assert_eq!(by("MCP_books", Allow, &both, "MCP_books.pay"), of_plugin(Allow));
        assert_eq!(by("MCP_books", Allow, &both, "MCP_MCP_books.rates"), ASKS);
        for id in ["MCP_books.pay", "MCP_MCP_books.rates"] {
            assert_eq!(by("MCP_books", Deny, &both, id), of_plugin(Deny), "a denial is for both");
        }
    }

    #[test]
    fn a_short_name_of_two_sources_allows_neither() {
        let both = toolbox([
            ExternalSource::mcp("books", one("pay")),
            ExternalSource::frontend("books", one("rates")),
        ]);
        for id in ["MCP_books.pay", "Frontend_books.rates"] {
            assert_eq!(by("books", Allow, &both, id), ASKS);
            assert_eq!(by("books", Deny, &both, id), of_plugin(Deny));
        }
        let others =
            toolbox([ExternalSource::mcp("books", one("pay")), ExternalSource::mcp("music", one("rates"))]);
        assert_eq!(by("books", Allow, &others, "MCP_books.pay"), of_plugin(Allow));
        assert_eq!(by("books", Allow, &others, "MCP_music.rates"), ASKS);
    }
}
