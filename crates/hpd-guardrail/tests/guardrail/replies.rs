//! The report of a check, and detectors of hosts.

use futures_executor::block_on;
use hpd_guardrail::{
    About, CheckedAnswer, Claim, ClaimDetector, DetectorError, Evidence, Triggered, check_final_answer_with,
};
use hpd_journal::BoxFuture;

use crate::kit::{check, evidence};

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
    fn claims<'a>(&'a self, _: &'a str, _: &'a Evidence) -> BoxFuture<'a, Result<Vec<Claim>, DetectorError>> {
        Box::pin(async { Ok(self.0.clone()) })
    }
}

fn check_with(text: &str, written: &str, claims: Vec<Claim>) -> CheckedAnswer {
    block_on(check_final_answer_with(text, &evidence(written), &Fixed(claims))).unwrap()
}

#[test]
fn claims_about_writes_are_judged_by_the_evidence() {
    let text = "Ya está pagado. ¿Algo más?";
    let said =
        |written: &str, about: About| check_with(text, written, vec![Claim::success(0..16, about)]).text;
    let second = || About::Writes(vec![1]);
    let waits = "Send invoice waits for your confirmation. ¿Algo más?";
    assert_eq!(said("create_payment ok, send_invoice waits", second()), waits);
    assert_eq!(
        said("create_payment failed, send_invoice ok", second()),
        text,
        "the write of the claim succeeded"
    );
    assert_eq!(said("create_payment ok", second()), text, "there is no such write");
    let tool = || About::Tool("void_invoice".to_owned());
    assert_eq!(said("", tool()), "I couldn't complete this: nothing was carried out. ¿Algo más?");
    assert_eq!(
        said("create_payment ok", tool()),
        "I couldn't complete this: void invoice was not carried out. ¿Algo más?"
    );
    assert_eq!(said("void_invoice ok before", tool()), text, "it may be a report");
    assert_eq!(said("cut", tool()), text, "not all writes are known");
    let failed =
        |written: &str| check_with(text, written, vec![Claim::failure(0..16, About::Writes(vec![0]))]).text;
    assert_eq!(
        failed("create_payment ok"),
        "Create payment succeeded.",
        "a question after it may invite to pay again"
    );
    assert_eq!(failed("create_payment unknown"), text);
}

#[test]
fn spans_that_are_no_part_of_the_text_are_left_out() {
    let claim = |span| Claim::success(span, About::Everything);
    let claims = vec![claim(1..2), claim(0..0), claim(2..9), claim(7..90), claim(usize::MAX - 1..usize::MAX)];
    let text = "é done";
    assert_eq!(check_with(text, "create_payment failed", claims).text, text);
}

#[test]
fn of_spans_that_overlap_the_first_one_counts() {
    let claim = |span| Claim::success(span, About::Everything);
    let checked = check_with("Done it", "create_payment failed", vec![claim(0..4), claim(2..6)]);
    assert_eq!(checked.text, "I couldn't complete this: create payment was not carried out. it");
}

#[test]
fn what_is_left_of_a_heading_stays_one() {
    let text = "##  Create payment succeeded. I've recorded the payment";
    let once = check(text, "create_payment failed").text;
    assert_eq!(once, "##  I couldn't complete this: create payment was not carried out.");
    assert_eq!(check(&once, "create_payment failed").text, once);
}
