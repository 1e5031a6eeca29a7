//! A walk through a JSON text that is known to be JSON, in one pass without a tree. Strings with many escapes, as
//! arguments in a message are, are read a word at a time.

use std::borrow::Cow;

use serde_json::value::RawValue;

const WORD: usize = size_of::<u64>();

/// A place in a text that is JSON. Every method gives `None` where the text has something else than was asked for.
pub(super) struct Walk<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Walk<'a> {
    /// At the start of a value.
    pub(super) fn new(value: &'a RawValue) -> Self {
        Self { text: value.get(), at: 0 }
    }

    /// The first byte of the value here, which tells its kind.
    pub(super) fn kind(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while matches!(bytes.get(self.at), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// Reads an object: `member` is called with each key, and has to read or skip the value. Keys with an escape are
    /// refused.
    pub(super) fn object(&mut self, mut member: impl FnMut(&'a str, &mut Self) -> Option<()>) -> Option<()> {
        self.list(b'{', b'}', |walk| {
            let Cow::Borrowed(key) = walk.string()? else { return None };
            walk.expect(b':')?;
            member(key, walk)
        })
    }

    /// Reads an array: `item` is called at each item, and has to read or skip it.
    pub(super) fn array(&mut self, item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.list(b'[', b']', item)
    }

    fn list(&mut self, open: u8, close: u8, mut entry: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.expect(open)?;
        if self.take(close) {
            return Some(());
        }
        loop {
            entry(self)?;
            if !self.take(b',') {
                return self.expect(close);
            }
        }
    }

    /// Reads a string.
    pub(super) fn string(&mut self) -> Option<Cow<'a, str>> {
        self.expect(b'"')?;
        let start = self.at;
        self.at += self.run();
        match self.text.as_bytes().get(self.at)? {
            b'"' => {
                self.at += 1;
                Some(Cow::Borrowed(&self.text[start..self.at - 1]))
            }
            _ => {
                self.at = start;
                self.unescaped().map(Cow::Owned)
            }
        }
    }

    /// Reads a string, or `null`.
    pub(super) fn string_or_null(&mut self) -> Option<Option<Cow<'a, str>>> {
        if self.kind()? == b'n' { self.skip().map(|()| None) } else { self.string().map(Some) }
    }

    /// Skips a value.
    pub(super) fn skip(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.kind()? {
                b'"' => self.skip_string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b',' | b':' => {
                    self.at += 1;
                    continue;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                _ => {
                    let rest = &self.text.as_bytes()[self.at..];
                    let is_part =
                        |byte: &&u8| matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'E' | b'-' | b'+' | b'.');
                    let length = rest.iter().take_while(is_part).count();
                    self.at += if length > 0 { length } else { return None };
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn skip_string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            self.at += self.run();
            match self.text.as_bytes().get(self.at)? {
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                _ => self.at += 2,
            }
        }
    }

    /// The bytes before the next quote or backslash.
    fn run(&self) -> usize {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let (words, last) = rest.as_chunks();
        for (index, word) in words.iter().enumerate() {
            if let Some(place) = end_in_word(*word) {
                return index * WORD + place;
            }
        }
        let end = last.iter().position(|byte| matches!(byte, b'"' | b'\\'));
        words.len() * WORD + end.unwrap_or(last.len())
    }

    /// The string whose contents start here.
    fn unescaped(&mut self) -> Option<String> {
        let rest = &self.text.as_bytes()[self.at..];
        // An escape is longer than what it stands for. Whole words are copied, and what is too much is overwritten.
        let mut contents = vec![0; rest.len()];
        let (mut read, mut written) = (0, 0);
        loop {
            if let Some(word) = rest.get(read..)?.first_chunk() {
                *contents.get_mut(written..)?.first_chunk_mut()? = *word;
                let length = end_in_word(*word).unwrap_or(WORD);
                (read, written) = (read + length, written + length);
                if length == WORD {
                    continue;
                }
            }
            let byte = match rest.get(read)? {
                b'"' => break,
                b'\\' => {
                    read += 1;
                    match rest.get(read)? {
                        b'u' => return self.unescaped_by_code_point(),
                        escape => short_escape(*escape)?,
                    }
                }
                byte => *byte,
            };
            *contents.get_mut(written)? = byte;
            (read, written) = (read + 1, written + 1);
        }
        contents.truncate(written);
        self.at += read + 1;
        String::from_utf8(contents).ok()
    }

    /// The same for escapes such as `\u00e9`, which may be halves of characters.
    #[cold]
    fn unescaped_by_code_point(&mut self) -> Option<String> {
        let quote = self.at - 1;
        let mut strings = serde_json::Deserializer::from_str(&self.text[quote..]).into_iter::<String>();
        let contents = strings.next()?.ok()?;
        self.at = quote + strings.byte_offset();
        Some(contents)
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.kind() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.take(byte).then_some(())
    }
}

/// Sets a value that may come once only.
pub(super) fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

const fn short_escape(escape: u8) -> Option<u8> {
    match escape {
        b'"' | b'\\' | b'/' => Some(escape),
        b'b' => Some(0x8),
        b'f' => Some(0xc),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        _ => None,
    }
}

/// The place of the first quote or backslash in a word, by arithmetic.
fn end_in_word(word: [u8; WORD]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; WORD]);
    let word = u64::from_le_bytes(word);
    // The highest bit of a byte that is zero. Carries can set more of them, but only above the first.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
    let equal = |byte: u8| zeros(word ^ (ONES * u64::from(byte)));
    let ends = (equal(b'"') | equal(b'\\')) & (ONES << 7);
    (ends != 0).then(|| ends.trailing_zeros() as usize / 8)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    fn raw(value: &str) -> Box<RawValue> {
        serde_json::from_str(value).unwrap()
    }

    /// A value as the walk reads it, and all of its strings; numbers and words are skipped.
    fn read(walk: &mut Walk<'_>) -> Option<Value> {
        match walk.kind()? {
            b'"' => walk.string().map(|text| Value::from(text.into_owned())),
            b'[' => {
                let mut items = Vec::new();
                walk.array(|walk| {
                    items.push(read(walk)?);
                    Some(())
                })?;
                Some(Value::from(items))
            }
            b'{' => {
                let mut members = serde_json::Map::new();
                walk.object(|key, walk| {
                    members.insert(key.to_owned(), read(walk)?);
                    Some(())
                })?;
                Some(Value::Object(members))
            }
            _ => walk.skip().map(|()| Value::Null),
        }
    }

    /// The same from a tree.
    fn expected(value: &Value) -> Value {
        match value {
            Value::Array(items) => items.iter().map(expected).collect(),
            Value::Object(members) => {
                Value::Object(members.iter().map(|(key, value)| (key.clone(), expected(value))).collect())
            }
            Value::String(text) => Value::from(text.as_str()),
            _ => Value::Null,
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let text = prop_oneof!["[a-z\"\\\\/\n\t\u{8}\u{c}\u{1}é😀 ]{0,40}", ".*"];
        let leaf = prop_oneof![
            4 => text.prop_map(Value::from),
            1 => prop::sample::select(vec![json!(null), json!(true), json!(-1.5e-7), json!(0), json!(1e300)]),
        ];
        leaf.prop_recursive(4, 30, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[a-zé ]{0,12}", inner, 0..5)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_walk_reads_what_a_tree_has(value in values(), is_pretty: bool, next: bool) {
            let text = if is_pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
            let text = if next { format!("[{}, 1]", text.unwrap()) } else { text.unwrap() };
            let raw = raw(&text);
            let tree = expected(&serde_json::from_str(&text).unwrap());
            let mut walk = Walk::new(&raw);
            prop_assert_eq!(read(&mut walk), Some(tree), "{}", text);
            prop_assert_eq!(walk.at, raw.get().len());
            let mut walk = Walk::new(&raw);
            prop_assert_eq!(walk.skip(), Some(()));
            prop_assert_eq!(walk.at, raw.get().len(), "{}", text);
        }
    }

    #[test]
    fn every_escape_is_read_wherever_it_stands() {
        for escape in
            [r#"\""#, r"\\", r"\/", r"\b", r"\f", r"\n", r"\r", r"\t", r"\u00e9", r"\ud83d\ude00", "é"]
        {
            for before in 0..20 {
                for after in 0..20 {
                    let text = format!("\"{}{escape}{}\"", "a".repeat(before), "b".repeat(after));
                    let raw = raw(&text);
                    let expected: String = serde_json::from_str(&text).unwrap();
                    assert_eq!(Walk::new(&raw).string().as_deref(), Some(expected.as_str()), "{text}");
                }
            }
        }
    }

    #[test]
    fn other_kinds_broken_characters_and_escaped_keys_are_refused() {
        let refused = |text: &str, read: fn(&mut Walk<'_>) -> Option<()>| {
            let raw = raw(text);
            assert_eq!(read(&mut Walk::new(&raw)), None, "{text}");
        };
        for text in ["1", "null", "[]", "{}", r#""\ud83d""#, r#""a\ude00""#] {
            refused(text, |walk| walk.string().map(drop));
        }
        for text in ["1", "\"a\"", "[]", r#"{"\u0061":1}"#, r#"{"a":1,"\n":2}"#] {
            refused(text, |walk| walk.object(|_, walk| walk.skip()));
        }
        for text in ["1", "\"a\"", "{}"] {
            refused(text, |walk| walk.array(Walk::skip));
        }
        refused("[1, 2]", |walk| walk.array(|_| None));
    }

    #[test]
    fn a_value_is_set_once() {
        let mut place = None;
        assert_eq!(once(&mut place, 1), Some(()));
        assert_eq!(once(&mut place, 1), None);
    }
}
