//! The threads of a toolbox: their number, and calls that find none free.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use futures_executor::block_on;
use futures_util::future::join_all;
use hpd_host::approval::Permission;
use hpd_host::output::FailureEffect;
use hpd_host::{Approval, Limits, Outcome, RawCall, Session, Toolbox, plugin};

const BUSY: &str = r#"{"error_type":"function_busy","error_message":"Too many functions run at the moment. This one did not run.","retry_guidance":"You may call it again when other calls are done."}"#;

/// Functions that take as long as the test wants.
#[derive(Clone, Default)]
struct Mill(Arc<Gate>);

#[derive(Default)]
struct Gate {
    is_open: Mutex<bool>,
    opened: Condvar,
    /// Functions that run, and that ever ran.
    running: AtomicUsize,
    most: AtomicUsize,
    begun: AtomicUsize,
}

impl Gate {
    fn open(&self) {
        *self.is_open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn pass(&self) {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(running, Ordering::SeqCst);
        drop(self.opened.wait_while(self.is_open.lock().unwrap(), |is_open| !*is_open).unwrap());
        self.running.fetch_sub(1, Ordering::SeqCst);
    }
}

#[plugin]
impl Mill {
    /// Grinds.
    #[ai_function(write, risk = low)]
    fn grind(
        &self,
        /** The number of bags. */
        bags: u32,
    ) -> String {
        self.0.pass();
        format!("{bags} ground")
    }

    /// Weighs.
    #[ai_function(timeout = "5ms")]
    fn weigh(&self) -> &'static str {
        self.0.pass();
        "weighed"
    }

    /// Looks.
    #[ai_function]
    fn look() -> &'static str {
        "quiet"
    }
}

fn toolbox(mill: &Mill, threads: usize) -> Toolbox {
    let approval = Approval::new().writes(Permission::Allow);
    let limits = Limits::new().threads(threads);
    Toolbox::builder().plugin(mill.clone()).approval(approval).limits(limits).build().unwrap()
}

fn grind(toolbox: &Toolbox, id: &str) -> Outcome {
    let arguments = format!(r#"{{"bags": {}}}"#, id.len());
    block_on(toolbox.call(&Session::new(), &RawCall::new(id, "grind", &*arguments)))
}

#[test]
fn a_call_that_finds_no_thread_did_not_run_and_may_be_made_again() {
    let mill = Mill::default();
    let toolbox = toolbox(&mill, 1);
    // It is too late, and keeps the thread. On a busy machine the thread itself may be too late, and the function not begin.
    while mill.0.begun.load(Ordering::SeqCst) == 0 {
        let late = block_on(toolbox.call(&Session::new(), &RawCall::new("1", "weigh", "{}")));
        let error = late.error().unwrap().function().unwrap();
        assert!(error.is_timeout() || error.is_busy());
    }

    let (session, call) = (Session::new(), RawCall::new("2", "grind", r#"{"bags": 2}"#));
    let busy = block_on(toolbox.call(&session, &call));
    assert_eq!(busy.for_model().text, BUSY);
    assert_eq!(
        busy.for_model_as_text(),
        "Too many functions run at the moment. This one did not run. You may call it again when other calls are done."
    );
    let error = busy.error().unwrap().function().unwrap();
    assert!(error.is_busy());
    assert_eq!((error.effect(), error.attempts()), (FailureEffect::NotRun, 1));
    assert_eq!(mill.0.begun.load(Ordering::SeqCst), 1);
    // Functions that run in place need no thread.
    let look = block_on(toolbox.call(&Session::new(), &RawCall::new("3", "look", "{}")));
    assert_eq!(look.for_model().text, "quiet");

    mill.0.open();
    while mill.0.running.load(Ordering::SeqCst) > 0 {
        std::thread::yield_now();
    }
    // The same call, delivered again: it runs once now. Its thread may need a moment to be free.
    let again = loop {
        let again = block_on(toolbox.call(&session, &call));
        if again.error().is_none() {
            break again;
        }
        assert_eq!(again.for_model().text, BUSY);
    };
    assert_eq!(again.for_model().text, "2 ground");
    assert_eq!(mill.0.begun.load(Ordering::SeqCst), 2);
}

#[test]
fn three_hundred_late_functions_leave_as_many_threads_as_the_host_allows() {
    let mill = Mill::default();
    let toolbox = toolbox(&mill, 4);
    let (mut late, mut busy) = (0, 0);
    for number in 0..300 {
        let call = RawCall::new(number.to_string(), "weigh", "{}");
        let outcome = block_on(toolbox.call(&Session::new(), &call));
        let error = outcome.error().unwrap().function().unwrap();
        late += usize::from(error.is_timeout());
        busy += usize::from(error.is_busy());
    }
    assert_eq!((late, busy), (4, 296));
    assert_eq!(mill.0.most.load(Ordering::SeqCst), 4);
    mill.0.open();
}

#[test]
fn snapshots_share_the_threads() {
    let mill = Mill::default();
    let first = toolbox(&mill, 1);
    let second = first.to_builder().build().unwrap();
    block_on(first.call(&Session::new(), &RawCall::new("1", "weigh", "{}")));
    assert_eq!(grind(&second, "2").for_model().text, BUSY);
    // The newest setting counts for all of them.
    let third = second.to_builder().limits(Limits::new().threads(2)).build().unwrap();
    mill.0.open();
    assert_eq!(grind(&third, "3").for_model().text, "1 ground");
}

#[test]
fn a_message_with_the_most_calls_finds_threads_for_all_of_them() {
    let mill = Mill::default();
    let approval = Approval::new().writes(Permission::Allow);
    let toolbox = Toolbox::builder().plugin(mill.clone()).approval(approval).build().unwrap();
    let calls: Vec<_> = (0..16).map(|number| RawCall::new(number.to_string(), "weigh", "{}")).collect();
    let session = Session::new();
    let all = join_all(calls.iter().map(|call| toolbox.call(&session, call)));
    let opened = async {
        while mill.0.begun.load(Ordering::SeqCst) < 16 {
            std::thread::sleep(Duration::from_millis(1));
        }
        mill.0.open();
    };
    let (outcomes, ()) = block_on(futures_util::future::join(all, opened));
    assert!(outcomes.iter().all(|outcome| {
        outcome
            .error()
            .is_none_or(|error| error.function().is_some_and(hpd_host::error::FunctionError::is_timeout))
    }));
    assert_eq!(mill.0.most.load(Ordering::SeqCst), 16);
}

/// A function that makes a call on the same toolbox, and waits for it.
#[derive(Default)]
struct Foreman(Arc<Mutex<Option<Toolbox>>>);

#[plugin]
impl Foreman {
    /// Has something ground.
    #[ai_function(write, risk = low)]
    fn have_ground(&self) -> String {
        let toolbox = self.0.lock().unwrap().clone().unwrap();
        grind(&toolbox, "inner").for_model_as_text().into_owned()
    }
}

#[test]
fn a_call_inside_a_call_does_not_wait_for_its_own_thread() {
    let (mill, foreman) = (Mill::default(), Foreman::default());
    mill.0.open();
    let own = Arc::clone(&foreman.0);
    let toolbox = toolbox(&mill, 1).to_builder().plugin(foreman).build().unwrap();
    *own.lock().unwrap() = Some(toolbox.clone());
    let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", "have_ground", "{}")));
    assert_eq!(
        outcome.for_model().text,
        "Too many functions run at the moment. This one did not run. You may call it again when other calls are done."
    );
    own.lock().unwrap().take();
}
