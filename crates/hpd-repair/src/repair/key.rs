//! Keys, with and without quotes.

use std::borrow::Cow;

use hpd_json::__private::{Path, is_reserved_key};
use hpd_json::{Cut, Limit, SyntaxError, SyntaxErrorKind};

use super::notice::Notice;
use super::parser::Parser;
use super::{bare, delimiter, strings};

/// A key, and how it was written.
pub(super) struct Key<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) quoted: bool,
}

/// A key with its colon. `before` is the token before it, for a text that ends there.
pub(super) fn read<'a>(
    parser: &mut Parser<'a, '_>,
    before: Cut,
    path: &Path<'_>,
) -> Result<Key<'a>, SyntaxError> {
    if parser.token(path)?.is_none() {
        return parser.fail(SyntaxErrorKind::Truncated(before));
    }
    let start = parser.scanner.at;
    let key = match delimiter::opening(parser.rest()) {
        Some(delimiter) => Key { name: strings::key(parser, delimiter, path)?, quoted: true },
        None => Key { name: unquoted(parser, path)?, quoted: false },
    };
    if is_reserved_key(&key.name) {
        return Err(SyntaxError { offset: start, kind: SyntaxErrorKind::ReservedKey });
    }
    match parser.token(&path.key(&key.name))? {
        Some(b':') => parser.scanner.at += 1,
        Some(_) => return parser.fail(SyntaxErrorKind::MissingColon),
        None => return parser.fail(SyntaxErrorKind::Truncated(Cut::InKey)),
    }
    Ok(key)
}

fn unquoted<'a>(parser: &mut Parser<'a, '_>, path: &Path<'_>) -> Result<Cow<'a, str>, SyntaxError> {
    let rest = parser.rest();
    let length = key_length(rest);
    if length == 0 || rest.starts_with('-') {
        return parser.fail(match rest.as_bytes().first() {
            _ if bare::is_ellipsis(rest) => SyntaxErrorKind::Ellipsis,
            Some(b']') => SyntaxErrorKind::MismatchedCloser,
            _ => SyntaxErrorKind::UnexpectedCharacter,
        });
    }
    if length > parser.limits.key {
        return parser.fail(SyntaxErrorKind::Limit(Limit::Key));
    }
    let key = &rest[..length];
    parser.notice(Notice::UnquotedKey, &path.key(key), parser.scanner.at);
    parser.scanner.at += length;
    Ok(Cow::Borrowed(key))
}

/// The bytes of a key without quotes: a word, or several with dots between them, as in `a.b` and `2.5`.
pub(super) fn key_length(rest: &str) -> usize {
    let mut length = bare_length(rest);
    while length > 0 {
        let Some(behind) = rest[length..].strip_prefix('.') else { break };
        match bare_length(behind) {
            0 => break,
            more => length += 1 + more,
        }
    }
    length
}

/// The bytes of a word: alphanumeric characters, `_`, `$` and `-`.
pub(super) fn bare_length(rest: &str) -> usize {
    let belongs = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-');
    rest.find(|c| !belongs(c)).unwrap_or(rest.len())
}
