//! Long texts: the guardrail reads each character a few times, and not as often as there are others.

use hpd_guardrail::{Evidence, MAX_CHECKED, WordingDetector, WriteStatus, WriteTruth, check_final_answer};
use hpd_journal::Timestamp;
use hpd_journal::events::ResultStatus;

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
fn the_rest_of_a_text_beyond_the_limit_is_named() {
    let claim = "I've recorded the payment.\n";
    let fits = claim.repeat(MAX_CHECKED / claim.len());
    let checked = check(&fits, "create_payment failed");
    assert_eq!(checked.unchecked, None);
    assert_eq!(checked.triggered[0].spans.len(), MAX_CHECKED / claim.len());

    let checked = check(&format!("{fits}{claim}{claim}"), "create_payment failed");
    assert_eq!(checked.unchecked, Some(fits.len()..fits.len() + 2 * claim.len()));
    assert_eq!(
        checked.text,
        format!("I couldn't complete this: create payment was not carried out.\n{claim}{claim}")
    );

    let one_line = "ä".repeat(MAX_CHECKED);
    let checked = check(&one_line, "create_payment failed");
    assert_eq!(checked.unchecked, Some(MAX_CHECKED..2 * MAX_CHECKED));
    assert!(checked.text == one_line);
}

#[test]
fn claims_about_many_writes_are_judged_in_time() {
    let failed = WriteStatus::Ended(ResultStatus::Error);
    let write =
        |number| WriteTruth::new(format!("create_payment_{number}"), failed.clone(), Timestamp::default());
    let evidence = Evidence::of_writes((0..400).map(write).collect());
    let text = "I've created the payment. ".repeat(LONG / 4 / 26);
    let checked = check_final_answer(&text, &evidence, &WordingDetector::english());
    assert_eq!(checked.triggered[0].truths.len(), 400);
}

#[test]
fn a_sentence_without_an_end_is_left() {
    let text = format!("I've recorded the payment {}", "and more ".repeat(500));
    assert_eq!(check(&text, "create_payment failed").text, text);
}
