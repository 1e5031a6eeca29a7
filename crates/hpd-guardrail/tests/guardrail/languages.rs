//! Replacements in other languages, for texts whose claims another detector finds.

use hpd_guardrail::{TruthSentences, WordingDetector, check_final_answer};

use crate::kit::{check, evidence};

#[test]
fn the_truth_is_stated_in_the_sentences_of_the_host() {
    let german = WordingDetector::english().with_sentences(TruthSentences::german());
    let said = |text: &str, written: &str| check_final_answer(text, &evidence(written), &german).text;
    assert_eq!(
        said("I've recorded the payment.", "create_payment failed"),
        "Das konnte ich nicht abschließen: Nicht ausgeführt wurde: create payment."
    );
    assert_eq!(said("The payment failed.", "create_payment ok"), "Ausgeführt: create payment.");
}

#[test]
fn no_claim_is_guessed_in_other_languages() {
    for text in [
        "Ich habe die Zahlung erfasst.",
        "He registrado el pago.",
        "J'ai enregistré le paiement.",
        "请款已记录。",
    ] {
        for written in ["create_payment failed", "create_payment ok", ""] {
            assert_eq!(check(text, written).text, text);
        }
    }
}
