//! The journal that a program was given.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use hpd_host::journal::{ChainKey, Journal, JournalOptions, PostgresJournal, SqliteJournal};
use tokio::runtime::{Builder, Runtime};

/// Help for the options of a program that reads a journal.
pub const JOURNAL_HELP: &str = "\
  --journal PLACE    a journal: a file of SQLite, as hpd_host::journal::SqliteJournal::open(FILE) makes it, or the
                     address of a PostgreSQL database, as postgresql://USER@HOST/DATABASE
  --schema NAME      the schema of a journal in PostgreSQL: hpd, if nothing is said
";

/// The error if no journal is named.
pub const NO_JOURNAL: &str = "give a journal with --journal FILE, or --journal postgresql://USER@HOST/DATABASE: a program keeps one with hpd_host::journal::SqliteJournal::open(FILE)";

/// Why a journal can't be read: a sentence.
#[derive(Debug)]
pub struct OpenError(String);

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}

/// Where a journal is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalPlace {
    /// In this file.
    File(PathBuf),
    /// In a PostgreSQL database.
    Postgres {
        /// The address of the database. It may hold a password, and is never shown.
        address: String,
        /// The schema that the journal is in.
        schema: String,
    },
}

impl JournalPlace {
    /// The place that a user named, and the schema, if one was named too.
    ///
    /// # Errors
    ///
    /// A file has no schema.
    pub fn new(place: OsString, schema: Option<String>) -> Result<Self, &'static str> {
        match place.into_string() {
            Ok(address) if is_address(&address) => {
                let schema = schema.unwrap_or_else(|| PostgresJournal::SCHEMA.to_owned());
                Ok(Self::Postgres { address, schema })
            }
            _ if schema.is_some() => Err("--schema goes with the address of a PostgreSQL database only"),
            Ok(path) => Ok(Self::File(path.into())),
            Err(path) => Ok(Self::File(path.into())),
        }
    }
}

/// Whether a text is the address of a PostgreSQL database rather than a file.
pub fn is_address(place: &str) -> bool {
    ["postgres://", "postgresql://"]
        .iter()
        .any(|scheme| place.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Opens a journal that is there, and makes none. `key` is the file with the key of its chain.
///
/// # Errors
///
/// The journal is not there, can't be read, or is none.
pub fn open(place: &JournalPlace, key: Option<&Path>) -> Result<Arc<dyn Journal>, OpenError> {
    let mut options = JournalOptions::default();
    if let Some(key) = key {
        let bytes = std::fs::read(key).map_err(|error| problem(key, &error))?;
        options.key = Some(ChainKey::new(bytes));
    }
    match place {
        JournalPlace::File(path) => Ok(Arc::new(open_file(path, options)?)),
        JournalPlace::Postgres { address, schema } => {
            let opened = block_on(PostgresJournal::open(address, schema, options));
            let journal = opened.map_err(|error| {
                OpenError(format!("the journal can't be opened: {}", with_sources(&error)))
            })?;
            Ok(Arc::new(journal))
        }
    }
}

fn open_file(path: &Path, options: JournalOptions) -> Result<SqliteJournal, OpenError> {
    if std::fs::metadata(path).map_err(|error| problem(path, &error))?.len() == 0 {
        return Err(problem(path, &"the file is empty"));
    }
    SqliteJournal::open_to_read(path, options).map_err(|error| problem(path, &with_sources(&error)))
}

fn problem(path: &Path, error: &dyn fmt::Display) -> OpenError {
    OpenError(format!("{}: {error}", path.display()))
}

/// Waits for a journal's answer. One in PostgreSQL needs a tokio runtime; the whole program has one.
///
/// # Panics
///
/// The system gives the program no thread.
pub fn block_on<T>(answer: impl Future<Output = T>) -> T {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        runtime.expect("the system gives the program a thread")
    });
    runtime.block_on(answer)
}

/// An error with its sources, in one line, each text once.
pub fn with_sources(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        source = error.source();
    }
    super::shown(&text)
}

#[cfg(test)]
mod tests {
    use super::JournalPlace;

    fn place(place: &str, schema: Option<&str>) -> Result<JournalPlace, &'static str> {
        JournalPlace::new(place.into(), schema.map(str::to_owned))
    }

    fn postgres(address: &str, schema: &str) -> JournalPlace {
        JournalPlace::Postgres { address: address.to_owned(), schema: schema.to_owned() }
    }

    #[test]
    fn an_address_is_told_from_a_file() {
        for address in
            ["postgres://localhost/agent", "postgresql://u:p@h:5433/d?sslmode=disable", "POSTGRES://h/d"]
        {
            assert_eq!(place(address, None), Ok(postgres(address, "hpd")));
        }
        for file in ["books.db", "postgres.db", "postgres:/books.db", "", "ä"] {
            assert_eq!(place(file, None), Ok(JournalPlace::File(file.into())));
        }
    }

    #[test]
    fn a_schema_is_that_of_a_database() {
        assert_eq!(place("postgres://h/d", Some("books")), Ok(postgres("postgres://h/d", "books")));
        assert_eq!(
            place("books.db", Some("books")),
            Err("--schema goes with the address of a PostgreSQL database only")
        );
    }
}
