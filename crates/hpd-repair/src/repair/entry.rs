//! The entry point: decisions before a text is read.

use hpd_json::__private::{is_blank, warn_blank};
use hpd_json::{Cut, Leniency, Limit, Limits, Node, Reading, SyntaxError, SyntaxErrorKind, Warning};

use super::{merge_duplicates, root};

/// The result of a repair.
#[derive(Debug, Clone)]
pub struct Repaired<'a> {
    /// The arguments: always an object.
    pub tree: Node<'a>,
    /// The repairs. Empty only if the text is a JSON object.
    pub warnings: Vec<Warning>,
}

/// Reads a text that strict reading refused.
///
/// A text that is a JSON object comes back as it is, without warnings. Under [`Leniency::Strict`] only a blank text and
/// `null` are converted: to `{}`.
///
/// # Errors
///
/// A [`SyntaxError`] if the text was cut off, has no meaning or more than one, or breaks one of `limits`. Truncation
/// takes precedence over every other error.
pub fn repair<'a>(text: &'a str, reading: &Reading, limits: &Limits) -> Result<Repaired<'a>, SyntaxError> {
    if text.len() > limits.text {
        return Err(SyntaxError { offset: limits.text, kind: SyntaxErrorKind::Limit(Limit::Text) });
    }
    if let Some(empty) = read_blank(text, *reading) {
        return empty;
    }
    match Node::parse_object(text, limits) {
        Ok(tree) => return Ok(Repaired { tree, warnings: Vec::new() }),
        Err(error) if reading.leniency == Leniency::Strict || is_cut_object(error, text, *reading) => {
            return Err(error);
        }
        Err(_) => {}
    }
    let mut repaired = root::read(text, *reading, limits)?;
    merge_duplicates(&mut repaired.tree, &mut repaired.warnings);
    Ok(repaired)
}

/// Whether a text is the beginning of a JSON object, and its end is missing. Whatever else it could be read as, that is
/// likelier. Where closers alone are missing, that has one meaning if it is known to be all.
fn is_cut_object(error: SyntaxError, text: &str, reading: Reading) -> bool {
    let SyntaxErrorKind::Truncated(cut) = error.kind else { return false };
    (cut != Cut::MissingClosers || reading.writes) && text.trim_start().starts_with('{')
}

/// A text that holds nothing, or `null`. If the message may have been cut off, nothing may be the beginning of
/// something.
fn read_blank(text: &str, reading: Reading) -> Option<Result<Repaired<'_>, SyntaxError>> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if !is_blank(text) {
        return None;
    }
    if text.is_empty() && reading.stop_reason.may_cut() {
        return Some(Err(SyntaxError { offset: 0, kind: SyntaxErrorKind::Truncated(Cut::Empty) }));
    }
    Some(Ok(Repaired { tree: Node::Object(Vec::new()), warnings: vec![warn_blank()] }))
}
