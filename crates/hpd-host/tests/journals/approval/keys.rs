//! Attackers with write access to the store, with and without keys of the host.

use futures_executor::block_on;
use hpd_host::approval::{CallState, PendingCall, PendingReason, Permission, Question, UserChannel};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::{Approval, KeyRing};

use crate::approval::bank::{NOT_FOUND, Office, office, office_with, question, yes};

const PAY: &str = r#"{"to":"Acme","amount":5}"#;

fn old_ring() -> KeyRing {
    KeyRing::new("old", [1; 32]).unwrap()
}

fn rotated_ring() -> KeyRing {
    KeyRing::new("new", [2; 32]).unwrap().verifying("old", [1; 32]).unwrap()
}

/// The old key is not in it.
fn new_ring() -> KeyRing {
    KeyRing::new("new", [2; 32]).unwrap()
}

fn sealed_office() -> Office {
    office_with(|builder| builder.keys(old_ring()))
}

/// With and without keys.
fn offices() -> [Office; 2] {
    [office(), sealed_office()]
}

fn approval(row: &mut PendingCall) -> (&mut String, &mut Option<String>, &mut String) {
    match &mut row.awaits {
        PendingReason::Approval { nonce, phrase, question } => (nonce, phrase, question),
        _ => panic!("nobody is asked"),
    }
}

/// The store pays another one, and computes a digest that fits.
fn pays_evil(row: &mut PendingCall) {
    row.frozen.arguments = row.frozen.arguments.replace("Acme", "Evil");
    *row = row.clone().sealed(None);
}

#[test]
fn seals_are_of_the_current_key() {
    let office = sealed_office();
    let asked = office.ask("pay", PAY);
    let digest = office.row(&asked).binding.digest;
    assert!(digest.starts_with("old.") && digest.len() == 68, "{digest}");
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
}

#[test]
fn arguments_with_a_digest_that_fits_do_not_run_without_the_key() {
    for methods in [&["get", "decide", "claim"][..], &["decide", "claim"]] {
        let office = sealed_office();
        let asked = office.ask("pay", PAY);
        office.store.tap().change(methods, pays_evil);
        assert_eq!(office.refused(yes(&asked)), NOT_FOUND);
        assert!(office.done().is_empty());
    }
    let office = sealed_office();
    let asked = office.ask("pay", PAY);
    office.store.tap().change(&["claim"], pays_evil);
    assert!(office.confirm(&asked).unwrap().for_model().is_error);
    assert!(office.done().is_empty());
    assert_eq!(office.states(), ["failed"]);
}

/// A key of another host under the same id, and a seal for another purpose.
#[test]
fn seals_of_others_do_not_count() {
    let forge = |row: &mut PendingCall| {
        row.frozen.arguments = row.frozen.arguments.replace("Acme", "Evil");
        *row = row.clone().sealed(Some(&KeyRing::new("old", [9; 32]).unwrap()));
    };
    let other_purpose = |row: &mut PendingCall| {
        let digest = row.clone().sealed(None).binding.digest;
        row.binding.digest = old_ring().seal("session", &[&digest]);
    };
    let office = sealed_office();
    let asked = office.ask("pay", PAY);
    office.store.tap().change(&["get", "decide", "claim"], forge);
    assert_eq!(office.refused(yes(&asked)), NOT_FOUND);
    office.store.tap().change(&["get", "decide", "claim"], other_purpose);
    assert_eq!(office.refused(yes(&asked)), NOT_FOUND);
    assert!(office.done().is_empty());
}

/// What the user reads is what runs: a question that was changed in the store confirms nothing.
#[test]
fn a_question_that_was_changed_confirms_nothing() {
    type Change = fn(&mut PendingCall);
    let changes: [(&str, Change); 6] = [
        ("question", |row| *approval(row).2 = approval(row).2.replace("INV-042", "INV-001")),
        ("nonce", |row| *approval(row).0 = "0".repeat(32)),
        ("phrase", |row| *approval(row).1 = Some("yes".to_owned())),
        ("no phrase", |row| *approval(row).1 = None),
        ("expiry", |row| row.expires = hpd_host::system::Timestamp::from_millis(u64::MAX)),
        ("sent call", |row| row.sent.arguments = row.sent.arguments.replace("INV-042", "INV-001")),
    ];
    for (part, change) in changes {
        for office in offices() {
            let asked = office.ask("void", r#"{"invoice":"INV-042"}"#);
            office.store.tap().change(&["get", "decide", "claim"], change);
            let mut shown = office.row(&asked);
            change(&mut shown);
            let mut answer = yes(&asked);
            approval(&mut shown).0.clone_into(&mut answer.nonce);
            answer.phrase.clone_from(approval(&mut shown).1);
            assert_eq!(office.refused(answer), NOT_FOUND, "{part}");
            assert!(office.done().is_empty(), "{part}");
        }
    }
}

/// With a digest that fits again, all of them need the key.
#[test]
fn a_question_that_was_changed_and_resealed_needs_the_key() {
    let office = sealed_office();
    let asked = office.ask("void", r#"{"invoice":"INV-042"}"#);
    office.store.tap().change(&["get", "decide", "claim"], |row| {
        *approval(row).2 = approval(row).2.replace("INV-042", "INV-001");
        *row = row.clone().sealed(None);
    });
    assert_eq!(office.refused(yes(&asked)), NOT_FOUND);
    assert!(office.done().is_empty());
}

/// The user's message answers no question that was changed, and the model's next call asks its own.
#[test]
fn a_question_about_values_that_was_changed_is_none() {
    type Change = fn(&mut PendingCall);
    let changes: [(&str, Change); 3] = [
        ("count", |row| row.frozen.arguments = row.frozen.arguments.replace('2', "9")),
        ("missing", |row| {
            let PendingReason::Input { missing, .. } = &mut row.awaits else { panic!("no question") };
            missing.push("count".to_owned());
        }),
        ("question", |row| {
            let PendingReason::Input { question, .. } = &mut row.awaits else { panic!("no question") };
            question.push_str(" Also for Evil.");
        }),
    ];
    for (part, change) in changes {
        for keys in [None, Some(old_ring())] {
            let is_sealed = keys.is_some();
            let office = office_with(|builder| {
                let builder = builder.approval(Approval::new().writes(Permission::Allow));
                match keys {
                    Some(keys) => builder.keys(keys),
                    None => builder,
                }
            });
            let asked = office.call("order_forms", r#"{"count":2}"#);
            assert!(matches!(asked.kind, OutcomeKind::AskUser(_)), "{asked:?}");
            office.store.tap().change(&["get", "list"], move |row| {
                change(row);
                if is_sealed {
                    *row = row.clone().sealed(None);
                }
            });
            let message = UserChannel::local().message("A4");
            let reply = || block_on(office.toolbox.reply(&office.session, &message)).unwrap();
            assert_eq!(reply(), Replied::NotAnAnswer, "{part}");
            assert!(office.done().is_empty(), "{part}");
            office.store.tap().mend();
            assert!(matches!(reply(), Replied::Answered(_)), "{part}");
            assert_eq!(office.done(), ["forms 2 A4"], "{part}");
        }
    }
}

/// The model makes the same call again: the user reads a question of its own, not the one of the store.
#[test]
fn a_question_that_was_changed_is_not_shown_again() {
    for (office, is_sealed) in offices().into_iter().zip([false, true]) {
        let asked = office.ask("pay", PAY);
        assert_eq!(office.ask("pay", PAY), asked);
        office.store.tap().change(&["get", "list"], move |row| {
            *approval(row).2 = approval(row).2.replace("Acme", "Bob");
            if is_sealed {
                *row = row.clone().sealed(None);
            }
        });
        let again = office.ask("pay", PAY);
        assert_ne!(again.pending_id(), asked.pending_id());
        assert!(!again.text().contains("Bob"), "{}", again.text());
    }
}

fn asked_with(keys: KeyRing) -> (Office, Question) {
    let office = office_with(|builder| builder.keys(keys));
    let asked = office.ask("pay", PAY);
    (office, asked)
}

#[test]
fn a_question_outlives_a_rotation() {
    let (mut office, asked) = asked_with(old_ring());
    office.replace(|builder| builder.keys(rotated_ring()));
    let next = office.ask("pay", r#"{"to":"Bert","amount":6}"#);
    assert!(office.row(&next).binding.digest.starts_with("new."));
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    assert_eq!(office.confirmed(&next), "Done: pay Bert 6 thanks");
    // The same answer again.
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    assert_eq!(office.done().len(), 2);
}

#[test]
fn a_ring_without_the_key_of_a_question_refuses_it() {
    let (mut office, asked) = asked_with(old_ring());
    office.replace(|builder| builder.keys(new_ring()));
    assert_eq!(office.refused(yes(&asked)), NOT_FOUND);
    // The model may ask anew.
    let again = question(&office.call("pay", PAY));
    assert_eq!(office.confirmed(&again), "Done: pay Acme 5 thanks");
}

/// Nothing without a seal counts once there are keys, and nothing with a seal counts without them.
#[test]
fn there_is_no_way_back_to_calls_without_seals() {
    let mut unsealed = office();
    let asked = unsealed.ask("pay", PAY);
    unsealed.replace(|builder| builder.keys(old_ring()));
    assert_eq!(unsealed.refused(yes(&asked)), NOT_FOUND);
    let (mut sealed, asked) = asked_with(old_ring());
    sealed.replace(|builder| builder);
    assert_eq!(sealed.refused(yes(&asked)), NOT_FOUND);
    assert!(unsealed.done().is_empty() && sealed.done().is_empty());
}

#[test]
fn the_next_snapshot_keeps_the_keys() {
    let (mut office, asked) = asked_with(old_ring());
    office.toolbox = office.toolbox.to_builder().build().unwrap();
    office.store.tap().change(&["get"], pays_evil);
    assert_eq!(office.refused(yes(&asked)), NOT_FOUND);
    office.store.tap().mend();
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    assert_eq!(office.row(&asked).state, CallState::Succeeded);
}
