//! The ends of questions.

use hpd_host::approval::CallState;
use hpd_host::events::{Event, ResultStatus};
use hpd_host::journal::health::Questions;

use crate::health::events::{ask, decision, ended_waiting, mcq, of_turn};

fn questions(events: impl IntoIterator<Item = Event>) -> Questions {
    of_turn(events).questions
}

fn one(field: impl FnOnce(&mut Questions) -> &mut u64) -> Questions {
    let mut questions = Questions { asked: 1, ..Questions::default() };
    *field(&mut questions) = 1;
    questions
}

#[test]
fn a_question_is_open_until_something_becomes_of_it() {
    assert_eq!(questions([mcq("p")]), one(|questions| &mut questions.open));
}

#[test]
fn a_question_that_nothing_waits_for_is_counted_apart() {
    assert_eq!(questions([ask(None)]), Questions { unheld: 1, ..Questions::default() });
}

#[test]
fn yes_and_no_are_answers() {
    for (verdict, state) in [("approved", CallState::Approved), ("rejected", CallState::Rejected)] {
        let found = questions([mcq("p"), decision("p", verdict, state)]);
        assert_eq!(found, one(|questions| &mut questions.answered), "{verdict}");
    }
}

#[test]
fn only_the_last_wrong_phrase_is_an_answer() {
    let wrong = |state| decision("p", "wrong_phrase", state);
    let waits = [mcq("p"), wrong(CallState::AwaitingApproval)];
    assert_eq!(questions(waits.clone()), one(|questions| &mut questions.open));
    let over = waits.into_iter().chain([wrong(CallState::Rejected)]);
    assert_eq!(questions(over), one(|questions| &mut questions.answered));
}

#[test]
fn values_are_answered_by_the_call_that_has_them() {
    let found = questions([ask(Some("p")), decision("p", "replaced", CallState::Cancelled)]);
    assert_eq!(found, one(|questions| &mut questions.answered));
}

#[test]
fn a_write_that_is_asked_about_anew_was_not_answered() {
    let found = questions([mcq("p"), decision("p", "replaced", CallState::Cancelled)]);
    assert_eq!(found, one(|questions| &mut questions.closed));
}

#[test]
fn what_is_given_up_was_not_answered() {
    for asked in [mcq("p"), ask(Some("p"))] {
        let found = questions([asked, decision("p", "cancelled", CallState::Cancelled)]);
        assert_eq!(found, one(|questions| &mut questions.closed));
    }
}

#[test]
fn a_question_about_values_expires_by_a_decision() {
    let found = questions([ask(Some("p")), decision("p", "expired", CallState::Expired)]);
    assert_eq!(found, one(|questions| &mut questions.expired));
}

#[test]
fn a_question_about_a_write_expires_by_its_result() {
    let found = questions([mcq("p"), ended_waiting("p", ResultStatus::Expired)]);
    assert_eq!(found, one(|questions| &mut questions.expired));
}

#[test]
fn what_was_approved_and_came_too_late_was_answered() {
    let approved = decision("p", "approved", CallState::Approved);
    let found = questions([mcq("p"), approved, ended_waiting("p", ResultStatus::Expired)]);
    assert_eq!(found, one(|questions| &mut questions.answered));
}

#[test]
fn answers_to_questions_of_another_time_are_not_counted() {
    let found = questions([decision("p", "approved", CallState::Approved)]);
    assert_eq!(found, Questions::default());
}
