//! The report of a check, and detectors of hosts.

use hpd_host::guardrail::{Claim, ClaimDetector, ClaimForm, ClaimKind, Triggered, check_final_answer};

use crate::guardrail::kit::{check, evidence};

#[test]
fn what_was_struck_is_told_once_for_each_guardrail() {
    let checked = check(
        "I've sent the invoice. I couldn't create the payment. Invoice emailed!",
        "create_payment ok, send_invoice failed",
    );
    assert_eq!(
        checked.text,
        "I couldn't complete this: send invoice was not carried out. Create payment succeeded."
    );
    let told = |triggered: &Triggered| {
        let truths = triggered.truths.iter().map(|truth| truth.tool.clone()).collect::<Vec<_>>();
        (
            triggered.guardrail,
            triggered.claims.clone(),
            triggered.spans.iter().map(|span| (span.start, span.end)).collect::<Vec<_>>(),
            truths,
            triggered.replacement.clone(),
        )
    };
    let list = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        checked.triggered.iter().map(told).collect::<Vec<_>>(),
        [
            (
                "hallucinated_success",
                list(&["I've sent the invoice.", "Invoice emailed!"]),
                vec![(0, 22), (54, 70)],
                list(&["send_invoice"]),
                "I couldn't complete this: send invoice was not carried out.".to_owned(),
            ),
            (
                "false_failure",
                list(&["I couldn't create the payment."]),
                vec![(23, 53)],
                list(&["create_payment"]),
                "Create payment succeeded.".to_owned(),
            ),
        ]
    );
}

#[test]
fn a_claim_of_an_earlier_turn_is_a_report() {
    let said = "Yes, the payment was recorded.";
    assert_eq!(check(said, "create_payment ok before").text, said);
    assert_eq!(check(said, "create_contact ok before").text, said, "it may be what was recorded");
    let checked = check(said, "send_email ok before").text;
    assert_eq!(checked, "I couldn't complete this: create payment was not carried out.");
}

/// Returns fixed claims.
struct Fixed(Vec<Claim>);

impl ClaimDetector for Fixed {
    fn claims(&self, _: &str) -> Vec<Claim> {
        self.0.clone()
    }
}

#[test]
fn spans_that_are_no_part_of_the_text_are_left_out() {
    let claim = |span| Claim {
        kind: ClaimKind::Success,
        span,
        about: None,
        form: ClaimForm::Short,
        count: 1,
        is_outward: false,
        is_stressed: false,
    };
    let detector =
        Fixed(vec![claim(1..2), claim(0..0), claim(2..9), claim(7..90), claim(usize::MAX - 1..usize::MAX)]);
    let text = "é done";
    assert_eq!(check_final_answer(text, &evidence("create_payment failed"), &detector).text, text);
}

#[test]
fn of_spans_that_overlap_the_first_one_counts() {
    let claim = |span| Claim {
        kind: ClaimKind::Success,
        span,
        about: None,
        form: ClaimForm::Short,
        count: 1,
        is_outward: false,
        is_stressed: false,
    };
    let detector = Fixed(vec![claim(0..4), claim(2..6)]);
    let checked = check_final_answer("Done it", &evidence("create_payment failed"), &detector);
    assert_eq!(checked.text, "I couldn't complete this: create payment was not carried out. it");
}

#[test]
fn what_is_left_of_a_heading_stays_one() {
    let text = "##  Create payment succeeded. I've recorded the payment";
    let once = check(text, "create_payment failed").text;
    assert_eq!(once, "##  I couldn't complete this: create payment was not carried out.");
    assert_eq!(check(&once, "create_payment failed").text, once);
}
