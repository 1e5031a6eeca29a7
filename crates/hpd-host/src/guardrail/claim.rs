//! Claims of a text about writes.

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

/// The action and thing of a claim, in the words of tool names: lower case, singular.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The action, with other words for it: of "recorded" these are `record`, `create`, `add` and more.
    pub actions: Vec<String>,
    /// Names of the thing, with synonyms. Of adjacent nouns it is the last one: of "the invoice payment" it is the
    /// payment. A non-word such as `INV-42` is here only if nothing else is.
    pub objects: Vec<String>,
    /// Other words around it, which may name that thing as well: the invoice of "a payment for the invoice".
    pub others: Vec<String>,
}

impl About {
    /// Whether it names no thing: "I've recorded it".
    pub(super) fn names_nothing(&self) -> bool {
        self.objects.is_empty() && self.others.is_empty()
    }

    /// Whether the thing has no noun: "it", `INV-42`, a text in quotes.
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
    /// In the first person, before a text that may be the result itself: "I've updated the letter:". It is checked only
    /// against writes of the same turn.
    Announcement,
    /// Without a whole sentence: "Payment recorded", "Recorded the payment". It may be a report as well.
    Short,
}

/// A statement that something was done, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Which of both.
    pub kind: ClaimKind,
    /// Its place: a whole sentence, a list item, or a card with its details. Claims of one sentence have the same span.
    pub span: Range<usize>,
    /// Its action and thing; `None` if it names neither: "Done!".
    pub about: Option<About>,
    /// How it says who did it.
    pub form: ClaimForm,
    /// How many things it says were done: two, if it says "both".
    pub count: usize,
    /// Whether its action can't happen within an answer: paying or sending does not concern a text.
    pub is_outward: bool,
    /// Whether it stresses a success just now: "successfully", "✅". Then it is hardly a report of data from an earlier
    /// read.
    pub is_stressed: bool,
}

/// Finds claims in the texts of models. A possible plan, question, quote or report of read data is no claim.
pub trait ClaimDetector: Send + Sync {
    /// The claims in a text, in the order of their spans. Spans of different sentences do not overlap.
    fn claims(&self, text: &str) -> Vec<Claim>;

    /// The parts of a text that follow from struck claims of a kind: the advice to try again, the card of a write that
    /// never happened. `kept` are parts with a judgement of their own. Empty by default.
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

    /// The sentences that replace false claims, in the language of the texts: English by default.
    fn sentences(&self) -> &TruthSentences {
        TruthSentences::in_english()
    }
}
