//! What is quoted: nobody claims it.

use std::ops::Range;

/// Signs around quotes and code.
const PAIRS: [(char, char); 6] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('`', '`'), ('「', '」')];

/// The quotes and the code within a text, with their signs. A sign without a partner is none.
pub(super) fn masks(text: &str) -> Vec<Range<usize>> {
    let mut masks = Vec::new();
    let mut has_none = [false; PAIRS.len()];
    let mut end = 0;
    for (at, letter) in text.char_indices() {
        if at < end {
            continue;
        }
        let Some(pair) = PAIRS.iter().position(|(open, _)| *open == letter) else { continue };
        // A partner that was not found once is never looked for again, so that the time is linear.
        if has_none[pair] {
            continue;
        }
        let inside = at + letter.len_utf8();
        let close = PAIRS[pair].1;
        match text[inside..].find(close) {
            Some(length) => {
                end = inside + length + close.len_utf8();
                masks.push(at..end);
            }
            None => has_none[pair] = true,
        }
    }
    masks
}
