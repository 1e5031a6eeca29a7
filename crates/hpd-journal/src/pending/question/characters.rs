//! Characters that are shown unescaped.
//!
//! The list is an allow-list of blocks, so scripts of a later Unicode are escaped until they are reviewed. In each block
//! are letters and digits by the standard library, and marks by ICU's data. The profile for identifiers in UTS #39 is no
//! such list: letters of Bengali, points of Hebrew and most Chinese characters are not in it.

use hpd_runtime::__private::text::is_invisible;
use icu_properties::props::{
    CanonicalCombiningClass, EmojiPresentation, GeneralCategory, GeneralCategoryGroup,
};
use icu_properties::{CodePointMapData, CodePointSetData};

/// How a character is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownAs {
    /// As it is.
    Plain,
    /// Unescaped, on its base character.
    Mark,
    /// Unescaped in its place: it is invisible alone.
    Joiner,
    /// Escaped by its number, since Markdown, HTML or the quotes around a text would interpret it. It misleads no
    /// reader.
    Escaped,
    /// By its number, since it is invisible, turns the direction of writing, or is in no list of ours.
    Strange,
}

pub(super) fn shown_as(c: char) -> ShownAs {
    match c {
        '"' | '\\' | '<' | '>' | '&' | '*' | '`' | '[' | ']' | '~' | '|' | '\n' | '\r' | '\t' => {
            ShownAs::Escaped
        }
        ' '..='~' => ShownAs::Plain,
        _ if is_invisible(c) => ShownAs::Strange,
        _ if is_mark(c) => ShownAs::Mark,
        _ if is_shown_symbol(c) => ShownAs::Plain,
        _ if is_in_shown_block(c) && c.is_alphanumeric() => ShownAs::Plain,
        // The signs of the question's own buttons.
        '✅' | '❌' => ShownAs::Escaped,
        _ if is_picture(c) => ShownAs::Plain,
        _ if is_visible_symbol(c) => ShownAs::Escaped,
        _ => ShownAs::Strange,
    }
}

/// The blocks that Unicode reserves for scripts written from right to left.
pub(super) const fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}')
}

/// Blocks of scripts used for names and notes. Excluded are blocks of look-alikes (full-width, mathematical and
/// phonetic characters) and those with invisible characters (Hangul's parts).
const fn is_in_shown_block(c: char) -> bool {
    matches!(c,
        // Latin: the first two blocks, Vietnamese, Pinyin and Romanian.
        '\u{c0}'..='\u{17f}' | '\u{1a0}'..='\u{1a1}' | '\u{1af}'..='\u{1b0}' | '\u{1cd}'..='\u{1dc}'
        | '\u{218}'..='\u{21b}' | '\u{1e00}'..='\u{1eff}'
        // Greek, Cyrillic, Armenian, Hebrew, Arabic.
        | '\u{370}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{1f00}'..='\u{1fff}'
        // From Devanagari to Georgian, Ethiopic, Khmer.
        | '\u{900}'..='\u{10ff}' | '\u{1200}'..='\u{139f}' | '\u{1780}'..='\u{17ff}'
        // Kana, Bopomofo, Han, Hangul as syllables.
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{312f}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{ff66}'..='\u{ff9d}'
        | '\u{20000}'..='\u{323af}')
}

/// Combining characters of the shown blocks. Overlays, which strike a character out, are none of them.
fn is_mark(c: char) -> bool {
    let is_in_block = matches!(c, '\u{300}'..='\u{36f}' | '\u{3099}'..='\u{309a}') || is_in_shown_block(c);
    is_in_block
        && GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(c))
        && CodePointMapData::<CanonicalCombiningClass>::new().get(c) != CanonicalCombiningClass::Overlay
}

/// Symbols that notes and amounts are full of, and pictures.
const fn is_shown_symbol(c: char) -> bool {
    matches!(c,
        '¡' | '¢' | '£' | '¥' | '§' | '©' | '«' | '®' | '°' | '±' | 'µ' | '·' | '»' | '¿' | '×' | '÷'
        | '–' | '—' | '’' | '…' | '€' | '₹' | '™' | '№' | '。' | '、'
        | '\u{2600}'..='\u{26ff}' | '\u{1f300}'..='\u{1f64f}' | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1f9ff}')
}

/// Symbols that everybody can see, but that could pass for another, or for a part of the question.
const fn is_visible_symbol(c: char) -> bool {
    matches!(c,
        '\u{a1}'..='\u{bf}' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}'
        | '\u{20a0}'..='\u{20c0}' | '\u{2100}'..='\u{27ff}' | '\u{2900}'..='\u{2bff}' | '\u{3001}'..='\u{3020}')
}

/// Emoji, as Unicode has them: characters that are pictures without a selector.
fn is_picture(c: char) -> bool {
    CodePointSetData::new::<EmojiPresentation>().contains(c)
}
