//! The schema of the database, and how an older one becomes the newest.

mod owner;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use super::SqliteJournalError;
pub(super) use owner::check_owner;
use owner::mark;

/// The statements from each version to the next; the first starts from nothing.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("version_1.sql"),
    include_str!("version_2.sql"),
    include_str!("version_3.sql"),
    include_str!("version_4.sql"),
    include_str!("version_5.sql"),
    include_str!("version_6.sql"),
];

/// Brings the database to the newest version. Any number of programs may do so at the same time.
///
/// # Errors
///
/// The database can't be written, has a newer version, or is another program's.
pub(super) fn migrate(connection: &mut Connection, migrations: &[&str]) -> Result<(), SqliteJournalError> {
    // Waits for a running migration: reads in the transaction hold until its end.
    while !is_newest_after_a_step(connection, migrations)? {}
    Ok(())
}

/// Checks that there is a journal that this program can read. It is not migrated: versions differ in a view, in indexes,
/// and in what writers need.
///
/// # Errors
///
/// The database can't be read, is empty, has a newer version, or is another program's.
pub(super) fn check(connection: &Connection, migrations: &[&str]) -> Result<(), SqliteJournalError> {
    check_owner(connection)?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    if tables == 0 {
        return Err(SqliteJournalError::no_journal());
    }
    let found: Option<i64> =
        connection.query_row("SELECT max(version) FROM journal_schema", (), |row| row.get(0))?;
    match found.unwrap_or(0) {
        0 => Err(SqliteJournalError::no_journal()),
        found if usize::try_from(found).is_ok_and(|found| found > migrations.len()) => {
            Err(SqliteJournalError::newer(found, migrations.len()))
        }
        _ => Ok(()),
    }
}

fn is_newest_after_a_step(
    connection: &mut Connection,
    migrations: &[&str],
) -> Result<bool, SqliteJournalError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have come first to an empty file.
    check_owner(&transaction)?;
    transaction
        .execute_batch("CREATE TABLE IF NOT EXISTS journal_schema (version INTEGER PRIMARY KEY) STRICT")?;
    let found: Option<i64> = transaction
        .query_row("SELECT version FROM journal_schema ORDER BY version DESC LIMIT 1", (), |row| row.get(0))
        .optional()?;
    let found = found.unwrap_or(0);
    let done = usize::try_from(found).unwrap_or(0);
    if done > migrations.len() {
        return Err(SqliteJournalError::newer(found, migrations.len()));
    }
    mark(&transaction)?;
    if let Some(next) = migrations.get(done) {
        transaction.execute_batch(next)?;
        transaction.execute("INSERT INTO journal_schema (version) VALUES (?1)", [found + 1])?;
    }
    transaction.commit()?;
    Ok(done + 1 >= migrations.len())
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::{MIGRATIONS, migrate};

    fn versions(connection: &Connection) -> i64 {
        connection.query_row("SELECT max(version) FROM journal_schema", (), |row| row.get(0)).unwrap()
    }

    #[test]
    fn nothing_becomes_the_newest_version() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, MIGRATIONS).unwrap();
        assert_eq!(usize::try_from(versions(&connection)).unwrap(), MIGRATIONS.len());
    }

    #[test]
    fn an_older_version_becomes_the_newest_with_what_is_in_it() {
        let (first, second) = ("CREATE TABLE kept (text TEXT)", "ALTER TABLE kept ADD COLUMN more TEXT");
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &[first]).unwrap();
        connection.execute("INSERT INTO kept (text) VALUES ('old')", ()).unwrap();
        migrate(&mut connection, &[first, second, "CREATE TABLE new (text TEXT)"]).unwrap();
        assert_eq!(versions(&connection), 3);
        let kept: (String, Option<String>) = connection
            .query_row("SELECT text, more FROM kept", (), |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        assert_eq!(kept, ("old".to_owned(), None));
    }

    #[test]
    fn a_version_that_fails_leaves_the_one_before() {
        let first = "CREATE TABLE kept (text TEXT)";
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, &[first]).unwrap();
        let half = "CREATE TABLE half (text TEXT); CREATE TABLE kept (text TEXT)";
        let error = migrate(&mut connection, &[first, half]).unwrap_err();
        assert!(error.to_string().contains("table kept already exists"), "{error}");
        assert_eq!(versions(&connection), 1);
        connection.execute_batch("CREATE TABLE half (text TEXT)").unwrap();
    }

    #[test]
    fn a_newer_version_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        let three = ["CREATE TABLE a (x)", "CREATE TABLE b (x)", "CREATE TABLE c (x)"];
        migrate(&mut connection, &three).unwrap();
        assert_eq!(
            migrate(&mut connection, &three[..1]).unwrap_err().to_string(),
            "the journal is of version 3, and this program knows versions up to 1: use a newer program"
        );
    }
}
