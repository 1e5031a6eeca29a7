//! The one object of a text, and the text around it.

use hpd_json::__private::Path;
use hpd_json::{Cut, Leniency, Limits, Node, Reading, SyntaxError, SyntaxErrorKind};

use super::notice::Notice;
use super::parser::Parser;
use super::{Repaired, cut, prefix, suffix, unwrap};

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
    let read = read_all(&mut parser).map_err(|error| cut::or_cut(error, &parser));
    if let Some(cut) = cut_unless_guessed(text, &parser, read.as_ref().err()) {
        return Err(cut);
    }
    read.map(|tree| Repaired { tree, warnings: parser.notices.into_warnings() })
}

/// Reports truncation if inner quotes were only guessed. Without the guess, a quote may end its string, and the rest
/// may begin a member that has no end.
fn cut_unless_guessed(
    text: &str,
    parser: &Parser<'_, '_>,
    error: Option<&SyntaxError>,
) -> Option<SyntaxError> {
    let is_refused = error.is_some_and(|error| {
        matches!(error.kind, SyntaxErrorKind::UnescapedQuote | SyntaxErrorKind::Ambiguous)
    });
    if !parser.is_lenient() || !(is_refused || parser.notices.has(Notice::UnescapedQuote)) {
        return None;
    }
    let mut careful =
        Parser::new(text, Reading { leniency: Leniency::Safe, ..parser.reading }, parser.limits);
    let error = read_all(&mut careful).err()?;
    // The end of a refused text was examined before.
    let error = if is_refused { error } else { cut::or_cut(error, &careful) };
    matches!(error.kind, SyntaxErrorKind::Truncated(_)).then_some(error)
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
