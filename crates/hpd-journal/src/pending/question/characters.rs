//! Characters that are shown unescaped.
//!
//! The list is an allow-list, so characters of a later Unicode are escaped until they are reviewed. The ranges are
//! those of the Unicode character database (`Blocks.txt`; in each block, characters with the property `Alphabetic` or a
//! general category N, by the standard library).

use hpd_runtime::__private::text::is_invisible;

/// How a character is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShownAs {
    /// As it is.
    Plain,
    /// Unescaped, on its base character.
    Mark,
    /// Escaped by its number, since Markdown, HTML or the quotes around a text would interpret it. It misleads no
    /// reader.
    Escaped,
    /// By its number, since it is invisible, turns the direction of writing, or is in no list of ours.
    Strange,
}

/// Scripts, as far as mixing them matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    /// Scripts that no word mixes with Latin, and that resemble it: Greek, Cyrillic, Armenian, Indic ones. Chinese,
    /// Japanese and Korean are not among them, as in the level "highly restrictive" of UTS #39.
    NotWithLatin,
    RightToLeft,
    Other,
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
        _ if is_visible_symbol(c) => ShownAs::Escaped,
        _ => ShownAs::Strange,
    }
}

pub(super) fn script(c: char) -> Script {
    match c {
        'A'..='Z' | 'a'..='z' => Script::Latin,
        '\u{370}'..='\u{58f}'
        | '\u{900}'..='\u{139f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{1f00}'..='\u{1fff}' => Script::NotWithLatin,
        '\u{590}'..='\u{8ff}' => Script::RightToLeft,
        _ => Script::Other,
    }
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

/// Combining characters in the shown blocks. Slightly wider than the general category M, since this only limits their
/// number. Overlays, which strike a character out, are excluded.
const fn is_mark(c: char) -> bool {
    if let '\u{900}'..='\u{d7f}' = c {
        // The nine Indic blocks have one layout.
        return matches!(c as u32 % 0x80, 0..=3 | 0x3a..=0x3c | 0x3e..=0x4d | 0x51..=0x57 | 0x62..=0x63);
    }
    matches!(c,
        '\u{300}'..='\u{333}' | '\u{339}'..='\u{34e}' | '\u{350}'..='\u{36f}' | '\u{483}'..='\u{487}'
        | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c2}' | '\u{5c4}'..='\u{5c5}' | '\u{5c7}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}' | '\u{6e7}'..='\u{6e8}' | '\u{6ea}'..='\u{6ed}'
        | '\u{d81}'..='\u{d83}' | '\u{dca}' | '\u{dcf}'..='\u{ddf}'
        | '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}'
        | '\u{eb1}' | '\u{eb4}'..='\u{ebc}' | '\u{ec8}'..='\u{ecd}'
        | '\u{f71}'..='\u{f84}' | '\u{f86}'..='\u{f87}' | '\u{f8d}'..='\u{fbc}'
        | '\u{102b}'..='\u{103e}' | '\u{1056}'..='\u{1060}' | '\u{135d}'..='\u{135f}'
        | '\u{17b6}'..='\u{17d3}' | '\u{17dd}' | '\u{3099}'..='\u{309a}')
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
