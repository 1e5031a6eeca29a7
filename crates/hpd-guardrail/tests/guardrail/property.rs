//! Properties that hold for any text of a model.

use hpd_guardrail::{Evidence, WordingDetector, check_final_answer};
use proptest::prelude::*;

use crate::kit::check;

/// Parts of texts, so that claims, guards and signs meet in every order.
const PARTS: &[&str] = &[
    "I've recorded the payment",
    "the invoice has been sent",
    "and sent it to Acme",
    "but I couldn't send the invoice",
    "✅ Payment recorded",
    "Done",
    "I've paid the invoice",
    "It went through",
    "Yes, I've sent it",
    "Correction:",
    "The payment failed",
    "Something went wrong",
    "Create payment succeeded.",
    "I couldn't complete this: send invoice was not carried out.",
    "if",
    "once",
    "not",
    "Shall I",
    "- ",
    "## ",
    "**",
    "\"",
    "`",
    "```\n",
    "> ",
    "| a | b |",
    "- Amount: ₹5,000",
    ".",
    "!",
    "?",
    ":",
    ", ",
    " — ",
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "🎉",
    "é",
    "请",
];

/// Parts that claim nothing, alone or beside one another.
const QUIET: &[&str] = &[
    "Which invoice should it be?",
    "The balance is ₹5,000.",
    "I'll create the payment next.",
    "- Amount: ₹5,000",
    "Would you like a receipt?",
    "Your next step is to pick an account.",
    "La factura ha sido enviada.",
    "## Details",
];

const TRUTHS: &[&str] = &[
    "",
    "create_payment ok",
    "create_payment failed",
    "create_payment ok, send_invoice failed",
    "create_payment waits, send_invoice unknown",
    "create_payment blocked Amount",
    "create_payment ok before",
    "create_payment ok before, create_payment failed",
    "cut",
    "read",
    "cut, create_payment failed",
    "create_payment unknown before",
    "read, create_payment ok before, send_invoice waits",
];

fn text_of(parts: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(parts), 0..12).prop_map(|parts| parts.join(" "))
}

fn truths() -> impl Strategy<Value = &'static str> {
    prop::sample::select(TRUTHS)
}

proptest! {
    #[test]
    fn a_text_without_claims_stays_byte_for_byte(
        parts in prop::collection::vec(prop::sample::select(QUIET), 0..8),
        end in prop::sample::select(&["\n", "\r\n", "\n\n", "\r\n\r\n"][..]),
        truths in truths(),
    ) {
        let text = parts.join(end);
        let checked = check(&text, truths);
        prop_assert_eq!(checked.text, text);
        prop_assert!(checked.triggered.is_empty());
    }

    #[test]
    fn no_success_is_struck_where_all_writes_succeeded(text in text_of(PARTS)) {
        let checked = check(&text, "create_payment ok, send_invoice ok");
        prop_assert!(checked.triggered.iter().all(|triggered| triggered.guardrail == "false_failure"));
    }

    #[test]
    fn a_checked_text_stays_as_it_is(text in text_of(PARTS), truths in truths()) {
        let once = check(&text, truths).text;
        let twice = check(&once, truths).text;
        prop_assert_eq!(twice, once);
    }

    #[test]
    fn no_text_is_too_strange(text in any::<String>(), truths in truths()) {
        check(&text, truths);
    }

    #[test]
    fn no_success_is_said_where_nothing_succeeded(
        text in text_of(PARTS),
        truths in prop::sample::select(&["", "create_payment failed", "create_payment waits, send_invoice unknown"][..]),
    ) {
        for triggered in check(&text, truths).triggered {
            prop_assert!(!triggered.replacement.contains("succeeded"));
            prop_assert_eq!(triggered.guardrail, "hallucinated_success");
        }
    }

    #[test]
    fn what_was_struck_stood_in_the_text(text in text_of(PARTS), truths in truths()) {
        for triggered in check(&text, truths).triggered {
            prop_assert!(triggered.claims.iter().all(|claim| text.contains(claim)));
        }
    }

    #[test]
    fn that_nothing_was_done_is_said_only_where_it_is_known(text in text_of(PARTS), truths in truths()) {
        let may_have_done = ["ok", "unknown", "cut"].iter().any(|word| truths.contains(word));
        for triggered in check(&text, truths).triggered {
            let says_nothing = triggered.replacement.contains("nothing was carried out");
            prop_assert!(!(says_nothing && may_have_done), "{}", triggered.replacement);
        }
    }

    #[test]
    fn where_nothing_is_known_nothing_is_struck(text in text_of(PARTS)) {
        let checked = check_final_answer(&text, &Evidence::default(), &WordingDetector::english());
        prop_assert_eq!(checked.text, text);
    }

    #[test]
    fn what_is_known_of_earlier_turns_only_saves(text in text_of(PARTS)) {
        let with = check(&text, "create_payment ok before").triggered.len();
        prop_assert!(with <= check(&text, "").triggered.len());
    }
}
