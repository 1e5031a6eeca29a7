//! A function of no plugin, without its type.

use std::sync::Arc;

use super::{FunctionInfo, FunctionSpec, PreparedCall, prepare};
use crate::context::CallContext;
use crate::reading::{Reader, Refused};

/// A function of no plugin: a free function with `#[ai_function]`, or a tool that was made at run time.
#[derive(Clone)]
pub struct BoundFunction {
    info: &'static FunctionInfo,
    code: Code,
    problem: Option<Arc<str>>,
}

#[derive(Clone)]
enum Code {
    Row(&'static FunctionSpec<()>),
    Made(Arc<dyn ErasedFunction>),
}

/// The code of a tool that was made at run time.
pub(crate) trait ErasedFunction: Send + Sync {
    fn prepare<'a>(
        &'a self,
        reader: &mut Reader<'_>,
        context: &'a CallContext<'a>,
    ) -> Result<PreparedCall<'a>, Refused>;
}

impl BoundFunction {
    /// A free function, by its row.
    pub const fn of(spec: &'static FunctionSpec<()>) -> Self {
        Self { info: spec.info, code: Code::Row(spec), problem: None }
    }

    pub(crate) fn made(
        info: &'static FunctionInfo,
        code: Arc<dyn ErasedFunction>,
        problem: Option<String>,
    ) -> Self {
        Self { info, code: Code::Made(code), problem: problem.map(Into::into) }
    }

    /// Its row.
    pub const fn info(&self) -> &'static FunctionInfo {
        self.info
    }

    /// Why no toolbox can contain it, if none can.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Reads the arguments of a call. Nothing runs.
    ///
    /// # Errors
    ///
    /// [`Refused`]: the reader knows why.
    #[inline]
    pub fn prepare<'a>(
        &'a self,
        reader: &mut Reader<'_>,
        context: &'a CallContext<'a>,
    ) -> Result<PreparedCall<'a>, Refused> {
        match &self.code {
            Code::Row(spec) => prepare(spec, &(), reader, context),
            Code::Made(code) => code.prepare(reader, context),
        }
    }
}

impl std::fmt::Debug for BoundFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("BoundFunction").field(&self.info.name).finish()
    }
}
