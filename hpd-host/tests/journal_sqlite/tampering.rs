//! What is found when somebody changes the file, who can write all of it but does not know the key.

use futures_executor::block_on;
use hpd_host::journal::{
    ChainHead, ChainKey, Damage, Durability, Journal, JournalOptions, SqliteJournal, Verification,
};
use rusqlite::Connection;

use crate::{Folder, event, message, says};

fn options() -> JournalOptions {
    let key = ChainKey::new(*b"0123456789abcdef0123456789abcdef");
    JournalOptions { key: Some(key), durability: Durability::Relaxed, ..JournalOptions::default() }
}

/// A journal of six entries, and its head.
fn six_entries(folder: &Folder, options: JournalOptions) -> ChainHead {
    let journal = SqliteJournal::open_with(folder.file(), options).unwrap();
    for number in 1..=6 {
        let text = format!("message {number}");
        block_on(journal.append(vec![event("turn", "call", number, says(&text))])).unwrap();
    }
    block_on(journal.head()).unwrap()
}

fn without_triggers(folder: &Folder) -> Connection {
    let connection = folder.connection();
    let names: Vec<String> = connection
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        .unwrap()
        .query_map((), |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    for name in names {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    connection
}

fn verify(folder: &Folder, options: JournalOptions, known: Option<&ChainHead>) -> Verification {
    let journal = SqliteJournal::open_with(folder.file(), options).unwrap();
    block_on(journal.verify(known)).unwrap()
}

/// What is found, in a line: `edited 3`.
fn found(verification: &Verification) -> String {
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

/// What is done, and what is found: without a head that was kept elsewhere, and with one.
const TABLE: &[(&str, &str, &str)] = &[
    ("UPDATE journal SET session = 'other' WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET seq = 9 WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET turn = 'other' WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET turn = NULL WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET call_id = 'other' WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET at = at + 1 WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET at = -at WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET kind = 'mcq' WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET payload = replace(payload, '3', '4') WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET payload = CAST(x'ff' AS TEXT) WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET payload = NULL WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET payload = NULL, salt = NULL WHERE entry = 3", "erased 3", "erased 3"),
    ("UPDATE journal SET salt = 'other' WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET salt = salt || payload, payload = '' WHERE entry = 3", "edited 3", "edited 3"),
    (
        "UPDATE journal SET salt = salt || substr(payload, 1, 1), payload = substr(payload, 2) WHERE entry = 3",
        "edited 3",
        "edited 3",
    ),
    ("UPDATE journal SET payload_hash = 'other' WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET hash = 'other' WHERE entry = 3", "edited 3", "edited 3"),
    ("UPDATE journal SET hash = 'other' WHERE entry = 6", "edited 6", "edited 6"),
    (
        "UPDATE journal SET entry = -3 WHERE entry = 3",
        "not linked 0, missing 3 to 3",
        "not linked 0, missing 3 to 3",
    ),
    ("DELETE FROM journal WHERE entry = 3", "missing 3 to 3", "missing 3 to 3"),
    ("DELETE FROM journal WHERE entry < 3", "missing 1 to 2", "missing 1 to 2"),
    (
        "DELETE FROM journal WHERE entry < 3;
        INSERT INTO journal_anchor SELECT 1, entry - 1, 'other' FROM journal WHERE entry = 3",
        "missing 1 to 2, edited 3",
        "missing 1 to 2, edited 3",
    ),
    ("DELETE FROM journal WHERE entry > 4", "nothing", "not the head 6"),
    ("DELETE FROM journal", "nothing", "not the head 6"),
    (
        "UPDATE journal SET entry = 30 WHERE entry = 3; UPDATE journal SET entry = 3 WHERE entry = 4;
        UPDATE journal SET entry = 4 WHERE entry = 30",
        "not linked 3, not linked 4, not linked 5",
        "not linked 3, not linked 4, not linked 5",
    ),
    (
        "INSERT INTO journal SELECT 7, session, 7, turn, call_id, at, kind, payload, salt, payload_hash, hash
        FROM journal WHERE entry = 6",
        "edited 7",
        "edited 7",
    ),
];

#[test]
fn what_was_changed_is_found() {
    for (sql, without, with) in TABLE {
        let folder = Folder::new();
        let head = six_entries(&folder, options());
        without_triggers(&folder).execute_batch(sql).unwrap();
        assert_eq!(found(&verify(&folder, options(), None)), *without, "{sql}");
        assert_eq!(found(&verify(&folder, options(), Some(&head))), *with, "{sql}, with a head");
    }
}

#[test]
fn another_journal_in_its_place_is_found() {
    let (folder, other) = (Folder::new(), Folder::new());
    let head = six_entries(&folder, JournalOptions::default());
    six_entries(&other, JournalOptions::default());
    std::fs::copy(other.file(), folder.file()).unwrap();
    assert_eq!(found(&verify(&folder, JournalOptions::default(), None)), "nothing");
    assert_eq!(found(&verify(&folder, JournalOptions::default(), Some(&head))), "not the head 6");
}

#[test]
fn without_the_key_nothing_fits() {
    let folder = Folder::new();
    six_entries(&folder, options());
    assert!(!verify(&folder, JournalOptions::default(), None).is_whole());
}

/// What the database says when somebody changes it who left the triggers where they are.
fn refusal(sql: &str) -> String {
    let folder = Folder::new();
    six_entries(&folder, options());
    let refusal = folder.connection().execute_batch(sql).unwrap_err().to_string();
    assert!(verify(&folder, options(), None).is_whole(), "{sql}");
    refusal
}

#[test]
fn entries_can_not_be_changed_by_mistake() {
    for change in ["kind = 'mcq'", "payload = '{}', salt = NULL", "payload = NULL", "seq = 9", "entry = 9"] {
        assert_eq!(
            refusal(&format!("UPDATE journal SET {change} WHERE entry = 3")),
            "the journal is append-only: the contents of an entry can only be erased"
        );
    }
}

#[test]
fn entries_can_not_be_removed_by_mistake() {
    assert_eq!(
        refusal("DELETE FROM journal WHERE entry = 1"),
        "the journal is append-only: entries are only removed from its beginning"
    );
}

#[test]
fn entries_can_not_be_replaced_by_mistake() {
    for (entry, seq) in [(3, 9), (9, 3)] {
        let sql = format!(
            "INSERT OR REPLACE INTO journal (entry, session, seq, at, kind, payload_hash, hash)
            VALUES ({entry}, 'session', {seq}, 0, 'mcq', '', '')"
        );
        assert_eq!(refusal(&sql), "the journal is append-only: there is an entry with this number");
    }
}

#[test]
fn an_entry_of_another_program_is_found() {
    let folder = Folder::new();
    let head = six_entries(&folder, options());
    let stranger = SqliteJournal::open(folder.file()).unwrap();
    block_on(stranger.append(vec![message("session", "without the key")])).unwrap();
    drop(stranger);
    let verification = verify(&folder, options(), Some(&head));
    assert_eq!(found(&verification), "edited 7");
}
