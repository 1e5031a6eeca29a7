//! Something is another thing when the user answers than it was when the user was asked.

#![allow(clippy::unused_self, reason = "tools of a bank are its methods")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_executor::block_on;
use hpd_host::approval::{
    AmountAbove, Assessed, Bulk, CallState, Lifetime, Offer, OfferScope, PendingCall, PendingReason,
    Permission, Raise, UserChannel,
};
use hpd_host::args::Decimal;
use hpd_host::filter::{FilterContext, Stage, Verdict};
use hpd_host::spec::{QualifiedId, Risk};
use hpd_host::system::Random;
use hpd_host::testing::SeededRandom;
use hpd_host::values::Provenance;
use hpd_host::{Toolbox, plugin};

use crate::approval::bank::{CONFLICT, NOT_FOUND, START, TOO_LATE, no, office, office_with, question, yes};

const PAY: &str = r#"{"to":"Acme","amount":5}"#;

/// A text with one bit or byte changed, one taken out, or one put in.
fn mutated(text: &str, random: &SeededRandom) -> String {
    let mut bytes = text.as_bytes().to_vec();
    loop {
        let mut chance = [0; 4];
        random.fill(&mut chance).unwrap();
        let place = usize::from(chance[0]) % bytes.len();
        match chance[1] % 4 {
            0 => bytes[place] ^= 1 << (chance[2] % 7),
            1 => bytes[place] = chance[2] % 128,
            2 => drop(bytes.remove(place)),
            _ => bytes.insert(place, chance[2] % 128),
        }
        match String::from_utf8(bytes) {
            Ok(other) if other != text && !other.is_empty() => return other,
            _ => bytes = text.as_bytes().to_vec(),
        }
    }
}

/// An attacker with write access to the store changes the arguments of a question. The moments: at once, between the
/// look at the row and the approval, or between the approval and the run.
#[test]
fn arguments_changed_in_the_store_never_run() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let stored = office.row(&asked).frozen.arguments;
    let random = SeededRandom::new(7);
    for number in 0..10_000 {
        let changed = mutated(&stored, &random);
        office.store.tap().change(&["get", "decide", "claim"], move |row| {
            row.frozen.arguments.clone_from(&changed);
        });
        assert_eq!(office.refused(yes(&asked)), NOT_FOUND, "{number}");
    }
    assert!(office.done().is_empty());
    assert_eq!(office.states(), ["awaiting_approval"]);
    // And as it was, it runs.
    office.store.tap().mend();
    office.confirm(&asked).unwrap();
    assert_eq!(office.done(), ["pay Acme 5 thanks"]);
}

type ArgumentChange = fn(&mut PendingCall);

/// Every part that the digest covers.
const CHANGES: [(&str, ArgumentChange); 11] = [
    ("offers", |row| row.binding.offers.push(Offer { scope: OfferScope::Tool, tools: Vec::new() })),
    ("session", |row| row.owner.session.push('x')),
    ("principal", |row| row.owner.principal.id = Some("mallory".to_owned())),
    ("tenant", |row| row.owner.principal.tenant = Some("other".to_owned())),
    ("tool", |row| row.tool = QualifiedId::new(Some("Bank"), "set_limit")),
    ("fingerprint", |row| row.binding.fingerprint.replace_range(..1, "x")),
    ("risk", |row| row.binding.risk = None),
    ("arguments", |row| row.frozen.arguments = row.frozen.arguments.replace('5', "6")),
    ("provenance", |row| row.frozen.provenance = [("to".to_owned(), Provenance::User)].into()),
    ("policy", |row| row.binding.policy_version.push('2')),
    ("digest", |row| row.binding.digest.replace_range(..1, "x")),
];

#[test]
fn no_part_of_what_was_approved_can_be_changed() {
    for (part, change) in CHANGES {
        for methods in [&["get", "decide", "claim"][..], &["decide", "claim"]] {
            let office = office();
            let asked = office.ask("pay", PAY);
            office.store.tap().change(methods, change);
            assert_eq!(office.refused(yes(&asked)), NOT_FOUND, "{part}");
            assert!(office.done().is_empty(), "{part}");
        }
        let office = office();
        let asked = office.ask("pay", PAY);
        office.store.tap().change(&["claim"], change);
        assert_eq!(
            office.confirm(&asked).unwrap().for_model_as_text(),
            "'pay' is not what was approved any more. It did not run. Do not call it again. Tell the user that it \
             can't be done right now.",
            "{part}"
        );
        assert!(office.done().is_empty(), "{part}");
        assert_eq!(office.states(), ["failed"], "{part}");
    }
}

/// The digest is correct again. The call that runs must be the approved one; an intact call is not enough.
#[test]
fn another_whole_call_is_not_what_was_approved() {
    let office = office();
    let asked = office.ask("pay", PAY);
    office.store.tap().change(&["claim"], |row| {
        let mut other = row.clone();
        other.frozen.arguments = r#"{"amount":6,"note":"thanks","to":"Acme"}"#.to_owned();
        *row = other.sealed(None);
    });
    assert!(office.confirm(&asked).unwrap().for_model().is_error);
    assert!(office.done().is_empty());
}

#[test]
fn a_phrase_that_is_taken_away_confirms_nothing() {
    let office = office();
    let asked = office.ask("void", r#"{"invoice":"INV-042"}"#);
    office.store.tap().change(&["get"], |row| {
        if let PendingReason::Approval { phrase, .. } = &mut row.awaits {
            *phrase = None;
        }
    });
    assert_eq!(office.refused(yes(&asked)), NOT_FOUND);
    assert!(office.done().is_empty());
}

const ASKED_AGAIN: &str = "Asked again: What it does has changed since you were asked.";

#[test]
fn another_policy_asks_again() {
    let mut office = office();
    let asked = office.ask("pay", PAY);
    office.replace(|builder| builder.approval(hpd_host::Approval::new().policy_version("2")));
    let again = question(&office.confirm(&asked).unwrap());
    assert_eq!(
        again.text(),
        format!(
            "Confirm: Pay?\nTool: pay of Bank. Risk: low.\n{ASKED_AGAIN}\n- to: \"Acme\"\n- amount: 5\n- note: \
             \"thanks\" (default)"
        )
    );
    assert_eq!(office.states(), ["cancelled", "awaiting_approval"]);
    // The old answer again is answered with the same question, and does not ask a third time.
    assert_eq!(question(&office.confirm(&asked).unwrap()), again);
    assert!(office.done().is_empty());
    assert_eq!(office.confirmed(&again), "Done: pay Acme 5 thanks");
    assert_eq!(office.refused(yes(&asked)), CONFLICT);
    assert_eq!(office.done(), ["pay Acme 5 thanks"]);
}

/// Sixteen wait, and the question that is asked anew takes the place of the old one.
#[test]
fn asking_again_needs_no_room() {
    let mut office = office();
    let asked: Vec<_> = (0..16).map(|id| office.ask_as(&id.to_string(), "pay", PAY)).collect();
    office.replace(|builder| builder.approval(hpd_host::Approval::new().policy_version("2")));
    let again = question(&office.confirm(&asked[3]).unwrap());
    assert_eq!(office.confirmed(&again), "Done: pay Acme 5 thanks");
    assert_eq!(office.done().len(), 1);
}

#[test]
fn what_came_too_late_is_not_asked_again() {
    let mut office = office();
    let asked = office.ask("pay", PAY);
    office.replace(|builder| builder.approval(hpd_host::Approval::new().policy_version("2")));
    office.clock.set(START.after(std::time::Duration::from_secs(15 * 60)));
    assert_eq!(office.refused(yes(&asked)), TOO_LATE);
    assert_eq!(office.states(), ["expired"]);
}

/// The bank, with a function that is another one.
struct Other;

#[plugin(name = "Bank")]
impl Other {
    /// Pays somebody.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /// Who is paid.
        to: String,
        /// How much, at most a hundred.
        #[param(range(max = 100))]
        amount: i64,
        /// What for.
        #[param(default = "thanks")]
        note: String,
    ) -> String {
        format!("Other: {to} {amount} {note}")
    }
}

#[test]
fn another_schema_asks_again() {
    let mut office = office();
    let asked = office.ask("pay", PAY);
    office.replace_all(Toolbox::builder().plugin(Other));
    let again = question(&office.confirm(&asked).unwrap());
    assert!(office.done().is_empty());
    assert_eq!(office.confirmed(&again), "Other: Acme 5 thanks");
}

/// The check before the run blocks arguments that the new schema rejects.
#[test]
fn stored_arguments_are_validated_again() {
    let mut office = office();
    let asked = office.ask("pay", r#"{"to":"Acme","amount":500}"#);
    office.replace_all(Toolbox::builder().plugin(Other));
    let again = question(&office.confirm(&asked).unwrap());
    assert_eq!(
        office.confirm(&again).unwrap().for_model_as_text(),
        "Invalid arguments:\n- amount must be at most 100\nThe provided arguments are invalid. Please review the errors, \
         correct the arguments based on the function schema, and try again."
    );
    assert_eq!(office.row(&again).state, CallState::Blocked);
    assert_eq!(
        office.confirm(&again).unwrap().for_model_as_text(),
        "'pay' was approved, but a check did not let it run. Do not call it again unless the user asks for it."
    );
}

/// More is at stake now.
struct Riskier;

#[plugin(name = "Bank")]
impl Riskier {
    /// Pays somebody.
    #[ai_function(write, risk = high)]
    fn pay(
        &self,
        /// Who is paid.
        to: String,
        /// How much.
        amount: i64,
        /// What for.
        #[param(default = "thanks")]
        note: String,
    ) -> String {
        format!("Riskier: {to} {amount} {note}")
    }
}

#[test]
fn a_higher_risk_asks_again_for_the_phrase() {
    let mut office = office();
    let asked = office.ask("pay", PAY);
    office.replace_all(Toolbox::builder().plugin(Riskier));
    let again = question(&office.confirm(&asked).unwrap());
    assert_eq!(again.risk(), Risk::High);
    let mut bare = yes(&again);
    bare.phrase = None;
    assert!(office.decide(bare).is_err());
    assert_eq!(office.confirmed(&again), "Riskier: Acme 5 thanks");
}

/// Only reads.
struct Empty;

#[plugin(name = "Bank")]
impl Empty {
    /// Pays somebody, by a new name.
    #[ai_function(write, risk = low)]
    fn pay_out(
        &self,
        /// Who is paid.
        to: String,
    ) -> String {
        to
    }
}

#[test]
fn a_function_that_is_gone_does_not_run() {
    let mut office = office();
    let asked = office.ask("pay", PAY);
    office.replace_all(Toolbox::builder().plugin(Empty));
    assert_eq!(
        office.confirm(&asked).unwrap().for_model_as_text(),
        "'pay' is not there any more. It did not run. Do not call it again. Tell the user that it can't be done \
         right now."
    );
    assert_eq!(office.states(), ["cancelled"]);
    // It stays so when the function comes back.
    office.replace(|builder| builder);
    assert_eq!(office.refused(yes(&asked)), CONFLICT);
    assert!(office.done().is_empty());
}

#[test]
fn a_rule_that_finds_more_when_the_user_answers_asks_again() {
    let mut office = office();
    let asked = office.ask("pay", r#"{"to":"Acme","amount":5000}"#);
    office.replace(|builder| {
        builder.approval(
            hpd_host::Approval::new().escalation(AmountAbove::new("amount", Decimal::from(1_000_u128))),
        )
    });
    let again = question(&office.confirm(&asked).unwrap());
    assert_eq!(again.risk(), Risk::High);
    assert!(office.done().is_empty());
}

/// Each write that runs makes the next ones more.
#[test]
fn many_writes_raise_those_that_wait_already() {
    let office = office_with(|builder| {
        builder
            .approval(hpd_host::Approval::new().escalation(Bulk::new(2, std::time::Duration::from_secs(60))))
    });
    let asked: Vec<_> = (0..3).map(|id| office.ask_as(&id.to_string(), "pay", PAY)).collect();
    office.confirm(&asked[0]).unwrap();
    office.confirm(&asked[1]).unwrap();
    let third = question(&office.confirm(&asked[2]).unwrap());
    assert_eq!(third.risk(), Risk::High);
    assert_eq!(office.done().len(), 2);
    office.confirm(&third).unwrap();
    assert_eq!(office.done().len(), 3);
}

#[test]
fn a_rule_that_denies_when_the_user_answers() {
    let mut office = office();
    let asked = office.ask("pay", PAY);
    office.replace(|builder| {
        builder.approval(
            hpd_host::Approval::new()
                .escalation(|_: &Assessed<'_>| Raise::deny("Payments are closed.", "frozen, ticket 7")),
        )
    });
    let denied = office.confirm(&asked).unwrap();
    assert_eq!(
        denied.for_model_as_text(),
        "Payments are closed. 'pay' did not run. Do not send the same call again: go on without it, or tell the user."
    );
    assert_eq!(office.states(), ["cancelled"]);
    assert!(office.done().is_empty());
}

#[test]
fn a_permission_that_was_taken_away_meanwhile() {
    let mut by_host = office();
    let asked = by_host.ask("pay", PAY);
    by_host.replace(|builder| {
        builder.approval(hpd_host::Approval::new().permission("Bank.pay", Permission::Deny))
    });
    assert!(by_host.confirm(&asked).unwrap().for_model().is_error);
    let by_user = office();
    let asked = by_user.ask("pay", PAY);
    let pay = by_user.toolbox.tool("pay").unwrap();
    by_user.session.grant(UserChannel::local().grant(pay, Permission::Deny, Lifetime::Session));
    assert!(by_user.confirm(&asked).unwrap().for_model().is_error);
    assert_eq!((by_host.states(), by_user.states()), (vec!["cancelled"], vec!["cancelled"]));
    assert!(by_host.done().is_empty() && by_user.done().is_empty());
}

#[test]
fn a_filter_that_denies_right_before_the_run() {
    let closed = Arc::new(AtomicBool::new(false));
    let is_closed = Arc::clone(&closed);
    let office = office_with(|builder| {
        builder.filter(move |call: &FilterContext<'_>| match call.stage() {
            Stage::Running if is_closed.load(Ordering::SeqCst) => Verdict::deny("Closed.", "after six"),
            _ => Verdict::allow(),
        })
    });
    let asked = office.ask("pay", PAY);
    closed.store(true, Ordering::SeqCst);
    let denied = office.confirm(&asked).unwrap();
    assert_eq!(
        denied.for_model_as_text(),
        "Closed. 'pay' did not run. Do not send the same call again: go on without it, or tell the user."
    );
    assert_eq!(office.states(), ["blocked"]);
    // The approval is used up: the filter that lets it through later changes nothing.
    closed.store(false, Ordering::SeqCst);
    assert!(office.confirm(&asked).unwrap().for_model().is_error);
    assert!(office.done().is_empty());
}

#[test]
fn the_clock_may_go_back_and_nothing_comes_back() {
    let office = office();
    let asked = office.ask("pay", PAY);
    office.clock.set(hpd_host::system::Timestamp::from_millis(0));
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    office.clock.set(START);
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    assert_eq!(office.refused(no(&asked)), CONFLICT);
    assert_eq!(office.done().len(), 1);
    assert!(block_on(office.toolbox.expire_pending()).unwrap().is_empty());
}
