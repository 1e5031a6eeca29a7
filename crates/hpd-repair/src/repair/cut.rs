//! Evidence that a text was cut off.

use hpd_json::{Cut, SyntaxError, SyntaxErrorKind};

use super::delimiter;
use super::gap::{comment, trim_start};
use super::parser::Parser;

/// Reports truncation in place of any other `error`, if the text was cut off.
///
/// The rest of the text after the position of `parser` is scanned. It is cut if it ends inside a string, or after an
/// unfinished token, with open brackets.
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

/// The way the text ends, with `open` brackets at its beginning. `in_object` describes the innermost one. `None` if all
/// are closed.
fn skim(text: &str, mut open: usize, in_object: bool) -> Option<Cut> {
    // The kinds of the open brackets, outermost first, as far as they are known.
    let mut objects = vec![in_object];
    let mut rest = text;
    // The last token before the cut.
    let mut last = Cut::MissingClosers;
    let mut apart = true;
    // The last character that is no JSON punctuation.
    let mut other = ' ';
    loop {
        let behind = trim_start(rest);
        apart |= behind.len() < rest.len() || matches!(last, Cut::AfterComma | Cut::AfterOpener);
        rest = behind;
        let Some(c) = rest.chars().next() else { break };
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
        let mut length = c.len_utf8();
        // Between objects there is prose, in which quotes and commas mean nothing.
        match c {
            '{' | '[' if open > 0 || c == '{' => {
                open += 1;
                objects.push(c == '{');
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
                    (last, other) = (Cut::InWord, c);
                }
            }
        }
        rest = &rest[length..];
    }
    (open > 0).then(|| unless_no_word(last, other))
}

/// A word ends in a word character. After punctuation, nothing is known to be missing.
fn unless_no_word(last: Cut, c: char) -> Cut {
    let is_word = c.is_alphanumeric() || c == '_';
    if last == Cut::InWord && !is_word { Cut::MissingClosers } else { last }
}

/// The kind of cut for a text that ends at `behind`, after a string preceded by `last`.
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

#[cfg(test)]
mod tests;
