//! The one object of a text, and what stands around it.

use super::parser::Parser;
use super::{Repaired, cut, prefix, suffix, unwrap};
use crate::args::{Cut, Limits, Node, Reading, SyntaxError, SyntaxErrorKind};
use crate::error::Path;

/// Reads a text that holds one object, or a string that holds one.
pub(super) fn read<'a>(
    text: &'a str,
    reading: Reading,
    limits: &Limits,
) -> Result<Repaired<'a>, SyntaxError> {
    match unwrap::read(text, reading, limits) {
        Some(unwrapped) => unwrapped,
        None => read_object(text, reading, limits),
    }
}

/// Reads a text that holds one object, not wrapped in quotes.
pub(super) fn read_object<'a>(
    text: &'a str,
    reading: Reading,
    limits: &Limits,
) -> Result<Repaired<'a>, SyntaxError> {
    let mut parser = Parser::new(text, reading, limits);
    match read_all(&mut parser) {
        Ok(tree) => Ok(Repaired { tree, warnings: parser.notices.into_warnings() }),
        Err(error) => Err(cut::or_cut(error, &parser)),
    }
}

fn read_all<'a>(parser: &mut Parser<'a, '_>) -> Result<Node<'a>, SyntaxError> {
    let around = prefix::read(parser)?;
    let quoted = around.quote.is_some();
    let start = around.object;
    match parser.value(Cut::AfterOpener, &Path::ROOT)? {
        // Between quotes, it is not known how often a backslash was meant to be read.
        Some(_) if quoted && parser.scanner.text()[start..parser.scanner.at].contains('\\') => {
            parser.fail(SyntaxErrorKind::Ambiguous)
        }
        Some(tree) => {
            suffix::read(parser, &tree, around)?;
            Ok(tree)
        }
        None => parser.fail(SyntaxErrorKind::RootNotObject),
    }
}
