//! Tampering that only SQLite makes possible, and the findings of its journal.

#[path = "../../journal_common/tampering.rs"]
mod common;

use hpd_host::journal::JournalOptions;

use crate::journal_sqlite::Folder;
use common::{found, six_entries, verify};

const WITHOUT_TRIGGERS: &str = "DROP TRIGGER journal_entries_stay_as_they_are;
DROP TRIGGER journal_entries_stay; DROP TRIGGER journal_entries_are_not_replaced";

/// Changes, and their findings: without a head that was kept outside of the database, and with one.
const TABLE: &[(&str, &str, &str)] = &[
    ("UPDATE journal SET payload = CAST(x'ff' AS TEXT) WHERE entry = 3", "edited 3", "edited 3"),
    (
        "DELETE FROM journal WHERE entry < 3;
        INSERT INTO journal_anchor SELECT 1, entry - 1, 'other' FROM journal WHERE entry = 3",
        "missing 1 to 2, edited 3",
        "missing 1 to 2, edited 3",
    ),
    ("DELETE FROM journal WHERE entry > 4", "nothing", "not the head 6"),
    ("DELETE FROM journal", "nothing", "not the head 6"),
    (
        "INSERT INTO journal SELECT 7, session, 7, turn, call_id, at, kind, payload, salt, payload_hash, hash
        FROM journal WHERE entry = 6",
        "edited 7",
        "edited 7",
    ),
];

const CHANGED: &str = "the journal is append-only: the contents of an entry can only be erased";
const REMOVED: &str = "the journal is append-only: entries are only removed from its beginning";
const REPLACED: &str = "the journal is append-only: there is an entry with this number";

/// Statements that replace entries, and the errors against them.
const MISTAKES: &[(&str, &str)] = &[
    (
        "INSERT OR REPLACE INTO journal (entry, session, seq, at, kind, payload_hash, hash)
        VALUES (3, 'session', 9, 0, 'mcq', '', '')",
        REPLACED,
    ),
    (
        "INSERT OR REPLACE INTO journal (entry, session, seq, at, kind, payload_hash, hash)
        VALUES (9, 'session', 3, 0, 'mcq', '', '')",
        REPLACED,
    ),
];

#[test]
fn another_journal_in_its_place_is_found() {
    let (folder, other) = (Folder::new(), Folder::new());
    let head = six_entries(&folder, JournalOptions::default());
    six_entries(&other, JournalOptions::default());
    std::fs::copy(other.file(), folder.file()).unwrap();
    assert_eq!(found(&verify(&folder, JournalOptions::default(), None)), "nothing");
    assert_eq!(found(&verify(&folder, JournalOptions::default(), Some(&head))), "not the head 6");
}
