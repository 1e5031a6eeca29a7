//! Long documents are read in parts.

use hpd_runtime::__private::text::{char_start, end_of_part};

/// A part of a document from a byte on. `reader` is the tool for the next part.
pub(crate) fn part(reader: &str, id: &str, text: &str, offset: usize, max: usize) -> Option<String> {
    part_of(text, offset, max, |end| {
        format!("call {reader} with the document_id \"{id}\" and the offset {end}")
    })
}

/// A stretch of a text.
#[derive(Clone, Copy)]
pub(crate) struct Excerpt<'a> {
    pub(crate) text: &'a str,
    /// Where it begins in the whole text.
    pub(crate) start: usize,
    /// The bytes of the whole text.
    pub(crate) whole: usize,
}

impl<'a> From<&'a str> for Excerpt<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, start: 0, whole: text.len() }
    }
}

/// A part of a text from a byte on, with a note on how to continue if it is not the last. `None` if nothing is left
/// there. `go_on` is the call for the part from a byte on. Together the parts are the whole text, if `max` holds at least
/// one character. An excerpt has `max` bytes from the offset on, or all that are left.
pub(crate) fn part_of<'a>(
    excerpt: impl Into<Excerpt<'a>>,
    offset: usize,
    max: usize,
    go_on: impl Fn(usize) -> String,
) -> Option<String> {
    let Excerpt { text, start: before, whole } = excerpt.into();
    if offset > 0 && offset >= whole {
        return None;
    }
    // Some characters have several bytes: reading one twice is better than skipping it.
    let start = char_start(text, offset.saturating_sub(before));
    if whole - before - start <= max {
        return Some(text[start..].to_owned());
    }
    let note = |end| {
        let (from, to) = (before + start, before + end);
        format!("\n\n[Cut: this is byte {from} to {to} of {whole}. To go on, {}.]", go_on(to))
    };
    let room = max.saturating_sub(note(whole - before).len());
    let end = end_of_part(text, start, room);
    Some(format!("{}{}", &text[start..end], note(end)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::part;
    use crate::tool::READ_DOCUMENT;

    /// All parts together, without the notes, read by the offsets that the notes give.
    fn read_on(text: &str, max: usize) -> String {
        let (mut whole, mut offset) = (String::new(), 0);
        loop {
            let part = part(READ_DOCUMENT, "d", text, offset, max).unwrap();
            let Some((here, note)) = part.rsplit_once("\n\n[Cut: ") else {
                return whole + &part;
            };
            whole.push_str(here);
            offset = note.rsplit_once("offset ").unwrap().1.trim_end_matches(".]").parse().unwrap();
        }
    }

    #[test]
    fn a_short_text_is_read_at_once() {
        assert_eq!(part(READ_DOCUMENT, "d", "text", 0, 4).as_deref(), Some("text"));
        assert_eq!(part(READ_DOCUMENT, "d", "", 0, 4).as_deref(), Some(""));
        assert_eq!(part(READ_DOCUMENT, "d", "text", 2, 4).as_deref(), Some("xt"));
    }

    #[test]
    fn there_is_nothing_behind_the_end() {
        assert_eq!(part(READ_DOCUMENT, "d", "text", 4, 4), None);
        assert_eq!(part(READ_DOCUMENT, "d", "", 1, 4), None);
    }

    #[test]
    fn a_long_text_is_cut_at_a_line_and_says_how_to_go_on() {
        let text = format!("{}\n{}", "a".repeat(150), "b".repeat(200));
        let first = part(READ_DOCUMENT, "steps", &text, 0, 300).unwrap();
        assert_eq!(
            first,
            format!(
                "{}\n\n\n[Cut: this is byte 0 to 151 of 351. To go on, call read_skill_document with the document_id \"steps\" \
                 and the offset 151.]",
                "a".repeat(150)
            )
        );
        assert_eq!(part(READ_DOCUMENT, "steps", &text, 151, 300), Some("b".repeat(200)));
    }

    #[test]
    fn an_offset_inside_a_letter_loses_nothing() {
        assert_eq!(part(READ_DOCUMENT, "d", "aäb", 2, 10).as_deref(), Some("äb"));
    }

    proptest! {
        #[test]
        fn all_parts_are_the_text(text in "[aä\n€ ]{0,400}", max in 4_usize..400) {
            prop_assert_eq!(read_on(&text, max), text);
        }

        #[test]
        fn no_part_is_longer_than_allowed(text in "[aä\n]{0,2000}", offset in 0_usize..2000) {
            if let Some(part) = part(READ_DOCUMENT, "d", &text, offset, 300) {
                prop_assert!(part.len() <= 300);
            }
        }
    }
}
