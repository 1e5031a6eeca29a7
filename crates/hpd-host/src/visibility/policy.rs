//! The host's choices about lists of tools.

use std::collections::BTreeSet;

use hpd_runtime::list::ListMode;

/// The host's choices about the lists of tools that models see.
///
/// | choice | default | otherwise |
/// |---|---|---|
/// | [`expanded_containers`](Self::expanded_containers) | stay listed | are hidden while they are expanded |
/// | [`order`](Self::order) | registration, then expansion | by name |
/// | [`never_collapse`](Self::never_collapse) | nothing | members of these containers are listed from the start |
/// | [`max_expanded`](Self::max_expanded) | no cap | the least recently used one is collapsed for another |
/// | [`list`](Self::list) | grows with each expansion | is constant, flat, or native: deferred in the provider's own words |
///
/// ```
/// use hpd_host::list::{ToolOrder, VisibilityPolicy};
/// use hpd_host::Toolbox;
///
/// let policy = VisibilityPolicy::new()
///     .order(ToolOrder::ByName)
///     .never_collapse(["clock"])
///     .max_expanded(8);
/// let builder = Toolbox::builder().visibility(policy);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[must_use]
pub struct VisibilityPolicy {
    pub(crate) expanded_containers: ExpandedContainers,
    pub(crate) order: ToolOrder,
    /// In lower case.
    never_collapse: BTreeSet<String>,
    pub(crate) max_expanded: Option<usize>,
    pub(crate) list: ListMode,
}

/// Whether a container is listed while it is expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExpandedContainers {
    /// It stays in the list, so that the list only grows.
    #[default]
    Keep,
    /// The list has its members in its place. A repeated call of the container is harmless.
    Hide,
}

/// The order of a list of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ToolOrder {
    /// First the tools that are listed without any expansion, in order of registration. Then the tools of each
    /// expansion, in the order of the expansions. With `ExpandedContainers::Keep`, each list begins with the whole
    /// previous list, until a container collapses. A provider's prompt cache then keeps its prefix.
    #[default]
    Stable,
    /// By name.
    ByName,
}

impl VisibilityPolicy {
    /// The policy that a toolbox has by default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether containers are listed while they are expanded.
    pub fn expanded_containers(mut self, containers: ExpandedContainers) -> Self {
        self.expanded_containers = containers;
        self
    }

    /// The order of a list.
    pub fn order(mut self, order: ToolOrder) -> Self {
        self.order = order;
        self
    }

    /// Containers whose members are always listed, by name or qualified id, ignoring case. The container of a plugin or
    /// source is then not listed. A skill stays listed, since its expansion gives its instructions. Functions of a
    /// plugin that the host did not register are an exception: each is listed only while a skill with this function is
    /// expanded. An unknown name is [reported](crate::Toolbox::reports).
    pub fn never_collapse<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.never_collapse.extend(names.into_iter().map(|name| name.as_ref().to_lowercase()));
        self
    }

    /// How many containers are expanded at a time: for one more, the least recently used one is collapsed. An expansion
    /// is a use, and so is a call of a tool that the container reveals. The container that was just expanded is never
    /// the one to be collapsed.
    pub fn max_expanded(mut self, containers: usize) -> Self {
        self.max_expanded = Some(containers);
        self
    }

    /// The kind of list, where neither [session](crate::Session::set_list_mode) nor [turn](crate::TurnContext::list) choose
    /// another.
    pub fn list(mut self, mode: ListMode) -> Self {
        self.list = mode;
        self
    }

    /// In lower case.
    pub(super) fn names_never_collapsed(&self) -> impl Iterator<Item = &str> {
        self.never_collapse.iter().map(String::as_str)
    }

    pub(super) fn never_collapses(&self, name: &str) -> bool {
        !self.never_collapse.is_empty() && self.never_collapse.contains(&name.to_lowercase())
    }
}
