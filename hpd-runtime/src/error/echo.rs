//! Values as errors repeat them: short, and without characters that could play tricks on a reader.

use std::borrow::Cow;
use std::fmt::Write;

use crate::args::Node;

/// What stands in place of a value that is never shown.
pub(crate) const HIDDEN: &str = "[hidden]";

/// A text of at most `most` characters, with "…" where it was cut, without control characters and those that turn the
/// direction of writing.
pub fn cut(text: &str, most: usize) -> String {
    if is_plain(text, most) {
        return text.to_owned();
    }
    let mut shown = text.chars().filter(|letter| !is_tricky(*letter));
    let mut short: String = shown.by_ref().take(most).collect();
    if shown.next().is_some() {
        short.push('…');
    }
    short
}

/// Cuts a text to at most `most` bytes, with "…" where it was cut; nothing is left where that has no room.
pub(super) fn cut_bytes(text: &mut String, most: usize) {
    const MARK: &str = "…";
    if text.len() <= most {
        return;
    }
    let Some(mut end) = most.checked_sub(MARK.len()) else { return text.clear() };
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.push_str(MARK);
}

/// Whether a text is surely shown as it is. Nearly all are short and plain.
pub(super) fn is_plain(text: &str, most: usize) -> bool {
    text.len() <= most && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// A key as the name of a field: as it is, or in quotes where it is empty, begins or ends with a blank, or has characters
/// that nobody sees. Without them it would pass for another.
pub(super) fn visible_key(key: &str) -> Cow<'_, str> {
    // Nearly all keys are words.
    if !key.is_empty() && key.bytes().all(|byte| matches!(byte, b'!'..=b'~')) {
        return key.into();
    }
    let is_seen = !key.is_empty() && key.trim().len() == key.len() && !key.contains(is_tricky);
    if is_seen { key.into() } else { format!("\"{}\"", escaped(key)).into() }
}

/// A text of somebody else in full: characters that nobody sees, or that turn the direction of writing, are written by
/// their numbers. Lines and tabs stay, and so do the joiners that some languages are written with.
///
/// ```
/// use hpd_runtime::error::visible;
///
/// assert_eq!(visible("Disk 3:\r\n\u{1b}[31mgone"), "Disk 3:\n\\u001b[31mgone");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_odd = |letter: char| is_tricky(letter) && !matches!(letter, '\n' | '\t' | '\u{200c}' | '\u{200d}');
    if !text.contains(is_odd) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for letter in text.replace("\r\n", "\n").chars() {
        if is_odd(letter) { push_number(letter, &mut out) } else { out.push(letter) }
    }
    out.into()
}

fn push_number(letter: char, out: &mut String) {
    // Writing into a `String` can't fail.
    let _ = write!(out, "\\u{:04x}", u32::from(letter));
}

/// A text as it stands between quotes, with characters that nobody sees by their numbers.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if is_tricky(letter) => push_number(letter, &mut out),
            letter => out.push(letter),
        }
    }
    out
}

fn is_tricky(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A value as an error repeats it: scalars as they are, long ones and all others as a text that is cut.
pub(crate) fn echo(value: &Node<'_>, most: usize) -> Node<'static> {
    match value {
        Node::Null => Node::Null,
        Node::Bool(value) => Node::Bool(*value),
        Node::Number(text) if text.len() <= most => Node::Number(text.clone().into_owned().into()),
        Node::Number(text) | Node::String(text) => Node::String(cut(text, most).into()),
        Node::Array(_) | Node::Object(_) => {
            let mut text = String::new();
            // A character has at most four bytes, or six when it is escaped.
            write_start(value, most.saturating_add(1).saturating_mul(6), &mut text);
            Node::String(cut(&text, most).into())
        }
    }
}

/// Writes at least the first `enough` bytes of a value's JSON, and little more.
fn write_start(value: &Node<'_>, enough: usize, out: &mut String) {
    match value {
        Node::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if out.len() >= enough {
                    return;
                }
                if index > 0 {
                    out.push(',');
                }
                write_start(item, enough, out);
            }
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                if out.len() >= enough {
                    return;
                }
                if index > 0 {
                    out.push(',');
                }
                Node::String(key.as_ref().into()).write_json(out);
                out.push(':');
                write_start(value, enough, out);
            }
            out.push('}');
        }
        scalar => scalar.write_json(out),
    }
}
