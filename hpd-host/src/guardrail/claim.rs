//! What a text says of writes.

use std::ops::Range;

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
    /// The words that may name what it was done with, the likeliest first.
    pub objects: Vec<String>,
}

/// A statement that something was done, or could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Which of both.
    pub kind: ClaimKind,
    /// Where it stands: a whole sentence, a list item, or a card with its details. Claims of one sentence have the same span.
    pub span: Range<usize>,
    /// What it is about; `None` if it does not say: "Done!".
    pub about: Option<About>,
}

/// Finds claims in texts of models. What may be a plan, a question, a quote or data that was read is no claim.
pub trait ClaimDetector: Send + Sync {
    /// The claims in a text, in the order of their spans. Spans of different sentences do not overlap.
    fn claims(&self, text: &str) -> Vec<Claim>;
}
