//! One object inside a text, for readers that know more of the text than that it holds an object.

use hpd_json::__private::Path;
use hpd_json::{Cut, Limits, Reading, SyntaxError, SyntaxErrorKind};

use super::parser::Parser;
use super::{Repaired, cut, merge_duplicates, prose};

/// Finds the next brace from `from` on that may open an object. A word in braces, as in a template, is none.
pub fn next_object(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let brace = at + memchr::memchr(b'{', &text.as_bytes()[at..])?;
        match prose::placeholder_length(&text[brace..]) {
            Some(length) => at = brace + length,
            None => return Some(brace),
        }
    }
}

/// Reads the object whose brace is at `start`, with the place after it. The rest of the text is not read.
///
/// # Errors
///
/// As [`repair`](super::repair).
pub fn repair_part<'a>(
    text: &'a str,
    start: usize,
    reading: &Reading,
    limits: &Limits,
) -> Result<(Repaired<'a>, usize), SyntaxError> {
    let mut parser = Parser::new(text, *reading, limits);
    parser.scanner.at = start;
    let read = parser.value(Cut::AfterOpener, &Path::ROOT).map_err(|error| cut::or_cut(error, &parser));
    let Some(tree) = read? else { return parser.fail(SyntaxErrorKind::RootNotObject) };
    let end = parser.scanner.at;
    let mut repaired = Repaired { tree, warnings: parser.notices.into_warnings() };
    merge_duplicates(&mut repaired.tree, &mut repaired.warnings);
    Ok((repaired, end))
}
