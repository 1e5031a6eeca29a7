//! Which questions are from before the user's last message, and which from after it.

use std::collections::VecDeque;
use std::fmt;
use std::hash::BuildHasher;

use hpd_journal::pending::PendingId;
use hpd_runtime::spec::QualifiedId;
use rustc_hash::FxBuildHasher;

/// Questions whose number of times is remembered; for one more, the oldest is forgotten.
const REMEMBERED: usize = 64;

/// The questions of a conversation, by user message. Questions from before the first known message are unknown: the
/// session may have been stored in between.
#[derive(Default)]
pub(crate) struct Questions {
    /// Asked between the last two messages; `None` if there was no message before the last one.
    before: Option<Vec<PendingId>>,
    /// Asked since the last message; `None` before the first one.
    since: Option<Vec<PendingId>>,
    last: Option<Box<str>>,
    /// The number of messages so far.
    messages: u64,
    asked: VecDeque<Asked>,
}

/// A question, and how often it was asked. Repetitions between two messages of the user count once.
struct Asked {
    tool: u64,
    question: u64,
    times: u32,
    at: u64,
}

impl Questions {
    /// Records a user message. The same text twice is one message; returns whether it is that.
    pub(super) fn hear(&mut self, text: &str) -> bool {
        let is_told_again =
            self.last.as_deref() == Some(text) && self.since.as_ref().is_some_and(Vec::is_empty);
        if !is_told_again {
            self.before = self.since.replace(Vec::new());
            self.last = Some(text.into());
            self.messages += 1;
        }
        is_told_again
    }

    /// A question about a tool is put; for the how manieth time since it was answered.
    pub(crate) fn put(&mut self, tool: &QualifiedId, question: &str) -> u32 {
        let (tool, question) = (hash(tool.as_str()), hash(question));
        let at = self.messages;
        if let Some(asked) =
            self.asked.iter_mut().find(|asked| (asked.tool, asked.question) == (tool, question))
        {
            asked.times = asked.times.saturating_add(u32::from(asked.at != at));
            asked.at = at;
            return asked.times;
        }
        if self.asked.len() >= REMEMBERED {
            self.asked.pop_front();
        }
        self.asked.push_back(Asked { tool, question, times: 1, at });
        1
    }

    /// The questions about a tool are answered.
    pub(crate) fn answered(&mut self, tool: &QualifiedId) {
        if !self.asked.is_empty() {
            let tool = hash(tool.as_str());
            self.asked.retain(|asked| asked.tool != tool);
        }
    }

    /// Whether a question about a tool was put, and is not answered, as far as this session knows.
    pub(crate) fn is_put(&self, tool: &QualifiedId) -> bool {
        let tool = hash(tool.as_str());
        self.asked.iter().any(|asked| asked.tool == tool)
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

    /// The questions since the user's last message; all others are older. `None` if no message is known.
    pub(crate) fn since_last_message(&self) -> Option<Vec<PendingId>> {
        self.since.clone()
    }
}

fn hash(text: &str) -> u64 {
    FxBuildHasher.hash_one(text)
}

/// Without the user's messages.
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
    use hpd_runtime::spec::QualifiedId;

    use super::Questions;
    use hpd_journal::pending::PendingId;

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
    fn a_question_counts_once_between_two_messages() {
        let (buy, pay) = (QualifiedId::new(None, "buy"), QualifiedId::new(None, "pay"));
        let mut questions = Questions::default();
        assert_eq!(questions.put(&buy, "Right?"), 1);
        assert_eq!(questions.put(&buy, "Right?"), 1);
        questions.hear("hm");
        assert_eq!(questions.put(&buy, "Right?"), 2);
        assert_eq!((questions.put(&buy, "Wrong?"), questions.put(&pay, "Right?")), (1, 1));
        questions.answered(&buy);
        assert_eq!((questions.put(&buy, "Right?"), questions.put(&pay, "Right?")), (1, 1));
        for index in 0..=super::REMEMBERED {
            questions.put(&pay, &index.to_string());
        }
        assert_eq!(questions.asked.len(), super::REMEMBERED);
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
