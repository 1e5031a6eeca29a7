//! Each step from each state.

use hpd_runtime::Principal;

use crate::pending::{
    CallState, Decided, DecidedBy, OutcomeNotes, PendingCall, PendingVerdict, StoredOutcome,
};
use crate::system::Timestamp;
use crate::testing::store_kit::sample_call;

use CallState::{
    Approved, AwaitingApproval, Blocked, Cancelled, Executing, Expired, Failed, NeedsInput, Rejected,
    Succeeded, Unknown,
};

/// The end of the time of each call here, and the moment before.
const OVER: Timestamp = Timestamp::from_millis(2_000_000);
const IN_TIME: Timestamp = Timestamp::from_millis(1_999_999);

fn call(state: CallState) -> PendingCall {
    PendingCall { state, ..sample_call("one", AwaitingApproval) }
}

/// A call with a verdict that led to its state.
fn decided(state: CallState, verdict: PendingVerdict) -> PendingCall {
    PendingCall { verdict: Some(verdict), ..call(state) }
}

fn outcome() -> StoredOutcome {
    StoredOutcome { is_error: false, text: "voided".to_owned(), notes: OutcomeNotes::default() }
}

fn by(principal: &str) -> DecidedBy {
    DecidedBy::new(Principal::new(principal), IN_TIME)
}

#[test]
fn a_new_call_is_open_and_nothing_happened_to_it() {
    for state in CallState::ALL {
        assert_eq!(
            call(state).is_new(),
            [NeedsInput, AwaitingApproval, Approved].contains(&state),
            "{state}"
        );
    }
    let changes: [fn(&mut PendingCall); 4] = [
        |call| call.tries = 1,
        |call| call.verdict = Some(PendingVerdict::Approved),
        |call| call.lease = Some(OVER),
        |call| call.outcome = Some(outcome()),
    ];
    for (index, change) in changes.iter().enumerate() {
        let mut row = call(Approved);
        change(&mut row);
        assert!(!row.is_new(), "change {index}");
    }
}

#[test]
fn an_open_call_expires_and_a_running_one_becomes_unknown() {
    for state in CallState::ALL {
        let running = PendingCall { lease: Some(OVER), ..call(state) };
        let end = match state {
            NeedsInput | AwaitingApproval | Approved => Expired,
            Executing => Unknown,
            _ => state,
        };
        assert_eq!((running.state_at(IN_TIME), running.state_at(OVER)), (state, end));

        let mut early = running.clone();
        assert!(!early.end_if_over(IN_TIME), "{state}");
        assert!(early == running, "{state}");

        let mut late = running.clone();
        assert_eq!(late.end_if_over(OVER), end != state, "{state}");
        assert!(late == PendingCall { state: end, ..running }, "{state}");
    }
}

#[test]
fn a_running_call_has_its_lease_and_no_other_time() {
    let forever = Timestamp::from_millis(u64::MAX);
    assert_eq!(call(Executing).state_at(forever), Executing);
    let running = PendingCall { lease: Some(forever), ..call(Executing) };
    assert_eq!(running.state_at(OVER), Executing);
}

/// The result of a verdict, in a line.
fn line(decided: &Decided) -> String {
    let word = match decided {
        Decided::Done(_) => "done",
        Decided::Repeated(_) => "repeated",
        Decided::Conflict(_) => "conflict",
        Decided::Missing => "missing",
    };
    let call = decided.call().unwrap();
    let verdict = call.verdict.as_ref().map_or("none".to_owned(), |verdict| format!("{verdict:?}"));
    format!("{word}: {}, {} tries, {verdict}", call.state, call.tries)
}

#[test]
fn a_verdict_that_changes_the_state_is_kept() {
    let replaced = PendingVerdict::Replaced { by: None };
    for (state, verdict, expected) in [
        (AwaitingApproval, PendingVerdict::Approved, "done: approved, 0 tries, Approved"),
        (AwaitingApproval, PendingVerdict::Rejected, "done: rejected, 0 tries, Rejected"),
        (NeedsInput, PendingVerdict::Cancelled, "done: cancelled, 0 tries, Cancelled"),
        (Approved, PendingVerdict::Blocked, "done: blocked, 0 tries, Blocked"),
        (Approved, replaced, "done: cancelled, 0 tries, Replaced { by: None }"),
        (NeedsInput, PendingVerdict::Approved, "conflict: needs_input, 0 tries, none"),
        (Executing, PendingVerdict::Cancelled, "conflict: executing, 0 tries, none"),
    ] {
        assert_eq!(line(&call(state).decided(verdict, IN_TIME)), expected);
    }
}

#[test]
fn the_third_wrong_phrase_rejects() {
    let mut waiting = call(AwaitingApproval);
    for expected in [
        "done: awaiting_approval, 1 tries, none",
        "done: awaiting_approval, 2 tries, none",
        "done: rejected, 3 tries, WrongPhrase",
        "conflict: rejected, 3 tries, WrongPhrase",
    ] {
        let decided = waiting.clone().decided(PendingVerdict::WrongPhrase, IN_TIME);
        assert_eq!(line(&decided), expected);
        waiting = decided.call().unwrap().clone();
    }
}

#[test]
fn a_verdict_after_the_time_is_a_conflict_and_ends_the_call() {
    for state in [NeedsInput, AwaitingApproval, Approved] {
        let late = decided(state, PendingVerdict::Approved).decided(PendingVerdict::Approved, OVER);
        assert_eq!(line(&late), "conflict: expired, 0 tries, Approved", "{state}");
        let again = late.call().unwrap().clone().decided(PendingVerdict::Approved, OVER);
        assert_eq!(line(&again), "conflict: expired, 0 tries, Approved", "{state}");
    }
}

#[test]
fn a_verdict_ends_no_run() {
    let running = PendingCall { lease: Some(IN_TIME), ..decided(Executing, PendingVerdict::Approved) };
    let again = running.decided(PendingVerdict::Approved, OVER);
    assert_eq!(line(&again), "repeated: executing, 0 tries, Approved");
}

#[test]
fn the_same_verdict_again_is_a_repetition() {
    for (state, before, verdict, expected) in [
        (
            Approved,
            PendingVerdict::Approved,
            PendingVerdict::Approved,
            "repeated: approved, 0 tries, Approved",
        ),
        (
            Succeeded,
            PendingVerdict::Approved,
            PendingVerdict::Approved,
            "repeated: succeeded, 0 tries, Approved",
        ),
        (Blocked, PendingVerdict::Blocked, PendingVerdict::Approved, "repeated: blocked, 0 tries, Blocked"),
        (
            Rejected,
            PendingVerdict::Rejected,
            PendingVerdict::Rejected,
            "repeated: rejected, 0 tries, Rejected",
        ),
        (
            Rejected,
            PendingVerdict::Rejected,
            PendingVerdict::Approved,
            "conflict: rejected, 0 tries, Rejected",
        ),
        (
            Rejected,
            PendingVerdict::Approved,
            PendingVerdict::Blocked,
            "conflict: rejected, 0 tries, Approved",
        ),
        (
            Cancelled,
            PendingVerdict::Cancelled,
            PendingVerdict::Rejected,
            "conflict: cancelled, 0 tries, Cancelled",
        ),
    ] {
        assert_eq!(line(&decided(state, before).decided(verdict, IN_TIME)), expected);
    }
}

#[test]
fn the_person_is_kept_with_the_verdict_that_ends_the_question() {
    let person = |decided: &Decided| {
        let by = decided.call().unwrap().decided_by.as_ref();
        by.and_then(|by| by.principal.id.clone())
    };
    let wrong = call(AwaitingApproval).with_verdict(PendingVerdict::WrongPhrase, Some(by("ada")), IN_TIME);
    assert_eq!(person(&wrong), None);
    let approved = call(AwaitingApproval).with_verdict(PendingVerdict::Approved, Some(by("ada")), IN_TIME);
    assert_eq!(person(&approved).as_deref(), Some("ada"));
    let blocked = approved.call().unwrap().clone().decided(PendingVerdict::Blocked, IN_TIME);
    assert_eq!(person(&blocked).as_deref(), Some("ada"));
    let replaced = approved.call().unwrap().clone();
    let replaced = replaced.with_verdict(PendingVerdict::Cancelled, Some(by("bob")), IN_TIME);
    assert_eq!(person(&replaced).as_deref(), Some("bob"));
}

#[test]
fn an_approved_call_is_claimed_once_and_in_time() {
    for state in CallState::ALL {
        let before = call(state);
        let mut after = before.clone();
        assert_eq!(after.claim(IN_TIME, OVER), state == Approved, "{state}");
        if state == Approved {
            assert_eq!((after.state, after.lease), (Executing, Some(OVER)));
            assert_eq!(after.notes.claimed, Some(IN_TIME));
        } else {
            assert!(after == before, "{state}");
        }
    }
    let mut late = call(Approved);
    assert!(!late.claim(OVER, OVER));
    assert!(late == call(Expired));
}

#[test]
fn a_running_call_ends_in_a_result() {
    for from in CallState::ALL {
        for to in CallState::ALL {
            let before = call(from);
            let mut after = before.clone();
            let is_end = from == Executing && [Succeeded, Failed, Unknown].contains(&to);
            assert_eq!(after.finish(to, outcome()), is_end, "{from} {to}");
            let expected =
                if is_end { PendingCall { state: to, outcome: Some(outcome()), ..before } } else { before };
            assert!(after == expected, "{from} {to}");
        }
    }
}
