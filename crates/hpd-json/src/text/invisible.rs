//! Invisible characters, by one definition.

use std::iter::Peekable;
use std::str::CharIndices;

/// Whether a character is invisible, or changes how others are shown. Some are visible in the [context](characters) of
/// others: joiners, and the variation selectors of emoji.
///
/// The invisible characters are, by their properties in Unicode:
///
/// - controls (`Cc`), line ends among them, and separators of lines and paragraphs (`Zl`, `Zp`);
/// - format characters (`Cf`), which turn the direction of writing, are tags, or have no width; except the visible
///   signs that enclose a number (`Prepended_Concatenation_Mark`), as in Arabic;
/// - `Default_Ignorable_Code_Point`: fillers, variation selectors, soft hyphens, and code points that are reserved for
///   such characters.
///
/// Three fillers without such a property are invisible too: U+2800, U+16FE4 and U+1D159. Other blanks (`Zs`) are
/// visible: they separate words.
///
/// ```
/// use hpd_json::text::is_invisible;
///
/// assert!(
///     ['\u{202e}', '\u{e0041}', '\u{3164}', '\u{ad}', '\n'].into_iter().all(is_invisible)
/// );
/// assert!(!['a', ' ', '\u{3000}', '語', '🏠'].into_iter().any(is_invisible));
/// ```
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{16fe4}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character can't be seen: it is invisible, or whitespace other than a space.
///
/// ```
/// use hpd_json::text::is_unseen;
///
/// assert!(is_unseen('\u{a0}') && is_unseen('\u{200b}') && !is_unseen(' '));
/// ```
pub const fn is_unseen(c: char) -> bool {
    is_invisible(c) || c.is_whitespace() && c != ' '
}

/// A character of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Character {
    /// Byte offset of the character in the text.
    pub at: usize,
    /// The character.
    pub c: char,
    /// Whether the character is invisible in its context.
    pub is_invisible: bool,
}

impl Character {
    /// Whether the character can't be seen in its context; like [`is_unseen`], but aware of the surrounding text.
    pub const fn is_unseen(self) -> bool {
        self.is_invisible || !is_invisible(self.c) && is_unseen(self.c)
    }
}

/// The characters of a text in their context. Some are visible there although [`is_invisible`] is true for
/// the single character:
///
/// - the variation selectors U+FE0E and U+FE0F directly after an emoji, and within a keycap (`1️⃣`);
/// - a zero width joiner between two emoji (`👩‍🚀`);
/// - one joiner after a character of a script that needs it: Arabic, Syriac, Mongolian, Indic scripts and others. A
///   non-joiner needs such a character on both sides.
///
/// All others stay invisible, including tag characters in flags of regions, which can carry any text.
///
/// ```
/// use hpd_json::text::has_invisible;
///
/// assert!(!has_invisible("می\u{200c}خواهم ❤\u{fe0f} 👩\u{200d}🚀"));
/// assert!(
///     has_invisible("pay\u{200c}ment")
///         && has_invisible("a\u{fe0f}")
///         && has_invisible("❤\u{fe0f}\u{fe0f}")
/// );
/// ```
pub fn characters(text: &str) -> impl Iterator<Item = Character> + '_ {
    Characters { rest: text.char_indices().peekable(), before: Before::Other, letter_before: '\0' }
}

/// Whether a text has a character that is invisible in its context. Line ends and tabs count as invisible.
pub fn has_invisible(text: &str) -> bool {
    !text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
        && characters(text).any(|character| character.is_invisible)
}

struct Characters<'t> {
    rest: Peekable<CharIndices<'t>>,
    before: Before,
    letter_before: char,
}

/// The kind of the previous character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A picture that takes a variation selector.
    Picture,
    /// A picture with its selector or skin tone.
    WholePicture,
    Other,
}

impl Iterator for Characters<'_> {
    type Item = Character;

    #[inline]
    fn next(&mut self) -> Option<Character> {
        let (at, c) = self.rest.next()?;
        let is_invisible = is_invisible(c) && !self.is_visible_here(c);
        self.before = match (c, self.before) {
            ('\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}', Before::Picture) => Before::WholePicture,
            (c, _) if is_picture(c) => Before::Picture,
            _ => Before::Other,
        };
        self.letter_before = c;
        Some(Character { at, c, is_invisible })
    }
}

impl Characters<'_> {
    /// Whether a character that is invisible alone is visible here.
    #[cold]
    fn is_visible_here(&mut self, c: char) -> bool {
        let before = self.letter_before;
        let after = self.rest.peek().map_or('\0', |(_, after)| *after);
        match c {
            '\u{fe0e}' => self.before == Before::Picture,
            '\u{fe0f}' => {
                self.before == Before::Picture
                    || matches!(before, '0'..='9' | '#' | '*') && after == '\u{20e3}'
            }
            '\u{200c}' => takes_joiners(before) && takes_joiners(after),
            '\u{200d}' => self.before != Before::Other && is_picture(after) || takes_joiners(before),
            _ => false,
        }
    }
}

/// Whether a character is an emoji, or reserved for one (`Extended_Pictographic`), or a symbol in the same blocks.
const fn is_picture(c: char) -> bool {
    matches!(c,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2194}'..='\u{21aa}'
        | '\u{231a}'..='\u{23ff}' | '\u{24c2}' | '\u{25aa}'..='\u{27bf}' | '\u{2934}'..='\u{2935}'
        | '\u{2b05}'..='\u{2b55}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{1f000}'..='\u{1f3fa}' | '\u{1f400}'..='\u{1faff}' | '\u{1fc00}'..='\u{1fffd}')
}

/// Whether a character belongs to a script in which joiners change the shape of characters.
const fn takes_joiners(c: char) -> bool {
    // Arabic to N'Ko without digits and punctuation, Mandaic to Sinhala, Myanmar, Khmer, Mongolian. Then presentation
    // forms of Arabic, and small Indic scripts.
    let is_in_blocks = matches!(c,
        '\u{610}'..='\u{61a}' | '\u{620}'..='\u{65f}' | '\u{66e}'..='\u{6d3}' | '\u{6d5}'..='\u{6ef}'
        | '\u{6fa}'..='\u{6ff}' | '\u{710}'..='\u{77f}' | '\u{7ca}'..='\u{7f5}' | '\u{840}'..='\u{8ff}'
        | '\u{900}'..='\u{963}' | '\u{971}'..='\u{df3}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17d3}'
        | '\u{1820}'..='\u{18aa}' | '\u{1a20}'..='\u{1a7f}' | '\u{1b00}'..='\u{1bff}'
        | '\u{a800}'..='\u{a82c}' | '\u{a840}'..='\u{a871}' | '\u{a880}'..='\u{a8c5}'
        | '\u{a8f2}'..='\u{a8ff}' | '\u{a980}'..='\u{a9c0}' | '\u{aae0}'..='\u{aaf6}' | '\u{fb50}'..='\u{fdfb}'
        | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{11fff}' | '\u{1e900}'..='\u{1e94b}');
    is_in_blocks && !is_invisible(c)
}

#[cfg(test)]
mod tests;
