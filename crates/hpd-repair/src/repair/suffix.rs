//! Text after the object: closers, fences, prose, and the same object again.

use hpd_json::__private::Path;
use hpd_json::{Cut, Node, SyntaxError, SyntaxErrorKind};

use super::gap::{comment, is_unusual_blank, trim_start};
use super::notice::Notice;
use super::parser::Parser;
use super::prefix::{Around, Call};
use super::{bare, cut, pairs, prose};

/// Reads the text after the object `tree`. Possible arguments in it are an error.
pub(super) fn read<'a>(
    parser: &mut Parser<'a, '_>,
    tree: &Node<'a>,
    around: Around,
) -> Result<(), SyntaxError> {
    Suffix { around, comma: None, closers: false, braces: false }.read(parser, tree)
}

struct Suffix {
    around: Around,
    /// A comma after the object, whose successor is not known yet.
    comma: Option<usize>,
    /// There were closers too many.
    closers: bool,
    /// One of them was a brace.
    braces: bool,
}

impl Suffix {
    fn read<'a>(mut self, parser: &mut Parser<'a, '_>, tree: &Node<'a>) -> Result<(), SyntaxError> {
        loop {
            skip_blanks(parser);
            let rest = parser.rest();
            let Some(c) = rest.chars().next() else { return self.end(parser) };
            match c {
                ')' if self.around.call == Call::Open => self.around.call = Call::Closed,
                ';' if self.around.call == Call::Closed => {}
                '"' | '\'' if self.around.quote == Some(c) => self.around.quote = None,
                '`' | '~' if self.around.fence || rest.starts_with("```") => {
                    if !std::mem::replace(&mut self.around.fence, false) {
                        parser.notice(Notice::FenceRemoved, &Path::ROOT, parser.scanner.at);
                    }
                    parser.scanner.at += rest.len() - rest.trim_start_matches(c).len();
                    continue;
                }
                '}' if self.around.brace => self.around.brace = false,
                '}' | ']' => self.closer(parser, tree, c)?,
                ',' if self.comma.is_none() => self.comma = Some(parser.scanner.at),
                '{' | '/' | '#' if self.comment_or_object(parser, tree)? => continue,
                _ => {
                    self.prose(parser, c)?;
                    continue;
                }
            }
            parser.scanner.at += c.len_utf8();
        }
    }

    /// An extra closer is a repair only if the object is the whole text. After prose, an opener may be missing.
    fn closer(&mut self, parser: &mut Parser<'_, '_>, tree: &Node<'_>, c: char) -> Result<(), SyntaxError> {
        // After a fence it does not end the fenced text. Where a comma is missing too, or an object ended before the
        // last member, that end may be the extra one.
        let is_outside = parser.notices.has(Notice::FenceRemoved) && !self.around.fence;
        let is_first = c == '}' && !std::mem::replace(&mut self.braces, true);
        let is_displaced = parser.notices.has(Notice::MissingComma) || (is_first && may_end_early(tree));
        if self.around.prose || self.comma.is_some() || is_outside || is_displaced {
            return parser.fail(SyntaxErrorKind::Ambiguous);
        }
        if !std::mem::replace(&mut self.closers, true) {
            parser.notice(Notice::ExtraCloser, &Path::ROOT, parser.scanner.at);
        }
        Ok(())
    }

    /// Reads a comment, or the object once more; says whether there was one of them.
    fn comment_or_object<'a>(
        &mut self,
        parser: &mut Parser<'a, '_>,
        tree: &Node<'a>,
    ) -> Result<bool, SyntaxError> {
        let rest = parser.rest();
        if let Some(comment) = comment(rest) {
            let text = &rest[..comment.length];
            if comment.line && (parser.may_hold_members(text) || closes_more(text)) {
                return parser.fail(SyntaxErrorKind::TrailingText);
            }
            parser.notice(Notice::Comment, &Path::ROOT, parser.scanner.at);
            parser.scanner.at += comment.length;
            return Ok(true);
        }
        if !rest.starts_with('{') || prose::is_placeholder(rest) {
            return Ok(false);
        }
        let offset = parser.scanner.at;
        let several = SyntaxError { offset, kind: SyntaxErrorKind::SeveralValues };
        parser.closing = false;
        let notices = std::mem::take(&mut parser.notices);
        let again = parser.value(Cut::AfterOpener, &Path::ROOT);
        parser.notices = notices;
        match again.map_err(|error| cut::or_cut(error, parser)) {
            Ok(Some(again)) if again == *tree && !parser.reading.writes && !self.closers => {
                parser.notice(Notice::RepeatedObject, &Path::ROOT, offset);
                self.comma = None;
                Ok(true)
            }
            Err(error) if matches!(error.kind, SyntaxErrorKind::Truncated(_) | SyntaxErrorKind::Limit(_)) => {
                Err(error)
            }
            _ => Err(several),
        }
    }

    /// Text that is no part of the arguments, up to the next object.
    fn prose(&mut self, parser: &mut Parser<'_, '_>, c: char) -> Result<(), SyntaxError> {
        let start = parser.scanner.at;
        if bare::is_ellipsis(parser.rest()) {
            return parser.fail(SyntaxErrorKind::Ellipsis);
        }
        let prose = prose::scan(parser, start)?;
        parser.scanner.at = start;
        let text = &parser.scanner.text()[start..prose.end];
        prose.check(text, start)?;
        if pairs::starts_with_name(text) {
            return parser.fail(SyntaxErrorKind::Ambiguous);
        }
        if self.comma.is_some() || self.closers || self.around.quote.is_some() {
            return parser.fail(SyntaxErrorKind::TrailingText);
        }
        // A word directly after a token may be the rest of a member.
        let is_glued = (c.is_ascii_alphanumeric() || c == '_') && self.is_behind_object(parser, start);
        if is_glued {
            return parser.fail(SyntaxErrorKind::TrailingText);
        }
        if matches!(c, '"' | '\'' | ':' | ',' | '=' | '+' | '|' | '&') || prose.brackets > 0 {
            return parser.fail(SyntaxErrorKind::TrailingText);
        }
        if !std::mem::replace(&mut self.around.prose, true) {
            parser.notice(Notice::TextIgnored, &Path::ROOT, start);
        }
        parser.scanner.at = prose.end;
        Ok(())
    }

    /// Whether the object ends where `start` is.
    fn is_behind_object(&self, parser: &Parser<'_, '_>, start: usize) -> bool {
        !self.around.prose && parser.scanner.text()[..start].ends_with('}')
    }

    fn end(&self, parser: &mut Parser<'_, '_>) -> Result<(), SyntaxError> {
        if let Some(comma) = self.comma {
            parser.notice(Notice::TrailingComma, &Path::ROOT, comma);
        }
        if self.around.quote.is_some() {
            return parser.fail(SyntaxErrorKind::Truncated(Cut::InString));
        }
        if self.around.call == Call::Open || self.around.brace { parser.add_closer() } else { Ok(()) }
    }
}

/// Whether an object in an object ends before a member that may have been meant to be in it.
fn may_end_early(tree: &Node<'_>) -> bool {
    let Node::Object(members) = tree else { return false };
    members.iter().rev().enumerate().any(|(behind, (_, member))| {
        matches!(member, Node::Object(inner) if !inner.is_empty()) && (behind > 0 || may_end_early(member))
    })
}

/// Whether more is closed in a text than opened.
fn closes_more(text: &str) -> bool {
    text.matches(['}', ']']).count() > text.matches(['{', '[']).count()
}

fn skip_blanks(parser: &mut Parser<'_, '_>) {
    let rest = parser.rest();
    let behind = trim_start(rest);
    if rest[..rest.len() - behind.len()].contains(is_unusual_blank) {
        parser.notice(Notice::UnusualBlank, &Path::ROOT, parser.scanner.at);
    }
    parser.scanner.at += rest.len() - behind.len();
}
