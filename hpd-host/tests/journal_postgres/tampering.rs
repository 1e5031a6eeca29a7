//! What is found when somebody changes the tables, who can write all of them but does not know the key.

use hpd_host::journal::{ChainHead, ChainKey, Damage, Journal, JournalOptions, Verification};

use crate::desk::{Desk, new_schema};
use crate::sample::{event, says};

fn options() -> JournalOptions {
    JournalOptions {
        key: Some(ChainKey::new(*b"0123456789abcdef0123456789abcdef")),
        ..JournalOptions::default()
    }
}

/// A journal of six entries, and its head.
fn six_entries(desk: &Desk, schema: &str) -> ChainHead {
    let journal = desk.journal_in(schema, options());
    desk.block_on(async {
        for number in 1..=6 {
            let text = format!("message {number}");
            journal.append(vec![event("turn", "call", number, says(&text))]).await.unwrap();
        }
        journal.head().await.unwrap()
    })
}

fn verify(desk: &Desk, schema: &str, known: Option<&ChainHead>) -> Verification {
    let journal = desk.journal_in(schema, options());
    desk.block_on(journal.verify(known)).unwrap()
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
        "UPDATE journal_anchor SET pruned_through = 2, pruned_hash = (SELECT hash FROM journal WHERE entry = 2);
        DELETE FROM journal WHERE entry < 3",
        "missing 1 to 2",
        "missing 1 to 2",
    ),
    ("DELETE FROM journal WHERE entry > 4", "not the head 6", "not the head 6"),
    (
        "DELETE FROM journal WHERE entry > 4;
        UPDATE journal_anchor SET number = 4, hash = (SELECT hash FROM journal WHERE entry = 4)",
        "nothing",
        "not the head 6",
    ),
    ("DELETE FROM journal", "not the head 6", "not the head 6"),
    (
        "UPDATE journal SET entry = 30 WHERE entry = 3; UPDATE journal SET entry = 3 WHERE entry = 4;
        UPDATE journal SET entry = 4 WHERE entry = 30",
        "not linked 3, not linked 4, not linked 5",
        "not linked 3, not linked 4, not linked 5",
    ),
    (
        "INSERT INTO journal SELECT 7, session, 7, turn, call_id, at, kind, payload, salt, payload_hash, hash
        FROM journal WHERE entry = 6",
        "edited 7, not the head 6",
        "edited 7, not the head 6",
    ),
];

#[test]
fn what_was_changed_is_found() {
    let Some(desk) = Desk::new() else { return };
    for (sql, without, with) in TABLE {
        let schema = new_schema();
        let head = six_entries(&desk, &schema);
        let client = desk.client(&schema);
        desk.block_on(async {
            client.batch_execute("ALTER TABLE journal DISABLE TRIGGER ALL").await.unwrap();
            client.batch_execute(sql).await.unwrap();
        });
        let results = [found(&verify(&desk, &schema, None)), found(&verify(&desk, &schema, Some(&head)))];
        assert_eq!(results, [*without, *with], "{sql}");
    }
}

#[test]
fn what_was_cut_off_stays_missing_when_more_is_written() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    six_entries(&desk, &schema);
    let client = desk.client(&schema);
    desk.block_on(async {
        client.batch_execute("ALTER TABLE journal DISABLE TRIGGER ALL").await.unwrap();
        client.batch_execute("DELETE FROM journal WHERE entry > 4").await.unwrap();
    });
    let journal = desk.journal_in(&schema, options());
    desk.block_on(journal.append(vec![event("turn", "call", 7, says("more"))])).unwrap();
    assert_eq!(found(&verify(&desk, &schema, None)), "missing 5 to 6");
}

/// Changes that somebody makes by mistake, who left the triggers where they are.
const MISTAKES: &[&str] = &[
    "UPDATE journal SET kind = 'mcq' WHERE entry = 3",
    "UPDATE journal SET payload = '{}', salt = NULL WHERE entry = 3",
    "UPDATE journal SET payload = NULL WHERE entry = 3",
    "UPDATE journal SET payload = NULL, salt = NULL, turn = NULL WHERE entry = 3",
    "UPDATE journal SET seq = 9 WHERE entry = 3",
    "UPDATE journal SET entry = 9 WHERE entry = 3",
    "DELETE FROM journal WHERE entry = 1",
    "DELETE FROM journal",
    "TRUNCATE journal",
    "INSERT INTO journal SELECT * FROM journal WHERE entry = 3
    ON CONFLICT (entry) DO UPDATE SET kind = 'mcq'",
];

#[test]
fn entries_can_not_be_changed_by_mistake() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    six_entries(&desk, &schema);
    let client = desk.client(&schema);
    for sql in MISTAKES {
        let error = desk.block_on(client.batch_execute(sql)).unwrap_err();
        let text = error.as_db_error().map(tokio_postgres::error::DbError::message);
        assert_eq!(text, Some("the journal is append-only"), "{sql}");
    }
    assert!(verify(&desk, &schema, None).is_whole());
}
