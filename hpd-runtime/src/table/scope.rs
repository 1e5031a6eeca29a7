//! The row of a scope.

use super::PluginRef;

/// The container that `#[scope]` makes of a plugin, for all its members.
#[derive(Debug)]
pub struct ScopeSpec {
    /// The container's name; the plugin's if `None`.
    pub name: Option<&'static str>,
    /// A name for people.
    pub title: Option<&'static str>,
    /// The contents of the container, for the model.
    pub description: &'static str,
    /// The text that the model reads after the expansion.
    pub post_expansion: Option<&'static str>,
    /// The plugin in whose container this one lies.
    pub within: Option<fn() -> PluginRef>,
}

impl ScopeSpec {
    /// A scope without a description; rows are written over it by struct update.
    pub const NEW: Self =
        Self { name: None, title: None, description: "", post_expansion: None, within: None };
}
