//! Arrays, and the text between their items.

use hpd_json::__private::Path;
use hpd_json::{Cut, Limit, Node, SyntaxError, SyntaxErrorKind};

use super::notice::Notice;
use super::parser::{Last, Parser};
use super::{bare, delimiter};

/// An array, of which the bracket was read.
pub(super) fn read<'a>(parser: &mut Parser<'a, '_>, path: &Path<'_>) -> Result<Node<'a>, SyntaxError> {
    let mut items = Vec::new();
    let mut before = Cut::AfterOpener;
    let start = parser.scanner.at;
    match parser.token_of_value(Cut::AfterOpener, path)? {
        Some(b',') => {
            parser.notice(Notice::LeadingComma, path, parser.scanner.at);
            parser.scanner.at += 1;
            before = Cut::AfterComma;
        }
        Some(b']') => {
            parser.check_empty(start)?;
            parser.scanner.at += 1;
            return Ok(Node::Array(items));
        }
        _ => {}
    }
    loop {
        if items.len() >= parser.limits.items {
            return parser.fail(SyntaxErrorKind::Limit(Limit::Items));
        }
        match parser.value(before, &path.index(items.len()))? {
            // Of several words in a row it is not known how many items they are.
            Some(_) if parser.last == (Last::Bare { spaced: true }) => {
                return parser.fail(SyntaxErrorKind::UnquotedValue);
            }
            Some(item) => items.push(item),
            // A missing item would shift all later ones.
            None => return parser.fail(SyntaxErrorKind::MissingValue),
        }
        before = Cut::AfterComma;
        if parser.closes(path)? {
            return Ok(Node::Array(items));
        }
    }
}

/// Whether an item, and nothing else, starts here after an item without a comma. Two adjacent strings may be one text
/// in two parts. Two numbers on one line may be one number with blanks.
pub(super) fn starts_item(rest: &str, last: Last, on_new_line: bool) -> bool {
    match rest.as_bytes().first() {
        Some(b'{' | b'[') => last == Last::Nested || on_new_line,
        Some(b'-' | b'0'..=b'9') => on_new_line && last != Last::String,
        _ if delimiter::opening(rest).is_some() => on_new_line && last == Last::Nested,
        _ => on_new_line && last != Last::String && bare::json_word(rest),
    }
}
