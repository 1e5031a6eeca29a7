//! Text around an object: the parts that are certainly no arguments.

use hpd_json::__private::Path;
use hpd_json::{Cut, Leniency, Limits, Node, Reading, SyntaxError, SyntaxErrorKind};

use super::gap::is_unusual_blank;
use super::pairs;
use super::parser::Parser;

/// The contents of text between objects.
#[derive(Debug, Default)]
pub(super) struct Prose {
    /// Where it ends: at a brace that opens an object, or at the end of the text.
    pub(super) end: usize,
    /// Square brackets that are open at its end.
    pub(super) brackets: usize,
    /// Parentheses that are open at its end.
    pub(super) parentheses: usize,
    /// Something in it is closed that was not opened in it.
    pub(super) stray_closer: bool,
    /// It contains a JSON array.
    pub(super) array: bool,
    /// The first word in braces, which is no object.
    pub(super) placeholder: Option<usize>,
    quotes: usize,
    key: bool,
}

/// Arrays that are tried: each try may look at the whole text.
const TRIES: usize = 16;
/// Bytes of a word in braces.
const LONGEST_PLACEHOLDER: usize = 64;

/// Looks through the text from `from` on, up to the next object.
pub(super) fn scan(parser: &Parser<'_, '_>, from: usize) -> Result<Prose, SyntaxError> {
    let text = parser.scanner.text();
    let mut prose = Prose::default();
    let mut tries = 0;
    let mut at = from;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'{' => match placeholder_length(&text[at..]) {
                Some(length) => {
                    prose.placeholder.get_or_insert(at);
                    at += length;
                    continue;
                }
                None => break,
            },
            b'[' => {
                tries += 1;
                if tries > TRIES {
                    return Err(SyntaxError { offset: at, kind: SyntaxErrorKind::Ambiguous });
                }
                if let Some(end) = array_end(parser, at)? {
                    prose.array = true;
                    at = end;
                    continue;
                }
                prose.brackets += 1;
            }
            b']' if prose.brackets > 0 => prose.brackets -= 1,
            b']' | b'}' => prose.stray_closer = true,
            b'(' => prose.parentheses += 1,
            b')' => prose.parentheses = prose.parentheses.saturating_sub(1),
            b'"' | b'\'' => {
                prose.quotes += usize::from(*byte == b'"');
                prose.key |= text[at + 1..].trim_start_matches([' ', '\t']).starts_with(':');
            }
            _ => {}
        }
        at += 1;
    }
    prose.end = at;
    Ok(prose)
}

/// The end of the array that starts at `at`. Brackets that hold no array are plain text.
fn array_end(parser: &Parser<'_, '_>, at: usize) -> Result<Option<usize>, SyntaxError> {
    // In brackets, words without quotes are prose.
    let reading = Reading { leniency: Leniency::Safe, ..parser.reading };
    let mut array = Parser::new(parser.scanner.text(), reading, parser.limits);
    array.scanner.at = at;
    match array.value(Cut::Empty, &Path::ROOT) {
        Ok(_) => Ok(Some(array.scanner.at)),
        Err(error) if matches!(error.kind, SyntaxErrorKind::Truncated(_) | SyntaxErrorKind::Limit(_)) => {
            Err(error)
        }
        Err(_) => Ok(None),
    }
}

/// Whether `rest` starts with a word in braces.
pub(super) fn is_placeholder(rest: &str) -> bool {
    placeholder_length(rest).is_some()
}

/// `{name}`, as in a template: the bytes of it.
pub(super) fn placeholder_length(rest: &str) -> Option<usize> {
    let head = &rest.as_bytes()[..rest.len().min(LONGEST_PLACEHOLDER)];
    let end = head.iter().position(|byte| *byte == b'}')?;
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b' ');
    let word = &head[1..end];
    (word.iter().all(plain) && word.iter().any(u8::is_ascii_alphanumeric)).then_some(end + 1)
}

impl Prose {
    /// Refuses text that may belong to the arguments. `text` is the rest without fences and calls.
    pub(super) fn check(&self, text: &str, offset: usize) -> Result<(), SyntaxError> {
        let fail = |kind| Err(SyntaxError { offset, kind });
        if self.array {
            return fail(SyntaxErrorKind::SeveralValues);
        }
        if self.key || self.stray_closer || self.quotes % 2 == 1 {
            return fail(SyntaxErrorKind::Ambiguous);
        }
        if pairs::has_mark(text) {
            return fail(SyntaxErrorKind::Ambiguous);
        }
        if is_scalar(text) { fail(SyntaxErrorKind::SeveralValues) } else { Ok(()) }
    }
}

/// Whether a text is a number, a string or a word of JSON, with or without a comma.
fn is_scalar(text: &str) -> bool {
    let text = text.trim_matches(|c: char| c.is_whitespace() || is_unusual_blank(c) || c == ',');
    Node::parse(text, &Limits { string: usize::MAX, text: usize::MAX, ..Limits::default() }).is_ok()
}
