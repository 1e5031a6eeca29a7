//! Sensitive values stay in the vault.

use hpd_runtime::text::HIDDEN;
use serde_json::{Value, json};

use super::Vault;
use crate::approval::{CallState, MemoryStore, OutcomeNotes, PendingCall, PendingId, StoredOutcome};
use crate::testing::store_kit::sample_call;

impl Vault {
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
    call.sealed()
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
        let vault = Vault::default();
        let call = call("one", &json!({"InvoiceId": "INV-042", "Secret": secret}));
        let stored = vault.keep(call.clone());
        let written = Value::from(&*text).to_string();
        let written = &written[1..written.len() - 1];
        let row = serde_json::to_string(&stored).unwrap();
        assert!(!row.contains(&text) && !row.contains(written), "{row}");
        assert_eq!(stored.frozen.arguments, r#"{"InvoiceId":"INV-042","Secret":"[hidden]"}"#);
        assert_eq!(stored.sent.arguments, stored.frozen.arguments);
        for echo in [format!("It was {text}."), json!({"said": text, "deep": [secret]}).to_string()] {
            let kept = vault.scrub(Some(&call), outcome(&echo)).text;
            assert!(!kept.contains(&text) && !kept.contains(written), "{kept}");
            assert!(kept.contains(HIDDEN), "{kept}");
        }
        assert!(vault.restore(stored) == call);
        assert!(!format!("{vault:?}").contains(&text));
    }
}

#[test]
fn what_the_model_wrote_in_another_way_is_found() {
    let vault = Vault::default();
    let mut call = call("one", &json!({"Secret": 1_234.5}));
    call.sent.arguments = r#"{"Secret": "1,234.50"}"#.to_owned();
    let stored = vault.keep(call);
    assert_eq!(vault.scrub(Some(&stored), outcome("1234.5 as 1,234.50")).text, "[hidden] as [hidden]");
}

#[test]
fn a_call_without_sensitive_parameters_is_not_kept() {
    let vault = Vault::default();
    let call = sample_call("one", CallState::Approved);
    assert!(vault.keep(call.clone()) == call);
    assert_eq!(vault.scrub(Some(&call), outcome("INV-042")).text, "INV-042");
}

#[test]
fn what_a_call_of_another_process_ended_in_is_hidden() {
    let stored = Vault::default().keep(call("one", &json!({"Secret": "tok-7731"})));
    assert_eq!(Vault::default().scrub(Some(&stored), outcome("It was tok-7731.")).text, "[hidden]");
}

#[test]
fn what_another_process_stored_is_not_restored() {
    let call = call("one", &json!({"Secret": "tok-7731"}));
    let stored = Vault::default().keep(call);
    let found = Vault::default().restore(stored.clone());
    assert!(found == stored && !found.digest_is_right());
}

#[test]
fn what_is_forgotten_is_not_restored() {
    let vault = Vault::default();
    let stored = vault.keep(call("one", &json!({"Secret": "tok-7731"})));
    vault.done(&stored.id);
    vault.forget(&stored.id);
    assert!(!vault.restore(stored).digest_is_right());
}

#[test]
fn values_of_the_newest_calls_that_are_done_with_are_kept() {
    let vault = Vault::default();
    let stored: Vec<_> = (0..=MemoryStore::KEPT)
        .map(|number| vault.keep(call(&format!("call {number}"), &json!({"Secret": "tok-7731"}))))
        .collect();
    for call in &stored {
        vault.done(&call.id);
        vault.done(&call.id);
    }
    let is_kept = |call: &PendingCall| vault.restore(call.clone()).digest_is_right();
    assert!(!is_kept(&stored[0]));
    assert!(stored[1..].iter().all(is_kept));
    vault.done(&PendingId::new("never kept"));
    assert!(is_kept(&stored[1]));
}
