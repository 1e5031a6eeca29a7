//! Many calls of many sessions at once.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use hpd_host::approval::{CallState, OutcomeNotes, PendingCall, PendingVerdict, StoredOutcome};
use hpd_host::events::{Event, NewEvent, ResultStatus, ToolCallEvent, ToolResultEvent};
use hpd_host::journal::{Durability, EventFilter, Journal, JournalOptions};
use hpd_host::system::Timestamp;
use hpd_host::testing::store_kit::sample_call;
use serde_json::json;

use crate::Tested;
use crate::common::database::{Database, patient};
use crate::common::turns::START;

const SESSIONS: usize = 64;
const CALLS: usize = Tested::MANY_CALLS;

fn event(session: &str, number: usize, event: Event) -> NewEvent {
    NewEvent::new(session, Timestamp::from_millis(START), event)
        .turn(Some(format!("{session}, turn {}", number / SESSIONS / 5)))
        .call_id(Some(format!("call {number}")))
}

fn called(session: &str, number: usize) -> NewEvent {
    let arguments = Some(format!(r#"{{"InvoiceId": "INV-{number}"}}"#));
    let (tool, tool_id) = ("get_invoice".to_owned(), Some("Books.get_invoice".to_owned()));
    event(
        session,
        number,
        Event::ToolCall(ToolCallEvent::new(tool, false).tool_id(tool_id).arguments(arguments)),
    )
}

fn ended(session: &str, number: usize) -> NewEvent {
    let result = ToolResultEvent::new("get_invoice", true, ResultStatus::Ok, false)
        .result(Some(json!({"InvoiceId": format!("INV-{number}"), "Total": "1190.00"})))
        .attempts(1)
        .duration_ms(Some(1.5));
    event(session, number, Event::ToolResult(result))
}

/// A write, from the question to its end.
async fn write(journal: &impl Journal, call: PendingCall) {
    let (id, now) = (call.id.clone(), call.created);
    journal.insert(call, 10).await.unwrap();
    journal.decide(&id, PendingVerdict::Approved, now).await.unwrap();
    assert!(journal.claim(&id, now, Timestamp::from_millis(u64::MAX)).await.unwrap().is_some());
    let outcome = StoredOutcome { is_error: false, text: "Void.".to_owned(), notes: OutcomeNotes::default() };
    assert!(journal.finish(&id, CallState::Succeeded, outcome).await.unwrap());
}

/// The work of a session: its share of all calls, every tenth of which is pending.
async fn session(journal: &impl Journal, session: usize) {
    let name = format!("session {session}");
    for number in (session..CALLS).step_by(SESSIONS) {
        journal.post(vec![called(&name, number)]).await.unwrap();
        if number % 10 == 0 {
            let call = sample_call(&format!("pending {number}"), CallState::AwaitingApproval);
            write(journal, patient(call, &name)).await;
        } else {
            journal.append(vec![ended(&name, number)]).await.unwrap();
        }
    }
}

#[test]
fn nothing_of_many_calls_of_64_sessions_is_lost() {
    let Some(database) = Tested::empty() else { return };
    // Far fewer places than sessions: all but a few wait in the queue.
    let durability = Durability::Relaxed;
    let options = JournalOptions { durability, queue: 8, batch: 8, ..JournalOptions::default() };
    let journal = database.open(options);
    database.block_on(join_all((0..SESSIONS).map(|number| session(&journal, number))));

    let events = database.block_on(journal.read(&EventFilter::default())).unwrap();
    let mut kinds = BTreeMap::new();
    let mut last = BTreeMap::new();
    for (number, event) in (1..).zip(&events) {
        assert_eq!(event.entry, number);
        *kinds.entry(event.event.kind()).or_insert(0) += 1;
        let last = last.entry(&event.session).or_insert(0);
        assert_eq!(event.seq, *last + 1);
        *last = event.seq;
    }
    let writes = CALLS / 10;
    let expected =
        [("decision", writes), ("tool_call", CALLS), ("tool_result", CALLS), ("tool_started", writes)];
    assert_eq!(kinds, BTreeMap::from(expected));
    assert_eq!(last.len(), SESSIONS);
    let verification = database.block_on(journal.verify(None)).unwrap();
    let entries = u64::try_from(2 * CALLS + 2 * writes).unwrap();
    assert_eq!((verification.entries, verification.damage), (entries, vec![]));
}
