//! The public face: from text to a `serde_json::Value`.

use std::fmt;

use hpd_json::{
    Leniency, Limits, Node, Reading, StopReason, SyntaxError, SyntaxErrorKind, Warning, WarningCode,
};
use serde_json::Value;

use crate::repair::{self as tree, Repaired as RepairedTree};

/// Reads a text that should be a JSON object. The same as [`Reader::new`] and [`Reader::read`].
///
/// ```
/// let repaired = hpd_repair::repair("```json\n{'city': \"Oslo\",}\n```")?;
/// assert_eq!(repaired.text, r#"{"city":"Oslo"}"#);
/// # Ok::<(), hpd_repair::RepairError>(())
/// ```
///
/// # Errors
///
/// A [`RepairError`] if the text was cut off, has no meaning or more than one, or breaks a limit.
pub fn repair(text: &str) -> Result<Repaired, RepairError> {
    Reader::new().read(text)
}

/// How texts are read.
///
/// ```
/// use hpd_repair::{Reader, StopReason};
///
/// let whole = Reader::new().stopped_by(StopReason::Finished);
/// assert_eq!(whole.read(r#"{"tags": ["a"]"#)?.text, r#"{"tags":["a"]}"#);
///
/// // For a call that changes something, a missing closer is a sign of missing text.
/// assert!(whole.for_writes().read(r#"{"tags": ["a"]"#).unwrap_err().is_truncated());
/// # Ok::<(), hpd_repair::RepairError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    reading: Reading,
    limits: Limits,
}

impl Reader {
    /// A reader for texts with one meaning. It assumes nothing about why the model's message ended.
    pub fn new() -> Self {
        let (leniency, stop_reason) = (Leniency::Safe, StopReason::Unknown);
        Self { reading: Reading { leniency, writes: false, stop_reason }, limits: Limits::default() }
    }

    /// Reads texts as the arguments of a write. Such a text must not lack its end, and must hold one object, not
    /// repeated.
    #[must_use]
    pub const fn for_writes(mut self) -> Self {
        self.reading.writes = true;
        self
    }

    /// Sets why the model stopped writing. [`StopReason::of_name`] reads the providers' names for stop
    /// reasons.
    #[must_use]
    pub const fn stopped_by(mut self, reason: StopReason) -> Self {
        self.reading.stop_reason = reason;
        self
    }

    /// Sets how forgiving the reading is.
    #[must_use]
    pub const fn with_leniency(mut self, leniency: Leniency) -> Self {
        self.reading.leniency = leniency;
        self
    }

    /// Sets the limits on a text.
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reads a text that should be a JSON object.
    ///
    /// # Errors
    ///
    /// A [`RepairError`] if the text was cut off, has no meaning or more than one, or breaks a limit.
    pub fn read(&self, text: &str) -> Result<Repaired, RepairError> {
        let read = tree::repair(text, &self.reading, &self.limits);
        let RepairedTree { tree, warnings } = read.map_err(|error| RepairError { error })?;
        let truncated = warnings.iter().any(|warning| warning.code == WarningCode::MissingCloser);
        if truncated && holds_moved_name(&tree) {
            let error = SyntaxError { offset: 0, kind: SyntaxErrorKind::Ambiguous };
            return Err(RepairError { error });
        }
        Ok(Repaired { value: tree.to_value(), text: tree.to_json(), warnings, truncated })
    }
}

/// Whether a lost closer may have put the name of a call among its arguments: `{"arguments": {"a": 1, "name": "f"}`.
fn holds_moved_name(tree: &Node<'_>) -> bool {
    let Node::Object(members) = tree else { return false };
    let [(key, Node::Object(inner))] = members.as_slice() else { return false };
    let is_wrapper = matches!(key.as_ref(), "arguments" | "parameters" | "args" | "input");
    let is_name = |key: &str| matches!(key, "name" | "function" | "tool");
    is_wrapper && inner.last().is_some_and(|(key, value)| is_name(key) && value.as_str().is_some())
}

impl Default for Reader {
    fn default() -> Self {
        Self::new()
    }
}

/// The one meaning of a text.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Repaired {
    /// The object. Numbers that `serde_json::Value` can't hold are rounded here.
    pub value: Value,
    /// The object as compact JSON: every digit of its numbers, and its keys in their order.
    pub text: String,
    /// The repairs. Empty only if the text was JSON. JSON with a repeated key of equal values has a warning,
    /// too.
    pub warnings: Vec<Warning>,
    /// Closing brackets were missing at the end. The text may have been cut off after a complete value.
    pub truncated: bool,
}

/// A text without a meaning, or with more than one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepairError {
    error: SyntaxError,
}

impl RepairError {
    /// The kind of error.
    pub const fn kind(&self) -> SyntaxErrorKind {
        self.error.kind
    }

    /// The byte of the text at which reading stopped.
    pub const fn offset(&self) -> usize {
        self.error.offset
    }

    /// Whether the text ends too early: the model has to write it again, or write less.
    pub const fn is_truncated(&self) -> bool {
        matches!(self.error.kind, SyntaxErrorKind::Truncated(_))
    }
}

impl fmt::Display for RepairError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for RepairError {}
