//! Intact and tampered journals, with the results of verification.

mod on_purpose;
mod rotated;
mod tampered;

use super::{Damage, Verification, Verifier};
use crate::events::{Event, NewEvent, ToolStartedEvent, TurnStartedEvent};
use crate::journal::{ChainHead, ChainKey, Entry};
use crate::system::Timestamp;
use crate::testing::SeededRandom;

const AT: Timestamp = Timestamp::from_millis(1_000);

fn key() -> ChainKey {
    ChainKey::new([7; 32])
}

/// With a key and without one.
fn keys() -> [Option<ChainKey>; 2] {
    [None, Some(key())]
}

fn event(number: u64) -> NewEvent {
    let event = if number.is_multiple_of(2) {
        let pending_id = crate::pending::PendingId::new("one");
        Event::ToolStarted(ToolStartedEvent { tool: "void_invoice".to_owned(), pending_id })
    } else {
        Event::TurnStarted(TurnStartedEvent::new(Some(format!("Void the invoice {number}."))))
    };
    NewEvent {
        session: format!("s{}", number % 3),
        turn: (!number.is_multiple_of(3)).then(|| "turn".to_owned()),
        call_id: number.is_multiple_of(2).then(|| "call_1".to_owned()),
        principal: None,
        tenant: None,
        at: AT,
        event,
    }
}

fn add(entries: &mut Vec<Entry>, event: impl std::borrow::Borrow<NewEvent>, key: Option<&ChainKey>) {
    let head = entries.last().map_or_else(ChainHead::default, Entry::head);
    let random = SeededRandom::new(head.number);
    entries.push(Entry::after(&head, head.number + 1, event.borrow(), &random, key).unwrap());
}

/// Six entries.
fn journal(key: Option<&ChainKey>) -> Vec<Entry> {
    let mut entries = Vec::new();
    (1..=6).for_each(|number| add(&mut entries, event(number), key));
    entries
}

fn verify(entries: &[Entry], key: Option<&ChainKey>) -> Verification {
    verify_behind(ChainHead::default(), entries, key, None)
}

fn verify_behind(
    anchor: ChainHead,
    entries: &[Entry],
    key: Option<&ChainKey>,
    known: Option<&ChainHead>,
) -> Verification {
    let mut verifier = Verifier::new(anchor, key, known);
    for entry in entries {
        verifier.check(entry);
    }
    verifier.finish()
}

fn damage(entries: &[Entry], key: Option<&ChainKey>) -> Vec<Damage> {
    verify(entries, key).damage
}

fn damage_with(entries: &[Entry], known: &ChainHead) -> Vec<Damage> {
    verify_behind(ChainHead::default(), entries, None, Some(known)).damage
}

/// Computes all links again, like an attacker without the key.
fn relink(entries: &mut [Entry]) {
    let mut head = ChainHead::default();
    for (entry, number) in entries.iter_mut().zip(1..) {
        entry.number = number;
        entry.hash = entry.link(&head.hash, None);
        head = entry.head();
    }
}

fn erase(entry: &mut Entry) {
    entry.payload = None;
    entry.salt = None;
}

fn erase_all(entries: &mut [Entry], indexes: &[usize]) {
    for index in indexes {
        erase(&mut entries[*index]);
    }
}
