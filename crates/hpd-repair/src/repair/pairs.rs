//! Signs that an object is one of the arguments, not all of them: `options: {..}`, `<options>{..}`.

/// Words that people and models use for all arguments of a call, or for a whole answer.
const WHOLE: [&str; 21] = [
    "action_input",
    "answer",
    "args",
    "arguments",
    "call",
    "function",
    "function_call",
    "here",
    "input",
    "json",
    "output",
    "parameters",
    "params",
    "response",
    "result",
    "tool",
    "tool_call",
    "tool_calls",
    "tool_code",
    "tool_input",
    "tool_use",
];

/// Marks of notations with one element for each argument.
const ONE_ARGUMENT: [&str; 2] = ["<param", "<arg_"];

/// Characters around a name: quotes other than those of JSON, and emphasis marks.
const AROUND_NAME: [char; 6] = ['`', '*', '\u{201c}', '\u{201d}', '\u{2018}', '\u{2019}'];

fn is_whole(name: &str) -> bool {
    WHOLE.iter().any(|whole| whole.eq_ignore_ascii_case(name))
}

/// Whether a word is written as names of arguments are, and not as the first word of a sentence.
fn is_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_lowercase) || chars.any(|c| c == '_' || c.is_uppercase())
}

fn belongs(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// Whether `text` holds a mark of such a notation.
pub(super) fn has_mark(text: &str) -> bool {
    ONE_ARGUMENT.iter().any(|mark| text.contains(mark))
}

/// Whether `text` starts with the end of an element that holds a whole call: `</tool_call>`.
pub(super) fn starts_with_end_tag(text: &str) -> bool {
    let Some(name) = text.strip_prefix("</") else { return false };
    let end = name.find(|c| !belongs(c)).unwrap_or(name.len());
    name[end..].starts_with('>') && is_whole(&name[..end])
}

/// Whether the end of `text` names the following value as one argument.
pub(super) fn ends_with_name(text: &str) -> bool {
    let text = text.trim_end();
    if let Some(tag) = text.strip_suffix('>') {
        let name = tag.rsplit('<').next().unwrap_or(tag);
        let name = &name[..name.find(|c| !belongs(c)).unwrap_or(name.len())];
        return !name.is_empty() && !is_whole(name);
    }
    let (before, assigned) = match (text.strip_suffix(':'), text.strip_suffix('=')) {
        (Some(before), _) => (before.trim_end(), false),
        (_, Some(before)) => (before.trim_end(), true),
        _ => return false,
    };
    let before = before.trim_end_matches(AROUND_NAME);
    let rest = before.trim_end_matches(belongs);
    let name = &before[rest.len()..];
    let rest = rest.trim_end_matches(AROUND_NAME);
    // A word after other words ends a sentence. After a comma it does so too, unless names precede it.
    let line = rest.rsplit(['\n', '\r']).next().unwrap_or(rest).trim_matches([' ', '\t', '-', '*']);
    let alone = line.is_empty() || (line.ends_with([',', ';']) && line.contains([':', '=']));
    alone && !is_whole(name) && (is_name(name) || assigned && !name.is_empty())
}

/// Whether the start of `text` names another argument.
pub(super) fn starts_with_name(text: &str) -> bool {
    let name = &text[..text.find(|c| !belongs(c)).unwrap_or(text.len())];
    let sign = text[name.len()..].trim_start();
    is_name(name) && sign.starts_with([':', '='])
}
