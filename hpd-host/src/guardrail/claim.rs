//! What a text says of writes.

use std::ops::Range;

use super::say::TruthSentences;

/// Whether a claim says that something was done, or that it was not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// Something was done.
    Success,
    /// Something could not be done.
    Failure,
}

/// What a claim is about, in words that stand in the names of tools: small letters, and one thing rather than many.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The action, with other words for it: of "recorded" these are `record`, `create`, `add` and more.
    pub actions: Vec<String>,
    /// What names the thing that it was done with, with other words for it. Of adjacent nouns it is the last one: of
    /// "the invoice payment" it is the payment. What is no word, such as `INV-42`, stands here only where nothing else
    /// does.
    pub objects: Vec<String>,
    /// Other words around it, which may name that thing as well: the invoice of "a payment for the invoice".
    pub others: Vec<String>,
}

impl About {
    /// Whether it does not say what it is about: "I've recorded it".
    pub(super) fn names_nothing(&self) -> bool {
        self.objects.is_empty() && self.others.is_empty()
    }

    /// Whether what was done something with has no noun: "it", `INV-42`, a text in quotes.
    pub(super) fn has_no_noun(&self) -> bool {
        self.objects.iter().all(|object| object.chars().any(char::is_numeric))
    }
}

/// How a claim says who did something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ClaimForm {
    /// In the first person: "I've recorded the payment".
    #[default]
    Speaker,
    /// Without who did it: "The payment has been recorded". Where something was read, it may be a report of that.
    Passive,
    /// As how something is: "The payment is recorded". It is held against writes of the same turn alone.
    State,
    /// In the first person, before a text that may be what was made: "I've updated the letter:". It is held against
    /// writes of the same turn alone.
    Announcement,
    /// Without a whole sentence: "Payment recorded", "Recorded the payment". It may be a report as well.
    Short,
}

/// A statement that something was done, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Which of both.
    pub kind: ClaimKind,
    /// Where it stands: a whole sentence, a list item, or a card with its details. Claims of one sentence have the same
    /// span.
    pub span: Range<usize>,
    /// What it is about; `None` if it does not say: "Done!".
    pub about: Option<About>,
    /// How it says who did it.
    pub form: ClaimForm,
    /// How many things it says were done: two, if it says "both".
    pub count: usize,
    /// Whether what it says can't be done within an answer: who pays or sends does not speak of a text.
    pub is_outward: bool,
    /// Whether it stresses that something succeeded just now: "successfully", "✅". Then it is hardly a report of what
    /// was read before.
    pub is_stressed: bool,
}

/// Finds claims in texts of models. What may be a plan, a question, a quote or data that was read is no claim.
pub trait ClaimDetector: Send + Sync {
    /// The claims in a text, in the order of their spans. Spans of different sentences do not overlap.
    fn claims(&self, text: &str) -> Vec<Claim>;

    /// The parts of a text that follow from claims of a kind that are struck: the advice to try again, the card of what
    /// was never done. `kept` are parts that are judged by themselves. Nothing, unless a detector says otherwise.
    fn following(
        &self,
        text: &str,
        kind: ClaimKind,
        struck: &[Range<usize>],
        kept: &[Range<usize>],
    ) -> Vec<Range<usize>> {
        let _ = (text, kind, struck, kept);
        Vec::new()
    }

    /// What is said instead of a claim that is not true, in the language of the texts: English, unless it says
    /// otherwise.
    fn sentences(&self) -> &TruthSentences {
        TruthSentences::in_english()
    }
}
