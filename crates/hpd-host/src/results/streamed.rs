//! A text that is kept in chunks while its source is read.

use hpd_journal::__private::Secrets;
use hpd_journal::pending::StoreError;
use hpd_journal::results::{Chunk, ChunkIndex, KeptResult};
use hpd_runtime::__private::text::{end_of_part, start};

use super::estimate::estimated_tokens;
use super::keep::Keeping;
use super::preview::{Sizes, preview_of_text};

/// Bytes of a chunk, about. A shorter text is not kept in chunks.
pub(crate) const CHUNK: usize = 256 * 1024;

/// A text of which so much was read.
pub(crate) struct StreamedText<'a> {
    keeping: Keeping<'a>,
    /// The values that the session knew when the text began.
    secrets: Secrets,
    /// A text of at most so many bytes is not kept in chunks.
    least: usize,
    /// It is stored last, behind the line that says why the text is not whole.
    first: Option<String>,
    /// The chunks behind it.
    stored: Vec<Chunk>,
    tokens: usize,
    has_failed: bool,
}

/// The end of a text.
pub(crate) struct EndedText {
    /// What the model reads.
    pub(crate) shown: String,
    /// By which all of it is read; `None` if the store failed.
    pub(crate) id: Option<String>,
}

impl<'a> StreamedText<'a> {
    /// A text that is kept in chunks if it has more than so many bytes.
    pub(crate) fn new(keeping: Keeping<'a>, secrets: Secrets, least: usize) -> Self {
        let (first, stored) = (None, Vec::new());
        Self { keeping, secrets, least: least.max(CHUNK), first, stored, tokens: 0, has_failed: false }
    }

    /// Whether the text is kept in chunks.
    pub(crate) const fn has_stored(&self) -> bool {
        self.first.is_some()
    }

    /// Stores whole chunks of a text. Returns the bytes that they take; `None` if the store failed. A sensitive value may
    /// go on in the next page, so the end of a text waits for it.
    pub(crate) async fn store(&mut self, text: &str) -> Option<usize> {
        if !self.has_stored() && text.len() <= self.least {
            return Some(0);
        }
        let mut taken = 0;
        while text.len() - taken > CHUNK + self.secrets.reach() {
            taken += self.store_chunk(&text[taken..]).await?;
        }
        Some(taken)
    }

    /// Stores the rest, and the index of all chunks.
    pub(crate) async fn end(mut self, rest: &str, first_line: Option<&str>) -> EndedText {
        if let Some((shown, id)) = self.end_whole(rest, first_line.unwrap_or_default()).await {
            return EndedText { shown, id: Some(id) };
        }
        let first = self.first.unwrap_or_default();
        let bytes = first.len();
        let why = format!("these are its first {bytes} bytes, since the rest can't be kept right now");
        EndedText { shown: first_line_of(&why) + &first, id: None }
    }

    async fn end_whole(&mut self, rest: &str, first_line: &str) -> Option<(String, String)> {
        let mut taken = self.store(rest).await?;
        while taken < rest.len() {
            taken += self.store_chunk(&rest[taken..]).await?;
        }
        let first = format!("{first_line}{}", self.first.as_deref().unwrap_or_default());
        let kept = self.kept(first);
        let index = ChunkIndex::new(std::iter::once(Chunk::of(&kept)).chain(self.stored.drain(..)));
        let Keeping { owner, now, by, beginning, max, .. } = &self.keeping;
        let result = index.to_result(owner.clone(), *now, kept.expires);
        let sizes = Sizes { bytes: index.bytes(), tokens: self.tokens, lines: index.lines() };
        let preview = preview_of_text(&result.id, &sizes, &kept.text, *by, *beginning, *max);
        let id = result.id.clone();
        self.put(kept).await?;
        self.put(result).await?;
        Some((preview, id))
    }

    /// Stores the first chunk of a text. Returns the bytes that it takes.
    async fn store_chunk(&mut self, text: &str) -> Option<usize> {
        if self.has_failed {
            return None;
        }
        let window = start(text, CHUNK + self.secrets.reach());
        let is_last = window.len() == text.len() && text.len() <= CHUNK;
        let end = if is_last { text.len() } else { end_of_part(window, 0, CHUNK) };
        let (chunk, end) = self.secrets.scrub_beginning(window, end);
        self.tokens += estimated_tokens(&chunk);
        if self.has_stored() {
            let kept = self.kept(chunk);
            let chunk = Chunk::of(&kept);
            self.put(kept).await?;
            self.stored.push(chunk);
        } else {
            self.first = Some(chunk);
        }
        Some(end)
    }

    fn kept(&self, text: String) -> KeptResult {
        let Keeping { owner, now, kept_for, .. } = &self.keeping;
        KeptResult::new(owner.clone(), text, *now, now.after(*kept_for))
    }

    async fn put(&mut self, result: KeptResult) -> Option<()> {
        match self.keeping.store.keep(result).await {
            Ok(()) => Some(()),
            Err(error) => {
                self.has_failed = true;
                log_failure(&error);
                None
            }
        }
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
