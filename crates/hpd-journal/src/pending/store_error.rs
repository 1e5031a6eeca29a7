//! Why a store failed.

use std::fmt;

/// The store failed: that of pending calls, or the journal. Nothing is approved and nothing runs then.
#[derive(Debug)]
pub struct StoreError {
    kind: StoreErrorKind,
    source: Box<dyn std::error::Error + Send + Sync>,
}

/// What failed, as far as the store knows: for programs that tell a person what to do.
///
/// The journals take it from the codes of SQLite and PostgreSQL, never from texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// Another program holds the database, or the answer did not come in time. Later, the same may go well.
    Busy,
    /// The database has the schema of an older version: a program of this version brings it up to date.
    Older,
    /// The database has the schema of a newer version.
    Newer,
    /// The file or the schema is not a journal, or has none in it.
    NotAJournal,
    /// The file or the database may not be read or written by this user.
    Permission,
    /// There is no such file, database or schema.
    Missing,
    /// The file was moved, replaced or overwritten since it was opened.
    Moved,
    /// The file is damaged, or its disk fails.
    Damaged,
    /// The server can't be reached, or ended the connection.
    Unreachable,
    /// Anything else.
    #[default]
    Other,
}

impl StoreError {
    /// The store failed for this reason.
    pub fn new(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::of_kind(StoreErrorKind::Other, source)
    }

    /// The store failed for this reason, which is of a known kind.
    ///
    /// ```
    /// use hpd_journal::pending::{StoreError, StoreErrorKind};
    ///
    /// let error = StoreError::of_kind(StoreErrorKind::Busy, "the table is locked");
    /// assert_eq!(error.kind(), StoreErrorKind::Busy);
    /// assert_eq!(StoreError::new("no space is left").kind(), StoreErrorKind::Other);
    /// ```
    pub fn of_kind(
        kind: StoreErrorKind,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self { kind, source: source.into() }
    }

    /// What failed, as far as the store knows.
    pub const fn kind(&self) -> StoreErrorKind {
        self.kind
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the store failed")
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.source)
    }
}
