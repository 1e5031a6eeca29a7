//! The sentences of a paragraph.

use std::ops::Range;

use super::phrases::{ABBREVIATIONS, MARKS};
use super::quoted_spans::quoted_spans;

const WIDE_ENDS: [char; 3] = ['。', '！', '？'];
const ENDS: [char; 8] = ['.', '!', '?', '…', '।', '。', '！', '？'];
const CLOSES: [char; 8] = ['*', '_', ')', '"', '”', '’', '\'', ']'];

/// The sentences of a part of a text, without the space between them.
pub(super) fn sentences(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let inside = &text[part.clone()];
    let mut quotes = quoted_spans(inside).into_iter().peekable();
    let mut found = Vec::new();
    let mut start = 0;
    let mut next = 0;
    for (at, c) in inside.char_indices() {
        while quotes.peek().is_some_and(|quote| quote.end <= at) {
            quotes.next();
        }
        let is_quoted = quotes.peek().is_some_and(|quote| quote.contains(&at));
        if at < next || is_quoted || !ENDS.contains(&c) {
            continue;
        }
        let is_sign = |c: char| ENDS.contains(&c) || CLOSES.contains(&c);
        let run = inside.len() - inside[at..].trim_start_matches(is_sign).len();
        next = run;
        if let Some(end) = end_behind(inside, at, run) {
            next = end;
            found.push(start..end);
            start = end;
        }
    }
    found.push(start..inside.len());
    let sentences = found.into_iter().map(|found| trimmed(inside, found));
    let kept = sentences.filter(|found| !found.is_empty());
    kept.map(|found| part.start + found.start..part.start + found.end).collect()
}

/// Where a sentence ends whose last signs are these.
fn end_behind(text: &str, sign: usize, run: usize) -> Option<usize> {
    let rest = &text[run..];
    let is_wide = text[sign..].starts_with(WIDE_ENDS);
    let is_joined = !rest.is_empty() && !rest.starts_with(char::is_whitespace) && !is_wide;
    if is_joined || (text[sign..].starts_with('.') && !rest.is_empty() && is_abbreviation(&text[..sign])) {
        return None;
    }
    // A sign of success at the very end belongs to the last sentence.
    let is_end = rest
        .chars()
        .all(|c| c.is_whitespace() || c == '\u{fe0f}' || MARKS.iter().any(|mark| mark.starts_with(c)));
    Some(if is_end { text.len() } else { run })
}

/// Whether the text before a full stop ends with an abbreviation, or with the day of a date.
fn is_abbreviation(before: &str) -> bool {
    let tail = before.char_indices().rev().take(12).take_while(|(_, c)| c.is_alphanumeric() || *c == '.');
    let word = tail.last().map_or("", |(at, _)| &before[at..]);
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    is_initial || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start.max(range.start + part.trim_end().len())
}
