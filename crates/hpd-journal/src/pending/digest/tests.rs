//! Digests, byte by byte: the form is written again here.

use hpd_runtime::__private::text::hex;
use hpd_runtime::Principal;
use hpd_runtime::output::InputRequest;
use hpd_runtime::spec::Risk;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::text_hash;
use crate::KeyRing;
use crate::pending::{
    CallState, FunctionInput, FunctionInputs, Offer, OfferScope, OfferedTool, PendingCall, PendingId,
    PendingReason,
};
use crate::testing::store_kit::sample_call;

/// SHA-256 over parts. Each begins with a byte for its presence, its length and its bytes.
fn digest_of(parts: &[Option<&str>]) -> String {
    let mut bytes = Vec::new();
    for part in parts {
        match part {
            Some(text) => {
                bytes.push(1);
                bytes.extend(u64::try_from(text.len()).unwrap().to_be_bytes());
                bytes.extend(text.as_bytes());
            }
            None => bytes.push(0),
        }
    }
    hex(&Sha256::digest(bytes))
}

fn asked() -> PendingCall {
    sample_call("one", CallState::AwaitingApproval)
}

/// The parts of a sample call before its risk.
fn head(call: &PendingCall) -> Vec<Option<&str>> {
    let fixed = [
        "hpd pending call 2",
        "session",
        "alex",
        "acme",
        "one",
        "call_1",
        "void_invoice",
        r#"{"InvoiceId": "INV-042"}"#,
        "Books.void_invoice",
        &call.binding.fingerprint,
    ];
    fixed.map(Some).to_vec()
}

/// All parts of a sample call without offers.
fn parts<'a>(
    call: &'a PendingCall,
    risk: Option<&'a str>,
    awaits: &[Option<&'a str>],
) -> Vec<Option<&'a str>> {
    let mut parts = head(call);
    parts.push(risk);
    parts.extend([r#"{"InvoiceId":"INV-042"}"#, "1", "InvoiceId", "model", "1", "0"].map(Some));
    parts.push(None);
    parts.extend(awaits);
    parts.extend(["1000000", "2000000"].map(Some));
    parts
}

const APPROVAL: [Option<&str>; 4] = [
    Some("approval"),
    Some("00112233445566778899aabbccddeeff"),
    Some("VOID INV-042"),
    Some(r#"{"question":"Void the invoice INV-042?"}"#),
];

#[test]
fn a_text_is_hashed_by_its_bytes() {
    // An example of FIPS 180-2.
    assert_eq!(text_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

#[test]
fn a_call_that_waits_for_approval() {
    let call = asked();
    assert_eq!(call.binding.digest, digest_of(&parts(&call, Some("high"), &APPROVAL)));
}

#[test]
fn a_call_that_waits_for_nothing_or_for_input() {
    let approved = sample_call("one", CallState::Approved);
    assert_eq!(approved.binding.digest, digest_of(&parts(&approved, Some("high"), &[Some("nothing")])));
    let asked = sample_call("one", CallState::NeedsInput);
    let question = "What is the reason? I have your invoice as INV-042. Is that correct?";
    let awaits = ["input", "1", "reason", "1", "InvoiceId", question].map(Some);
    assert_eq!(asked.binding.digest, digest_of(&parts(&asked, Some("high"), &awaits)));
}

#[test]
fn risks_have_words_and_a_missing_one_has_none() {
    for (risk, word) in [(Some(Risk::Low), Some("low")), (Some(Risk::Medium), Some("medium")), (None, None)] {
        let mut call = asked();
        call.binding.risk = risk;
        let call = call.sealed(None);
        assert_eq!(call.binding.digest, digest_of(&parts(&call, word, &APPROVAL)));
    }
}

#[test]
fn an_offer_is_its_choice_and_its_tools() {
    let mut call = asked();
    let tool = OfferedTool {
        tool: "Books.void_invoice".into(),
        name: "void_invoice".to_owned(),
        fingerprint: "print".to_owned(),
    };
    call.binding.offers = vec![Offer { scope: OfferScope::Source, tools: vec![tool] }];
    call.binding.source_version = Some("v2".to_owned());
    let call = call.sealed(None);
    let mut expected = head(&call);
    expected.extend(["high", r#"{"InvoiceId":"INV-042"}"#, "1", "InvoiceId", "model", "1", "1"].map(Some));
    expected.extend(["confirm_source", "1", "Books.void_invoice", "void_invoice", "print", "v2"].map(Some));
    expected.extend(APPROVAL);
    expected.extend(["1000000", "2000000"].map(Some));
    assert_eq!(call.binding.digest, digest_of(&expected));
}

#[test]
fn editors_and_inputs_are_around_the_digest_of_the_parts() {
    let plain = asked().binding.digest;
    let mut call = asked();
    call.edited_by = vec![Principal::new("ada").in_tenant("acme"), Principal::new("bob")];
    let call = call.sealed(None);
    let editors = [Some("ada"), Some("acme"), Some("bob"), None];
    let edited = digest_of(&[&[Some("hpd edited call 1"), Some(&*plain)][..], &editors].concat());
    assert_eq!(call.binding.digest, edited);

    let mut call = call;
    let schema = json!({"type": "string"});
    let code = InputRequest::new("Which code?", schema.clone()).sensitive();
    let reason = InputRequest::new("Why?", schema);
    let inputs = vec![FunctionInput::answered("code", code, "\"1\""), FunctionInput::open("reason", reason)];
    call.inputs = Box::new(FunctionInputs::new(inputs, Some(PendingId::new("before"))));
    let call = call.sealed(None);
    let mut expected = ["hpd call with inputs 1", &edited, "before", "2"].map(Some).to_vec();
    expected.extend(["code", "Which code?", r#"{"type":"string"}"#, "sensitive", "\"1\""].map(Some));
    expected.extend(["reason", "Why?", r#"{"type":"string"}"#, "shown"].map(Some));
    expected.push(None);
    assert_eq!(call.binding.digest, digest_of(&expected));
}

#[test]
fn a_digest_is_right_for_its_own_call() {
    let call = asked();
    assert!(call.digest_is_right(None));
    let mut changed = call;
    changed.awaits = PendingReason::Nothing;
    assert!(!changed.digest_is_right(None));
}

#[test]
fn with_keys_only_a_seal_is_right() {
    let keys = KeyRing::new("k1", [7; 32]).unwrap();
    let sealed = asked().sealed(Some(&keys));
    assert!(sealed.digest_is_right(Some(&keys)));
    assert!(sealed.binding.digest.starts_with("k1."));
    assert!(!asked().digest_is_right(Some(&keys)));
    assert!(!sealed.digest_is_right(None));
    let mut changed = sealed;
    changed.owner.session.push('x');
    assert!(!changed.digest_is_right(Some(&keys)));
}

#[test]
fn what_was_approved_is_the_same_call_and_both_digests_are_right() {
    let call = asked();
    assert!(call.is_what_was_approved(&call, None));
    // The digest of the other call is kept, and its content is not.
    let mut changed = call.clone();
    changed.frozen.arguments.push(' ');
    assert!(!changed.is_what_was_approved(&call, None));
    assert!(!call.is_what_was_approved(&changed, None));
    assert!(!changed.is_what_was_approved(&changed, None));
    let other = sample_call("two", CallState::AwaitingApproval);
    assert!(!other.is_what_was_approved(&call, None));
}
