//! Long texts are cut, at whole characters, and say so.

use super::invisible::characters;

/// Marks the end of a short text that was cut.
const ELLIPSIS: char = '…';

/// The start of the character that a byte belongs to.
pub fn char_start(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The start of a text, of at most `max` bytes. No character is split.
///
/// ```
/// assert_eq!(hpd_json::text::start("aä", 2), "a");
/// ```
pub fn start(text: &str, max: usize) -> &str {
    if text.len() <= max { text } else { &text[..char_start(text, max)] }
}

/// The end of a part of at most `max` bytes that begins at `start`. If a line ends in the last quarter of these bytes,
/// the part ends there. The part is empty only at the end of the text: a first character of more than `max` bytes is a
/// part of its own.
pub fn end_of_part(text: &str, start: usize, max: usize) -> usize {
    let end = char_start(text, start.saturating_add(max));
    if end <= start {
        return text[start..].chars().next().map_or(text.len(), |c| start + c.len_utf8());
    }
    let line = text[start..end].rfind('\n').map(|at| start + at + 1);
    line.filter(|line| line - start >= max / 4 * 3).unwrap_or(end)
}

/// A text of at most `max` characters, with "…" where it was cut. Invisible characters are left out.
///
/// ```
/// use hpd_json::text::cut;
///
/// assert_eq!(cut("a long name", 6), "a long…");
/// assert_eq!(cut("x\u{202e}\u{e0041}y", 6), "xy");
/// ```
pub fn cut(text: &str, max: usize) -> String {
    if is_plain(text, max) {
        return text.to_owned();
    }
    let mut shown = characters(text).filter(|character| !character.is_invisible);
    let mut short: String = shown.by_ref().take(max).map(|character| character.c).collect();
    if shown.next().is_some() {
        short.push(ELLIPSIS);
    }
    short
}

/// Whether a text is surely shown as it is. Nearly all are short and plain.
pub fn is_plain(text: &str, max: usize) -> bool {
    text.len() <= max && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// Cuts a text to at most `max` bytes, with "…" where it was cut. Nothing is left where that does not fit.
pub fn cut_bytes(text: &mut String, max: usize) {
    if text.len() <= max {
        return;
    }
    let Some(end) = max.checked_sub(ELLIPSIS.len_utf8()) else { return text.clear() };
    text.truncate(char_start(text, end));
    text.push(ELLIPSIS);
}

/// The note after a long text that was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutNote {
    /// Gives the number of bytes that were kept, and of all bytes.
    Plain,
    /// Also tells the model to ask for less.
    AskForLess,
}

impl CutNote {
    /// The text with which every note begins.
    pub const START: &str = "[Cut: these are the first ";

    /// The note for a result of `length` bytes whose JSON was cut at its elements, for a model.
    pub fn of_json(length: usize) -> String {
        format!(
            "{}parts of a result of {length} bytes. Lists, objects and long texts in its JSON end early. To see what is missing, ask for less at once.]",
            Self::START
        )
    }

    /// The note for a text of `length` bytes that was cut to its first `end` bytes.
    pub fn text(self, end: usize, length: usize) -> String {
        let rest = match self {
            Self::Plain => "",
            Self::AskForLess => " of the result. To see what is missing, ask for less at once",
        };
        format!("{}{end} of {length} bytes{rest}.]", Self::START)
    }
}

/// Cuts a text of more than `max` bytes and adds a note. The result has at most `max` bytes, the note
/// included, unless the note alone is longer.
///
/// ```
/// use hpd_json::text::{CutNote, cut_with_note};
///
/// let mut text = "a".repeat(100);
/// cut_with_note(&mut text, 60, CutNote::Plain);
/// assert_eq!(
///     text,
///     format!("{}\n\n[Cut: these are the first 14 of 100 bytes.]", "a".repeat(14))
/// );
/// ```
pub fn cut_with_note(text: &mut String, max: usize, note: CutNote) {
    const GAP: &str = "\n\n";
    let length = text.len();
    if length <= max {
        return;
    }
    let left = max.saturating_sub(GAP.len() + note.text(length, length).len());
    let end = end_of_part(text, 0, left);
    text.truncate(end);
    text.push_str(GAP);
    text.push_str(&note.text(end, length));
}

#[cfg(test)]
mod tests {
    use super::{CutNote, cut_bytes, cut_with_note, end_of_part};

    #[test]
    fn a_part_ends_at_a_line_in_its_last_quarter() {
        for (text, start, max, end) in [
            ("abcdefgh", 0, 4, 4),
            ("abc\ndefgh", 0, 4, 4),
            ("abcdef\ngh", 0, 8, 7),
            // The line ends too early.
            ("abc\ndefgh", 0, 8, 8),
            ("ab\nabcdef\ngh", 3, 8, 10),
            ("abc", 0, 8, 3),
            // No character is split, and a part has one at least.
            ("aä", 0, 2, 1),
            ("äb", 0, 1, 2),
            ("abc", 3, 4, 3),
        ] {
            assert_eq!(end_of_part(text, start, max), end, "{text:?} from {start}");
        }
    }

    #[test]
    fn a_cut_text_has_at_most_so_many_bytes() {
        for (text, max, expected) in [
            ("abcdef", 6, "abcdef"),
            ("abcdefg", 6, "abc…"),
            ("aääb", 5, "a…"),
            ("abcd", 3, "…"),
            ("abcd", 2, ""),
        ] {
            let mut cut = text.to_owned();
            cut_bytes(&mut cut, max);
            assert_eq!(cut, expected, "{text} {max}");
        }
    }

    #[test]
    fn a_note_says_how_much_was_kept() {
        let mut text = "a".repeat(200);
        cut_with_note(&mut text, 200, CutNote::AskForLess);
        assert_eq!(text, "a".repeat(200));
        cut_with_note(&mut text, 150, CutNote::AskForLess);
        let note = "[Cut: these are the first 44 of 200 bytes of the result. To see what is missing, ask for less at once.]";
        assert_eq!(text, format!("{}\n\n{note}", "a".repeat(44)));
        let mut short = "a".repeat(40);
        cut_with_note(&mut short, 10, CutNote::Plain);
        assert_eq!(short, "a\n\n[Cut: these are the first 1 of 40 bytes.]");
    }
}
