//! Last room: the call runs. A panic of the function, or a cancellation, is an error like others.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt;
use futures_util::future::{Either, select};
use hpd_runtime::spec::{SendCall, SyncCall};
use hpd_runtime::{CallContext, Cancellation, Failure, Output};

use super::error::{CallError, FunctionError};
use super::local::LocalJob;
use super::permit::GuardedCall;
use super::recover::RecoverCall;
use super::release::{HeldCall, ReleasedCall};
use super::validate::Work;
use crate::outcome::{FunctionResult, OutcomeKind};
use crate::toolbox::BridgeRole;

/// How far a call has come.
pub(super) enum Step<'a> {
    /// It is answered.
    Done(OutcomeKind),
    /// Its function has to be waited for.
    Running(RunningCall<'a>),
    /// It holds another call.
    Bridged(&'a BridgeRole),
    /// It has to be set right first.
    Recover(Box<RecoverCall>),
    /// Filters have to be asked before it is approved.
    Guarded(Box<GuardedCall<'a>>),
    /// Filters have to be asked before it runs.
    Held(Box<HeldCall<'a>>),
}

/// A call whose function has to be waited for.
pub(super) struct RunningCall<'a> {
    work: Waiting<'a>,
    direct: bool,
}

enum Waiting<'a> {
    Send(SendCall<'a>),
    Local(Box<LocalJob>),
}

/// Runs a call, or gets it ready to be waited for.
///
/// # Errors
///
/// The function failed, panicked or was cancelled.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn invoke<'a>(
    call: ReleasedCall<'a>,
    context: &'a CallContext<'a>,
) -> Result<Step<'a>, CallError> {
    let (work, direct) = call.into_work();
    if context.cancellation().is_cancelled() {
        return Err(CallError::Function(Box::new(FunctionError::cancelled())));
    }
    match work {
        Work::Sync(call) => result(run_sync(call), direct).map(Step::Done),
        Work::Send(call) => Ok(Step::Running(RunningCall { work: Waiting::Send(call), direct })),
        Work::Local(job) => Ok(Step::Running(RunningCall { work: Waiting::Local(job), direct })),
        Work::Document(call) => Ok(Step::Running(RunningCall { work: Waiting::Send(call.start()), direct })),
        Work::Elsewhere(call) => match call.handler() {
            Some(handler) => {
                let work = Waiting::Send(call.start(handler, context));
                Ok(Step::Running(RunningCall { work, direct }))
            }
            None => Ok(Step::Done(OutcomeKind::Forward(Box::new(call.forward())))),
        },
    }
}

impl RunningCall<'_> {
    /// Waits for the function.
    pub(super) async fn finish(self, context: &CallContext<'_>) -> Result<OutcomeKind, CallError> {
        let output = match self.work {
            Waiting::Send(call) => run_future(call, context.cancellation()).await,
            Waiting::Local(job) => job.run().await,
        };
        result(output, self.direct)
    }
}

#[inline]
fn result(output: Result<Output, FunctionError>, direct: bool) -> Result<OutcomeKind, CallError> {
    match output {
        Ok(output) => Ok(OutcomeKind::Result(FunctionResult { output, direct, whole: None })),
        Err(error) => Err(CallError::Function(Box::new(error))),
    }
}

#[inline]
fn run_sync(call: SyncCall<'_>) -> Result<Output, FunctionError> {
    // The arguments are consumed and the plugin guards its own state: nothing broken is looked at afterwards.
    finished(catch_unwind(AssertUnwindSafe(call)))
}

/// Drives a function's future until it is done or cancelled.
pub(super) async fn run_future(
    call: impl Future<Output = Result<Output, Failure>> + Unpin,
    cancellation: &Cancellation,
) -> Result<Output, FunctionError> {
    match select(AssertUnwindSafe(call).catch_unwind(), cancellation.cancelled()).await {
        Either::Left((result, _)) => finished(result),
        Either::Right(((), _)) => Err(FunctionError::cancelled()),
    }
}

fn finished(result: Result<Result<Output, Failure>, Box<dyn Any + Send>>) -> Result<Output, FunctionError> {
    match result {
        Ok(Ok(output)) => Ok(output),
        Ok(Err(failure)) => Err(FunctionError::failed(failure)),
        Err(panic) => Err(FunctionError::panicked(panic.as_ref())),
    }
}
