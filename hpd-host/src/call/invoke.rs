//! Last room: the call runs. A panic of the function, or a cancellation, is an error like others.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt;
use futures_util::future::{Either, select};
use hpd_runtime::spec::SyncCall;
use hpd_runtime::{CallContext, Cancellation, Failure, Output};

use super::confirm::ApprovedCall;
use super::error::{CallError, FunctionError};
use super::validate::Work;
use crate::outcome::{ForwardedCall, FunctionResult, OutcomeKind};

/// Runs a call.
///
/// # Errors
///
/// The function failed, panicked or was cancelled.
pub(super) async fn invoke(call: ApprovedCall<'_>, context: &CallContext<'_>) -> Result<OutcomeKind, CallError> {
    let (work, direct) = call.into_work();
    let cancellation = context.cancellation();
    if cancellation.is_cancelled() {
        return Err(CallError::Function(FunctionError::cancelled()));
    }
    let output = match work {
        Work::Sync(call) => run_sync(call),
        Work::Send(call) => run_future(call, cancellation).await,
        Work::Local(job) => job.run().await,
        Work::Elsewhere(arguments) => {
            let name = context.call().name.clone();
            return Ok(OutcomeKind::Forward(ForwardedCall { name, arguments }));
        }
    };
    Ok(OutcomeKind::Result(FunctionResult { output: output.map_err(CallError::Function)?, direct }))
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
