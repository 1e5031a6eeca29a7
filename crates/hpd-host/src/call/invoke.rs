//! The last stage: the call runs. Panics, cancellations and timeouts become ordinary errors.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{Either, select};
use hpd_runtime::__private::SendCall;
use hpd_runtime::{CallContext, Output};

use super::attempt::{Attempted, has_effect_begun, is_over};
use super::confirm::ApprovedCall;
use super::here::{Ended, finished, run_in_place};
use super::pages::with_kept_texts;
use super::secrets::hide_in_function_error;
use super::step::Step;
use super::validate::{Prepared, Work};
use crate::call_error::{CallError, FunctionError};
use crate::outcome::{FunctionResult, OutcomeKind, ResultExtra};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// A call whose function has to be waited for.
struct RunningCall<'a> {
    first: First<'a>,
    attempted: Attempted<'a>,
    session: &'a Session,
}

/// How far the first attempt is.
enum First<'a> {
    /// Nothing is read yet.
    New,
    /// Its arguments are read.
    Prepared(SendCall<'a>),
    /// It has ended.
    Ended(Box<Ended>),
}

/// Runs a call, or gets it ready to be waited for.
///
/// # Errors
///
/// The function failed or panicked, or the call was given up before it ran.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn invoke<'a>(
    call: ApprovedCall<'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> Result<Step<'a>, CallError> {
    let work = match call.into_work() {
        Ok(work) => work,
        Err(call) => return Ok(Step::Approved(call)),
    };
    if context.cancellation().is_cancelled() {
        return Err(told(FunctionError::cancelled()));
    }
    if is_over(context) {
        return Err(told(FunctionError::after_deadline()));
    }
    let (first, attempted) = match work {
        Work::Here(here, Prepared::Sync(call)) => match run_in_place(call) {
            Ok(Ok(output)) => {
                let extra = match context.details() {
                    None => ResultExtra::NONE,
                    Some(_) => extra_of(context, here.place.toolbox, session, &output),
                };
                let kind = result(output, here.info().direct, 1, extra);
                if context.turn().progress_delivered.is_none() {
                    return Ok(Step::Done(kind));
                }
                return Ok(Step::Running(Box::pin(async {
                    deliver_progress(here.place.toolbox, context).await;
                    Ok(kind)
                })));
            }
            ended => (First::Ended(Box::new(ended)), Attempted::Here(here)),
        },
        Work::Here(here, Prepared::Send(call)) => (First::Prepared(call), Attempted::Here(here)),
        Work::Here(here, Prepared::OnThread) => (First::New, Attempted::OnThread(here)),
        Work::Added(call) => (First::New, Attempted::Added(call)),
        Work::External(call) => match call.handled() {
            Ok(call) => (First::New, Attempted::External(call)),
            Err(call) => {
                return Ok(Step::Done(OutcomeKind::Forward(Box::new(call.forward(context.principal())))));
            }
        },
    };
    RunningCall { first, attempted, session }.start(context)
}

impl<'a> RunningCall<'a> {
    /// Gets the call ready to be waited for.
    ///
    /// # Errors
    ///
    /// There are no random bytes for the key of a write.
    #[inline(never)]
    fn start(self, context: &'a CallContext<'a>) -> Result<Step<'a>, CallError> {
        self.give_key(context)?;
        if context.turn().progress_delivered.is_none() {
            return Ok(Step::Running(Box::pin(self.finish(context))));
        }
        Ok(Step::Running(Box::pin(async {
            let toolbox = self.attempted.toolbox().clone();
            let ended = self.finish(context).await;
            deliver_progress(&toolbox, context).await;
            ended
        })))
    }

    /// Gives a call that writes the key by which all attempts at it are known, if it has none.
    ///
    /// # Errors
    ///
    /// There are no random bytes: nothing runs then.
    fn give_key(&self, context: &CallContext<'_>) -> Result<(), CallError> {
        if self.attempted.terms().writes && context.idempotency_key().is_none() {
            let bytes = self.attempted.toolbox().random_bytes();
            let bytes = bytes.map_err(|error| told(FunctionError::not_started(error)))?;
            context.set_idempotency_key(format!("{:032x}", u128::from_be_bytes(bytes)));
        }
        Ok(())
    }

    /// Waits for the function, which is attempted once more where that is harmless.
    async fn finish(self, context: &CallContext<'_>) -> Result<OutcomeKind, CallError> {
        let Self { first, attempted, session } = self;
        let hide = |mut error: FunctionError| {
            hide_in_function_error(attempted.toolbox(), session, context.call(), &mut error);
            error
        };
        let direct = attempted.is_direct();
        let extra = |output: &Output| match context.kept() {
            kept if kept.is_empty() => ResultExtra::of(attempted.extent()),
            kept => with_kept_texts(attempted.toolbox(), session, kept, output),
        };
        let terms = attempted.terms();
        let ended = match first {
            First::New => attempted.attempt(context).await,
            First::Prepared(call) => terms.run(call, context).await,
            First::Ended(ended) => finished(*ended, terms.writes),
        };
        let error = match ended {
            Ok(output) => {
                let extra = extra(&output);
                return Ok(result(output, direct, 1, extra));
            }
            Err(error) => hide(error.in_time(has_effect_begun(context))),
        };
        if !terms.allow_another(&error, context) {
            return Err(told(attempted.tell(error)));
        }
        // In a box, so that the future of a call that needs no second attempt is not larger for it.
        match Box::pin(attempted.attempt_again(&error, context)).await {
            Ok(output) => {
                let extra = extra(&output);
                Ok(result(output, direct, error.attempts().saturating_add(1), extra))
            }
            Err(error) => Err(told(attempted.tell(hide(error)))),
        }
    }
}

/// How long the updates of a call may take to their client: a result is not held back for longer.
const DELIVERY: Duration = Duration::from_secs(1);

/// Waits until the client has the progress updates of a call.
async fn deliver_progress(toolbox: &Toolbox, context: &CallContext<'_>) {
    let Some(delivered) = &context.turn().progress_delivered else { return };
    // The host's code: its state is dropped with a panic.
    let delivered = AssertUnwindSafe(async { delivered().await }).catch_unwind();
    match select(pin!(delivered), toolbox.timer().sleep(DELIVERY)).await {
        Either::Left((Ok(()), _)) => {}
        Either::Left((Err(_), _)) => {
            tracing::warn!(target: "hpd::call", "the delivery of progress updates panicked");
        }
        Either::Right(_) => tracing::warn!(target: "hpd::call", "progress updates may follow their result"),
    }
}

/// The extra fields of a result of a function that runs on the caller's thread.
#[cold]
fn extra_of(context: &CallContext<'_>, toolbox: &Toolbox, session: &Session, output: &Output) -> ResultExtra {
    match context.kept() {
        kept if kept.is_empty() => ResultExtra::NONE,
        kept => with_kept_texts(toolbox, session, kept, output),
    }
}

#[inline]
const fn result(output: Output, direct: bool, attempts: u32, extra: ResultExtra) -> OutcomeKind {
    OutcomeKind::Result(FunctionResult { output, direct, attempts, whole: None, extra })
}

#[cold]
fn told(error: FunctionError) -> CallError {
    CallError::Function(Box::new(error))
}
