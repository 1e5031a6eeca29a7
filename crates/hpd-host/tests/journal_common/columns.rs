//! The columns of turns, for each end of a write.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, UserChannel};
use hpd_host::events::{EventRecord, NewEvent};
use hpd_host::journal::{EventFilter, FreeText, Journal, MemoryJournal};
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::{FakeClock, FakeTimer, SeededRandom};
use hpd_host::values::MapProfile;
use hpd_host::{Outcome, RawCall, Session, ToolError, Toolbox, Values, plugin};
use serde_json::{Value, json};

use crate::Tested;
use crate::common::database::Database;
use crate::common::turns::{START, event};
use crate::view::{BLOCKED_WRITES, rows};

struct Bank;

#[plugin]
impl Bank {
    /// Pays somebody.
    #[ai_function(write, risk = low)]
    fn pay(
        /** To whom. */
        to: String,
        /** How much. */
        #[param(range(min = 1))]
        amount: u32,
    ) -> Result<Value, ToolError> {
        match &*to {
            "nobody" => Err(ToolError::new("There is nobody of this name.")),
            "someone" => Err(ToolError::new("The line went dead.").outcome_unknown()),
            _ => Ok(json!({"PaymentId": "PAY-001", "Amount": amount})),
        }
    }

    /// Sends a letter.
    #[ai_function(write, risk = low)]
    fn send_letter(
        /** The text. */
        text: String,
        /** The address. */
        #[param(ask = "Where shall it go?")]
        address: String,
        /** A number for questions. */
        #[param(profile_key = "phone", confirm_if_uncertain, ask = "Which number?")]
        phone: String,
    ) -> String {
        format!("{text} to {address}, {phone}.")
    }

    /// The balance.
    #[ai_function]
    fn balance() -> &'static str {
        "5"
    }
}

/// A conversation that is recorded in a journal.
struct Talk {
    toolbox: Toolbox,
    session: Session,
    clock: FakeClock,
}

const PAY: &str = r#"{"to": "Acme", "amount": 5}"#;
const LETTER: &str = r#"{"text": "hi", "address": "Main St 1"}"#;

impl Talk {
    fn new(journal: impl Journal + 'static) -> Self {
        let clock = FakeClock::at(Timestamp::from_millis(START));
        let toolbox = Toolbox::builder()
            .plugin(Bank)
            .values(
                Values::new()
                    .profile(MapProfile::new().for_all("phone", "555-0000"))
                    .journal_free_text(FreeText::Told),
            )
            .journal(journal)
            .system(System::new().clock(clock.clone()).timer(FakeTimer::new()).random(SeededRandom::new(1)))
            .build()
            .unwrap();
        Self { toolbox, session: Session::with_id("s1"), clock }
    }

    /// A turn begins. The user's message is its name.
    fn says(&self, text: &str) {
        self.clock.advance(std::time::Duration::from_secs(1));
        self.session.user_says(text);
    }

    async fn call(&self, tool: &str, arguments: &str) -> Outcome {
        self.toolbox.call(&self.session, &RawCall::new("c1", tool, arguments)).await
    }

    /// A payment that the user is asked about, and decides.
    async fn decided(&self, to: &str, choice: Choice) {
        let asked = self.call("pay", &json!({"to": to, "amount": 5}).to_string()).await;
        let OutcomeKind::Confirm(question) = &asked.kind else { panic!("not asked: {}", asked.status()) };
        let decision = UserChannel::local().decision(Answer {
            pending_id: question.pending_id().clone(),
            nonce: question.nonce().to_owned(),
            choice,
            phrase: None,
            reason: None,
            edit: None,
        });
        self.toolbox.decide(&self.session, &decision).await.unwrap();
    }

    async fn answers(&self, text: &str) {
        self.toolbox.reply(&self.session, &UserChannel::local().message(text)).await.unwrap();
    }

    /// All ends of a write, a turn each.
    async fn go_through_all(&self) {
        self.says("blocked");
        self.call("pay", r#"{"to": "Acme"}"#).await;
        self.says("asked, missing: Main St 1");
        let asked = self.call("send_letter", r#"{"text": "hi"}"#).await;
        assert_eq!(asked.status(), "ask_user");
        self.says("asked, uncertain: Main St 1");
        let asked = self.call("send_letter", LETTER).await;
        assert_eq!(asked.status(), "ask_user");
        // The same question once more: the call is blocked too, and nothing else is asked.
        let again = self.call("send_letter", LETTER).await;
        assert_eq!(again.status(), "ask_user");
        self.says("not answered");
        self.call("pay", PAY).await;
        self.clock.advance(std::time::Duration::from_secs(24 * 60 * 60));
        self.toolbox.expire_pending().await.unwrap();
        self.says("asked and answered: Main St 2");
        self.call("send_letter", r#"{"text": "hi", "address": "Main St 2"}"#).await;
        self.answers("yes").await;
        self.says("rejected");
        self.decided("Acme", Choice::Cancel).await;
        self.says("succeeded");
        self.decided("Acme", Choice::Confirm).await;
        self.says("failed");
        self.decided("nobody", Choice::Confirm).await;
        self.says("unknown");
        self.decided("someone", Choice::Confirm).await;
        self.says("waiting");
        self.call("pay", PAY).await;
        self.says("only read");
        self.call("balance", "{}").await;
    }
}

/// The columns of a turn about its writes.
fn columns(rows: &[Value], query: &str) -> Value {
    let row = rows.iter().find(|row| row["query"] == query);
    let mut row = row.unwrap_or_else(|| panic!("no turn {query}: {rows:#?}")).clone();
    for result in row["write_tool_results"].as_array_mut().unwrap() {
        // Other tests cover the model's text of a blocked call.
        if let Some(kind) = result["mcp_result"].get("error_type").cloned() {
            result["mcp_result"] = kind;
        }
    }
    json!([
        row["is_write_operation"],
        row["write_tool_results"],
        row["guardrails_triggered"],
        row["tools_used"],
        row["tools_failed"]
    ])
}

fn paid(mcp_result: &Value, status: &str) -> Value {
    json!({
        "tool": "pay", "validation_status": "passed", "fields_checked": ["to", "amount"],
        "mcp_result": mcp_result, "status": status,
    })
}

fn asked(fields: &[&str], mcp_result: &str) -> Value {
    json!({
        "tool": "send_letter", "validation_status": "blocked", "fields_checked": fields,
        "mcp_result": mcp_result, "status": "blocked",
    })
}

/// The expected columns of the conversation's turns.
fn check(rows: &[Value]) {
    let block = "write_preflight_block";
    let unsure = "phone must be confirmed by the user";
    let again = rows.iter().find(|row| row["query"] == "asked, uncertain: Main St 1").unwrap();
    let again = again["write_tool_results"][1].clone();
    assert_eq!((&again["status"], &again["validation_status"]), (&json!("blocked"), &json!("blocked")));
    let letter = json!({
        "tool": "send_letter", "validation_status": "passed", "fields_checked": ["text", "address", "phone"],
        "mcp_result": null, "status": "waiting",
    });
    let blocked = json!({
        "tool": "pay", "validation_status": "blocked", "fields_checked": ["to", "amount"],
        "mcp_result": "validation_error", "status": "blocked",
    });
    let expected = [
        ("blocked", json!([true, [blocked], [block], [], ["pay"]])),
        (
            "asked, missing: Main St 1",
            json!([
                true,
                [asked(&["address", "phone"], &format!("address is required; {unsure}"))],
                [block],
                [],
                ["send_letter"]
            ]),
        ),
        (
            "asked, uncertain: Main St 1",
            json!([true, [asked(&["phone"], unsure), again], [block], [], ["send_letter"]]),
        ),
        (
            "asked and answered: Main St 2",
            json!([true, [asked(&["phone"], unsure), letter], [block], [], ["send_letter"]]),
        ),
        ("rejected", json!([true, [paid(&Value::Null, "rejected")], [], [], []])),
        (
            "succeeded",
            json!([true, [paid(&json!({"PaymentId": "PAY-001", "Amount": 5}), "ok")], [], ["pay"], []]),
        ),
        ("failed", json!([true, [paid(&json!("function_error"), "error")], [], [], ["pay"]])),
        ("unknown", json!([true, [paid(&json!("function_error"), "unknown")], [], [], []])),
        ("not answered", json!([true, [paid(&Value::Null, "expired")], [], [], []])),
        ("waiting", json!([true, [paid(&Value::Null, "waiting")], [], [], []])),
        ("only read", json!([false, [], [], ["balance"], []])),
    ];
    for (query, expected) in &expected {
        assert_eq!(&columns(rows, query), expected, "{query}");
    }
    // The answer of the user is a turn too.
    assert_eq!(rows.len(), expected.len() + 1);
}

#[test]
fn each_thing_that_becomes_of_a_write_has_its_columns() {
    let Some(database) = Tested::empty() else { return };
    let talk = Talk::new(database.durable());
    database.block_on(talk.go_through_all());
    check(&rows(&database));
    assert_eq!(
        database.texts(BLOCKED_WRITES),
        [
            "asked and answered: Main St 2",
            "asked, uncertain: Main St 1",
            "asked, missing: Main St 1",
            "blocked"
        ]
    );
}

/// Events of a journal in memory lead to the same columns.
#[test]
fn what_memory_is_told_has_the_same_columns() {
    let Some(database) = Tested::empty() else { return };
    let memory = Arc::new(MemoryJournal::new());
    block_on(Talk::new(Arc::clone(&memory)).go_through_all());
    let told = block_on(memory.read(&EventFilter::default())).unwrap();
    let copied = told.into_iter().map(|record| {
        let EventRecord { session, turn, call_id, at, event, .. } = record;
        NewEvent::new(session, at, event).turn(turn).call_id(call_id)
    });
    let journal = database.durable();
    database.block_on(journal.append(copied.collect())).unwrap();
    check(&rows(&database));
}

/// A write that has started and has no recorded end yet. The client that it was forwarded to has not sent a result
/// either.
#[test]
fn a_write_that_runs_is_told_apart() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.durable();
    let told = |after: u64, kind: &str, data: Value| {
        let read = serde_json::from_value(json!({"type": kind, "data": data}));
        event("turn 1", "c1", after, read.unwrap())
    };
    let passed = json!({"tool": "sign", "status": "passed", "fields_validated": ["name"]});
    let handed_on = json!({"tool": "sign", "success": false, "status": "forwarded", "is_write": true});
    let mut events = vec![
        told(0, "turn_started", json!({"query": "Sign it"})),
        told(1, "tool_call", json!({"tool": "sign", "is_write": true, "arguments": "{}"})),
        told(2, "write_validation", passed),
        told(3, "mcq", json!({"pending_id": "p1", "pending_tool": "sign", "nonce": "n"})),
    ];
    let statuses = || {
        let writes = rows(&database)[0]["write_tool_results"].clone();
        writes.as_array().unwrap().iter().map(|write| write["status"].clone()).collect::<Vec<_>>()
    };
    database.block_on(journal.append(std::mem::take(&mut events))).unwrap();
    assert_eq!(statuses(), ["waiting"]);
    let started = told(4, "tool_started", json!({"tool": "sign", "pending_id": "p1"}));
    database.block_on(journal.append(vec![started, told(5, "tool_result", handed_on)])).unwrap();
    assert_eq!(statuses(), ["running"]);
    let done = json!({
        "tool": "sign", "success": true, "status": "ok", "is_write": true, "validation_status": "passed", "pending_id": "p1",
    });
    database.block_on(journal.append(vec![told(6, "tool_result", done)])).unwrap();
    assert_eq!(statuses(), ["ok"]);
}
