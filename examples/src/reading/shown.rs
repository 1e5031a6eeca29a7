//! Untrusted texts on a terminal. A text of the model or a tool could move the cursor, overwrite earlier output, or
//! change
//! the direction of writing.

/// A text with its invisible characters escaped by number: control characters, line ends, direction marks, unassigned
/// code points.
///
/// ```
/// use hpd_examples::reading::shown;
///
/// assert_eq!(shown("\"₹5,000\"\n\u{1b}[2J\u{202e}"), r#""₹5,000"\n\u{1b}[2J\u{202e}"#);
/// ```
pub fn shown(text: &str) -> String {
    escaped(text, |c, out| out.extend(c.escape_debug()))
}

/// JSON, in which everything that is not visible is written as JSON escapes it: the value is the same.
///
/// ```
/// use hpd_examples::reading::shown_json;
///
/// assert_eq!(shown_json("\"a\u{9b}\u{202e}\u{e0041}\""), r#""a\u009b\u202e\udb40\udc41""#);
/// ```
pub fn shown_json(json: &str) -> String {
    escaped(json, |c, out| {
        let mut units = [0; 2];
        out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
    })
}

fn escaped(text: &str, escape: impl Fn(char, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_visible(c) { out.push(c) } else { escape(c, &mut out) }
    }
    out
}

/// Whether the standard library prints it unescaped, as it does with all visible characters. Combining characters are
/// escaped only at the start of a text.
fn is_visible(c: char) -> bool {
    matches!(c, ' '..='~') || format!("x{c}").escape_debug().nth(1) == Some(c)
}

#[cfg(test)]
mod tests {
    use super::{shown, shown_json};

    #[test]
    fn visible_texts_are_shown_as_they_are() {
        for text in ["it's \"so\" \\n", "Grüße, 日本語, नमस्ते", "₹5,000 – ✅", ""] {
            assert_eq!(shown(text), text);
            assert_eq!(shown_json(text), text);
        }
    }

    #[test]
    fn nothing_of_a_control_character_reaches_a_terminal() {
        let hidden = ('\0'..'\u{20}').chain('\u{7f}'..'\u{a0}');
        // Direction marks, line ends, zero-width characters, tags.
        let hidden =
            hidden.chain("\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{feff}\u{e0041}\u{ad}".chars());
        let hidden = hidden.chain('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        for c in hidden {
            assert!(!shown(&c.to_string()).contains(c), "{c:?}");
            assert!(!shown_json(&c.to_string()).contains(c), "{c:?}");
        }
    }

    #[test]
    fn json_keeps_its_value() {
        let text = "a\u{7f}\u{9b}\u{202e}\u{e0041}\u{1f600}\n\"".to_owned();
        let json = shown_json(&serde_json::to_string(&text).unwrap());
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
