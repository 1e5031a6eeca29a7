//! Integers that are written as floats: `3.0`. Many models do that. Their type decodes from the text without `.0`.

use std::sync::LazyLock;

use hpd_schema::__private::shape::{key_before, point_zero};
use memchr::memmem::Finder;

static POINT_ZERO: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b".0"));

/// A text whose integers have no `.0`.
pub(super) struct WholeText {
    pub(super) text: String,
    /// How often something was taken out.
    taken: usize,
    /// The last place in `text` where it was.
    last: usize,
}

/// Takes `.0` out of integers: those whose key is one of `keys`. `None` if there are none.
#[inline]
pub(super) fn without_point_zero(text: &str, keys: &[Box<str>]) -> Option<WholeText> {
    POINT_ZERO.find(text.as_bytes()).and_then(|first| take_out(text, first, keys))
}

#[cold]
fn take_out(text: &str, first: usize, keys: &[Box<str>]) -> Option<WholeText> {
    let mut whole = WholeText { text: String::new(), taken: 0, last: 0 };
    let (bytes, length) = (text.as_bytes(), POINT_ZERO.needle().len());
    let next = |place: &usize| Some(place + length + POINT_ZERO.find(&bytes[place + length..])?);
    let mut copied = 0;
    for place in std::iter::successors(Some(first), next) {
        let key = point_zero(bytes, place).and_then(|number| key_before(bytes, number));
        if key.is_some_and(|key| keys.iter().any(|integer| integer.as_bytes() == key)) {
            if whole.taken == 0 {
                whole.text = String::with_capacity(text.len());
            }
            whole.text.push_str(&text[copied..place]);
            (whole.taken, whole.last) = (whole.taken + 1, whole.text.len());
            copied = place + length;
        }
    }
    if whole.taken == 0 {
        return None;
    }
    whole.text.push_str(&text[copied..]);
    Some(whole)
}

impl WholeText {
    /// The length in the original text of the first `length` bytes.
    pub(super) fn original(&self, original: &str, length: usize) -> usize {
        // Mostly, the value is the last one with integers.
        let taken = if length > self.last { self.taken } else { self.taken_before(original, length) };
        length + POINT_ZERO.needle().len() * taken
    }

    /// How often something was taken out of the first `length` bytes: where the texts differ, since no number goes on there.
    fn taken_before(&self, original: &str, length: usize) -> usize {
        let (mut original, mut taken) = (original.bytes(), 0);
        for byte in self.text.bytes().take(length) {
            if original.next() != Some(byte) {
                taken += 1;
                original.nth(POINT_ZERO.needle().len() - 1);
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::without_point_zero;

    fn whole(text: &str) -> Option<String> {
        let keys = ["a".into(), "b".into()];
        without_point_zero(text, &keys).map(|whole| whole.text)
    }

    #[test]
    fn integers_lose_their_point() {
        for (text, expected) in [
            (r#"[{"a":3.0,"b": 4.0 }]"#, r#"[{"a":3,"b": 4 }]"#),
            (r#"[{"a":-3.0}, {"x": 1.0, "b":0.0}]"#, r#"[{"a":-3}, {"x": 1.0, "b":0}]"#),
            ("[{\"a\" :\n30.0\n}]", "[{\"a\" :\n30\n}]"),
        ] {
            assert_eq!(whole(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn nothing_else_does() {
        for text in [
            r#"[{"a":3}]"#,
            r#"[{"x":3.0}]"#,
            r#"[{"a":3.00}]"#,
            r#"[{"a":3.0e1}]"#,
            r#"[{"a":3.01}]"#,
            r#"[{"a":1e3.0}]"#,
            r#"[{"a":.0}]"#,
            r#"[{"a":"3.0"}]"#,
            r#"[{"x":"a: 3.0, "}]"#,
            r#"[{"x":"\"a\": 3.0, "}]"#,
            r#"[{"\"a":3.0}]"#,
            r#"[{"a":[3.0, 1]}]"#,
            r#"[{"a":3.0"#,
        ] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn a_length_is_that_in_the_original() {
        let text = r#"[{"a":3.0},{"a":4.0}], "b": 5.0}"#;
        let whole = without_point_zero(text, &["a".into(), "b".into()]).unwrap();
        let value = r#"[{"a":3},{"a":4}]"#;
        assert!(whole.text.starts_with(value));
        assert_eq!(whole.original(text, value.len()), r#"[{"a":3.0},{"a":4.0}]"#.len());
        assert_eq!(whole.original(text, r#"[{"a":3}"#.len()), r#"[{"a":3.0}"#.len());
        assert_eq!(whole.original(text, whole.text.len()), text.len());
        assert_eq!(whole.original(text, 0), 0);
    }
}
