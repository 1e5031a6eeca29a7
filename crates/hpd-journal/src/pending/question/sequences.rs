//! Characters that are invisible alone, and join or select the look of those around them.
//!
//! They are shown as they are where a script or an emoji needs them: between joined letters of Arabic, after the virama
//! of an Indic letter (the rules `CONTEXTJ` of IDNA), within emoji. Elsewhere they would make two texts that look the
//! same.

use hpd_runtime::__private::text::Character;
use icu_properties::CodePointMapData;
use icu_properties::props::{CanonicalCombiningClass, JoiningType};

use super::characters::{ShownAs, shown_as};

const JOINER: char = '\u{200d}';
const NON_JOINER: char = '\u{200c}';
/// Select the text, or the picture, of a character that has both.
const SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];
/// Makes a key of a digit.
const KEYCAP: char = '\u{20e3}';
/// In Bengali, a joiner between this letter and a virama chooses the form of the letter.
const BENGALI_RA: char = '\u{9b0}';

/// Whether a character that is invisible alone, or a keycap, belongs between these texts.
pub(super) fn belongs_here(character: Character, before: &str, after: &str) -> bool {
    let follows_letter = before.ends_with(|c: char| c.is_alphabetic() || shown_as(c) == ShownAs::Mark);
    match character.c {
        JOINER | NON_JOINER if follows_letter => is_joined_here(character.c, before, after),
        JOINER => !character.is_invisible,
        c if SELECTORS.contains(&c) => !character.is_invisible,
        KEYCAP => {
            let key = before.strip_suffix(SELECTORS).unwrap_or(before);
            key.ends_with(|c: char| c.is_ascii_digit() || matches!(c, '#' | '*'))
        }
        _ => false,
    }
}

/// Whether a selector turns the character before this text into a picture.
pub(super) fn is_picture_here(after: &str) -> bool {
    after.starts_with(SELECTORS)
}

/// Whether a joiner between these texts has an effect.
pub(super) fn is_joined_here(c: char, before: &str, after: &str) -> bool {
    let before = before.chars();
    let after = after.chars();
    let is_after_virama = before.clone().next_back().is_some_and(is_virama);
    match c {
        JOINER if before.clone().next_back() == Some(BENGALI_RA) => {
            after.clone().next().is_some_and(is_virama)
        }
        JOINER => is_after_virama,
        NON_JOINER => is_after_virama || joins_after(before) && joins_before(after),
        _ => false,
    }
}

fn is_virama(c: char) -> bool {
    CodePointMapData::<CanonicalCombiningClass>::new().get(c) == CanonicalCombiningClass::Virama
}

/// Whether the last letter of a text joins the next one.
fn joins_after(text: impl DoubleEndedIterator<Item = char>) -> bool {
    let mut kinds = text.rev().map(joining_type);
    let last = kinds.find(|kind| *kind != JoiningType::Transparent);
    matches!(last, Some(JoiningType::LeftJoining | JoiningType::DualJoining))
}

/// Whether the first letter of a text joins the one before.
fn joins_before(text: impl Iterator<Item = char>) -> bool {
    let mut kinds = text.map(joining_type);
    let first = kinds.find(|kind| *kind != JoiningType::Transparent);
    matches!(first, Some(JoiningType::RightJoining | JoiningType::DualJoining))
}

fn joining_type(c: char) -> JoiningType {
    CodePointMapData::<JoiningType>::new().get(c)
}
