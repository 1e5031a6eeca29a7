//! Languages are lists: the built-in ones, and those of a host.

use hpd_host::guardrail::{Synonyms, Wording, WordingDetector, check_final_answer};

use crate::guardrail::kit::evidence;

fn check(text: &str, written: &str, wording: &Wording) -> String {
    check_final_answer(text, &evidence(written), &WordingDetector::new(wording)).text
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn german_claims_are_found_by_german_words() {
    let not_done = "Das konnte ich nicht abschließen: Nicht ausgeführt wurde: create payment.";
    for text in [
        "Ich habe die Zahlung erfasst.",
        "Die Zahlung wurde erfasst.",
        "Die Zahlung über 5.000 € wurde erfolgreich verbucht.",
        "Erledigt!",
        "✅ Zahlung erfasst",
    ] {
        assert_eq!(check(text, "create_payment failed", &Wording::german()), not_done, "{text}");
    }
}

#[test]
fn german_sentences_that_claim_nothing_stay() {
    for text in [
        "Soll ich die Zahlung erfassen?",
        "Sobald die Zahlung erfasst wurde, melde ich mich.",
        "Ich habe die Zahlung nicht erfasst.",
        "Die Rechnung wurde am 3. Mai gesendet.",
        "Ich werde die Zahlung erfassen.",
        "Die Zahlung wurde von Anna erfasst.",
    ] {
        assert_eq!(check(text, "create_payment failed", &Wording::german()), text);
    }
}

#[test]
fn german_failures_of_what_succeeded_are_corrected() {
    for text in ["Die Zahlung konnte nicht erfasst werden.", "Die Zahlung ist fehlgeschlagen."] {
        assert_eq!(check(text, "create_payment ok", &Wording::german()), "Ausgeführt: create payment.");
    }
}

#[test]
fn a_language_is_a_list() {
    let spanish = Wording {
        actions: vec![Synonyms {
            names: words(&["create", "record"]),
            said: words(&["registrado", "registrada"]),
            ..Synonyms::default()
        }],
        things: vec![Synonyms { names: words(&["payment"]), said: words(&["pago"]), ..Synonyms::default() }],
        speakers: words(&["he", "hemos"]),
        passives: words(&["ha sido", "se ha"]),
        negations: words(&["no"]),
        conditions: words(&["si", "cuando"]),
        ..Wording::default()
    };
    let not_done = "I couldn't complete this: create payment was not carried out.";
    assert_eq!(check("He registrado el pago.", "create_payment failed", &spanish), not_done);
    assert_eq!(check("El pago ha sido registrado.", "create_payment failed", &spanish), not_done);
    assert_eq!(
        check("No he registrado el pago.", "create_payment failed", &spanish),
        "No he registrado el pago."
    );
    assert_eq!(check("He registrado el pago.", "create_payment ok", &spanish), "He registrado el pago.");
}
