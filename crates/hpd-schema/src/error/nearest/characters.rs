//! A name without case and separators, as numbers that compare quickly.

/// Longer names are not compared: nobody misspells such a name.
pub(super) const LONGEST: usize = 64;

/// Letters of the alphabet and digits.
pub(super) const KINDS: usize = 36;

/// The mark of skipped characters.
const SEPARATOR: u8 = u8::MAX;

/// The number of each ASCII character: equal for both cases.
const NUMBERS: [u8; 128] = {
    let mut numbers = [SEPARATOR; 128];
    let mut byte = 0;
    while byte < 128_u8 {
        numbers[byte as usize] = match byte {
            b'a'..=b'z' => byte - b'a',
            b'A'..=b'Z' => byte - b'A',
            b'0'..=b'9' => byte - b'0' + 26,
            _ => SEPARATOR,
        };
        byte += 1;
    }
    numbers
};

/// The characters of one ASCII name, as numbers.
#[derive(Clone, Copy)]
pub(super) struct Characters<'a> {
    /// Their numbers.
    pub(super) numbers: &'a [u8],
    /// Which numbers there are: one bit each.
    pub(super) kinds: u64,
}

/// A buffer for the characters of a name.
pub(super) struct Buffer([u8; LONGEST]);

impl Buffer {
    pub(super) const fn new() -> Self {
        Self([0; LONGEST])
    }

    /// The characters of a name; `None` for a name that is too long or not ASCII.
    #[inline]
    pub(super) fn characters(&mut self, name: &str) -> Option<Characters<'_>> {
        if name.len() > LONGEST || !name.is_ascii() {
            return None;
        }
        let (mut length, mut kinds) = (0, 0_u64);
        for byte in name.bytes() {
            let number = NUMBERS[usize::from(byte & 0x7f)];
            // Written unconditionally, and kept if it is alphanumeric: cheaper than an unpredictable branch.
            self.0[length] = number;
            let is_letter = number != SEPARATOR;
            length += usize::from(is_letter);
            kinds |= u64::from(is_letter) << (number & 0x3f);
        }
        Some(Characters { numbers: &self.0[..length], kinds })
    }
}

/// The characters as a text, in lower case.
pub(super) fn text_of(numbers: &[u8]) -> String {
    numbers
        .iter()
        .map(|&number| char::from(if number < 26 { b'a' + number } else { b'0' + number - 26 }))
        .collect()
}

/// A name without case and separators, for any characters.
pub(super) fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
