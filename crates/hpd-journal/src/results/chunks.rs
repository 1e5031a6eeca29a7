//! The index of a text that is kept in chunks.

use serde::{Deserialize, Serialize};

use super::KeptResult;
use crate::pending::Owner;
use crate::system::Timestamp;

/// A chunk of a long text: a [`KeptResult`] of the same owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Chunk {
    /// The id by which it is kept.
    pub id: String,
    /// The bytes of its text.
    pub bytes: usize,
    /// The line feeds in its text.
    pub line_feeds: usize,
    /// Whether its text ends with a line feed.
    pub ends_line: bool,
}

impl Chunk {
    /// The chunk that a result is.
    pub fn of(result: &KeptResult) -> Self {
        Self {
            id: result.id.clone(),
            bytes: result.text.len(),
            line_feeds: result.text.matches('\n').count(),
            ends_line: result.text.ends_with('\n'),
        }
    }
}

/// The chunks of a text that was kept while its source was read.
///
/// The index is a result, too. Its text has the id of each chunk, so its own id depends on every byte of them.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::pending::Owner;
/// use hpd_journal::results::{Chunk, ChunkIndex, KeptResult};
///
/// let owner = Owner { session: "s1".to_owned(), principal: Default::default() };
/// let (now, later) = (Timestamp::from_millis(0), Timestamp::from_millis(1_000));
/// let kept = |text: &str| KeptResult::new(owner.clone(), text, now, later);
/// let index = ChunkIndex::new(["one\ntwo", "\nthree"].map(|text| Chunk::of(&kept(text))));
/// assert_eq!((index.bytes(), index.lines()), (13, 3));
///
/// let result = index.to_result(owner.clone(), now, later);
/// assert!(result.id.starts_with('p') && result.is_whole());
/// assert_eq!(result.chunks(), Some(index));
/// assert_eq!(kept("a text").chunks(), None);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChunkIndex(Vec<Chunk>);

impl ChunkIndex {
    /// The index of chunks in their order.
    pub fn new(chunks: impl IntoIterator<Item = Chunk>) -> Self {
        Self(chunks.into_iter().collect())
    }

    /// The chunks in their order.
    pub fn chunks(&self) -> &[Chunk] {
        &self.0
    }

    /// The bytes of the text.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|chunk| chunk.bytes).sum()
    }

    /// The lines of the text. One without a line feed at its end counts.
    pub fn lines(&self) -> usize {
        let line_feeds: usize = self.0.iter().map(|chunk| chunk.line_feeds).sum();
        let last = self.0.iter().rev().find(|chunk| chunk.bytes > 0);
        line_feeds + usize::from(last.is_some_and(|chunk| !chunk.ends_line))
    }

    /// The result by which the index is kept.
    pub fn to_result(&self, owner: Owner, kept: Timestamp, expires: Timestamp) -> KeptResult {
        // A list of such structs is always JSON.
        let text = serde_json::to_string(self).unwrap_or_default();
        KeptResult::of_index(owner, text, kept, expires)
    }
}
