//! A small journal in a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::events::{Event, NewEvent};
use hpd_host::journal::{ChainHead, ChainKey, Journal, JournalOptions, SqliteJournal};
use hpd_host::system::Timestamp;
use hpd_host::testing::SeededRandom;
use serde_json::{Value, json};

/// 2026-01-01 08:00 UTC.
const START: u64 = 1_767_254_400_000;

/// A folder with a journal, which is removed in the end.
pub(crate) struct Kept {
    folder: PathBuf,
    pub(crate) file: PathBuf,
}

impl Kept {
    /// A file in a folder of its own, and nothing in it.
    pub(crate) fn empty() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("hpd-journal-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("there is a place for temporary files");
        Self { file: folder.join("calls.db"), folder }
    }

    /// The journal of two days.
    pub(crate) fn new() -> Self {
        let kept = Self::empty();
        kept.append(None, two_days());
        kept
    }

    /// With a key.
    pub(crate) fn with_key(key: &str) -> Self {
        let kept = Self::empty();
        kept.append(Some(ChainKey::new(key)), two_days());
        kept
    }

    pub(crate) fn append(&self, key: Option<ChainKey>, events: Vec<NewEvent>) -> ChainHead {
        let random = Arc::new(SeededRandom::new(7));
        let options = JournalOptions { key, random, ..JournalOptions::default() };
        let journal = SqliteJournal::open_with(&self.file, options).expect("the journal can be written");
        block_on(journal.append(events)).expect("events can be written");
        block_on(journal.head()).expect("the journal can be read")
    }

    /// Writes another text over one in the file, as long as it.
    pub(crate) fn overwrite(&self, text: &str, with: &str) {
        assert_eq!(text.len(), with.len());
        let mut bytes = self.bytes();
        let found: Vec<_> =
            (0..bytes.len() - text.len()).filter(|at| bytes[*at..].starts_with(text.as_bytes())).collect();
        assert_eq!(found.len(), 1, "the text stands in the file once");
        bytes[found[0]..][..text.len()].copy_from_slice(with.as_bytes());
        fs::write(&self.file, bytes).expect("the file can be written");
    }

    /// The content of the file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.wait_for_file();
        fs::read(&self.file).expect("the file is there")
    }

    /// Waits until the journal's thread has moved the write-ahead log into the file.
    fn wait_for_file(&self) {
        let log = self.path("calls.db-wal");
        for _ in 0..500 {
            if !log.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the journal is still open");
    }

    /// A path in the same folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Another file in the same folder.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a file can be written");
        path
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        // Leftovers are in the folder of temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl AsRef<Path> for Kept {
    fn as_ref(&self) -> &Path {
        &self.file
    }
}

/// An event, so many seconds after the start.
pub(crate) fn event(session: &str, call: Option<&str>, seconds: u64, kind: &str, data: &Value) -> NewEvent {
    let event: Event = serde_json::from_value(json!({ "type": kind, "data": data })).expect("it is an event");
    NewEvent::new(session, Timestamp::from_millis(START + seconds * 1_000), event)
        .turn(Some(format!("turn of {session}")))
        .call_id(call.map(str::to_owned))
}

/// Events of two days. First a payment that is blocked, corrected, approved and made. A day later a tool with a
/// misleading
/// name and text, one that fails, and a question without an answer.
pub(crate) fn two_days() -> Vec<NewEvent> {
    const DAY: u64 = 86_400;
    let pay = |call, seconds, kind, data: Value| event("s1", Some(call), seconds, kind, &data);
    let other = |call, seconds, kind, data: Value| event("s2", Some(call), DAY + seconds, kind, &data);
    let call = |tool, is_write| json!({ "tool": tool, "is_write": is_write, "arguments": "{\"amount\":5}" });
    let ended = |tool, status, is_write, validation_status: Option<&str>| {
        json!({
            "tool": tool, "success": status == "ok", "status": status, "is_write": is_write, "attempts": 1,
            "duration_ms": 212.5, "validation_status": validation_status, "result": { "PaymentId": "PAY-001" },
        })
    };
    let query = json!({ "query": "Pay the rent" });
    let strange = "list\u{1b}[2J\u{202e}";
    vec![
        event("s1", None, 0, "turn_started", &query),
        pay("c1", 1, "tool_call", call("pay", true)),
        pay(
            "c1",
            1,
            "write_validation",
            json!({ "tool": "pay", "status": "blocked", "missing_fields": ["to"] }),
        ),
        pay(
            "c1",
            1,
            "tool_result",
            json!({
                "tool": "pay", "success": false, "status": "error", "is_write": true, "duration_ms": 0.4,
                "error_type": "validation_error", "error_codes": ["REQUIRED_FIELD"], "validation_status": "blocked",
            }),
        ),
        pay("c2", 3, "tool_call", call("pay", true)),
        pay("c2", 3, "tool_retry", json!({ "tool": "pay", "attempt": 2, "reason": "it was blocked" })),
        pay(
            "c2",
            3,
            "write_validation",
            json!({ "tool": "pay", "status": "passed", "fields_validated": ["to"] }),
        ),
        pay("c2", 3, "mcq", json!({ "pending_id": "p1", "question": "Pay?" })),
        pay(
            "c2",
            9,
            "decision",
            json!({ "tool": "pay", "pending_id": "p1", "verdict": "approved", "state": "approved" }),
        ),
        pay("c2", 9, "tool_started", json!({ "tool": "pay", "pending_id": "p1" })),
        pay("c2", 10, "tool_result", ended("pay", "ok", true, Some("passed"))),
        event("s2", None, DAY, "turn_started", &json!({ "query": "List them\u{1b}[1A\nall" })),
        other("c1", 1, "tool_call", call(strange, false)),
        other("c1", 2, "tool_result", ended(strange, "ok", false, None)),
        other("c2", 3, "tool_call", call("send", true)),
        other("c2", 3, "write_validation", json!({ "tool": "send", "status": "passed" })),
        other("c2", 4, "tool_result", ended("send", "unknown", true, Some("passed"))),
        other("c3", 5, "tool_call", call("pay", true)),
        other("c3", 5, "mcq", json!({ "pending_id": "p2", "question": "Pay?" })),
        other(
            "c4",
            6,
            "guardrail",
            json!({ "guardrail": "hallucinated_success", "claims": [], "replacement": "-" }),
        ),
    ]
}
