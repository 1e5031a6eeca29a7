//! `hpd inspect` over PostgreSQL, as a user runs it.

use std::path::Path;

use hpd_host::journal::{Journal, JournalOptions, PostgresJournal};
use hpd_host::{RawCall, Session};
use tokio::runtime::Runtime;

use crate::running::{Running, hpd, program_over};
use crate::support::server;

#[test]
fn calls_of_a_running_program_in_a_database_are_shown_and_nothing_is_changed() {
    let Some(server) = server() else { return };
    let (at, runtime) = (server.url("postgres"), Runtime::new().unwrap());
    let program = program_over(runtime.block_on(PostgresJournal::connect(&at)).unwrap());
    let call = |session: &str| {
        let call = RawCall::new("c1", "now", "{}");
        runtime.block_on(program.call(&Session::with_id(session), &call));
    };
    call("first-session");
    let shown = Running::start(Path::new(&at));
    assert!(shown.get("/").contains("first-session"));
    call("second-session");
    assert!(shown.get("/").contains("second-session"));
    let page = shown.get("/session/second-session");
    assert!(page.contains("12:00") && page.contains("Step 9f: MCP Execution"), "{page}");
    assert!(shown.get("/search?tool=now&text=12:00").contains("second-session"));
    assert!(shown.get("/health").contains("Calls by function"));
    assert!(shown.get("/approvals").starts_with("HTTP/1.1 404"));
    let journal = program.journal().unwrap();
    assert_eq!(runtime.block_on(journal.head()).unwrap().number, 6);
    assert!(runtime.block_on(journal.verify(None)).unwrap().is_whole());
}

#[test]
fn a_schema_without_a_journal_is_said_and_not_made() {
    let Some(server) = server() else { return };
    let at = server.url("postgres");
    let output = hpd(&["inspect", &at, "--schema", "elsewhere"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("hpd: the database can't be shown: ") && said.contains("elsewhere"), "{said}");
    let opened = PostgresJournal::open(&at, "elsewhere", JournalOptions::default());
    let error = Runtime::new().unwrap().block_on(opened).map(drop).unwrap_err();
    assert!(error.to_string().contains("elsewhere"), "{error}");
}
