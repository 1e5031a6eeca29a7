//! Sensitive values stay in the vault.

use hpd_runtime::__private::text::HIDDEN;
use serde_json::{Value, json};

use super::SensitiveValues;
use crate::pending::{CallState, MemoryStore, OutcomeNotes, PendingCall, PendingId, SentCall, StoredOutcome};
use crate::testing::store_kit::sample_call;

impl SensitiveValues {
    /// The storable form of the call; its sensitive parts are kept.
    fn keep(&self, call: PendingCall) -> PendingCall {
        let now = call.created;
        let (call, kept) = Self::separate(call);
        self.put(call.id.clone(), kept, now);
        call
    }
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn call(id: &str, arguments: &Value) -> PendingCall {
    let mut call = sample_call(id, CallState::Approved);
    call.frozen.arguments = arguments.to_string();
    call.sent.arguments = format!(" {arguments}");
    call.notes.sensitive = names(&["Secret"]);
    call.sealed(None)
}

fn outcome(text: &str) -> StoredOutcome {
    StoredOutcome { is_error: false, text: text.to_owned(), notes: OutcomeNotes::default() }
}

/// Values that are hard to find, each with its text.
fn secrets() -> Vec<(Value, String)> {
    let parts = [
        "tok",
        "q\"q",
        "back\\slash",
        "lines\nand\ttabs",
        "é\u{1F600}",
        "\u{7f}\u{1}",
        "a b",
        "</script>",
        "%s",
        "(.*)",
    ];
    (0..100_u64)
        .map(|number| {
            let text = format!("{}-{:04}", parts[usize::try_from(number).unwrap() % parts.len()], number * 7);
            match number % 4 {
                0 | 1 => (json!(text), text),
                2 => (json!({"deep": [{"er": text}]}), text),
                _ => (json!([123_450_000 + number]), (123_450_000 + number).to_string()),
            }
        })
        .collect()
}

#[test]
fn a_hundred_secrets_stand_in_nothing_that_is_stored() {
    for (secret, text) in secrets() {
        let sensitive_values = SensitiveValues::default();
        let call = call("one", &json!({"InvoiceId": "INV-042", "Secret": secret}));
        let stored = sensitive_values.keep(call.clone());
        let written = Value::from(&*text).to_string();
        let written = &written[1..written.len() - 1];
        let row = stored.to_stored().unwrap();
        assert!(!row.contains(&text) && !row.contains(written), "{row}");
        assert_eq!(stored.frozen.arguments, r#"{"InvoiceId":"INV-042","Secret":"[hidden]"}"#);
        assert_eq!(stored.sent.arguments, stored.frozen.arguments);
        for echo in [format!("It was {text}."), json!({"said": text, "deep": [secret]}).to_string()] {
            let kept = sensitive_values.scrub(Some(&call), outcome(&echo)).text;
            assert!(!kept.contains(&text) && !kept.contains(written), "{kept}");
            assert!(kept.contains(HIDDEN), "{kept}");
        }
        assert!(sensitive_values.restore(stored) == call);
        assert!(!format!("{sensitive_values:?}").contains(&text));
    }
}

#[test]
fn what_the_model_wrote_in_another_way_is_found() {
    let sensitive_values = SensitiveValues::default();
    let mut call = call("one", &json!({"Secret": 1_234.5}));
    call.sent.arguments = r#"{"Secret": "1,234.50"}"#.to_owned();
    let stored = sensitive_values.keep(call);
    assert_eq!(
        sensitive_values.scrub(Some(&stored), outcome("1234.5 as 1,234.50")).text,
        "[hidden] as [hidden]"
    );
}

#[test]
fn a_call_without_sensitive_parameters_is_not_kept() {
    let sensitive_values = SensitiveValues::default();
    let call = sample_call("one", CallState::Approved);
    assert!(sensitive_values.keep(call.clone()) == call);
    assert_eq!(sensitive_values.scrub(Some(&call), outcome("INV-042")).text, "INV-042");
}

#[test]
fn what_a_call_of_another_process_ended_in_is_hidden() {
    let stored = SensitiveValues::default().keep(call("one", &json!({"Secret": "tok-7731"})));
    assert_eq!(SensitiveValues::default().scrub(Some(&stored), outcome("It was tok-7731.")).text, "[hidden]");
}

#[test]
fn what_another_process_stored_is_not_restored() {
    let call = call("one", &json!({"Secret": "tok-7731"}));
    let stored = SensitiveValues::default().keep(call);
    let found = SensitiveValues::default().restore(stored.clone());
    assert!(found == stored && !found.digest_is_right(None));
}

/// The digest covers the text that the model sent. Where that text says nothing but the frozen arguments, it is stored.
#[test]
fn another_process_gets_a_call_whose_sensitive_parameter_is_absent() {
    let mut call = sample_call("one", CallState::Approved);
    call.notes.sensitive = names(&["Secret"]);
    call.frozen.arguments = r#"{"InvoiceId":"INV-042","note":"thanks","total":10.5}"#.to_owned();
    for (sent, is_right) in [
        (r#" {"total": 10.50, "InvoiceId": "INV-042"}"#, true),
        ("{}", true),
        (r#"{"InvoiceId": "INV-042", "Secert": "tok-7731"}"#, false),
        (r#"{"InvoiceId": "tok-7731", "InvoiceId": "INV-042"}"#, false),
        (r#"{"InvoiceId": "INV-042", "note": "tok-7731"}"#, false),
        (r#"{"InvoiceId": "INV-042"} tok-7731"#, false),
    ] {
        let call = PendingCall {
            sent: SentCall { arguments: sent.to_owned(), ..call.sent.clone() },
            ..call.clone()
        };
        let call = call.sealed(None);
        let stored = SensitiveValues::default().keep(call.clone());
        assert_eq!(stored.digest_is_right(None), is_right, "{sent}");
        assert!(!stored.to_stored().unwrap().contains("tok-7731"), "{sent}");
    }
}

#[test]
fn what_is_forgotten_is_not_restored() {
    let sensitive_values = SensitiveValues::default();
    let stored = sensitive_values.keep(call("one", &json!({"Secret": "tok-7731"})));
    sensitive_values.done(&stored.id);
    sensitive_values.forget(&stored.id);
    assert!(!sensitive_values.restore(stored).digest_is_right(None));
}

#[test]
fn values_of_the_newest_calls_that_are_done_with_are_kept() {
    let sensitive_values = SensitiveValues::default();
    let stored: Vec<_> = (0..=MemoryStore::KEPT)
        .map(|number| sensitive_values.keep(call(&format!("call {number}"), &json!({"Secret": "tok-7731"}))))
        .collect();
    for call in &stored {
        sensitive_values.done(&call.id);
        sensitive_values.done(&call.id);
    }
    let is_kept = |call: &PendingCall| sensitive_values.restore(call.clone()).digest_is_right(None);
    assert!(!is_kept(&stored[0]));
    assert!(stored[1..].iter().all(is_kept));
    sensitive_values.done(&PendingId::new("never kept"));
    assert!(is_kept(&stored[1]));
}
