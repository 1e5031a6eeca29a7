//! A plugin with its instance, without its type.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::sync::Arc;

use super::{FunctionInfo, FunctionSpec, Handler, LocalCall, ScopeSpec, SendCall, SkillInfo, SyncCall};
use crate::context::CallContext;
use crate::output::Failure;
use crate::reading::{Reader, Refused};

/// A plugin instance without its type: an entry of a toolbox.
#[derive(Clone)]
pub struct BoundPlugin {
    pub(crate) inner: Arc<dyn ErasedPlugin>,
    /// Kept beside the object so that a call finds the table without asking it.
    pub(crate) table: PluginTable,
}

/// The part of a plugin's table that is about the plugin itself.
#[derive(Clone, Copy)]
pub(crate) struct PluginTable {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) scope: Option<&'static ScopeSpec>,
    pub(crate) type_id: TypeId,
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
}

impl std::fmt::Debug for BoundPlugin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("BoundPlugin").field(&self.table.name).finish()
    }
}

/// A plugin without its type.
pub(crate) trait ErasedPlugin: Send + Sync {
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
    let prepared = match function.handler {
        Handler::Sync(shim) => shim(instance, reader, context).map(PreparedCall::Sync),
        Handler::Send(shim) => shim(instance, reader, context).map(PreparedCall::Send),
        Handler::Local(shim) => shim(instance, reader, context).map(PreparedCall::Local),
    };
    match context.undecided() {
        None => prepared,
        Some(failure) => prepared.map(|_| undecided(failure)),
    }
}

/// The call of a function whose check can't decide without the user: it ends in that.
#[cold]
fn undecided(failure: &Failure) -> PreparedCall<'static> {
    let failure = failure.clone();
    PreparedCall::Sync(Box::new(move || Err(failure)))
}
