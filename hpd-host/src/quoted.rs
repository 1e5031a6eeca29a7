//! Texts in YAML that is written.

use std::fmt::Write;

/// A text in double quotes. What YAML takes for the end of a line, and JSON does not, is escaped too.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            letter if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                // Such letters have one UTF-16 unit.
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn nothing_in_a_text_ends_it() {
        assert_eq!(quoted("plain: # text"), r#""plain: # text""#);
        assert_eq!(quoted("a\"b\\c\nd\te\u{7}f\u{85}g\u{2028}"), r#""a\"b\\c\nd\te\u0007f\u0085g\u2028""#);
    }
}
