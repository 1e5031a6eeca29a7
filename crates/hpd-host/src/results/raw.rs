//! Values as they are written, where they can't be cut at elements: their keys are too long, or no pointer leads to them.

use super::level::{from_entry, place};
use super::lines;
use crate::tool::part_of;

/// The beginning of a value in `text`, or from an entry on, in about `max` bytes. It goes on by lines and their bytes.
pub(super) fn raw(text: &str, value: &str, from: usize, max: usize, call: &str) -> String {
    let start = place(text, from_entry(value, from));
    let end = place(text, value) + value.len();
    let text = text.get(..end).unwrap_or(text);
    let last = lines::at(text, end).0;
    let go_on = |byte: usize| {
        let (line, offset) = lines::at(text, byte);
        format!("{call}, the lines \"{}\" and the offset {offset}", lines::range(line, last))
    };
    part_of(text, start, max, go_on).unwrap_or_default()
}
