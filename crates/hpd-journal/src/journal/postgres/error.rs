//! Errors of the journal. PostgreSQL's own texts may quote values, so none is passed on.

use std::error::Error;
use std::fmt;
use std::io;

use deadpool_postgres::{BuildError, PoolError};
use tokio_postgres::error::SqlState;

use crate::journal::database::{lacks, newer};
use crate::pending::{StoreError, StoreErrorKind};

/// Why a journal in PostgreSQL can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PostgresJournalError {
    /// The address of the database can't be read. It may hold a password, so it is not shown.
    Address,
    /// The database stores texts in another encoding than UTF-8.
    Encoding(String),
    /// The schema has something in it, and it is not a journal.
    Foreign {
        /// A table that every journal has, and this schema has not.
        missing: &'static str,
    },
    /// The database has no schema of this name.
    NoSchema(String),
    /// The schema of this name is empty.
    NoJournal(String),
    /// The schema was made by a newer version of this program.
    Newer {
        /// The version of the schema.
        found: i32,
        /// The newest version that this program knows.
        known: i32,
    },
    /// The pool has fewer than two connections.
    TooFewConnections,
    /// PostgreSQL can't be reached, or refused something.
    Failed(PostgresFailure),
}

impl PostgresJournalError {
    /// What failed, as far as it is known: for programs that tell a person what to do.
    pub const fn kind(&self) -> StoreErrorKind {
        match self {
            Self::Foreign { .. } | Self::NoJournal(_) => StoreErrorKind::NotAJournal,
            Self::NoSchema(_) => StoreErrorKind::Missing,
            Self::Newer { .. } => StoreErrorKind::Newer,
            Self::Failed(failure) => failure.kind(),
            Self::Address | Self::Encoding(_) | Self::TooFewConnections => StoreErrorKind::Other,
        }
    }
}

/// A journal that can't be opened, for those who open one of several kinds.
impl From<PostgresJournalError> for StoreError {
    fn from(error: PostgresJournalError) -> Self {
        Self::of_kind(error.kind(), error)
    }
}

impl fmt::Display for PostgresJournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address => f.write_str("the address of the database can't be read"),
            Self::Encoding(name) => {
                write!(f, "the database stores texts as {name}; a journal needs one that stores them as UTF8")
            }
            Self::Foreign { missing } => write!(
                f,
                "the schema is another program's: {}; give the journal a schema of its own",
                lacks(missing)
            ),
            Self::NoSchema(schema) => {
                write!(f, "there is no journal: the database has no schema \"{schema}\"")
            }
            Self::NoJournal(schema) => write!(f, "there is no journal: the schema \"{schema}\" is empty"),
            Self::Newer { found, known } => f.write_str(&newer(found, known)),
            Self::TooFewConnections => {
                f.write_str("a journal needs two connections: its pool may have no more than one")
            }
            Self::Failed(failure) => failure.fmt(f),
        }
    }
}

impl Error for PostgresJournalError {}

impl<E: Into<PostgresFailure>> From<E> for PostgresJournalError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// A failure of PostgreSQL: its code and the name of a constraint, without texts that could quote a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostgresFailure {
    kind: StoreErrorKind,
    text: String,
    /// Whether the same may go well for some of those who were in one transaction.
    is_refusal: bool,
    /// Whether the sent commands may still be running.
    is_silence: bool,
    /// Whether it was refused that a commit tells of itself.
    is_untold: bool,
}

impl PostgresFailure {
    /// A failure of the whole transaction, whose commands have ended.
    fn of_kind(kind: StoreErrorKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), is_refusal: false, is_silence: false, is_untold: false }
    }

    /// What failed, as far as it is known: for programs that tell a person what to do.
    pub const fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// An error in the data to be written, or in the data read.
    pub(super) fn refusal(text: impl Into<String>) -> Self {
        Self { is_refusal: true, ..Self::of_kind(StoreErrorKind::Other, text) }
    }

    /// No answer within the journal's patience: the effect is unknown.
    pub(super) fn no_answer() -> Self {
        let text = "PostgreSQL does not answer in time";
        Self { is_silence: true, ..Self::of_kind(StoreErrorKind::Busy, text) }
    }

    /// No connection within the journal's patience: others keep all of them.
    pub(super) fn no_connection() -> Self {
        Self { is_silence: false, ..Self::no_answer() }
    }

    /// No connection within the journal's patience: other reads keep all of them.
    pub(super) fn no_free_connection() -> Self {
        Self::of_kind(StoreErrorKind::Busy, "no connection to PostgreSQL became free in time")
    }

    /// A commit that was refused, perhaps since it tells of itself.
    pub(super) fn untold(error: tokio_postgres::Error) -> Self {
        Self { is_untold: true, ..error.into() }
    }

    /// Whether the transaction may go well if its commit does not tell of itself.
    pub(super) fn is_untold(&self) -> bool {
        self.is_untold
    }

    /// Whether the answer is late: the sent commands may still be running.
    pub(super) fn is_silence(&self) -> bool {
        self.is_silence
    }

    /// Whether the server refused, on a working connection: some of the transaction's commands may succeed alone.
    pub(super) fn is_refusal(&self) -> bool {
        self.is_refusal
    }
}

impl fmt::Display for PostgresFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for PostgresFailure {}

impl From<tokio_postgres::Error> for PostgresFailure {
    fn from(error: tokio_postgres::Error) -> Self {
        if let Some(refused) = error.as_db_error() {
            let code = refused.code().code();
            let constraint = refused.constraint().map(|name| format!(", {name}")).unwrap_or_default();
            if refused.code() == &SqlState::LOCK_NOT_AVAILABLE {
                let text = format!("somebody else holds the journal for longer than it waits: {code}");
                return Self::of_kind(StoreErrorKind::Busy, text);
            }
            let text = format!("PostgreSQL refused it: {code}{constraint}{}", meaning(refused.code()));
            // Of these classes are a server that goes down, and connections that it ends.
            let is_refusal = !["08", "57", "58", "53"].iter().any(|class| code.starts_with(class));
            return Self { is_refusal, ..Self::of_kind(kind(refused.code()), text) };
        }
        // The outer text only names the kind of error. Of the inner texts, only those of system calls are safe.
        let inside = error.source().and_then(|source| source.downcast_ref::<io::Error>());
        let reason = inside.map(|error| format!(": {}", error.kind())).unwrap_or_default();
        Self::of_kind(StoreErrorKind::Unreachable, format!("PostgreSQL does not answer: {error}{reason}"))
    }
}

/// The kind of a refusal, by PostgreSQL's code.
fn kind(code: &SqlState) -> StoreErrorKind {
    match *code {
        SqlState::LOCK_NOT_AVAILABLE | SqlState::QUERY_CANCELED | SqlState::TOO_MANY_CONNECTIONS => {
            StoreErrorKind::Busy
        }
        // Statements are the program's own: they fit the schema of this version.
        SqlState::UNDEFINED_TABLE | SqlState::UNDEFINED_COLUMN | SqlState::UNDEFINED_FUNCTION => {
            StoreErrorKind::Older
        }
        SqlState::INVALID_CATALOG_NAME | SqlState::INVALID_SCHEMA_NAME => StoreErrorKind::Missing,
        SqlState::INSUFFICIENT_PRIVILEGE
        | SqlState::INVALID_PASSWORD
        | SqlState::INVALID_AUTHORIZATION_SPECIFICATION
        | SqlState::READ_ONLY_SQL_TRANSACTION => StoreErrorKind::Permission,
        SqlState::DATA_CORRUPTED | SqlState::INDEX_CORRUPTED | SqlState::IO_ERROR => StoreErrorKind::Damaged,
        // Of these classes are a server that goes down, and connections that it ends.
        _ if ["08", "57"].iter().any(|class| code.code().starts_with(class)) => StoreErrorKind::Unreachable,
        _ => StoreErrorKind::Other,
    }
}

/// The meaning of a code that an operator can act on.
fn meaning(code: &SqlState) -> &'static str {
    match *code {
        SqlState::INVALID_CATALOG_NAME => " (there is no such database)",
        SqlState::INVALID_PASSWORD | SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            " (the user or the password is wrong)"
        }
        SqlState::INSUFFICIENT_PRIVILEGE => " (the user lacks a right)",
        _ => "",
    }
}

impl From<PoolError> for PostgresFailure {
    fn from(error: PoolError) -> Self {
        let text = match error {
            PoolError::Backend(error) => return error.into(),
            PoolError::Timeout(_) => {
                return Self::no_free_connection();
            }
            PoolError::Closed => "the pool of connections to PostgreSQL is closed",
            PoolError::NoRuntimeSpecified => "the pool of connections to PostgreSQL has no runtime",
            PoolError::PostCreateHook(_) => "the pool of connections to PostgreSQL refused a connection",
        };
        Self::of_kind(StoreErrorKind::Other, text)
    }
}

impl From<BuildError> for PostgresFailure {
    fn from(_: BuildError) -> Self {
        Self::of_kind(StoreErrorKind::Other, "the pool of connections to PostgreSQL has no runtime")
    }
}

impl From<PostgresFailure> for StoreError {
    fn from(failure: PostgresFailure) -> Self {
        Self::of_kind(failure.kind, failure)
    }
}

/// A failure outside of PostgreSQL during a transaction, for example of the source of random bytes.
impl From<StoreError> for PostgresFailure {
    fn from(error: StoreError) -> Self {
        let text = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        Self { kind: error.kind(), ..Self::refusal(text) }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use tokio_postgres::error::SqlState;

    use super::{PostgresFailure, PostgresJournalError, kind};
    use crate::pending::{StoreError, StoreErrorKind};

    #[test]
    fn a_refusal_has_the_kind_of_its_code() {
        for (code, expected) in [
            (SqlState::LOCK_NOT_AVAILABLE, StoreErrorKind::Busy),
            (SqlState::QUERY_CANCELED, StoreErrorKind::Busy),
            (SqlState::TOO_MANY_CONNECTIONS, StoreErrorKind::Busy),
            (SqlState::UNDEFINED_TABLE, StoreErrorKind::Older),
            (SqlState::UNDEFINED_COLUMN, StoreErrorKind::Older),
            (SqlState::INVALID_CATALOG_NAME, StoreErrorKind::Missing),
            (SqlState::INVALID_PASSWORD, StoreErrorKind::Permission),
            (SqlState::INSUFFICIENT_PRIVILEGE, StoreErrorKind::Permission),
            (SqlState::DATA_CORRUPTED, StoreErrorKind::Damaged),
            (SqlState::ADMIN_SHUTDOWN, StoreErrorKind::Unreachable),
            (SqlState::CONNECTION_FAILURE, StoreErrorKind::Unreachable),
            (SqlState::UNIQUE_VIOLATION, StoreErrorKind::Other),
        ] {
            assert_eq!(kind(&code), expected, "{}", code.code());
        }
    }

    #[test]
    fn a_kind_stays_on_its_way() {
        let busy = || PostgresFailure::no_free_connection();
        assert_eq!(StoreError::from(busy()).kind(), StoreErrorKind::Busy);
        assert_eq!(PostgresFailure::from(StoreError::from(busy())).kind(), StoreErrorKind::Busy);
        assert_eq!(StoreError::from(PostgresJournalError::Failed(busy())).kind(), StoreErrorKind::Busy);
        let newer = PostgresJournalError::Newer { found: 9, known: 6 };
        assert_eq!(StoreError::from(newer).kind(), StoreErrorKind::Newer);
        assert_eq!(PostgresJournalError::NoSchema("hpd".to_owned()).kind(), StoreErrorKind::Missing);
        assert_eq!(PostgresJournalError::NoJournal("hpd".to_owned()).kind(), StoreErrorKind::NotAJournal);
        let gone = StoreError::new(io::Error::other("no random bytes"));
        assert_eq!(PostgresFailure::from(gone).kind(), StoreErrorKind::Other);
    }
}
