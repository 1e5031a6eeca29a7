//! Parts of a text that is kept in chunks: only the chunks that are needed are loaded.

use std::future::Future;
use std::ops::Range;

use hpd_journal::results::{Chunk, ChunkIndex, KeptResult};
use hpd_runtime::output::Failure;

use super::lines::{self, Lines};
use super::pages::pause;
use super::read::{ReadError, Request, bytes, call_of, fitted, read_lines, room, shown_hits, within_a_line};
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
            let text = &loaded(index, chunks, &load).await?;
            let excerpt = Excerpt { text, start, whole: index.bytes() };
            let part = fitted(max, tokens, |max| {
                bytes(excerpt, offset, max, |end| format!("{call} and the offset {end}"))
            });
            Ok(part?)
        }
        (None, Some(range), None) => {
            let total = index.lines();
            let (first, _) = lines::wanted(range, total)?;
            let found = found_line(index, first, offset, max, load).await?;
            let lines = Lines { text: &found.text, before: first - 1, skipped: found.skipped, total };
            Ok(fitted(max, tokens, |max| read_lines(lines, range, offset, max, &call))?)
        }
        (None, None, Some(wanted)) => {
            within_a_line(wanted)?;
            let mut search = TextSearch::new(wanted, offset, room(max));
            for chunk in index.chunks() {
                search.add(&load(&chunk.id).await?.text);
                // Stores in memory never wait.
                pause().await;
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
    load: &impl Fn(&'i str) -> F,
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

/// A line from a byte on, with what follows it.
struct FoundLine {
    text: String,
    /// The bytes of the line before the text.
    skipped: usize,
}

/// Loads a line from an offset on, and `max` bytes of what follows. A line may be as long as the text, so nothing before the
/// offset is loaded.
async fn found_line<'i, F>(
    index: &'i ChunkIndex,
    line: usize,
    offset: usize,
    max: usize,
    load: impl Fn(&'i str) -> F,
) -> Result<FoundLine, Failure>
where
    F: Future<Output = Result<KeptResult, Failure>>,
{
    // A line begins behind the line feed of the line before.
    let (first, lines_before) = first_chunk(index, |chunk| chunk.line_feeds, |end| line - 1 <= end);
    let mut text = loaded(index, first..first + 1, &load).await?;
    let line_feeds = (line - 1).saturating_sub(lines_before);
    let last = line_feeds.checked_sub(1).and_then(|last| text.match_indices('\n').nth(last));
    let begin_here = last.map_or(0, |(at, _)| at + 1);
    let begin = bytes_before(index, first) + begin_here;
    let wanted = begin.saturating_add(offset);
    let (from, start) = first_chunk(index, |chunk| chunk.bytes, |end| wanted < end);
    if from <= first {
        let loads =
            first + 1..with_bytes(index, first, begin_here.saturating_add(offset).saturating_add(max));
        text.push_str(&loaded(index, loads, &load).await?);
        return Ok(FoundLine { text: text.split_off(begin_here), skipped: 0 });
    }
    let ends_at = |text: &str, from: usize| text.get(from..)?.find('\n').map(|at| from + at + 1);
    let mut end = ends_at(&text, begin_here).map(|end| bytes_before(index, first) + end);
    let later = index.chunks().iter().enumerate().skip(first + 1);
    if let Some((at, _)) = later.take(from - first).find(|(_, chunk)| chunk.line_feeds > 0)
        && end.is_none()
    {
        let here = loaded(index, at..at + 1, &load).await?;
        end = ends_at(&here, 0).map(|end| bytes_before(index, at) + end);
    }
    let is_behind = end.is_some_and(|end| end <= wanted) || from == index.chunks().len();
    if is_behind {
        return Err(lines::behind_the_line(end.unwrap_or(index.bytes()) - begin, offset).into());
    }
    let chunks = from..with_bytes(index, from, (wanted - start).saturating_add(max));
    Ok(FoundLine { text: loaded(index, chunks, &load).await?, skipped: start - begin })
}

/// The bytes of the chunks before one.
fn bytes_before(index: &ChunkIndex, at: usize) -> usize {
    index.chunks().iter().take(at).map(|chunk| chunk.bytes).sum()
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
