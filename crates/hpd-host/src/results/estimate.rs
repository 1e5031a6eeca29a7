//! Tokens of a text, estimated.

/// Letters of one token, on average over names and words.
const LETTERS: usize = 6;
/// Digits of one token.
const DIGITS: usize = 3;
/// Punctuation marks of one token: JSON has them in groups.
const MARKS: usize = 2;
/// Bytes of other characters in one token.
const OTHERS: usize = 3;

/// The kinds of runs in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Digit,
    Mark,
    Blank,
    Other,
}

const fn kind(byte: u8) -> Kind {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => Kind::Letter,
        b'0'..=b'9' => Kind::Digit,
        b' ' | b'\n' | b'\t' | b'\r' => Kind::Blank,
        0x80.. => Kind::Other,
        _ => Kind::Mark,
    }
}

/// The tokens of a text, estimated: the vocabularies of models differ, and none is part of this crate.
///
/// Runs of letters count one token for each 6 begun, digits for each 3, punctuation for each 2, and bytes of other scripts
/// for each 3. A single space is free, since it belongs to the next word; other blanks count one token a run.
///
/// ```
/// use hpd_host::results::estimated_tokens;
///
/// assert_eq!(estimated_tokens("The price of an order"), 5);
/// assert_eq!(estimated_tokens(r#"{"id":1234567,"open":true}"#), 11);
/// ```
pub fn estimated_tokens(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut tokens, mut at) = (0_usize, 0);
    while let Some(&first) = bytes.get(at) {
        let run = kind(first);
        let length = bytes[at..].iter().take_while(|&&byte| kind(byte) == run).count();
        tokens += match run {
            Kind::Letter => length.div_ceil(LETTERS),
            Kind::Digit => length.div_ceil(DIGITS),
            Kind::Mark => length.div_ceil(MARKS),
            Kind::Blank => usize::from(length > 1 || first != b' '),
            Kind::Other => length.div_ceil(OTHERS),
        };
        at += length;
    }
    tokens
}

/// Whether a text has more than so many tokens. Every token has a byte at least, so that short texts are not counted.
pub(super) fn is_beyond(text: &str, tokens: usize) -> bool {
    text.len() > tokens && estimated_tokens(text) > tokens
}
