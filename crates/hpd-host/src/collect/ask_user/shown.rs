//! Values as they are shown: short, in one line, with nothing invisible in them.

use std::borrow::Cow;

use hpd_runtime::__private::text::{HIDDEN, one_line};
use hpd_runtime::args::Node;

/// Characters of a value that the model reads.
pub(super) const FOR_MODEL: usize = 64;
/// Maximum characters of a value to confirm: an unseen part can't be confirmed.
pub(super) const FOR_USER: usize = 512;

/// Whether a value is shown as a whole in this many characters.
pub(super) fn fits(value: &Node<'_>, max: usize) -> bool {
    one_line(&text_of(value), usize::MAX).chars().count() <= max
}

/// A value: texts as they are if they are plain words, else in quotes.
pub(super) fn plainly(value: &Node<'_>, max: usize) -> String {
    match value {
        Node::String(text) if is_plain(text) => one_line(text, max),
        _ => quoted(value, max),
    }
}

/// A value: texts in quotes, all others as JSON.
pub(super) fn quoted(value: &Node<'_>, max: usize) -> String {
    let shown = one_line(&text_of(value), max);
    match value {
        Node::String(_) => format!("\"{shown}\""),
        _ => shown,
    }
}

/// The name of a tool or parameter: an external one may be anything.
pub(super) fn name(name: &str) -> String {
    one_line(name, FOR_MODEL)
}

/// A text of people, with line breaks and without other characters that are not seen.
pub(super) fn lines(text: &str) -> String {
    let lines: Vec<_> = text.trim().lines().map(|line| one_line(line.trim_end(), usize::MAX)).collect();
    lines.join("\n")
}

fn text_of<'n>(value: &'n Node<'_>) -> Cow<'n, str> {
    match value {
        Node::String(text) => Cow::Owned(text.replace('\\', "\\\\").replace('"', "\\\"")),
        Node::Number(text) => Cow::Borrowed(text),
        other => Cow::Owned(other.to_json()),
    }
}

/// Whether a text reads as one value within a sentence: it neither ends the sentence nor continues its list.
fn is_plain(text: &str) -> bool {
    let is_ending = |c: char| matches!(c, '"' | '\\' | '(' | ')' | '—' | '•' | '?' | '!' | ';');
    !text.is_empty()
        && text != HIDDEN
        && text.trim() == text
        && !text.contains(is_ending)
        && !text.contains(". ")
        && !text.split_whitespace().any(|word| matches!(word, "and" | "as"))
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::{Limits, Node};

    use super::{FOR_MODEL, fits, lines, plainly, quoted};

    fn text(text: &str) -> Node<'_> {
        Node::String(text.into())
    }

    #[test]
    fn plain_words_have_no_quotes() {
        for plain in ["milk", "123 Main St", "O'Neill & Sons, 5/2 #7", "Straße 1", "+1 555-0000", "a.b@c.de"]
        {
            assert_eq!(plainly(&text(plain), FOR_MODEL), plain);
        }
    }

    #[test]
    fn what_could_pass_for_the_sentence_is_quoted() {
        for (value, shown) in [
            ("", r#""""#),
            ("[hidden]", r#""[hidden]""#),
            (" a", r#"" a""#),
            ("5. Is that correct", r#""5. Is that correct""#),
            ("milk (from user message)", r#""milk (from user message)""#),
            ("1 and phone as 2", r#""1 and phone as 2""#),
            (r#"a"b\"#, r#""a\"b\\""#),
        ] {
            assert_eq!(plainly(&text(value), FOR_MODEL), shown);
        }
    }

    #[test]
    fn other_values_are_json() {
        for json in ["500.00", "true", "null", r#"["a",{"b":1}]"#] {
            let value = Node::parse(json, &Limits::default()).unwrap();
            assert_eq!(plainly(&value, FOR_MODEL), json);
            assert_eq!(quoted(&value, FOR_MODEL), json);
        }
    }

    #[test]
    fn what_is_not_seen_is_written_out() {
        let value = text("a\nb\u{202e}c\u{e0041}\u{a0}\u{200b}");
        assert_eq!(plainly(&value, FOR_MODEL), r"a\nb\u{202e}c\u{e0041}\u{a0}\u{200b}");
    }

    #[test]
    fn long_values_are_cut_and_escapes_are_not() {
        let long = "x".repeat(64);
        assert_eq!(plainly(&text(&long), 64), long);
        assert_eq!(plainly(&text(&format!("{long}y")), 64), format!("{long}…"));
        assert_eq!(plainly(&text("abc\u{202e}"), 5), "abc…");
        assert!(fits(&text(&long), 64));
        assert!(!fits(&text(&format!("{long}y")), 64));
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(lines(" Which one? \n• a\u{202e}\r\n• b\n"), "Which one?\n• a\\u{202e}\n• b");
    }
}
