//! The usual text of a key in a call, and a test for a text that starts with it.

use hpd_json::Node;

const WORD: usize = size_of::<u64>();

/// A key and its colon: `"name":`. Keys are short: up to two words are compared at once, without a call.
#[derive(Debug)]
pub(super) struct KeyText {
    text: Box<str>,
    /// The first word of the text, as far as `mask` goes.
    first: u64,
    mask: u64,
    /// The last word; it may overlap the first one. Zero in a text that is no longer than a word.
    last: u64,
}

impl KeyText {
    pub(super) fn new(name: &str) -> Self {
        let mut text = Node::String(name.into()).to_json();
        text.push(':');
        let text = text.into_boxed_str();
        let bytes = text.as_bytes();
        let (mut first, mut mask) = ([0; WORD], [0; WORD]);
        for ((byte, mask), text) in first.iter_mut().zip(&mut mask).zip(bytes) {
            (*byte, *mask) = (*text, u8::MAX);
        }
        let last = bytes.last_chunk().filter(|_| bytes.len() > WORD).copied().unwrap_or_default();
        let [first, mask, last] = [first, mask, last].map(u64::from_le_bytes);
        Self { text, first, mask, last }
    }

    /// The key alone, in its quotes.
    pub(super) fn quoted(&self) -> &str {
        self.text.trim_end_matches(':')
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether a text starts with it.
    #[inline]
    pub(super) fn starts(&self, text: &[u8]) -> bool {
        let length = self.text.len();
        let Some(first) = text.first_chunk() else { return text.starts_with(self.text.as_bytes()) };
        if u64::from_le_bytes(*first) & self.mask != self.first {
            return false;
        }
        if length <= WORD {
            return true;
        }
        if length > 2 * WORD {
            return text.starts_with(self.text.as_bytes());
        }
        let last = text.get(..length).and_then(<[u8]>::last_chunk);
        last.is_some_and(|last| u64::from_le_bytes(*last) == self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::KeyText;

    #[test]
    fn a_text_starts_with_a_key_of_any_length() {
        for length in 0..20 {
            let key = KeyText::new(&"abcdefghijklmnopqrst"[..length]);
            let whole = format!("{}1, \"next\": null}}", key.text);
            for end in 0..whole.len() {
                let text = &whole.as_bytes()[..end];
                assert_eq!(key.starts(text), end >= key.len(), "{}", &whole[..end]);
            }
            for place in 0..key.len() {
                let mut other = whole.clone().into_bytes();
                other[place] ^= 1;
                assert!(!key.starts(&other), "{} at {place}", key.text);
                assert!(!key.starts(&other[..key.len()]), "{} at {place}", key.text);
            }
        }
    }
}
