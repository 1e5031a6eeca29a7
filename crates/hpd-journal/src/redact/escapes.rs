//! Escaped texts, with the position of each character in the source.

use std::ops::Range;

use hpd_runtime::__private::text::is_unseen;

/// A text inside of a text inside of a text..: this often escapes are read.
const DEEPEST: usize = 4;

/// A text with the position of each byte in its source.
pub(super) struct Reading {
    pub(super) text: String,
    /// The source range of each byte's character.
    places: Vec<Range<usize>>,
}

impl Reading {
    /// A text as it is, then with its escapes decoded, until none are left. Writers differ: some do not escape
    /// backslashes, some drop invisible characters. Each form is tried too.
    pub(super) fn all_of(text: &str) -> Vec<Self> {
        let whole = Self { text: text.to_owned(), places: (0..text.len()).map(|at| at..at + 1).collect() };
        let readings = std::iter::successors(Some(whole), |reading| reading.unescaped(escape));
        let mut all = Vec::new();
        for reading in readings.take(DEEPEST + 1) {
            all.extend(reading.unescaped(|behind| escape(behind).filter(|(c, _)| *c != '\\')));
            all.push(reading);
        }
        let seen: Vec<_> = all.iter().filter_map(Self::seen).collect();
        all.extend(seen);
        all
    }

    /// The source range of a part of this text.
    pub(super) fn place(&self, part: Range<usize>) -> Range<usize> {
        let ends = self.places.get(part).unwrap_or_default();
        match (ends.first(), ends.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        }
    }

    /// The text without invisible characters; `None` if it has none.
    fn seen(&self) -> Option<Self> {
        self.text.contains(is_unseen).then_some(())?;
        let mut next = Self { text: String::with_capacity(self.text.len()), places: Vec::new() };
        for (at, c) in self.text.char_indices().filter(|(_, c)| !is_unseen(*c)) {
            next.push(c, self.place(at..at + c.len_utf8()));
        }
        Some(next)
    }

    fn push(&mut self, c: char, place: Range<usize>) {
        self.text.push(c);
        self.places.extend(std::iter::repeat_n(place, c.len_utf8()));
    }

    /// The text with its escapes decoded once; `None` if it has none. `escape` returns the character after a backslash,
    /// and its length in bytes.
    fn unescaped(&self, escape: impl Fn(&str) -> Option<(char, usize)>) -> Option<Self> {
        self.text.contains('\\').then_some(())?;
        let mut next = Self { text: String::with_capacity(self.text.len()), places: Vec::new() };
        let (mut at, mut has_escapes) = (0, false);
        while let Some(c) = self.text.get(at..).and_then(|rest| rest.chars().next()) {
            let read = if c == '\\' { escape(self.text.get(at + 1..).unwrap_or_default()) } else { None };
            has_escapes |= read.is_some();
            let (c, length) = read.map_or((c, c.len_utf8()), |(c, behind)| (c, 1 + behind));
            next.push(c, self.place(at..at + length));
            at += length;
        }
        has_escapes.then_some(next)
    }
}

/// The character of an escape, and its length in bytes after the backslash. Covers the escapes of JSON, and braces as
/// in Rust and in questions.
fn escape(behind: &str) -> Option<(char, usize)> {
    let c = match behind.chars().next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'b' => '\u{8}',
        'f' => '\u{c}',
        '0' => '\0',
        c @ ('"' | '\\' | '/' | '\'') => c,
        'u' => return by_number(behind),
        _ => return None,
    };
    Some((c, 1))
}

/// `u{..}`, `u` and four digits, or two of these that are one character.
fn by_number(behind: &str) -> Option<(char, usize)> {
    if let Some(rest) = behind.strip_prefix("u{") {
        let (digits, _) = rest.split_once('}')?;
        let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)?;
        return Some((c, "u{}".len() + digits.len()));
    }
    let four = |from: usize| u32::from_str_radix(behind.get(from..from + 4)?, 16).ok();
    let first = four(1)?;
    if let Some(c) = char::from_u32(first) {
        return Some((c, 5));
    }
    let second = behind.get(5..7).filter(|next| *next == "\\u").and_then(|_| four(7))?;
    let number = 0x1_0000 + ((first.checked_sub(0xd800)? & 0x3ff) << 10) + second.checked_sub(0xdc00)?;
    char::from_u32(number).map(|c| (c, 11))
}

#[cfg(test)]
mod tests {
    use super::Reading;

    /// All ways in which a text is read.
    fn texts(text: &str) -> Vec<String> {
        Reading::all_of(text).into_iter().map(|reading| reading.text).collect()
    }

    #[test]
    fn all_ways_to_write_a_character_are_read() {
        for written in ["a\"b", r#"a\"b"#, r"a\u0022b", r"a\u{22}b", r"a\\u0022b", r#"a\\\\\"b"#] {
            assert!(texts(written).contains(&"a\"b".to_owned()), "{written}");
        }
        let read = "\u{1f600} \u{1f600} /\n\t\r\u{8}\u{c}".to_owned();
        assert!(texts(r"\ud83d\ude00 \u{1F600} \/\n\t\r\b\f").contains(&read));
    }

    #[test]
    fn backslashes_that_are_not_escaped_are_read_as_well() {
        assert_eq!(
            texts(r"a\\u200bb"),
            ["a\\\u{200b}b", r"a\\u200bb", "a\u{200b}b", r"a\u200bb", "a\u{200b}b", r"a\b", "ab", "ab"]
        );
    }

    #[test]
    fn what_is_not_seen_is_left_out_as_well() {
        assert_eq!(texts("a\u{7}b\nc"), ["a\u{7}b\nc", "abc"]);
    }

    #[test]
    fn what_is_no_escape_stays() {
        for text in ["", "plain", r"C:\Windows", r"\u12", r"\u{zz}", r"\ud83d alone", "\\"] {
            assert_eq!(texts(text), [text]);
        }
    }

    #[test]
    fn a_part_is_found_where_it_stands() {
        let text = "x\\\\u0022y\\\"\u{7}z";
        let found = |part: &str| {
            let readings = Reading::all_of(text);
            let reading = readings.iter().find(|reading| reading.text.contains(part)).unwrap();
            let at = reading.text.find(part).unwrap();
            &text[reading.place(at..at + part.len())]
        };
        assert_eq!(found("x\"y"), r"x\\u0022y");
        assert_eq!(found("\"y\""), r#"\u0022y\""#);
        assert_eq!(found("\"z"), "\\\"\u{7}z");
    }
}
