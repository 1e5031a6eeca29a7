//! The turn that the journal tells of: a message of the user, and what is done for it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::journal::Secrets;
use crate::system::{Random, RandomError, random_id};

/// Turns that are remembered: what was asked in them may still run.
const TURNS: usize = 4;

/// The turn of a conversation.
#[derive(Debug, Default)]
pub(crate) struct JournalTurn(Mutex<Turn>);

#[derive(Default)]
struct Turn {
    /// What the user wrote, if the host says so.
    query: Option<Box<str>>,
    /// `None` until a journal is told of the turn.
    id: Option<Box<str>>,
    /// The ids of turns that a journal was told of, the oldest first, this one among them.
    told: VecDeque<Box<str>>,
    secrets: Secrets,
    /// The journal has words of the user that it must not have.
    owes_erasure: bool,
}

impl Turn {
    fn begin(&mut self, id: Box<str>) -> Box<str> {
        if self.told.len() >= TURNS {
            self.told.pop_front();
        }
        self.told.push_back(id.clone());
        self.id = Some(id.clone());
        id
    }
}

/// Without what the user wrote.
impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Turn").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The turn as the journal is told of it.
pub(crate) struct TurnMark {
    pub(crate) id: String,
    /// Whether the journal does not know of it yet.
    pub(crate) is_new: bool,
    /// What the user wrote, without sensitive values that are known.
    pub(crate) query: Option<String>,
    /// The journal knows what the user wrote, with a sensitive value in it that was not known then.
    pub(crate) is_told_too_much: bool,
    /// Sensitive values that calls of the conversation held.
    pub(crate) secrets: Secrets,
}

impl JournalTurn {
    /// The user wrote something. What is told twice before anything is done for it is one message.
    pub(super) fn hear(&self, text: Option<&str>) {
        let mut turn = self.lock();
        let is_told_again = turn.id.is_none() && text.is_some() && turn.query.as_deref() == text;
        if !is_told_again {
            turn.query = text.map(Into::into);
            turn.id = None;
            turn.owes_erasure = false;
        }
    }

    /// The turn, for an event of it. `secrets` are sensitive values that the event's call holds.
    ///
    /// # Errors
    ///
    /// There are no random bytes for its id.
    pub(crate) fn mark(&self, random: &dyn Random, secrets: &Secrets) -> Result<TurnMark, RandomError> {
        let mut turn = self.lock();
        let is_new = turn.id.is_none();
        let id = match &turn.id {
            Some(id) => id.clone(),
            None => turn.begin(random_id(random)?.into()),
        };
        turn.owes_erasure |= !is_new && turn.query.as_deref().is_some_and(|query| secrets.are_in(query));
        let is_told_too_much = turn.owes_erasure;
        turn.secrets.remember(secrets);
        let query = turn.query.as_deref().map(|query| turn.secrets.scrub(query));
        if is_new || is_told_too_much {
            turn.query = query.as_deref().map(Into::into);
        }
        let secrets = turn.secrets.clone();
        Ok(TurnMark { id: id.into(), is_new, query, is_told_too_much, secrets })
    }

    /// The journal has not got what it must not have any more.
    pub(crate) fn note_erased(&self) {
        self.lock().owes_erasure = false;
    }

    /// A text without sensitive values that are known.
    pub(crate) fn scrub(&self, text: &str) -> String {
        self.lock().secrets.scrub(text)
    }

    /// The turns that a journal was told of last, the oldest first.
    pub(crate) fn told(&self) -> Vec<String> {
        self.lock().told.iter().map(ToString::to_string).collect()
    }

    /// The turn, if a journal was told of it.
    pub(crate) fn current(&self) -> Option<String> {
        self.lock().id.as_deref().map(str::to_owned)
    }

    fn lock(&self) -> MutexGuard<'_, Turn> {
        // The state is whole at any time: a panic elsewhere leaves nothing half done in it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::JournalTurn;
    use crate::journal::{Secrets, mask};
    use crate::system::SystemRandom;

    fn secrets(arguments: &str) -> Secrets {
        mask(arguments, &["pin".to_owned()]).1
    }

    #[test]
    fn a_turn_keeps_its_id_until_the_user_writes() {
        let turn = JournalTurn::default();
        turn.hear(Some("Pay Anna"));
        let first = turn.mark(&SystemRandom, &Secrets::default()).unwrap();
        let second = turn.mark(&SystemRandom, &Secrets::default()).unwrap();
        assert!(first.is_new && !second.is_new);
        assert_eq!(first.id, second.id);
        assert_eq!(first.query.as_deref(), Some("Pay Anna"));
        turn.hear(Some("Pay Anna"));
        assert_ne!(turn.mark(&SystemRandom, &Secrets::default()).unwrap().id, first.id);
    }

    #[test]
    fn a_message_that_is_told_twice_is_one_turn() {
        let turn = JournalTurn::default();
        turn.hear(None);
        turn.hear(Some("Pay Anna"));
        turn.hear(Some("Pay Anna"));
        assert_eq!(turn.mark(&SystemRandom, &Secrets::default()).unwrap().query.as_deref(), Some("Pay Anna"));
    }

    #[test]
    fn what_turns_out_to_be_sensitive_is_taken_back_once() {
        let turn = JournalTurn::default();
        turn.hear(Some("My pin is 98765"));
        assert!(!turn.mark(&SystemRandom, &Secrets::default()).unwrap().is_told_too_much);
        let secrets = secrets(r#"{"pin": "98765"}"#);
        let mark = turn.mark(&SystemRandom, &secrets).unwrap();
        assert!(mark.is_told_too_much);
        assert_eq!(mark.query.as_deref(), Some("My pin is (hidden)"));
        assert!(
            turn.mark(&SystemRandom, &Secrets::default()).unwrap().is_told_too_much,
            "it is not erased yet"
        );
        turn.note_erased();
        assert!(!turn.mark(&SystemRandom, &secrets).unwrap().is_told_too_much);
        turn.hear(Some("Once more: 98765"));
        let mark = turn.mark(&SystemRandom, &Secrets::default()).unwrap();
        assert_eq!(mark.query.as_deref(), Some("Once more: (hidden)"));
    }
}
