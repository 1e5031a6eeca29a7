//! An accounting server that accepts anything: what used to fail in silence is refused, with everything that is missing.

use futures_executor::block_on;
use hpd_examples::accounting::{AcceptsAnything, toolbox};
use hpd_host::spec::Risk;
use hpd_host::{CallError, RawCall, Session, Toolbox};

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

/// What is wrong with a call: a sentence each; nothing if it was made.
fn faults(
    (_, toolbox, session): &(AcceptsAnything, Toolbox, Session),
    tool: &str,
    arguments: &str,
) -> Vec<String> {
    let outcome = block_on(toolbox.call(session, &RawCall::new("1", tool, arguments)));
    match outcome.error() {
        None => Vec::new(),
        Some(CallError::Validation(response)) => {
            response.errors.iter().map(|error| error.error_message.clone()).collect()
        }
        Some(other) => panic!("{tool} fails otherwise: {other}"),
    }
}

/// Each write: what is missing in an empty call, how much is at stake, and arguments that may run.
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

#[test]
fn right_calls_reach_the_server_as_they_are() {
    let books = accounting();
    for (tool, _, _, arguments) in WRITES {
        assert_eq!(faults(&books, tool, arguments), Vec::<String>::new(), "{tool}");
    }
    let expected: Vec<_> =
        WRITES.iter().map(|(tool, _, _, arguments)| format!("{tool} {arguments}")).collect();
    assert_eq!(books.0.booked(), expected);
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
