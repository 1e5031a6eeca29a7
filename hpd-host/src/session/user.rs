//! What is known of the user in a conversation: what was said and confirmed, what is permitted, what was done.

use std::collections::VecDeque;
use std::sync::{MutexGuard, OnceLock, PoisonError};

use hpd_runtime::QualifiedId;
use hpd_runtime::args::Node;

use super::Session;
use crate::approval::PendingId;
use crate::collect::{Confirmed, Said};
use crate::system::{Random, RandomError, Timestamp};

/// Writes that are remembered, for rules about many of them.
const REMEMBERED_WRITES: usize = 256;

/// What is known of the user.
#[derive(Debug, Default)]
pub(crate) struct UserState {
    said: Said,
    confirmed: Confirmed,
    /// The questions since the user's last message; `None` before the first one.
    asked: Option<Vec<PendingId>>,
    writes: VecDeque<(QualifiedId, Timestamp)>,
}

/// The id of a session: given, or made up when it is needed first.
#[derive(Debug, Default)]
pub(crate) struct SessionId(OnceLock<Box<str>>);

impl SessionId {
    pub(crate) fn given(id: impl Into<Box<str>>) -> Self {
        Self(OnceLock::from(id.into()))
    }

    pub(crate) fn get(&self) -> Option<&str> {
        self.0.get().map(AsRef::as_ref)
    }

    /// # Errors
    ///
    /// There are no random bytes to make one of.
    pub(crate) fn get_or_new(&self, random: &dyn Random) -> Result<&str, RandomError> {
        if let Some(id) = self.get() {
            return Ok(id);
        }
        let id = crate::system::random_id(random)?;
        Ok(self.0.get_or_init(|| id.into()))
    }
}

impl Session {
    /// Says what the user wrote. Values that stand in it are the user's own, whoever repeats them; and failed calls from
    /// before it are no longer counted. What was said is not stored with the session: say it again of a conversation that
    /// is taken up again.
    ///
    /// ```
    /// use hpd_host::Session;
    ///
    /// let session = Session::new();
    /// session.user_says("Buy milk, to 456 Oak Ave");
    /// ```
    pub fn user_says(&self, text: &str) {
        self.new_user_message();
        let mut user = self.user();
        user.said.add(text);
        user.asked = Some(Vec::new());
    }

    pub(crate) fn user(&self) -> MutexGuard<'_, UserState> {
        // The state is whole at any time: a panic elsewhere leaves nothing half done in it.
        self.user.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UserState {
    /// Remembers values that the user confirmed for a tool.
    pub(crate) fn confirm(&mut self, tool: &QualifiedId, values: &[(String, Node<'static>)]) {
        for (name, value) in values {
            self.confirmed.add(tool, name, value);
        }
    }

    pub(crate) const fn said(&self) -> &Said {
        &self.said
    }

    pub(crate) const fn confirmed(&self) -> &Confirmed {
        &self.confirmed
    }

    /// Remembers that a question waits for the user.
    pub(crate) fn note_question(&mut self, id: &PendingId) {
        if let Some(asked) = &mut self.asked {
            asked.push(id.clone());
        }
    }

    /// The questions since the user's last message: all others are from before it. `None` if nobody knows of a message.
    pub(crate) fn new_questions(&self) -> Option<Vec<PendingId>> {
        self.asked.clone()
    }

    /// Remembers that a write ran.
    pub(crate) fn note_write(&mut self, tool: &QualifiedId, at: Timestamp) {
        if self.writes.len() >= REMEMBERED_WRITES {
            self.writes.pop_front();
        }
        self.writes.push_back((tool.clone(), at));
    }

    /// The writes that ran, the oldest first.
    pub(crate) fn writes(&self) -> impl Iterator<Item = (QualifiedId, Timestamp)> + '_ {
        self.writes.iter().cloned()
    }
}
