//! Clients get neither principals nor tenants, and not who decided.

use hpd_host::Principal;
use hpd_host::approval::{CallState, DecidedBy};
use hpd_host::events::ag_ui::AgUiMapper;
use hpd_host::events::sse::{record_frame, status_frame};
use hpd_host::events::vercel::UiMessageMapper;
use hpd_host::events::{DecisionEvent, Event, EventRecord};
use hpd_host::system::Timestamp;

use crate::events::conversation::{WRITE, conversation, pending, record};

const SECRETS: [&str; 5] = ["kim@person", "acme&tenant", "slack!channel", "5h0wn", "decided_by"];

/// A conversation in which everything is on behalf of a principal, and a person decides.
fn of_kim() -> Vec<EventRecord> {
    let person = DecidedBy::new(Principal::new(SECRETS[0]).in_tenant(SECRETS[1]), Timestamp::from_millis(1))
        .channel(SECRETS[2].to_owned())
        .shown(SECRETS[3].to_owned());
    let mut records = conversation();
    for (seq, verdict) in (21..).zip(["wrong_phrase", "approved", "rejected", "cancelled"]) {
        let decision = DecisionEvent::new(WRITE, pending(), verdict, CallState::AwaitingApproval);
        records.push(record(
            seq,
            "t2",
            Some("call_5"),
            Event::Decision(decision.decided_by(Some(person.clone()))),
        ));
    }
    let of_kim = |mut record: EventRecord| {
        if let Event::TurnStarted(turn) = &mut record.event {
            turn.channel = Some(SECRETS[2].to_owned());
        }
        record.principal(Some(SECRETS[0].to_owned())).tenant(Some(SECRETS[1].to_owned()))
    };
    records.into_iter().map(of_kim).collect()
}

/// The records of each turn.
fn turns() -> [Vec<EventRecord>; 2] {
    let (first, second) = of_kim().into_iter().partition(|record| record.turn.as_deref() == Some("t1"));
    [first, second]
}

fn assert_says_nothing(text: &str) {
    assert!(text.contains("wrong_phrase"), "{text}");
    for secret in SECRETS {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

#[test]
fn the_journal_has_them() {
    let kept = serde_json::to_string(&of_kim()).unwrap();
    assert!(SECRETS.iter().all(|secret| kept.contains(secret)), "{kept}");
}

#[test]
fn server_sent_events_have_none() {
    let frames: String = of_kim().iter().map(record_frame).collect();
    assert_says_nothing(&frames);
    let lines: String = of_kim().iter().filter_map(status_frame).collect();
    assert!(SECRETS.iter().all(|secret| !lines.contains(secret)), "{lines}");
}

#[test]
fn events_of_ag_ui_have_none() {
    let mut mapper = AgUiMapper::new();
    let events: Vec<_> = of_kim().iter().flat_map(|record| mapper.events(record)).collect();
    assert_says_nothing(&serde_json::to_string(&events).unwrap());
}

#[test]
fn chunks_of_ui_messages_have_none() {
    let mut chunks = Vec::new();
    for turn in turns() {
        let mut mapper = UiMessageMapper::new();
        chunks.extend(turn.iter().flat_map(|record| mapper.chunks(record).unwrap()));
        chunks.extend(mapper.finish());
    }
    assert_says_nothing(&serde_json::to_string(&chunks).unwrap());
}
