//! The table of a plugin, and references to it.

use std::any::TypeId;

use super::{BoundPlugin, FunctionSpec, ScopeSpec, SkillSpec};

/// A free function that is a tool. Implemented by `#[ai_function]` for a type that has the function's name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `#[ai_function]`",
    note = "write `#[ai_function]` above the function"
)]
pub trait AiFunction: 'static {
    /// The row.
    const SPEC: &'static FunctionSpec<()>;
}

/// The tools of a plugin.
pub struct PluginSpec<P: 'static> {
    /// The plugin's name.
    pub name: &'static str,
    /// The purpose of the plugin, for people.
    pub description: &'static str,
    /// The container that hides the members, if there is one.
    pub scope: Option<&'static ScopeSpec>,
    /// The functions, in the order of declaration.
    pub functions: &'static [FunctionSpec<P>],
    /// The skills, in the order of declaration.
    pub skills: &'static [SkillSpec<P>],
    /// Builds an instance, if the type implements `Default`.
    pub default: Option<fn() -> P>,
}

impl<P: 'static> PluginSpec<P> {
    /// The table of a block with mistakes, or of a type that can't be shared: one mistake is then one error.
    #[doc(hidden)]
    pub const EMPTY: Self =
        Self { name: "", description: "", scope: None, functions: &[], skills: &[], default: None };

    /// The name of the plugin's container.
    pub const fn container_name(&self) -> &'static str {
        match self.scope {
            Some(ScopeSpec { name: Some(name), .. }) => name,
            _ => self.name,
        }
    }
}

/// A reference to a plugin by name and type. The reference itself is not generic over the plugin.
#[derive(Debug, Clone, Copy)]
pub struct PluginRef {
    /// The plugin's name.
    pub name: &'static str,
    /// The plugin's type.
    pub type_id: TypeId,
    /// Builds an instance and the toolbox entry for it; `None` if the type does not implement `Default`.
    pub make: fn() -> Option<BoundPlugin>,
}
