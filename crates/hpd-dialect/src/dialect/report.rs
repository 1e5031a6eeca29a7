//! The report of a conversion.

use std::fmt;

/// A part of the original schema that the converted schema says in another way, or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaChange {
    /// The place in the original schema, as a JSON pointer; empty for the root.
    pub pointer: String,
    /// The keyword, or the property that was renamed.
    pub keyword: String,
    /// The kind of change.
    pub kind: SchemaChangeKind,
    /// Description of the change in words, for the author of the tool.
    pub message: String,
}

/// The kinds of change to a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaChangeKind {
    /// The keyword is gone, without a replacement.
    Dropped,
    /// The model reads the rule in the description, and the provider does not enforce the rule.
    Moved,
    /// The keyword has another form. The meaning stays, once `Converted::restore` has converted the answer
    /// back.
    Rewritten,
    /// The converted schema takes answers that the original refuses.
    Widened,
    /// The original takes answers that the converted schema refuses.
    Narrowed,
}

impl SchemaChangeKind {
    /// Whether an answer that the converted schema accepts may break this rule of the original.
    pub const fn loses_rule(self) -> bool {
        matches!(self, Self::Dropped | Self::Moved | Self::Widened)
    }
}

impl fmt::Display for SchemaChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() { "/" } else { &self.pointer };
        write!(f, "{place}: `{}` {}", self.keyword, self.message)
    }
}
