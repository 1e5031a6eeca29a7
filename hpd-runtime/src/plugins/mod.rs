//! Plugins: their trait, and how a plugin with its instance loses its type.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::sync::Arc;

use crate::context::CallContext;
use crate::reading::{Reader, Refused};
use crate::schema::SchemaError;
use crate::schema::flat::expanded;
use crate::table::{
    BoundPlugin, ErasedPlugin, FunctionInfo, Instructions, PluginRef, PluginSpec, PluginTable, PreparedCall,
    SkillInfo, prepare,
};

mod describe;
mod shared;

pub use shared::Shared;

/// A type whose annotated `impl` block is a table of tools. Implemented by `#[plugin]` and `#[scope]`, never by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a plugin",
    label = "has no annotated `impl` block, or can't be shared among threads",
    note = "write `#[plugin]` or `#[scope(\"..\")]` above the `impl` block of `{Self}`",
    note = "with type parameters, it is a plugin for those types that are `Send + Sync`"
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
        describe::describe::<Self>()
    }
}

/// The table that an annotated block leaves. rustc says the name of this trait when a type has two of them.
///
/// rustc also prints the line of the bound that a type does not meet, with its comment.
#[doc(hidden)]
#[rustfmt::skip]
pub trait OneAnnotatedBlockPerTypeMergeThem
where
    Self: Sized,
    Self: Shared, // calls run on several threads: take a `Mutex` in place of a `Cell` or `RefCell`, an `Arc` in place of an `Rc`
{
    /// The table.
    const __HPD_SPEC: &'static PluginSpec<Self>;
}

#[diagnostic::do_not_recommend]
impl<P: OneAnnotatedBlockPerTypeMergeThem> Plugin for P {
    const SPEC: &'static PluginSpec<Self> = P::__HPD_SPEC;
}

/// The table of `P`. Reading [`Plugin::SPEC`] here alone keeps one copy of the table in the program: the compiler writes
/// a constant into each unit of code that reads it.
#[inline(never)]
pub(crate) fn spec<P: Plugin>() -> &'static PluginSpec<P> {
    P::SPEC
}

impl PluginRef {
    /// The reference to `P`.
    pub fn of<P: Plugin>() -> Self {
        Self {
            name: spec::<P>().name,
            type_id: TypeId::of::<P>(),
            make: || spec::<P>().default.map(|default| BoundPlugin::new(default())),
        }
    }
}

impl BoundPlugin {
    /// Creates the toolbox entry of an instance.
    pub fn new<P: Plugin>(instance: P) -> Self {
        Self::shared(Arc::new(instance))
    }

    /// Creates the toolbox entry of a shared instance.
    pub fn shared<P: Plugin>(instance: Arc<P>) -> Self {
        let table = PluginTable {
            name: spec::<P>().name,
            description: spec::<P>().description,
            scope: spec::<P>().scope,
            type_id: TypeId::of::<P>(),
        };
        Self { inner: Arc::new(Typed(instance)), table }
    }

    /// The instance, if it is of this type.
    pub fn downcast<P: Plugin>(&self) -> Option<&P> {
        self.inner.instance().downcast_ref()
    }
}

struct Typed<P>(Arc<P>);

impl<P: Plugin> ErasedPlugin for Typed<P> {
    fn function_count(&self) -> usize {
        spec::<P>().functions.len()
    }

    fn function(&self, index: usize) -> &'static FunctionInfo {
        expanded(spec::<P>().functions[index].info)
    }

    fn skill_count(&self) -> usize {
        spec::<P>().skills.len()
    }

    fn skill(&self, index: usize) -> &'static SkillInfo {
        spec::<P>().skills[index].info
    }

    fn instructions(&self, skill: usize) -> Option<Cow<'static, str>> {
        let spec = &spec::<P>().skills[skill];
        match (spec.info.instructions, spec.body) {
            (Instructions::Text(text), _) => Some(Cow::Borrowed(text)),
            (Instructions::Body, Some(body)) => Some(Cow::Owned(body(&self.0))),
            _ => None,
        }
    }

    fn prepare<'a>(
        &'a self,
        function: usize,
        reader: &mut Reader<'_>,
        context: &'a CallContext<'a>,
    ) -> Result<PreparedCall<'a>, Refused> {
        prepare(&spec::<P>().functions[function], &*self.0, reader, context)
    }

    fn instance(&self) -> &dyn Any {
        &*self.0
    }
}
