//! A mark of the user's last message. Equal calls with one mark are deliveries of one call.

use std::fmt;
use std::hash::BuildHasher;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxBuildHasher;

/// The mark of the user's last message. Two copies of a session that get the same messages have the same mark.
#[derive(Default)]
pub(crate) struct MessageMark(Mutex<Mark>);

#[derive(Default)]
struct Mark {
    /// A hash over the messages until now; 0 before the first one.
    hash: u64,
    /// The last message, as long as no write was made since.
    last: Option<Box<str>>,
}

impl MessageMark {
    /// The mark of a stored session.
    pub(super) const fn stored(hash: u64) -> Self {
        Self(Mutex::new(Mark { hash, last: None }))
    }

    /// Records a message. The same text twice, without a write in between, is one message.
    pub(super) fn hear(&self, text: Option<&str>) {
        let mut mark = self.lock();
        if text.is_some() && mark.last.as_deref() == text {
            return;
        }
        mark.hash = FxBuildHasher.hash_one((mark.hash, text)).max(1);
        mark.last = text.map(Into::into);
    }

    /// A write is made: the same text again is another message.
    pub(crate) fn act(&self) {
        self.lock().last = None;
    }

    /// The mark; 0 before the first message.
    pub(crate) fn hash(&self) -> u64 {
        self.lock().hash
    }

    fn lock(&self) -> MutexGuard<'_, Mark> {
        // The mark is always consistent, so a panic in another holder leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Without the user's message.
impl fmt::Debug for MessageMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MessageMark({:016x})", self.hash())
    }
}

#[cfg(test)]
mod tests {
    use super::MessageMark;

    #[test]
    fn each_message_has_another_mark() {
        let mark = MessageMark::default();
        assert_eq!(mark.hash(), 0);
        mark.hear(Some("pay"));
        let first = mark.hash();
        mark.hear(Some("pay"));
        assert_eq!(mark.hash(), first);
        mark.act();
        mark.hear(Some("pay"));
        let second = mark.hash();
        assert_ne!(second, first);
        mark.hear(None);
        let third = mark.hash();
        mark.hear(None);
        assert!(![0, first, second, third].contains(&mark.hash()));
    }

    #[test]
    fn copies_with_the_same_messages_have_the_same_mark() {
        let mark = || {
            let mark = MessageMark::default();
            mark.hear(Some("hello"));
            MessageMark::stored(mark.hash())
        };
        let (one, other) = (mark(), mark());
        one.hear(Some("pay"));
        other.hear(Some("pay"));
        assert_eq!(one.hash(), other.hash());
        assert!(!format!("{one:?}").contains("pay"));
    }
}
