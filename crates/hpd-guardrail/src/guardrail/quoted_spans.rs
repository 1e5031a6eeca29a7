//! Quoted text: it claims nothing.

use std::ops::Range;

/// Signs around quotes and code. Single quotes may be apostrophes.
const PAIRS: [(char, char); 8] =
    [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('`', '`'), ('「', '」'), ('\'', '\''), ('‘', '’')];

/// The quotes and the code within a text, with their signs. A sign without a partner is none.
pub(super) fn quoted_spans(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    // A partner that was not found once is never looked for again, so that the time is linear.
    let mut has_none = [false; PAIRS.len()];
    let mut end = 0;
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_alphanumeric()) {
        let behind = &text[at + c.len_utf8()..];
        let Some(pair) = PAIRS.iter().position(|(open, _)| *open == c).filter(|pair| !has_none[*pair]) else {
            continue;
        };
        let is_single = matches!(c, '\'' | '‘');
        let is_apostrophe = is_single
            && (text[..at].ends_with(char::is_alphanumeric) || !behind.starts_with(char::is_alphanumeric));
        if at < end || is_apostrophe {
            continue;
        }
        let mut ends = behind.match_indices(PAIRS[pair].1).map(|(at, sign)| at + sign.len());
        match ends.find(|end| !is_single || !behind[*end..].starts_with(char::is_alphanumeric)) {
            Some(length) => {
                end = at + c.len_utf8() + length;
                spans.push(at..end);
            }
            None => has_none[pair] = true,
        }
    }
    spans
}
