//! The rows of turns, as queries of others find them.

use hpd_host::Principal;
use hpd_host::events::NewEvent;
use hpd_host::journal::{Erasure, Journal, RegisteredTool};
use serde_json::json;

use super::{BLOCKED_WRITES, MOMENTS, rows};
use crate::Tested;
use crate::common::database::Database;
use crate::common::turns::{event, says, three_turns};

/// The tools that need checks, if their names show their effects.
pub(crate) const TOOLS_THAT_WRITE: &str = "
SELECT tool_name FROM tool_registry 
WHERE tool_name LIKE 'create_%' 
   OR tool_name LIKE 'update_%' 
   OR tool_name LIKE 'delete_%' 
   OR tool_name LIKE 'void_%' 
   OR tool_name LIKE 'approve_%' 
   OR tool_name LIKE 'send_%'
ORDER BY tool_name;
";

/// A database with a journal of three turns; the contents of the journal stay when it is closed.
pub(crate) fn filled() -> Option<(Tested, <Tested as Database>::Journal)> {
    let database = Tested::empty()?;
    let journal = database.durable();
    // The last turn has no principal.
    let people = |event: NewEvent| match event.turn.as_deref() {
        Some("turn 3") => event,
        _ => event.on_behalf_of(&Principal::new("alex").in_tenant("acme")),
    };
    database.block_on(journal.append(three_turns().into_iter().map(people).collect())).unwrap();
    Some((database, journal))
}

#[test]
fn a_turn_is_a_row() {
    let Some((database, _journal)) = filled() else { return };
    assert_eq!(
        rows(&database),
        [
            json!({
                "id": "turn 1",
                "session_id": "session",
                "query": "Pay INV-042, please.",
                "created_at": MOMENTS[0],
                "is_write_operation": true,
                "write_tool_results": [
                    {
                        "tool": "create_payment",
                        "validation_status": "blocked",
                        "fields_checked": ["AccountId"],
                        "mcp_result": {"error_type": "invalid_arguments", "missing": ["Amount"]},
                        "status": "blocked",
                    },
                    {
                        "tool": "create_payment",
                        "validation_status": "passed",
                        "fields_checked": ["AccountId", "Amount"],
                        "mcp_result": {"PaymentId": "PAY-001"},
                        "status": "ok",
                    },
                ],
                "guardrails_triggered": ["write_preflight_block"],
                "tools_used": ["get_all_invoices", "create_payment"],
                "tools_failed": ["create_payment"],
                "principal": "alex",
                "tenant": "acme",
            }),
            json!({
                "id": "turn 2",
                "session_id": "session",
                "query": "What is open?",
                "created_at": MOMENTS[1],
                "is_write_operation": false,
                "write_tool_results": [],
                "guardrails_triggered": [],
                "tools_used": ["get_all_invoices"],
                "tools_failed": [],
                "principal": "alex",
                "tenant": "acme",
            }),
            json!({
                "id": "turn 3",
                "session_id": "session",
                "query": "Void it, and send it.",
                "created_at": MOMENTS[2],
                "is_write_operation": true,
                "write_tool_results": [{
                    "tool": "void_invoice",
                    "validation_status": "passed",
                    "fields_checked": [],
                    "mcp_result": "No connection.",
                    "status": "error",
                }],
                "guardrails_triggered": ["hallucinated_success"],
                "tools_used": [],
                "tools_failed": ["void_invoice"],
                "principal": null,
                "tenant": null,
            }),
        ]
    );
}

#[test]
fn a_turn_that_was_erased_is_still_a_row() {
    let Some((database, journal)) = filled() else { return };
    database.block_on(journal.erase(&Erasure::Turn("turn 1".to_owned()), "asked for")).unwrap();
    assert_eq!(
        rows(&database)[0],
        json!({
            "id": "turn 1",
            "session_id": "session",
            "query": null,
            "created_at": MOMENTS[0],
            "is_write_operation": true,
            "write_tool_results": [],
            "guardrails_triggered": [],
            "tools_used": [],
            "tools_failed": [],
            "principal": null,
            "tenant": null,
        })
    );
}

pub(crate) fn tools() -> Vec<RegisteredTool> {
    let names = ["void_invoice", "get_invoice", "create_payment", "recreate_bill", "approve_bill"];
    let tool = |name: &str| {
        RegisteredTool::new(name, format!("Books.{name}"), "A tool.")
            .plugin(Some("Books".to_owned()))
            .is_write((name != "approve_bill").then_some(!name.starts_with("get")))
            .risk((name == "void_invoice").then_some("high"))
    };
    names.into_iter().map(tool).collect()
}

#[test]
fn tools_that_write_are_found() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.durable();
    let older = tools().remove(0).name("send_mail".to_owned());
    database.block_on(journal.register_tools(vec![older])).unwrap();
    database.block_on(journal.register_tools(tools())).unwrap();
    assert_eq!(database.texts(TOOLS_THAT_WRITE), ["approve_bill", "create_payment", "void_invoice"]);
    let unknown = "SELECT tool_name FROM tool_registry WHERE is_write IS NULL";
    assert_eq!(database.texts(unknown), ["approve_bill"]);
}

#[test]
fn blocked_writes_are_found() {
    let Some((database, _journal)) = filled() else { return };
    assert_eq!(database.texts(BLOCKED_WRITES), ["Pay INV-042, please."]);
}

#[test]
fn a_principal_with_any_name_is_in_the_row_of_its_turn() {
    let Some((database, journal)) = filled() else { return };
    for (number, name) in
        ["", "\"", "\\", "a\",\"tenant\":\"b", "ü\u{1F600}\n", "a\0b"].into_iter().enumerate()
    {
        let turn = format!("turn {}", number + 4);
        let principal = Principal::new(name).in_tenant(name);
        let asked = event(&turn, "call", 70_000, says("Hello.")).on_behalf_of(&principal);
        let erased = event(&turn, "call", 70_000, says("Bye."));
        database.block_on(journal.append(vec![erased, asked])).unwrap();
        let rows = rows(&database);
        let row = rows.iter().find(|row| row["id"] == turn).unwrap();
        let name = name.replace('\0', "\u{fffd}");
        assert_eq!((&row["principal"], &row["tenant"]), (&json!(name), &json!(name)));
    }
}
