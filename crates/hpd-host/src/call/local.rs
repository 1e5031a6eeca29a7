//! Functions on threads of the pool: futures that must not leave their thread, and synchronous functions with a time
//! limit. The path of a call stays `Send`.

use std::panic::AssertUnwindSafe;
use std::pin::pin;

use futures_channel::oneshot;
use futures_util::FutureExt;
use futures_util::future::{Either, select};
use hpd_runtime::__private::{LocalCall, PreparedCall};
use hpd_runtime::context::CallDetails;
use hpd_runtime::{CallContext, Output, RawCall, TurnContext};
use tracing::{Dispatch, Span, dispatcher};

use super::gate::Place;
use super::here::{HereCall, finished, run_in_place};
use crate::background::NotRun;
use crate::call_error::FunctionError;
use crate::session::Session;
use crate::tool::{FunctionRole, Role, ToolIndex};
use crate::toolbox::Toolbox;

/// A call that is made on a thread of the pool: it owns all that it needs there, and is read again.
pub(super) struct ThreadJob {
    toolbox: Toolbox,
    index: ToolIndex,
    call: RawCall,
    turn: TurnContext,
    details: CallDetails,
    session: Option<Session>,
}

type Answer = Result<Output, FunctionError>;

impl ThreadJob {
    pub(super) fn new(call: &HereCall<'_>, context: &CallContext<'_>) -> Self {
        Self {
            toolbox: call.place.toolbox.clone(),
            index: call.place.index,
            call: call.call.clone(),
            turn: context.turn().clone(),
            details: context.shared_details(),
            session: context.keeper().and_then(|keeper| keeper.as_any().downcast_ref()).map(Session::share),
        }
    }

    /// Runs the call on a thread of the pool. When dropped, an asynchronous function is dropped there too; a synchronous
    /// one runs to its end. A full pool is an error: the call may be made by a function that holds the last thread.
    pub(super) async fn run(self, writes: bool) -> Answer {
        let (mut sender, receiver) = oneshot::channel();
        let surroundings = Surroundings::of_caller();
        let toolbox = self.toolbox.clone();
        let started = toolbox.threads().run(move || {
            let Surroundings { driver, dispatch, span } = surroundings;
            dispatcher::with_default(&dispatch, || {
                span.in_scope(|| {
                    let answer = self.answer(&driver, &mut sender, writes);
                    // Nobody may be waiting any more.
                    let _ = sender.send(answer);
                });
            });
        });
        match started {
            Ok(()) => receiver.await.unwrap_or_else(|_| Err(FunctionError::lost(writes))),
            Err(NotRun::Busy) => Err(FunctionError::busy()),
            Err(NotRun::NoThread(error)) => Err(FunctionError::not_started(error)),
        }
    }

    fn answer(self, driver: &Driver, sender: &mut oneshot::Sender<Answer>, writes: bool) -> Answer {
        // The thread may begin when the call was given up already.
        if sender.is_canceled() {
            return Err(FunctionError::cancelled_while_running(writes));
        }
        let Role::Function(FunctionRole::Here(function)) = &self.toolbox.at(self.index).role else {
            return Err(FunctionError::not_started("the function is not there any more"));
        };
        let here = HereCall { place: Place::new(&self.toolbox, self.index), function, call: &self.call };
        let context =
            CallContext::with_details(&self.call, &self.turn, self.details).interpreted_by(&self.toolbox);
        let context = if let Some(session) = &self.session { context.kept_by(session) } else { context };
        match here.prepare(&context)? {
            PreparedCall::Sync(call) => finished(driver.enter(|| run_in_place(call)), writes),
            PreparedCall::Local(call) => driver.drive(call, sender, writes),
            PreparedCall::Send(_) => Err(FunctionError::not_started("the function needs no thread")),
        }
    }
}

/// The caller's context for the thread.
struct Surroundings {
    driver: Driver,
    /// Who listens to events there.
    dispatch: Dispatch,
    span: Span,
}

impl Surroundings {
    fn of_caller() -> Self {
        let dispatch = dispatcher::get_default(Dispatch::clone);
        Self { driver: Driver::of_caller(), dispatch, span: Span::current() }
    }
}

/// Drives a future on the thread. Timers and sockets work there: it uses the caller's tokio runtime, if there is
/// one.
struct Driver {
    #[cfg(feature = "tokio")]
    runtime: Option<tokio::runtime::Handle>,
}

impl Driver {
    fn of_caller() -> Self {
        Self {
            #[cfg(feature = "tokio")]
            runtime: tokio::runtime::Handle::try_current().ok(),
        }
    }

    /// Runs a synchronous function, which may use the runtime.
    #[cfg_attr(not(feature = "tokio"), expect(clippy::unused_self, reason = "without tokio it is empty"))]
    fn enter<T>(&self, run: impl FnOnce() -> T) -> T {
        #[cfg(feature = "tokio")]
        let _entered = self.runtime.as_ref().map(tokio::runtime::Handle::enter);
        run()
    }

    /// Drives a future to its end, or until the receiver is gone.
    #[cfg_attr(not(feature = "tokio"), expect(clippy::unused_self, reason = "without tokio it is empty"))]
    fn drive(&self, call: LocalCall<'_>, sender: &mut oneshot::Sender<Answer>, writes: bool) -> Answer {
        let waiting = async {
            match select(AssertUnwindSafe(call).catch_unwind(), pin!(sender.cancellation())).await {
                Either::Left((ended, _)) => finished(ended, writes),
                Either::Right(((), _)) => Err(FunctionError::cancelled_while_running(writes)),
            }
        };
        #[cfg(feature = "tokio")]
        if let Some(runtime) = &self.runtime {
            return runtime.block_on(waiting);
        }
        futures_executor::block_on(waiting)
    }
}
