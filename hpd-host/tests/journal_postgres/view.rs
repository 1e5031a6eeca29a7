//! The rows of turns, as queries of others find them.

use hpd_host::journal::{Erasure, Journal, JournalOptions, PostgresJournal, RegisteredTool};
use serde_json::{Value, json};
use tokio_postgres::Client;

use crate::desk::{Desk, new_schema};
use crate::turns::{event, says, three_turns};

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
WHERE 'write_preflight_block' = ANY(guardrails_triggered)
ORDER BY created_at DESC
LIMIT 20;
";

/// All rows of the view, as JSON.
async fn rows(client: &Client) -> Vec<Value> {
    let query = "SELECT row_to_json(logs)::text FROM query_routing_logs AS logs ORDER BY created_at, id";
    let rows = client.query(query, &[]).await.unwrap();
    rows.iter().map(|row| serde_json::from_str(row.get(0)).unwrap()).collect()
}

/// A journal with three turns, and a connection to its schema.
fn filled(desk: &Desk) -> (PostgresJournal, Client, String) {
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    desk.block_on(journal.append(three_turns())).unwrap();
    let client = desk.client(&schema);
    desk.block_on(client.batch_execute("SET timezone = 'UTC'")).unwrap();
    (journal, client, schema)
}

#[test]
fn a_turn_is_a_row() {
    let Some(desk) = Desk::new() else { return };
    let (_journal, client, _) = filled(&desk);
    assert_eq!(
        desk.block_on(rows(&client)),
        [
            json!({
                "id": "turn 1",
                "session_id": "session",
                "query": "Pay INV-042, please.",
                "created_at": "2026-01-01T00:00:00+00:00",
                "is_write_operation": true,
                "write_tool_results": [
                    {
                        "tool": "create_payment",
                        "validation_status": "blocked",
                        "fields_checked": ["AccountId"],
                        "mcp_result": {"error_type": "invalid_arguments", "missing": ["Amount"]},
                    },
                    {
                        "tool": "create_payment",
                        "validation_status": "passed",
                        "fields_checked": ["AccountId", "Amount"],
                        "mcp_result": {"PaymentId": "PAY-001"},
                    },
                ],
                "guardrails_triggered": ["write_preflight_block"],
                "tools_used": ["get_all_invoices", "create_payment"],
                "tools_failed": ["create_payment"],
            }),
            json!({
                "id": "turn 2",
                "session_id": "session",
                "query": "What is open?",
                "created_at": "2026-01-01T00:00:01.5+00:00",
                "is_write_operation": false,
                "write_tool_results": [],
                "guardrails_triggered": [],
                "tools_used": ["get_all_invoices"],
                "tools_failed": [],
            }),
            json!({
                "id": "turn 3",
                "session_id": "session",
                "query": "Void it, and send it.",
                "created_at": "2026-01-01T00:01:01+00:00",
                "is_write_operation": true,
                "write_tool_results": [{
                    "tool": "void_invoice",
                    "validation_status": "passed",
                    "fields_checked": [],
                    "mcp_result": "No connection.",
                }],
                "guardrails_triggered": ["hallucinated_success"],
                "tools_used": [],
                "tools_failed": ["void_invoice"],
            }),
        ]
    );
}

#[test]
fn columns_have_the_types_that_queries_expect() {
    let Some(desk) = Desk::new() else { return };
    let (_journal, client, _) = filled(&desk);
    let statement = desk.block_on(client.prepare("SELECT * FROM query_routing_logs")).unwrap();
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
        ]
    );
}

#[test]
fn a_turn_that_was_erased_is_still_a_row() {
    let Some(desk) = Desk::new() else { return };
    let (journal, client, _) = filled(&desk);
    desk.block_on(journal.erase(&Erasure::Turn("turn 1".to_owned()), "asked for")).unwrap();
    assert_eq!(
        desk.block_on(rows(&client))[0],
        json!({
            "id": "turn 1",
            "session_id": "session",
            "query": null,
            "created_at": "2026-01-01T00:00:00+00:00",
            "is_write_operation": true,
            "write_tool_results": [],
            "guardrails_triggered": [],
            "tools_used": [],
            "tools_failed": [],
        })
    );
}

#[test]
fn a_text_with_a_zero_is_in_no_other_turns_way() {
    let Some(desk) = Desk::new() else { return };
    let (journal, client, _) = filled(&desk);
    let text = "a\0b \\\0\0 \\u0000";
    desk.block_on(journal.append(vec![event("turn 4", "call", 70_000, says(text))])).unwrap();
    let rows = desk.block_on(rows(&client));
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[3]["query"], "a\u{fffd}b \\\u{fffd}\u{fffd} \\u0000");
}

#[test]
fn a_moment_without_a_date_is_in_no_other_turns_way() {
    let Some(desk) = Desk::new() else { return };
    let (journal, client, _) = filled(&desk);
    for (turn, at) in [("late", 9_224_318_016_000_000), ("in time", 9_224_318_015_999_999)] {
        let mut late = event(turn, "call", 0, says("Hello."));
        late.at = hpd_host::Timestamp::from_millis(at);
        desk.block_on(journal.append(vec![late])).unwrap();
    }
    let rows = desk.block_on(rows(&client));
    // So far away PostgreSQL's own arithmetic is not exact any more.
    let in_time = rows[3]["created_at"].to_string();
    assert!(in_time.starts_with("\"294276-12-31T23:59:59.99"), "{in_time}");
    assert_eq!(rows[4]["created_at"], "infinity");
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
    let Some(desk) = Desk::new() else { return };
    let (journal, client, _) = filled(&desk);
    let older = RegisteredTool { name: "send_mail".to_owned(), ..tools().remove(0) };
    desk.block_on(async {
        journal.register_tools(vec![older]).await.unwrap();
        journal.register_tools(tools()).await.unwrap();
        let found = client.query(TOOLS_THAT_WRITE, &[]).await.unwrap();
        let found: Vec<&str> = found.iter().map(|row| row.get(0)).collect();
        assert_eq!(found, ["approve_bill", "create_payment", "void_invoice"]);
        let unknown = "SELECT tool_name FROM tool_registry WHERE is_write IS NULL";
        assert_eq!(client.query_one(unknown, &[]).await.unwrap().get::<_, &str>(0), "approve_bill");
    });
}

#[test]
fn blocked_writes_are_found() {
    let Some(desk) = Desk::new() else { return };
    let (_journal, client, _) = filled(&desk);
    let found = desk.block_on(client.query(BLOCKED_WRITES, &[])).unwrap();
    let found: Vec<&str> = found.iter().map(|row| row.get(0)).collect();
    assert_eq!(found, ["Pay INV-042, please."]);
}

#[test]
fn the_program_of_postgresql_finds_the_same() {
    let Some(desk) = Desk::new() else { return };
    let (journal, _client, schema) = filled(&desk);
    desk.block_on(journal.register_tools(tools())).unwrap();
    let run = |sql: &str| {
        let mut psql = desk.server.program("psql")?;
        let schema = schema.replace('"', "\"\"").replace(' ', "\\ ");
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
