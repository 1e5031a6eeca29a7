//! Long texts: the time grows with the length, and not faster.

use std::time::{Duration, Instant};

use crate::kit::check;

const SHORT: usize = 5_000;
const TIMES: u32 = 16;

/// The least time of some tries.
fn time(text: &str) -> Duration {
    let tries = (0..3).map(|_| {
        let start = Instant::now();
        check(text, "create_payment failed, send_invoice ok");
        start.elapsed()
    });
    tries.min().unwrap_or_default()
}

#[test]
fn the_time_grows_with_the_length() {
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
    ] {
        let short = part.repeat(SHORT / part.len());
        let long = short.repeat(TIMES as usize);
        // Linear time is 16 times as long, quadratic 256 times. A busy machine interrupts the longer check more often, so that
        // half of that is linear enough, and one good try proves it.
        let is_linear = |_| time(&long) < time(&short) * (TIMES * 8) + Duration::from_millis(2);
        assert!((0..10).any(is_linear), "{part:?}");
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
