//! Evidence that a text was cut off.

use super::delimiter;
use super::gap::{comment, trim_start};
use super::parser::Parser;
use crate::args::{Cut, SyntaxError, SyntaxErrorKind};

/// Says that the text was cut off, if it was: that counts for more than any other `error`.
///
/// The text behind the place where `parser` stopped is looked through for where it ends: inside a string or behind
/// something that must go on, with brackets that are still open.
pub(super) fn or_cut(error: SyntaxError, parser: &Parser<'_, '_>) -> SyntaxError {
    // Beyond a limit nothing is read.
    if matches!(error.kind, SyntaxErrorKind::Truncated(_) | SyntaxErrorKind::Limit(_)) {
        return error;
    }
    let Some(cut) = skim(parser.rest(), parser.depth, parser.closer == b'}') else { return error };
    // Where quotes are odd, so is their number.
    let misquoted = matches!(
        error.kind,
        SyntaxErrorKind::UnescapedQuote | SyntaxErrorKind::UnquotedValue | SyntaxErrorKind::BadNumber
    ) && cut == Cut::InString
        && parser.rest().trim_end().ends_with('}');
    let may_be_whole =
        cut == Cut::MissingClosers && !parser.reading.writes && !parser.reading.stop_reason.may_cut();
    if misquoted || may_be_whole {
        return error;
    }
    SyntaxError { offset: parser.scanner.text().len(), kind: SyntaxErrorKind::Truncated(cut) }
}

/// How the text ends, if `open` brackets are open at its beginning, the innermost of an object or not, and not all of them
/// are closed in it.
fn skim(text: &str, mut open: usize, in_object: bool) -> Option<Cut> {
    // Whether what is open is an object, from the outside in, as far as that is known.
    let mut objects = vec![in_object];
    let mut rest = text;
    // What the text would have been cut behind.
    let mut last = Cut::MissingClosers;
    let mut apart = true;
    // The last letter that is no sign of JSON.
    let mut other = ' ';
    loop {
        let behind = trim_start(rest);
        apart |= behind.len() < rest.len() || matches!(last, Cut::AfterComma | Cut::AfterOpener);
        rest = behind;
        let Some(letter) = rest.chars().next() else { break };
        // As in `https://`.
        if open > 0
            && apart
            && let Some(comment) = comment(rest)
        {
            if !comment.closed {
                return Some(Cut::InComment);
            }
            rest = &rest[comment.length..];
            continue;
        }
        apart = false;
        let mut length = letter.len_utf8();
        // Between objects there is prose, in which quotes and commas mean nothing.
        match letter {
            '{' | '[' if open > 0 || letter == '{' => {
                open += 1;
                objects.push(letter == '{');
                last = Cut::AfterOpener;
            }
            '}' | ']' => {
                open = open.saturating_sub(1);
                objects.pop();
                last = Cut::MissingClosers;
            }
            _ if open == 0 => {}
            ',' => last = Cut::AfterComma,
            ':' => last = Cut::AfterColon,
            '0'..='9' | '-' | '.' => last = Cut::InNumber,
            '/' if rest.len() == 1 => last = Cut::InComment,
            _ => {
                if let Some(delimiter) = opens(rest, last) {
                    length = delimiter.quoted_length(rest);
                    if length == 0 {
                        return Some(Cut::InString);
                    }
                    last = behind_string(&rest[length..], last, objects.last() == Some(&true));
                } else {
                    (last, other) = (Cut::InWord, letter);
                }
            }
        }
        rest = &rest[length..];
    }
    (open > 0).then(|| unless_no_word(last, other))
}

/// A word ends in a letter of a word: else it was a sign, behind which nothing is known to be missing.
fn unless_no_word(last: Cut, letter: char) -> Cut {
    let is_word = letter.is_alphanumeric() || letter == '_';
    if last == Cut::InWord && !is_word { Cut::MissingClosers } else { last }
}

/// Where a text would have been cut that ends `behind` a string, if `last` stands before the string.
fn behind_string(behind: &str, last: Cut, in_object: bool) -> Cut {
    let is_key = matches!(last, Cut::AfterComma | Cut::AfterOpener) && in_object;
    if is_key && trim_start(behind).is_empty() { Cut::InKey } else { Cut::MissingClosers }
}

/// The quotes that open a string here. An apostrophe inside a text without quotes opens none.
fn opens(rest: &str, last: Cut) -> Option<delimiter::Delimiter> {
    let delimiter = delimiter::opening(rest)?;
    let at_token = matches!(last, Cut::AfterOpener | Cut::AfterComma | Cut::AfterColon);
    (delimiter == delimiter::Delimiter::Double || at_token).then_some(delimiter)
}
