//! Skeletons of texts: texts that look alike have the same one (UTS #39).
//!
//! The data is that of `unicode-security`, packed: its table has a pointer for each character, which would be a tenth of
//! a small program. A test compares both for every character, and writes the table again.

mod table;
#[cfg(test)]
mod tests;

use std::str::Chars;

use hpd_runtime::__private::order;
use unicode_normalization::char::{canonical_combining_class, decompose_canonical};

use table::{ENDS, ENTRIES, PROTOTYPES};

/// The bits of an entry below its character: the number of its prototype. Characters beyond U+FFFFF are for private use.
const PROTOTYPE_BITS: u32 = 12;

/// A character, or those that it looks like.
enum Prototype {
    Itself(Option<char>),
    Others(Chars<'static>),
}

impl Iterator for Prototype {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self {
            Self::Itself(c) => c.take(),
            Self::Others(chars) => chars.next(),
        }
    }
}

/// The characters of a text's skeleton.
pub(super) fn skeleton(text: &str) -> impl Iterator<Item = char> + use<> {
    decomposed(decomposed(text.chars()).flat_map(prototype))
}

/// The canonical decomposition (NFD). The crate's iterator is linked with the tables of the other one, which are 60 KB.
fn decomposed(text: impl Iterator<Item = char>) -> std::vec::IntoIter<char> {
    let mut all = Vec::new();
    text.for_each(|c| decompose_canonical(c, |part| all.push(part)));
    // Marks in the order of their classes: each letter, whose class is 0, begins another group.
    for marks in all.chunk_by_mut(|_, next| canonical_combining_class(*next) != 0) {
        order::sort_by_key(marks, |mark| canonical_combining_class(*mark));
    }
    all.into_iter()
}

/// What a character looks like. Ignorable characters look like nothing.
fn prototype(c: char) -> Prototype {
    if is_ignorable(c) {
        return Prototype::Itself(None);
    }
    match others(c) {
        Some(text) => Prototype::Others(text.chars()),
        None => Prototype::Itself(Some(c)),
    }
}

/// The characters that one looks like. It is its own whole decomposition.
fn others(c: char) -> Option<&'static str> {
    let place = ENTRIES.binary_search_by_key(&u32::from(c), |entry| entry >> PROTOTYPE_BITS).ok()?;
    let number = usize::try_from(ENTRIES.get(place)? & ((1 << PROTOTYPE_BITS) - 1)).ok()?;
    let start = number.checked_sub(1).map_or(Some(0), |before| ENDS.get(before).copied())?;
    PROTOTYPES.get(usize::from(start)..usize::from(*ENDS.get(number)?))
}

/// `Default_Ignorable_Code_Point`, as far as it is not decomposed.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
