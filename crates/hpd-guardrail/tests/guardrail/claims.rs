//! Sentences as models write them: which are struck, and which stay.

use crate::kit::{Row, SAME, holds, report};

const NOT_DONE: &str = "I couldn't complete this: create payment was not carried out.";
const NOTHING: &str = "I couldn't complete this: nothing was carried out.";

/// Each claims that a payment was recorded.
const CLAIMS: &[&str] = &[
    "✅ Payment of ₹5,000 recorded against Invoice INV-042 for Acme Corp.",
    "Done!",
    "All set!",
    "Great, all done.",
    "I've recorded the payment.",
    "I’ve recorded the payment for you.",
    "I have successfully recorded a payment of ₹5,000 from Acme Corp.",
    "The payment has been recorded.",
    "The payment has now been successfully recorded.",
    "Your payment was recorded successfully.",
    "Payment recorded.",
    "Payment successfully recorded.",
    "I went ahead and recorded the payment.",
    "I've gone ahead and created the payment.",
    "I was able to record the payment.",
    "I can confirm that the payment has been recorded.",
    "Recorded the payment for Acme.",
    "**Payment recorded**",
    "## Payment Recorded",
    "### ✅ Payment Recorded Successfully",
    "The payment went through.",
    "The payment is now recorded.",
    "Sure, I've added the payment to the books.",
    "Success! ",
    "🎉 Payment created!",
    "Payment recorded ✅",
    "Payment recorded! ✅",
    "As requested, I've posted the payment.",
    "I've also recorded the payment.",
    "Your payment of ₹5,000 has been posted to the account.",
    "I’ve just created the payment 🎉",
    "The payment of 5.000,00 € has been created.",
    "We've recorded the payment.",
    "It's done.",
    "You're all set!",
    "The payment (₹5,000) has been recorded.",
    "I recorded the payment.",
    "I've made the payment.",
    "The payment has\nbeen recorded.",
    "Perfect! The payment has been recorded.",
];

#[test]
fn claims_of_what_failed_are_struck() {
    let mut rows = Vec::new();
    for text in CLAIMS {
        rows.push((*text, "create_payment failed", NOT_DONE));
    }
    // Sentences beside the claim stay.
    rows.retain(|(text, ..)| !matches!(*text, "Success! " | "Perfect! The payment has been recorded."));
    rows.push((
        "Success! ",
        "create_payment failed",
        "I couldn't complete this: create payment was not carried out. ",
    ));
    rows.push((
        "Perfect! The payment has been recorded.",
        "create_payment failed",
        "Perfect! I couldn't complete this: create payment was not carried out.",
    ));
    holds(&rows);
}

#[test]
fn claims_that_are_found_by_chance_are_reported() {
    let successes = ["Payment of $120.00 recorded for Acme Inc. against INV-042."];
    report("successes", &successes, "create_payment failed", NOT_DONE);
    let failures = [
        "Sorry, something went wrong on my end.",
        "An error occurred while creating the payment.",
        "I ran into an error while recording the payment.",
    ];
    report("failures", &failures, "create_payment ok", "Create payment succeeded.");
}

#[test]
fn what_was_never_called_is_not_claimed() {
    holds(&[
        ("I've sent the invoice to Acme.", "", NOTHING),
        ("✅ Invoice INV-7 voided.", "", NOTHING),
        ("Done!", "", NOTHING),
        ("Done! Here are your three open invoices.", "", SAME),
        ("Done! I've deleted the contact.", "", "I couldn't complete this: nothing was carried out."),
        (
            "I've approved the bill. Anything else?",
            "",
            "I couldn't complete this: nothing was carried out. Anything else?",
        ),
        ("Your invoice has been emailed to billing@acme.com.", "", NOTHING),
    ]);
}

#[test]
fn each_truth_has_its_words() {
    let said = "I've recorded the payment.";
    holds(&[
        (
            said,
            "create_payment blocked Amount",
            "I couldn't complete this: create payment was blocked: Amount is missing.",
        ),
        (
            said,
            "create_payment blocked Amount AccountId applications",
            "I couldn't complete this: create payment was blocked: Amount, Account ID and Applications are missing.",
        ),
        (said, "create_payment blocked", "I couldn't complete this: create payment was blocked by a check."),
        (said, "create_payment waits", "Create payment waits for your confirmation."),
        (said, "create_payment asks", "Create payment waits for your answer."),
        (said, "create_payment unknown", "It is not known whether create payment took effect."),
        (said, "create_payment rejected", "I couldn't complete this: create payment was not confirmed."),
        (said, "create_payment cancelled", "I couldn't complete this: create payment was cancelled."),
        (said, "create_payment expired", "I couldn't complete this: the time for create payment ran out."),
        (said, "create_payment forwarded", "The result of create payment is not known yet."),
        (said, "create_payment runs", "Create payment has not ended yet."),
        (said, "create_payment called", NOT_DONE),
        (said, "create_payment ok", SAME),
    ]);
}

/// None claims anything.
const NO_CLAIMS: &[&str] = &[
    "I'll create the payment now.",
    "Shall I send the invoice?",
    "Once the payment is recorded, I'll send a receipt.",
    "After the payment has been recorded and the invoice has been sent, I'll let you know.",
    "You can create a payment under Banking.",
    "The payment recorded last week covers this invoice.",
    "Your invoice was already paid on 3 May.",
    "The invoice was sent on 3 May.",
    "I have not created the payment.",
    "I haven't recorded anything yet.",
    "The payment has not been recorded.",
    "No payment was recorded.",
    "Nothing has been sent.",
    "You said \"the payment was recorded\", but I can't find it.",
    "> I've recorded the payment.",
    "```\nPayment recorded\n```",
    "Run `payment recorded` to see it.",
    "Would you like me to record the payment?",
    "Do you want the payment recorded today?",
    "I can record the payment once you confirm the amount.",
    "If the payment was recorded, it shows up under Banking.",
    "The payment will be recorded as soon as you confirm.",
    "The payment needs to be approved.",
    "According to the ledger, the payment was recorded.",
    "It looks like the payment has been recorded twice.",
    "The invoice that was sent to Acme is overdue.",
    "The invoice sent to Acme is overdue.",
    "Acme paid the invoice.",
    "Acme has paid the invoice.",
    "The invoice was created by John.",
    "Payments are recorded under Accounts.",
    "Created on 3 May",
    "Status: Sent",
    "- Created: 2026-05-03",
    "| Payment | Recorded |",
    "Invoices sent: 5",
    "## Invoices Sent",
    "Payments recorded this month:",
    "Here's a summary of the invoices created last month.",
    "I've created a summary below.",
    "I've added a table with the totals.",
    "I've found three unpaid invoices.",
    "I've checked the account.",
    "I've prepared the details; please confirm to record the payment.",
    "Which invoice should this payment apply to?",
    "I need a few more details to record this payment:\n• Which invoice?\n• Please confirm the exact amount.",
    "Was the payment recorded?",
    "You've sent 5 invoices this month.",
    "Let me record the payment.",
    "The payment should have been recorded.",
    "Make sure the payment was recorded.",
    "INV-001 — Paid",
    "✅ INV-001 — Paid",
    "The payment is being recorded.",
    "The payment is pending your approval.",
    "Please confirm to proceed.",
    "",
    " \r\n\r\n",
    "✅",
    "La factura ha sido enviada.",
    "Die Zahlung wurde erfasst.",
    "Payment record ho gaya hai.",
    "请款已记录。",
];

#[test]
fn what_is_no_claim_stays() {
    let rows: Vec<Row> = NO_CLAIMS.iter().map(|text| (*text, "create_payment failed", SAME)).collect();
    holds(&rows);
    let rows: Vec<Row> = NO_CLAIMS.iter().map(|text| (*text, "", SAME)).collect();
    holds(&rows);
}

#[test]
fn claims_that_are_true_stay() {
    holds(&[
        ("✅ Payment of ₹5,000 recorded against Invoice INV-042 for Acme Corp.", "create_payment ok", SAME),
        ("Done!", "create_payment ok", SAME),
        ("Done!", "create_payment ok, send_invoice failed", SAME),
        ("I've recorded the payment.", "create_payment ok, send_invoice failed", SAME),
        ("I've recorded the payment.", "create_payment blocked, create_payment ok", SAME),
        ("I've set everything up.", "create_payment ok", SAME),
        ("I've added the customer.", "create_contact ok, send_email failed", SAME),
        ("Yes, the payment was recorded.", "create_payment ok before", SAME),
        ("The invoice has been emailed.", "send_invoice ok, create_invoice failed", SAME),
        ("I've created the invoice and sent it to Acme.", "create_invoice ok, send_invoice ok", SAME),
        ("The invoice has been voided.", "voidInvoice ok, create_invoice failed", SAME),
    ]);
}

#[test]
fn the_write_that_is_named_counts() {
    holds(&[
        ("I've recorded the payment.", "create_payment failed, create_invoice ok", NOT_DONE),
        (
            "I've sent the invoice.",
            "create_invoice ok, send_invoice failed",
            "I couldn't complete this: send invoice was not carried out.",
        ),
        (
            "✅ Payment of ₹5,000 recorded against Invoice INV-042.",
            "create_invoice ok, create_payment failed",
            NOT_DONE,
        ),
        (
            "I've added Acme as a customer.",
            "create_contact failed, create_invoice ok",
            "I couldn't complete this: create contact was not carried out.",
        ),
        ("The payment was recorded.", "create_payment failed, create_payment failed before", NOT_DONE),
        ("Done!", "create_payment failed, create_invoice ok before", NOT_DONE),
    ]);
}

#[test]
fn a_sentence_of_which_a_part_is_false_is_struck_and_each_part_told() {
    let both = "Create payment succeeded. I couldn't complete this: send invoice was not carried out.";
    let truths = "create_payment ok, send_invoice failed";
    holds(&[
        ("I recorded the payment and sent the invoice.", truths, both),
        ("The payment has been recorded, and the invoice has been sent.", truths, both),
        (
            "I recorded the payment. I sent the invoice.",
            truths,
            "I recorded the payment. I couldn't complete this: send invoice was not carried out.",
        ),
        (
            "- ✅ Payment recorded\n- ✅ Invoice sent to Acme\n- Anything else?",
            truths,
            "- ✅ Payment recorded\n- I couldn't complete this: send invoice was not carried out.\n- Anything else?",
        ),
        (
            "I've created the invoice and sent it to Acme.",
            "create_invoice ok, send_invoice waits",
            "Create invoice succeeded. Send invoice waits for your confirmation.",
        ),
        (
            "The invoice has been created and emailed to Acme.",
            "create_invoice ok, send_invoice failed",
            "Create invoice succeeded. I couldn't complete this: send invoice was not carried out.",
        ),
        ("I recorded the payment, but I couldn't send the invoice.", truths, SAME),
    ]);
}

#[test]
fn several_false_sentences_are_replaced_once() {
    holds(&[
        (
            "Done! I've recorded the payment.\n\nThe payment of ₹5,000 has been posted.\nAnything else?",
            "create_payment failed",
            "I couldn't complete this: create payment was not carried out.\n\nAnything else?",
        ),
        (
            "Here is the invoice. I've recorded the payment. I've sent the receipt. Bye!",
            "create_payment failed",
            "Here is the invoice. I couldn't complete this: create payment was not carried out. Bye!",
        ),
        (
            "I've created the payment and sent the invoice.",
            "create_payment failed, send_invoice blocked email",
            "I couldn't complete this: create payment was not carried out. \
             I couldn't complete this: send invoice was blocked: Email is missing.",
        ),
    ]);
}

#[test]
fn a_card_goes_with_its_claim() {
    holds(&[
        (
            "✅ **Payment recorded**\n- **Amount:** ₹5,000\n- Invoice: INV-042\n\nAnything else?",
            "create_payment failed",
            "I couldn't complete this: create payment was not carried out.\n\nAnything else?",
        ),
        (
            "I've recorded the payment:\r\n\r\n- Amount: ₹5,000\r\n- Date: 3 May\r\n\r\nNext, I can send a receipt.\r\n",
            "create_payment failed",
            "I couldn't complete this: create payment was not carried out.\r\n\r\nNext, I can send a receipt.\r\n",
        ),
        (
            "### Payment Recorded\n| Field | Value |\n|---|---|\n| Amount | ₹5,000 |\n\nThe balance is ₹0.",
            "create_payment failed",
            "I couldn't complete this: create payment was not carried out.\n\nThe balance is ₹0.",
        ),
        (
            "## Done\n- Payment recorded\n- Amount: ₹5,000",
            "create_payment failed",
            "I couldn't complete this: create payment was not carried out.\n- Amount: ₹5,000",
        ),
    ]);
}

#[test]
fn questions_do_not_hide_a_claim_before_them() {
    holds(&[
        ("I've recorded the payment — shall I send a receipt?", "create_payment failed", NOT_DONE),
        ("I've recorded the payment, would you like a receipt?", "create_payment failed", NOT_DONE),
        ("Have I recorded the payment?", "create_payment failed", SAME),
    ]);
}

#[test]
fn failures_of_what_succeeded_are_corrected() {
    let said = [
        "I couldn't create the payment.",
        "I could not record the payment for you.",
        "I'm sorry, but I was unable to create the payment.",
        "Unfortunately, I wasn't able to record the payment.",
        "The payment failed.",
        "Unfortunately, the payment could not be recorded.",
        "The payment was not recorded.",
        "The payment hasn't been created.",
        "Something went wrong.",
        "❌ Payment failed",
        "I failed to create the payment.",
        "The payment did not go through.",
    ];
    let rows: Vec<Row> =
        said.iter().map(|text| (*text, "create_payment ok", "Create payment succeeded.")).collect();
    holds(&rows);
    holds(&[(
        "I couldn't create the payment. Please try again.",
        "create_payment ok",
        "Create payment succeeded.",
    )]);
}

#[test]
fn failures_that_may_be_true_stay() {
    holds(&[
        ("I couldn't create the payment.", "create_payment failed", SAME),
        ("I couldn't create the payment.", "", SAME),
        ("I couldn't create the payment.", "create_payment ok, create_payment failed", SAME),
        ("I couldn't send the invoice.", "create_invoice ok", SAME),
        ("I couldn't find the payment.", "create_payment ok", SAME),
        ("Something went wrong while fetching the payments.", "create_payment ok", SAME),
        ("Something went wrong.", "create_payment ok, send_invoice failed", SAME),
        ("I've recorded the payment. Something went wrong.", "create_payment ok", SAME),
        ("If the payment failed, let me know.", "create_payment ok", SAME),
        ("Did the payment fail?", "create_payment ok", SAME),
        ("Your previous payment failed.", "create_payment ok", SAME),
        ("The first attempt failed, but I've now recorded the payment.", "create_payment ok", SAME),
        ("I couldn't create the second payment.", "create_payment ok", SAME),
        ("The customer couldn't make the payment.", "create_payment ok", SAME),
        ("I can't void a payment that is reconciled.", "create_payment ok", SAME),
        ("I couldn't create the payment.", "create_payment ok before", SAME),
        ("The invoice was not paid.", "send_invoice ok", SAME),
        ("It's unclear whether the payment failed.", "create_payment ok", SAME),
        ("Payments failed: 3", "create_payment ok", SAME),
        ("I could not record the payment for Acme.", "create_payment ok", SAME),
    ]);
}
