//! The rows of turns, as queries of others find them.

use std::process::Command;

use futures_executor::block_on;
use hpd_host::journal::{Erasure, Journal, RegisteredTool, SqliteJournal};
use serde_json::{Value, json};

use crate::Folder;
use crate::turns::three_turns;

/// Which tools need checks, if their names say what they do.
const TOOLS_THAT_WRITE: &str = "
SELECT tool_name FROM tool_registry 
WHERE tool_name LIKE 'create_%' 
   OR tool_name LIKE 'update_%' 
   OR tool_name LIKE 'delete_%' 
   OR tool_name LIKE 'void_%' 
   OR tool_name LIKE 'approve_%' 
   OR tool_name LIKE 'send_%'
ORDER BY tool_name;
";

/// The newest writes that were blocked before anything ran.
const BLOCKED_WRITES: &str = "
SELECT query, write_tool_results, created_at
FROM query_routing_logs
WHERE 'write_preflight_block' IN (SELECT value FROM json_each(guardrails_triggered))
ORDER BY created_at DESC
LIMIT 20;
";

fn write(journal: &SqliteJournal) {
    block_on(journal.append(three_turns())).unwrap();
}

/// All rows of the view, as JSON.
fn rows(folder: &Folder) -> Vec<Value> {
    let connection = folder.connection();
    let mut statement = connection.prepare("SELECT * FROM query_routing_logs ORDER BY created_at").unwrap();
    let names: Vec<_> = statement.column_names().map(str::to_owned).collect();
    let rows = statement.query_map((), |row| {
        let mut members = serde_json::Map::new();
        for (column, name) in names.iter().enumerate() {
            let value = match row.get_ref(column)? {
                rusqlite::types::ValueRef::Integer(number) => json!(number),
                rusqlite::types::ValueRef::Text(text) => json!(String::from_utf8_lossy(text)),
                _ => Value::Null,
            };
            members.insert(name.clone(), value);
        }
        Ok(Value::Object(members))
    });
    rows.unwrap().map(Result::unwrap).collect()
}

#[test]
fn a_turn_is_a_row() {
    let folder = Folder::new();
    write(&folder.journal());
    let results = r#"[{"tool":"create_payment","validation_status":"blocked","fields_checked":["AccountId"],"mcp_result":{"error_type":"invalid_arguments","missing":["Amount"]}},{"tool":"create_payment","validation_status":"passed","fields_checked":["AccountId","Amount"],"mcp_result":{"PaymentId":"PAY-001"}}]"#;
    assert_eq!(
        rows(&folder),
        [
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
            }),
            json!({
                "id": "turn 2",
                "session_id": "session",
                "query": "What is open?",
                "created_at": "2026-01-01T00:00:01.500Z",
                "is_write_operation": 0,
                "write_tool_results": "[]",
                "guardrails_triggered": "[]",
                "tools_used": r#"["get_all_invoices"]"#,
                "tools_failed": "[]",
            }),
            json!({
                "id": "turn 3",
                "session_id": "session",
                "query": "Void it, and send it.",
                "created_at": "2026-01-01T00:01:01.000Z",
                "is_write_operation": 1,
                "write_tool_results": r#"[{"tool":"void_invoice","validation_status":"passed","fields_checked":[],"mcp_result":"No connection."}]"#,
                "guardrails_triggered": r#"["hallucinated_success"]"#,
                "tools_used": "[]",
                "tools_failed": r#"["void_invoice"]"#,
            }),
        ]
    );
}

#[test]
fn a_turn_that_was_erased_is_still_a_row() {
    let folder = Folder::new();
    let journal = folder.journal();
    write(&journal);
    block_on(journal.erase(&Erasure::Turn("turn 1".to_owned()), "asked for")).unwrap();
    assert_eq!(
        rows(&folder)[0],
        json!({
            "id": "turn 1",
            "session_id": "session",
            "query": null,
            "created_at": "2026-01-01T00:00:00.000Z",
            "is_write_operation": 1,
            "write_tool_results": "[]",
            "guardrails_triggered": "[]",
            "tools_used": "[]",
            "tools_failed": "[]",
        })
    );
}

fn tools() -> Vec<RegisteredTool> {
    let names = ["void_invoice", "get_invoice", "create_payment", "recreate_bill", "approve_bill"];
    let tool = |name: &str| RegisteredTool {
        name: name.to_owned(),
        id: format!("Books.{name}"),
        plugin: Some("Books".to_owned()),
        description: "A tool.".to_owned(),
        is_write: (name != "approve_bill").then_some(!name.starts_with("get")),
        risk: (name == "void_invoice").then_some("high"),
    };
    names.into_iter().map(tool).collect()
}

#[test]
fn tools_that_write_are_found() {
    let folder = Folder::new();
    let journal = folder.journal();
    block_on(
        journal.register_tools(vec![RegisteredTool { name: "send_mail".to_owned(), ..tools().remove(0) }]),
    )
    .unwrap();
    block_on(journal.register_tools(tools())).unwrap();
    let connection = folder.connection();
    let mut statement = connection.prepare(TOOLS_THAT_WRITE).unwrap();
    let found: Vec<String> = statement.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(found, ["approve_bill", "create_payment", "void_invoice"]);
    let unknown: Vec<String> = connection
        .prepare("SELECT tool_name FROM tool_registry WHERE is_write IS NULL")
        .unwrap()
        .query_map((), |row| row.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(unknown, ["approve_bill"]);
}

#[test]
fn blocked_writes_are_found() {
    let folder = Folder::new();
    write(&folder.journal());
    let connection = folder.connection();
    let mut statement = connection.prepare(BLOCKED_WRITES).unwrap();
    let found: Vec<(String, String)> =
        statement.query_map((), |row| Ok((row.get(0)?, row.get(2)?))).unwrap().map(Result::unwrap).collect();
    assert_eq!(found, [("Pay INV-042, please.".to_owned(), "2026-01-01T00:00:00.000Z".to_owned())]);
}

#[test]
fn the_program_of_sqlite_finds_the_same() {
    let folder = Folder::new();
    let journal = folder.journal();
    write(&journal);
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
