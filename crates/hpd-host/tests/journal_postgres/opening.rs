//! How a journal is opened, and when it is not.

use deadpool_postgres::{Manager, Pool};
use futures_util::future::join_all;
use hpd_host::journal::{EventFilter, Journal, JournalOptions, PostgresJournal, PostgresJournalError};
use tokio_postgres::NoTls;

use crate::common::database::message;
use crate::desk::{Desk, new_schema, reason};

/// Why a journal at this address can't be opened.
fn refusal(desk: &Desk, address: &str) -> PostgresJournalError {
    desk.block_on(PostgresJournal::connect(address)).unwrap_err()
}

#[test]
fn an_address_is_enough() {
    let Some(desk) = Desk::new() else { return };
    let client = desk.client("public");
    desk.block_on(async {
        client.batch_execute("CREATE DATABASE enough").await.unwrap();
        let journal = PostgresJournal::connect(&desk.server.url("enough")).await.unwrap();
        journal.append(vec![message("ours", "hello")]).await.unwrap();
        drop(journal);
        let journal = PostgresJournal::connect(&desk.server.url("enough")).await.unwrap();
        assert_eq!(journal.head().await.unwrap().number, 1);
        let (client, connection) = tokio_postgres::connect(&desk.server.url("enough"), NoTls).await.unwrap();
        tokio::spawn(connection);
        let count = client.query_one("SELECT count(*) FROM hpd.journal", &[]).await.unwrap();
        assert_eq!(count.get::<_, i64>(0), 1);
    });
}

#[test]
fn what_was_handed_over_is_written_after_the_journal_is_gone() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    desk.block_on(async {
        for _ in 0..100 {
            journal.post(vec![message("ours", "hello")]).await.unwrap();
        }
        drop(journal);
        while client.query_one("SELECT count(*) FROM journal", &[]).await.unwrap().get::<_, i64>(0) < 100 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    });
}

#[test]
fn a_newer_schema_is_refused() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    drop(desk.journal_in(&schema, JournalOptions::default()));
    let client = desk.client(&schema);
    desk.block_on(client.batch_execute("INSERT INTO journal_versions VALUES (7)")).unwrap();
    let pool = desk.pool(&schema);
    let error =
        desk.block_on(PostgresJournal::in_schema(pool, &schema, JournalOptions::default())).unwrap_err();
    assert_eq!(error, PostgresJournalError::Newer { found: 7, known: 6 });
    assert_eq!(
        error.to_string(),
        "the journal is of version 7, and this program knows versions up to 6: use a newer program"
    );
}

/// Opens a journal in a new schema with relations of its own. Returns the relations after the failed attempt, and the
/// error.
fn refused_in(desk: &Desk, sql: &str) -> (Vec<String>, PostgresJournalError) {
    let schema = new_schema();
    let client = desk.client(&schema);
    let quoted = schema.replace('"', "\"\"");
    desk.block_on(client.batch_execute(&format!("CREATE SCHEMA \"{quoted}\"; {sql}"))).unwrap();
    let journal = PostgresJournal::in_schema(desk.pool(&schema), &schema, JournalOptions::default());
    let error = desk.block_on(journal).unwrap_err();
    let names = "SELECT relname::text FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE nspname = $1 ORDER BY 1";
    let rows = desk.block_on(client.query(names, &[&schema])).unwrap();
    (rows.iter().map(|row| row.get(0)).collect(), error)
}

#[test]
fn a_schema_of_another_program_is_refused_and_stays_as_it_is() {
    let Some(desk) = Desk::new() else { return };
    let (names, error) = refused_in(&desk, "CREATE TABLE notes (text text)");
    assert_eq!(names, ["notes"]);
    assert_eq!(
        error.to_string(),
        "the schema is another program's: it is not empty, and has no table \"journal_versions\"; \
         give the journal a schema of its own"
    );
}

#[test]
fn a_schema_with_some_tables_that_are_called_like_a_journal_s_is_refused() {
    let Some(desk) = Desk::new() else { return };
    let sql = "CREATE TABLE journal (page text); CREATE TABLE journal_versions (version integer)";
    let (names, error) = refused_in(&desk, sql);
    assert_eq!(names, ["journal", "journal_versions"]);
    assert_eq!(error, PostgresJournalError::Foreign { missing: "journal_anchor" });
}

#[test]
fn a_view_alone_makes_a_schema_another_program_s() {
    let Some(desk) = Desk::new() else { return };
    let (names, error) = refused_in(&desk, "CREATE VIEW answers AS SELECT 42");
    assert_eq!(names, ["answers"]);
    assert_eq!(error, PostgresJournalError::Foreign { missing: "journal_versions" });
}

#[test]
fn an_empty_schema_becomes_a_journal() {
    let Some(desk) = Desk::new() else { return };
    let client = desk.client("public");
    desk.block_on(client.batch_execute("CREATE SCHEMA prepared")).unwrap();
    let journal = desk.journal_in("prepared", JournalOptions::default());
    assert_eq!(desk.block_on(journal.head()).unwrap().number, 0);
}

#[test]
fn what_an_extension_puts_into_a_schema_makes_it_nobody_s() {
    let Some(desk) = Desk::new() else { return };
    let client = desk.client("public");
    // This machine may have no extension with a view. A table can be made a part of an extension that is always there.
    let sql = "CREATE SCHEMA extended; CREATE TABLE extended.part (text text);
        ALTER EXTENSION plpgsql ADD TABLE extended.part";
    desk.block_on(client.batch_execute(sql)).unwrap();
    let journal = desk.journal_in("extended", JournalOptions::default());
    assert_eq!(desk.block_on(journal.head()).unwrap().number, 0);
}

#[test]
fn a_journal_with_tables_of_others_beside_its_own_is_opened() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    drop(desk.journal_in(&schema, JournalOptions::default()));
    desk.block_on(desk.client(&schema).batch_execute("CREATE TABLE notes (text text)")).unwrap();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    assert_eq!(desk.block_on(journal.head()).unwrap().number, 0);
}

#[test]
fn a_database_that_can_not_hold_all_texts_is_refused() {
    let Some(desk) = Desk::new() else { return };
    let client = desk.client("public");
    let create = "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0";
    desk.block_on(client.batch_execute(create)).unwrap();
    assert_eq!(
        refusal(&desk, &desk.server.url("latin")).to_string(),
        "the database stores texts as LATIN1; a journal needs one that stores them as UTF8"
    );
}

#[test]
fn an_address_that_can_not_be_read_is_not_shown() {
    let Some(desk) = Desk::new() else { return };
    let error = refusal(&desk, "postgresql://agent:hunter2@localhost:port/agent");
    assert_eq!(error.to_string(), "the address of the database can't be read");
}

#[test]
fn who_is_refused_is_told_by_what() {
    let Some(desk) = Desk::new() else { return };
    assert_eq!(
        refusal(&desk, &desk.server.url("nothing")).to_string(),
        "PostgreSQL refused it: 3D000 (there is no such database)"
    );
    let nowhere = refusal(&desk, "postgresql://agent:hunter2@%2Fnowhere/agent");
    assert_eq!(
        nowhere.to_string(),
        "PostgreSQL does not answer: error connecting to server: entity not found"
    );
}

#[test]
fn one_connection_is_not_enough() {
    let Some(desk) = Desk::new() else { return };
    let config = desk.server.url("postgres").parse().unwrap();
    let pool = Pool::builder(Manager::new(config, NoTls)).max_size(1).build().unwrap();
    let error = desk.block_on(PostgresJournal::with_pool(pool, JournalOptions::default())).unwrap_err();
    assert_eq!(error.to_string(), "a journal needs two connections: its pool may have no more than one");
}

#[test]
fn any_name_may_be_that_of_a_schema() {
    let Some(desk) = Desk::new() else { return };
    for schema in ["a$$b", "$body$", "a$body$b$body_$c", "it's \"one\"", "{schema}"] {
        let journal = desk.journal_in(schema, JournalOptions::default());
        desk.block_on(async {
            journal.append(vec![message("ours", "hello")]).await.unwrap();
            assert_eq!(
                journal.prune(hpd_host::system::Timestamp::from_millis(u64::MAX), "too old").await.unwrap(),
                1
            );
            assert!(journal.verify(None).await.unwrap().is_whole());
        });
    }
}

#[test]
fn a_new_schema_may_be_opened_by_several_at_once_where_transactions_see_one_moment() {
    may_be_opened_by_several_at_once("-c default_transaction_isolation=repeatable\\ read");
    may_be_opened_by_several_at_once("-c default_transaction_isolation=serializable");
}

fn may_be_opened_by_several_at_once(setting: &str) {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    desk.block_on(async {
        let opening = (0..8).map(|_| async {
            let pool = desk.pool_with(setting);
            let journal = PostgresJournal::in_schema(pool, &schema, JournalOptions::default()).await.unwrap();
            journal.append(vec![message("ours", "hello")]).await.unwrap();
            journal
        });
        let journals = join_all(opening).await;
        assert_eq!(journals[0].head().await.unwrap().number, 8);
    });
}

/// Why nothing was opened to be read.
fn not_read(desk: &Desk, address: &str, schema: &str) -> String {
    let opened = desk.block_on(PostgresJournal::open(address, schema, JournalOptions::default()));
    opened.unwrap_err().to_string()
}

#[test]
fn to_read_a_journal_makes_none() {
    let Some(desk) = Desk::new() else { return };
    let (address, client) = (desk.server.url("postgres"), desk.client("public"));
    assert_eq!(
        not_read(&desk, &address, "not_there"),
        "there is no journal: the database has no schema \"not_there\""
    );
    desk.block_on(
        client.batch_execute("CREATE SCHEMA bare; CREATE SCHEMA notes; CREATE TABLE notes.all (text text)"),
    )
    .unwrap();
    assert_eq!(not_read(&desk, &address, "bare"), "there is no journal: the schema \"bare\" is empty");
    assert_eq!(
        not_read(&desk, &address, "notes"),
        "the schema is another program's: it is not empty, and has no table \"journal_versions\"; \
         give the journal a schema of its own"
    );
    let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = 'not_there'";
    assert_eq!(desk.block_on(client.query_one(schemas, &[])).unwrap().get::<_, i64>(0), 0);
    let nothing = desk.server.url("nothing");
    assert_eq!(not_read(&desk, &nothing, "hpd"), "PostgreSQL refused it: 3D000 (there is no such database)");
    assert_eq!(
        not_read(&desk, "postgresql://u:hunter2@h:port/d", "hpd"),
        "the address of the database can't be read"
    );
}

#[test]
fn who_may_only_read_reads_a_journal_also_an_older_one() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal_in("shared", JournalOptions::default());
    desk.block_on(journal.append(vec![message("ours", "hello")])).unwrap();
    let client = desk.client("shared");
    // The newest version is not noted, as in a journal that was made before.
    let role = "CREATE ROLE monitor LOGIN; CREATE ROLE nosy LOGIN;
        GRANT USAGE ON SCHEMA shared TO monitor; GRANT SELECT ON ALL TABLES IN SCHEMA shared TO monitor;
        DELETE FROM journal_versions WHERE version > 1";
    desk.block_on(client.batch_execute(role)).unwrap();
    let address = desk.server.url("postgres");
    let monitor = address.replace("postgres@", "monitor@");
    let read = desk.block_on(PostgresJournal::open(&monitor, "shared", JournalOptions::default())).unwrap();
    desk.block_on(async {
        assert_eq!(read.read(&EventFilter::default()).await.unwrap().len(), 1);
        assert!(read.verify(None).await.unwrap().is_whole());
        assert_eq!(
            reason(&read.append(vec![message("ours", "more")]).await.unwrap_err()),
            "PostgreSQL refused it: 42501 (the user lacks a right)"
        );
    });
    let nosy = address.replace("postgres@", "nosy@");
    assert_eq!(not_read(&desk, &nosy, "shared"), "PostgreSQL refused it: 42501 (the user lacks a right)");
    desk.block_on(client.batch_execute("INSERT INTO journal_versions (version) VALUES (99)")).unwrap();
    assert_eq!(
        not_read(&desk, &address, "shared"),
        "the journal is of version 99, and this program knows versions up to 6: use a newer program"
    );
}
