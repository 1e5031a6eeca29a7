//! Texts with their invisible characters written out.

use std::borrow::Cow;
use std::fmt::Write;

use super::invisible::{Character, characters, has_invisible};

/// How a character is written by its code point.
#[derive(Debug, Clone, Copy)]
enum Notation {
    /// As in JSON: `\u202e`, and two of these beyond U+FFFF.
    Json,
    /// As in Rust: `\u{202e}`.
    Braces,
}

/// Writes a character so that it is seen.
fn push_escape(c: char, notation: Notation, out: &mut String) {
    // Writing into a `String` can't fail.
    match notation {
        Notation::Json => {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
        Notation::Braces => {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
    }
}

/// The escape of a line end or a tab.
const fn short_escape(c: char) -> Option<&'static str> {
    match c {
        '\n' => Some("\\n"),
        '\r' => Some("\\r"),
        '\t' => Some("\\t"),
        _ => None,
    }
}

/// A text in full, with invisible characters written as JSON escapes of their code points. Line ends and tabs
/// stay.
///
/// ```
/// use hpd_json::text::visible;
///
/// assert_eq!(visible("Disk 3:\r\n\u{1b}[31mgone"), "Disk 3:\n\\u001b[31mgone");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_escaped = |character: &Character| character.is_invisible && !matches!(character.c, '\n' | '\t');
    if !has_invisible(text) || !characters(text).any(|character| is_escaped(&character)) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for character in characters(&text.replace("\r\n", "\n")) {
        if is_escaped(&character) {
            push_escape(character.c, Notation::Json, &mut out);
        } else {
            out.push(character.c);
        }
    }
    out.into()
}

/// At most `max` characters of a text in one line, with "…" where it was cut. Line ends, tabs and everything
/// else that [can't be seen](super::is_unseen) are written as escapes.
///
/// ```
/// use hpd_json::text::one_line;
///
/// assert_eq!(one_line("a\nb\u{202e}\u{a0}", 64), r"a\nb\u{202e}\u{a0}");
/// assert_eq!(one_line("abc\u{202e}", 5), "abc…");
/// ```
pub fn one_line(text: &str, max: usize) -> String {
    let mut shown = String::new();
    let mut left = max;
    for character in characters(text) {
        let c = character.c;
        let start = shown.len();
        match short_escape(c) {
            Some(escape) => shown.push_str(escape),
            None if character.is_unseen() => push_escape(c, Notation::Braces, &mut shown),
            None => shown.push(c),
        }
        let width = shown[start..].chars().count();
        if width > left {
            shown.truncate(start);
            shown.push('…');
            return shown;
        }
        left -= width;
    }
    shown
}

/// A text for a place between quotes, with invisible characters written as escapes of their code points.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for Character { c, is_invisible, .. } in characters(text) {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if is_invisible => push_escape(c, Notation::Json, &mut out),
            c => out.push(c),
        }
    }
    out
}

/// A key as the name of a field. It is quoted if it is empty, begins or ends with a blank, or has invisible characters.
/// Otherwise it could pass for another key.
pub fn visible_key(key: &str) -> Cow<'_, str> {
    // Nearly all keys are words.
    if !key.is_empty() && key.bytes().all(|byte| matches!(byte, b'!'..=b'~')) {
        return key.into();
    }
    let is_seen = !key.is_empty() && key.trim().len() == key.len() && !has_invisible(key);
    if is_seen { key.into() } else { format!("\"{}\"", escaped(key)).into() }
}

/// A text in the double quotes of YAML. Line ends of YAML that JSON does not know are escaped too.
///
/// ```
/// use hpd_json::text::quoted_yaml;
///
/// assert_eq!(quoted_yaml("plain: # text"), r#""plain: # text""#);
/// assert_eq!(
///     quoted_yaml("a\"b\\c\nd\te\u{7}\u{85}\u{2028}"),
///     r#""a\"b\\c\nd\te\u0007\u0085\u2028""#
/// );
/// ```
pub fn quoted_yaml(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            // Others keep their form: YAML writes those beyond U+FFFF in another way than JSON.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                push_escape(c, Notation::Json, &mut quoted);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
