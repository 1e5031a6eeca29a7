//! The row of a scope.

use super::PluginRef;

/// The container that `#[scope]` makes of a plugin, for all its members.
#[derive(Debug)]
pub struct ScopeSpec {
    /// The container's name; the plugin's name if `None`.
    pub name: Option<&'static str>,
    /// A name for people.
    pub title: Option<&'static str>,
    /// A summary of the container's members, for the model.
    pub description: &'static str,
    /// The text that the model reads after the expansion.
    pub post_expansion: Option<&'static str>,
    /// The plugin whose container holds this container.
    pub within: Option<fn() -> PluginRef>,
}

impl ScopeSpec {
    /// A scope without a description. The row that a macro emits takes the fields that it does not set from this
    /// constant.
    pub const NEW: Self =
        Self { name: None, title: None, description: "", post_expansion: None, within: None };
}
