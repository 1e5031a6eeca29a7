//! A text that is kept in chunks while its source is read.

use hpd_journal::__private::Secrets;
use hpd_journal::Timestamp;
use hpd_journal::pending::StoreError;
use hpd_journal::results::{Chunk, ChunkIndex, KeptResult};
use hpd_runtime::__private::text::{end_of_part, start};

use super::estimate::estimated_tokens;
use super::keep::{Keeping, MOST};
use super::preview::{Sizes, preview_of_text};

/// Bytes of a chunk, about. A shorter text is not kept in chunks.
pub(crate) const CHUNK: usize = 256 * 1024;
/// Milliseconds that a chunk is kept beyond its time: the text is read for longer than its last page.
const READING: u64 = 60 * 60 * 1_000;
/// Bytes for the lines that say why a text is not whole.
const NOTES: usize = 512;

/// What a text asks the session and the clock for while it is read.
pub(crate) struct Surroundings<'a> {
    /// The sensitive values that the session knows now.
    pub(crate) secrets: Box<dyn Fn() -> Secrets + Send + 'a>,
    pub(crate) now: Box<dyn Fn() -> Timestamp + Send + 'a>,
}

/// A text of which so much was read.
pub(crate) struct StreamedText<'a> {
    keeping: Keeping<'a>,
    surroundings: Surroundings<'a>,
    /// A text of more bytes is kept in chunks.
    chunked_from: usize,
    /// Bytes that are kept at most, without sensitive values.
    max_bytes: usize,
    /// The text behind the chunks.
    buffer: String,
    /// It is stored last, behind the line that says why the text is not whole.
    first_chunk: Option<String>,
    later_chunks: Vec<Chunk>,
    /// Bytes of all chunks.
    kept_bytes: usize,
    tokens: usize,
    /// The first moment at which a stored chunk can't be read any more.
    readable_until: Option<Timestamp>,
    stop: Option<Stop>,
}

/// Why no more of a text is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// It has all the bytes that may be kept.
    Full,
    /// A chunk can't be kept.
    Failed,
}

/// The end of a text.
pub(crate) struct EndedText {
    /// What the model reads.
    pub(crate) shown: String,
    /// By which all of it is read, and its bytes; `None` if it is not kept in chunks.
    pub(crate) kept: Option<(String, usize)>,
}

impl<'a> StreamedText<'a> {
    /// A text that is kept in chunks beyond so many bytes, with `max_bytes` at most.
    pub(crate) fn new(
        keeping: Keeping<'a>,
        surroundings: Surroundings<'a>,
        chunked_from: usize,
        max_bytes: usize,
    ) -> Self {
        Self {
            keeping,
            surroundings,
            chunked_from: chunked_from.clamp(CHUNK, MOST),
            max_bytes: max_bytes.max(CHUNK),
            buffer: String::new(),
            first_chunk: None,
            later_chunks: Vec::new(),
            kept_bytes: 0,
            tokens: 0,
            readable_until: None,
            stop: None,
        }
    }

    /// Takes a page, and stores the chunks that are whole. A sensitive value may go on in the next page, so the end of the
    /// text waits for it. Returns whether another page is taken.
    pub(crate) async fn push(&mut self, page: &str) -> bool {
        self.buffer.push_str(page);
        if self.first_chunk.is_some() || self.buffer.len() > self.chunked_from {
            self.store(false).await;
        }
        self.stop.is_none()
    }

    /// Ends the text.
    pub(crate) async fn end(mut self, reason: Option<String>) -> EndedText {
        let reason = reason.map(|reason| first_line_of(&reason)).unwrap_or_default();
        if self.first_chunk.is_none() && self.buffer.len() <= self.chunked_from {
            return EndedText { shown: reason + &self.buffer, kept: None };
        }
        self.store(true).await;
        let first_line = if self.stop == Some(Stop::Full) {
            let why = format!(
                "these are its first {} bytes, since {} are kept at most. The rest was not read",
                self.kept_bytes, self.max_bytes
            );
            first_line_of(&why)
        } else {
            reason
        };
        match self.end_whole(&first_line).await {
            Some(ended) => ended,
            None => self.beginning(&first_line),
        }
    }

    /// Stores the first chunk and the index. `None` if something can't be kept.
    async fn end_whole(&mut self, first_line: &str) -> Option<EndedText> {
        let first_chunk = match self.stop {
            Some(Stop::Failed) => None,
            _ => self.first_chunk.as_deref(),
        }?;
        // The session may have learned more values.
        let secrets = self.secrets()?;
        let first =
            self.kept(first_line.to_owned() + &secrets.scrub_beginning(first_chunk, first_chunk.len()).0);
        let index = ChunkIndex::new(std::iter::once(Chunk::of(&first)).chain(self.later_chunks.drain(..)));
        let now = (self.surroundings.now)();
        let Keeping { owner, kept_for, by, beginning, max, .. } = &self.keeping;
        let until = self.readable_until.unwrap_or(first.expires);
        let result = index.to_result(owner.clone(), now, now.after(*kept_for).min(until));
        let sizes = Sizes { bytes: index.bytes(), tokens: self.tokens, lines: index.lines() };
        let shown = preview_of_text(&result.id, &sizes, &first.text, *by, *beginning, *max);
        let kept = Some((result.id.clone(), index.bytes()));
        self.put(first).await?;
        self.put(result).await?;
        Some(EndedText { shown, kept })
    }

    /// The beginning of a text that can't be kept: as much as the model reads at once.
    fn beginning(self, first_line: &str) -> EndedText {
        // Too many values can't be taken out of a text.
        let first_chunk = self.secrets().and(self.first_chunk.as_deref()).unwrap_or_default();
        let beginning = start(first_chunk, self.keeping.max.saturating_sub(NOTES));
        let why =
            format!("these are its first {} bytes, since the rest can't be kept right now", beginning.len());
        EndedText { shown: format!("{first_line}{}{beginning}", first_line_of(&why)), kept: None }
    }

    /// Stores the chunks of the buffer: whole ones, or all of it.
    async fn store(&mut self, is_end: bool) {
        let mut taken = 0;
        while taken < self.buffer.len() && self.stop.is_none() {
            let Some(secrets) = self.secrets() else {
                self.stop = Some(Stop::Failed);
                break;
            };
            let rest = &self.buffer[taken..];
            let (window, chunk) = secrets.window(rest, CHUNK);
            if !is_end && window.len() == rest.len() {
                break;
            }
            let end = if rest.len() <= chunk { rest.len() } else { end_of_part(window, 0, chunk) };
            let (text, end) = secrets.scrub_beginning(window, end);
            taken += end;
            self.take(text).await;
        }
        self.buffer.drain(..taken);
    }

    /// Takes a chunk without sensitive values, as far as there is room.
    async fn take(&mut self, mut chunk: String) {
        let room = self.max_bytes - self.kept_bytes;
        if chunk.len() > room {
            chunk.truncate(start(&chunk, room).len());
            self.stop = Some(Stop::Full);
        }
        self.kept_bytes += chunk.len();
        self.tokens += estimated_tokens(&chunk);
        if self.first_chunk.is_none() {
            self.first_chunk = Some(chunk);
            return;
        }
        if chunk.is_empty() {
            return;
        }
        let kept = self.kept(chunk);
        // The first one to be stored is the first one to go.
        self.readable_until.get_or_insert(kept.expires);
        let chunk = Chunk::of(&kept);
        if self.put(kept).await.is_some() {
            self.later_chunks.push(chunk);
        }
    }

    /// The values that the session knows. `None` if they can't be taken out of a text.
    fn secrets(&self) -> Option<Secrets> {
        Some((self.surroundings.secrets)()).filter(|secrets| !secrets.are_too_many())
    }

    fn kept(&self, text: String) -> KeptResult {
        let now = (self.surroundings.now)();
        let Keeping { owner, kept_for, .. } = &self.keeping;
        let expires = Timestamp::from_millis(now.after(*kept_for).as_millis().saturating_add(READING));
        KeptResult::new(owner.clone(), text, now, expires)
    }

    async fn put(&mut self, result: KeptResult) -> Option<()> {
        let kept = self.keeping.store.keep(result).await;
        kept.inspect_err(|error| {
            self.stop = Some(Stop::Failed);
            log_failure(error);
        })
        .ok()
    }
}

#[cold]
fn log_failure(error: &StoreError) {
    let cause = std::error::Error::source(error).map(ToString::to_string);
    tracing::warn!(target: "hpd::call", cause, "a text can't be kept while it is read: it ends there");
}

/// The line in front of a text that is not whole.
pub(super) fn first_line_of(why: &str) -> String {
    format!("[The text is not whole: {why}.]\n")
}
