//! From text to tree.

use std::borrow::Cow;

use super::Node;
use super::scan::{Quoted, Scanner};
use super::syntax::{Cut, SyntaxError, SyntaxErrorKind};
use crate::limits::{Limit, Limits};
use crate::reserved::is_reserved_key;

pub(super) fn parse<'a>(text: &'a str, limits: &Limits) -> Result<Node<'a>, SyntaxError> {
    if text.len() > limits.text {
        return Err(SyntaxError { offset: limits.text, kind: SyntaxErrorKind::Limit(Limit::Text) });
    }
    let mut parser = Parser { scanner: Scanner::new(text), limits, nodes: 0, depth: 0 };
    let root = parser.value(Cut::Empty)?;
    match parser.scanner.peek_token() {
        None => Ok(root),
        Some(_) => Err(parser.scanner.error(SyntaxErrorKind::TrailingText)),
    }
}

/// Room for the members that most objects have.
const USUAL_MEMBERS: usize = 6;

struct Parser<'a, 'l> {
    scanner: Scanner<'a>,
    limits: &'l Limits,
    nodes: usize,
    depth: usize,
}

impl<'a> Parser<'a, '_> {
    /// A value. `before` is the token before it, for a text that ends there.
    fn value(&mut self, before: Cut) -> Result<Node<'a>, SyntaxError> {
        let Some(first) = self.scanner.peek_token() else {
            return Err(self.scanner.error(SyntaxErrorKind::Truncated(before)));
        };
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(self.scanner.error(SyntaxErrorKind::Limit(Limit::Nodes)));
        }
        match first {
            b'{' => self.nested(Self::object),
            b'[' => self.nested(Self::array),
            b'"' => {
                let quoted = Quoted { cut: Cut::InString, limit: Limit::String, max: self.limits.string };
                self.scanner.string(quoted).map(Node::String)
            }
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.scanner.word("true").map(|()| Node::Bool(true)),
            b'f' => self.scanner.word("false").map(|()| Node::Bool(false)),
            b'n' => self.scanner.word("null").map(|()| Node::Null),
            b'+' | b'.' => Err(self.scanner.error(SyntaxErrorKind::BadNumber)),
            _ => Err(self.scanner.error(SyntaxErrorKind::UnexpectedCharacter)),
        }
    }

    fn number(&mut self) -> Result<Node<'a>, SyntaxError> {
        let number = self.scanner.number(self.limits.string)?;
        // Inside something that is still open, digits may be missing at the end of the text.
        if self.depth > 0 && self.scanner.peek().is_none() {
            return Err(self.scanner.error(SyntaxErrorKind::Truncated(Cut::InNumber)));
        }
        Ok(Node::Number(number))
    }

    /// An array or object, one level down.
    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<Node<'a>, SyntaxError>,
    ) -> Result<Node<'a>, SyntaxError> {
        if self.depth >= self.limits.effective_depth() {
            return Err(self.scanner.error(SyntaxErrorKind::Limit(Limit::Depth)));
        }
        self.depth += 1;
        self.scanner.at += 1;
        let node = read(self)?;
        self.depth -= 1;
        Ok(node)
    }

    fn array(&mut self) -> Result<Node<'a>, SyntaxError> {
        let mut items = Vec::new();
        let mut before = Cut::AfterOpener;
        if self.scanner.peek_token() == Some(b']') {
            self.scanner.at += 1;
            return Ok(Node::Array(items));
        }
        loop {
            if items.len() >= self.limits.items {
                return Err(self.scanner.error(SyntaxErrorKind::Limit(Limit::Items)));
            }
            items.push(self.value(before)?);
            before = Cut::AfterComma;
            if self.closes(b']')? {
                return Ok(Node::Array(items));
            }
        }
    }

    fn object(&mut self) -> Result<Node<'a>, SyntaxError> {
        let mut before = Cut::AfterOpener;
        if self.scanner.peek_token() == Some(b'}') {
            self.scanner.at += 1;
            return Ok(Node::Object(Vec::new()));
        }
        let mut members = Vec::with_capacity(USUAL_MEMBERS);
        loop {
            let key = self.key(before)?;
            members.push((key, self.value(Cut::AfterColon)?));
            before = Cut::AfterComma;
            if self.closes(b'}')? {
                return Ok(Node::Object(members));
            }
        }
    }

    /// A key with its colon.
    fn key(&mut self, before: Cut) -> Result<Cow<'a, str>, SyntaxError> {
        match self.scanner.peek_token() {
            Some(b'"') => {}
            Some(_) => return Err(self.scanner.error(SyntaxErrorKind::UnexpectedCharacter)),
            None => return Err(self.scanner.error(SyntaxErrorKind::Truncated(before))),
        }
        let start = self.scanner.at;
        let key = self.scanner.string(Quoted { cut: Cut::InKey, limit: Limit::Key, max: self.limits.key })?;
        if is_reserved_key(&key) {
            return Err(SyntaxError { offset: start, kind: SyntaxErrorKind::ReservedKey });
        }
        match self.scanner.peek_token() {
            Some(b':') => self.scanner.at += 1,
            Some(_) => return Err(self.scanner.error(SyntaxErrorKind::UnexpectedCharacter)),
            None => return Err(self.scanner.error(SyntaxErrorKind::Truncated(Cut::InKey))),
        }
        Ok(key)
    }

    /// After a value: whether the array or object is closed. Otherwise its comma is read.
    fn closes(&mut self, closer: u8) -> Result<bool, SyntaxError> {
        match self.scanner.peek_token() {
            Some(b',') => {
                self.scanner.at += 1;
                Ok(false)
            }
            Some(byte) if byte == closer => {
                self.scanner.at += 1;
                Ok(true)
            }
            Some(_) => Err(self.scanner.error(SyntaxErrorKind::UnexpectedCharacter)),
            None => Err(self.scanner.error(SyntaxErrorKind::Truncated(Cut::MissingClosers))),
        }
    }
}
