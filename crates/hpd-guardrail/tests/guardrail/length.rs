//! Long texts: the guardrail reads each character a few times, and not as often as there are others.

use crate::kit::check;

/// Bytes. Quadratic code takes minutes for these.
const LONG: usize = 200_000;

const TRUTHS: &str = "create_payment failed, send_invoice ok";

#[test]
fn texts_that_repeat_themselves_are_checked_to_their_end() {
    for part in [
        "I've recorded the payment. ",
        "✅ Payment recorded\n- Amount: 5\n",
        "created ",
        "now now now has now created ",
        "I've now ",
        "“`\"«",
        ". ",
        "...x",
        "**",
        "- - - ",
        "1. ",
        "e.g. ",
        "✅",
        "! ✅",
        "\n",
        "a",
        "I've recorded, and recorded, but recorded — ",
        "Create payment succeeded. ",
        "> ```\n",
        "<quote>",
        "<q></",
        "'a ",
        "‘a’b ",
        ": *a ",
        "    a\n\n",
        "the payment's been the payment's ",
        "both the invoice payment of the invoice payment ",
        "Example: I've recorded it. ",
    ] {
        let text = part.repeat(LONG / part.len());
        let once = check(&text, TRUTHS).text;
        assert!(check(&once, TRUTHS).text == once, "{part:?}");
    }
}

#[test]
fn a_claim_is_found_in_a_long_text() {
    let rest = "The balance of the account is ₹5,000 as of today. ".repeat(5_000);
    let checked = check(&format!("{rest}I've recorded the payment. {rest}"), "create_payment failed");
    let wanted = format!("{rest}I couldn't complete this: create payment was not carried out. {rest}");
    assert!(checked.text == wanted);
}

#[test]
fn a_sentence_without_an_end_is_left() {
    let text = format!("I've recorded the payment {}", "and more ".repeat(500));
    assert_eq!(check(&text, "create_payment failed").text, text);
}
