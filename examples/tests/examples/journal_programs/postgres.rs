//! Both programs on journals in PostgreSQL, and their errors without one.

use std::process::Command;

use hpd_examples::reading::block_on;
use hpd_host::journal::{Journal, PostgresJournal};

use crate::journal_programs::kept::{Kept, two_days};
use crate::journal_programs::{printed, program, said};
use crate::server::{Server, server};

/// The arguments of the programs `journal` and `health`, in addition to the journal.
const READ: [(&str, &[&str]); 5] = [
    ("health", &[]),
    ("health", &["--json", "--tool", "pay"]),
    ("journal", &[]),
    ("journal", &["--json"]),
    ("journal", &["--call", "c2", "--session", "s1"]),
];

/// A database of this name with a journal of two days in `hpd`, and the same in a schema `other`.
fn filled(database: &str) -> Option<&'static Server> {
    let server = server()?;
    let Some(mut psql) = server.program("psql") else { panic!("a server has the program psql") };
    let made = psql.args(["-d", "postgres", "-qc", &format!("CREATE DATABASE {database}")]).status();
    assert!(made.expect("psql starts").success());
    block_on(async {
        let journal = PostgresJournal::connect(&server.url(database)).await.expect("it can be made");
        journal.append(two_days()).await.expect("it can be written");
    });
    run(server, database, "ALTER SCHEMA hpd RENAME TO other; CREATE ROLE monitor LOGIN");
    run(
        server,
        database,
        "GRANT USAGE ON SCHEMA other TO monitor; GRANT SELECT ON ALL TABLES IN SCHEMA other TO monitor",
    );
    Some(server)
}

fn run(server: &Server, database: &str, sql: &str) {
    let mut psql = server.program("psql").expect("a server has the program psql");
    assert!(psql.args(["-d", database, "-qc", sql]).status().expect("psql starts").success(), "{sql}");
}

fn of_address(name: &str, address: &str, options: &[&str]) -> Command {
    let mut command = program(name, address.as_ref());
    command.args(options);
    command
}

#[test]
fn both_programs_show_the_same_of_postgresql_and_of_a_file() {
    let Some(server) = filled("two_days") else { return };
    let kept = Kept::new();
    // A role that may only read is enough.
    let address = server.url("two_days").replace("postgres@", "monitor@");
    let short = address.replace("postgresql://", "postgres://");
    for (name, options) in READ {
        let of_file = printed(program(name, &kept.file).args(options));
        for address in [&address, &short] {
            let of_address = printed(of_address(name, address, &["--schema", "other"]).args(options));
            assert_eq!(of_address, of_file, "{name} {options:?}");
        }
    }
    let verified = printed(&mut of_address("journal", &address, &["--schema", "other", "--verify"]));
    assert!(verified.starts_with("20 entries\nNothing is wrong.\nhead 20:"), "{verified}");
    for name in ["journal", "health"] {
        let hpd = said(&mut of_address(name, &address, &[]));
        assert_eq!(
            hpd,
            format!(
                "{name}: the journal can't be opened: there is no journal: the database has no schema \"hpd\"\n"
            )
        );
    }
}

#[test]
fn where_there_is_no_journal_it_is_said_why() {
    let Some(server) = server() else { return };
    let bare = server.url("template1");
    for (address, options, why) in [
        (&*server.url("nothing"), &[][..], "PostgreSQL refused it: 3D000 (there is no such database)"),
        (&bare, &[], "there is no journal: the database has no schema \"hpd\""),
        (&bare, &["--schema", "x\u{1b}"], "there is no journal: the database has no schema \"x\\u{1b}\""),
        (
            &bare,
            &["--schema", "pg_catalog"],
            "the schema is another program's: it is not empty, and has no table \"journal_versions\"; give the journal a schema of its own",
        ),
    ] {
        for name in ["journal", "health"] {
            let said = said(&mut of_address(name, address, options));
            assert_eq!(said, format!("{name}: the journal can't be opened: {why}\n"));
        }
    }
}

/// Neither needs a server.
#[test]
fn a_server_that_is_not_there_and_an_address_that_is_wrong_are_said_to_be_so() {
    for name in ["journal", "health"] {
        let nowhere = said(&mut of_address(name, "postgresql://agent:hunter2@127.0.0.1:1/agent", &[]));
        assert_eq!(
            nowhere,
            format!(
                "{name}: the journal can't be opened: PostgreSQL does not answer: error connecting to server: connection refused\n"
            )
        );
        let wrong = said(&mut of_address(name, "postgresql://agent:hunter2@localhost:port/agent", &[]));
        assert_eq!(
            wrong,
            format!("{name}: the journal can't be opened: the address of the database can't be read\n")
        );
        let file = said(&mut of_address(name, "calls.db", &["--schema", "books"]));
        assert_eq!(file, format!("{name}: --schema goes with the address of a PostgreSQL database only\n"));
    }
}
