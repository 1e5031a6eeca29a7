//! One value of a text that is nearly JSON.

use hpd_json::__private::{Path, Scanner};
use hpd_json::{Cut, Leniency, Limit, Limits, Node, Reading, SyntaxError, SyntaxErrorKind};

use super::delimiter::{self, Delimiter};
use super::notice::{Notice, Notices};
use super::{array, bare, object, pairs, strings, words};

/// Reads values. The rules of single tokens live in the files named after them.
pub(super) struct Parser<'a, 'r> {
    pub(super) scanner: Scanner<'a>,
    pub(super) limits: &'r Limits,
    pub(super) reading: Reading,
    pub(super) notices: Notices,
    pub(super) nodes: usize,
    /// The number of open arrays and objects; after an error, the number at the error.
    pub(super) depth: usize,
    /// The closer of the innermost array or object.
    pub(super) closer: u8,
    /// The kind of the last value.
    pub(super) last: Last,
    /// Missing closers are being added; the repair is recorded once.
    pub(super) closing: bool,
}

/// The kind of a value, as far as the next token depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    Number,
    Word,
    String,
    /// A text without quotes, and whether it has blanks.
    Bare {
        spaced: bool,
    },
    Nested,
}

impl<'a, 'r> Parser<'a, 'r> {
    pub(super) fn new(text: &'a str, reading: Reading, limits: &'r Limits) -> Self {
        Self {
            scanner: Scanner::new(text),
            limits,
            reading,
            notices: Notices::default(),
            nodes: 0,
            depth: 0,
            closer: b'}',
            last: Last::Nested,
            closing: false,
        }
    }

    pub(super) fn is_lenient(&self) -> bool {
        self.reading.leniency == Leniency::Lenient
    }

    pub(super) fn notice(&mut self, notice: Notice, path: &Path<'_>, offset: usize) {
        self.notices.add(notice, path, Some(offset));
    }

    pub(super) fn fail<T>(&self, kind: SyntaxErrorKind) -> Result<T, SyntaxError> {
        Err(self.scanner.error(kind))
    }

    /// The text that was not read yet.
    pub(super) fn rest(&self) -> &'a str {
        &self.scanner.text()[self.scanner.at..]
    }

    /// A value, after blanks and comments; `None` for `undefined`. `before` is the token before it, for a text that
    /// ends there.
    pub(super) fn value(&mut self, before: Cut, path: &Path<'_>) -> Result<Option<Node<'a>>, SyntaxError> {
        let Some(first) = self.token_of_value(before, path)? else {
            return self.fail(SyntaxErrorKind::Truncated(before));
        };
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return self.fail(SyntaxErrorKind::Limit(Limit::Nodes));
        }
        match first {
            b'{' => self.nested(b'}', object::read, path).map(Some),
            b'[' => self.nested(b']', array::read, path).map(Some),
            b'"' => self.string(Delimiter::Double, path).map(Some),
            b'-' | b'0'..=b'9' => self.number().map(Some),
            b',' | b'}' | b']' => self.fail(SyntaxErrorKind::MissingValue),
            b'.' if self.rest().starts_with("..") => self.fail(SyntaxErrorKind::Ellipsis),
            b'+' | b'.' => self.fail(SyntaxErrorKind::BadNumber),
            _ => match delimiter::opening(self.rest()) {
                Some(delimiter) => self.string(delimiter, path).map(Some),
                None => words::read(self, path),
            },
        }
    }

    fn string(&mut self, delimiter: Delimiter, path: &Path<'_>) -> Result<Node<'a>, SyntaxError> {
        self.last = Last::String;
        strings::value(self, delimiter, path).map(Node::String)
    }

    /// An array or object, one level down.
    fn nested(
        &mut self,
        closer: u8,
        read: fn(&mut Self, &Path<'_>) -> Result<Node<'a>, SyntaxError>,
        path: &Path<'_>,
    ) -> Result<Node<'a>, SyntaxError> {
        if self.depth >= self.limits.effective_depth() {
            return self.fail(SyntaxErrorKind::Limit(Limit::Depth));
        }
        self.depth += 1;
        self.scanner.at += 1;
        let outer = std::mem::replace(&mut self.closer, closer);
        let node = read(self, path)?;
        self.closer = outer;
        self.depth -= 1;
        self.last = Last::Nested;
        Ok(node)
    }

    fn number(&mut self) -> Result<Node<'a>, SyntaxError> {
        let start = self.scanner.at;
        if self.rest().starts_with("-Inf") || self.rest().starts_with("-NaN") {
            return self.fail(SyntaxErrorKind::NotANumber);
        }
        let number = self.scanner.number(self.limits.string)?;
        if !bare::ends_token(self.rest()) {
            return Err(SyntaxError { offset: start, kind: SyntaxErrorKind::BadNumber });
        }
        self.last = Last::Number;
        Ok(Node::Number(number))
    }

    /// Whether the innermost container is closed here. Otherwise its comma is read.
    pub(super) fn closes(&mut self, path: &Path<'_>) -> Result<bool, SyntaxError> {
        let closer = self.closer;
        let number = self.last == Last::Number;
        let behind = self.scanner.at;
        match self.token(path)? {
            Some(b',') => self.closes_behind_comma(path),
            Some(byte) if byte == closer => {
                self.scanner.at += 1;
                Ok(true)
            }
            Some(b'}' | b']') => self.fail(SyntaxErrorKind::MismatchedCloser),
            None if number && !self.closing => self.fail(SyntaxErrorKind::Truncated(Cut::InNumber)),
            None => self.add_closer().map(|()| true),
            Some(b'`') if self.rest().starts_with("```") => self.add_closer().map(|()| true),
            Some(b'<') if pairs::starts_with_end_tag(self.rest()) => self.add_closer().map(|()| true),
            Some(_) => self.add_comma(behind, path).map(|()| false),
        }
    }

    /// A comma that nothing but a closer follows is one too many.
    fn closes_behind_comma(&mut self, path: &Path<'_>) -> Result<bool, SyntaxError> {
        let comma = self.scanner.at;
        self.scanner.at += 1;
        match self.token(path)? {
            Some(byte) if byte == self.closer => {
                self.scanner.at += 1;
                self.notice(Notice::TrailingComma, path, comma);
                Ok(true)
            }
            Some(b',') => self.fail(SyntaxErrorKind::MissingValue),
            Some(b'}' | b']') => self.fail(SyntaxErrorKind::MismatchedCloser),
            Some(_) => Ok(false),
            None => self.fail(SyntaxErrorKind::Truncated(Cut::AfterComma)),
        }
    }

    /// Adds a closer at the end of the text, after a complete value. Missing closers have one meaning only if the text
    /// is complete.
    pub(super) fn add_closer(&mut self) -> Result<(), SyntaxError> {
        if self.reading.writes || self.reading.stop_reason.may_cut() {
            return self.fail(SyntaxErrorKind::Truncated(Cut::MissingClosers));
        }
        // An end may be missing before that comma.
        if self.notices.has(Notice::MissingComma)
            || (self.depth > 0 && self.notices.has(Notice::LeadingComma))
        {
            return self.fail(SyntaxErrorKind::Ambiguous);
        }
        if !self.closing {
            self.closing = true;
            self.notice(Notice::MissingCloser, &Path::ROOT, self.scanner.at);
        }
        Ok(())
    }

    /// A value is followed by something else, `behind` being its end: the comma is added where nothing else can be
    /// meant.
    fn add_comma(&mut self, behind: usize, path: &Path<'_>) -> Result<(), SyntaxError> {
        let blank = &self.scanner.text()[behind..self.scanner.at];
        let on_new_line = blank.contains(['\n', '\r']);
        let goes_on = match self.closer {
            b'}' => object::starts_member(self.rest(), self.last, on_new_line, !blank.is_empty()),
            _ => array::starts_item(self.rest(), self.last, on_new_line),
        };
        if goes_on {
            self.notice(Notice::MissingComma, path, behind);
            return Ok(());
        }
        if bare::is_ellipsis(self.rest()) {
            return self.fail(SyntaxErrorKind::Ellipsis);
        }
        match self.last {
            // Words after a string: its end was more likely an inner quote.
            Last::String => self.fail(SyntaxErrorKind::UnescapedQuote),
            Last::Number => self.fail(SyntaxErrorKind::BadNumber),
            Last::Word | Last::Bare { .. } => self.fail(SyntaxErrorKind::UnquotedValue),
            Last::Nested => self.fail(SyntaxErrorKind::MissingComma),
        }
    }
}
