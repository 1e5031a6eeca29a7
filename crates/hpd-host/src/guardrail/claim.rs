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

/// The action and the object of a claim, in the words of tool names: lower case, singular.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The action, with other words for it: of "recorded" these are `record`, `create`, `add` and more.
    pub actions: Vec<String>,
    /// Names of the object, with synonyms. Of adjacent nouns, the last one is the object: the payment of "the invoice
    /// payment". A non-word such as `INV-42` is listed only if no word is.
    pub objects: Vec<String>,
    /// Other words around the object, which may name it too: the invoice of "a payment for the invoice".
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
    /// In the passive: "The payment has been recorded". After a read, such a claim may report the read data.
    Passive,
    /// As a state: "The payment is recorded". It is checked only against writes of the same turn.
    State,
    /// In the first person, before a text that may be the result itself: "I've updated the letter:". It is checked only
    /// against writes of the same turn.
    Announcement,
    /// As a fragment: "Payment recorded", "Recorded the payment". After a read, such a claim may report the read data.
    Short,
}

/// A statement that something was done, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// A success or a failure.
    pub kind: ClaimKind,
    /// Its place: a whole sentence, a list item, or a card with its details. Claims of one sentence have the same span.
    pub span: Range<usize>,
    /// The action and the object; `None` if the claim names neither: "Done!".
    pub about: Option<About>,
    /// How the claim says who did something.
    pub form: ClaimForm,
    /// The number of actions that the claim says were done: two for "both".
    pub count: usize,
    /// Whether the action must happen outside of the answer: paying or sending must, editing a text need not.
    pub is_outward: bool,
    /// Whether the claim stresses that something has just succeeded: "successfully", "✅". Such a claim is hardly a
    /// report of data from an earlier read.
    pub is_stressed: bool,
}

/// Finds claims in the texts of models. A sentence that may be a plan, a question, a quote or a report of read data is
/// no claim.
pub trait ClaimDetector: Send + Sync {
    /// The claims in a text, in the order of their spans. Spans of different sentences do not overlap.
    fn claims(&self, text: &str) -> Vec<Claim>;

    /// The parts of a text that only make sense together with its false claims of `kind`. Examples are the advice to
    /// try again, and a list of the details of a write that never happened. `struck` has the places of these claims.
    /// `kept` has the parts with a decision of their own, such as other claims: results that overlap them are ignored.
    /// By default, the result is empty.
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
