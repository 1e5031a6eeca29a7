//! Functions whose future must not leave its thread: each call gets a thread of its own, so that the path of a call
//! stays `Send`.

use std::future::Future;
use std::thread;

use futures_channel::oneshot;
use hpd_runtime::args::{Reader, Refused};
use hpd_runtime::{CallContext, Output, PreparedCall, RawCall, TurnContext};

use super::error::FunctionError;
use super::gate::Place;
use super::invoke::run_future;
use crate::toolbox::{FunctionRole, Role, ToolIndex, Toolbox};

/// A call that is made again on a thread of its own: it owns all that it needs there.
pub(super) struct LocalJob {
    toolbox: Toolbox,
    index: ToolIndex,
    call: RawCall,
    turn: TurnContext,
}

impl LocalJob {
    pub(super) fn new(place: Place<'_>, context: &CallContext<'_>) -> Self {
        Self {
            toolbox: place.toolbox.clone(),
            index: place.index,
            call: context.call().clone(),
            turn: context.turn().clone(),
        }
    }

    /// Runs the call on a thread of its own.
    pub(super) async fn run(self) -> Result<Output, FunctionError> {
        let (sender, receiver) = oneshot::channel();
        let driver = Driver::of_caller();
        let name = format!("hpd-{}", self.call.name);
        let spawned = thread::Builder::new().name(name).spawn(move || {
            // Nobody may be waiting any more: the turn was dropped.
            let _ = sender.send(driver.drive(self.answer()));
        });
        match spawned {
            Ok(_) => receiver.await.unwrap_or_else(|_| Err(FunctionError::lost())),
            Err(error) => Err(FunctionError::not_started(&error)),
        }
    }

    async fn answer(self) -> Result<Output, FunctionError> {
        let context = CallContext::new(&self.call, &self.turn);
        let Role::Function(FunctionRole::Here(function)) = &self.toolbox.at(self.index).role else {
            return Err(FunctionError::lost());
        };
        let mut reader = Reader::new(&self.call.arguments, &function.plan).stopped_by(self.call.stop_reason);
        match function.prepare(&mut reader, &context) {
            Ok(PreparedCall::Local(call)) => {
                context.set_warnings(reader.take_warnings());
                run_future(call, context.cancellation()).await
            }
            Ok(_) | Err(Refused) => Err(FunctionError::lost()),
        }
    }
}

/// Drives a future on the new thread: with the tokio runtime of the caller, if there is one, so that timers and sockets
/// work there.
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

    #[cfg_attr(not(feature = "tokio"), expect(clippy::unused_self, reason = "without tokio it is empty"))]
    fn drive<F: Future>(self, future: F) -> F::Output {
        #[cfg(feature = "tokio")]
        if let Some(runtime) = self.runtime {
            return runtime.block_on(future);
        }
        futures_executor::block_on(future)
    }
}
