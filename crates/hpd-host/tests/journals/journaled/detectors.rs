//! Detectors of hosts: what they see, and what holds without their answer.

use std::future::pending;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::guardrail::{About, Claim, ClaimDetector, DetectorError, Evidence, TruthSentences};
use hpd_host::list::ModelOptions;
use hpd_host::system::{BoxFuture, System};
use hpd_host::testing::FakeTimer;

use crate::journaled::desk::Desk;

/// What a detector answers.
#[derive(Clone, Copy)]
enum Answers {
    Claims,
    Error,
    Never,
    Panic,
}

struct Judge {
    answers: Answers,
    seen: Arc<Mutex<Vec<String>>>,
    sentences: TruthSentences,
}

impl ClaimDetector for Judge {
    fn claims<'a>(
        &'a self,
        text: &'a str,
        evidence: &'a Evidence,
    ) -> BoxFuture<'a, Result<Vec<Claim>, DetectorError>> {
        Box::pin(async move {
            let writes = evidence.writes.iter().map(|write| format!("{} {:?}", write.tool, write.status));
            self.seen.lock().unwrap().extend(writes);
            match self.answers {
                Answers::Claims => Ok(vec![Claim::success(0..text.len(), About::Writes(vec![0]))]),
                Answers::Error => Err(DetectorError::new("no connection with token 4711")),
                Answers::Never => pending().await,
                Answers::Panic => panic!("the judge panicked"),
            }
        })
    }

    fn sentences(&self) -> &TruthSentences {
        &self.sentences
    }

    fn time_limit(&self) -> Duration {
        Duration::from_secs(3)
    }
}

/// A desk with a write that waits, and what its judge saw.
fn desk(answers: Answers, timer: &FakeTimer) -> (Desk, Arc<Mutex<Vec<String>>>) {
    let seen = Arc::default();
    let judge = Judge { answers, seen: Arc::clone(&seen), sentences: TruthSentences::german() };
    let desk = Desk::with(|builder| {
        let model = ModelOptions::new().claim_detector(judge);
        builder.model(model).system(System::new().timer(timer.clone()))
    });
    desk.call("c1", "pay", r#"{"to": "Acme", "amount": 5000}"#);
    (desk, seen)
}

const WAITS: &str = "Dies wartet auf Ihre Bestätigung: pay.";

#[test]
fn a_detector_sees_the_writes_with_their_states() {
    let (desk, seen) = desk(Answers::Claims, &FakeTimer::new());
    let checked = block_on(desk.toolbox.check_final_answer(&desk.session, "Hecho.")).unwrap();
    assert_eq!(checked.text, WAITS);
    assert_eq!(*seen.lock().unwrap(), ["pay WaitsForConfirmation"]);
    assert_eq!(desk.data("detector_failed").len(), 0);
}

#[test]
fn without_an_answer_the_built_in_words_decide() {
    for (answers, reason) in [(Answers::Error, "failed"), (Answers::Panic, "panicked")] {
        let (desk, _) = desk(answers, &FakeTimer::new());
        let checked =
            block_on(desk.toolbox.check_final_answer(&desk.session, "I've paid Acme. Bye!")).unwrap();
        assert_eq!(checked.text, format!("{WAITS} Bye!"));
        assert_eq!(desk.data("detector_failed"), [format!(r#"{{"reason":"{reason}"}}"#)]);
        assert_eq!(desk.data("guardrail").len(), 1);
        let checked = block_on(desk.toolbox.check_final_answer(&desk.session, "Hecho.")).unwrap();
        assert_eq!(checked.text, "Hecho.");
        assert_eq!(desk.data("detector_failed").len(), 2);
    }
}

#[test]
fn a_detector_that_takes_too_long_is_left() {
    let timer = FakeTimer::new();
    let (desk, _) = desk(Answers::Never, &timer);
    let check = desk.toolbox.check_final_answer(&desk.session, "I've paid Acme.");
    let passes = async {
        timer.advance(Duration::from_secs(2));
        timer.advance(Duration::from_secs(1));
    };
    let (checked, ()) = block_on(futures_util::future::join(check, passes));
    assert_eq!(checked.unwrap().text, WAITS);
    assert_eq!(desk.data("detector_failed"), [r#"{"reason":"timed_out"}"#]);
}

#[test]
fn the_status_line_says_how_the_answer_was_checked() {
    let (desk, _) = desk(Answers::Error, &FakeTimer::new());
    block_on(desk.toolbox.check_final_answer(&desk.session, "Hello.")).unwrap();
    let events = desk.events();
    let last = events.last().unwrap();
    assert_eq!(last.status_line().as_deref(), Some("The answer was checked by words alone."));
}
