//! A call of this tool by name, in a text that has more than one reading without the name.
//!
//! Some models write of the call before and after it: with arrays, quotes and names of arguments. Beside a call that
//! names this tool, they are no arguments. Only other objects may be.

use hpd_json::{Leniency, Node, SyntaxError, SyntaxErrorKind, Warning, WarningCode};
use hpd_repair::__private::{Repaired, next_object, repair_part};

use super::lenient::Lenient;
use super::unwrap;

/// Objects that are compared: for each, the whole text may be looked through.
const PARTS: usize = 64;

/// An object of the text.
struct Part<'t> {
    read: Repaired<'t>,
    start: usize,
    end: usize,
}

/// Reads a text with one call of this tool, once or several times. `None` if a text is anything else. Writes are not
/// read so.
pub(super) fn read<'t>(text: &'t str, how: &Lenient<'_>, error: &SyntaxError) -> Option<Repaired<'t>> {
    let is_cut = matches!(error.kind, SyntaxErrorKind::Limit(_) | SyntaxErrorKind::Truncated(_));
    let is_careful = how.reading.leniency == Leniency::Strict || how.reading.writes;
    if is_cut || is_careful || how.reading.stop_reason.may_cut() || !how.has_names() {
        return None;
    }
    let parts = parts(text, how)?;
    let mut call: Option<usize> = None;
    for (index, part) in parts.iter().enumerate() {
        if arguments(text, part, how).ok()?.is_some() {
            call.get_or_insert(index);
        }
    }
    let call = call?;
    let sent = arguments(text, &parts[call], how).ok()??;
    let is_same = |part: &Part<'t>| match arguments(text, part, how) {
        Ok(Some(arguments)) => arguments == sent,
        // What the text says of the call: its arguments once more.
        Ok(None) => part.read.tree == sent,
        Err(_) => false,
    };
    if !parts.iter().all(is_same) || !are_alone(text, &parts) {
        return None;
    }
    let repeated = parts.get(1).map(|part| part.start);
    let Part { mut read, start, .. } = parts.into_iter().nth(call)?;
    warn(&mut read, start, repeated);
    Some(read)
}

fn warn(read: &mut Repaired<'_>, start: usize, repeated: Option<usize>) {
    let mut ignored = Warning::new(WarningCode::TextIgnored, "", "text around the object was ignored");
    ignored.offset = Some(if start == 0 { start } else { 0 });
    read.warnings.insert(0, ignored);
    if repeated.is_some() {
        let message = "the same object was sent more than once, and was read once";
        let mut warning = Warning::new(WarningCode::RepeatedObject, "", message);
        warning.offset = repeated;
        read.warnings.push(warning);
    }
}

/// All objects of a text; `None` if one of them can't be read, or if there are too many.
fn parts<'t>(text: &'t str, how: &Lenient<'_>) -> Option<Vec<Part<'t>>> {
    let mut parts: Vec<Part<'t>> = Vec::new();
    let mut from = 0;
    while let Some(start) = next_object(text, from) {
        if parts.len() == PARTS {
            return None;
        }
        let (read, end) = repair_part(text, start, &how.reading, how.limits).ok()?;
        parts.push(Part { read, start, end });
        from = end;
    }
    Some(parts)
}

/// The arguments of a part that is a call by name: of its own, or with the name before it. `None` if it is no call.
///
/// # Errors
///
/// A call of another tool, or one that can't be told from arguments.
fn arguments<'t>(
    text: &str,
    part: &Part<'t>,
    how: &Lenient<'_>,
) -> Result<Option<Node<'t>>, SyntaxErrorKind> {
    if let Some(arguments) = unwrap::own_arguments(&part.read.tree, how)? {
        return Ok(Some(arguments));
    }
    let Node::Object(members) = &part.read.tree else { return Err(SyntaxErrorKind::RootNotObject) };
    let is_listed = members.iter().all(|(key, _)| how.shape.lists_key(key));
    let is_named = is_listed && (has_name_before(text, part, how) || is_passed(text, part, how));
    Ok(is_named.then(|| part.read.tree.clone()))
}

/// Whether the tool's name is before an object: `name({..})`, or `name` on the line before.
fn has_name_before(text: &str, part: &Part<'_>, how: &Lenient<'_>) -> bool {
    let before = text[..part.start].trim_end();
    let (before, is_call) = before.strip_suffix('(').map_or((before, false), |before| (before, true));
    if !is_call && !text[before.len()..part.start].contains('\n') {
        return false;
    }
    how.is_known_name(last_name(before)) && (!is_call || closes_call(&text[part.end..]))
}

/// The name that a text ends with, with its prefixes.
fn last_name(text: &str) -> &str {
    let is_part = |c: char| is_word(c) || matches!(c, '.' | ':' | '/' | '-');
    &text[text.trim_end_matches(is_part).len()..]
}

const fn is_ascii_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether an object is a variable that is passed to this tool, and to nothing else: `data = {..}`, `name(data)`.
fn is_passed(text: &str, part: &Part<'_>, how: &Lenient<'_>) -> bool {
    let before = text[..part.start].trim_end();
    let Some(before) = before.strip_suffix('=') else { return false };
    let before = before.trim_end();
    let variable = &before[before.trim_end_matches(is_word).len()..];
    let line = before[..before.len() - variable.len()].rsplit('\n').next().unwrap_or_default();
    let is_whole = matches!(line.trim(), "" | "const" | "let" | "var");
    if variable.is_empty() || !is_whole || how.shape.lists_key(variable) {
        return false;
    }
    let mut is_called = false;
    for (at, _) in text[part.end..].match_indices(variable) {
        let (before, after) = text[part.end..].split_at(at);
        let after = &after[variable.len()..];
        if before.ends_with(is_word) || after.bytes().next().is_some_and(is_ascii_word) {
            continue;
        }
        let before = before.trim_end_matches('*');
        if !before.ends_with('(') {
            // A sentence may repeat the name, but code may change the value.
            if after.trim_start().starts_with(['[', '.', '=', '|']) && !ends_sentence(after.trim_start()) {
                return false;
            }
            continue;
        }
        let name = last_name(&before[..before.len() - 1]);
        is_called |= how.is_known_name(name) && closes_call(after);
    }
    is_called
}

/// Whether a text after an argument closes the call, and nothing is done with the result.
fn closes_call(after: &str) -> bool {
    let Some(rest) = after.trim_start().strip_prefix(')') else { return false };
    let rest = rest.strip_prefix(']').unwrap_or(rest);
    let rest = rest.strip_prefix(';').unwrap_or(rest);
    let rest = rest.trim_start_matches([' ', '\t']);
    ends_sentence(rest)
        || !rest.starts_with(|c: char| c.is_ascii_punctuation() && !matches!(c, '`' | '#' | '"'))
}

/// Whether a text holds a call with named arguments, such as `name(a=1)`.
fn has_other_call(text: &str) -> bool {
    text.match_indices('(').any(|(at, _)| {
        let rest = text[at + 1..].trim_start();
        let behind = rest.trim_start_matches(is_word);
        let is_named = behind.len() < rest.len() && behind.trim_start().starts_with('=');
        is_named && text[..at].ends_with(is_word)
    })
}

/// Whether no part is an item among others, or a member of something. A list may hold calls alone.
fn are_alone(text: &str, parts: &[Part<'_>]) -> bool {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    let (before, after) = (text[..first.start].trim_end(), text[last.end..].trim_start());
    let mut between = parts.windows(2).map(|pair| text[pair[0].end..pair[1].start].trim());
    if has_other_call(before) || has_other_call(after) || between.clone().any(has_other_call) {
        return false;
    }
    let Some(outside) = before.strip_suffix('[') else {
        return !before.ends_with(',') && parts.iter().all(|part| is_apart(&text[part.end..]));
    };
    let after = after.strip_prefix(',').unwrap_or(after).trim_start();
    !outside.trim_end().ends_with(['[', ',', ':', '='])
        && between.all(|between| between == ",")
        && after.strip_prefix(']').is_some_and(is_apart)
}

/// Whether a text after an object has nothing to do with it.
fn is_apart(after: &str) -> bool {
    let rest = after.trim_start();
    ends_sentence(rest) || !rest.starts_with([']', '}', ',', ':', '[', '.', '('])
}

/// Whether a text starts with the full stop of a sentence.
fn ends_sentence(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}
