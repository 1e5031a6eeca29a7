//! Text before the object: prose, a fence, a call.

use hpd_json::__private::Path;
use hpd_json::{Cut, SyntaxError, SyntaxErrorKind};

use super::gap::{comment, is_unusual_blank, trim_start};
use super::notice::Notice;
use super::parser::Parser;
use super::{pairs, prose};

/// Whether the object is an argument of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Call {
    #[default]
    None,
    Open,
    Closed,
}

/// Openers before the object, which may be closed after it.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// A parenthesis.
    pub(super) call: Call,
    /// A fence.
    pub(super) fence: bool,
    /// A brace before the fence.
    pub(super) brace: bool,
    /// A quote.
    pub(super) quote: Option<char>,
    /// There is prose.
    pub(super) prose: bool,
    /// The byte of the object's brace.
    pub(super) object: usize,
}

/// Finds the brace that opens the object, at which `parser` is left.
pub(super) fn read(parser: &mut Parser<'_, '_>) -> Result<Around, SyntaxError> {
    let text = parser.scanner.text();
    let mut from = skip_comments(parser)?;
    let fence = fence_in_braces(text);
    if let Some(inside) = fence {
        from = inside;
    }
    let prose = prose::scan(parser, from)?;
    parser.scanner.at = prose.end;
    if prose.end == text.len() {
        if fence.is_some() && !text.trim_end().ends_with('}') {
            return parser.fail(SyntaxErrorKind::Truncated(Cut::AfterOpener));
        }
        return Err(no_object(parser, prose.placeholder));
    }
    if prose.brackets > 0 {
        return Err(SyntaxError { offset: prose.end, kind: SyntaxErrorKind::RootNotObject });
    }
    let mut around = Around { object: prose.end, brace: fence.is_some(), ..Around::default() };
    let left = take_off(&text[from..prose.end], prose.parentheses, &mut around);
    let Some(mut left) = left else {
        return Err(SyntaxError { offset: prose.end, kind: SyntaxErrorKind::Ambiguous });
    };
    if left.len() == 1 && matches!(left, "\"" | "'") {
        around.quote = left.chars().next();
        left = "";
    } else {
        prose.check(left, prose.end)?;
        if !around.fence && around.call == Call::None && pairs::ends_with_name(left) {
            return Err(SyntaxError { offset: prose.end, kind: SyntaxErrorKind::Ambiguous });
        }
    }
    around.prose = !trim_start(left).is_empty();
    announce(parser, &around, from);
    Ok(around)
}

fn announce(parser: &mut Parser<'_, '_>, around: &Around, from: usize) {
    if around.prose {
        parser.notice(Notice::TextIgnored, &Path::ROOT, from);
    } else if parser.scanner.text()[from..around.object].contains(is_unusual_blank) {
        parser.notice(Notice::UnusualBlank, &Path::ROOT, from);
    }
    if around.fence {
        parser.notice(Notice::FenceRemoved, &Path::ROOT, from);
    }
    if around.call == Call::Open && !around.prose {
        parser.notice(Notice::CallRemoved, &Path::ROOT, from);
    }
    if around.quote.is_some() {
        parser.notice(Notice::ObjectInString, &Path::ROOT, from);
    }
}

/// The position after blanks and comments at the start of the text.
fn skip_comments(parser: &mut Parser<'_, '_>) -> Result<usize, SyntaxError> {
    let text = parser.scanner.text();
    let mut at = 0;
    loop {
        let rest = trim_start(&text[at..]);
        let start = text.len() - rest.len();
        match comment(rest) {
            Some(comment) if !rest.starts_with('#') => {
                if !comment.closed {
                    let kind = SyntaxErrorKind::RootNotObject;
                    return Err(SyntaxError { offset: start, kind });
                }
                parser.notice(Notice::Comment, &Path::ROOT, start);
                at = start + comment.length;
            }
            _ => return Ok(at),
        }
    }
}

/// A fence inside the braces of the text, as in `{```..```}`. Returns the position after the first brace.
fn fence_in_braces(text: &str) -> Option<usize> {
    let inside = text.trim().strip_prefix('{')?;
    inside.trim_start().starts_with("```").then(|| text.len() - text.trim_start().len() + 1)
}

/// The error for a text without an object.
fn no_object(parser: &mut Parser<'_, '_>, placeholder: Option<usize>) -> SyntaxError {
    if let Some(at) = placeholder {
        parser.scanner.at = at;
        if let Err(error) = parser.value(Cut::Empty, &Path::ROOT) {
            return error;
        }
    }
    let text = parser.scanner.text();
    SyntaxError { offset: text.len() - trim_start(text).len(), kind: SyntaxErrorKind::RootNotObject }
}

/// Removes a call and a fence from the end of the text before the object. `None` if unrelated parentheses are open.
fn take_off<'t>(text: &'t str, parentheses: usize, around: &mut Around) -> Option<&'t str> {
    let mut left = trim_end(text);
    if let Some(before) = left.strip_suffix('(') {
        around.call = Call::Open;
        let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        left = trim_end(before).trim_end_matches(name);
    }
    if parentheses != usize::from(around.call == Call::Open) {
        return None;
    }
    let language = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+');
    let fence = trim_end(left).trim_end_matches(language);
    // A word apart from the fence may be its language, or follow a piece of code.
    let fence = if trim_end(fence).ends_with("```") { trim_end(fence) } else { fence };
    for mark in ['`', '~'] {
        if fence.ends_with(mark) {
            around.fence = true;
            left = fence.trim_end_matches(mark);
        }
    }
    Some(left)
}

fn trim_end(text: &str) -> &str {
    text.trim_end_matches(|c: char| c.is_whitespace() || is_unusual_blank(c))
}
