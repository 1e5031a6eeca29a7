//! Document 001, pre-flight of writes: what blocks a write, and what the user is asked.

use futures_executor::block_on;
use hpd_examples::accounting::{AcceptsAnything, toolbox as accounting};
use hpd_examples::bookkeeping::ApplicationInput;
use hpd_host::approval::{Choice, DecisionError};
use hpd_host::external::{
    Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool, Rules, ToolRules,
};
use hpd_host::reexports::serde_json::{Value, json};
use hpd_host::spec::Risk;
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, RawCall, Session, Tool, ToolError};

use crate::writes_kit::{Office, PART, PAYMENT, WRITES, faults, question};

fn missing(fields: &[&str]) -> Vec<String> {
    fields.iter().map(|field| format!("REQUIRED_FIELD {field} is required")).collect()
}

/// A call of the server that accepts anything: what is wrong with it, and how many calls have reached the server.
fn of_server(tool: &str, arguments: &str) -> (Vec<String>, usize) {
    let server = AcceptsAnything::default();
    let toolbox = accounting(server.clone()).expect("the rules fit the tools");
    let session = Session::new();
    for container in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        session.expand(container.id());
    }
    let outcome = block_on(toolbox.call(&session, &RawCall::new("1", tool, arguments)));
    (faults(&outcome), server.booked().len())
}

#[test]
fn row_01_each_of_the_twelve_tools_lists_all_that_it_requires() {
    let office = Office::new();
    let before = office.books();
    for (tool, required, ..) in WRITES {
        assert_eq!(office.faults(tool, "{}"), missing(required), "{tool}");
        assert_eq!(of_server(tool, "{}"), (missing(required), 0), "{tool}");
    }
    assert_eq!(office.books(), before);
}

#[test]
fn row_02_an_invoice_is_sent_to_an_address_only() {
    let office = Office::new();
    assert_eq!(office.faults("send_invoice", r#"{"InvoiceId":"INV-042"}"#), missing(&["email"]));
    assert_eq!(
        office.faults("send_invoice", r#"{"InvoiceId":"INV-042","email":"no address"}"#),
        ["FORMAT email must be an email address"]
    );
}

#[test]
fn row_03_null_is_missing() {
    let office = Office::new();
    for (tool, required, ..) in WRITES {
        let nulls: Vec<_> = required.iter().map(|field| format!("{field:?}:null")).collect();
        assert_eq!(office.faults(tool, &format!("{{{}}}", nulls.join(","))), missing(required), "{tool}");
    }
}

#[test]
fn row_04_an_empty_text_is_missing_also_where_a_number_is_required() {
    let empty = r#"{"AccountId":"","Amount":"","Applications":[]}"#;
    let expected = [
        "EMPTY_FIELD AccountId must not be empty",
        "EMPTY_FIELD Amount must not be empty",
        "EMPTY_FIELD Applications must be a non-empty array",
    ];
    let office = Office::new();
    assert_eq!(office.faults("create_payment", empty), expected);
    let blocked = &office.data("write_validation")[0];
    assert_eq!(blocked["missing_fields"], json!(["AccountId", "Amount", "Applications"]));
    assert_eq!(of_server("create_payment", empty), (expected.map(str::to_owned).to_vec(), 0));
}

/// What is sent in the place of an array.
const NO_ARRAYS: [&str; 7] = ["null", r#""""#, "[]", "{}", r#"{"x":1}"#, r#""INV-042""#, "5000"];

#[test]
fn row_05_an_array_is_there_and_holds_something() {
    let office = Office::new();
    let sent = |value| format!(r#"{{"AccountId":"ACC-1000","Amount":5000,"Applications":{value}}}"#);
    for value in NO_ARRAYS {
        let found = office.faults("create_payment", &sent(value));
        assert_eq!(found.len(), 1, "{value}: {found:?}");
        assert!(found[0].contains(" Applications "), "{value}: {found:?}");
    }
    let empty = office.faults("create_payment", &sent("[]"));
    assert_eq!(empty, ["EMPTY_FIELD Applications must be a non-empty array"]);
}

#[test]
fn row_06_a_server_that_accepts_anything_gets_arrays_only() {
    for (tool, rest, array) in [
        ("create_payment", r#""AccountId":"ACC-1","Amount":5000"#, "Applications"),
        ("create_invoice", r#""ContactId":"CON-1""#, "Lines"),
        ("create_bill", r#""ContactId":"CON-1""#, "Lines"),
        ("create_credit_note", r#""ContactId":"CON-1""#, "Lines"),
    ] {
        for value in NO_ARRAYS {
            let (found, reached) = of_server(tool, &format!(r#"{{{rest},"{array}":{value}}}"#));
            assert_eq!((found.len(), reached), (1, 0), "{tool} {value}: {found:?}");
            assert!(found[0].contains(&format!(" {array} ")), "{tool} {value}: {found:?}");
        }
    }
    let text = r#"{"AccountId":"ACC-1","Amount":5000,"Applications":"INV-042"}"#;
    let said = "TYPE_MISMATCH Applications must be a non-empty array, but a string was sent";
    assert_eq!(of_server("create_payment", text).0, [said]);
}

fn entry(lines: &str) -> Vec<String> {
    Office::new().faults("create_journal_entry", &format!(r#"{{"Lines":[{lines}]}}"#))
}

#[test]
fn row_07_a_journal_entry_has_two_lines() {
    assert_eq!(
        entry(r#"{"AccountId":"ACC-5100","DebitAmount":150}"#),
        ["CUSTOM_CHECK Journal entry requires at least 2 lines."]
    );
}

#[test]
fn row_08_debits_are_credits_to_the_last_digit() {
    let sides = |debit: &str, credit: &str| {
        entry(&format!(
            r#"{{"AccountId":"ACC-5100","DebitAmount":{debit}}},{{"AccountId":"ACC-1000","CreditAmount":{credit}}}"#
        ))
    };
    assert_eq!(sides("100.005", "100"), ["CUSTOM_CHECK Debits (100.005) must equal Credits (100)."]);
    assert_eq!(sides("0.30", "0.3"), [""; 0]);
    assert_eq!(Office::new().faults("create_journal_entry", WRITES[10].4), [""; 0], "0.1 + 0.2 is 0.3");
}

#[test]
fn row_09_all_failures_of_a_call_are_listed() {
    assert_eq!(
        Office::new().faults("create_invoice", r#"{"ContactId":"","Lines":[],"DueDate":"soon"}"#),
        [
            "EMPTY_FIELD ContactId must not be empty",
            "EMPTY_FIELD Lines must be a non-empty array",
            "FORMAT DueDate must be a date (YYYY-MM-DD)"
        ]
    );
    assert_eq!(
        entry(r#"{"AccountId":"ACC-5100","DebitAmount":1,"CreditAmount":1},{"AccountId":"ACC-1000"}"#).len(),
        2,
        "own checks list everything too"
    );
}

#[test]
fn row_10_an_unclassified_tool_with_a_write_word_does_not_run_unasked() {
    let tool = |name: &str| ExternalTool::new(name, "Does something", json!({"type": "object"}));
    let tools = ["update_ledger", "get_ledger"].map(tool).to_vec();
    let server = AcceptsAnything::default();
    let source = ExternalSource::list("m", tools).handler(server.clone());
    let rules = Rules::new().tool("get_ledger", ToolRules::new().read());
    let office = Office::with(|builder| builder.external(source.rules(rules)));
    office.toolbox.expand(&office.session, &"m".into());
    assert_eq!(office.call("update_ledger", "{}").status(), "confirm");
    assert_eq!(office.call("get_ledger", "{}").status(), "ok", "its rules say that it reads");
    assert_eq!(server.booked(), ["get_ledger {}"]);
    let class = |name| office.toolbox.tool(name).and_then(Tool::classification);
    assert_eq!(class("update_ledger"), Some(Classification::Write));
}

#[test]
fn row_11_the_model_reads_where_a_value_comes_from() {
    let outcome = Office::new().call("create_payment", PART);
    let read = outcome.for_model_as_json();
    assert_eq!(read["errors"][1]["property"], "Applications");
    assert_eq!(read["errors"][1]["hint"], "Fetch the invoice first to obtain its InvoiceId.");
    assert_eq!(read["errors"][1]["obtain"], "get_all_invoices");
}

#[test]
fn row_12_the_model_corrects_itself_and_the_payment_is_booked() {
    let office = Office::new();
    let blocked = office.call("create_payment", PART).for_model_as_json();
    let obtain = blocked["errors"][1]["obtain"].as_str().expect("the error names it");
    let invoices = office.call(obtain, "{}").for_model_as_json();
    let invoice = invoices.as_array().into_iter().flatten().find(|one| one["ContactName"] == "Acme Corp");
    let invoice = &invoice.expect("it owes something")["InvoiceId"];
    let again = json!({"AccountId": "ACC-1000", "Amount": 5000, "Applications": [{"InvoiceId": invoice, "Amount": 5000}]});
    let booked = office.confirmed("create_payment", &again.to_string()).for_model_as_json();
    assert_eq!((&booked["PaymentId"], &booked["ContactName"]), (&json!("PAY-001"), &json!("Acme Corp")));
}

#[test]
fn row_13_a_call_is_checked_before_the_question_and_again_after_it() {
    let office = Office::new();
    let asked = office.call("create_payment", PAYMENT);
    assert_eq!(office.kinds(), "turn_started tool_call write_validation mcq ");
    office.bookkeeping().void_invoice("INV-042".into()).expect("it is open");
    let before = office.books();
    let outcome = office.decide(&asked, Choice::Confirm, None).expect("the question is open");
    assert_eq!(
        faults(&outcome),
        [
            "CUSTOM_CHECK INV-042 was voided, so nothing can be done with it. Call get_all_invoices to see the open invoices."
        ]
    );
    assert_eq!(office.books(), before);
}

#[test]
fn row_26_each_of_the_twelve_tools_has_its_tier() {
    let office = Office::new();
    for (tool, _, risk, ..) in WRITES {
        let told = office.toolbox.tool(tool).and_then(hpd_host::Tool::risk).expect("it writes");
        assert_eq!(format!("{told:?}").to_lowercase(), risk, "{tool}");
    }
}

#[test]
fn row_27_a_low_risk_takes_a_single_confirmation() {
    let office = Office::new();
    let asked = office.call("create_payment", PAYMENT);
    let data = &question(&asked).to_mcq()["data"];
    assert_eq!((data.get("phrase"), data.get("changes")), (None, None));
    assert_eq!(office.decide(&asked, Choice::Confirm, None).expect("it is open").status(), "ok");
}

#[test]
fn row_28_a_medium_risk_shows_what_changes() {
    let office = Office::new();
    let update = office.call("update_invoice", WRITES[4].4);
    assert!(
        question(&update).text().ends_with("What changes:\n- DueDate: \"2026-03-01\" -> \"2026-04-01\""),
        "{}",
        question(&update).text()
    );
    let sent = office.call("send_invoice", WRITES[8].4);
    let text = question(&sent).text();
    assert!(text.contains("- email: \"a\\u{40}acme\\u{2E}example\""), "{text}");
}

#[test]
fn row_29_a_high_risk_is_confirmed_by_its_phrase() {
    for (tool, _, _, phrase, arguments) in WRITES.into_iter().filter(|write| write.2 == "high") {
        let office = Office::new();
        let asked = office.call(tool, arguments);
        assert_eq!(question(&asked).phrase(), phrase, "{tool}");
        for tries_left in [2, 1, 0] {
            let wrong = office.decide(&asked, Choice::Confirm, Some("YES")).expect_err("another phrase");
            assert!(matches!(wrong, DecisionError::WrongPhrase { tries_left: left } if left == tries_left));
        }
        assert!(office.decide(&asked, Choice::Confirm, phrase).is_err(), "{tool} is closed");
        let asked = office.call(tool, arguments);
        // Blanks around a phrase, and an answer without one, cost no try.
        assert!(matches!(office.decide(&asked, Choice::Confirm, None), Err(DecisionError::NoPhrase)));
        let typed = format!("  {} ", phrase.expect("the risk is high"));
        assert_eq!(office.decide(&asked, Choice::Confirm, Some(&typed)).expect("it is right").status(), "ok");
    }
}

#[test]
fn row_30_the_question_is_an_event_for_the_front_end() {
    let asked = Office::new().call("create_payment", PAYMENT);
    let event = question(&asked).to_mcq();
    let data = &event["data"];
    assert_eq!((&event["type"], &data["mcq_type"]), (&json!("mcq"), &json!("write_confirmation")));
    assert_eq!(
        data["options"],
        json!([
            {"label": "✅ Yes, create payment", "value": "confirm"},
            {"label": "❌ Cancel", "value": "cancel"}
        ])
    );
    assert_eq!(data["pending_tool"], "create_payment");
    assert_eq!(data["pending_args"], serde_json::from_str::<Value>(PAYMENT).expect("it is JSON"));
}

#[test]
fn row_31_the_question_names_amount_customer_and_invoice() {
    let asked = Office::new().call("create_payment", PAYMENT);
    let text = question(&asked).text();
    let (first, rest) = text.split_once('\n').expect("the arguments are below it");
    assert_eq!(first, "Confirm: Create payment of 5000 for Acme Corp against INV-042?");
    assert!(rest.contains("- Applications: [{\"InvoiceId\":\"INV-042\",\"Amount\":5000}]"), "{rest}");
    for (tool, arguments, question_line) in [
        (WRITES[6].0, WRITES[6].4, "Void invoice INV-042 of Acme Corp over 5000.00?"),
        (WRITES[7].0, WRITES[7].4, "Delete the contact CON-005, Old Prospect?"),
    ] {
        assert_eq!(question(&Office::new().call(tool, arguments)).asked(), question_line);
    }
}

#[test]
fn row_32_what_runs_is_what_was_asked() {
    let office = Office::new();
    let asked = office.call("create_payment", PAYMENT);
    // The answer has no arguments: what the model calls meanwhile changes nothing.
    office.call("create_payment", &PAYMENT.replace("5000", "1"));
    let booked = office.decide(&asked, Choice::Confirm, None).expect("it is open").for_model_as_json();
    assert_eq!(booked["Amount"], 5000);
    let once = office.books();
    let again = office.decide(&asked, Choice::Confirm, None);
    assert_eq!(office.books(), once, "it is used once: {again:?}");
}

#[test]
fn row_33_what_is_cancelled_does_not_run() {
    let office = Office::new();
    let before = office.books();
    let asked = office.call("create_payment", PAYMENT);
    let outcome = office.decide(&asked, Choice::Cancel, None).expect("it is open");
    assert_eq!(
        outcome.for_user().as_deref(),
        Some("Okay, create payment was cancelled. Nothing was changed.")
    );
    assert_eq!(office.books(), before);
}

/// A server that fails, as its arguments say, and counts the calls.
struct Failing(std::sync::atomic::AtomicU32);

impl ExternalHandler for Failing {
    fn call<'a>(
        &'a self,
        _: &'a str,
        arguments: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        let attempt = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        Box::pin(async move {
            let error = ToolError::new(format!("The server failed at attempt {attempt}."));
            if arguments.contains("closed") { Err(error.did_not_run()) } else { Err(error.outcome_unknown()) }
        })
    }
}

#[test]
fn row_35_what_did_not_run_is_tried_once_more_and_what_is_unknown_is_not() {
    let tool = ExternalTool::new("sync_books", "Syncs", json!({"type": "object"}));
    for (arguments, attempts) in [(r#"{"how":"closed"}"#, 2), (r#"{"how":"late"}"#, 1)] {
        let source = ExternalSource::list("m", vec![tool.clone()]).handler(Failing(0.into()));
        let source = source.rules(Rules::new().tool("sync_books", ToolRules::new().write(Risk::Low)));
        let office = Office::with(|builder| builder.external(source));
        let outcome = office.confirmed("sync_books", arguments);
        assert_eq!(outcome.attempts(), Some(attempts), "{arguments}");
        let text = outcome.for_model().text;
        assert!(text.contains(&format!("failed at attempt {attempts}.")), "{text}");
        assert_eq!(text.contains("Do NOT call it again"), attempts == 1, "{text}");
    }
}

#[test]
fn row_45_the_checklist_of_the_document() {
    let office = Office::new();
    for (tool, arguments) in [
        ("create_payment", r#"{"AccountId":"ACC-1000","Applications":[{"InvoiceId":"INV-042","Amount":1}]}"#),
        ("create_invoice", r#"{"ContactId":"CON-001"}"#),
        ("void_invoice", "{}"),
        (
            "create_journal_entry",
            r#"{"Lines":[{"AccountId":"ACC-5100","DebitAmount":2},{"AccountId":"ACC-1000","CreditAmount":1}]}"#,
        ),
    ] {
        assert_eq!(office.faults(tool, arguments).len(), 1, "{tool} is blocked");
    }
    for (tool, .., arguments) in WRITES {
        let office = Office::new();
        let part = ApplicationInput { invoice_id: "INV-041".into(), amount: 200.into() };
        let paid = office.bookkeeping().create_payment("ACC-1000".into(), 200.into(), vec![part], None, None);
        paid.expect("update_payment has something to change");
        assert_eq!(office.confirmed(tool, arguments).status(), "ok", "{tool} runs");
    }
}
