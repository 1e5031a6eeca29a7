//! A plugin with its instance, without its type.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::sync::Arc;

use crate::args::{Reader, Refused};
use crate::context::CallContext;
use crate::spec::{
    FunctionInfo, FunctionSpec, Handler, Instructions, LocalCall, Plugin, ScopeSpec, SendCall, SkillInfo,
    SyncCall,
};

/// A plugin instance without its type: an entry of a toolbox.
#[derive(Clone)]
pub struct BoundPlugin {
    inner: Arc<dyn ErasedPlugin>,
    /// Kept beside the object so that a call finds the table without asking it.
    table: PluginTable,
}

#[derive(Clone, Copy)]
struct PluginTable {
    name: &'static str,
    description: &'static str,
    scope: Option<&'static ScopeSpec>,
    type_id: TypeId,
}

/// A call whose arguments were read.
pub enum PreparedCall<'a> {
    /// A call of a synchronous function.
    Sync(SyncCall<'a>),
    /// A call of an asynchronous function.
    Send(SendCall<'a>),
    /// A call of a function whose future stays on one thread.
    Local(LocalCall<'a>),
}

impl BoundPlugin {
    /// Creates the toolbox entry of an instance.
    pub fn new<P: Plugin>(instance: P) -> Self {
        Self::shared(Arc::new(instance))
    }

    /// Creates the toolbox entry of a shared instance.
    pub fn shared<P: Plugin>(instance: Arc<P>) -> Self {
        let table = PluginTable {
            name: P::SPEC.name,
            description: P::SPEC.description,
            scope: P::SPEC.scope,
            type_id: TypeId::of::<P>(),
        };
        Self { inner: Arc::new(Typed(instance)), table }
    }
}

impl BoundPlugin {
    /// The plugin's name.
    pub fn name(&self) -> &'static str {
        self.table.name
    }

    /// The purpose of the plugin, for people.
    pub fn description(&self) -> &'static str {
        self.table.description
    }

    /// The container that hides the members, if there is one.
    pub fn scope(&self) -> Option<&'static ScopeSpec> {
        self.table.scope
    }

    /// The plugin's type.
    pub fn type_id(&self) -> TypeId {
        self.table.type_id
    }

    /// The functions, in the order of declaration.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = &'static FunctionInfo> + '_ {
        (0..self.inner.function_count()).map(|index| self.inner.function(index))
    }

    /// The skills, in the order of declaration.
    pub fn skills(&self) -> impl ExactSizeIterator<Item = &'static SkillInfo> + '_ {
        (0..self.inner.skill_count()).map(|index| self.inner.skill(index))
    }

    /// The instructions of the skill at this index in [`skills`](Self::skills).
    pub fn instructions(&self, skill: usize) -> Option<Cow<'static, str>> {
        self.inner.instructions(skill)
    }

    /// Reads the arguments of a call of the function with this place in [`functions`](Self::functions). Nothing runs.
    ///
    /// # Errors
    ///
    /// [`Refused`]: the reader knows why.
    #[inline]
    pub fn prepare<'a>(
        &'a self,
        function: usize,
        reader: &mut Reader<'_>,
        context: &'a CallContext<'a>,
    ) -> Result<PreparedCall<'a>, Refused> {
        self.inner.prepare(function, reader, context)
    }

    /// The instance, if it is of this type.
    pub fn downcast<P: Plugin>(&self) -> Option<&P> {
        self.inner.instance().downcast_ref()
    }
}

impl std::fmt::Debug for BoundPlugin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("BoundPlugin").field(&self.table.name).finish()
    }
}

trait ErasedPlugin: Send + Sync {
    fn function_count(&self) -> usize;
    fn function(&self, index: usize) -> &'static FunctionInfo;
    fn skill_count(&self) -> usize;
    fn skill(&self, index: usize) -> &'static SkillInfo;
    fn instructions(&self, skill: usize) -> Option<Cow<'static, str>>;
    fn prepare<'a>(
        &'a self,
        function: usize,
        reader: &mut Reader<'_>,
        context: &'a CallContext<'a>,
    ) -> Result<PreparedCall<'a>, Refused>;
    fn instance(&self) -> &dyn Any;
}

struct Typed<P>(Arc<P>);

impl<P: Plugin> ErasedPlugin for Typed<P> {
    fn function_count(&self) -> usize {
        P::SPEC.functions.len()
    }

    fn function(&self, index: usize) -> &'static FunctionInfo {
        P::SPEC.functions[index].info
    }

    fn skill_count(&self) -> usize {
        P::SPEC.skills.len()
    }

    fn skill(&self, index: usize) -> &'static SkillInfo {
        P::SPEC.skills[index].info
    }

    fn instructions(&self, skill: usize) -> Option<Cow<'static, str>> {
        let spec = &P::SPEC.skills[skill];
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
        prepare(&P::SPEC.functions[function], &*self.0, reader, context)
    }

    fn instance(&self) -> &dyn Any {
        &*self.0
    }
}

/// Reads the arguments of a call of `function` on `instance`. Nothing runs.
///
/// # Errors
///
/// [`Refused`]: the reader knows why.
#[inline]
pub fn prepare<'a, P>(
    function: &FunctionSpec<P>,
    instance: &'a P,
    reader: &mut Reader<'_>,
    context: &'a CallContext<'a>,
) -> Result<PreparedCall<'a>, Refused> {
    match function.handler {
        Handler::Sync(shim) => shim(instance, reader, context).map(PreparedCall::Sync),
        Handler::Send(shim) => shim(instance, reader, context).map(PreparedCall::Send),
        Handler::Local(shim) => shim(instance, reader, context).map(PreparedCall::Local),
    }
}
