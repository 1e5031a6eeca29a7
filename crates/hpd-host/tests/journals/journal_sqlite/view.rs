//! The rows of turns as SQLite has them: lists are texts in JSON.

#[path = "../../journal_common/view.rs"]
mod common;

use std::process::Command;

use futures_executor::block_on;
use hpd_host::journal::Journal;
use serde_json::{Value, json};

use crate::common::database::Database;
use crate::common::printed::statements;
use crate::common::turns::three_turns;
use crate::journal_sqlite::Folder;
use common::{TOOLS_THAT_WRITE, filled, tools};

/// The newest writes that were blocked before anything ran.
pub(crate) const BLOCKED_WRITES: &str = "
SELECT query, write_tool_results, created_at
FROM query_routing_logs
WHERE 'write_preflight_block' IN (SELECT value FROM json_each(guardrails_triggered))
ORDER BY created_at DESC
LIMIT 20;
";

/// When the three turns began.
const MOMENTS: [&str; 3] =
    ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:01.500Z", "2026-01-01T00:01:01.000Z"];

/// All rows of the view, as JSON; columns that hold JSON as text are parsed.
pub(crate) fn rows(folder: &Folder) -> Vec<Value> {
    let rows = "SELECT json_object(
        'id', id, 'session_id', session_id, 'query', query, 'created_at', created_at,
        'is_write_operation', json(iif(is_write_operation, 'true', 'false')),
        'write_tool_results', json(write_tool_results), 'guardrails_triggered', json(guardrails_triggered),
        'tools_used', json(tools_used), 'tools_failed', json(tools_failed),
        'principal', principal, 'tenant', tenant
    ) FROM query_routing_logs ORDER BY created_at";
    folder.texts(rows).iter().map(|row| serde_json::from_str(row).unwrap()).collect()
}

#[test]
fn columns_have_the_types_that_queries_expect() {
    let Some((folder, _journal)) = filled() else { return };
    let connection = folder.connection();
    let mut statement =
        connection.prepare("SELECT * FROM query_routing_logs ORDER BY created_at LIMIT 1").unwrap();
    let names: Vec<_> = statement.column_names().map(str::to_owned).collect();
    let row = statement.query_row((), |row| {
        let values = names.iter().enumerate().map(|(column, name)| {
            Ok(match row.get_ref(column)? {
                rusqlite::types::ValueRef::Integer(number) => (name.clone(), json!(number)),
                rusqlite::types::ValueRef::Text(text) => (name.clone(), json!(String::from_utf8_lossy(text))),
                other => panic!("{name} is {:?}", other.data_type()),
            })
        });
        values.collect::<Result<serde_json::Map<_, _>, rusqlite::Error>>()
    });
    let results = r#"[{"tool":"create_payment","validation_status":"blocked","fields_checked":["AccountId"],"mcp_result":{"error_type":"invalid_arguments","missing":["Amount"]},"status":"blocked"},{"tool":"create_payment","validation_status":"passed","fields_checked":["AccountId","Amount"],"mcp_result":{"PaymentId":"PAY-001"},"status":"ok"}]"#;
    assert_eq!(
        Value::Object(row.unwrap()),
        json!({
            "id": "turn 1",
            "session_id": "session",
            "query": "Pay INV-042, please.",
            "created_at": "2026-01-01T00:00:00.000Z",
            "is_write_operation": 1,
            "write_tool_results": results,
            "guardrails_triggered": r#"["write_preflight_block"]"#,
            "tools_used": r#"["get_all_invoices","create_payment"]"#,
            "tools_failed": r#"["create_payment"]"#,
            "principal": "alex",
            "tenant": "acme",
        })
    );
}

#[test]
fn the_program_of_sqlite_finds_the_same() {
    let Some((folder, journal)) = filled() else { return };
    block_on(journal.register_tools(tools())).unwrap();
    let run = |sql| Command::new("sqlite3").arg("-noheader").arg(folder.file()).arg(sql).output();
    let output = match run(TOOLS_THAT_WRITE) {
        Ok(output) => output,
        Err(error) => {
            eprintln!("skipped: the program sqlite3 can't be started: {error}");
            return;
        }
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "approve_bill\ncreate_payment\nvoid_invoice\n");
    let blocked = run(BLOCKED_WRITES).unwrap();
    let text = String::from_utf8_lossy(&blocked.stdout);
    assert!(text.starts_with("Pay INV-042, please.|[{\"tool\":\"create_payment\","), "{text}");
    assert!(text.ends_with("}]|2026-01-01T00:00:00.000Z\n"), "{text}");
}

#[test]
fn the_queries_of_the_documentation_run_as_they_are_printed() {
    let Some((folder, journal)) = filled() else { return };
    block_on(journal.register_tools(tools())).unwrap();
    let found: Vec<_> = statements("SQLite").iter().map(|sql| folder.texts(sql)).collect();
    assert_eq!(found, [vec!["Pay INV-042, please."], vec!["approve_bill", "create_payment", "void_invoice"]]);
}

#[test]
fn a_journal_of_version_1_gets_the_newer_view() {
    let folder = Folder::new();
    folder.connection().execute_batch(include_str!("version_1.sql")).unwrap();
    let journal = folder.journal();
    block_on(journal.append(three_turns())).unwrap();
    let rows = rows(&folder);
    let paid = rows.iter().find(|row| row["query"] == "Pay INV-042, please.").unwrap();
    let statuses: Vec<_> =
        paid["write_tool_results"].as_array().unwrap().iter().map(|write| &write["status"]).collect();
    assert_eq!(statuses, ["blocked", "ok"]);
}
