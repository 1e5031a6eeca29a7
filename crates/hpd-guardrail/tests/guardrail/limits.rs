//! Limits of a success, denials after the verb, quotes, and corrections: all of them stay.

use crate::kit::check;

fn stay(texts: &[&str], known: &str) {
    let struck: Vec<_> = texts.iter().filter(|text| check(text, known).text != **text).collect();
    assert!(struck.is_empty(), "{known}: {struck:#?}");
}

#[test]
fn limits_of_what_succeeded_stay() {
    stay(
        &[
            "I can't record the payment in euros, so it is in dollars.",
            "I couldn't set the payment date, so it is dated today.",
            "The payment was not applied to INV-2.",
            "The payment reminder failed.",
            "The payment notification was not created.",
            "The bank reports that the payment failed.",
            "I wasn't able to record the payment against INV-1, so I've put it on account.",
            "The payment could not be recorded under ACC-1, so I used ACC-2.",
            "The payment was not recorded twice.",
            "The payment was not recorded late.",
            "I cannot create payments in foreign currency without a rate; I used 1.1.",
            "I'm unable to create payments without your confirmation, thanks for confirming.",
            "I couldn't add a note to the payment.",
            "I couldn't add the reference to the payment.",
            "I couldn't book the payment to the account you named.",
            "The payment could not be booked on Sunday, so it is dated Monday.",
            "An error occurred while adding the payment to the calendar.",
            "There was a problem with the payment reminder.",
            "The payment couldn't be recorded at first; the second try succeeded.",
            "PAY-2 was not recorded.",
            "The payment was not sent to the bank, only recorded in your books.",
        ],
        "create_payment ok",
    );
}

#[test]
fn failures_with_a_reason_are_corrected() {
    for text in [
        "I couldn't create the payment.",
        "I couldn't create the payment due to a server error.",
        "The payment could not be recorded because Amount was missing.",
        "The payment hasn't been recorded.",
        "The payment did not get recorded.",
    ] {
        assert_eq!(check(text, "create_payment ok").text, "Create payment succeeded.", "{text}");
    }
}

#[test]
fn what_is_denied_behind_the_verb_stays() {
    let texts = [
        "I've deleted nothing.",
        "I've imported no data.",
        "I've scheduled nothing yet.",
        "I've created no invoices.",
        "It is false that the payment has been recorded.",
        "Hardly any invoices were sent.",
        "I've barely created anything.",
    ];
    stay(&texts, "");
    stay(&texts, "create_payment failed, create_invoice failed, schedule_meeting failed");
}

#[test]
fn what_is_quoted_stays() {
    let texts = [
        "You will see the message 'Payment recorded'.",
        "The tool says: ‘I've recorded the payment’.",
        "<quote>I've recorded the payment.</quote>",
        "In the log: *I've recorded the payment.*",
        "Example reply: I've recorded the payment.",
        "For example: \"I've recorded the payment.\"",
        "    I've recorded the payment.",
        "Run this:\n\n    Payment recorded\n\nThen go on.",
        "Here's a draft email:\n\nHi Anna,\n\nI've recorded the payment.\n\nBest,\nTom",
    ];
    stay(&texts, "");
    stay(&texts, "create_payment failed");
}

#[test]
fn an_apostrophe_is_no_quote() {
    for text in
        ["I've recorded the customers' payment.", "The customers' payment has been recorded, and that's it."]
    {
        assert_eq!(check(text, "create_payment failed").triggered.len(), 1, "{text}");
    }
}

#[test]
fn a_reply_that_corrects_itself_stays_whole() {
    stay(
        &[
            "I've created the invoice. Correction: I haven't, it was blocked.",
            "Earlier I said that I've created the invoice. That was wrong.",
        ],
        "create_invoice blocked Amount",
    );
}
