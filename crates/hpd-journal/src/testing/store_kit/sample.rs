//! Calls to test with.

use std::collections::BTreeMap;

use hpd_runtime::Principal;
use hpd_runtime::spec::Risk;
use hpd_runtime::values::Provenance;

use crate::pending::digest::text_hash;
use crate::pending::{
    ApprovalBinding, CallNotes, CallState, FrozenArguments, OutcomeNotes, Owner, PendingCall, PendingId,
    PendingReason, SentCall, StoredOutcome,
};
use crate::system::Timestamp;

/// When calls are created.
pub(super) const START: Timestamp = Timestamp::from_millis(1_000_000);
/// When their time is over.
pub(super) const EXPIRES: Timestamp = Timestamp::from_millis(2_000_000);
/// The end of their lease: after their time.
pub(super) const LEASE: Timestamp = Timestamp::from_millis(3_000_000);
/// More open calls than a rule needs.
pub(super) const OPEN: usize = 1_000;

/// A call of `Books.void_invoice` in the session `session`, with its digest. Its state is `needs_input`,
/// `awaiting_approval` or `approved`. It was created at 1,000,000 ms after the epoch, and lasts 1,000,000 ms.
///
/// ```
/// use hpd_journal::pending::CallState;
/// use hpd_journal::testing::store_kit::sample_call;
///
/// let call = sample_call("first", CallState::AwaitingApproval);
/// assert!(call.is_new());
/// ```
pub fn sample_call(id: &str, state: CallState) -> PendingCall {
    let call = PendingCall {
        id: PendingId::new(id),
        owner: Owner { session: "session".to_owned(), principal: Principal::new("alex").in_tenant("acme") },
        sent: SentCall {
            id: "call_1".to_owned(),
            name: "void_invoice".to_owned(),
            arguments: r#"{"InvoiceId": "INV-042"}"#.to_owned(),
            caller: None,
        },
        tool: "Books.void_invoice".into(),
        frozen: FrozenArguments {
            arguments: r#"{"InvoiceId":"INV-042"}"#.to_owned(),
            provenance: BTreeMap::from([("InvoiceId".to_owned(), Provenance::Model)]),
        },
        binding: ApprovalBinding {
            fingerprint: text_hash(r#"{"type":"object"}"#),
            risk: Some(Risk::High),
            policy_version: "1".to_owned(),
            offers: Vec::new(),
            source_version: None,
            digest: String::new(),
        },
        awaits: awaits(state),
        state,
        created: START,
        expires: EXPIRES,
        tries: 0,
        verdict: None,
        decided_by: None,
        edited_by: Vec::new(),
        inputs: Box::default(),
        lease: None,
        outcome: None,
        notes: CallNotes::default(),
    };
    call.sealed(None)
}

fn awaits(state: CallState) -> PendingReason {
    match state {
        CallState::NeedsInput => {
            let question = "What is the reason? I have your invoice as INV-042. Is that correct?".to_owned();
            let (missing, uncertain) = (vec!["reason".to_owned()], vec!["InvoiceId".to_owned()]);
            PendingReason::Input { missing, uncertain, question }
        }
        CallState::AwaitingApproval => PendingReason::Approval {
            nonce: "00112233445566778899aabbccddeeff".to_owned(),
            phrase: Some("VOID INV-042".to_owned()),
            question: r#"{"question":"Void the invoice INV-042?"}"#.to_owned(),
        },
        _ => PendingReason::Nothing,
    }
}

pub(super) fn outcome(text: &str) -> StoredOutcome {
    StoredOutcome { is_error: false, text: text.to_owned(), notes: OutcomeNotes::default() }
}

/// A call of another session.
pub(super) fn elsewhere(mut call: PendingCall) -> PendingCall {
    "other session".clone_into(&mut call.owner.session);
    call.sealed(None)
}

/// A call that is created later, and is over as much later.
pub(super) fn later(mut call: PendingCall, millis: u64) -> PendingCall {
    call.created = Timestamp::from_millis(call.created.as_millis() + millis);
    call.expires = Timestamp::from_millis(call.expires.as_millis() + millis);
    call.sealed(None)
}

/// The moment before.
pub(super) const fn before(moment: Timestamp) -> Timestamp {
    Timestamp::from_millis(moment.as_millis().saturating_sub(1))
}
