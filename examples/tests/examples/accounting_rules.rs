//! An accounting server that accepts anything. Calls that used to fail silently are refused, with a list of everything
//! that is missing.

use futures_executor::block_on;
use hpd_examples::accounting::{AcceptsAnything, toolbox};
use hpd_host::approval::{Answer, Choice, DecisionError, Question, UserChannel};
use hpd_host::outcome::OutcomeKind;
use hpd_host::spec::Risk;
use hpd_host::{CallError, Outcome, RawCall, Session, Toolbox};

fn accounting() -> (AcceptsAnything, Toolbox, Session) {
    let server = AcceptsAnything::default();
    let toolbox = toolbox(server.clone()).expect("the rules fit the tools");
    assert!(toolbox.reports().is_empty(), "{:?}", toolbox.reports());
    let session = Session::new();
    for container in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        session.expand(container.id());
    }
    (server, toolbox, session)
}

/// The faults of a call, a sentence each; empty if it may be made.
fn faults(
    (_, toolbox, session): &(AcceptsAnything, Toolbox, Session),
    tool: &str,
    arguments: &str,
) -> Vec<String> {
    // Each call is the first after a message: none is a correction of another.
    session.user_says("Go on.");
    let outcome = block_on(toolbox.call(session, &RawCall::new("1", tool, arguments)));
    match outcome.error() {
        None => Vec::new(),
        Some(CallError::Validation(response)) => {
            response.errors.iter().map(|error| error.error_message.clone()).collect()
        }
        Some(other) => panic!("{tool} fails otherwise: {other}"),
    }
}

/// The question about a write.
fn question(
    (_, toolbox, session): &(AcceptsAnything, Toolbox, Session),
    tool: &str,
    arguments: &str,
) -> Question {
    let outcome = block_on(toolbox.call(session, &RawCall::new("1", tool, arguments)));
    match outcome.kind {
        OutcomeKind::Confirm(question) => *question,
        other => panic!("{tool} is not asked about: {other:?}"),
    }
}

/// The user's decision.
fn decide(
    (_, toolbox, session): &(AcceptsAnything, Toolbox, Session),
    question: &Question,
    choice: Choice,
    phrase: Option<&str>,
) -> Result<Outcome, DecisionError> {
    let (pending_id, nonce) = (question.pending_id().clone(), question.nonce().to_owned());
    let answer =
        Answer { pending_id, nonce, choice, phrase: phrase.map(str::to_owned), reason: None, edit: None };
    block_on(toolbox.decide(session, &UserChannel::local().decision(answer)))
}

/// Each write: the missing fields of an empty call, the risk, and arguments that may run.
const WRITES: [(&str, &[&str], Risk, &str); 12] = [
    (
        "create_payment",
        &["AccountId", "Amount", "Applications"],
        Risk::Low,
        r#"{"AccountId":"ACC-1","Amount":5000,"Applications":[{"InvoiceId":"INV-042"}]}"#,
    ),
    (
        "create_invoice",
        &["ContactId", "Lines"],
        Risk::Low,
        r#"{"ContactId":"CON-1","Lines":[{"Quantity":1}]}"#,
    ),
    ("create_bill", &["ContactId", "Lines"], Risk::Low, r#"{"ContactId":"CON-1","Lines":[{"Quantity":1}]}"#),
    (
        "create_credit_note",
        &["ContactId", "Lines"],
        Risk::Low,
        r#"{"ContactId":"CON-1","Lines":[{"Quantity":1}]}"#,
    ),
    ("update_invoice", &["InvoiceId"], Risk::Medium, r#"{"InvoiceId":"INV-042"}"#),
    ("update_bill", &["BillId"], Risk::Medium, r#"{"BillId":"BILL-7"}"#),
    ("update_payment", &["PaymentId"], Risk::Medium, r#"{"PaymentId":"PAY-1"}"#),
    (
        "send_invoice",
        &["InvoiceId", "email"],
        Risk::Medium,
        r#"{"InvoiceId":"INV-042","email":"a@acme.example"}"#,
    ),
    ("void_invoice", &["InvoiceId"], Risk::High, r#"{"InvoiceId":"INV-042"}"#),
    ("delete_contact", &["ContactId"], Risk::High, r#"{"ContactId":"CON-1"}"#),
    ("approve_bill", &["BillId"], Risk::High, r#"{"BillId":"BILL-7"}"#),
    (
        "create_journal_entry",
        &["Lines"],
        Risk::Medium,
        r#"{"Lines":[{"DebitAmount":0.3},{"CreditAmount":0.1},{"CreditAmount":0.2}]}"#,
    ),
];

#[test]
fn an_empty_call_lists_everything_that_is_missing() {
    let books = accounting();
    for (tool, missing, ..) in WRITES {
        let expected: Vec<_> = missing.iter().map(|field| format!("{field} is required")).collect();
        assert_eq!(faults(&books, tool, "{}"), expected, "{tool}");
    }
    assert!(books.0.booked().is_empty());
}

#[test]
fn null_and_empty_values_are_missing_too() {
    let books = accounting();
    for (tool, missing, ..) in WRITES {
        for empty in ["null", r#""""#] {
            let fields: Vec<_> = missing.iter().map(|field| format!("\"{field}\":{empty}")).collect();
            let found = faults(&books, tool, &format!("{{{}}}", fields.join(",")));
            assert_eq!(found.len(), missing.len(), "{tool} {empty}: {found:?}");
        }
    }
    let found = faults(&books, "create_payment", r#"{"AccountId":"","Amount":null,"Applications":[]}"#);
    assert_eq!(
        found,
        ["AccountId must not be empty", "Amount is required", "Applications must be a non-empty array"]
    );
}

/// Fields that have to be arrays with something in it.
const ARRAYS: [&str; 2] = ["Applications", "Lines"];

/// A wrong value in place of an array never reaches the server, nor does an empty array.
#[test]
fn nothing_takes_the_place_of_an_array() {
    let books = accounting();
    let mut played = 0;
    for (tool, fields, _, right) in WRITES {
        for array in fields.iter().filter(|field| ARRAYS.contains(field)) {
            played += 1;
            let mut call: serde_json::Value = serde_json::from_str(right).expect("it is JSON");
            let sent = [
                ("null", "is required"),
                (r#""""#, "must"),
                ("[]", "must"),
                ("{}", "must be"),
                (r#"{"x":1}"#, "must be"),
                (r#""INV-042""#, "must be"),
                ("5000", "must be"),
            ];
            for (value, wrong) in sent {
                call[*array] = serde_json::from_str(value).expect("it is JSON");
                let found = faults(&books, tool, &call.to_string());
                assert_eq!(found.len(), 1, "{tool} {array} {value}: {found:?}");
                assert!(found[0].starts_with(&format!("{array} {wrong}")), "{tool} {value}: {found:?}");
            }
        }
    }
    assert_eq!(played, 5, "payment, invoice, bill, credit note and journal entry");
    assert_eq!(
        faults(&books, "create_payment", r#"{"AccountId":"a","Amount":5000,"Applications":"INV-042"}"#),
        ["Applications must be a non-empty array, but a string was sent"]
    );
    assert_eq!(
        faults(&books, "create_payment", r#"{"AccountId":"","Amount":"","Applications":[]}"#),
        ["AccountId must not be empty", "Amount must not be empty", "Applications must be a non-empty array"]
    );
    assert!(books.0.booked().is_empty());
}

#[test]
fn right_calls_reach_the_server_once_they_are_confirmed() {
    let books = accounting();
    let mut expected = Vec::new();
    for (tool, _, risk, arguments) in WRITES {
        let question = question(&books, tool, arguments);
        assert_eq!(question.risk(), risk, "{tool}");
        assert_eq!(books.0.booked(), expected, "{tool} waits");
        let outcome = decide(&books, &question, Choice::Confirm, question.phrase()).expect("it is decided");
        assert_eq!(outcome.for_model().text, r#"{"status":"success"}"#, "{tool}");
        expected.push(format!("{tool} {}", sorted(arguments)));
        assert_eq!(books.0.booked(), expected, "{tool} ran");
    }
}

/// The arguments in the form in which they are stored: keys by name.
fn sorted(arguments: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(arguments).expect("it is JSON");
    value.to_string()
}

#[test]
fn what_is_at_stake_is_confirmed_by_a_phrase() {
    let books = accounting();
    for (tool, arguments, phrase) in [
        ("void_invoice", r#"{"InvoiceId":"INV-042"}"#, "VOID INV-042"),
        ("delete_contact", r#"{"ContactId":"CON-1"}"#, "DELETE CON-1"),
        ("approve_bill", r#"{"BillId":"BILL-7"}"#, "APPROVE BILL-7"),
    ] {
        let question = question(&books, tool, arguments);
        assert_eq!(question.phrase(), Some(phrase));
        let wrong =
            decide(&books, &question, Choice::Confirm, Some("CONFIRM")).expect_err("it is another phrase");
        assert_eq!(wrong.to_string(), "This is not the phrase: nothing was done yet. 2 more tries are left.");
        assert!(books.0.booked().is_empty());
        let outcome = decide(&books, &question, Choice::Cancel, None).expect("it is decided");
        assert!(outcome.error().is_some());
    }
    assert!(books.0.booked().is_empty());
}

#[test]
fn what_is_cancelled_never_reaches_the_server() {
    let books = accounting();
    let (tool, _, _, arguments) = WRITES[0];
    let question = question(&books, tool, arguments);
    let outcome = decide(&books, &question, Choice::Cancel, None).expect("it is decided");
    assert_eq!(
        outcome.for_user().as_deref(),
        Some("Okay, create payment was cancelled. Nothing was changed.")
    );
    assert!(books.0.booked().is_empty());
}

#[test]
fn after_two_corrections_in_vain_the_user_is_asked() {
    let (_, toolbox, session) = accounting();
    let call =
        |arguments: &str| block_on(toolbox.call(&session, &RawCall::new("1", "create_payment", arguments)));
    assert!(call("{}").error().is_some());
    assert!(call(r#"{"AccountId":"ACC-1"}"#).error().is_some());
    assert_eq!(
        call(r#"{"AccountId":"ACC-1","Amount":0}"#).for_user().as_deref(),
        Some(
            "I need a few more details to create payment:\n\
             • Please confirm the exact amount.\n\
             • Which invoice should this payment apply to?"
        )
    );
}

#[test]
fn amounts_are_above_zero() {
    let books = accounting();
    let call = r#"{"AccountId":"ACC-1","Amount":0,"Applications":[{"InvoiceId":"INV-042"}]}"#;
    assert_eq!(faults(&books, "create_payment", call), ["Amount must be greater than 0"]);
}

#[test]
fn a_journal_entry_balances() {
    let books = accounting();
    assert_eq!(
        faults(&books, "create_journal_entry", r#"{"Lines":[{"DebitAmount":150}]}"#),
        ["Lines must have at least 2 items"]
    );
    assert_eq!(
        faults(&books, "create_journal_entry", r#"{"Lines":[{"DebitAmount":150},{"CreditAmount":149.995}]}"#),
        ["the sum of DebitAmount (150) must equal the sum of CreditAmount (149.995) in Lines"]
    );
    assert!(books.0.booked().is_empty());
}

#[test]
fn the_model_is_told_which_tool_yields_a_value() {
    let (_, toolbox, session) = accounting();
    let outcome = block_on(toolbox.call(&session, &RawCall::new("1", "send_invoice", "{}")));
    assert_eq!(
        outcome.for_model().text,
        concat!(
            r#"{"error_type":"validation_error","errors":["#,
            r#"{"property":"InvoiceId","attempted_value":null,"error_message":"InvoiceId is required","error_code":"REQUIRED_FIELD","obtain":"get_all_invoices"},"#,
            r#"{"property":"email","attempted_value":null,"error_message":"email is required","error_code":"REQUIRED_FIELD","obtain":"get_all_contacts"}],"#,
            r#""retry_guidance":"The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again."}"#,
        )
    );
}

#[test]
fn every_write_is_classified_with_its_risk() {
    let (_, toolbox, _) = accounting();
    assert!(toolbox.unclassified().is_empty());
    for (tool, _, risk, _) in WRITES {
        let tool = toolbox.tool(tool).expect("the server lists it");
        assert_eq!((tool.is_write(), tool.risk()), (true, Some(risk)), "{}", tool.name());
    }
}
