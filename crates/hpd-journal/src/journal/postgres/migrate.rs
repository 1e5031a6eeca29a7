//! The schema, and how an older one becomes it.

use deadpool_postgres::GenericClient;
use tokio_postgres::IsolationLevel;

use super::database::Database;
use super::error::PostgresJournalError;
use super::load::limits;
use super::sql::Sql;
use crate::journal::database::missing_table;

/// The statements from each version to the next. New versions are appended; existing ones never change.
const MIGRATIONS: &[&str] = &[
    concat!(include_str!("schema_1.sql"), include_str!("view_1.sql")),
    include_str!("view_2.sql"),
    include_str!("records_3.sql"),
    include_str!("version_4.sql"),
    include_str!("version_5.sql"),
    include_str!("version_6.sql"),
];

const VERSIONS: &str = "CREATE TABLE {schema}.journal_versions (
    version integer PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now()
)";

/// Whether there is a schema.
const EXISTS: &str = "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1)";

/// Relations with rows in a schema, without those of extensions.
const RELATIONS: &str = "SELECT relname FROM pg_class
WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
    AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    AND NOT EXISTS (
        SELECT FROM pg_depend
        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e'
    )";

/// Brings the schema to the newest version. Programs that start at the same time wait for each other.
pub(super) async fn migrate(database: &Database) -> Result<(), PostgresJournalError> {
    let sql = &database.sql;
    let mut client = database.connection().await?;
    let encoding: String = client.query_one("SHOW server_encoding", &[]).await?.get(0);
    if encoding != "UTF8" {
        return Err(PostgresJournalError::Encoding(encoding));
    }
    // A transaction that waited for others sees their changes.
    let transaction = client.build_transaction().isolation_level(IsolationLevel::ReadCommitted);
    let transaction = transaction.start().await?;
    let patience = database.shared.options.patience;
    transaction.batch_execute(&limits(patience, patience)).await?;
    let lock = "SELECT pg_advisory_xact_lock(hashtextextended('journal of ' || $1, 0))";
    transaction.query(lock, &[&sql.name()]).await?;
    // To ask for a schema that is there takes a right that a program need not have.
    if !transaction.query_one(EXISTS, &[&sql.name()]).await?.get::<_, bool>(0) {
        transaction.batch_execute(&sql.text("CREATE SCHEMA {schema}")).await?;
    }
    let found = match version(&transaction, sql).await? {
        Version::Of(found) => found,
        Version::Nothing => {
            transaction.batch_execute(&sql.text(VERSIONS)).await?;
            0
        }
    };
    let known = check_known(found)?;
    for (version, migration) in (1..=known).zip(MIGRATIONS).filter(|(version, _)| *version > found) {
        transaction.batch_execute(&sql.text(migration)).await?;
        let insert = sql.text("INSERT INTO {schema}.journal_versions (version) VALUES ($1)");
        transaction.execute(&insert, &[&version]).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Checks that there is a journal that this program can read. Changes nothing. An older journal is readable without
/// migration: versions differ in a view, in indexes, and in what writers need.
pub(super) async fn check(database: &Database) -> Result<(), PostgresJournalError> {
    let sql = &database.sql;
    let client = database.connection().await?;
    if !client.query_one(EXISTS, &[&sql.name()]).await?.get::<_, bool>(0) {
        return Err(PostgresJournalError::NoSchema(sql.name().to_owned()));
    }
    match version(&client, sql).await? {
        Version::Nothing => Err(PostgresJournalError::NoJournal(sql.name().to_owned())),
        Version::Of(found) => check_known(found).map(drop),
    }
}

/// The newest version that this program knows.
///
/// # Errors
///
/// The one that was found is newer.
fn check_known(found: i32) -> Result<i32, PostgresJournalError> {
    let known = i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX);
    if found > known { Err(PostgresJournalError::Newer { found, known }) } else { Ok(known) }
}

/// The contents of a schema.
enum Version {
    Nothing,
    Of(i32),
}

/// The version of the schema.
///
/// # Errors
///
/// It is another program's.
async fn version<C: GenericClient>(client: &C, sql: &Sql) -> Result<Version, PostgresJournalError> {
    let rows = client.query(RELATIONS, &[&sql.name()]).await?;
    let names: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    if names.is_empty() {
        return Ok(Version::Nothing);
    }
    if let Some(missing) = missing_table(&names, "journal_versions") {
        return Err(PostgresJournalError::Foreign { missing });
    }
    let newest = sql.text("SELECT coalesce(max(version), 0) FROM {schema}.journal_versions");
    Ok(Version::Of(client.query_one(&newest, &[]).await?.get(0)))
}
