//! Parts of a kept result, as the model asks for them.

use std::fmt;

use hpd_journal::__private::shown;
use hpd_runtime::output::Failure;

use super::estimate::is_beyond;
use super::json::{fill, quoted};
use super::level::{self, Level};
use super::lines::{self, Lines};
use super::raw::raw;
use super::search::{self, Found};
use super::shape::shape;
use crate::tool::{Excerpt, part_of};

/// What of a result is read.
#[derive(Debug, Default, serde::Deserialize)]
pub(crate) struct Request {
    pub(crate) id: String,
    #[serde(default)]
    pointer: Option<String>,
    #[serde(default)]
    lines: Option<String>,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    offset: Option<u64>,
}

impl Request {
    /// One beyond this machine's range is beyond the end of any text.
    pub(super) fn offset(&self) -> usize {
        usize::try_from(self.offset.unwrap_or(0)).unwrap_or(usize::MAX)
    }

    /// The pointer, the lines and the text that are asked for.
    pub(super) fn ways(&self) -> (Option<&str>, Option<&str>, Option<&str>) {
        (self.pointer.as_deref(), self.lines.as_deref(), self.text.as_deref())
    }
}

/// Where to go on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// With these lines, after so many bytes of the first one.
    Lines { first: usize, last: usize, offset: usize },
    /// After so many hits, of so many.
    Hits(usize, usize),
}

/// Why nothing is read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// More than one of the three ways.
    SeveralWays,
    /// The lines are no range.
    Range(String),
    /// A text with a line feed, which no line has.
    SeveralLines,
    /// Nothing is there.
    BehindTheEnd { what: &'static str, length: usize, at: usize },
    /// The result is no JSON.
    NoJson,
    /// The pointer leads nowhere.
    NoValue { pointer: String, known: String, shape: String },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeveralWays => f.write_str("Give one of pointer, lines and text, not several."),
            Self::Range(range) => {
                write!(f, "'{}' are no lines. Write the first and the last one: 120-180.", shown(range))
            }
            Self::SeveralLines => {
                f.write_str("A text is found within one line: give a part of one line, without a line feed.")
            }
            Self::BehindTheEnd { what, length: 1, at } => {
                write!(f, "There is 1 {}, so there is nothing at {at}.", what.replacen('s', "", 1))
            }
            Self::BehindTheEnd { what, length, at } => {
                write!(f, "There are {length} {what}, so there is nothing at {at}.")
            }
            Self::NoJson => f.write_str("The result is text, not JSON: read it by lines or by text."),
            Self::NoValue { pointer, known, shape } => {
                let place =
                    if known.is_empty() { "The result".to_owned() } else { format!("'{}'", shown(known)) };
                write!(f, "There is nothing at '{}'. {place} is {shape}.", shown(pointer))
            }
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::new(error.to_string())
    }
}

/// Reads a part of a result in about `max` bytes, and as many tokens as there may be.
pub(crate) fn read(
    reader: &str,
    text: &str,
    request: &Request,
    (max, tokens): (usize, usize),
) -> Result<String, ReadError> {
    let call = call_of(reader, request);
    if let (None, None, Some(wanted)) = request.ways() {
        let (offset, json) = (request.offset(), level::json_of(text));
        // The strings of JSON have line feeds.
        if json.is_none() {
            within_a_line(wanted)?;
        }
        let found = search::search(json, text, wanted, offset, room(max));
        return shown_hits(&found, wanted, offset, (max, tokens), &call);
    }
    fitted(max, tokens, |max| read_within(text, request, max, &call))
}

/// The call that reads on.
pub(super) fn call_of(reader: &str, request: &Request) -> String {
    format!("call {reader} with the id \"{}\"", request.id)
}

/// # Errors
///
/// No line has this text.
pub(super) fn within_a_line(wanted: &str) -> Result<(), ReadError> {
    if wanted.contains('\n') { Err(ReadError::SeveralLines) } else { Ok(()) }
}

/// The hits from an offset on.
pub(super) fn shown_hits(
    found: &Found,
    wanted: &str,
    offset: usize,
    (max, tokens): (usize, usize),
    call: &str,
) -> Result<String, ReadError> {
    match found.total {
        0 => Ok(format!("Nothing in the result contains '{}'.", shown(wanted))),
        length if offset >= length => Err(ReadError::BehindTheEnd { what: "hits", length, at: offset }),
        _ => fitted(max, tokens, |max| {
            let (hits, next) = found.within(room(max));
            Ok(with_note(hits.to_owned(), next.as_ref(), call, wanted))
        }),
    }
}

/// A part in at most `max` bytes, or in fewer if it has too many tokens.
pub(super) fn fitted(
    max: usize,
    tokens: usize,
    part: impl Fn(usize) -> Result<String, ReadError>,
) -> Result<String, ReadError> {
    let mut room = max;
    loop {
        let part = part(room)?;
        // Digits and marks have more tokens than words.
        if room <= LEAST_PART || !is_beyond(&part, tokens) {
            return Ok(part);
        }
        room = (room / 4 * 3).max(LEAST_PART);
    }
}

/// Bytes that are read at least: with fewer, notes would leave no room for the result.
pub(crate) const LEAST_PART: usize = 512;

/// Reads by a pointer, by lines, or from the beginning.
fn read_within(text: &str, request: &Request, max: usize, call: &str) -> Result<String, ReadError> {
    let offset = request.offset();
    match request.ways() {
        (None, None, None) => match level::json_of(text) {
            Some(json) => value((text, json), "", offset, max, call),
            None => bytes(text, offset, max, |end| format!("{call} and the offset {end}")),
        },
        (Some(pointer), None, None) => {
            let json = level::json_of(text).ok_or(ReadError::NoJson)?;
            value((text, json), &normal(json, pointer), offset, max, call)
        }
        (None, Some(range), None) => read_lines(text, range, offset, max, call),
        _ => Err(ReadError::SeveralWays),
    }
}

/// Bytes of a note after a part.
const NOTE: usize = 200;

/// The bytes for a part before its note.
pub(super) const fn room(max: usize) -> usize {
    max.saturating_sub(NOTE)
}

/// Models leave out the first slash, or write one for the root. It is that of a member without a name, if there is one.
fn normal(json: &str, pointer: &str) -> String {
    match pointer {
        "" => String::new(),
        "/" if level::at(json, pointer).is_err() => String::new(),
        pointer if pointer.starts_with('/') => pointer.to_owned(),
        pointer => format!("/{pointer}"),
    }
}

/// The value at a pointer: a string as a text in parts, everything else as JSON, or else as it is written.
fn value(
    (text, json): (&str, &str),
    pointer: &str,
    offset: usize,
    max: usize,
    call: &str,
) -> Result<String, ReadError> {
    let found = level::at(json, pointer).map_err(|known| {
        let shape = level::at(json, known).map(shape).unwrap_or_default();
        ReadError::NoValue { pointer: pointer.to_owned(), known: known.to_owned(), shape }
    })?;
    let place = format!("{call}, the pointer {}", quoted(pointer));
    let beyond = |what, length| ReadError::BehindTheEnd { what, length, at: offset };
    match Level::of(found) {
        Level::Text(found) => bytes(&*found, offset, max, |end| format!("{place} and the offset {end}")),
        Level::Other(found) => bytes(found, offset, max, |end| format!("{place} and the offset {end}")),
        Level::Array(elements) if offset > 0 && offset >= elements.len() => {
            Err(beyond("elements", elements.len()))
        }
        Level::Object(members) if offset > 0 && offset >= members.len() => {
            Err(beyond("members", members.len()))
        }
        _ => Ok(fill(found, pointer, offset, max).unwrap_or_else(|| raw(text, found, offset, max, call))),
    }
}

pub(super) fn bytes<'a>(
    text: impl Into<Excerpt<'a>>,
    offset: usize,
    max: usize,
    go_on: impl Fn(usize) -> String,
) -> Result<String, ReadError> {
    let excerpt = text.into();
    let beyond = || ReadError::BehindTheEnd { what: "bytes", length: excerpt.whole, at: offset };
    part_of(excerpt, offset, max, go_on).ok_or_else(beyond)
}

pub(super) fn read_lines<'a>(
    lines: impl Into<Lines<'a>>,
    range: &str,
    offset: usize,
    max: usize,
    call: &str,
) -> Result<String, ReadError> {
    let (part, next) = lines::read(lines, range, offset, room(max))?;
    Ok(with_note(part, next.as_ref(), call, ""))
}

fn with_note(mut part: String, next: Option<&Next>, call: &str, wanted: &str) -> String {
    let note = match next {
        None => return part,
        Some(&Next::Lines { first, last, offset: 0 }) => {
            format!("[Cut. To go on, {call} and the lines \"{}\".]", lines::range(first, last))
        }
        Some(&Next::Lines { first, last, offset }) => format!(
            "[Cut: the line is longer. To go on, {call}, the lines \"{}\" and the offset {offset}.]",
            lines::range(first, last)
        ),
        Some(Next::Hits(shown_hits, total)) => {
            // The beginning of a text would find other hits.
            let text = if shown(wanted) == wanted {
                format!("the text \"{wanted}\"")
            } else {
                "the same text".into()
            };
            format!(
                "[Up to here {shown_hits} of {total} hits. To go on, {call}, {text} and the offset {shown_hits}.]"
            )
        }
    };
    if !part.ends_with('\n') {
        part.push('\n');
    }
    part.push('\n');
    part.push_str(&note);
    part
}

#[cfg(test)]
mod tests;
