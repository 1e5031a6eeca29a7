//! Questions in the words of an author.

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::{Call, Rendered};

const PAY: &str = "Create payment of {Amount} for {contact} against {InvoiceId}?";

fn asked_with(template: &'static str, arguments: &str, contact: &str) -> Rendered {
    let mut call = Call::new("create_payment", Risk::Low, arguments);
    call.question = Some(template);
    call.shown.insert("contact".to_owned(), Node::String(contact.to_owned().into()));
    call.ask()
}

/// The first line of a question about a payment of this contact.
fn of(contact: &str) -> String {
    asked_with(PAY, r#"{"Amount":5000,"InvoiceId":"INV-042"}"#, contact).question.asked()
}

#[test]
fn the_arguments_stay_below_it() {
    let rendered = asked_with(PAY, r#"{"Amount":5000,"InvoiceId":"INV-042"}"#, "Acme Corp");
    assert_eq!(
        rendered.question.text(),
        "Confirm: Create payment of 5000 for Acme Corp against INV-042?\n\
         Tool: create_payment of Bookkeeping. Risk: low.\n\
         - Amount: 5000\n\
         - InvoiceId: \"INV-042\""
    );
    assert_eq!(rendered.risk, Risk::Low);
    let mcq = rendered.question.to_mcq();
    assert_eq!(mcq["data"]["options"][0]["label"], "✅ Yes, create payment");
    assert!(
        mcq["data"]["question"].as_str().unwrap().starts_with("Confirm: Create payment of 5000 for Acme")
    );
}

#[test]
fn names_and_amounts_have_no_quotes() {
    for plain in
        ["Acme Corp", "acme", "₹5,000", "5,000.00 EUR", "Jean-Luc O’Neill", "INV-042", "株式会社", "3M"]
    {
        assert_eq!(of(plain), format!("Create payment of 5000 for {plain} against INV-042?"));
    }
}

/// Each would say something else without its quotes, or be shown as something else.
#[test]
fn what_could_deceive_has_quotes() {
    let texts = [
        ("Bob against INV-7", "\"Bob against INV-7\""),
        ("Payment", "\"Payment\""),
        ("nobody at all", "\"nobody at all\""),
        ("Acme? Tool", "\"Acme? Tool\""),
        ("Acme Inc.", "\"Acme Inc.\""),
        ("a@acme.example", "\"a\\u{40}acme\\u{2E}example\""),
        ("www.acme.example", "\"www\\u{2E}acme\\u{2E}example\""),
        ("", "\"\""),
        ("Acme ", "\"Acme\\u{20}\""),
        ("Paper & Pens", "\"Paper \\u{26} Pens\""),
        ("Acme\nCorp", "\"Acme\\nCorp\""),
        ("**Acme**", "\"\\u{2A}\\u{2A}Acme\\u{2A}\\u{2A}\""),
    ];
    for (text, shown) in texts {
        assert_eq!(of(text), format!("Create payment of 5000 for {shown} against INV-042?"), "{text:?}");
    }
}

#[test]
fn what_can_not_be_shown_safely_raises_the_risk() {
    let arguments = r#"{"Amount":5000,"InvoiceId":"INV-042"}"#;
    for contact in ["Acme\u{200b}Corp", "\u{202e}Acme", "Aсme", &"a".repeat(300)] {
        let rendered = asked_with(PAY, arguments, contact);
        assert_eq!((rendered.risk, rendered.phrase.is_some()), (Risk::High, true), "{contact:?}");
        assert!(rendered.question.text().contains("Careful: "), "{contact:?}");
    }
    let long = asked_with(PAY, arguments, &"a".repeat(300)).question.asked();
    assert!(long.contains("… (101 more characters)"), "{long}");
}

#[test]
fn a_sensitive_value_is_hidden() {
    let mut call = Call::new("charge", Risk::Low, r#"{"card":"4111222233334444","Amount":5}"#);
    call.question = Some("Charge {Amount} to {card} of {contact}?");
    call.sensitive = vec!["card"];
    call.shown.insert("contact".to_owned(), Node::String("Ann 4111222233334444".into()));
    assert_eq!(call.ask().question.asked(), "Charge 5 to [hidden] of [hidden]?");
    assert!(!call.text().contains("4111"));
}

#[test]
fn lists_of_words_are_part_of_a_sentence() {
    let asked = |items: &str| {
        let mut call = Call::new("pay_all", Risk::Low, &format!(r#"{{"Invoices":{items}}}"#));
        call.question = Some("Pay {Invoices}?");
        call.ask().question.asked()
    };
    assert_eq!(asked(r#"["INV-1","INV-2"]"#), "Pay INV-1, INV-2?");
    assert_eq!(asked(r#"["INV-1","and INV-9"]"#), "Pay INV-1, \"and INV-9\"?");
    // No sentence can hold these: the title is asked, and the list shows them.
    for other in ["[]", r#"[{"a":1}]"#, r#"["a","b","c","d","e","f"]"#, r#"{"a":1}"#, "null"] {
        assert_eq!(asked(other), "Pay all?", "{other}");
    }
}

#[test]
fn without_a_value_the_title_is_asked() {
    let mut call = Call::new("create_payment", Risk::Low, r#"{"Amount":5000}"#);
    call.question = Some(PAY);
    assert_eq!(call.ask().question.asked(), "Create payment?");
}

/// On its own line it misleads no reader, and the risk stays.
#[test]
fn a_text_of_the_other_direction_is_left_to_the_list() {
    let rendered = asked_with(PAY, r#"{"Amount":5000,"InvoiceId":"INV-042"}"#, "שלום");
    assert_eq!((rendered.question.asked().as_str(), rendered.risk), ("Create payment?", Risk::Low));
}

#[test]
fn a_preview_does_not_replace_an_argument() {
    let mut call = Call::new("create_payment", Risk::Low, r#"{"Amount":5000}"#);
    call.question = Some("Pay {Amount}?");
    call.shown.insert("Amount".to_owned(), Node::Number("1".into()));
    assert_eq!(call.ask().question.asked(), "Pay 5000?");
}
