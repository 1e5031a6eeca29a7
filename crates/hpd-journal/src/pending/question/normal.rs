//! Texts that are not in Unicode's composed form (NFC), and look like those that are.

use unicode_normalization::char::decompose_canonical;
use unicode_normalization::{IsNormalized, is_nfc_quick};

/// Whether a text has characters that NFC replaces by others.
pub(super) fn is_composed(text: &str) -> bool {
    text.is_ascii() || unicode_normalization::is_nfc(text)
}

/// Whether NFC replaces a character of such a text by another one that looks the same: a mark that belongs to its
/// letter, or a second number of the same letter.
///
/// Letters of Indic scripts that NFC takes apart are none of them: keyboards write them so.
pub(super) fn is_replaced(c: char) -> bool {
    match is_nfc_quick(std::iter::once(c)) {
        IsNormalized::Yes => false,
        IsNormalized::Maybe => true,
        IsNormalized::No => {
            let mut count = 0;
            decompose_canonical(c, |_| count += 1);
            count == 1
        }
    }
}
