//! A call in the notation of Python, in place of arguments: `[name(city="Oslo", days=3)]`.
//!
//! Only a call of this tool by name, with named arguments alone, and nothing around it but brackets, quotes or a fence.
//! Each value is read as in an object, so anything but a literal is refused.

use hpd_json::{Leniency, Reading, SyntaxError, SyntaxErrorKind, Warning, WarningCode};
use hpd_repair::__private::{Repaired, repair};

use super::call_list::without_fence;
use super::lenient::Lenient;

/// Reads a text that is such a call. `None` if it is anything else. Writes are not read so.
pub(super) fn read(text: &str, how: &Lenient<'_>, error: &SyntaxError) -> Option<Repaired<'static>> {
    let is_careful = how.reading.leniency == Leniency::Strict || how.reading.writes;
    let is_limit = matches!(error.kind, SyntaxErrorKind::Limit(_));
    if is_careful || is_limit || how.reading.stop_reason.may_cut() || !how.has_names() {
        return None;
    }
    let call = alone(without_fence(text.trim()))?;
    let (name, arguments) = call.strip_suffix(')')?.split_once('(')?;
    if !is_own(name, how) {
        return None;
    }
    let object = object(arguments)?;
    // A word without quotes is a variable.
    let reading = Reading { leniency: Leniency::Safe, ..how.reading };
    let Repaired { tree, mut warnings } = repair(&object, &reading, how.limits).ok()?;
    let offset = call.as_ptr().addr() - text.as_ptr().addr();
    for warning in &mut warnings {
        warning.offset = Some(offset);
    }
    let mut warning = Warning::new(WarningCode::CallRemoved, "", "a call in the notation of Python was read");
    warning.offset = Some(offset);
    warnings.insert(0, warning);
    Some(Repaired { tree: tree.into_owned(), warnings })
}

/// The call without a list around it, quotes and a semicolon.
fn alone(text: &str) -> Option<&str> {
    let listed = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let text = listed.map_or(text, |item| item.trim_end().strip_suffix(',').unwrap_or(item)).trim();
    let call = match text.chars().next()? {
        quote @ ('"' | '\'' | '`') => {
            let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
            // Other quotes of this kind may end the string, and a backslash is an escape.
            if inner.contains([quote, '\\']) {
                return None;
            }
            inner
        }
        _ => text,
    };
    Some(call.strip_suffix(';').unwrap_or(call).trim())
}

/// Whether a name is one of this tool. Markdown puts a backslash before underscores.
fn is_own(name: &str, how: &Lenient<'_>) -> bool {
    let name = name.trim();
    how.is_known_name(name) || (name.contains("\\_") && how.is_known_name(&name.replace("\\_", "_")))
}

/// The named arguments as the text of an object; `None` if one has no name, or its end is not certain.
fn object(arguments: &str) -> Option<String> {
    let mut object = String::with_capacity(arguments.len() + 2);
    object.push('{');
    let mut rest = arguments.trim();
    while !rest.is_empty() {
        let (name, value) = rest.split_once('=')?;
        let name = name.trim_end();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') || !name.chars().all(is_word) {
            return None;
        }
        let end = value_end(value)?;
        if value[..end].trim().is_empty() {
            return None;
        }
        if object.len() > 1 {
            object.push(',');
        }
        object.extend(["\"", name, "\":", value[..end].trim()]);
        rest = value[end..].trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    object.push('}');
    Some(object)
}

/// Where a value ends: at a comma or at the end of the text, outside of brackets and strings. `None` where Python and
/// JSON do not agree.
fn value_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut quote) = (0, 0_usize, None);
    while let Some(&byte) = bytes.get(at) {
        if quote.is_some() && byte == b'\\' {
            // To Python, this is no escape.
            if bytes.get(at + 1) == Some(&b'/') {
                return None;
            }
            at += 2;
            continue;
        }
        match byte {
            _ if quote == Some(byte) => quote = None,
            _ if quote.is_some() => {}
            b'"' | b'\'' => quote = Some(byte),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.checked_sub(1)?,
            // A call, a tuple, or the end of this call before its end.
            b'(' | b')' => return None,
            b',' if depth == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    (depth == 0 && quote.is_none()).then_some(at.min(bytes.len()))
}
