//! Texts without quotes, and where a token ends.

use std::borrow::Cow;

use hpd_json::__private::Path;
use hpd_json::{Cut, Limit, Node, SyntaxError, SyntaxErrorKind};

use super::delimiter;
use super::gap::{is_unusual_blank, starts_comment};
use super::notice::Notice;
use super::parser::{Last, Parser};

/// Whether a number or word ends before `rest`.
pub(super) fn ends_token(rest: &str) -> bool {
    match rest.as_bytes().first() {
        None | Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b'}' | b']') => true,
        Some(b'/') => starts_comment(rest),
        _ => rest.starts_with(is_unusual_blank),
    }
}

/// Whether `rest` starts with a word of JSON.
pub(super) fn json_word(rest: &str) -> bool {
    ["true", "false", "null"].iter().any(|word| rest.strip_prefix(word).is_some_and(ends_token))
}

pub(super) fn is_ellipsis(rest: &str) -> bool {
    rest.starts_with("...") || rest.starts_with('\u{2026}')
}

/// Words that may mean another value.
const LOOK_LIKE_VALUES: [&str; 9] =
    ["true", "false", "null", "none", "nil", "undefined", "yes", "no", "void"];

/// An unquoted string whose first word was read. It ends at a comma, a closer or the end of the line.
pub(super) fn read<'a>(parser: &mut Parser<'a, '_>, path: &Path<'_>) -> Result<Node<'a>, SyntaxError> {
    let rest = parser.rest();
    let Some(end) = rest.find([',', '}', ']', '\n', '\r']) else {
        parser.scanner.at += rest.len();
        return parser.fail(SyntaxErrorKind::Truncated(Cut::InWord));
    };
    let text = rest[..end].trim_end();
    if !is_plain(text) {
        return parser.fail(SyntaxErrorKind::UnquotedValue);
    }
    if text.len() > parser.limits.string {
        return parser.fail(SyntaxErrorKind::Limit(Limit::String));
    }
    parser.notice(Notice::UnquotedValue, path, parser.scanner.at);
    parser.scanner.at += text.len();
    parser.last = Last::Bare { spaced: text.contains(char::is_whitespace) };
    Ok(Node::String(Cow::Borrowed(text)))
}

/// Whether a text is surely one string: it has nothing in it that has a meaning of its own.
fn is_plain(text: &str) -> bool {
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let rest = &text[at..];
        let odd = match c {
            '{' | '[' | '(' | '\\' | '=' | '\u{2026}' => true,
            ':' => rest[1..].is_empty() || rest[1..].starts_with(char::is_whitespace),
            '#' | '/' => before.is_whitespace(),
            '*' => before == '/',
            '.' => rest.starts_with("..."),
            _ => c.is_control() || delimiter::opening(rest).is_some(),
        };
        if odd {
            return false;
        }
        before = c;
    }
    text.starts_with(char::is_alphabetic)
        && !LOOK_LIKE_VALUES.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Checks the key after an unquoted text and a comma. It must have the form of the key before. After a text of several
/// words it must be quoted. Otherwise the comma may belong to the text.
pub(super) fn check_next_key(parser: &Parser<'_, '_>, quoted: bool) -> Result<(), SyntaxError> {
    let Last::Bare { spaced } = parser.last else { return Ok(()) };
    let next = delimiter::opening(parser.rest()).is_some();
    if next != quoted || (spaced && !next) {
        return parser.fail(SyntaxErrorKind::UnquotedValue);
    }
    Ok(())
}
