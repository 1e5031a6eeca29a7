//! What is known of the user in a conversation: what was said and confirmed, what is permitted, what was done.

use std::collections::VecDeque;
use std::sync::{MutexGuard, OnceLock, PoisonError};

use hpd_runtime::QualifiedId;
use hpd_runtime::args::Node;

use super::Session;
use crate::collect::{Confirmed, Said};
use crate::system::{Random, RandomError, Timestamp};

/// Writes that are remembered, for rules about many of them.
const REMEMBERED_WRITES: usize = 256;

/// What is known of the user.
#[derive(Debug, Default)]
pub(crate) struct UserState {
    said: Said,
    confirmed: Confirmed,
    last_message: Option<Timestamp>,
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
        self.user().said.add(text);
    }

    /// The same, at a moment of the host's clock.
    pub(crate) fn user_said(&self, text: &str, at: Timestamp) {
        self.user_says(text);
        self.user().last_message = Some(at);
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

    /// When the user wrote last, if a toolbox was told.
    pub(crate) const fn last_message(&self) -> Option<Timestamp> {
        self.last_message
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
