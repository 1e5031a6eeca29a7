//! The table of a plugin, and the traits by which it is reached.

use std::any::TypeId;

use super::{FunctionSpec, ScopeSpec, SkillSpec};
use crate::plugin_instance::BoundPlugin;
use crate::schema::SchemaError;

/// A type whose annotated `impl` block is a table of tools. Implemented by `#[plugin]` and `#[scope]`, never by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a plugin",
    label = "has no annotated `impl` block",
    note = "write `#[plugin]` or `#[scope(\"..\")]` above the `impl` block of `{Self}`"
)]
pub trait Plugin: Sized + Send + Sync + 'static {
    /// The table.
    const SPEC: &'static PluginSpec<Self>;

    /// Names, descriptions, metadata and schemas of the plugin, as models see them: JSON over several lines.
    /// The order is that of declaration, and the bytes are stable. In a code review, a snapshot test of this
    /// text shows what changes for models.
    ///
    /// ```
    /// use hpd_runtime::{Plugin, plugin};
    ///
    /// struct Clock;
    ///
    /// #[plugin]
    /// impl Clock {
    ///     /// Tells the time.
    ///     #[ai_function]
    ///     fn now(&self) -> String {
    ///         "12:00".to_owned()
    ///     }
    /// }
    ///
    /// assert_eq!(Clock::describe()?, r#"{
    ///   "plugin": "Clock",
    ///   "functions": [
    ///     {
    ///       "name": "now",
    ///       "description": "Tells the time.",
    ///       "metadata": {
    ///         "ParentPlugin": "Clock"
    ///       },
    ///       "input_schema": {
    ///         "type": "object",
    ///         "properties": {},
    ///         "additionalProperties": false
    ///       }
    ///     }
    ///   ]
    /// }"#);
    /// # Ok::<(), hpd_runtime::schema::SchemaError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The plugin's tables contradict themselves. No toolbox could contain it.
    fn describe() -> Result<String, SchemaError> {
        crate::describe::describe::<Self>()
    }
}

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

impl PluginRef {
    /// The reference to `P`.
    pub fn of<P: Plugin>() -> Self {
        Self {
            name: P::SPEC.name,
            type_id: TypeId::of::<P>(),
            make: || P::SPEC.default.map(|default| BoundPlugin::new(default())),
        }
    }
}
