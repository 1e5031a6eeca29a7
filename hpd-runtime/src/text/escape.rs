//! Texts with their invisible characters written out.

use std::borrow::Cow;
use std::fmt::Write;

use super::invisible::{Character, characters, has_invisible};

/// How a character is written by its number.
#[derive(Debug, Clone, Copy)]
enum Notation {
    /// As in JSON: `\u202e`, and two of these beyond U+FFFF.
    Json,
    /// As in Rust: `\u{202e}`.
    Braces,
}

/// Writes a character so that it is seen.
fn push_escape(letter: char, notation: Notation, out: &mut String) {
    // Writing into a `String` can't fail.
    match notation {
        Notation::Json => {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        }
        Notation::Braces => {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(letter));
        }
    }
}

/// The escape of a line end or a tab.
const fn short_escape(letter: char) -> Option<&'static str> {
    match letter {
        '\n' => Some("\\n"),
        '\r' => Some("\\r"),
        '\t' => Some("\\t"),
        _ => None,
    }
}

/// A text in full, with invisible characters written by their numbers. Lines and tabs stay.
///
/// ```
/// use hpd_runtime::text::visible;
///
/// assert_eq!(visible("Disk 3:\r\n\u{1b}[31mgone"), "Disk 3:\n\\u001b[31mgone");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    let is_escaped =
        |character: &Character| character.is_invisible && !matches!(character.letter, '\n' | '\t');
    if !has_invisible(text) || !characters(text).any(|character| is_escaped(&character)) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for character in characters(&text.replace("\r\n", "\n")) {
        if is_escaped(&character) {
            push_escape(character.letter, Notation::Json, &mut out);
        } else {
            out.push(character.letter);
        }
    }
    out.into()
}

/// At most `max` characters of a text in one line, with "…" where it was cut. Line ends, tabs and everything else that
/// [leaves no ink](super::is_unseen) are escapes.
///
/// ```
/// use hpd_runtime::text::one_line;
///
/// assert_eq!(one_line("a\nb\u{202e}\u{a0}", 64), r"a\nb\u{202e}\u{a0}");
/// assert_eq!(one_line("abc\u{202e}", 5), "abc…");
/// ```
pub fn one_line(text: &str, max: usize) -> String {
    let mut shown = String::new();
    let mut left = max;
    for character in characters(text) {
        let letter = character.letter;
        let start = shown.len();
        match short_escape(letter) {
            Some(escape) => shown.push_str(escape),
            None if character.is_unseen() => push_escape(letter, Notation::Braces, &mut shown),
            None => shown.push(letter),
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

/// A text for a place between quotes, with invisible characters by their numbers.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for Character { letter, is_invisible, .. } in characters(text) {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if is_invisible => push_escape(letter, Notation::Json, &mut out),
            letter => out.push(letter),
        }
    }
    out
}

/// A key as the name of a field. It is quoted if it is empty, begins or ends with a blank, or has invisible characters.
/// Otherwise it could pass
/// for another key.
pub(crate) fn visible_key(key: &str) -> Cow<'_, str> {
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
/// use hpd_runtime::text::quoted_yaml;
///
/// assert_eq!(quoted_yaml("plain: # text"), r#""plain: # text""#);
/// assert_eq!(quoted_yaml("a\"b\\c\nd\te\u{7}\u{85}\u{2028}"), r#""a\"b\\c\nd\te\u0007\u0085\u2028""#);
/// ```
pub fn quoted_yaml(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            // Others keep their form: YAML writes those beyond U+FFFF in another way than JSON.
            letter if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                push_escape(letter, Notation::Json, &mut quoted);
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
