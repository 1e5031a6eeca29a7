//! The outermost object of the arguments, read in the text.

use std::borrow::Cow;

use super::guarded::ReadError;
use super::key_text::KeyText;

/// Finds keys and punctuation of the outermost object; values are read by their types.
pub(super) struct Scanner<'t> {
    text: &'t str,
    /// The place of the next byte.
    pub(super) at: usize,
}

impl<'t> Scanner<'t> {
    /// At the start of a text.
    #[inline]
    pub(super) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Skips `expected`, if the text continues with it.
    #[inline]
    pub(super) fn take_key(&mut self, expected: &KeyText) -> bool {
        let there = expected.starts(&self.text.as_bytes()[self.at..]);
        self.at += if there { expected.len() } else { 0 };
        there
    }

    #[inline]
    pub(super) fn expect(&mut self, byte: u8) -> Result<(), ReadError> {
        if self.take(byte) { Ok(()) } else { Err(ReadError) }
    }

    /// Reads a key.
    pub(super) fn key(&mut self) -> Result<Cow<'t, str>, ReadError> {
        self.expect(b'"')?;
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let length = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..0x20)).ok_or(ReadError)?;
        match rest[length] {
            b'"' => {
                self.at = start + length + 1;
                Ok(Cow::Borrowed(&self.text[start..start + length]))
            }
            b'\\' => self.escaped_key(start - 1),
            _ => Err(ReadError),
        }
    }

    #[cold]
    fn escaped_key(&mut self, quote: usize) -> Result<Cow<'t, str>, ReadError> {
        let mut keys = serde_json::Deserializer::from_str(&self.text[quote..]).into_iter::<String>();
        let key = keys.next().ok_or(ReadError)?.map_err(|_| ReadError)?;
        self.at = quote + keys.byte_offset();
        Ok(Cow::Owned(key))
    }

    #[inline]
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        self.skip_blanks();
        if self.at == self.text.len() { Ok(()) } else { Err(ReadError) }
    }
}
