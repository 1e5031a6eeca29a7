//! Tampering that only PostgreSQL makes possible, and the findings of its journal.

#[path = "../journal_common/tampering.rs"]
mod common;

use hpd_host::journal::Journal;
use hpd_host::system::Timestamp;

use crate::Tested;
use crate::common::database::{Database, message};
use common::{found, options, six_entries, verify};

const WITHOUT_TRIGGERS: &str = "ALTER TABLE journal DISABLE TRIGGER ALL";

/// Changes, and their findings: without a head that was kept outside of the database, and with one.
const TABLE: &[(&str, &str, &str)] = &[
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
        "INSERT INTO journal SELECT 7, session, 7, turn, call_id, at, kind, payload, salt, payload_hash, hash
        FROM journal WHERE entry = 6",
        "edited 7, not the head 6",
        "edited 7, not the head 6",
    ),
];

const CHANGED: &str = "the journal is append-only";
const REMOVED: &str = CHANGED;

/// Statements that replace or remove entries, and the errors against them.
const MISTAKES: &[(&str, &str)] = &[
    ("TRUNCATE journal", REMOVED),
    (
        "INSERT INTO journal SELECT * FROM journal WHERE entry = 3
        ON CONFLICT (entry) DO UPDATE SET kind = 'mcq'",
        CHANGED,
    ),
];

#[test]
fn what_was_cut_off_stays_missing_when_more_is_written() {
    let Some(database) = Tested::empty() else { return };
    six_entries(&database, options());
    database.execute(WITHOUT_TRIGGERS).unwrap();
    database.execute("DELETE FROM journal WHERE entry > 4").unwrap();
    database.block_on(database.open(options()).append(vec![message("session", "more")])).unwrap();
    assert_eq!(found(&verify(&database, options(), None)), "missing 5 to 6");
}

#[test]
fn a_moment_before_the_first_is_no_moment() {
    let Some(database) = Tested::empty() else { return };
    let at_first = message("session", "hello").at(Timestamp::from_millis(0));
    database.block_on(database.open(options()).append(vec![at_first])).unwrap();
    database.execute(WITHOUT_TRIGGERS).unwrap();
    database.execute("UPDATE journal SET at = -1").unwrap();
    assert_eq!(found(&verify(&database, options(), None)), "edited 1");
}
