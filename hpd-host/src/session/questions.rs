//! Which questions are from before the user's last message, and which from after it.

use std::fmt;

use crate::approval::PendingId;

/// The questions of a conversation, by the messages of the user. What was asked before the first message that is known of
/// is not known: the session may have been stored meanwhile.
#[derive(Default)]
pub(crate) struct Questions {
    /// Asked between the last two messages; `None` if there was no message before the last one.
    before: Option<Vec<PendingId>>,
    /// Asked since the last message; `None` before the first one.
    since: Option<Vec<PendingId>>,
    last: Option<Box<str>>,
}

impl Questions {
    /// The user wrote a message. One that is told twice is one message.
    pub(super) fn hear(&mut self, text: &str) {
        let is_told_again =
            self.last.as_deref() == Some(text) && self.since.as_ref().is_some_and(Vec::is_empty);
        if !is_told_again {
            self.before = self.since.replace(Vec::new());
            self.last = Some(text.into());
        }
    }

    /// A question waits for the user.
    pub(crate) fn note(&mut self, id: &PendingId) {
        if let Some(since) = &mut self.since {
            since.push(id.clone());
        }
    }

    /// Whether the last message is the next one after a question, as far as is known.
    pub(crate) fn is_answered_next(&self, id: &PendingId) -> bool {
        self.before.as_ref().is_none_or(|before| before.contains(id))
    }

    /// The questions since the user's last message: all others are from before it. `None` if nobody knows of a message.
    pub(crate) fn since_last_message(&self) -> Option<Vec<PendingId>> {
        self.since.clone()
    }
}

/// Without what the user wrote.
impl fmt::Debug for Questions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Questions")
            .field("before", &self.before)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::Questions;
    use crate::approval::PendingId;

    #[test]
    fn a_message_answers_the_questions_since_the_one_before() {
        let (first, second) = (PendingId::new("1"), PendingId::new("2"));
        let mut questions = Questions::default();
        questions.hear("hello");
        questions.note(&first);
        assert_eq!(questions.since_last_message(), Some(vec![first.clone()]));
        questions.hear("yes");
        assert_eq!(questions.since_last_message(), Some(Vec::new()));
        assert!(questions.is_answered_next(&first));
        questions.note(&second);
        questions.hear("yes");
        assert!(!questions.is_answered_next(&first));
        assert!(questions.is_answered_next(&second));
    }

    #[test]
    fn a_message_that_is_told_twice_is_one() {
        let id = PendingId::new("1");
        let mut questions = Questions::default();
        questions.hear("hello");
        questions.note(&id);
        questions.hear("yes");
        questions.hear("yes");
        assert!(questions.is_answered_next(&id));
        questions.hear("no");
        assert!(!questions.is_answered_next(&id));
    }

    #[test]
    fn what_is_not_known_may_be_the_last_question() {
        let id = PendingId::new("1");
        let mut questions = Questions::default();
        assert_eq!(questions.since_last_message(), None);
        questions.note(&id);
        questions.hear("yes");
        assert!(questions.is_answered_next(&id));
    }
}
