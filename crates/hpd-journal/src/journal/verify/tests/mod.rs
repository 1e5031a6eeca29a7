//! Intact and tampered journals, with the results of verification.

mod on_purpose;
mod rotated;
mod sliced;
mod tampered;

use super::{Damage, Verification, VerifyProgress, VerifySlice};
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
    let find = move |max_entries| in_slices(&anchor, entries, key, known, max_entries);
    let whole = find(u64::MAX);
    // A table has each number once.
    if entries.is_sorted_by(|one, next| one.number < next.number) {
        for max_entries in 1..4 {
            assert_eq!(find(max_entries), whole, "slices of {max_entries}");
        }
    }
    whole
}

fn in_slices(
    anchor: &ChainHead,
    entries: &[Entry],
    key: Option<&ChainKey>,
    known: Option<&ChainHead>,
    max_entries: u64,
) -> Verification {
    let mut progress = VerifyProgress::new(known);
    loop {
        match slice(progress, anchor, entries, key, max_entries) {
            VerifySlice::More(next) => progress = next,
            VerifySlice::Done(found) => return found,
        }
    }
}

/// Runs a slice on these entries.
fn slice(
    progress: VerifyProgress,
    anchor: &ChainHead,
    entries: &[Entry],
    key: Option<&ChainKey>,
    max_entries: u64,
) -> VerifySlice {
    let mut slice = progress.slice(anchor.clone(), key, max_entries);
    let row = |entry: &Entry| i64::try_from(entry.number).unwrap();
    let (from, max) = (slice.from(), usize::try_from(slice.max()).unwrap());
    for entry in entries.iter().filter(|entry| row(entry) >= from).take(max) {
        slice.check(row(entry), entry);
    }
    slice.end(entries.last().map_or(anchor.number, |entry| entry.number), None)
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
