//! Text that is struck together with a claim, and text that stays.

use hpd_guardrail::WriteTruth;

use crate::kit::{check, truths};

const PAID: &str = "Create payment succeeded.";
const NOT_DONE: &str = "I couldn't complete this: create payment was not carried out.";
const SAME: &str = "=";

#[track_caller]
fn holds(written: &str, rows: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, wanted) in rows {
        let wanted = if *wanted == SAME { *text } else { *wanted };
        let read = check(text, written).text;
        if read != wanted {
            wrong.push(format!("  said   {text:?}\n  reads  {read:?}\n  wanted {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Each follows from a failure: it invites to pay once more, or says that nothing was paid.
const AFTER_FAILURE: &[&str] = &[
    "Please try again later.",
    "Would you like me to try again?",
    "You may need to record it manually in your books.",
    "No changes were made.",
    "I'll retry it now.",
    "I'm sorry about that!",
    "I apologize for the inconvenience.",
    "Shall I use account ACC-1010 instead?",
    "Should I retry the ₹5,000 for Acme Corp?",
    "You can try again in 5 minutes.",
    "Please enter it by hand.",
    "Nothing has been booked.",
    "Let me know if you want another attempt.",
    "I can try a different account.",
    "Your books are unchanged.",
    "The invoice is still open.",
    "You might want to contact your bank.",
    "Do you want me to send it once more?",
    "Feel free to ask me to repeat it.",
    "The ₹5,000 were not deducted.",
    "Maybe the connection was lost.",
    "Want me to give it another go?",
    "I would recommend paying Acme again on Friday.",
    "It should work the next time.",
    "Retry?",
    "Options:\n1. Try again\n2. Record it by hand",
    "- Please try again tomorrow.",
    "Sorry for the trouble. Please try again later.",
    "This is a temporary problem. You could wait a moment and try once more.",
    "Until then it remains unpaid, so please pay it again.",
];

#[test]
fn nothing_after_a_false_failure_invites_a_second_payment() {
    for claim in
        ["The payment failed.", "I'm sorry, the payment failed.", "The payment could not be created."]
    {
        let said: Vec<String> = AFTER_FAILURE
            .iter()
            .flat_map(|rest| [format!("{claim} {rest}"), format!("{claim}\n\n{rest}")])
            .collect();
        let rows: Vec<(&str, &str)> = said.iter().map(|text| (text.as_str(), PAID)).collect();
        let read: Vec<String> = rows
            .iter()
            .map(|(text, _)| check(text, "create_payment ok").text)
            .filter(|read| read.trim_end() != PAID)
            .collect();
        assert!(read.is_empty(), "{claim}: {read:#?}");
    }
}

#[test]
fn an_apology_before_a_false_failure_goes_with_it() {
    holds("create_payment ok", &[("I'm sorry. The payment failed. Please try again.", PAID)]);
}

#[test]
fn what_a_false_failure_has_no_part_in_stays() {
    let stays = [
        "INV-042 is due on 1 March.",
        "Acme Corp has 3 open invoices.",
        "The total of last month was ₹12,000.",
        "Shall I look up the other invoices?",
        "If you have any questions, write to support@acme.example.",
        "The contact is called \"Acme\".",
        "The office opens at 10.",
        "Wei lives in Utrecht.",
    ];
    for rest in stays {
        let text = format!("The payment failed. {rest}");
        assert_eq!(check(&text, "create_payment ok").text, format!("{PAID} {rest}"));
    }
    holds(
        "create_payment ok",
        &[("Acme Corp owes ₹5,000. The payment failed.", &format!("Acme Corp owes ₹5,000. {PAID}"))],
    );
}

#[test]
fn another_failure_that_is_true_stays() {
    holds(
        "create_payment ok, send_invoice failed",
        &[(
            "The payment failed. I couldn't send the invoice.",
            "Create payment succeeded. I couldn't send the invoice.",
        )],
    );
}

#[test]
fn a_true_failure_keeps_its_advice() {
    for rest in AFTER_FAILURE {
        let text = format!("The payment failed. {rest}");
        assert_eq!(check(&text, "create_payment failed").text, text);
    }
}

#[test]
fn the_card_of_what_never_happened_goes() {
    let cards = [
        "\n\n| Field | Value |\n|---|---|\n| Payment | PAY-001 |\n| Amount | ₹5,000 |",
        "\n\n| Payment | Amount | Customer |\n|---|---|---|\n| PAY-001 | ₹5,000 | Acme Corp |",
        "\n\n- Invoice: INV-042\n- Amount: ₹5,000\n- **Date:** 2026-03-14",
        "\n\n**Payment:** PAY-001\n**Amount:** ₹5,000",
        "\n\n### Payment details\n\n| Field | Value |\n|---|---|\n| Payment | PAY-001 |",
        "\n\nHere are the details:\n\n- Payment: PAY-001\n- Amount: ₹5,000",
        "\nPayment: PAY-001\nAmount: ₹5,000",
    ];
    for card in cards {
        for claim in ["I've recorded the payment.", "✅ **Payment recorded**", "## ✅ Payment recorded"] {
            let read = check(&format!("{claim}{card}"), "create_payment failed").text;
            for lie in ["PAY-001", "5,000", "Field", "details", "Invoice:"] {
                assert!(!read.contains(lie), "{claim}{card}\n-> {read}");
            }
            assert!(read.contains(NOT_DONE), "{read}");
            let kept = check(&format!("{claim}{card}"), "create_payment ok").text;
            assert_eq!(kept, format!("{claim}{card}"), "it is true");
        }
    }
}

#[test]
fn what_is_so_only_since_then_goes() {
    for rest in [
        "Your new balance is ₹0.",
        "The remaining balance is ₹0.",
        "INV-042 now has a balance of ₹0.",
        "The updated total is ₹12,000.",
        "The new amount due: ₹0.",
    ] {
        for gap in [" ", "\n\n"] {
            let text = format!("I've recorded the payment.{gap}{rest}");
            assert_eq!(check(&text, "create_payment failed").text.trim_end(), NOT_DONE, "{text}");
        }
    }
}

#[test]
fn what_a_false_success_has_no_part_in_stays() {
    for rest in [
        "Acme Corp has 3 open invoices.",
        "Is there anything else?",
        "Let me know if you need anything else!",
        "The invoice was due on 1 March.",
        "If you need the PDF, just ask.",
        "Shall I look up the new invoices?",
        "Bring your own mat, please.",
        "They cost €84 each.",
        "Have a nice weekend!",
        "The file has 9 columns.",
    ] {
        let text = format!("I've recorded the payment. {rest}");
        assert_eq!(check(&text, "create_payment failed").text, format!("{NOT_DONE} {rest}"));
    }
}

#[test]
fn a_list_of_what_was_read_is_no_card() {
    for list in [
        "| Invoice | Due | Customer |\n|---|---|---|\n| INV-1 | 5 | Acme |\n| INV-2 | 7 | Globex |",
        "| INV-1 | 5 |\n| INV-2 | 7 |",
        "- INV-1 of Acme\n- INV-2 of Globex",
        "1. Pick an account\n2. Pick an invoice",
    ] {
        let text = format!("I've recorded the payment.\n\n{list}");
        assert_eq!(check(&text, "create_payment failed").text, format!("{NOT_DONE}\n\n{list}"));
        let before = format!("{list}\n\nI've recorded the payment.");
        assert_eq!(check(&before, "create_payment failed").text, format!("{list}\n\n{NOT_DONE}"));
    }
}

#[test]
fn the_number_and_the_amount_are_those_of_the_rows() {
    use hpd_guardrail::{Evidence, WordingDetector, check_final_answer};

    let details = vec!["PAY-001".to_owned(), "amount 5,000".to_owned()];
    let paid =
        truths("create_payment ok").into_iter().map(|truth| WriteTruth { details: details.clone(), ..truth });
    let evidence = Evidence::of_writes(paid.collect());
    let read = |text: &str| check_final_answer(text, &evidence, &WordingDetector::english()).text;
    let told = "Create payment (PAY-001, amount 5,000) succeeded.";
    assert_eq!(read("The payment failed. Please try again later."), told);
    assert_eq!(read(told), told);
}
