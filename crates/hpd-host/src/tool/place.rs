//! The place of a tool among the others.

use super::ToolIndex;

/// The place of a tool among the others, independent of the policy. `explicit` means that the host registered its
/// plugin. Otherwise only a skill refers to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Place {
    /// Nothing groups it.
    #[default]
    Alone,
    /// In a plugin without a scope.
    Plugin { explicit: bool },
    /// In the container of a scope or of a source.
    Scope { container: ToolIndex, explicit: bool },
    /// It is the container of a scope or of a source; `outer` is the one that it lies in.
    Container { explicit: bool, outer: Option<ToolIndex> },
    /// It calls functions by name, for clients whose list can't change.
    Bridge,
    /// It reads long results, once there are some.
    Results,
}
