//! The rows of turns as PostgreSQL has them: lists are arrays.

#[path = "../journal_common/view.rs"]
mod common;

use hpd_host::journal::{Journal, PostgresJournal};
use serde_json::Value;

use crate::Tested;
use crate::common::database::Database;
use crate::common::printed::statements;
use crate::common::turns::{event, says, three_turns};
use crate::desk::Desk;
use common::{TOOLS_THAT_WRITE, filled, tools};

/// The newest writes that were blocked before anything ran.
pub(crate) const BLOCKED_WRITES: &str = "
SELECT query, write_tool_results, created_at
FROM query_routing_logs
WHERE 'write_preflight_block' = ANY(guardrails_triggered)
ORDER BY created_at DESC
LIMIT 20;
";

/// When the three turns began.
const MOMENTS: [&str; 3] =
    ["2026-01-01T00:00:00+00:00", "2026-01-01T00:00:01.5+00:00", "2026-01-01T00:01:01+00:00"];

/// All rows of the view, as JSON.
pub(crate) fn rows(database: &Tested) -> Vec<Value> {
    let rows = "SELECT row_to_json(logs)::text FROM query_routing_logs AS logs ORDER BY created_at, id";
    database.texts(rows).iter().map(|row| serde_json::from_str(row).unwrap()).collect()
}

#[test]
fn columns_have_the_types_that_queries_expect() {
    let Some((database, _journal)) = filled() else { return };
    let statement = database.block_on(database.client().prepare("SELECT * FROM query_routing_logs")).unwrap();
    let columns: Vec<_> =
        statement.columns().iter().map(|column| format!("{} {}", column.name(), column.type_())).collect();
    assert_eq!(
        columns,
        [
            "id text",
            "session_id text",
            "query text",
            "created_at timestamptz",
            "is_write_operation bool",
            "write_tool_results jsonb",
            "guardrails_triggered _text",
            "tools_used _text",
            "tools_failed _text",
            "principal text",
            "tenant text",
        ]
    );
}

#[test]
fn a_text_with_a_zero_is_in_no_other_turns_way() {
    let Some((database, journal)) = filled() else { return };
    let text = "a\0b \\\0\0 \\u0000";
    database.block_on(journal.append(vec![event("turn 4", "call", 70_000, says(text))])).unwrap();
    let rows = rows(&database);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[3]["query"], "a\u{fffd}b \\\u{fffd}\u{fffd} \\u0000");
}

#[test]
fn a_moment_without_a_date_is_in_no_other_turns_way() {
    let Some((database, journal)) = filled() else { return };
    for (turn, at) in [("late", 9_224_318_016_000_000), ("in time", 9_224_318_015_999_999)] {
        let mut late = event(turn, "call", 0, says("Hello."));
        late.at = hpd_host::system::Timestamp::from_millis(at);
        database.block_on(journal.append(vec![late])).unwrap();
    }
    let rows = rows(&database);
    // So far away PostgreSQL's own arithmetic is not exact any more.
    let in_time = rows[3]["created_at"].to_string();
    assert!(in_time.starts_with("\"294276-12-31T23:59:59.99"), "{in_time}");
    assert_eq!(rows[4]["created_at"], "infinity");
}

#[test]
fn the_program_of_postgresql_finds_the_same() {
    let Some((database, journal)) = filled() else { return };
    database.block_on(journal.register_tools(tools())).unwrap();
    let run = |sql: &str| {
        let mut psql = database.desk.server.program("psql")?;
        let schema = database.schema.replace('"', "\"\"").replace(' ', "\\ ");
        psql.env("PGOPTIONS", format!("-c search_path=\"{schema}\" -c timezone=UTC"));
        let output = psql.args(["-d", "postgres", "-At", "-c", sql]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(String::from_utf8(output.stdout).unwrap())
    };
    let Some(tools) = run(TOOLS_THAT_WRITE) else {
        println!("skipped: the program psql is not installed");
        return;
    };
    assert_eq!(tools, "approve_bill\ncreate_payment\nvoid_invoice\n");
    let blocked = run(BLOCKED_WRITES).unwrap();
    assert!(blocked.starts_with("Pay INV-042, please.|[{\"tool\": \"create_payment\", "), "{blocked}");
    assert!(blocked.ends_with("}]|2026-01-01 00:00:00+00\n"), "{blocked}");
}

/// In a database of its own, since the documentation names the schema `hpd`. Nothing is set for the connection.
#[test]
fn the_queries_of_the_documentation_run_as_they_are_printed() {
    let Some(desk) = Desk::new() else { return };
    desk.block_on(desk.client("public").batch_execute("CREATE DATABASE printed")).unwrap();
    let journal = desk.block_on(PostgresJournal::connect(&desk.server.url("printed"))).unwrap();
    desk.block_on(journal.append(three_turns())).unwrap();
    desk.block_on(journal.register_tools(tools())).unwrap();
    let found: Vec<Vec<String>> = desk.block_on(async {
        let (client, connection) =
            tokio_postgres::connect(&desk.server.url("printed"), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let mut found = Vec::new();
        for sql in statements("PostgreSQL") {
            let rows = client.query(&sql, &[]).await.unwrap();
            found.push(rows.iter().map(|row| row.get(0)).collect());
        }
        found
    });
    assert_eq!(found, [vec!["Pay INV-042, please."], vec!["approve_bill", "create_payment", "void_invoice"]]);
}

/// The schema of version 1, under this name.
fn version_1(schema: &str) -> String {
    let made = concat!(
        "CREATE TABLE {schema}.journal_versions (version integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
         INSERT INTO {schema}.journal_versions (version) VALUES (1);",
        include_str!("../../../hpd-journal/src/journal/postgres/schema_1.sql"),
        include_str!("../../../hpd-journal/src/journal/postgres/view_1.sql"),
    );
    let made = made.replace("{around_body}", "$body$");
    format!("CREATE SCHEMA {{schema}}; {made}").replace("{schema}", schema)
}

#[test]
fn a_journal_of_version_1_gets_the_newer_view() {
    let Some(database) = Tested::empty() else { return };
    let quoted = format!("\"{}\"", database.schema.replace('"', "\"\""));
    database.block_on(database.desk.client("public").batch_execute(&version_1(&quoted))).unwrap();
    let journal = database.durable();
    database.block_on(journal.append(three_turns())).unwrap();
    let rows = rows(&database);
    let writes = rows[0]["write_tool_results"].as_array().unwrap();
    let statuses: Vec<_> = writes.iter().map(|write| &write["status"]).collect();
    assert_eq!(statuses, ["blocked", "ok"]);
    let versions = database.texts("SELECT version::text FROM journal_versions ORDER BY version");
    assert_eq!(versions, ["1", "2", "3", "4", "5", "6"]);
}
