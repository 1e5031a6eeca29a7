//! The digest covers every part, and nothing moves between parts.

use std::collections::BTreeMap;

use hpd_host::Principal;
use hpd_host::approval::{
    CallState, FrozenArguments, Offer, OfferScope, OfferedTool, Owner, PendingCall, PendingId, PendingReason,
    SentCall,
};
use hpd_host::spec::Risk;
use hpd_host::system::Timestamp;
use hpd_host::testing::store_kit::sample_call;
use hpd_host::values::Provenance;
use hpd_journal::__private::{DigestParts, text_hash};
use proptest::prelude::*;

/// The parts, each on its own.
#[derive(Debug, Clone, PartialEq)]
struct Parts {
    session: String,
    principal: Option<String>,
    tenant: Option<String>,
    id: String,
    tool: String,
    fingerprint: String,
    risk: Option<Risk>,
    arguments: String,
    provenance: BTreeMap<String, Provenance>,
    policy_version: String,
    offers: Vec<Offer>,
    /// Id, name and arguments.
    sent: [String; 3],
    awaits: Awaits,
    /// Creation and expiry.
    moments: [u64; 2],
}

/// The awaited answer.
#[derive(Debug, Clone, PartialEq)]
enum Awaits {
    Nothing,
    /// Missing and uncertain parameters, and the question.
    Input(Vec<String>, Vec<String>, String),
    /// Nonce, phrase and question.
    Approval(String, Option<String>, String),
}

impl Awaits {
    fn reason(&self) -> PendingReason {
        match self.clone() {
            Self::Nothing => PendingReason::Nothing,
            Self::Input(missing, uncertain, question) => {
                PendingReason::Input { missing, uncertain, question }
            }
            Self::Approval(nonce, phrase, question) => PendingReason::Approval { nonce, phrase, question },
        }
    }
}

impl Parts {
    fn digest(&self) -> String {
        let owner = Owner {
            session: self.session.clone(),
            principal: Principal { id: self.principal.clone(), tenant: self.tenant.clone() },
        };
        let frozen =
            FrozenArguments { arguments: self.arguments.clone(), provenance: self.provenance.clone() };
        let [id, name, arguments] = self.sent.clone();
        let [created, expires] = self.moments.map(Timestamp::from_millis);
        DigestParts {
            owner: &owner,
            id: &PendingId::new(self.id.as_str()),
            sent: &SentCall { id, name, arguments, caller: None },
            tool: &self.tool.as_str().into(),
            fingerprint: &self.fingerprint,
            risk: self.risk,
            frozen: &frozen,
            policy_version: &self.policy_version,
            offers: &self.offers,
            source_version: None,
            awaits: &self.awaits.reason(),
            created,
            expires,
        }
        .digest()
    }
}

fn offer(scope: OfferScope, fingerprint: &str) -> Offer {
    let tool = OfferedTool {
        tool: "Books.void_invoice".into(),
        name: "void_invoice".to_owned(),
        fingerprint: fingerprint.to_owned(),
    };
    Offer { scope, tools: vec![tool] }
}

fn example() -> Parts {
    Parts {
        session: "s1".to_owned(),
        principal: Some("alex".to_owned()),
        tenant: None,
        id: "00112233445566778899aabbccddeeff".to_owned(),
        tool: "Books.void_invoice".to_owned(),
        fingerprint: text_hash("{}"),
        risk: Some(Risk::High),
        arguments: r#"{"InvoiceId":"INV-042"}"#.to_owned(),
        provenance: BTreeMap::from([
            ("InvoiceId".to_owned(), Provenance::User),
            ("reason".to_owned(), Provenance::Declared),
        ]),
        policy_version: "7".to_owned(),
        offers: vec![offer(OfferScope::Tool, "1")],
        sent: ["call_1", "void_invoice", r#"{"InvoiceId": "INV-042"}"#].map(str::to_owned),
        awaits: Awaits::Approval("0".repeat(32), Some("VOID INV-042".to_owned()), "{}".to_owned()),
        moments: [1_000_000, 2_000_000],
    }
}

#[test]
fn the_digest_of_the_example() {
    assert_eq!(example().digest(), "027773173a8dcef7d4f0b947fc0c3afa6fe4762e17dde4ba578dda76917a5284");
}

#[test]
fn the_digest_with_nothing_in_it() {
    let empty = Parts {
        session: String::new(),
        principal: None,
        tenant: None,
        id: String::new(),
        tool: String::new(),
        fingerprint: String::new(),
        risk: None,
        arguments: String::new(),
        provenance: BTreeMap::new(),
        policy_version: String::new(),
        offers: Vec::new(),
        sent: [const { String::new() }; 3],
        awaits: Awaits::Nothing,
        moments: [0, 0],
    };
    assert_eq!(empty.digest(), "d6444b44afb632a943c890d2bd3cc349bff46282866b0e42a1c32c9e2d29d065");
}

#[test]
fn a_schema_is_hashed_by_its_bytes() {
    // The examples of FIPS 180-2.
    assert_eq!(text_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assert_eq!(text_hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

#[test]
fn an_empty_text_is_not_a_missing_one() {
    let with = |principal: Option<&str>, tenant: Option<&str>| {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Parts { principal: owned(principal), tenant: owned(tenant), ..example() }.digest()
    };
    let digests = [with(None, None), with(Some(""), None), with(None, Some("")), with(Some(""), Some(""))];
    for (index, digest) in digests.iter().enumerate() {
        assert!(!digests[..index].contains(digest), "{index}");
    }
}

#[test]
fn a_sealed_call_has_the_right_digest() {
    let call = sample_call("one", CallState::AwaitingApproval);
    assert!(call.digest_is_right(None));
    assert_eq!(call.clone().sealed(None), call);
}

/// Changes to a stored call that another program could make in the database.
#[test]
fn a_call_that_was_changed_has_the_wrong_digest() {
    type ArgumentChange = fn(&mut PendingCall);
    let changes: [ArgumentChange; 25] = [
        |call| call.binding.offers.push(offer(OfferScope::Source, "1")),
        |call| call.owner.session.push('x'),
        |call| call.owner.principal.id = None,
        |call| call.owner.principal.tenant = Some("other".to_owned()),
        |call| call.id = PendingId::new("two"),
        |call| call.tool = "Books.delete_contact".into(),
        |call| call.binding.fingerprint = text_hash("{}"),
        |call| call.binding.risk = Some(Risk::Low),
        |call| call.binding.risk = None,
        |call| call.frozen.arguments = r#"{"InvoiceId":"INV-043"}"#.to_owned(),
        |call| call.frozen.provenance.clear(),
        |call| call.frozen.provenance.extend([("reason".to_owned(), Provenance::Model)]),
        |call| call.binding.policy_version.clear(),
        |call| call.binding.digest.clear(),
        |call| call.binding.source_version = Some(String::new()),
        |call| call.sent.id.push('x'),
        |call| call.sent.name.push('x'),
        |call| call.sent.arguments.push(' '),
        |call| call.created = Timestamp::from_millis(0),
        |call| call.expires = Timestamp::from_millis(u64::MAX),
        |call| call.awaits = PendingReason::Nothing,
        |call| *approval(call).0 = "1".repeat(32),
        |call| *approval(call).1 = None,
        |call| *approval(call).1 = Some("VOID INV-043".to_owned()),
        |call| *approval(call).2 = approval(call).2.replace("042", "043"),
    ];
    for (index, change) in changes.iter().enumerate() {
        let mut call = sample_call("one", CallState::AwaitingApproval);
        change(&mut call);
        assert!(!call.digest_is_right(None), "change {index}");
    }
}

/// Nonce, phrase and question.
fn approval(call: &mut PendingCall) -> (&mut String, &mut Option<String>, &mut String) {
    match &mut call.awaits {
        PendingReason::Approval { nonce, phrase, question } => (nonce, phrase, question),
        _ => panic!("nobody is asked"),
    }
}

fn risk() -> impl Strategy<Value = Option<Risk>> {
    prop_oneof![Just(None), Just(Some(Risk::Low)), Just(Some(Risk::Medium)), Just(Some(Risk::High))]
}

fn provenance() -> impl Strategy<Value = BTreeMap<String, Provenance>> {
    let source = prop_oneof![
        Just(Provenance::User),
        Just(Provenance::Model),
        Just(Provenance::Profile),
        Just(Provenance::Config),
        Just(Provenance::Declared)
    ];
    prop::collection::btree_map("[a-z=\n]{0,3}", source, 0..3)
}

fn parts() -> impl Strategy<Value = Parts> {
    let text = || "[a-b\0]{0,3}";
    let option = || prop::option::of(text());
    let offers = prop::collection::vec((any::<bool>(), text()), 0..3).prop_map(|offers| {
        let scope = |is_tool| if is_tool { OfferScope::Tool } else { OfferScope::Source };
        offers.iter().map(|(is_tool, fingerprint)| offer(scope(*is_tool), fingerprint)).collect()
    });
    let names = || prop::collection::vec(text(), 0..3);
    let awaits = prop_oneof![
        Just(Awaits::Nothing),
        (names(), names(), text())
            .prop_map(|(missing, uncertain, question)| Awaits::Input(missing, uncertain, question)),
        (text(), option(), text())
            .prop_map(|(nonce, phrase, question)| Awaits::Approval(nonce, phrase, question)),
    ];
    let policy = (text(), offers, [text(), text(), text()], awaits, [0..3_u64, 0..3_u64]);
    (text(), option(), option(), text(), text(), text(), risk(), text(), provenance(), policy).prop_map(
        |(session, principal, tenant, id, tool, fingerprint, risk, arguments, provenance, policy)| {
            let (policy_version, offers, sent, awaits, moments) = policy;
            Parts {
                session,
                principal,
                tenant,
                id,
                tool,
                fingerprint,
                risk,
                arguments,
                provenance,
                policy_version,
                offers,
                sent,
                awaits,
                moments,
            }
        },
    )
}

/// Two texts that are the same when they are read after each other.
fn moved() -> impl Strategy<Value = [(String, String); 2]> {
    ("[a-z\0]{1,8}", any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(
        |(text, one, other)| {
            [one, other].map(|at| {
                let (left, right) = text.split_at(at.index(text.len() + 1));
                (left.to_owned(), right.to_owned())
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn digests_are_the_same_for_the_same_parts_alone(left in parts(), right in parts()) {
        prop_assert_eq!(left.digest() == right.digest(), left == right);
    }

    #[test]
    fn any_part_that_changes_changes_the_digest(parts in parts(), other in parts(), part in 0..14) {
        let mut changed = parts.clone();
        match part {
            0 => changed.session = other.session,
            1 => changed.principal = other.principal,
            2 => changed.tenant = other.tenant,
            3 => changed.id = other.id,
            4 => changed.tool = other.tool,
            5 => changed.fingerprint = other.fingerprint,
            6 => changed.risk = other.risk,
            7 => changed.arguments = other.arguments,
            8 => changed.provenance = other.provenance,
            9 => changed.policy_version = other.policy_version,
            10 => changed.offers = other.offers,
            11 => changed.sent = other.sent,
            12 => changed.awaits = other.awaits,
            _ => changed.moments = other.moments,
        }
        prop_assert_eq!(changed.digest() == parts.digest(), changed == parts);
    }

    #[test]
    fn bytes_that_move_to_the_next_part_change_the_digest(parts in parts(), [one, other] in moved(), at in 0..9) {
        let put = |(left, right): (String, String)| {
            let mut parts = parts.clone();
            match at {
                0 => (parts.session, parts.principal) = (left, Some(right)),
                1 => (parts.principal, parts.tenant) = (Some(left), Some(right)),
                2 => (parts.tenant, parts.id) = (Some(left), right),
                3 => (parts.id, parts.tool) = (left, right),
                4 => (parts.tool, parts.fingerprint) = (left, right),
                5 => [parts.sent[0], parts.sent[1]] = [left, right],
                6 => [parts.sent[2], parts.tool] = [left, right],
                7 => parts.awaits = Awaits::Approval(left, Some(right), String::new()),
                _ => parts.awaits = Awaits::Input(vec![left], vec![right], String::new()),
            }
            parts
        };
        let is_same = one == other;
        prop_assert_eq!(put(one).digest() == put(other).digest(), is_same);
    }
}
