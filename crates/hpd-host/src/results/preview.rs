//! What a model reads in place of a long result: its size, its shape and its beginning.

use std::fmt;

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
    /// The noun for the kept text: "result" or "error".
    pub(crate) what: &'a str,
    /// The tool's name.
    pub(crate) reader: &'a str,
    /// The tool through which it is called, where it is not in the list.
    pub(crate) through: Option<&'a str>,
}

/// The preview of a kept result, of about `max` bytes at most, with `beginning` bytes of the result.
pub(super) fn preview(id: &str, text: &str, by: ReadBy<'_>, beginning: usize, max: usize) -> String {
    let sizes = || Sizes { bytes: text.len(), tokens: estimated_tokens(text), lines: lines::count(text) };
    let Some(json) = json_of(text) else {
        return preview_of_text(id, &sizes(), text, by, beginning, max);
    };
    let (shape, reader, through) = (cut(&shape(json), SHAPE), by.reader, by.through_note());
    let heading = format!(
        "[The {} has {}, and is kept as \"{id}\". It is {shape}. Below is a preview. To read more, call {reader} with this id and a \
         pointer, an offset, or a text to look for.{through}]",
        by.what,
        sizes()
    );
    let room = room(&heading, beginning, max);
    if room < LEAST {
        return heading;
    }
    let call = || format!("call {reader} with the id \"{id}\"");
    let beginning = fill(json, "", 0, room).unwrap_or_else(|| raw(text, json, 0, room, &call()));
    format!("{heading}\n\n{beginning}")
}

/// The sizes of a whole text.
pub(super) struct Sizes {
    pub(super) bytes: usize,
    /// As they are estimated.
    pub(super) tokens: usize,
    pub(super) lines: usize,
}

/// The preview of a kept text of these sizes, which begins with `text`.
pub(super) fn preview_of_text(
    id: &str,
    sizes: &Sizes,
    text: &str,
    by: ReadBy<'_>,
    beginning: usize,
    max: usize,
) -> String {
    let heading = |end: usize| {
        format!(
            "[The {} has {sizes}, in {} lines, and is kept as \"{id}\". Below are the first {end} bytes. To read more, call {} with \
             this id and lines (\"120-180\"), the offset {end}, or a text to look for.{}]",
            by.what,
            sizes.lines,
            by.reader,
            by.through_note()
        )
    };
    let room = room(&heading(sizes.bytes), beginning, max);
    let end = if room < LEAST { 0 } else { end_of_part(text, 0, room) };
    if end == 0 { heading(0) } else { format!("{}\n\n{}", heading(end), &text[..end]) }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes, about {} tokens", self.bytes, self.tokens)
    }
}

impl ReadBy<'_> {
    fn through_note(&self) -> String {
        self.through.map(|bridge| format!(" It is called through '{bridge}'.")).unwrap_or_default()
    }
}

/// Bytes of the result below a heading.
fn room(heading: &str, beginning: usize, max: usize) -> usize {
    beginning.min(max.saturating_sub(heading.len() + 2))
}
