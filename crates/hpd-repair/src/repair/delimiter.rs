//! The quotes around strings.

use memchr::memchr2_iter;

use super::notice::Notice;

/// The kind of quotes around a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Delimiter {
    Double,
    Single,
    Back,
    /// `“..”`
    SmartDouble,
    /// `‘..’`
    SmartSingle,
}

/// The quotes that open a string at the start of `rest`.
pub(super) fn opening(rest: &str) -> Option<Delimiter> {
    match rest.as_bytes().first()? {
        b'"' => Some(Delimiter::Double),
        b'\'' => Some(Delimiter::Single),
        b'`' => Some(Delimiter::Back),
        0xE2 => match rest.chars().next()? {
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' => Some(Delimiter::SmartDouble),
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' => Some(Delimiter::SmartSingle),
            _ => None,
        },
        _ => None,
    }
}

impl Delimiter {
    /// The first byte of each quote of this kind.
    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Double => b'"',
            Self::Single => b'\'',
            Self::Back => b'`',
            Self::SmartDouble | Self::SmartSingle => 0xE2,
        }
    }

    /// The bytes of the quote that opens the string.
    pub(super) const fn length(self) -> usize {
        match self {
            Self::Double | Self::Single | Self::Back => 1,
            Self::SmartDouble | Self::SmartSingle => 3,
        }
    }

    /// Whether prose uses these quotes too, so that they may occur inside a string.
    pub(super) const fn is_ascii(self) -> bool {
        matches!(self, Self::Double | Self::Single)
    }

    /// Whether a character is the ASCII quote of this kind.
    pub(super) fn is(self, c: char) -> bool {
        c == char::from(self.byte())
    }

    /// Whether `rest` starts with a quote of this kind.
    pub(super) fn starts(self, rest: &str) -> bool {
        opening(rest) == Some(self)
    }

    /// The notice about such quotes; none for those of JSON.
    pub(super) const fn notice(self) -> Option<Notice> {
        match self {
            Self::Double => None,
            Self::Single => Some(Notice::SingleQuotes),
            Self::Back => Some(Notice::BackQuotes),
            Self::SmartDouble | Self::SmartSingle => Some(Notice::SmartQuotes),
        }
    }

    /// Whether these are typographic quotes.
    pub(super) const fn is_smart(self) -> bool {
        matches!(self, Self::SmartDouble | Self::SmartSingle)
    }

    /// The bytes of the string that starts here, with its quotes; 0 if it does not end.
    pub(super) fn quoted_length(self, rest: &str) -> usize {
        let mut next = self.length();
        for at in memchr2_iter(self.byte(), b'\\', rest.as_bytes()) {
            if at < next {
                continue;
            }
            if rest.as_bytes()[at] == b'\\' {
                next = at + 2;
            } else if self.starts(&rest[at..]) {
                return at + self.length();
            }
        }
        0
    }
}
