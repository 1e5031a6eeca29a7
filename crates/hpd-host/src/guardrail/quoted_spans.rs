//! Quoted text: it claims nothing.

use std::ops::Range;

/// Signs around quotes and code.
const PAIRS: [Pair; 9] = [
    Pair::signs('"', '"'),
    Pair::signs('“', '”'),
    Pair::signs('„', '“'),
    Pair::signs('«', '»'),
    Pair::signs('`', '`'),
    Pair::signs('「', '」'),
    Pair { open: '\'', close: '\'', rule: Rule::Apostrophe },
    Pair { open: '‘', close: '’', rule: Rule::Apostrophe },
    Pair { open: '*', close: '*', rule: Rule::BehindColon },
];

/// Tags around quoted text.
const TAGS: [&str; 7] = ["quote", "blockquote", "q", "code", "pre", "example", "samp"];

struct Pair {
    open: char,
    close: char,
    rule: Rule,
}

impl Pair {
    const fn signs(open: char, close: char) -> Self {
        Self { open, close, rule: Rule::Any }
    }
}

/// Where a sign begins or ends a quote.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Any,
    /// It may be an apostrophe, after an alphanumeric character and mostly before one.
    Apostrophe,
    /// It may be emphasis, unless it is a single sign after a colon.
    BehindColon,
}

impl Rule {
    fn begins(self, before: &str, behind: &str) -> bool {
        let next = behind.chars().next();
        match self {
            Self::Any => true,
            Self::Apostrophe => {
                !before.ends_with(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric)
            }
            Self::BehindColon => {
                before.ends_with(": ") && next.is_some_and(|next| !next.is_whitespace() && next != '*')
            }
        }
    }

    fn ends(self, behind: &str) -> bool {
        self != Self::Apostrophe || !behind.starts_with(char::is_alphanumeric)
    }
}

/// The quotes and the code within a text, with their signs. A sign without a partner is none.
pub(super) fn quoted_spans(text: &str) -> Vec<Range<usize>> {
    let mut quoted_spans = Vec::new();
    // A partner that was not found once is never looked for again, so that the time is linear.
    let mut has_none = [false; PAIRS.len() + TAGS.len()];
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if at < end {
            continue;
        }
        let (before, behind) = (&text[..at], &text[at + c.len_utf8()..]);
        let pair = PAIRS.iter().position(|pair| pair.open == c && pair.rule.begins(before, behind));
        let tag = (c == '<').then(|| tag_at(behind)).flatten();
        let Some(kind) = pair.or(tag.map(|tag| PAIRS.len() + tag)).filter(|kind| !has_none[*kind]) else {
            continue;
        };
        let close = match tag {
            Some(tag) => end_of_tag(behind, TAGS[tag]),
            None => pair.and_then(|pair| end_of_pair(behind, &PAIRS[pair])),
        };
        match close {
            Some(length) => {
                end = at + c.len_utf8() + length;
                quoted_spans.push(at..end);
            }
            None => has_none[kind] = true,
        }
    }
    quoted_spans
}

fn end_of_pair(behind: &str, pair: &Pair) -> Option<usize> {
    let ends = behind.match_indices(pair.close).map(|(at, sign)| at + sign.len());
    ends.into_iter().find(|end| pair.rule.ends(&behind[*end..]))
}

fn tag_at(behind: &str) -> Option<usize> {
    TAGS.iter().position(|tag| behind.strip_prefix(tag).is_some_and(|rest| rest.starts_with(['>', ' '])))
}

fn end_of_tag(behind: &str, tag: &str) -> Option<usize> {
    let mut ends = behind.match_indices("</").map(|(at, _)| at + 2);
    let start = ends.find(|start| behind[*start..].starts_with(tag))?;
    behind[start..].find('>').map(|end| start + end + 1)
}
