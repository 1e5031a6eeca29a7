//! A text without its struck parts.

use std::ops::Range;

use super::check::Triggered;

/// A part of a text that an edited text has, too.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    /// Its place in the text.
    pub(super) from: Range<usize>,
    /// Its start in the edited text.
    pub(super) to: usize,
}

/// A text with the truth in place of the first part that each guardrail struck, and without the other parts; and what
/// of the text is kept, in order.
pub(super) fn replaced(text: &str, triggered: &[Triggered]) -> (String, Vec<Kept>) {
    let mut edits: Vec<(Range<usize>, &str)> = Vec::new();
    for triggered in triggered {
        for (number, span) in joined(text, &triggered.spans).iter().enumerate() {
            if number == 0 {
                edits.push((span.clone(), &triggered.replacement));
            } else {
                edits.push((with_space(text, span.clone()), ""));
            }
        }
    }
    edits.sort_by_key(|(span, _)| span.start);
    let mut result = String::with_capacity(text.len());
    let mut kept = Vec::with_capacity(edits.len() + 1);
    let mut at = 0;
    for (span, instead) in edits {
        let start = span.start.max(at);
        kept.push(Kept { from: at..start, to: result.len() });
        result.push_str(&text[at..start]);
        result.push_str(instead);
        at = span.end.max(start);
    }
    kept.push(Kept { from: at..text.len(), to: result.len() });
    result.push_str(&text[at..]);
    (result, kept)
}

/// Joins spans with only whitespace between them. Spans on several lines are joined only if a blank line, or nothing,
/// follows the last one: otherwise the next text would move to another paragraph.
fn joined(text: &str, spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let gap_of = |last: &Range<usize>, next: &Range<usize>| &text[last.end..next.start];
    let mut joined: Vec<Range<usize>> = Vec::new();
    for run in spans.chunk_by(|last, next| gap_of(last, next).trim().is_empty()) {
        let behind = run.last().map_or("", |last| text[last.end..].trim_start_matches([' ', '\t', '\r']));
        let ends_paragraph = match behind.strip_prefix('\n') {
            None => behind.is_empty(),
            Some(next) => {
                // From the start alone: a long blank end is not read again for each run.
                next.trim_start_matches([' ', '\t', '\r']).starts_with('\n') || next.trim_start().is_empty()
            }
        };
        let is_near =
            |last: &Range<usize>, next: &Range<usize>| ends_paragraph || !gap_of(last, next).contains('\n');
        let parts = run.chunk_by(is_near).filter_map(|part| Some(part.first()?.start..part.last()?.end));
        joined.extend(parts);
    }
    joined
}

/// A span with the space that it leaves: a line with nothing else goes as a whole. Only the space and the signs beside
/// the span are looked at, so that the time is linear.
fn with_space(text: &str, span: Range<usize>) -> Range<usize> {
    let is_sign = |c: char| c != '\n' && (c.is_whitespace() || c.is_ascii_digit() || "-*+•.)–‣·".contains(c));
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r');
    let line = text[..span.start].trim_end_matches(is_sign);
    let rest = text[span.end..].trim_start_matches(is_blank);
    let starts_line = line.is_empty() || line.ends_with('\n');
    let end = text.len() - rest.len();
    if !rest.is_empty() && !rest.starts_with('\n') {
        let blanks = text[span.end..].trim_start_matches([' ', '\t']);
        return span.start..text.len() - blanks.len();
    }
    if starts_line {
        return line.len()..end + usize::from(!rest.is_empty());
    }
    let kept = text[..span.start].trim_end_matches([' ', '\t']).len();
    kept..span.end
}
