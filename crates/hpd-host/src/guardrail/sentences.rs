//! The sentences of a paragraph.

use std::ops::Range;

use super::lexicon::Lexicon;
use super::quoted_spans::quoted_spans;

const WIDE_ENDS: [char; 3] = ['。', '！', '？'];
const ENDS: [char; 8] = ['.', '!', '?', '…', '।', '。', '！', '？'];
const CLOSES: [char; 8] = ['*', '_', ')', '"', '”', '’', '\'', ']'];

/// The sentences of a part of a text, without the space between them.
pub(super) fn sentences(text: &str, part: Range<usize>, words: &Lexicon) -> Vec<Range<usize>> {
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
        if at < next || is_quoted {
            continue;
        }
        if let Some(end) = behind_mark(inside, start, at, words) {
            next = end;
            found.push(start..end);
            start = end;
            continue;
        }
        if !ENDS.contains(&c) {
            continue;
        }
        let run = run_of_signs(inside, at);
        next = run;
        if let Some(end) = end_behind(inside, at, run, words) {
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

/// Where a sentence ends with a sign of success instead of a full stop: "Invoice sent ✅ Anything else?"
fn behind_mark(text: &str, start: usize, at: usize, words: &Lexicon) -> Option<usize> {
    if text.as_bytes()[at].is_ascii() {
        return None;
    }
    let length = words.mark_at(&text[at..])?;
    let said = text[start..at].trim();
    let is_sentence =
        said.contains(' ') && said.ends_with(char::is_alphanumeric) && words.mark_at(said).is_none();
    let rest = text[at + length..].strip_prefix(' ')?;
    let goes_on = rest.starts_with(char::is_uppercase) && rest.split(' ').nth(2).is_some();
    (is_sentence && goes_on).then_some(at + length)
}

/// The end of the punctuation that ends a sentence, with closing quotes, brackets and emphasis.
fn run_of_signs(text: &str, sign: usize) -> usize {
    let is_sign = |c: char| ENDS.contains(&c) || CLOSES.contains(&c);
    text.len() - text[sign..].trim_start_matches(is_sign).len()
}

/// Where a sentence ends whose last signs are these.
fn end_behind(text: &str, sign: usize, run: usize, words: &Lexicon) -> Option<usize> {
    let rest = &text[run..];
    let is_wide = text[sign..].starts_with(WIDE_ENDS);
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) && !is_wide {
        // A sign of success may follow without a blank.
        return words.mark_at(rest).map(|_| run);
    }
    if text[sign..].starts_with('.')
        && !rest.is_empty()
        && (is_abbreviation(&text[..sign], words) || is_day(&text[..sign], rest, words))
    {
        return None;
    }
    // A sign of success at the very end belongs to the last sentence.
    let mut behind = rest.trim_start();
    while let Some(length) = words.mark_at(behind) {
        behind = behind[length..].trim_start();
    }
    Some(if behind.is_empty() { text.len() } else { run })
}

/// Whether a number is the day of a date: "3. Mai".
fn is_day(before: &str, behind: &str, words: &Lexicon) -> bool {
    let digits = before.bytes().rev().take(3).take_while(u8::is_ascii_digit).count();
    let month: String = behind.trim_start().chars().take(12).take_while(|c| c.is_alphabetic()).collect();
    (1..=2).contains(&digits) && words.is_date(&month.to_lowercase())
}

fn is_abbreviation(before: &str, words: &Lexicon) -> bool {
    let start = before
        .char_indices()
        .rev()
        .take(12)
        .take_while(|(_, c)| c.is_alphanumeric() || *c == '.')
        .last()
        .map_or(before.len(), |(at, _)| at);
    let word = &before[start..];
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    is_initial || words.is_abbreviation(&word.to_lowercase())
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start.max(range.start + part.trim_end().len())
}
