//! Characters that Unicode's composed form (NFC) replaces by others that look the same.

use std::iter::once;

use unicode_normalization::char::{compose, decompose_canonical};
use unicode_normalization::{IsNormalized, is_nfc_quick};

/// Whether NFC replaces a character after this text by one that looks the same: a mark becomes a part of its letter, or a
/// letter has a second number.
///
/// Letters of Indic scripts that NFC takes apart are none of them: keyboards write them so.
pub(super) fn is_replaced(c: char, before: &str, base: Option<char>) -> bool {
    match is_nfc_quick(once(c)) {
        IsNormalized::Yes => false,
        IsNormalized::Maybe => {
            let mut letters = base.into_iter().chain(before.chars().next_back());
            letters.any(|letter| compose(letter, c).is_some())
        }
        IsNormalized::No => {
            let mut count = 0;
            decompose_canonical(c, |_| count += 1);
            count == 1
        }
    }
}
