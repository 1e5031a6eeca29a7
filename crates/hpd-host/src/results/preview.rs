//! What a model reads in place of a long result: its size, its shape and its beginning.

use hpd_runtime::__private::text::{cut, end_of_part};

use super::estimate::estimated_tokens;
use super::json::fill;
use super::level::json_of;
use super::lines;
use super::raw::raw;
use super::shape::shape;

/// Characters of a shape.
const SHAPE: usize = 300;
/// Fewer bytes of a result say nothing.
const LEAST: usize = 64;

/// How the rest is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReadBy<'a> {
    /// The tool's name.
    pub(crate) reader: &'a str,
    /// The tool through which it is called, where it is not in the list.
    pub(crate) through: Option<&'a str>,
}

/// The preview of a kept result, of about `max` bytes at most, with `beginning` bytes of the result.
pub(super) fn preview(id: &str, text: &str, by: ReadBy<'_>, beginning: usize, max: usize) -> String {
    let size = format!("The result has {} bytes, about {} tokens", text.len(), estimated_tokens(text));
    let through = by.through.map(|bridge| format!(" It is called through '{bridge}'.")).unwrap_or_default();
    let reader = by.reader;
    let room = |heading: &str| beginning.min(max.saturating_sub(heading.len() + 2));
    if let Some(json) = json_of(text) {
        let shape = cut(&shape(json), SHAPE);
        let heading = format!(
            "[{size}, and is kept as \"{id}\". It is {shape}. Below is a preview. To read more, call {reader} with this id and \
             a pointer, an offset, or a text to look for.{through}]"
        );
        let room = room(&heading);
        if room < LEAST {
            return heading;
        }
        let call = || format!("call {reader} with the id \"{id}\"");
        let beginning = fill(json, "", 0, room).unwrap_or_else(|| raw(text, json, 0, room, &call()));
        return format!("{heading}\n\n{beginning}");
    }
    let heading = |end: usize| {
        format!(
            "[{size}, in {} lines, and is kept as \"{id}\". Below are the first {end} bytes. To read more, call {reader} with \
             this id and lines (\"120-180\"), the offset {end}, or a text to look for.{through}]",
            lines::count(text)
        )
    };
    let room = room(&heading(text.len()));
    let end = if room < LEAST { 0 } else { end_of_part(text, 0, room) };
    if end == 0 { heading(0) } else { format!("{}\n\n{}", heading(end), &text[..end]) }
}
