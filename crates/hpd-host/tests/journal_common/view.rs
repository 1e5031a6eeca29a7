//! The rows of turns, as queries of others find them.

use std::collections::BTreeSet;

use hpd_host::Principal;
use hpd_host::events::ValidationStatus::{Blocked, Passed};
use hpd_host::events::{Event, NewEvent, WriteValidationEvent};
use hpd_host::journal::{Erasure, EventFilter, Journal, RegisteredTool};
use hpd_host::system::Timestamp;
use serde_json::json;

use super::{BLOCKED_WRITES, MOMENTS, rows};
use crate::Tested;
use crate::common::database::Database;
use crate::common::turns::{START, event, says, three_turns};

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

/// The turns of the entries, by their first entry.
const TURNS: &str =
    "SELECT CAST(min(entry) AS text) || ' ' || turn || ' ' || session FROM journal WHERE turn IS NOT NULL
    GROUP BY turn, session ORDER BY min(entry)";

/// The turns of the view, likewise.
const KEPT_TURNS: &str =
    "SELECT CAST(first AS text) || ' ' || turn || ' ' || session FROM journal_turns ORDER BY first";

#[test]
fn a_turn_whose_first_events_were_removed_begins_with_those_that_stay() {
    let Some((database, journal)) = filled() else { return };
    let prune = |after| {
        let moment = Timestamp::from_millis(START + after);
        database.block_on(journal.prune(moment, "old")).unwrap();
        assert_eq!(database.texts(KEPT_TURNS), database.texts(TURNS));
        rows(&database)
    };
    assert_eq!(database.texts(KEPT_TURNS), ["1 turn 1 session", "5 turn 2 session", "15 turn 3 session"]);
    let rows = prune(7);
    assert_eq!((rows.len(), &rows[0]["id"]), (3, &json!("turn 1")));
    assert_eq!(rows[0]["created_at"].as_str().unwrap().get(..23), Some("2026-01-01T00:00:00.007"));
    // The check that blocked the write is gone.
    assert_eq!(rows[0]["guardrails_triggered"], json!([]));
    assert_eq!(rows[2]["guardrails_triggered"], json!(["hallucinated_success"]));
    let rows = prune(61_003);
    assert_eq!((rows.len(), &rows[0]["id"]), (1, &json!("turn 3")));
    assert_eq!(rows[0]["guardrails_triggered"], json!(["hallucinated_success"]));
    assert_eq!(prune(100_000).len(), 0);
}

#[test]
fn turns_are_kept_while_many_events_are_written_erased_and_removed() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.relaxed();
    let turn = |number: u64| {
        let turn = format!("turn {}", number % 300);
        let check = WriteValidationEvent::new("pay", if number.is_multiple_of(7) { Blocked } else { Passed });
        event(
            &turn,
            "call",
            number,
            if number.is_multiple_of(3) { Event::WriteValidation(check) } else { says("Pay.") },
        )
    };
    for start in (0..3_000).step_by(600) {
        database.block_on(journal.append((start..start + 600).map(turn).collect())).unwrap();
    }
    let guardrails = || {
        let rows = rows(&database);
        let blocked = rows.iter().filter(|row| row["guardrails_triggered"] != json!([]));
        blocked.map(|row| row["id"].as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
    };
    let blocked = || {
        let filter = EventFilter::default().kinds(vec!["write_validation"]);
        let events = database.block_on(journal.read(&filter)).unwrap();
        let blocked = events.into_iter().filter(
            |record| matches!(&record.event, Event::WriteValidation(check) if check.status == Blocked),
        );
        blocked.filter_map(|record| record.turn).collect::<BTreeSet<_>>()
    };
    assert_eq!(guardrails(), blocked());
    let before = |after| Timestamp::from_millis(START + after);
    database.block_on(journal.erase(&Erasure::Before(before(1_500)), "asked for")).unwrap();
    assert_eq!(guardrails(), blocked());
    database.block_on(journal.prune(before(2_750), "old")).unwrap();
    assert_eq!(guardrails(), blocked());
    assert_eq!(database.texts(KEPT_TURNS), database.texts(TURNS));
    assert_eq!(database.texts("SELECT CAST(part AS text) FROM journal_parts ORDER BY part"), ["2"]);
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
