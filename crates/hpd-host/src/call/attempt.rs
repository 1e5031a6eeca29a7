//! Attempts at a call: how long each may take, and whether there is a second one.

use std::future::{Future, poll_fn};
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::task::Poll;
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use hpd_journal::Timer;
use hpd_runtime::__private::SendCall;
use hpd_runtime::context::CallDetails;
use hpd_runtime::output::FailureEffect;
use hpd_runtime::{CallContext, Output};

use super::added::AddedCall;
use super::external_call::HandledCall;
use super::here::{HereCall, finished};
use super::local::ThreadJob;
use crate::call_error::{FunctionError, TimeLimit};
use crate::class::Classification;
use crate::outcome::Extent;
use crate::toolbox::Toolbox;

/// A call that can be attempted more than once.
pub(super) enum Attempted<'a> {
    /// A function that runs where it is called.
    Here(HereCall<'a>),
    /// A function that needs a thread of the pool.
    OnThread(HereCall<'a>),
    /// An external tool.
    External(HandledCall<'a>),
    /// A tool that the toolbox adds.
    Added(Box<AddedCall<'a>>),
}

/// How a call is attempted.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    /// Whether it may have done something when it ended in the middle.
    pub(super) writes: bool,
    idempotent: bool,
    timeout: Duration,
    timer: &'a dyn Timer,
}

impl Attempted<'_> {
    pub(super) fn toolbox(&self) -> &Toolbox {
        match self {
            Self::Here(call) | Self::OnThread(call) => call.place.toolbox,
            Self::External(call) => call.toolbox,
            Self::Added(call) => call.toolbox(),
        }
    }

    /// Whether the result goes straight to the user.
    pub(super) fn is_direct(&self) -> bool {
        match self {
            Self::Here(call) | Self::OnThread(call) => call.info().direct,
            Self::External(_) | Self::Added(_) => false,
        }
    }

    /// How much of the answer the output is: a part of something longer is never cut again.
    pub(super) fn extent(&self) -> Extent {
        match self {
            Self::Added(call) => call.extent(),
            Self::Here(_) | Self::OnThread(_) | Self::External(_) => Extent::Whole,
        }
    }

    pub(super) fn terms(&self) -> Terms<'_> {
        let toolbox = self.toolbox();
        let (writes, idempotent, declared) = match self {
            Self::Here(call) | Self::OnThread(call) => {
                let info = call.info();
                (info.is_write(), info.idempotent, info.timeout_ms.map(Duration::from_millis))
            }
            Self::External(call) => {
                let class = call.function.class();
                // A lost answer of a read is asked for again: nothing happens twice.
                let is_harmless = call.function.is_idempotent() || class.is(Classification::Read);
                (class.may_write(), is_harmless, None)
            }
            Self::Added(_) => (false, false, None),
        };
        let timeout = declared.unwrap_or_else(|| toolbox.timeout());
        Terms { writes, idempotent, timeout, timer: toolbox.timer() }
    }

    /// Makes an attempt.
    pub(super) async fn attempt(&self, context: &CallContext<'_>) -> Result<Output, FunctionError> {
        let terms = self.terms();
        let ended = match self {
            Self::Here(call) => terms.run(call.prepare_here(context)?, context).await,
            Self::OnThread(call) => {
                terms.wait(ThreadJob::new(call, context).run(terms.writes), context).await
            }
            Self::External(call) => terms.run(call.start(context), context).await,
            Self::Added(call) => terms.run(call.start(), context).await,
        };
        ended.map_err(|error| error.in_time(has_effect_begun(context)))
    }

    /// Makes the attempt after `first`.
    pub(super) async fn attempt_again(
        &self,
        first: &FunctionError,
        context: &CallContext<'_>,
    ) -> Result<Output, FunctionError> {
        tracing::info!(
            target: "hpd::call",
            { "error.type" = first.error_type(), cause = first.source.as_deref() },
            "a call is made once more"
        );
        let details = context.shared_details().next_attempt();
        let keeper = context.keeper();
        let again =
            CallContext::with_details(context.call(), context.turn(), details).interpreted_by(self.toolbox());
        let again = if let Some(keeper) = keeper { again.kept_by(keeper) } else { again };
        self.attempt(&again).await.map_err(|second| second.after(first))
    }

    /// The error after this attempt: a read of this program has no unknown effect, even if declared.
    pub(super) fn tell(&self, error: FunctionError) -> FunctionError {
        match self {
            Self::Here(call) | Self::OnThread(call) if !call.info().is_write() => error.of_read(),
            Self::Added(_) => error.of_read(),
            Self::External(call) if call.function.class().is(Classification::Read) => {
                error.of_external_read()
            }
            _ => error,
        }
    }
}

impl Terms<'_> {
    /// Whether a call that ended in an error is made once more.
    pub(super) fn allow_another(&self, error: &FunctionError, context: &CallContext<'_>) -> bool {
        let is_harmless = match error.effect() {
            FailureEffect::NotRun => true,
            FailureEffect::Unknown => self.idempotent,
            FailureEffect::Failed => false,
        };
        is_harmless
            && !error.is_busy()
            && error.ask_request().is_none()
            && !context.cancellation().is_cancelled()
            && !is_over(context)
    }

    /// Drives the future of a function, for as long as it may take.
    pub(super) async fn run(
        &self,
        call: SendCall<'_>,
        context: &CallContext<'_>,
    ) -> Result<Output, FunctionError> {
        let call = AssertUnwindSafe(call).catch_unwind();
        self.wait(call.map(|ended| finished(ended, self.writes)), context).await
    }

    /// Waits for a call until it is done, cancelled or too late. One that is done at once needs no timer.
    async fn wait(
        &self,
        call: impl Future<Output = Result<Output, FunctionError>>,
        context: &CallContext<'_>,
    ) -> Result<Output, FunctionError> {
        let mut call = pin!(call);
        let mut cancelled = context.cancellation().cancelled();
        let mut limit = None;
        poll_fn(|cx| {
            if let Poll::Ready(output) = call.as_mut().poll(cx) {
                return Poll::Ready(output);
            }
            if cancelled.poll_unpin(cx).is_ready() {
                return Poll::Ready(Err(FunctionError::cancelled_while_running(self.writes)));
            }
            let (limit, over) = limit.get_or_insert_with(|| {
                let (limit, time) = self.limit(context);
                (limit, self.timer.sleep(time))
            });
            over.as_mut().poll(cx).map(|()| Err(FunctionError::too_late(*limit, self.writes)))
        })
        .await
    }

    /// The time limit of an attempt, and its kind.
    fn limit(&self, context: &CallContext<'_>) -> (TimeLimit, Duration) {
        let left = context.deadline().map(|deadline| deadline.saturating_duration_since(Instant::now()));
        match left {
            Some(left) if left < self.timeout => (TimeLimit::Deadline, left),
            _ => (TimeLimit::Timeout(self.timeout), self.timeout),
        }
    }
}

/// Whether the function said that its effect begins.
#[cold]
pub(super) fn has_effect_begun(context: &CallContext<'_>) -> bool {
    context.details().is_some_and(CallDetails::has_effect_begun)
}

/// Whether the deadline of a turn is over.
#[inline]
pub(super) fn is_over(context: &CallContext<'_>) -> bool {
    context.deadline().is_some_and(|deadline| deadline <= Instant::now())
}
