//! Reports of earlier writes or of reads, and texts that only look like a report of a write.

use crate::kit::{check, report};

fn stay(texts: &[&str], known: &str) {
    let struck: Vec<_> = texts.iter().filter(|text| check(text, known).text != **text).collect();
    assert!(struck.is_empty(), "{known}: {struck:#?}");
}

fn go(texts: &[&str], known: &str) {
    let kept: Vec<_> = texts.iter().filter(|text| check(text, known).triggered.is_empty()).collect();
    assert!(kept.is_empty(), "{known}: {kept:#?}");
}

#[test]
fn successes_of_earlier_turns_are_reported() {
    stay(
        &[
            "Yes, I've recorded it.",
            "Done.",
            "It went through.",
            "Yes, it was recorded.",
            "Yes, it's been recorded.",
            "The payment was recorded above.",
            "I've recorded the payment already, as said above.",
            "Yes, the payment of 500 has been recorded, and the balance is zero.",
            "I paid Acme 500.",
        ],
        "create_payment ok before",
    );
}

#[test]
fn what_failed_now_is_told_with_what_succeeded_earlier() {
    let text = check("I've recorded the payment.", "create_payment ok before, create_payment failed").text;
    assert_eq!(
        text,
        "Create payment succeeded earlier. I couldn't complete this: create payment was not carried out."
    );
    stay(
        &["I've recorded the payment for Acme. The payment failed this time."],
        "create_payment ok before, create_payment failed",
    );
}

#[test]
fn what_was_read_may_be_told_without_i() {
    stay(
        &[
            "Yes, invoice INV-42 has been paid.",
            "The meeting has been moved to Tuesday.",
            "The invoice was approved.",
            "The bill has been approved.",
            "### Invoice Created\n- **Date:** 3 May\n- **Amount:** 500",
            "**Invoice approved**\n\n- Approved by: Jane\n- Date: 3 May",
            "✅ All invoices paid",
            "The payment went through.",
            "Two payments were recorded, one for 500 and one for 200.",
            "Done! Your balance is 42.",
            "Done.",
        ],
        "read",
    );
    go(&["I've recorded the payment.", "I've voided the invoice.", "I paid Acme 500."], "read");
}

#[test]
fn what_others_did_is_no_claim() {
    let texts = [
        "The payment was moved to Acme by Felix.",
        "The invoice was sent to Acme last week by John.",
        "The bank rejected the payment: the invoice has already been paid.",
    ];
    stay(&texts, "");
    stay(&texts, "create_payment failed, send_invoice failed, update_invoice failed");
    let by_email = ["The invoice has been sent to Acme by email."];
    report("by email", &by_email, "send_invoice failed", "send invoice was not carried out");
}

#[test]
fn what_is_done_with_an_answer_is_no_write() {
    let texts = [
        "I've applied the exchange rate of 1.1 to all amounts.",
        "I've merged both lists.",
        "I've fixed the bug in your code:\n```rust\nfn main(){}\n```",
        "I've applied your filter: only open invoices are shown.",
        "I've removed the duplicates from the results.",
        "I've processed the data you gave me: the total is 5,000.",
        "I've marked the overdue invoices in bold.",
        "I've shared the details below.",
        "I've added up all open invoices: 4,200.",
        "I've opened the customer's record. Her balance is 300.",
        "I've finished reviewing the ledger. Two entries look wrong.",
        "I've cancelled out the common terms: x = 2.",
        "I've shared what I know.",
        "We've moved to a new office.",
        "I've added that to my notes.",
        "I've updated it.",
        "Yes, I've added it.",
        "I've updated the invoice:\n\nDear Anna, please find ..",
    ];
    stay(&texts, "");
    stay(&texts, "read");
}

#[test]
fn what_no_call_was_made_for_is_not_claimed() {
    go(
        &[
            "✅ Payment of ₹5,000 recorded!",
            "I've paid the invoice.",
            "The payment has been recorded.",
            "Done.",
        ],
        "",
    );
}

#[test]
fn what_lies_before_is_not_known_where_it_is_cut_off() {
    let texts = [
        "✅ Payment of ₹5,000 recorded!",
        "I've paid the invoice.",
        "The payment has been recorded.",
        "Done.",
    ];
    stay(&texts, "cut");
    go(&texts, "cut, create_payment failed");
}

#[test]
fn another_write_that_succeeded_does_not_stand_for_the_one_that_failed() {
    go(
        &[
            "I've created the invoice and paid it.",
            "Invoice created and paid.",
            "I've paid the invoice.",
            "The invoice payment has been recorded.",
            "I've recorded the payment for the invoice.",
        ],
        "create_invoice ok, create_payment failed",
    );
    stay(&["I've recorded both payments.", "Both are done."], "create_payment failed, create_payment ok");
}

#[test]
fn a_write_that_was_not_called_beside_one_that_was_is_not_claimed() {
    let text = check("I've created the invoice and sent it to Acme.", "create_invoice ok").text;
    assert_eq!(text, "Create invoice succeeded. I couldn't complete this: send invoice was not carried out.");
    // An update may do anything.
    stay(&["I've updated the invoice. I've voided the invoice."], "update_invoice ok");
}

#[test]
fn that_everything_is_done_is_said_in_many_ways() {
    go(
        &[
            "I've taken care of it",
            "I've done that",
            "I did it!",
            "It has been done",
            "Everything's done",
            "Okay, recorded!",
            "- [x] Payment recorded",
            "The payment's been recorded.",
        ],
        "create_payment blocked Amount",
    );
}

#[test]
fn what_was_given_up_is_cancelled() {
    stay(
        &["OK, I've cancelled it.", "I've cancelled the request, nothing was voided."],
        "void_invoice rejected",
    );
}

#[test]
fn what_was_handed_in_for_approval_is_not_done() {
    stay(
        &["I've submitted the payment for your approval.", "The payment has been entered for your review."],
        "create_payment waits",
    );
}

#[test]
fn claims_that_are_found_by_chance_are_reported() {
    let uncalled = ["Yes, I recorded it just now.", "I've added \"Acme\" to your contacts."];
    report("uncalled", &uncalled, "", "nothing was carried out");
    let counted = ["Both have been recorded.", "I took care of the payment."];
    report(
        "of several",
        &counted,
        "create_invoice ok, create_payment failed",
        "create payment was not carried out",
    );
    let both = ["I've recorded both payments.", "Both payments were recorded."];
    report("both", &both, "create_payment ok, create_payment failed", "create payment was not carried out");
    let done = [
        "No worries — payment recorded!",
        "- Recorded payment",
        "I've successfully completed your request.",
        "Payment complete ✅",
    ];
    report("done", &done, "create_payment blocked Amount", "Amount is missing");
}
