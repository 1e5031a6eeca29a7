//! Which rule showed or hid a tool.

use std::fmt;

use hpd_runtime::spec::QualifiedId;
use serde::Serialize;

/// The rules that decide whether a tool is listed. Of the first five rules, the first that fits a tool decides. Before
/// these five rules come [`NeverCollapse`](Self::NeverCollapse), for plugins that the host registered, and
/// [`ConstantList`](Self::ConstantList). An expanded skill also reveals its functions that belong to a scope or source:
/// they are listed by the rule [`Skill`](Self::Skill). [`ListFilter`](Self::ListFilter) decides before all others.
///
/// | rule | decides about |
/// |---|---|
/// | [`Scope`](Self::Scope) | members of a scope or source: listed while its container is expanded |
/// | [`Explicit`](Self::Explicit) | functions of a plugin that has no scope and that the host registered: listed |
/// | [`Skill`](Self::Skill) | functions of skills: listed while one of the skills is expanded |
/// | [`Orphan`](Self::Orphan) | functions of an implicit plugin that belong to no skill: hidden |
/// | [`Otherwise`](Self::Otherwise) | ungrouped tools: listed |
/// | [`Container`](Self::Container) | the container of a scope or source: listed, since it is the way to its members |
/// | [`ImplicitContainer`](Self::ImplicitContainer) | the container of a plugin that is there only for skills: hidden |
/// | [`ExpandedContainer`](Self::ExpandedContainer) | containers that are expanded, where the policy hides them |
/// | [`NeverCollapse`](Self::NeverCollapse) | members of containers that are never collapsed: listed; the container: hidden |
/// | [`ConstantList`](Self::ConstantList) | tools that an expansion reveals while the list is constant: not listed, but callable by `call_function` |
/// | [`FlatList`](Self::FlatList) | tools that containers hold while the list is flat: functions and skills are listed, other containers are not |
/// | [`Bridge`](Self::Bridge) | `call_function`: listed if the list can't change |
/// | [`KeptResult`](Self::KeptResult) | `read_result`: listed once a long result is kept |
/// | [`Deferred`](Self::Deferred) | tools that containers hold while the list is native: listed, and loaded by the provider |
/// | [`Found`](Self::Found) | tools that a search found: listed while the list grows |
/// | [`ListFilter`](Self::ListFilter) | tools that a [list filter](crate::filter::ListFilter) does not show, and containers without a visible member: hidden |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Rule {
    /// Members of a scope or source.
    Scope,
    /// Functions of a plugin that has no scope and that the host registered.
    Explicit,
    /// Functions of skills.
    Skill,
    /// Functions of an implicit plugin that belong to no skill.
    Orphan,
    /// Ungrouped tools.
    Otherwise,
    /// The container of a scope or source.
    Container,
    /// The container of a plugin that is there only for skills.
    ImplicitContainer,
    /// Containers that are expanded, where the policy hides them.
    ExpandedContainer,
    /// Containers that are never collapsed, and their members.
    NeverCollapse,
    /// Tools that an expansion reveals while the list is constant.
    ConstantList,
    /// Tools that containers hold, while the list is flat.
    FlatList,
    /// `call_function`.
    Bridge,
    /// `read_result`.
    KeptResult,
    /// Tools that containers hold, while the list is native.
    Deferred,
    /// Tools that a search found.
    Found,
    /// Tools that list filters do not show.
    ListFilter,
}

impl Rule {
    /// The rule's name: stable, and the same as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scope => "scope",
            Self::Explicit => "explicit",
            Self::Skill => "skill",
            Self::Orphan => "orphan",
            Self::Otherwise => "otherwise",
            Self::Container => "container",
            Self::ImplicitContainer => "implicit_container",
            Self::ExpandedContainer => "expanded_container",
            Self::NeverCollapse => "never_collapse",
            Self::ConstantList => "constant_list",
            Self::FlatList => "flat_list",
            Self::Bridge => "bridge",
            Self::KeptResult => "kept_result",
            Self::Deferred => "deferred",
            Self::Found => "found",
            Self::ListFilter => "list_filter",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a tool is listed in a session, or is not. As text it is a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// The tool.
    pub tool: QualifiedId,
    /// Whether it is listed.
    pub visible: bool,
    /// The rule that decided.
    pub rule: Rule,
    /// The container that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<QualifiedId>,
    /// The list filter that decided, in words: by its name, or else by the plugin or function that it belongs
    /// to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = if self.visible { "listed" } else { "hidden" };
        write!(f, "`{}` is {listed}: ", self.tool)?;
        self.write_reason(f)
    }
}

/// The reason without the tool, for a table.
struct Reason<'e>(&'e Explanation);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_reason(f)
    }
}

impl Explanation {
    /// Why, without the name of the tool: for a table with a row for each tool.
    ///
    /// ```
    /// use hpd_host::{Session, Toolbox, plugin};
    ///
    /// struct Clock;
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// The time.
    ///     #[ai_function]
    ///     fn now(&self) -> String {
    ///         "12:00".to_owned()
    ///     }
    /// }
    ///
    /// let toolbox = Toolbox::builder().plugin(Clock).build()?;
    /// let explained = toolbox.explain(&Session::new());
    /// assert_eq!(explained[0].reason(), "the host registered its plugin, which has no scope");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn reason(&self) -> String {
        Reason(self).to_string()
    }

    fn write_reason(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let container = self.container.as_ref().map_or("", QualifiedId::as_str);
        match (self.rule, self.visible) {
            (Rule::Scope, true) => write!(f, "its container `{container}` is expanded"),
            (Rule::Scope, false) => write!(f, "its container `{container}` is not expanded"),
            (Rule::Explicit, _) => f.write_str("the host registered its plugin, which has no scope"),
            (Rule::Skill, true) => write!(f, "the skill `{container}` is expanded"),
            (Rule::Skill, false) => f.write_str("no skill that refers to it is expanded"),
            (Rule::Orphan, _) => f.write_str(
                "its plugin is there only because a skill refers to it, and no skill refers to this member",
            ),
            (Rule::Otherwise, _) => f.write_str("nothing groups it"),
            (Rule::Container, _) => f.write_str("it is the way to its members"),
            (Rule::ImplicitContainer, _) => {
                f.write_str("its plugin is there only because a skill refers to it")
            }
            (Rule::ExpandedContainer, _) => {
                f.write_str("it is expanded, and expanded containers are not listed")
            }
            (Rule::NeverCollapse, true) => write!(f, "its container `{container}` is never collapsed"),
            (Rule::NeverCollapse, false) => {
                f.write_str("it is never collapsed, and its members are listed instead")
            }
            (Rule::ConstantList, _) => {
                write!(
                    f,
                    "the list never changes; since `{container}` is expanded, it can be called by `call_function`"
                )
            }
            (Rule::FlatList, true) => write!(f, "the list is flat, and `{container}` holds it"),
            (Rule::FlatList, false) => f.write_str("the list is flat, and has all that it leads to"),
            (Rule::ListFilter, _) => self.write_filter(f),
            (Rule::Bridge, true) => f.write_str("the list never changes, and it calls what is not in it"),
            (Rule::Deferred, _) => write!(f, "the list is native, and defers it with `{container}`"),
            (Rule::Found, true) => f.write_str("a search found it"),
            (Rule::Found, false) => f.write_str(
                "the list never changes; since a search found it, it can be called by `call_function`",
            ),
            (Rule::KeptResult, true) => f.write_str("a long result is kept for the session"),
            (Rule::KeptResult, false) => f.write_str("no long result is kept, or the list never changes"),
            (Rule::Bridge, false) => f.write_str("the list changes, so that nobody needs it"),
        }
    }

    fn write_filter(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.filter, &self.container) {
            (Some(filter), Some(container)) => {
                write!(f, "it lies in `{container}`, which {filter} does not show")
            }
            (Some(filter), None) => write!(f, "{filter} does not show it"),
            (None, _) => f.write_str("list filters show none of its members"),
        }
    }
}
