//! Values that are words.

use hpd_json::__private::Path;
use hpd_json::{Cut, Node, SyntaxError, SyntaxErrorKind};

use super::bare;
use super::key::bare_length;
use super::notice::Notice;
use super::parser::{Last, Parser};

/// A word where a value is awaited; nothing if it is `undefined`.
pub(super) fn read<'a>(
    parser: &mut Parser<'a, '_>,
    path: &Path<'_>,
) -> Result<Option<Node<'a>>, SyntaxError> {
    let rest = parser.rest();
    let (word, behind) = rest.split_at(bare_length(rest));
    if word.is_empty() {
        return parser.fail(if bare::is_ellipsis(rest) {
            SyntaxErrorKind::Ellipsis
        } else {
            SyntaxErrorKind::UnexpectedCharacter
        });
    }
    let known = match word {
        "true" => Some((None, Some(Node::Bool(true)))),
        "false" => Some((None, Some(Node::Bool(false)))),
        "null" => Some((None, Some(Node::Null))),
        "True" => Some((Some(Notice::PythonTrue), Some(Node::Bool(true)))),
        "False" => Some((Some(Notice::PythonFalse), Some(Node::Bool(false)))),
        "None" => Some((Some(Notice::PythonNone), Some(Node::Null))),
        "TRUE" => Some((Some(Notice::CapitalTrue), Some(Node::Bool(true)))),
        "FALSE" => Some((Some(Notice::CapitalFalse), Some(Node::Bool(false)))),
        "NULL" | "Null" => Some((Some(Notice::CapitalNull), Some(Node::Null))),
        "undefined" => Some((Some(Notice::Undefined), None)),
        _ => None,
    };
    match known {
        Some((notice, value)) if bare::ends_token(behind) => {
            if let Some(notice) = notice {
                parser.notice(notice, path, parser.scanner.at);
            }
            parser.scanner.at += word.len();
            parser.last = Last::Word;
            Ok(value)
        }
        _ if is_not_a_number(word) => parser.fail(SyntaxErrorKind::NotANumber),
        None if behind.is_empty() => {
            parser.scanner.at += word.len();
            parser.fail(SyntaxErrorKind::Truncated(Cut::InWord))
        }
        _ if parser.is_lenient() => bare::read(parser, path).map(Some),
        _ => parser.fail(SyntaxErrorKind::UnquotedValue),
    }
}

fn is_not_a_number(word: &str) -> bool {
    ["nan", "inf", "infinity"].iter().any(|name| word.eq_ignore_ascii_case(name))
}
