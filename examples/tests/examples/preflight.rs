//! The reasons that stop a write of the bookkeeping plugin before it runs, and the model's errors for them.

use hpd_examples::bookkeeping::{ApplicationInput, Bookkeeping, with_previews};
use hpd_host::outcome::OutcomeKind;
use hpd_host::spec::{Effect, Risk};
use hpd_host::{CallError, Outcome, Plugin as _, RawCall, Session, Toolbox};

/// Over the sample's books, with a payment that can be changed.
fn toolbox() -> Toolbox {
    let books = Bookkeeping::sample();
    let part = ApplicationInput { invoice_id: "INV-041".into(), amount: 200.into() };
    books.create_payment("ACC-1000".into(), 200.into(), vec![part], None, None).expect("it fits");
    with_previews(Toolbox::builder(), books.into()).build().expect("the plugin is consistent")
}

/// The outcome of the only call of a conversation.
fn called(function: &str, arguments: &str) -> Outcome {
    let call = RawCall::new("1", function, arguments);
    futures_executor::block_on(toolbox().call(&Session::new(), &call))
}

/// A line for each thing that is wrong with the arguments: the code and the sentence. Nothing, if the user is asked
/// whether the call may run.
fn faults(function: &str, arguments: &str) -> Vec<String> {
    match called(function, arguments).kind {
        OutcomeKind::Confirm(_) => Vec::new(),
        OutcomeKind::Error(CallError::Validation(response)) => {
            let line = |error: &hpd_host::error::ValidationError| {
                format!("{} {}", error.error_code, error.error_message)
            };
            response.errors.iter().map(line).collect()
        }
        other => panic!("{function} ends otherwise: {other:?}"),
    }
}

/// Each write function: the missing fields of an empty call, and arguments that may run.
const WRITES: &[(&str, &[&str], &str)] = &[
    (
        "create_payment",
        &["AccountId", "Amount", "Applications"],
        r#"{"AccountId":"ACC-1000","Amount":5000,"Applications":[{"InvoiceId":"INV-042","Amount":5000}]}"#,
    ),
    (
        "create_invoice",
        &["ContactId", "Lines"],
        r#"{"ContactId":"CON-001","Lines":[{"Description":"Parts","Quantity":3,"UnitAmount":19.99}],"DueDate":"2026-05-01"}"#,
    ),
    (
        "create_bill",
        &["ContactId", "Lines"],
        r#"{"ContactId":"CON-004","Lines":[{"Description":"Paper","UnitAmount":"20"}],"Reference":"PP-2292"}"#,
    ),
    (
        "create_credit_note",
        &["ContactId", "Lines"],
        r#"{"ContactId":"CON-001","Lines":[{"Description":"Return","UnitAmount":10}],"InvoiceId":"INV-042"}"#,
    ),
    ("update_invoice", &["InvoiceId"], r#"{"InvoiceId":"INV-042","Reference":"PO 17"}"#),
    ("update_bill", &["BillId"], r#"{"BillId":"BILL-007","DueDate":"2026-05-01"}"#),
    ("void_invoice", &["InvoiceId"], r#"{"InvoiceId":"INV-042"}"#),
    ("delete_contact", &["ContactId"], r#"{"ContactId":"CON-005"}"#),
    ("send_invoice", &["InvoiceId", "email"], r#"{"InvoiceId":"INV-042","email":"accounts@acme.example"}"#),
    ("approve_bill", &["BillId"], r#"{"BillId":"BILL-007"}"#),
    (
        "create_journal_entry",
        &["Lines"],
        r#"{"Lines":[{"AccountId":"ACC-5100","DebitAmount":150.10},{"AccountId":"ACC-1000","CreditAmount":"150.1"}]}"#,
    ),
    (
        "update_payment",
        &["PaymentId"],
        r#"{"PaymentId":"PAY-001","Amount":10,"Applications":[{"InvoiceId":"INV-042","Amount":10}]}"#,
    ),
];

#[test]
fn an_empty_call_lists_every_required_field() {
    for (function, required, _) in WRITES {
        let expected: Vec<_> =
            required.iter().map(|name| format!("REQUIRED_FIELD {name} is required")).collect();
        assert_eq!(faults(function, "{}"), expected, "{function}");
    }
}

/// Every failure of a call without arguments, with the function that yields the value.
#[test]
fn the_model_reads_what_is_missing_and_where_it_is() {
    let read = |function: &&str| format!("{function}\n{}", called(function, "{}").for_model().text);
    let texts: Vec<_> = WRITES.iter().map(|(function, ..)| function).map(read).collect();
    insta::assert_snapshot!(texts.join("\n\n"));
}

#[test]
fn a_check_says_the_same_as_a_call() {
    for (function, _, right) in WRITES {
        for arguments in ["{}", *right] {
            let call = RawCall::new("1", *function, arguments);
            let checked = toolbox().check(&Session::new(), &call).err();
            assert_eq!(checked.as_ref(), called(function, arguments).error(), "{function} {arguments}");
        }
    }
}

#[test]
fn null_is_as_good_as_nothing() {
    for (function, required, _) in WRITES {
        let nulls: Vec<_> = required.iter().map(|name| format!("{name:?}:null")).collect();
        let expected: Vec<_> =
            required.iter().map(|name| format!("REQUIRED_FIELD {name} is required")).collect();
        assert_eq!(faults(function, &format!("{{{}}}", nulls.join(","))), expected, "{function}");
    }
}

#[test]
fn a_right_call_passes() {
    for (function, _, right) in WRITES {
        assert_eq!(faults(function, right), [""; 0], "{function}");
    }
}

/// The risk of each write, and the phrase that the user types.
const RISKS: &[(&str, Risk, Option<&str>)] = &[
    ("create_payment", Risk::Low, None),
    ("create_invoice", Risk::Low, None),
    ("create_bill", Risk::Low, None),
    ("create_credit_note", Risk::Low, None),
    ("update_invoice", Risk::Medium, None),
    ("update_bill", Risk::Medium, None),
    ("void_invoice", Risk::High, Some("VOID {InvoiceId}")),
    ("delete_contact", Risk::High, Some("DELETE {ContactId}")),
    ("send_invoice", Risk::Medium, None),
    ("approve_bill", Risk::High, Some("APPROVE {BillId}")),
    ("create_journal_entry", Risk::Medium, None),
    ("update_payment", Risk::Medium, None),
];

#[test]
fn exactly_the_twelve_functions_write() {
    let functions = Bookkeeping::SPEC.functions.iter().map(|function| function.info);
    let writes: Vec<_> = functions
        .filter_map(|info| match info.effect {
            Effect::Read => None,
            Effect::Write(write) => Some((info.name, write.risk, write.confirm_phrase)),
        })
        .collect();
    assert_eq!(writes, RISKS);
    assert!(WRITES.iter().map(|(function, ..)| function).eq(RISKS.iter().map(|(function, ..)| function)));
}

#[test]
fn empty_texts_and_arrays_are_refused() {
    assert_eq!(
        faults("create_invoice", r#"{"ContactId":"","Lines":[]}"#),
        ["EMPTY_FIELD ContactId must not be empty", "EMPTY_FIELD Lines must be a non-empty array"]
    );
    assert_eq!(
        faults("update_invoice", r#"{"InvoiceId":"INV-042","Lines":[]}"#),
        ["EMPTY_FIELD Lines must be a non-empty array"]
    );
}

#[test]
fn amounts_are_above_zero() {
    let payment = |amount| {
        let arguments = format!(
            r#"{{"AccountId":"ACC-1000","Amount":{amount},"Applications":[{{"InvoiceId":"INV-042","Amount":{amount}}}]}}"#
        );
        faults("create_payment", &arguments)
    };
    assert_eq!(
        faults("update_payment", r#"{"PaymentId":"PAY-001","Amount":0}"#),
        ["OUT_OF_RANGE Amount must be greater than 0"]
    );
    let refused = [
        "OUT_OF_RANGE Amount must be greater than 0",
        "OUT_OF_RANGE Applications[0].Amount must be greater than 0",
    ];
    assert_eq!(payment("0"), refused);
    assert_eq!(payment("-0.01"), refused);
    assert_eq!(payment("0.01"), [""; 0]);
    assert_eq!(
        faults(
            "create_bill",
            r#"{"ContactId":"CON-004","Lines":[{"Description":"Paper","Quantity":0,"UnitAmount":-1}]}"#
        ),
        [
            "OUT_OF_RANGE Lines[0].UnitAmount must be greater than 0",
            "OUT_OF_RANGE Lines[0].Quantity must be greater than 0"
        ]
    );
}

#[test]
fn the_lines_of_a_journal_entry_are_checked() {
    let entry = |lines: &str| faults("create_journal_entry", &format!(r#"{{"Lines":{lines}}}"#));
    assert_eq!(
        entry(r#"[{"AccountId":"ACC-5100","DebitAmount":150}]"#),
        ["CUSTOM_CHECK Journal entry requires at least 2 lines."]
    );
    assert_eq!(
        entry(r#"[{"AccountId":"ACC-5100","DebitAmount":150},{"AccountId":"ACC-1000","CreditAmount":140}]"#),
        ["CUSTOM_CHECK Debits (150) must equal Credits (140)."]
    );
    // In decimals: 0.1 and 0.2 are 0.3, and half a cent is a difference.
    assert_eq!(
        entry(
            r#"[{"AccountId":"ACC-5100","DebitAmount":0.3},{"AccountId":"ACC-1000","CreditAmount":0.1},{"AccountId":"ACC-1000","CreditAmount":0.2}]"#
        ),
        [""; 0]
    );
    assert_eq!(
        entry(
            r#"[{"AccountId":"ACC-5100","DebitAmount":150.005},{"AccountId":"ACC-1000","CreditAmount":150}]"#
        ),
        ["CUSTOM_CHECK Debits (150.005) must equal Credits (150)."]
    );
    assert_eq!(
        entry(r#"[{"AccountId":"ACC-5100","DebitAmount":-5},{"AccountId":"ACC-1000","CreditAmount":-5}]"#),
        [
            "OUT_OF_RANGE Lines[0].DebitAmount must be at least 0",
            "OUT_OF_RANGE Lines[1].CreditAmount must be at least 0"
        ]
    );
    assert_eq!(
        entry(r#"[{"AccountId":"ACC-5100","DebitAmount":1,"CreditAmount":1},{"AccountId":"ACC-1000"}]"#),
        [
            "CUSTOM_CHECK Lines[0] needs either DebitAmount or CreditAmount, above zero, and not both.",
            "CUSTOM_CHECK Lines[1] needs either DebitAmount or CreditAmount, above zero, and not both."
        ]
    );
}

#[test]
fn the_parts_of_a_payment_add_up() {
    let arguments =
        r#"{"AccountId":"ACC-1000","Amount":5000,"Applications":[{"InvoiceId":"INV-042","Amount":4000}]}"#;
    assert_eq!(
        faults("create_payment", arguments),
        ["CUSTOM_CHECK The applications add up to 4000, but Amount is 5000. They must be equal."]
    );
}

#[test]
fn a_wrong_address_and_a_wrong_day_are_refused() {
    assert_eq!(
        faults("send_invoice", r#"{"InvoiceId":"INV-042","email":"nobody"}"#),
        ["FORMAT email must be an email address"]
    );
    assert_eq!(
        faults("update_bill", r#"{"BillId":"BILL-007","DueDate":"soon"}"#),
        ["FORMAT DueDate must be a date (YYYY-MM-DD)"]
    );
}

#[test]
fn a_missing_value_says_how_to_obtain_it() {
    let outcome = called("create_payment", r#"{"AccountId":"ACC-1000"}"#);
    let Some(CallError::Validation(response)) = outcome.error() else { panic!("two fields are missing") };
    let applications = &response.errors[1];
    assert_eq!(applications.property, "Applications");
    assert_eq!(applications.hint.as_deref(), Some("Fetch the invoice first to obtain its InvoiceId."));
    assert_eq!(applications.obtain.as_deref(), Some("get_all_invoices"));
}

#[test]
fn a_refusal_by_the_books_is_a_sentence_for_the_model() {
    let outcome = called("get_invoice", r#"{"InvoiceId":"INV-9"}"#);
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"There is no invoice INV-9. Call get_all_invoices to see the invoices."}"#
    );
}

/// The user's question for each right call.
#[test]
fn the_question_says_whose_record_it_is_and_over_how_much() {
    let asked = |(function, _, right): &(&str, &[&str], &str)| match called(function, right).kind {
        OutcomeKind::Confirm(question) => question.asked(),
        other => panic!("{function} ends otherwise: {other:?}"),
    };
    let questions: Vec<String> = WRITES.iter().map(asked).collect();
    assert_eq!(
        questions,
        [
            "Create payment of 5000 for Acme Corp against INV-042?",
            "Create invoice over 59.97 for Acme Corp?",
            "Create bill over 20.00 from \"Paper \\u{26} Pens\"?",
            "Create credit note over 10.00 for Acme Corp?",
            "Change invoice INV-042 of Acme Corp over 5000.00?",
            "Change bill BILL-007 of \"Paper \\u{26} Pens\" over 1800.00?",
            "Void invoice INV-042 of Acme Corp over 5000.00?",
            "Delete the contact CON-005, Old Prospect?",
            "Send invoice INV-042 of Acme Corp over 5000.00 to \"accounts\\u{40}acme\\u{2E}example\"?",
            "Approve bill BILL-007 of \"Paper \\u{26} Pens\" over 1800.00?",
            "Create journal entry over 150.1 on Rent, Bank?",
            "Change payment PAY-001 of Globex Ltd over 200?",
        ]
    );
}

/// A call that must fail on the current books is blocked before the user is asked, with the next step.
#[test]
fn nobody_is_asked_about_what_must_fail() {
    let cases = [
        (
            "update_invoice",
            r#"{"InvoiceId":"INV-042"}"#,
            "Nothing was changed: give at least one field with its new value.",
        ),
        (
            "update_bill",
            r#"{"BillId":"BILL-007"}"#,
            "Nothing was changed: give at least one field with its new value.",
        ),
        (
            "update_payment",
            r#"{"PaymentId":"PAY-001"}"#,
            "Nothing was changed: give at least one field with its new value.",
        ),
        (
            "update_payment",
            r#"{"PaymentId":"PAY-9","Date":"2026-01-01"}"#,
            "There is no payment PAY-9. Call get_all_payments to see the payments.",
        ),
        (
            "update_payment",
            r#"{"PaymentId":"PAY-001","Amount":300}"#,
            "The applications add up to 200.00, but Amount is 300.00. They must be equal.",
        ),
        (
            "create_invoice",
            r#"{"ContactId":"CON-999","Lines":[{"Description":"x","UnitAmount":1}]}"#,
            "There is no contact CON-999. Call get_all_contacts to see the contacts.",
        ),
        (
            "create_bill",
            r#"{"ContactId":"CON-999","Lines":[{"Description":"x","UnitAmount":1}]}"#,
            "There is no contact CON-999. Call get_all_contacts to see the contacts.",
        ),
        (
            "create_credit_note",
            r#"{"ContactId":"CON-001","Lines":[{"Description":"x","UnitAmount":6000}],"InvoiceId":"INV-042"}"#,
            "INV-042 has only 5000.00 due, but 6000.00 is applied to it. Call get_all_invoices to see what is due.",
        ),
        (
            "create_credit_note",
            r#"{"ContactId":"CON-002","Lines":[{"Description":"x","UnitAmount":1}],"InvoiceId":"INV-042"}"#,
            "INV-042 is an invoice to CON-001, not to CON-002. Use the invoices of one contact only.",
        ),
        (
            "create_payment",
            r#"{"AccountId":"ACC-9","Amount":1,"Applications":[{"InvoiceId":"INV-042","Amount":1}]}"#,
            "There is no account ACC-9. Call get_all_accounts to see the accounts.",
        ),
        (
            "create_payment",
            r#"{"AccountId":"ACC-1000","Amount":6000,"Applications":[{"InvoiceId":"INV-042","Amount":6000}]}"#,
            "INV-042 has only 5000.00 due, but 6000.00 is applied to it. Call get_all_invoices to see what is due.",
        ),
        (
            "create_payment",
            r#"{"AccountId":"ACC-1000","Amount":1,"Applications":[{"InvoiceId":"INV-9","Amount":1}]}"#,
            "There is no invoice INV-9. Call get_all_invoices to see the invoices.",
        ),
        (
            "void_invoice",
            r#"{"InvoiceId":"INV-9"}"#,
            "There is no invoice INV-9. Call get_all_invoices to see the invoices.",
        ),
        (
            "delete_contact",
            r#"{"ContactId":"CON-001"}"#,
            "CON-001 (Acme Corp) has 1 invoice, so it can't be deleted. Tell the user that a contact with documents is kept.",
        ),
        (
            "send_invoice",
            r#"{"InvoiceId":"INV-9","email":"a@b.example"}"#,
            "There is no invoice INV-9. Call get_all_invoices to see the invoices.",
        ),
        (
            "approve_bill",
            r#"{"BillId":"BILL-9"}"#,
            "There is no bill BILL-9. Call get_all_bills to see the bills.",
        ),
        (
            "create_journal_entry",
            r#"{"Lines":[{"AccountId":"ACC-9","DebitAmount":1},{"AccountId":"ACC-1000","CreditAmount":1}]}"#,
            "There is no account ACC-9. Call get_all_accounts to see the accounts.",
        ),
    ];
    for (function, arguments, message) in cases {
        let faults = faults(function, arguments);
        assert_eq!(faults.len(), 1, "{function} {arguments}: {faults:?}");
        assert!(faults[0].ends_with(message), "{function} {arguments}: {faults:?}");
    }
    let settled = faults("void_invoice", r#"{"InvoiceId":"INV-041"}"#);
    assert!(settled[0].contains("INV-041 is settled by PAY-001."), "{settled:?}");
}
