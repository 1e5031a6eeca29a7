//! Results of tools that are too long for a model, kept so that it can read them in parts.

mod chunks;
mod memory;

use std::fmt;
use std::sync::Arc;

pub use chunks::{Chunk, ChunkIndex};
pub use memory::MemoryResults;

use crate::pending::digest::text_hash;
use crate::pending::{Owner, StoreError};
use crate::system::{BoxFuture, Timestamp};

/// The hexadecimal digits of a result's id.
const ID_DIGITS: usize = 16;
/// The first letter of an index's id. It is no hexadecimal digit, so no text looks like an index.
const INDEX: char = 'p';

/// A result that is kept for its session and principal.
///
/// Its id is the beginning of its SHA-256. So equal results of an owner are kept once, and a changed text is noticed
/// when it is [read](Self::is_whole).
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct KeptResult {
    /// The session and the principal that may read it.
    pub owner: Owner,
    /// The beginning of the SHA-256 of the text, in hexadecimal digits; `p` and the same for an [index](Self::chunks).
    pub id: String,
    /// The whole text, without sensitive values.
    pub text: Arc<str>,
    /// When it was kept.
    pub kept: Timestamp,
    /// When it is dropped.
    pub expires: Timestamp,
}

impl KeptResult {
    /// A result with the id of its text.
    pub fn new(owner: Owner, text: impl Into<Arc<str>>, kept: Timestamp, expires: Timestamp) -> Self {
        let text = text.into();
        Self { owner, id: id_of(&text), text, kept, expires }
    }

    /// The index of a text in chunks.
    fn of_index(owner: Owner, text: String, kept: Timestamp, expires: Timestamp) -> Self {
        let index = Self::new(owner, text, kept, expires);
        Self { id: format!("{INDEX}{}", index.id), ..index }
    }

    /// The chunks of the text, if this is the index of one that was kept while its source was read.
    pub fn chunks(&self) -> Option<ChunkIndex> {
        self.id.starts_with(INDEX).then(|| serde_json::from_str(&self.text).ok())?
    }

    /// A result as a database has it, with the moments when it was kept and when it is dropped.
    #[cfg(any(feature = "sqlite", feature = "postgres"))]
    pub(crate) fn stored(
        owner: &Owner,
        id: &str,
        text: impl Into<Arc<str>>,
        [kept, expires]: [Timestamp; 2],
    ) -> Self {
        Self { owner: owner.clone(), id: id.to_owned(), text: text.into(), kept, expires }
    }

    /// Whether the text is the one that was kept.
    pub fn is_whole(&self) -> bool {
        id_of(&self.text) == self.id.strip_prefix(INDEX).unwrap_or(&self.id)
    }
}

/// Leaves out the text: debug output may be logged.
impl fmt::Debug for KeptResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptResult")
            .field("owner", &self.owner)
            .field("id", &self.id)
            .field("bytes", &self.text.len())
            .field("expires", &self.expires)
            .finish_non_exhaustive()
    }
}

fn id_of(text: &str) -> String {
    let mut id = text_hash(text);
    id.truncate(ID_DIGITS);
    id
}

/// Where long results are kept. Implementations are shared by all sessions.
///
/// # Errors
///
/// A method fails if its result is unknown.
pub trait ResultStore: Send + Sync {
    /// Keeps a result. One with the same owner and id is replaced: it has the same text.
    fn keep(&self, result: KeptResult) -> BoxFuture<'_, Result<(), StoreError>>;

    /// The result of an owner, unless its time is over. The results of other owners are not found.
    fn kept<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a str,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Option<KeptResult>, StoreError>>;

    /// The bytes of all results that it holds at once. The oldest make room for a new one. `None`: as many as there are.
    fn capacity(&self) -> Option<usize> {
        None
    }

    /// Drops the results whose time is over. Returns their number.
    fn drop_expired(&self, now: Timestamp) -> BoxFuture<'_, Result<u64, StoreError>>;

    /// Erases all results of a session, of every principal. Returns their number.
    fn erase_results<'a>(&'a self, session: &'a str) -> BoxFuture<'a, Result<u64, StoreError>>;
}
