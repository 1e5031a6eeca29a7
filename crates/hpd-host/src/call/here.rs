//! Calls of the functions of this program.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hpd_runtime::__private::{PreparedCall, SendCall, SyncCall};
use hpd_runtime::__private::{Reader, Refused};
use hpd_runtime::output::Failure;
use hpd_runtime::spec::FunctionInfo;
use hpd_runtime::{CallContext, Output, RawCall};

use super::gate::Place;
use crate::call_error::FunctionError;
use crate::tool::RustFunction;

/// A call of an own function. An attempt consumes the prepared call; another attempt reads the arguments again.
#[derive(Clone, Copy)]
pub(super) struct HereCall<'a> {
    pub(super) place: Place<'a>,
    pub(super) function: &'a RustFunction,
    pub(super) call: &'a RawCall,
}

impl<'a> HereCall<'a> {
    pub(super) fn info(&self) -> &'static FunctionInfo {
        self.function.plan.info()
    }

    /// Whether a synchronous function runs on the caller's thread: fast, and without interruption. Writes and functions
    /// with a time limit do not, since a timeout must be detectable.
    #[inline]
    pub(super) fn runs_in_place(&self) -> bool {
        let info = self.info();
        // There are no threads there.
        cfg!(target_family = "wasm") || !(info.is_write() || info.timeout_ms.is_some())
    }

    /// Reads the arguments once more.
    pub(super) fn prepare<'c>(&self, context: &'c CallContext<'c>) -> Result<PreparedCall<'c>, FunctionError>
    where
        'a: 'c,
    {
        let function: &'c RustFunction = self.function;
        let mut reader = Reader::new(&self.call.arguments, &function.plan).stopped_by(self.call.stop_reason);
        let prepared = catch_unwind(AssertUnwindSafe(|| function.prepare(&mut reader, context)));
        match prepared {
            Ok(Ok(call)) => {
                context.set_warnings(reader.into_warnings());
                match context.undecided() {
                    Some(failure) => Err(FunctionError::undecided(failure)),
                    None => Ok(call),
                }
            }
            Ok(Err(Refused)) => Err(FunctionError::not_started("the arguments are refused when read again")),
            Err(panic) => Err(FunctionError::not_checked(panic.as_ref())),
        }
    }
}

impl HereCall<'_> {
    /// The same, for the thread of the caller.
    pub(super) fn prepare_here<'c>(
        &'c self,
        context: &'c CallContext<'c>,
    ) -> Result<SendCall<'c>, FunctionError> {
        match self.prepare(context)? {
            PreparedCall::Sync(call) => Ok(Box::pin(async { call() })),
            PreparedCall::Send(call) => Ok(call),
            PreparedCall::Local(_) => Err(FunctionError::not_started("the function needs a thread")),
        }
    }
}

/// The end of a function, panics included.
pub(super) type Ended = Result<Result<Output, Failure>, Box<dyn Any + Send>>;

/// Runs a synchronous function where it is called.
#[inline]
pub(super) fn run_in_place(call: SyncCall<'_>) -> Ended {
    // The arguments are consumed and the plugin guards its own state: nothing broken is looked at afterwards.
    catch_unwind(AssertUnwindSafe(call))
}

/// The output of a function that has ended, or its error.
pub(super) fn finished(ended: Ended, writes: bool) -> Result<Output, FunctionError> {
    match ended {
        Ok(Ok(output)) => Ok(output),
        Ok(Err(failure)) => Err(FunctionError::failed(failure)),
        Err(panic) => Err(FunctionError::panicked(panic.as_ref(), writes)),
    }
}
