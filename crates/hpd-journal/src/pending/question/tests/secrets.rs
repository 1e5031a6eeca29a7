//! Values that are never shown.

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::{ArgumentChange, Call};

/// A call with a secret in each sensitive place.
fn call(secret: &str) -> Call {
    let text = || Node::String(secret.to_owned().into());
    let nested = Node::Object(vec![("Pin".into(), text()), ("Codes".into(), Node::Array(vec![text()]))]);
    let mut call = Call::of(
        "change_login",
        Risk::Medium,
        Node::Object(vec![
            ("User".into(), Node::String("ada".into())),
            ("Password".into(), text()),
            ("Login".into(), nested),
        ]),
    );
    call.sensitive = vec!["Password", "Login"];
    call.phrase = Some("CHANGE {Password} {Login}");
    let change = |field: &str| ArgumentChange { field: field.to_owned(), before: text(), after: text() };
    call.changes = Some(vec![change("Password"), change("Login.Pin"), change("Login[0]")]);
    call
}

#[test]
fn sensitive_values_are_hidden_in_all_forms() {
    for number in 0..100 {
        let secret = format!("s3cret-{:04x}", number * 641);
        for risk in [Risk::Low, Risk::Medium, Risk::High] {
            let mut call = call(&secret);
            call.risk = risk;
            let asked = call.ask();
            let stored = serde_json::to_string(&asked.question).unwrap();
            let forms = [
                asked.question.text(),
                asked.question.to_mcq().to_string(),
                stored,
                format!("{asked:?} {:?}", asked.question.fields()),
            ];
            for form in forms {
                assert!(!form.contains(&secret), "{form}");
            }
        }
    }
}

#[test]
fn hidden_values_say_that_they_are_there() {
    assert_eq!(
        call("s3cret").text(),
        "Confirm: Change login?\n\
         Tool: change_login of Bookkeeping. Risk: medium.\n\
         It runs with:\n\
         - Password: [hidden]\n\
         - Login: [hidden]\n\
         - User: \"ada\"\n\
         \n\
         What changes:\n\
         - Password: [hidden] -> [hidden]\n\
         - Login.Pin: [hidden] -> [hidden]\n\
         - \"Login\\u{5B}0\\u{5D}\": [hidden] -> [hidden]"
    );
}

#[test]
fn a_long_secret_raises_nothing() {
    let asked = call(&"x".repeat(1 << 20)).ask();
    assert_eq!(asked.risk, Risk::Medium);
}

#[test]
fn debug_shows_neither_nonce_nor_phrase_nor_values() {
    let call =
        Call::new("void_invoice", Risk::High, r#"{"InvoiceId": "INV-042"}"#).phrase("VOID {InvoiceId}");
    assert_eq!(
        format!("{:?}", call.ask().question),
        "Question { pending_id: PendingId(\"0f1e2d3c4b5a69788796a5b4c3d2e1f0\"), tool: \"void_invoice\", risk: High, \
         fields: [\"InvoiceId\"], .. }"
    );
}
