//! Calls that failed, to recognise one that is sent again and again.

use std::collections::VecDeque;
use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};

use super::fingerprint::{fingerprint, hash};

/// Failed calls that are remembered; for one more, the oldest is forgotten.
const REMEMBERED: usize = 64;

/// The longest text of arguments that is kept as it is, in bytes.
const KEPT: usize = 4 * 1024;

/// Maximum bytes of a text that is compared as JSON: the default limit for reading. A longer text is the same call only
/// if it is the same text. To read it would cost more than to refuse it.
const COMPARED: usize = 256 * 1024;

/// The calls of a conversation that failed. They are not part of a session's text: the store keeps them, for sessions with
/// an id.
#[derive(Debug, Default)]
pub(crate) struct Tries {
    /// Whether anything is remembered: a call that succeeds looks no further as long as nothing is.
    any: AtomicBool,
    /// Whether something changed since the tries were stored.
    has_changed: AtomicBool,
    /// Whether a write is among them.
    has_write: AtomicBool,
    failed: Mutex<VecDeque<Failed>>,
    /// How often the arguments of each tool were refused, by a hash of its name.
    refused: Mutex<Vec<(u64, u32)>>,
}

/// Failed calls as a store keeps them: all texts are hashes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StoredTries {
    /// The mark of the message since which they failed.
    message: u64,
    /// Tool, arguments, error, and how often.
    failed: Vec<(u64, u64, u64, u32)>,
    refused: Vec<(u64, u32)>,
}

impl StoredTries {
    pub(super) const fn is_empty(&self) -> bool {
        self.failed.is_empty() && self.refused.is_empty()
    }
}

#[derive(Debug)]
struct Failed {
    call: Tried,
    error: u64,
    times: u32,
}

/// The identity of a call: a hash of the tool's name, and the arguments. A forwarded call has the qualified id, so that
/// its remote failure differs from one in reading arguments.
#[derive(Debug, Clone)]
pub(crate) struct Tried {
    tool: u64,
    arguments: Arguments,
}

impl Tried {
    #[cold]
    pub(crate) fn new(tool: &str, arguments: &Arc<str>) -> Self {
        Self { tool: FxBuildHasher.hash_one(tool), arguments: Arguments::new(arguments) }
    }

    fn is_same(&mut self, other: &mut Self) -> bool {
        self.tool == other.tool && self.arguments.is_same(&mut other.arguments)
    }
}

/// The arguments of a failed call. Most calls fail once, and need no comparison: a short text is kept until one is
/// needed.
#[derive(Clone)]
enum Arguments {
    Text(Arc<str>),
    Fingerprint(u64),
}

impl Arguments {
    fn new(text: &Arc<str>) -> Self {
        let length = text.len();
        if length <= KEPT {
            return Self::Text(text.clone());
        }
        Self::Fingerprint(if length <= COMPARED { fingerprint(text) } else { hash(text.as_bytes()) })
    }

    fn is_same(&mut self, other: &mut Self) -> bool {
        match (&*self, &*other) {
            (Self::Text(text), Self::Text(other)) if text == other => true,
            _ => self.fingerprint() == other.fingerprint(),
        }
    }

    /// Worked out once: the text is let go.
    fn fingerprint(&mut self) -> u64 {
        let fingerprint = match self {
            Self::Text(text) => fingerprint(text),
            Self::Fingerprint(fingerprint) => *fingerprint,
        };
        *self = Self::Fingerprint(fingerprint);
        fingerprint
    }
}

/// Arguments may hold anything, and are shown nowhere.
impl fmt::Debug for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..")
    }
}

impl Tries {
    /// The tries since the message with this mark, for a store.
    #[cold]
    pub(crate) fn to_stored(&self, message: u64) -> StoredTries {
        self.has_changed.store(false, Ordering::Relaxed);
        let mut failed = self.failed();
        let failed = failed.iter_mut().map(|failed| {
            (failed.call.tool, failed.call.arguments.fingerprint(), failed.error, failed.times)
        });
        StoredTries { message, failed: failed.collect(), refused: self.refused().clone() }
    }

    /// Takes over the tries of a store, if they are from after the message with this mark.
    #[cold]
    pub(crate) fn restore(&self, stored: &StoredTries, message: u64) {
        if stored.message != message || stored.is_empty() {
            return;
        }
        let failed = stored.failed.iter().map(|&(tool, arguments, error, times)| Failed {
            call: Tried { tool, arguments: Arguments::Fingerprint(arguments) },
            error,
            times,
        });
        *self.failed() = failed.take(REMEMBERED).collect();
        *self.refused() = stored.refused.iter().copied().take(REMEMBERED).collect();
        self.any.store(true, Ordering::Relaxed);
    }

    /// Notes that arguments of a write were refused.
    pub(crate) fn note_write(&self) {
        self.has_write.store(true, Ordering::Relaxed);
    }

    /// Whether arguments of a write were refused since the user's last message.
    pub(crate) fn have_write(&self) -> bool {
        self.has_write.load(Ordering::Relaxed)
    }

    /// Whether something changed since the tries were stored.
    #[inline]
    pub(crate) fn have_changed(&self) -> bool {
        self.has_changed.load(Ordering::Relaxed)
    }

    /// Notes that a call failed with an error; how often the same call did so, this time counted.
    #[cold]
    pub(crate) fn note_failure(&self, mut call: Tried, error: impl Hash) -> u32 {
        let error = FxBuildHasher.hash_one(error);
        let mut failed = self.failed();
        let known = failed.iter_mut().position(|other| other.error == error && other.call.is_same(&mut call));
        let times = known.and_then(|at| failed.remove(at)).map_or(0, |known| known.times).saturating_add(1);
        if failed.len() >= REMEMBERED {
            failed.pop_front();
        }
        failed.push_back(Failed { call, error, times });
        self.any.store(true, Ordering::Relaxed);
        self.has_changed.store(true, Ordering::Relaxed);
        times
    }

    /// How often a call failed with an error.
    #[cold]
    pub(crate) fn failures(&self, mut call: Tried, error: impl Hash) -> u32 {
        let error = FxBuildHasher.hash_one(error);
        let mut failed = self.failed();
        let known = failed.iter_mut().position(|other| other.error == error && other.call.is_same(&mut call));
        known.and_then(|at| failed.get(at)).map_or(0, |known| known.times)
    }

    /// Notes that the arguments of a tool were refused; how often that was so since it succeeded, or the user wrote.
    #[cold]
    pub(crate) fn note_refusal(&self, tool: &str) -> u32 {
        let tool = FxBuildHasher.hash_one(tool);
        let mut refused = self.refused();
        self.any.store(true, Ordering::Relaxed);
        self.has_changed.store(true, Ordering::Relaxed);
        if let Some((_, times)) = refused.iter_mut().find(|(known, _)| *known == tool) {
            *times = times.saturating_add(1);
            return *times;
        }
        refused.truncate(REMEMBERED - 1);
        refused.insert(0, (tool, 1));
        1
    }

    /// How often the arguments of a tool were refused since it succeeded, or the user wrote.
    pub(crate) fn refusals(&self, tool: &str) -> u32 {
        let tool = FxBuildHasher.hash_one(tool);
        let refused = self.refused();
        refused.iter().find(|(known, _)| *known == tool).map_or(0, |(_, times)| *times)
    }

    /// Forgets the failures of a tool that succeeded.
    #[inline]
    pub(crate) fn note_success(&self, tool: &str) {
        if self.any.load(Ordering::Relaxed) {
            self.has_changed.store(true, Ordering::Relaxed);
            let tool = FxBuildHasher.hash_one(tool);
            self.refused().retain(|(known, _)| *known != tool);
            self.retain(|failed| failed.call.tool != tool);
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.has_write.store(false, Ordering::Relaxed);
        self.refused().clear();
        self.retain(|_| false);
    }

    #[cold]
    fn retain(&self, keep: impl Fn(&Failed) -> bool) {
        let mut failed = self.failed();
        failed.retain(|entry| keep(entry));
        self.any.store(!failed.is_empty(), Ordering::Relaxed);
    }

    fn refused(&self) -> MutexGuard<'_, Vec<(u64, u32)>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self) -> MutexGuard<'_, VecDeque<Failed>> {
        // The list is always consistent, so a panic in another holder leaves nothing half done.
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{COMPARED, KEPT, StoredTries, Tried, Tries};

    fn call(tool: &str, arguments: &str) -> Tried {
        Tried::new(tool, &arguments.into())
    }

    #[test]
    fn calls_with_equal_arguments_are_the_same_call() {
        let tries = Tries::default();
        assert_eq!(tries.note_failure(call("f", r#"{"a":1,"b":2}"#), "e"), 1);
        assert_eq!(tries.note_failure(call("f", r#"{ "b": 2.0, "a": 1 }"#), "e"), 2);
        assert_eq!(tries.note_failure(call("f", r#"{"a":1,"b":3}"#), "e"), 1);
        assert_eq!(tries.note_failure(call("f", r#"{"a":1,"b":2}"#), "other"), 1);
        assert_eq!(tries.note_failure(call("g", r#"{"a":1,"b":2}"#), "e"), 1);
        assert_eq!(tries.note_failure(call("f", r#"{"a":1,"b":2}"#), "e"), 3);
        assert_eq!(tries.failures(call("f", r#"{"b":2,"a":1}"#), "e"), 3);
        assert_eq!(tries.failures(call("f", r#"{"a":2}"#), "e"), 0);
    }

    #[test]
    fn texts_that_are_no_json_are_compared_as_texts() {
        let tries = Tries::default();
        assert_eq!(tries.note_failure(call("f", "{a"), "e"), 1);
        assert_eq!(tries.note_failure(call("f", " {a\n"), "e"), 2);
        assert_eq!(tries.note_failure(call("f", "{b"), "e"), 1);
    }

    #[test]
    fn long_texts_are_compared_like_short_ones() {
        let tries = Tries::default();
        let long = "a".repeat(KEPT);
        let (one, other) = (format!(r#"{{"a":"{long}","b":2}}"#), format!(r#"{{ "b": 2.0, "a":"{long}"}}"#));
        assert_eq!(tries.note_failure(call("f", &one), "e"), 1);
        assert_eq!(tries.note_failure(call("f", &other), "e"), 2);
        assert_eq!(tries.note_failure(call("f", &one), "e"), 3);
        assert_eq!(tries.note_failure(call("f", &long), "e"), 1);
    }

    #[test]
    fn texts_beyond_what_is_read_are_compared_as_texts() {
        let tries = Tries::default();
        let long = "a".repeat(COMPARED);
        let (one, other) = (format!(r#"{{"a":"{long}","b":2}}"#), format!(r#"{{"b":2,"a":"{long}"}}"#));
        assert_eq!(tries.note_failure(call("f", &one), "e"), 1);
        assert_eq!(tries.note_failure(call("f", &other), "e"), 1);
        assert_eq!(tries.note_failure(call("f", &one), "e"), 2);
        assert_eq!(tries.note_failure(call("g", &one), "e"), 1);
    }

    #[test]
    fn debug_shows_no_arguments() {
        let shown = format!("{:?}", call("f", r#"{"password":"secret"}"#).arguments);
        assert_eq!(shown, "..");
    }

    #[test]
    fn a_success_forgets_the_failures_of_its_tool() {
        let tries = Tries::default();
        tries.note_failure(call("f", "{}"), "e");
        tries.note_failure(call("g", "{}"), "e");
        tries.note_success("f");
        assert_eq!(tries.note_failure(call("f", "{}"), "e"), 1);
        assert_eq!(tries.note_failure(call("g", "{}"), "e"), 2);
        tries.clear();
        assert_eq!(tries.note_failure(call("g", "{}"), "e"), 1);
    }

    #[test]
    fn stored_tries_count_until_the_next_message() {
        let tries = Tries::default();
        assert!(!tries.have_changed());
        tries.note_failure(call("f", r#"{"a":1,"b":2}"#), "e");
        tries.note_refusal("f");
        assert!(tries.have_changed());
        let stored = tries.to_stored(7);
        assert!(!tries.have_changed());
        let stored: StoredTries = serde_json::from_value(serde_json::to_value(stored).unwrap()).unwrap();
        for (message, failures, refusals) in [(7, 1, 1), (8, 0, 0)] {
            let later = Tries::default();
            later.restore(&stored, message);
            assert_eq!(later.failures(call("f", r#"{"b":2,"a":1}"#), "e"), failures);
            assert_eq!(later.refusals("f"), refusals);
        }
    }

    #[test]
    fn only_the_last_calls_are_remembered() {
        let tries = Tries::default();
        for index in 0..=super::REMEMBERED {
            tries.note_failure(call("f", &index.to_string()), "e");
        }
        assert_eq!(tries.failed().len(), super::REMEMBERED);
        assert_eq!(tries.note_failure(call("f", "0"), "e"), 1);
        assert_eq!(tries.note_failure(call("f", "64"), "e"), 2);
    }
}
