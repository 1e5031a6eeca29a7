//! A plugin that plays a test's script, one act per attempt.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Condvar, Mutex};
use std::task::Poll;
use std::time::Duration;

use futures_executor::block_on;
use futures_util::future::join;
use hpd_host::approval::Permission;
use hpd_host::system::System;
use hpd_host::testing::{FakeTimer, SeededRandom};
use hpd_host::{
    Approval, CallContext, Outcome, RawCall, Session, ToolError, Toolbox, ToolboxBuilder, TurnContext, plugin,
};

/// The act of a function at an attempt.
pub(crate) enum Act {
    Work,
    Fail(ToolError),
    Panic,
    /// It never ends; a synchronous one ends with the test.
    Hang,
}

/// The arguments and context of an attempt.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Attempt {
    pub(crate) number: u32,
    pub(crate) key: Option<String>,
    pub(crate) text: String,
}

#[derive(Default)]
struct State {
    acts: VecDeque<Act>,
    attempts: Vec<Attempt>,
    is_over: bool,
}

/// Shared with the test, which writes the acts and reads the attempts.
#[derive(Clone, Default)]
pub(crate) struct Script {
    state: Arc<(Mutex<State>, Condvar)>,
}

impl Script {
    pub(crate) fn new(acts: impl IntoIterator<Item = Act>) -> Self {
        let script = Self::default();
        script.state.0.lock().unwrap().acts.extend(acts);
        script
    }

    pub(crate) fn attempts(&self) -> Vec<Attempt> {
        self.state.0.lock().unwrap().attempts.clone()
    }

    /// Waits until so many attempts have begun: some do so on threads of their own.
    fn wait_for(&self, attempts: usize) {
        let (state, changed) = &*self.state;
        let is_waiting = |state: &mut State| state.attempts.len() < attempts;
        drop(changed.wait_while(state.lock().unwrap(), is_waiting).unwrap());
    }

    /// Records an attempt; returns its act.
    pub(crate) fn next(&self, text: &str, ctx: &CallContext<'_>) -> Act {
        let attempt = Attempt {
            number: ctx.attempt(),
            key: ctx.idempotency_key().map(str::to_owned),
            text: text.to_owned(),
        };
        let (state, changed) = &*self.state;
        let mut state = state.lock().unwrap();
        state.attempts.push(attempt);
        changed.notify_all();
        state.acts.pop_front().unwrap_or(Act::Work)
    }

    fn act(&self, text: &str, ctx: &CallContext<'_>) -> Result<String, ToolError> {
        match self.next(text, ctx) {
            Act::Work => Ok(format!("done: {text}")),
            Act::Fail(error) => Err(error),
            Act::Panic => panic!("unplugged"),
            Act::Hang => {
                let (state, changed) = &*self.state;
                let is_running = |state: &mut State| !state.is_over;
                drop(changed.wait_while(state.lock().unwrap(), is_running).unwrap());
                Ok("too late".to_owned())
            }
        }
    }

    async fn act_later(&self, text: &str, ctx: &CallContext<'_>) -> Result<String, ToolError> {
        match self.next(text, ctx) {
            Act::Work => Ok(format!("done: {text}")),
            Act::Fail(error) => Err(error),
            Act::Panic => panic!("unplugged"),
            Act::Hang => std::future::pending().await,
        }
    }
}

/// A toolbox with the plugin, and its controls.
pub(crate) struct Office {
    pub(crate) toolbox: Toolbox,
    pub(crate) timer: FakeTimer,
    pub(crate) script: Script,
}

/// Lets threads go that hang.
impl Drop for Office {
    fn drop(&mut self) {
        let (state, changed) = &*self.script.state;
        state.lock().unwrap().is_over = true;
        changed.notify_all();
    }
}

pub(crate) struct Desk {
    script: Script,
}

#[plugin]
impl Desk {
    /// Reads.
    #[ai_function]
    fn read(
        &self,
        /// Anything.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.script.act(&text, ctx)
    }

    /// Reads, for so long and no longer.
    #[ai_function(timeout = "1500 ms")]
    fn read_timed(
        &self,
        /// Anything.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.script.act(&text, ctx)
    }

    /// Reads, and waits for something.
    #[ai_function]
    async fn read_later(
        &self,
        /// Anything.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.script.act_later(&text, ctx).await
    }

    /// Writes.
    #[ai_function(write, risk = low)]
    fn write(
        &self,
        /// Anything.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.script.act(&text, ctx)
    }

    /// Writes, and waits for something.
    #[ai_function(write, risk = low)]
    async fn write_later(
        &self,
        /// Anything.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.script.act_later(&text, ctx).await
    }

    /// Writes on one thread.
    #[ai_function(write, risk = low, local)]
    async fn write_local(
        &self,
        /// Anything.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.script.act_later(&text, ctx).await
    }

    /// Writes the same, however often.
    #[ai_function(write, risk = low, idempotent)]
    fn put(
        &self,
        /// Anything.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.script.act(&text, ctx)
    }

    /// Writes the same, however often, and waits for something.
    #[ai_function(write, risk = low, idempotent)]
    async fn put_later(
        &self,
        /// Anything.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.script.act_later(&text, ctx).await
    }
}

pub(crate) fn office(acts: impl IntoIterator<Item = Act>) -> Office {
    office_with(acts, |builder| builder)
}

pub(crate) fn office_with(
    acts: impl IntoIterator<Item = Act>,
    more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder,
) -> Office {
    let (script, timer) = (Script::new(acts), FakeTimer::new());
    let builder = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Desk { script: script.clone() });
    let builder = builder.system(System::new().timer(timer.clone()).random(SeededRandom::new(1)));
    Office { toolbox: more(builder).build().unwrap(), timer, script }
}

/// A call of a function of the plugin.
pub(crate) fn sent(name: &str) -> RawCall {
    RawCall::new("call_1", name, r#"{"text":"hi"}"#)
}

impl Office {
    /// A call without outside events.
    pub(crate) fn call(&self, name: &str) -> Outcome {
        block_on(self.toolbox.call(&Session::new(), &sent(name)))
    }

    /// A call during which time passes, for one attempt after the other.
    pub(crate) fn call_for(&self, name: &str, times: &[Duration]) -> Outcome {
        self.call_in(&TurnContext::default(), name, times)
    }

    pub(crate) fn call_in(&self, turn: &TurnContext, name: &str, times: &[Duration]) -> Outcome {
        let (session, call) = (Session::new(), sent(name));
        let time = async {
            for (begun, &time) in (1..).zip(times) {
                self.script.wait_for(begun);
                self.timer.advance(time);
                yield_now().await;
            }
        };
        block_on(join(self.toolbox.call_with(&session, turn, &call), time)).0
    }

    /// A call that is cancelled while it runs.
    pub(crate) fn call_and_cancel(&self, name: &str) -> Outcome {
        let turn =
            TurnContext { cancellation: hpd_host::context::Cancellation::new(), ..TurnContext::default() };
        let (session, call) = (Session::new(), sent(name));
        let cancel = async {
            self.script.wait_for(1);
            turn.cancellation.cancel();
        };
        block_on(join(self.toolbox.call_with(&session, &turn, &call), cancel)).0
    }
}

/// Yields to the other tasks once.
async fn yield_now() {
    let mut has_yielded = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

pub(crate) const MINUTE: Duration = Duration::from_secs(60);
