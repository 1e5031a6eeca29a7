//! A text without what is struck.

use std::ops::Range;

use super::check::Triggered;

/// What is struck, and what is said instead.
pub(super) struct Change {
    /// In the order of the text.
    pub(super) spans: Vec<Range<usize>>,
    pub(super) triggered: Triggered,
}

/// A text with what is true in place of the first thing that each guardrail struck, and without the others.
pub(super) fn replaced(text: &str, changes: &[Change]) -> String {
    let mut edits: Vec<(Range<usize>, &str)> = Vec::new();
    for change in changes {
        for (number, span) in change.spans.iter().enumerate() {
            if number == 0 {
                edits.push((span.clone(), &change.triggered.replacement));
            } else {
                edits.push((with_space(text, span.clone()), ""));
            }
        }
    }
    edits.sort_by_key(|(span, _)| span.start);
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for (span, instead) in edits {
        let start = span.start.max(at);
        result.push_str(&text[at..start]);
        result.push_str(instead);
        at = span.end.max(start);
    }
    result.push_str(&text[at..]);
    result
}

/// A span with the space that it leaves: a line with nothing else goes as a whole.
fn with_space(text: &str, span: Range<usize>) -> Range<usize> {
    let line = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at + 1);
    let before = &text[line..span.start];
    let behind = &text[span.end..end];
    let is_sign = |letter: char| {
        letter.is_whitespace()
            || letter.is_ascii_digit()
            || matches!(letter, '-' | '*' | '+' | '•' | '.' | ')' | '–' | '‣' | '·')
    };
    if before.chars().all(is_sign) && behind.trim().is_empty() {
        return line..end;
    }
    let blanks = behind.len() - behind.trim_start_matches([' ', '\t']).len();
    if behind[blanks..].trim_end_matches(['\r', '\n']).is_empty() {
        let kept = before.trim_end_matches([' ', '\t']).len();
        return line + kept..span.end + blanks;
    }
    span.start..span.end + blanks
}
