//! A call in the text around an object: `get_me({..})`, `<function=get_me>{..}`, `to=functions.get_me {..}`.

use hpd_json::{SyntaxError, SyntaxErrorKind, Warning, WarningCode};

use super::call_form::KeyRole;
use super::lenient::Lenient;

/// Marks in front of a tool's name.
const BEFORE_NAME: [&str; 11] = [
    "to=",
    "<function=",
    "<tool=",
    "<tool_call=",
    "<invoke name=",
    "<function name=",
    "<tool_call name=",
    "<tool name=",
    "[TOOL_CALLS]",
    "<|tool_call_begin|>",
    "<｜tool▁sep｜>",
];
/// The marks of agents that think aloud.
const ACTION: &str = "Action:";
const ACTION_INPUT: &str = "Action Input:";
/// Functions around objects that are no tools.
const NO_TOOLS: [&str; 14] = [
    "callback", "jsonp", "json", "cb", "print", "parse", "loads", "dumps", "dict", "object", "return",
    "call", "fn", "f",
];

/// Refuses an object in the call of another tool. Prose around it has no meaning.
///
/// # Errors
///
/// The text in front of the object is a call of another tool.
pub(super) fn refuse_others(text: &str, warnings: &[Warning], how: &Lenient<'_>) -> Result<(), SyntaxError> {
    let is_around = |code| matches!(code, WarningCode::TextIgnored | WarningCode::CallRemoved);
    if !how.refuses_calls || !warnings.iter().any(|warning| is_around(warning.code)) {
        return Ok(());
    }
    let head = text.find('{').map_or(text, |object| &text[..object]);
    if names(head).all(|name| how.is_like_own_name(name)) {
        return Ok(());
    }
    Err(SyntaxError { offset: 0, kind: SyntaxErrorKind::OtherCall })
}

/// The names of tools in the text in front of an object.
fn names(head: &str) -> impl Iterator<Item = &str> {
    let action = head.contains(ACTION_INPUT).then_some(ACTION);
    let marked = BEFORE_NAME.into_iter().chain(action).flat_map(move |mark| {
        head.match_indices(mark).filter_map(move |(at, _)| leading_name(&head[at + mark.len()..]))
    });
    marked.chain(caller(head)).chain(only_word(head))
}

/// `"get_me">` and the like.
fn leading_name(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(['"', '\'', ' ']);
    let end = text.find(|c| !is_in_name(c)).unwrap_or(text.len());
    // `functions.get_me:0` is the first call.
    let name =
        text[..end].trim_end_matches(|c: char| c.is_ascii_digit()).strip_suffix(':').unwrap_or(&text[..end]);
    Some(name).filter(|name| !name.is_empty())
}

/// The function in front of a parenthesis.
fn caller(head: &str) -> Option<&str> {
    let before = head.trim_end().strip_suffix('(')?.trim_end();
    let start = before
        .rfind(|c| !is_in_name(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let name = &before[start..];
    let last = name.rsplit(['.', ':', '/']).next().unwrap_or(name).to_ascii_lowercase();
    let is_tool = !NO_TOOLS.iter().any(|word| last == *word)
        && !last.starts_with("callback")
        && !last.starts_with("jsonp");
    Some(name).filter(|name| is_tool && !name.is_empty())
}

/// A name alone in front of the object. Words of a language have no separators.
fn only_word(head: &str) -> Option<&str> {
    let word = head.trim().trim_start_matches("<tool_call>").trim();
    let word = word.strip_suffix("[ARGS]").unwrap_or(word);
    let is_name =
        word.contains(['_', '.']) && word.chars().all(is_in_name) && word.starts_with(char::is_alphabetic);
    let is_name = is_name && !word.ends_with(['.', ':']) && KeyRole::of(word) == KeyRole::Other;
    is_name.then_some(word)
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':')
}
