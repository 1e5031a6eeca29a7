//! A checked text, checked again with the same evidence, stays as it is. What the first check removes must not have
//! saved anything that it keeps.

use proptest::prelude::*;

use crate::kit::{Row, check, holds};

/// Texts in which a removed part would have saved another one.
const ROWS: &[Row] = &[
    // A success beside a failure that names nothing, and none is true.
    (
        "Something went wrong \n - Amount: ₹5,000 the invoice has been sent",
        "create_payment ok",
        "Create payment succeeded. \n - I couldn't complete this: send invoice was not carried out.",
    ),
    (
        "The invoice has been sent. Something went wrong.",
        "create_payment ok",
        "I couldn't complete this: send invoice was not carried out. Create payment succeeded.",
    ),
    // An admitted failure beside the success of an earlier turn.
    (
        "I couldn't send the invoice. I've recorded the payment.",
        "create_payment ok before, create_payment failed, send_invoice ok",
        "Send invoice succeeded. Create payment succeeded earlier. I couldn't complete this: create payment was not \
         carried out.",
    ),
    // What becomes an item of a list.
    (
        "I've recorded the payment \n Create payment succeeded. -  ✅ Payment recorded",
        "",
        "I couldn't complete this: nothing was carried out. \n -",
    ),
    // What becomes the end of another line.
    (
        "The payment failed.\nThe invoice INV-42\nPlease try again.\nhas been sent to Acme.",
        "create_payment ok",
        "Create payment succeeded.\nI couldn't complete this: send invoice was not carried out.",
    ),
    // Below a list, indented text is no code.
    (
        "- The payment failed.\n\nPlease try again.\n\n    I've sent the invoice.",
        "create_payment ok",
        "- Create payment succeeded.\n\n    I couldn't complete this: send invoice was not carried out.",
    ),
];

/// Drafts for other people, after a removed claim.
const DRAFTS: &[Row] = &[
    (
        "The payment failed. Here is a draft:\n\nI've sent the invoice to Acme. Please try again.",
        "create_payment ok",
        "Create payment succeeded. Here is a draft:\n\nI've sent the invoice to Acme.",
    ),
    (
        "The payment failed. Here is a draft:\n\nPlease try again.",
        "create_payment ok",
        "Create payment succeeded.",
    ),
    (
        "I've recorded the payment. Here is the new draft:\n\nI've sent the invoice.",
        "create_payment failed",
        "I couldn't complete this: create payment was not carried out. Here is the new draft:\n\n\
         I've sent the invoice.",
    ),
    (
        "I've recorded the payment.\n\nHere is an example:\n- Amount: ₹5,000\n\nI've sent the invoice.",
        "create_payment failed",
        "I couldn't complete this: create payment was not carried out.\n\nHere is an example:\n\n\
         I've sent the invoice.",
    ),
];

#[test]
fn the_announcement_of_a_draft_stays_with_it() {
    holds(DRAFTS);
    for (text, truths, _) in DRAFTS {
        let once = check(text, truths).text;
        assert_eq!(check(&once, truths).text, once);
    }
}

#[test]
fn a_removed_claim_saves_no_other() {
    holds(ROWS);
    for (text, truths, _) in ROWS {
        let once = check(text, truths).text;
        assert_eq!(check(&once, truths).text, once);
    }
}

#[test]
fn a_kept_claim_saves_another() {
    holds(&[
        ("Something went wrong. The invoice has been sent.", "create_payment ok, send_invoice ok", "="),
        ("Something went wrong. I've recorded the payment.", "create_payment ok", "="),
        (
            "I couldn't send the invoice. I've recorded the payment.",
            "create_payment ok before, create_payment failed, send_invoice failed",
            "=",
        ),
    ]);
}

/// Parts that change how the text around them is read: drafts, retractions, indented code, lists, open lines.
const PARTS: &[&str] = &[
    "I've recorded the payment.",
    "I've sent the invoice to Acme.",
    "I've paid",
    "The invoice has been sent",
    "The invoice INV-42",
    "has been sent to Acme.",
    "Done!",
    "Done",
    "The payment failed.",
    "I couldn't send the invoice.",
    "Something went wrong.",
    "Please try again.",
    "I'm sorry.",
    "Here is a draft:",
    "Here is the new draft:",
    "You could write:",
    "Correction:",
    "Scratch that.",
    "Your new balance is ₹0.",
    "Amount: ₹5,000",
    "Status: the invoice has been sent",
    "Details:",
    "## ",
    "**",
    "\"",
    "```\n",
    "> ",
    "| a | b |",
    "- ",
    "1. ",
    "    ",
    "\n",
    "\n",
    "\n\n",
    "\n\n",
    " ",
    " ",
    "because",
    "not",
    "and",
    "<b>",
];

const TRUTHS: &[&str] = &[
    "",
    "create_payment ok",
    "create_payment failed",
    "create_payment ok, send_invoice ok",
    "create_payment failed, send_invoice ok",
    "create_payment ok before, create_payment failed, send_invoice ok",
    "create_payment ok before",
    "create_payment unknown before",
    "cut, create_payment ok",
    "read, create_payment ok",
    "send_invoice ok, create_contact ok before",
];

proptest! {
    #[test]
    fn a_second_check_removes_nothing(
        parts in prop::collection::vec(prop::sample::select(PARTS), 0..16),
        gap in prop::sample::select(&["", " "][..]),
        truths in prop::sample::select(TRUTHS),
    ) {
        let once = check(&parts.join(gap), truths).text;
        let twice = check(&once, truths).text;
        prop_assert_eq!(twice, once);
    }
}
