//! Functions that take too long.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use futures_executor::block_on;
use futures_util::future::join;
use hpd_host::approval::Permission;
use hpd_host::output::FailureEffect;
use hpd_host::system::System;
use hpd_host::testing::FakeTimer;
use hpd_host::{Approval, Limits, Outcome, RawCall, Session, Toolbox, TurnContext, plugin};

use crate::running::desk::{Act, MINUTE, office, office_with};

pub(crate) const READ_LATE: &str = r#"{"error_type":"function_timeout","error_message":"The function was not done within 60 s and was given up.","retry_guidance":"Ask for less at once, or go on without it."}"#;
pub(crate) const WRITE_LATE: &str = r#"{"error_type":"function_timeout","error_message":"The function was not done within 60 s. Nobody knows whether it took effect.","outcome":"unknown","retry_guidance":"Do NOT call it again. Check first whether it took effect, and tell the user that this is not known."}"#;

fn effect(outcome: &Outcome) -> Option<FailureEffect> {
    Some(outcome.error()?.function()?.effect())
}

#[test]
fn a_read_that_is_too_late_has_failed() {
    let office = office([Act::Hang]);
    let outcome = office.call_for("read_later", &[MINUTE]);
    assert_eq!(outcome.for_model().text, READ_LATE);
    assert_eq!(effect(&outcome), Some(FailureEffect::Failed));
    assert!(outcome.error().unwrap().function().unwrap().is_timeout());
    assert_eq!(office.script.attempts().len(), 1);
}

#[test]
fn a_write_that_is_too_late_is_unknown_and_made_once() {
    for name in ["write", "write_later", "write_local"] {
        let office = office([Act::Hang]);
        let outcome = office.call_for(name, &[MINUTE]);
        assert_eq!(outcome.for_model().text, WRITE_LATE, "{name}");
        assert_eq!(effect(&outcome), Some(FailureEffect::Unknown));
        assert_eq!(outcome.attempts(), Some(1));
        assert_eq!(office.script.attempts().len(), 1, "{name}");
    }
}

#[test]
fn in_sentences_it_says_the_same() {
    let outcome = office([Act::Hang]).call_for("write_later", &[MINUTE]);
    assert_eq!(
        outcome.for_model_as_text(),
        "The function was not done within 60 s. Nobody knows whether it took effect. Do NOT call it again. Check first \
         whether it took effect, and tell the user that this is not known."
    );
}

#[test]
fn a_function_has_its_own_time() {
    let office = office([Act::Hang]);
    let outcome = office.call_for("read_timed", &[Duration::from_millis(1500)]);
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_timeout","error_message":"The function was not done within 1.5 s and was given up.","retry_guidance":"Ask for less at once, or go on without it."}"#
    );
}

#[test]
fn the_host_sets_the_time_of_all_others() {
    let office =
        office_with([Act::Hang], |builder| builder.limits(Limits::new().timeout(Duration::from_secs(5))));
    assert_eq!(office.toolbox.timeout(), Duration::from_secs(5));
    let outcome = office.call_for("write_later", &[Duration::from_secs(5)]);
    assert_eq!(outcome.for_model().text, WRITE_LATE.replace("60 s", "5 s"),);
}

#[test]
fn a_deadline_that_comes_first_counts() {
    let deadline = Some(Instant::now() + Duration::from_secs(3600));
    let turn = TurnContext { deadline, ..TurnContext::default() };
    let office =
        office_with([Act::Hang], |builder| builder.limits(Limits::new().timeout(Duration::from_secs(7200))));
    let outcome = office.call_in(&turn, "read_later", &[Duration::from_secs(3600)]);
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_timeout","error_message":"The function was not done before the deadline and was given up.","retry_guidance":"Ask for less at once, or go on without it."}"#
    );
}

#[test]
fn nothing_starts_after_the_deadline() {
    let turn = TurnContext { deadline: Some(Instant::now()), ..TurnContext::default() };
    for name in ["read", "read_later", "write", "write_local"] {
        let office = office([]);
        let outcome = office.call_in(&turn, name, &[]);
        assert_eq!(
            outcome.for_model().text,
            r#"{"error_type":"function_timeout","error_message":"The deadline is over. The function did not run."}"#
        );
        assert_eq!(effect(&outcome), Some(FailureEffect::NotRun));
        assert_eq!(office.script.attempts(), [], "{name}");
    }
}

#[test]
fn what_is_done_at_once_needs_no_timer() {
    let office = office([]);
    for name in ["read", "read_later"] {
        assert_eq!(office.call(name).for_model().text, "done: hi");
    }
    assert_eq!(office.timer.waiting(), []);
}

/// Tells the test when it is dropped.
struct Guard(Sender<()>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.send(()).unwrap();
    }
}

struct Station {
    begun: Sender<()>,
    dropped: Sender<()>,
    /// The gate of a synchronous function. `gone_on` reports that it has passed.
    gate: Mutex<Receiver<()>>,
    gone_on: Sender<()>,
}

#[plugin]
impl Station {
    /// Waits on its own thread.
    #[ai_function(local)]
    async fn wait(&self) {
        let _guard = Guard(self.dropped.clone());
        self.begun.send(()).unwrap();
        std::future::pending::<()>().await;
    }

    /// Blocks.
    #[ai_function(write, risk = low)]
    fn block(&self) {
        self.begun.send(()).unwrap();
        self.gate.lock().unwrap().recv().unwrap();
        self.gone_on.send(()).unwrap();
    }
}

/// A call for which a minute passes once its function has begun.
fn late(toolbox: &Toolbox, timer: &FakeTimer, has_begun: &Receiver<()>, name: &str) -> Outcome {
    let (session, call) = (Session::new(), RawCall::new("1", name, "{}"));
    let time = async {
        has_begun.recv().unwrap();
        timer.advance(MINUTE);
    };
    block_on(join(toolbox.call(&session, &call), time)).0
}

#[test]
fn a_future_on_its_own_thread_is_dropped_and_a_synchronous_function_goes_on() {
    let (begun, has_begun) = channel();
    let (dropped, is_dropped) = channel();
    let (open, gate) = channel();
    let (gone_on, has_gone_on) = channel();
    let timer = FakeTimer::new();
    let station = Station { begun, dropped, gate: Mutex::new(gate), gone_on };
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(station)
        .system(System::new().timer(timer.clone()))
        .build()
        .unwrap();

    assert_eq!(late(&toolbox, &timer, &has_begun, "wait").for_model().text, READ_LATE);
    is_dropped.recv().unwrap();

    assert_eq!(late(&toolbox, &timer, &has_begun, "block").for_model().text, WRITE_LATE);
    assert!(has_gone_on.try_recv().is_err());
    open.send(()).unwrap();
    has_gone_on.recv().unwrap();
}
