//! Objects, and the text between their members.

use hpd_json::__private::Path;
use hpd_json::{Cut, Node, SyntaxError, SyntaxErrorKind};

use super::notice::Notice;
use super::parser::{Last, Parser};
use super::{bare, delimiter, key};

/// An object, of which the brace was read.
pub(super) fn read<'a>(parser: &mut Parser<'a, '_>, path: &Path<'_>) -> Result<Node<'a>, SyntaxError> {
    let mut members = Vec::new();
    let mut absent = Vec::new();
    let mut before = Cut::AfterOpener;
    let start = parser.scanner.at;
    let mut first = parser.token(path)?;
    if first == Some(b',') {
        parser.notice(Notice::LeadingComma, path, parser.scanner.at);
        parser.scanner.at += 1;
        before = Cut::AfterComma;
        first = parser.token(path)?;
    }
    if first == Some(b'}') {
        // No arguments at all may have a remark.
        if parser.depth > 1 {
            parser.check_empty(start)?;
        }
        parser.scanner.at += 1;
        return Ok(Node::Object(members));
    }
    loop {
        let key = key::read(parser, before, path)?;
        match parser.value(Cut::AfterColon, &path.key(&key.name))? {
            Some(value) => members.push((key.name, value)),
            None => absent.push(key.name),
        }
        before = Cut::AfterComma;
        if parser.closes(path)? {
            // A key that is both there and absent.
            if absent.iter().any(|key| members.iter().any(|(name, _)| name == key)) {
                return parser.fail(SyntaxErrorKind::Ambiguous);
            }
            return Ok(Node::Object(members));
        }
        bare::check_next_key(parser, key.quoted)?;
    }
}

/// Whether a member, and nothing else, starts here after a value without a comma.
pub(super) fn starts_member(rest: &str, last: Last, on_new_line: bool, apart: bool) -> bool {
    let key = match delimiter::opening(rest) {
        // On the same line as a string before it, a quote may as well belong to that string.
        _ if matches!(last, Last::Bare { .. }) => return false,
        Some(_) if last == Last::String && !on_new_line => return false,
        Some(_) if last != Last::Nested && !apart => return false,
        Some(delimiter) => delimiter.quoted_length(rest),
        None if on_new_line => key::key_length(rest),
        None => 0,
    };
    key > 0 && rest[key..].trim_start_matches([' ', '\t', '\n', '\r']).starts_with(':')
}
