//! Detection of changes to the tables by an attacker who can write all of them but does not know the key.

use hpd_host::KeyRing;
use hpd_host::journal::{
    ChainHead, ChainKey, Damage, Durability, Journal, JournalOptions, Verification, VerifyProgress,
    VerifySlice,
};

use super::{CHANGED, MISTAKES, REMOVED, TABLE, WITHOUT_TRIGGERS};
use crate::Tested;
use crate::common::database::{Database, message};
use crate::common::turns::{event, says};

pub(crate) fn options() -> JournalOptions {
    let key = ChainKey::new(*b"0123456789abcdef0123456789abcdef");
    JournalOptions { key: Some(key), durability: Durability::Relaxed, ..JournalOptions::default() }
}

/// A journal of six entries, and its head.
pub(crate) fn six_entries(database: &Tested, options: JournalOptions) -> ChainHead {
    let journal = database.open(options);
    database.block_on(async {
        for number in 1..=6 {
            let text = format!("message {number}");
            journal.append(vec![event("turn", "call", number, says(&text))]).await.unwrap();
        }
        journal.head().await.unwrap()
    })
}

pub(crate) fn verify(database: &Tested, options: JournalOptions, known: Option<&ChainHead>) -> Verification {
    database.block_on(database.open(options).verify(known)).unwrap()
}

/// The findings, in a line: `edited 3`.
pub(crate) fn found(verification: &Verification) -> String {
    let words = verification.damage.iter().map(|damage| match damage {
        Damage::Edited { entry } => format!("edited {entry}"),
        Damage::Erased { entry } => format!("erased {entry}"),
        Damage::Missing { first, last } => format!("missing {first} to {last}"),
        Damage::NotLinked { entry } => format!("not linked {entry}"),
        Damage::NotTheHead { entry } => format!("not the head {entry}"),
        other => format!("{other:?}"),
    });
    let words: Vec<_> = words.collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

/// Changes in any database, and the findings, with and without a head that was kept outside of it.
const COMMON: &[(&str, &str)] = &[
    ("UPDATE journal SET session = 'other' WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET seq = 9 WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET turn = 'other' WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET turn = NULL WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET call_id = 'other' WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET at = at + 1 WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET at = -at WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET kind = 'mcq' WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET payload = replace(payload, '3', '4') WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET payload = NULL WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET payload = NULL, salt = NULL WHERE entry = 3", "erased 3"),
    ("UPDATE journal SET salt = 'other' WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET salt = salt || payload, payload = '' WHERE entry = 3", "edited 3"),
    (
        "UPDATE journal SET salt = salt || substr(payload, 1, 1), payload = substr(payload, 2) WHERE entry = 3",
        "edited 3",
    ),
    ("UPDATE journal SET payload_hash = 'other' WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET hash = 'other' WHERE entry = 3", "edited 3"),
    ("UPDATE journal SET hash = 'other' WHERE entry = 6", "edited 6"),
    ("UPDATE journal SET entry = -3 WHERE entry = 3", "not linked 0, missing 3 to 3"),
    ("DELETE FROM journal WHERE entry = 3", "missing 3 to 3"),
    ("DELETE FROM journal WHERE entry < 3", "missing 1 to 2"),
    (
        "UPDATE journal SET entry = 30 WHERE entry = 3; UPDATE journal SET entry = 3 WHERE entry = 4;
        UPDATE journal SET entry = 4 WHERE entry = 30",
        "not linked 3, not linked 4, not linked 5",
    ),
];

#[test]
fn what_was_changed_is_found() {
    let common = COMMON.iter().map(|(sql, found)| (*sql, *found, *found));
    for (sql, without, with) in common.chain(TABLE.iter().copied()) {
        let Some(database) = Tested::empty() else { return };
        let head = six_entries(&database, options());
        database.execute(WITHOUT_TRIGGERS).unwrap();
        database.execute(sql).unwrap();
        assert_eq!(found(&verify(&database, options(), None)), without, "{sql}");
        assert_eq!(found(&verify(&database, options(), Some(&head))), with, "{sql}, with a head");
    }
}

/// Runs all slices of a size; `between` runs after the first one.
fn verify_in_slices(
    database: &Tested,
    known: Option<&ChainHead>,
    max_entries: u64,
    between: impl FnOnce(),
) -> Verification {
    let journal = database.open(options());
    let mut between = Some(between);
    let mut progress = VerifyProgress::new(known);
    loop {
        match database.block_on(journal.verify_slice(progress, max_entries)).unwrap() {
            VerifySlice::More(next) => progress = next,
            VerifySlice::Done(found) => return found,
            other => panic!("{other:?}"),
        }
        if let Some(between) = between.take() {
            between();
        }
    }
}

#[test]
fn slices_of_any_size_find_the_same() {
    let common = COMMON.iter().map(|(sql, found)| (*sql, *found, *found));
    for (sql, without, with) in common.chain(TABLE.iter().copied()) {
        let Some(database) = Tested::empty() else { return };
        let head = six_entries(&database, options());
        database.execute(WITHOUT_TRIGGERS).unwrap();
        database.execute(sql).unwrap();
        for size in 1..=3 {
            let find = |known| found(&verify_in_slices(&database, known, size, || {}));
            assert_eq!(find(None), without, "{sql}, {size} at a time");
            assert_eq!(find(Some(&head)), with, "{sql}, {size} at a time, with a head");
        }
    }
}

/// Changes after the first three of six entries were looked at, and the beginnings of the findings. A change of an entry
/// that was looked at is not found, but for the last one.
const BETWEEN_SLICES: &[(&str, &str)] = &[
    ("SELECT 1", "nothing"),
    ("UPDATE journal SET session = 'other' WHERE entry = 2", "nothing"),
    ("UPDATE journal SET session = 'other' WHERE entry = 5", "edited 5"),
    ("UPDATE journal SET payload = NULL, salt = NULL WHERE entry = 5", "erased 5"),
    ("UPDATE journal SET hash = 'other' WHERE entry = 3", "not the head 3"),
    ("DELETE FROM journal WHERE entry = 5", "missing 5 to 5"),
    ("DELETE FROM journal WHERE entry < 5", "missing 3 to 3, missing 4 to 4"),
    ("DELETE FROM journal WHERE entry > 2", "not the head 3"),
    ("DELETE FROM journal", "not the head 3"),
];

#[test]
fn what_is_changed_between_slices_is_found() {
    for (sql, wanted) in BETWEEN_SLICES {
        let Some(database) = Tested::empty() else { return };
        six_entries(&database, options());
        database.execute(WITHOUT_TRIGGERS).unwrap();
        let between = || database.execute(sql).unwrap();
        let found = found(&verify_in_slices(&database, None, 3, between));
        assert!(found.starts_with(wanted), "{sql}: {found}, not {wanted}");
    }
}

#[test]
fn without_the_key_nothing_fits() {
    let Some(database) = Tested::empty() else { return };
    six_entries(&database, options());
    assert!(!verify(&database, JournalOptions::default(), None).is_whole());
}

#[test]
fn an_entry_of_another_program_is_found() {
    let Some(database) = Tested::empty() else { return };
    let head = six_entries(&database, options());
    let stranger = database.durable();
    database.block_on(stranger.append(vec![message("session", "without the key")])).unwrap();
    drop(stranger);
    assert_eq!(found(&verify(&database, options(), Some(&head))), "edited 7");
}

/// Whoever left the triggers where they are can't do this by mistake, and the database says so.
fn assert_refused<'a>(mistakes: impl IntoIterator<Item = (&'a str, &'a str)>) {
    let Some(database) = Tested::empty() else { return };
    six_entries(&database, options());
    for (sql, reason) in mistakes {
        assert_eq!(database.execute(sql), Err(reason.to_owned()), "{sql}");
    }
    assert!(verify(&database, options(), None).is_whole());
}

#[test]
fn entries_can_not_be_changed_by_mistake() {
    let changes = [
        "UPDATE journal SET kind = 'mcq' WHERE entry = 3",
        "UPDATE journal SET payload = '{}', salt = NULL WHERE entry = 3",
        "UPDATE journal SET payload = NULL WHERE entry = 3",
        "UPDATE journal SET payload = NULL, salt = NULL, turn = NULL WHERE entry = 3",
        "UPDATE journal SET seq = 9 WHERE entry = 3",
        "UPDATE journal SET entry = 9 WHERE entry = 3",
    ];
    assert_refused(changes.map(|sql| (sql, CHANGED)));
}

#[test]
fn entries_can_not_be_removed_by_mistake() {
    assert_refused(["DELETE FROM journal WHERE entry = 1", "DELETE FROM journal"].map(|sql| (sql, REMOVED)));
}

#[test]
fn entries_can_not_be_replaced_by_mistake() {
    assert_refused(MISTAKES.iter().copied());
}

fn options_of(keys: &KeyRing) -> JournalOptions {
    JournalOptions { key: Some(keys.chain_key()), ..options() }
}

#[test]
fn a_journal_continues_after_its_key_was_rotated() {
    let Some(database) = Tested::empty() else { return };
    let old = KeyRing::new("old", [1; 32]).unwrap();
    let new = KeyRing::new("new", [2; 32]).unwrap();
    let rotated = new.clone().verifying("old", [1; 32]).unwrap();
    let before = six_entries(&database, options_of(&old));
    let head = six_entries(&database, options_of(&rotated));
    for known in [None, Some(&before), Some(&head)] {
        assert_eq!(found(&verify(&database, options_of(&rotated), known)), "nothing");
    }
    assert!(!verify(&database, options_of(&new), None).is_whole());
    assert!(!verify(&database, options_of(&old), None).is_whole());
    database.execute(WITHOUT_TRIGGERS).unwrap();
    for entry in [6, 7] {
        let edit = |kind| format!("UPDATE journal SET kind = '{kind}' WHERE entry = {entry}");
        database.execute(&edit("mcq")).unwrap();
        assert_eq!(found(&verify(&database, options_of(&rotated), None)), format!("edited {entry}"));
        database.execute(&edit("turn_started")).unwrap();
    }
    assert_eq!(found(&verify(&database, options_of(&rotated), Some(&head))), "nothing");
}
