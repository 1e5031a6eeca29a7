//! Blanks and comments between tokens.

use hpd_json::__private::Path;
use hpd_json::{Cut, SyntaxError, SyntaxErrorKind};
use memchr::{memchr2, memmem};

use super::notice::Notice;
use super::parser::Parser;

/// A blank that JSON does not know, or a character that is not seen at all.
pub(super) fn is_unusual_blank(c: char) -> bool {
    match c {
        ' ' | '\t' | '\n' | '\r' => false,
        '\u{180e}' | '\u{200b}' | '\u{2060}' | '\u{feff}' => true,
        _ => c.is_whitespace(),
    }
}

/// `text` from its first non-blank character on; every kind of blank counts.
pub(super) fn trim_start(text: &str) -> &str {
    if text.as_bytes().first().is_none_or(u8::is_ascii_graphic) {
        return text;
    }
    text.trim_start_matches(|c: char| c.is_ascii_whitespace() || is_unusual_blank(c))
}

/// A comment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comment {
    /// Its bytes; of a line, without its end.
    pub(super) length: usize,
    /// It ends before the text does.
    pub(super) closed: bool,
    /// It goes to the end of its line.
    pub(super) line: bool,
}

/// Whether `rest` starts with a comment. A `#` that no blank follows may be the beginning of a value.
pub(super) fn starts_comment(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b'/', b'*' | b'/', ..] | [b'#', b' ' | b'\t' | b'#' | b'\n' | b'\r', ..])
}

/// The comment that `rest` starts with.
pub(super) fn comment(rest: &str) -> Option<Comment> {
    if !starts_comment(rest) {
        return None;
    }
    let bytes = rest.as_bytes();
    let line = !rest.starts_with("/*");
    let (end, closer) = if line {
        (memchr2(b'\n', b'\r', bytes), 0)
    } else {
        (memmem::find(&bytes[2..], b"*/").map(|end| end + 2), 2)
    };
    let length = end.map_or(bytes.len(), |end| end + closer);
    Some(Comment { length, closed: end.is_some(), line })
}

/// `//cdn.example.com/a.js`, where a value is awaited, is likelier to be one.
fn looks_like_value(comment: &str) -> bool {
    let text = comment.trim_start_matches('/').trim_end();
    comment.starts_with("//")
        && text.contains(['.', '/'])
        && !text.contains(char::is_whitespace)
        && !comment[2..].starts_with([' ', '\t'])
}

impl Parser<'_, '_> {
    /// The first byte of the next token, left in place.
    pub(super) fn token(&mut self, path: &Path<'_>) -> Result<Option<u8>, SyntaxError> {
        match self.scanner.peek_token() {
            Some(b'/' | b'#' | 0x0B | 0x0C | 0x80..) => self.skip(None, path),
            token => Ok(token),
        }
    }

    /// The same where a value is expected after `before`.
    pub(super) fn token_of_value(&mut self, before: Cut, path: &Path<'_>) -> Result<Option<u8>, SyntaxError> {
        match self.scanner.peek_token() {
            Some(b'/' | b'#' | 0x0B | 0x0C | 0x80..) => self.skip(Some(before), path),
            token => Ok(token),
        }
    }

    /// Refuses a comment that is all that brackets hold from `start` on: it is likelier to tell of what belongs there.
    pub(super) fn check_empty(&self, start: usize) -> Result<(), SyntaxError> {
        let inside = &self.scanner.text()[start..self.scanner.at];
        if starts_comment(trim_start(inside)) { self.fail(SyntaxErrorKind::MissingValue) } else { Ok(()) }
    }

    fn skip(&mut self, before: Option<Cut>, path: &Path<'_>) -> Result<Option<u8>, SyntaxError> {
        loop {
            let token = self.scanner.peek_token();
            let rest = self.rest();
            if let Some(comment) = comment(rest) {
                self.check_comment(&rest[..comment.length], comment, before)?;
                self.notice(Notice::Comment, path, self.scanner.at);
                self.scanner.at += comment.length;
            } else if rest.starts_with(is_unusual_blank) {
                self.notice(Notice::UnusualBlank, path, self.scanner.at);
                let behind = rest.trim_start_matches(is_unusual_blank);
                self.scanner.at += rest.len() - behind.len();
            } else {
                return Ok(token);
            }
        }
    }

    /// Whether the line comment here may be the rest of a string, followed by members.
    pub(super) fn may_hold_members(&self, comment: &str) -> bool {
        let is_end = |(at, _): (usize, &str)| {
            matches!(trim_start(&comment[at + 1..]).as_bytes().first(), Some(b',' | b':' | b'}' | b']'))
        };
        let is_odd = |quote: char| comment.matches(quote).count() % 2 == 1;
        let may_end = |quote: char| comment.match_indices(quote).any(is_end);
        // The end of the string before it may be a quote inside of that string.
        let before = &self.scanner.text()[..self.scanner.at];
        let is_glued =
            ['"', '\''].into_iter().any(|quote| before.ends_with(quote) && comment.contains(quote));
        is_glued || is_odd('"') || (self.notices.has(Notice::SingleQuotes) && is_odd('\'') && may_end('\''))
    }

    /// A comment that may have a value in it, or the end of the object, is none.
    fn check_comment(
        &mut self,
        text: &str,
        comment: Comment,
        before: Option<Cut>,
    ) -> Result<(), SyntaxError> {
        if !comment.closed {
            self.scanner.at += comment.length;
            return self.fail(SyntaxErrorKind::Truncated(Cut::InComment));
        }
        if before == Some(Cut::AfterColon) && comment.line && text.contains('"') {
            return self.fail(SyntaxErrorKind::MissingValue);
        }
        if before.is_none() && comment.line && self.may_hold_members(text) {
            return self.fail(SyntaxErrorKind::UnescapedQuote);
        }
        if before.is_some() && looks_like_value(text) {
            return self.fail(SyntaxErrorKind::UnquotedValue);
        }
        Ok(())
    }
}
