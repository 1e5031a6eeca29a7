//! The user's part of a conversation: statements, confirmations, questions, and texts of writes.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, OnceLock, PoisonError};

use hpd_journal::__private::id_to_keep;
use hpd_journal::pending::PendingId;
use hpd_journal::{Random, RandomError};
use hpd_runtime::Principal;

use super::{Questions, Session, Speakers};

/// Texts that are remembered.
const REMEMBERED_TEXTS: usize = 256;

/// The user's part of a conversation.
#[derive(Debug, Default)]
pub(crate) struct UserState {
    speakers: Speakers,
    questions: Questions,
    /// Texts of the arguments of writes, the oldest first.
    written: VecDeque<Box<str>>,
}

/// The id of a session: given, or made up when it is needed first.
#[derive(Debug, Default)]
pub(crate) struct SessionId(OnceLock<Box<str>>);

impl SessionId {
    pub(crate) fn given(id: impl Into<Box<str>>) -> Self {
        Self(OnceLock::from(id_to_keep(&id.into()).into_boxed_str()))
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
        let id = hpd_journal::__private::random_id(random)?;
        Ok(self.0.get_or_init(|| id.into()))
    }
}

impl Session {
    /// Records a user message. Values in it count as the user's own. The counts of failed calls, which limit repeated
    /// calls, start again. Messages are not stored with the session: record them again when a conversation is resumed.
    ///
    /// The message counts for every principal. Where several people write in one conversation, use
    /// [`Toolbox::reply`](crate::Toolbox::reply), which knows the speaker.
    ///
    /// ```
    /// use hpd_host::Session;
    ///
    /// let session = Session::new();
    /// session.user_says("Buy milk, to 456 Oak Ave");
    /// ```
    pub fn user_says(&self, text: &str) {
        self.hear(None, text);
    }

    /// The same for a known speaker.
    pub(crate) fn hear(&self, who: Option<&Principal>, text: &str) {
        self.tries().clear();
        self.journal_turn().hear(Some(text));
        self.message().hear(Some(text));
        let mut user = self.user();
        user.speakers.hear(who, text);
        user.questions.hear(text);
    }

    /// Whether questions about values may be open.
    #[inline]
    pub(crate) fn may_have_questions(&self) -> bool {
        self.has_questions.load(Ordering::Relaxed)
    }

    /// A question waits for the user.
    pub(crate) fn note_question(&self, id: &PendingId) {
        self.has_questions.store(true, Ordering::Relaxed);
        self.user().questions_mut().note(id);
    }

    /// No question is open.
    pub(crate) fn note_no_questions(&self) {
        self.has_questions.store(false, Ordering::Relaxed);
    }

    pub(crate) fn user(&self) -> MutexGuard<'_, UserState> {
        // The state is always consistent, so a panic in another holder leaves nothing half done.
        self.user.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UserState {
    pub(crate) const fn speakers(&self) -> &Speakers {
        &self.speakers
    }

    pub(crate) const fn speakers_mut(&mut self) -> &mut Speakers {
        &mut self.speakers
    }

    pub(crate) const fn questions(&self) -> &Questions {
        &self.questions
    }

    pub(crate) const fn questions_mut(&mut self) -> &mut Questions {
        &mut self.questions
    }

    /// Remembers texts of the arguments of a write.
    pub(crate) fn note_written_texts(&mut self, texts: &[&str]) {
        for text in texts {
            if self.written.iter().any(|other| **other == **text) {
                continue;
            }
            if self.written.len() >= REMEMBERED_TEXTS {
                self.written.pop_front();
            }
            self.written.push_back((*text).into());
        }
    }

    /// Texts of the arguments of earlier writes.
    pub(crate) fn written_texts(&self) -> Vec<String> {
        self.written.iter().map(ToString::to_string).collect()
    }
}
