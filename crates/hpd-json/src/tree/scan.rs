//! Strings, numbers and words of a JSON text.

use std::borrow::Cow;

use memchr::memchr2;

use super::syntax::{Cut, SyntaxError, SyntaxErrorKind};
use crate::limits::Limit;

/// A place in a text.
pub struct Scanner<'a> {
    text: &'a str,
    /// The byte to read next.
    pub at: usize,
}

/// The use of a string: how a cut or an overlong text is reported.
#[derive(Clone, Copy)]
pub struct Quoted {
    /// The error where the text ends inside it.
    pub cut: Cut,
    /// The limit on its length.
    pub limit: Limit,
    /// Its maximum length in bytes.
    pub max: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner at the start of a text.
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The whole text.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The next byte.
    pub fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is not white space, left in place.
    pub fn peek_token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    /// An error at the next byte.
    pub const fn error(&self, kind: SyntaxErrorKind) -> SyntaxError {
        SyntaxError { offset: self.at, kind }
    }

    /// A word whose first character was read.
    ///
    /// # Errors
    ///
    /// A [`SyntaxError`] at the place where the text is something else.
    pub fn word(&mut self, word: &str) -> Result<(), SyntaxError> {
        for expected in word.bytes() {
            match self.peek() {
                Some(byte) if byte == expected => self.at += 1,
                Some(_) => return Err(self.error(SyntaxErrorKind::UnexpectedCharacter)),
                None => return Err(self.error(SyntaxErrorKind::Truncated(Cut::InWord))),
            }
        }
        Ok(())
    }

    /// A number, of which the first character was seen.
    ///
    /// # Errors
    ///
    /// A [`SyntaxError`] at the place where the text is something else.
    pub fn number(&mut self, max: usize) -> Result<Cow<'a, str>, SyntaxError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.error(SyntaxErrorKind::BadNumber));
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        if self.at - start > max {
            return Err(SyntaxError { offset: start, kind: SyntaxErrorKind::Limit(Limit::String) });
        }
        Ok(Cow::Borrowed(&self.text[start..self.at]))
    }

    /// At least one digit.
    fn digits(&mut self) -> Result<(), SyntaxError> {
        match self.peek() {
            Some(byte) if byte.is_ascii_digit() => {}
            Some(_) => return Err(self.error(SyntaxErrorKind::BadNumber)),
            None => return Err(self.error(SyntaxErrorKind::Truncated(Cut::InNumber))),
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    /// A string, of which the opening quote was seen.
    ///
    /// # Errors
    ///
    /// A [`SyntaxError`] at the place where the text is something else.
    #[inline]
    pub fn string(&mut self, quoted: Quoted) -> Result<Cow<'a, str>, SyntaxError> {
        let opening = self.at;
        self.at += 1;
        let run = self.at;
        self.at += run_length(&self.text.as_bytes()[run..]);
        // Most strings have no escapes.
        if self.peek() != Some(b'"') {
            return self.string_with_escapes(opening, quoted).map(Cow::Owned);
        }
        let plain = &self.text[run..self.at];
        check_length(plain.len(), opening, quoted)?;
        self.at += 1;
        Ok(Cow::Borrowed(plain))
    }

    /// A string, of which the plain text before the first escape was seen.
    #[cold]
    fn string_with_escapes(&mut self, opening: usize, quoted: Quoted) -> Result<String, SyntaxError> {
        let mut run = opening + 1;
        let mut unescaped = String::new();
        loop {
            self.at += run_length(&self.text.as_bytes()[self.at..]);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    unescaped.push_str(&self.text[run..self.at]);
                    unescaped.push(self.escape(quoted.cut)?);
                    run = self.at;
                    check_length(unescaped.len(), opening, quoted)?;
                }
                Some(_) => return Err(self.error(SyntaxErrorKind::ControlCharacter)),
                None => return Err(self.error(SyntaxErrorKind::Truncated(quoted.cut))),
            }
        }
        let tail = &self.text[run..self.at];
        check_length(unescaped.len() + tail.len(), opening, quoted)?;
        self.at += 1;
        unescaped.push_str(tail);
        Ok(unescaped)
    }

    /// An escape whose backslash was read. After an error the position is after the read part.
    ///
    /// # Errors
    ///
    /// A [`SyntaxError`] at the place where the text is something else.
    pub fn escape(&mut self, cut: Cut) -> Result<char, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let Some(c) = self.peek() else {
            return Err(self.error(SyntaxErrorKind::Truncated(cut)));
        };
        self.at += 1;
        let bad = SyntaxError { offset: start, kind: SyntaxErrorKind::BadEscape };
        match c {
            b'"' | b'\\' | b'/' => Ok(char::from(c)),
            b'b' => Ok('\u{8}'),
            b'f' => Ok('\u{c}'),
            b'n' => Ok('\n'),
            b'r' => Ok('\r'),
            b't' => Ok('\t'),
            b'u' => {
                let first = self.hex(start, cut)?;
                if !(0xD800..0xDC00).contains(&first) {
                    return char::from_u32(first).ok_or(bad);
                }
                for expected in [b'\\', b'u'] {
                    match self.peek() {
                        Some(byte) if byte == expected => self.at += 1,
                        Some(_) => return Err(bad),
                        None => return Err(self.error(SyntaxErrorKind::Truncated(cut))),
                    }
                }
                let second = self.hex(start, cut)?;
                if !(0xDC00..0xE000).contains(&second) {
                    return Err(bad);
                }
                char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or(bad)
            }
            _ => Err(bad),
        }
    }

    /// Four hexadecimal digits of an escape that starts at `start`.
    fn hex(&mut self, start: usize, cut: Cut) -> Result<u32, SyntaxError> {
        let mut value = 0;
        for _ in 0..4 {
            let Some(byte) = self.peek() else {
                return Err(self.error(SyntaxErrorKind::Truncated(cut)));
            };
            let bad = SyntaxError { offset: start, kind: SyntaxErrorKind::BadEscape };
            value = value * 16 + char::from(byte).to_digit(16).ok_or(bad)?;
            self.at += 1;
        }
        Ok(value)
    }
}

/// Most strings are shorter than this, and for those a search of its own is not worth its start.
const SHORT: usize = 24;

/// The number of bytes before the end of a run of plain text in a string. A quote, a backslash or a control character
/// ends it.
pub(super) fn run_length(text: &[u8]) -> usize {
    let (head, tail) = text.split_at(text.len().min(SHORT));
    if let Some(end) = end_of_run(head) {
        return end;
    }
    let tail = &tail[..memchr2(b'"', b'\\', tail).unwrap_or(tail.len())];
    // Looking at all of it is faster than stopping at the first: there is hardly ever one.
    let has_control = tail.iter().fold(u8::MAX, |least, byte| least.min(*byte)) < 0x20;
    let end = if has_control { tail.iter().position(|byte| *byte < 0x20) } else { None };
    head.len() + end.unwrap_or(tail.len())
}

fn end_of_run(text: &[u8]) -> Option<usize> {
    let (words, rest) = text.as_chunks();
    for (index, word) in words.iter().enumerate() {
        if let Some(place) = end_in_word(*word) {
            return Some(index * WORD + place);
        }
    }
    let end = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20));
    end.map(|place| words.len() * WORD + place)
}

const WORD: usize = size_of::<u64>();

/// The same for eight bytes at once, by arithmetic. A byte that ends a run has its highest bit set in the sum below.
/// Carries can set more of these bits, but only above the first.
fn end_in_word(word: [u8; WORD]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; WORD]);
    const HIGHS: u64 = ONES << 7;
    let word = u64::from_le_bytes(word);
    let below = |word: u64, bound: u8| word.wrapping_sub(ONES * u64::from(bound)) & !word;
    let equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    let ends = (below(word, 0x20) | equal(b'"') | equal(b'\\')) & HIGHS;
    (ends != 0).then(|| ends.trailing_zeros() as usize / 8)
}

/// Checks the length of a string or number that starts at `opening`.
///
/// # Errors
///
/// A [`SyntaxError`] if it is longer than the limit.
pub fn check_length(length: usize, opening: usize, quoted: Quoted) -> Result<(), SyntaxError> {
    if length > quoted.max {
        return Err(SyntaxError { offset: opening, kind: SyntaxErrorKind::Limit(quoted.limit) });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::run_length;

    #[test]
    fn a_run_ends_at_the_first_byte_that_ends_it() {
        for end in 0..=u8::MAX {
            let ends_run = matches!(end, b'"' | b'\\' | 0..0x20);
            for length in 0..70 {
                for other in [b'a', 0x20, 0x21, 0x23, 0x5d, 0x7f, 0x80, 0xff] {
                    let mut text = vec![other; length];
                    text.extend([end, 0, b'"', b'\\']);
                    assert_eq!(run_length(&text), length + usize::from(!ends_run), "{text:?}");
                    assert_eq!(run_length(&text[..length]), length, "{text:?}");
                }
            }
        }
    }
}
