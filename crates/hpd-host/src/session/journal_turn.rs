//! The journal's turn: a user message, and the calls for it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hpd_journal::__private::{Secrets, random_id};
use hpd_journal::{Random, RandomError};
use hpd_runtime::__private::text::HIDDEN;
use hpd_runtime::Principal;

/// Remembered turns: their questions may still run.
const TURNS: usize = 4;

/// The turn of a conversation.
#[derive(Debug, Default)]
pub(crate) struct JournalTurn {
    turn: Mutex<Turn>,
    /// Whether a sensitive value was learned: asked without the lock.
    knows_secrets: AtomicBool,
}

#[derive(Default)]
struct Turn {
    /// The user's message, if the host gives it.
    query: Option<Box<str>>,
    /// The channel of the message, if the host names it.
    channel: Option<Box<str>>,
    /// The turn, once it is in the journal.
    current: Option<ToldTurn>,
    /// Earlier turns in the journal, the oldest first.
    earlier: VecDeque<ToldTurn>,
    /// On whose behalf the last call was made.
    principal: Principal,
    secrets: Secrets,
    /// Whether the tools of the last view had sensitive parameters.
    reaches_sensitive: Option<bool>,
}

/// A turn in the journal.
struct ToldTurn {
    id: Box<str>,
    /// The user's message, as the journal has it.
    query: Option<Box<str>>,
    /// The journal has words of the user that it must not have.
    owes_erasure: bool,
}

/// Without the user's message.
impl std::fmt::Debug for Turn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let id = self.current.as_ref().map(|turn| &turn.id);
        f.debug_struct("Turn").field("id", &id).finish_non_exhaustive()
    }
}

/// The turn's data for the journal.
pub(crate) struct TurnMark {
    pub(crate) id: String,
    /// Whether the journal lacks the turn, or needs it again.
    pub(crate) is_to_be_told: bool,
    /// The user's message for the journal.
    pub(crate) query: Option<String>,
    /// The channel of the message.
    pub(crate) channel: Option<String>,
    /// Turns whose user message is in the journal and turned out to be sensitive.
    pub(crate) to_erase: Vec<String>,
    /// Sensitive values that calls of the conversation held.
    pub(crate) secrets: Secrets,
}

impl JournalTurn {
    /// The turn of a resumed conversation: the journal has it under this id. The user's message is not known here.
    pub(super) fn told_as(id: impl Into<Box<str>>) -> Self {
        let current = Some(ToldTurn { id: id.into(), query: None, owes_erasure: false });
        Self { turn: Mutex::new(Turn { current, ..Turn::default() }), knows_secrets: AtomicBool::new(false) }
    }

    /// Records a user message. The same text twice, without a call in between, is one message.
    pub(super) fn hear(&self, text: Option<&str>) {
        let mut turn = self.lock();
        let is_told_again = turn.current.is_none() && text.is_some() && turn.query.as_deref() == text;
        if is_told_again {
            return;
        }
        turn.query = text.map(Into::into);
        turn.channel = None;
        if let Some(told) = turn.current.take() {
            turn.earlier.push_back(told);
        }
        if turn.earlier.len() >= TURNS {
            turn.earlier.pop_front();
        }
    }

    /// The channel of the last message.
    pub(super) fn came_by(&self, channel: Option<&str>) {
        self.lock().channel = channel.map(Into::into);
    }

    /// The turn, for an event of it. `secrets` are sensitive values that the event's call holds.
    ///
    /// # Errors
    ///
    /// There are no random bytes for its id.
    pub(crate) fn mark(
        &self,
        random: &dyn Random,
        secrets: &Secrets,
        tells_free_text: bool,
    ) -> Result<TurnMark, RandomError> {
        let mut turn = self.lock();
        let Turn { query, channel, current, earlier, secrets: known, .. } = &mut *turn;
        let is_new = current.is_none();
        let current = if let Some(current) = current {
            current
        } else {
            let id = random_id(random)?.into();
            current.insert(ToldTurn { id, query: None, owes_erasure: false })
        };
        known.remember(secrets);
        let mut to_erase = Vec::new();
        for told in earlier.iter_mut().chain([&mut *current]) {
            told.owes_erasure |= told.query.as_deref().is_some_and(|query| secrets.are_in(query));
            if told.owes_erasure {
                to_erase.push(told.id.to_string());
            }
        }
        let is_to_be_told = is_new || current.owes_erasure;
        if is_to_be_told {
            let tell = |query: &str| if tells_free_text { known.scrub(query) } else { HIDDEN.to_owned() };
            current.query = query.as_deref().map(|query| tell(query).into());
        }
        Ok(TurnMark {
            id: current.id.to_string(),
            is_to_be_told,
            query: current.query.as_deref().map(str::to_owned),
            channel: channel.as_deref().map(str::to_owned),
            to_erase,
            secrets: known.clone(),
        })
    }

    /// Goes on with a turn that another process told, unless this session has one of its own.
    pub(crate) fn go_on(&self, told: &str) {
        let mut turn = self.lock();
        if turn.current.is_none() && turn.query.is_none() {
            turn.current = Some(ToldTurn { id: told.into(), query: None, owes_erasure: false });
        }
    }

    /// Records whether the conversation can come to call a tool with sensitive parameters.
    pub(crate) fn note_reach(&self, reaches_sensitive: bool) {
        self.lock().reaches_sensitive = Some(reaches_sensitive);
    }

    /// Whether the conversation could come to call such a tool when this was last known.
    pub(crate) fn reaches_sensitive(&self) -> Option<bool> {
        self.lock().reaches_sensitive
    }

    /// Records on whose behalf calls are made from now on.
    pub(crate) fn note_principal(&self, principal: &Principal) {
        let mut turn = self.lock();
        if turn.principal != *principal {
            turn.principal.clone_from(principal);
        }
    }

    /// On whose behalf the last call was made.
    pub(crate) fn principal(&self) -> Principal {
        self.lock().principal.clone()
    }

    /// Records that a turn's user message is erased from the journal.
    pub(crate) fn note_erased(&self, id: &str) {
        let mut turn = self.lock();
        let Turn { current, earlier, .. } = &mut *turn;
        for told in earlier.iter_mut().chain(current).filter(|told| &*told.id == id) {
            told.owes_erasure = false;
        }
    }

    /// Takes sensitive values of a call. They are hidden in texts from now on.
    #[cold]
    pub(crate) fn learn(&self, secrets: &Secrets) {
        self.knows_secrets.store(true, Ordering::Release);
        self.lock().secrets.remember(secrets);
    }

    /// Whether there are sensitive values in calls so far.
    #[inline]
    pub(crate) fn knows_secrets(&self) -> bool {
        self.knows_secrets.load(Ordering::Acquire)
    }

    /// The sensitive values of all calls so far.
    pub(crate) fn secrets(&self) -> Secrets {
        self.lock().secrets.clone()
    }

    /// A text without sensitive values that are known.
    pub(crate) fn scrub(&self, text: &str) -> String {
        // Long texts are not searched under the lock.
        self.secrets().scrub(text)
    }

    /// Whether the session is new or just restored.
    pub(crate) fn is_fresh(&self) -> bool {
        let turn = self.lock();
        turn.query.is_none() && turn.current.is_none() && turn.earlier.is_empty()
    }

    /// The turn, if the journal has it.
    pub(crate) fn current(&self) -> Option<String> {
        self.lock().current.as_ref().map(|current| current.id.to_string())
    }

    fn lock(&self) -> MutexGuard<'_, Turn> {
        // The state is always consistent, so a panic in another holder leaves nothing half done.
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{JournalTurn, TurnMark};
    use hpd_journal::__private::{Secrets, mask};
    use hpd_journal::SystemRandom;

    fn secrets(pin: &str) -> Secrets {
        mask(&format!(r#"{{"pin": "{pin}"}}"#), &["pin".to_owned()]).1
    }

    fn mark(turn: &JournalTurn, secrets: &Secrets) -> TurnMark {
        turn.mark(&SystemRandom, secrets, true).unwrap()
    }

    #[test]
    fn a_turn_keeps_its_id_until_the_user_writes() {
        let turn = JournalTurn::default();
        turn.hear(Some("Pay Anna"));
        let first = mark(&turn, &Secrets::default());
        let second = mark(&turn, &Secrets::default());
        assert!(first.is_to_be_told && !second.is_to_be_told);
        assert_eq!(first.id, second.id);
        assert_eq!(first.query.as_deref(), Some("Pay Anna"));
        turn.hear(Some("Pay Anna"));
        assert_ne!(mark(&turn, &Secrets::default()).id, first.id);
    }

    #[test]
    fn a_turn_of_another_process_is_not_told_again() {
        let turn = JournalTurn::default();
        turn.go_on("told");
        let first = mark(&turn, &Secrets::default());
        assert_eq!((&*first.id, first.is_to_be_told), ("told", false));
        turn.hear(Some("Pay Anna"));
        turn.go_on("told");
        let second = mark(&turn, &Secrets::default());
        assert!(second.is_to_be_told && second.id != "told");
    }

    #[test]
    fn a_message_that_is_told_twice_is_one_turn() {
        let turn = JournalTurn::default();
        turn.hear(None);
        turn.hear(Some("Pay Anna"));
        turn.hear(Some("Pay Anna"));
        assert_eq!(mark(&turn, &Secrets::default()).query.as_deref(), Some("Pay Anna"));
    }

    #[test]
    fn what_turns_out_to_be_sensitive_is_erased_once_and_told_anew() {
        let turn = JournalTurn::default();
        turn.hear(Some("My pin is 98765"));
        assert_eq!(mark(&turn, &Secrets::default()).to_erase, [""; 0]);
        let secrets = secrets("98765");
        let found = mark(&turn, &secrets);
        assert!(found.is_to_be_told);
        assert_eq!(found.to_erase, [&*found.id]);
        assert_eq!(found.query.as_deref(), Some("My pin is [hidden]"));
        assert_eq!(mark(&turn, &Secrets::default()).to_erase, [&*found.id], "it is not erased yet");
        turn.note_erased(&found.id);
        let later = mark(&turn, &secrets);
        assert!(!later.is_to_be_told);
        assert_eq!(later.to_erase, [""; 0]);
        turn.hear(Some("Once more: 98765"));
        assert_eq!(mark(&turn, &Secrets::default()).query.as_deref(), Some("Once more: [hidden]"));
    }

    #[test]
    fn what_turns_out_to_be_sensitive_is_erased_from_earlier_turns() {
        let turn = JournalTurn::default();
        turn.hear(Some("My pin is 98765"));
        let first = mark(&turn, &Secrets::default());
        turn.hear(Some("Log me in"));
        let second = mark(&turn, &secrets("98765"));
        assert_eq!(second.to_erase, [&*first.id]);
        assert_eq!(second.query.as_deref(), Some("Log me in"));
        turn.hear(Some("Well?"));
        assert_eq!(mark(&turn, &Secrets::default()).to_erase, [&*first.id], "it is not erased yet");
        turn.note_erased(&first.id);
        assert_eq!(mark(&turn, &Secrets::default()).to_erase, [""; 0]);
    }

    #[test]
    fn free_text_that_is_not_told_is_never_in_a_mark() {
        let turn = JournalTurn::default();
        turn.hear(Some("My pin is 98765"));
        for secrets in [Secrets::default(), secrets("98765")] {
            let mark = turn.mark(&SystemRandom, &secrets, false).unwrap();
            assert_eq!(mark.query.as_deref(), Some("[hidden]"));
            assert_eq!(mark.to_erase, [""; 0]);
        }
    }
}
