//! Rules about the events of pending calls' steps.

use super::sample::call;
use super::table::{NOW, OVER, Row, claim, decide, insert, rows};
use super::under_test::{JournalUnderTest, Step, json, same_list};
use crate::journal::Erasure;
use crate::pending::{CallState, PendingCall, PendingId, PendingVerdict};
use crate::testing::store_kit::{RuleResult, same};

use CallState::{Approved, AwaitingApproval, Cancelled, Executing, Proposed, Succeeded};

/// Each step writes exactly its events, with its session, turn, call and moment.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn each_step_tells_its_events(journal: &JournalUnderTest<'_>) -> RuleResult {
    for (number, row) in rows().into_iter().enumerate() {
        let Row { before, step, answer, at, told } = row;
        for step in before {
            journal.take(step).await?;
        }
        let what = format!("step {number} of the table");
        let head = journal.head().await?.number;
        same(&what, journal.take(step).await?, answer)?;
        let found = journal.since(head).await?;
        let events: Vec<_> = found.iter().map(json).collect();
        same_list(&format!("what {what} tells"), &events, &told)?;
        for event in found {
            let of = (&*event.session, event.turn.as_deref(), event.call_id.as_deref());
            same(&format!("whose {what} is"), &of, &("session", Some("turn"), Some("call_1")))?;
            let of = (event.principal.as_deref(), event.tenant.as_deref());
            same(&format!("on whose behalf {what} is"), &of, &(Some("alex"), Some("acme")))?;
            same(&format!("when {what} was"), &event.at, &at.unwrap_or(event.at))?;
        }
        // The next one begins without calls.
        journal.take(Step::Finish("one", Succeeded, "done")).await?;
        journal.erase(&Erasure::Session("session".to_owned())).await?;
    }
    Ok(())
}

/// A refused step, or one without a change, has no event.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn a_step_that_is_not_taken_tells_nothing(journal: &JournalUnderTest<'_>) -> RuleResult {
    let insert_call = |call: PendingCall| Step::Insert(Box::new(call));
    let finish = |id| Step::Finish(id, Succeeded, "done");
    for id in ["two", "three", "four"] {
        journal.take(insert_call(call(id, Approved))).await?;
    }
    quiet(journal, insert_call(call("new", Proposed)), "not new").await?;
    quiet(journal, insert_call(PendingCall { tries: 1, ..call("new", AwaitingApproval) }), "not new").await?;
    journal.take(insert(AwaitingApproval)).await?;
    quiet(journal, insert(AwaitingApproval), "exists").await?;
    quiet(journal, insert_call(call("fifth", Approved)), "too many").await?;
    quiet(journal, Step::Expire(NOW), "nothing ended").await?;
    quiet(journal, Step::Decide("nobody", PendingVerdict::Cancelled, NOW), "missing").await?;
    quiet(journal, Step::Claim("nobody", NOW, OVER), "not claimed").await?;
    quiet(journal, finish("nobody"), "not finished").await?;
    quiet(journal, claim(), "not claimed").await?;
    quiet(journal, finish("one"), "not finished").await?;
    quiet(journal, decide(PendingVerdict::Blocked), "conflict").await?;
    journal.take(decide(PendingVerdict::Approved)).await?;
    quiet(journal, decide(PendingVerdict::Approved), "repeated").await?;
    quiet(journal, decide(PendingVerdict::Rejected), "conflict").await?;
    journal.take(claim()).await?;
    quiet(journal, claim(), "not claimed").await?;
    quiet(journal, decide(PendingVerdict::Cancelled), "conflict").await?;
    quiet(journal, Step::Finish("one", Cancelled, "odd"), "not finished").await?;
    quiet(journal, Step::Finish("one", Executing, "odd"), "not finished").await?;
    journal.take(finish("one")).await?;
    quiet(journal, finish("one"), "not finished").await?;
    quiet(journal, decide(PendingVerdict::Approved), "repeated").await?;
    journal.take(Step::Decide("two", PendingVerdict::Approved, OVER)).await?;
    quiet(journal, Step::Decide("two", PendingVerdict::Approved, OVER), "conflict").await?;
    let other = PendingVerdict::Replaced { by: Some(PendingId::new("next")) };
    quiet(journal, Step::Decide("two", other, NOW), "conflict").await
}

/// Takes a step that must be answered so and must tell nothing.
async fn quiet(journal: &JournalUnderTest<'_>, step: Step, answer: &str) -> RuleResult {
    let head = journal.head().await?;
    let found = journal.take(step).await?;
    same("a step that is not taken", found, answer)?;
    let told: Vec<_> = journal.since(head.number).await?.iter().map(json).collect();
    same_list(&format!("what was told of a step that is not taken ({answer})"), &told, &[])?;
    same("the end of the chain after it", &journal.head().await?, &head)
}

/// Of many simultaneous equal steps, one has events.
///
/// # Errors
///
/// The journal broke the rule; the error describes its actual behaviour.
pub(super) async fn a_step_of_many_at_once_is_told_once(journal: &JournalUnderTest<'_>) -> RuleResult {
    const THREADS: usize = 16;
    let head = journal.head().await?.number;
    journal.at_once(THREADS, async |journal, _| journal.take(insert(AwaitingApproval)).await)?;
    journal.at_once(THREADS, async |journal, _| journal.take(decide(PendingVerdict::Approved)).await)?;
    journal.at_once(THREADS, async |journal, _| journal.take(claim()).await)?;
    journal
        .at_once(THREADS, async |journal, _| journal.take(Step::Finish("one", Succeeded, "done")).await)?;
    let told: Vec<_> = journal.since(head).await?.iter().map(|event| event.event.kind()).collect();
    let wanted = ["write_validation", "mcq", "decision", "tool_started", "tool_result"];
    same_list("what was told", &told, &wanted)
}
