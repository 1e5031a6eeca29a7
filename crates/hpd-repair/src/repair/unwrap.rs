//! An object that was written as a string: in quotes, or with all its own quotes escaped.

use std::borrow::Cow;

use hpd_json::__private::{Path, Scanner};
use hpd_json::{Cut, Limits, Reading, SyntaxError, SyntaxErrorKind};

use super::delimiter::{self, Delimiter};
use super::gap::trim_start;
use super::notice::{Notice, Notices};
use super::parser::Parser;
use super::{Repaired, root, strings};

/// Reads the object out of a text that is one string, or has all its quotes escaped; nothing if it is neither.
pub(super) fn read<'a>(
    text: &'a str,
    reading: Reading,
    limits: &Limits,
) -> Option<Result<Repaired<'a>, SyntaxError>> {
    let rest = trim_start(text);
    let start = text.len() - rest.len();
    let inner = Inner { start, end: text.len(), reading, limits };
    match delimiter::opening(rest) {
        Some(delimiter @ (Delimiter::Double | Delimiter::Single)) => inner.in_string(text, delimiter),
        None if has_escaped_quotes(rest) => Some(inner.escaped(rest)),
        _ => None,
    }
}

/// The text of an object inside a text.
struct Inner<'r> {
    start: usize,
    end: usize,
    reading: Reading,
    limits: &'r Limits,
}

impl Inner<'_> {
    fn in_string(&self, text: &str, delimiter: Delimiter) -> Option<Result<Repaired<'static>, SyntaxError>> {
        let mut parser = Parser::new(text, self.reading, self.limits);
        parser.scanner.at = self.start;
        let content = match strings::whole(&mut parser, delimiter) {
            Ok(content) => content,
            Err(error) if delimiter == Delimiter::Double => return Some(Err(error)),
            Err(_) => return None,
        };
        if !trim_start(parser.rest()).is_empty() {
            return None;
        }
        if !trim_start(&content).starts_with('{') {
            let kind = SyntaxErrorKind::RootNotObject;
            return Some(Err(SyntaxError { offset: self.start, kind }));
        }
        let unescaped = self.read(&content, Notice::ObjectInString);
        // A JSON string has one meaning. In other quotes, a backslash may be literal.
        Some(match content {
            Cow::Owned(_) if delimiter != Delimiter::Double => {
                let raw = &text[self.start + 1..parser.scanner.at - 1];
                self.one_of(unescaped, self.read(raw, Notice::ObjectInString))
            }
            _ => unescaped,
        })
    }

    /// All quotes are escaped: either all else is, too, or the quotes alone.
    fn escaped(&self, rest: &str) -> Result<Repaired<'static>, SyntaxError> {
        let unescaped = match unescape(rest) {
            Ok(text) => self.read(&text, Notice::EscapedQuotes),
            Err(error) => Err(self.outside(error)),
        };
        if matches!(&unescaped, Err(error) if matches!(error.kind, SyntaxErrorKind::Truncated(_))) {
            return unescaped;
        }
        if has_bare_quote(rest) {
            return Err(SyntaxError { offset: self.start, kind: SyntaxErrorKind::Ambiguous });
        }
        if !rest.contains("\\\\") && !rest.replace("\\\"", "").contains('\\') {
            return unescaped;
        }
        let quotes_alone = self.read(&rest.replace("\\\"", "\""), Notice::EscapedQuotes);
        self.one_of(unescaped, quotes_alone)
    }

    fn read(&self, text: &str, notice: Notice) -> Result<Repaired<'static>, SyntaxError> {
        let repaired =
            root::read_object(text, self.reading, self.limits).map_err(|error| self.outside(error))?;
        let mut notices = Notices::default();
        notices.add(notice, &Path::ROOT, Some(self.start));
        notices.add_all(repaired.warnings, self.start);
        Ok(Repaired { tree: repaired.tree.into_owned(), warnings: notices.into_warnings() })
    }

    /// An error inside, as one of the whole text: its own place is not one of it.
    fn outside(&self, error: SyntaxError) -> SyntaxError {
        let offset = match error.kind {
            SyntaxErrorKind::Truncated(_) => self.end,
            _ => self.start,
        };
        SyntaxError { offset, kind: error.kind }
    }

    /// The reading that is possible; if both are, they must say the same.
    fn one_of(
        &self,
        first: Result<Repaired<'static>, SyntaxError>,
        second: Result<Repaired<'static>, SyntaxError>,
    ) -> Result<Repaired<'static>, SyntaxError> {
        match (first, second) {
            (Ok(first), Ok(second)) if first.tree != second.tree => {
                Err(SyntaxError { offset: self.start, kind: SyntaxErrorKind::Ambiguous })
            }
            (Ok(repaired), _) | (Err(_), Ok(repaired)) => Ok(repaired),
            (Err(error), Err(_)) => Err(error),
        }
    }
}

/// Whether the first key of an object has escaped quotes. Blanks before it may be escaped as well.
fn has_escaped_quotes(rest: &str) -> bool {
    let Some(mut rest) = rest.strip_prefix('{') else { return false };
    loop {
        rest = rest.trim_start();
        match ["\\n", "\\t", "\\r"].iter().find_map(|blank| rest.strip_prefix(blank)) {
            Some(behind) => rest = behind,
            None => return rest.starts_with("\\\""),
        }
    }
}

/// Whether an unescaped quote exists: then not all quotes are escaped.
fn has_bare_quote(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'"', bytes).any(|at| at == 0 || bytes[at - 1] != b'\\')
}

/// The text without one level of escapes. A quote that has none is a sign of something else.
fn unescape(text: &str) -> Result<String, SyntaxError> {
    let mut scanner = Scanner::new(text);
    let mut out = String::with_capacity(text.len());
    while let Some(found) = memchr::memchr2(b'"', b'\\', &text.as_bytes()[scanner.at..]) {
        let here = scanner.at + found;
        out.push_str(&text[scanner.at..here]);
        scanner.at = here;
        if text.as_bytes()[here] == b'"' {
            return Err(scanner.error(SyntaxErrorKind::Ambiguous));
        }
        out.push(scanner.escape(Cut::InString)?);
    }
    out.push_str(&text[scanner.at..]);
    Ok(out)
}
