//! Parts of a text that is kept in chunks: only the chunks that are needed are loaded.

use std::future::Future;
use std::ops::Range;

use hpd_journal::results::{Chunk, ChunkIndex, KeptResult};
use hpd_runtime::output::Failure;

use super::lines::{self, Lines};
use super::read::{ReadError, Request, bytes, call_of, fitted, read_lines, room, shown_hits};
use super::search::TextSearch;
use crate::tool::Excerpt;

/// Reads a part in about `max` bytes, and as many tokens as there may be. `load` returns the chunk of an id.
///
/// # Errors
///
/// Nothing is there, the text is not read this way, or a chunk can't be loaded.
pub(crate) async fn read_chunks<'i, F>(
    reader: &str,
    index: &'i ChunkIndex,
    request: &Request,
    (max, tokens): (usize, usize),
    load: impl Fn(&'i str) -> F,
) -> Result<String, Failure>
where
    F: Future<Output = Result<KeptResult, Failure>>,
{
    let call = call_of(reader, request);
    let offset = request.offset();
    match request.ways() {
        (None, None, None) => {
            let (chunks, start) = around_bytes(index, offset, max);
            let text = &loaded(index, chunks, load).await?;
            let excerpt = Excerpt { text, start, whole: index.bytes() };
            let part = fitted(max, tokens, |max| {
                bytes(excerpt, offset, max, |end| format!("{call} and the offset {end}"))
            });
            Ok(part?)
        }
        (None, Some(range), None) => {
            let total = index.lines();
            let (first, _) = lines::wanted(range, total)?;
            let (chunks, before) = around_lines(index, first, offset.saturating_add(max));
            let text = &loaded(index, chunks, load).await?;
            let lines = Lines { text, before, total };
            Ok(fitted(max, tokens, |max| read_lines(lines, range, offset, max, &call))?)
        }
        (None, None, Some(wanted)) => {
            let mut search = TextSearch::new(wanted, offset, room(max));
            for chunk in index.chunks() {
                search.add(&load(&chunk.id).await?.text);
            }
            Ok(shown_hits(&search.end(), wanted, offset, (max, tokens), &call)?)
        }
        (Some(_), None, None) => Err(ReadError::NoJson.into()),
        _ => Err(ReadError::SeveralWays.into()),
    }
}

/// The text of chunks, one after the other.
async fn loaded<'i, F>(
    index: &'i ChunkIndex,
    chunks: Range<usize>,
    load: impl Fn(&'i str) -> F,
) -> Result<String, Failure>
where
    F: Future<Output = Result<KeptResult, Failure>>,
{
    let mut text = String::new();
    for chunk in index.chunks().get(chunks).unwrap_or_default() {
        text.push_str(&load(&chunk.id).await?.text);
    }
    Ok(text)
}

/// The chunks with so many bytes from an offset on, and the byte at which the first of them begins.
fn around_bytes(index: &ChunkIndex, offset: usize, max: usize) -> (Range<usize>, usize) {
    let (first, start) = first_chunk(index, |chunk| chunk.bytes, |end| offset < end);
    (first..with_bytes(index, first, (offset - start.min(offset)).saturating_add(max)), start)
}

/// The chunks with so many bytes from the begin of a line on, and the lines before the first of them.
fn around_lines(index: &ChunkIndex, line: usize, max: usize) -> (Range<usize>, usize) {
    // A line begins behind the line feed of the line before.
    let (first, before) = first_chunk(index, |chunk| chunk.line_feeds, |end| line - 1 <= end);
    let length = index.chunks().get(first).map_or(0, |chunk| chunk.bytes);
    (first..with_bytes(index, first, length.saturating_add(max)), before)
}

/// The first chunk up to whose end there are enough of something, and how many there are before it.
fn first_chunk(
    index: &ChunkIndex,
    count: impl Fn(&Chunk) -> usize,
    is_enough: impl Fn(usize) -> bool,
) -> (usize, usize) {
    let mut before = 0;
    for (at, chunk) in index.chunks().iter().enumerate() {
        let end = before + count(chunk);
        if is_enough(end) {
            return (at, before);
        }
        before = end;
    }
    (index.chunks().len(), before)
}

/// The end of the chunks that have more than so many bytes from the first one on.
fn with_bytes(index: &ChunkIndex, first: usize, bytes: usize) -> usize {
    let mut loaded = 0;
    let rest = index.chunks().iter().skip(first);
    let fewer = rest.take_while(|chunk| {
        let is_fewer = loaded <= bytes;
        loaded += chunk.bytes;
        is_fewer
    });
    first + fewer.count()
}

#[cfg(test)]
mod tests;
