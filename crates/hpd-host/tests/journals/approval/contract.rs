//! The invariants of approval through a toolbox, by their numbers.

use std::time::Duration;

use futures_executor::block_on;
use futures_util::FutureExt;
use hpd_host::approval::{
    Assessed, CallState, PendingCall, PendingStore, PendingVerdict, Permission, Question, Raise, UserChannel,
};
use hpd_host::external::{ExternalSource, ExternalTool, Rules, ToolAnnotations, ToolRules};
use hpd_host::spec::Risk;
use hpd_host::system::Timestamp;
use hpd_host::values::{MapProfile, Provenance};
use hpd_host::{Approval, Limits, RawCall, Session, Values};
use serde_json::json;

use crate::approval::bank::{
    CONFLICT, NOT_FOUND, START, TOO_LATE, no, office, office_with, question, typed, yes,
};

const PAY: &str = r#"{"to":"Acme","amount":5}"#;

#[test]
fn invariant_1_an_approval_is_for_the_call_with_its_digest() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let before = office.row(&asked);
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    let after = office.row(&asked);
    assert_eq!(after.binding, before.binding);
    assert!(after.frozen == before.frozen);
    assert!(after.digest_is_right(None));
}

/// Neither the id nor the nonce of one question answers another.
#[test]
fn invariant_1_an_approval_is_for_one_call() {
    let office = office();
    let (one, other) = (office.ask_as("1", "pay", PAY), office.ask_as("2", "pay", PAY));
    let mut mixed = yes(&one);
    mixed.nonce = other.nonce().to_owned();
    assert_eq!(office.refused(mixed), NOT_FOUND);
    let mut mixed = yes(&other);
    mixed.nonce = one.nonce().to_owned();
    assert_eq!(office.refused(mixed), NOT_FOUND);
    assert_eq!(office.states(), ["awaiting_approval"; 2]);
    assert!(office.done().is_empty());
}

#[test]
fn invariant_2_what_runs_is_what_is_stored() {
    let office = office();
    let asked = office.ask("pay", PAY);
    // Another call under the same id: a question of its own.
    let other = office.ask("pay", r#"{"to":"Mallory","amount":5000}"#);
    assert_ne!(asked.pending_id(), other.pending_id());
    office.confirm(&asked).unwrap();
    assert_eq!(office.done(), ["pay Acme 5 thanks"]);
}

#[test]
fn invariant_3_the_question_is_rendered_from_what_is_stored() {
    let office = office();
    let asked = office.ask("pay", r#"{"amount":"5","to":"Acme"}"#);
    assert_eq!(
        asked.text(),
        "Confirm: Pay?\n\
         Tool: pay of Bank. Risk: low.\n\
         - to: \"Acme\"\n\
         - amount: 5\n\
         - note: \"thanks\" (default)"
    );
    assert_eq!(office.row(&asked).question(), Some(asked));
}

#[test]
fn invariant_3_what_cannot_be_shown_safely_is_a_high_risk() {
    let office = office();
    let asked = office.ask("pay", r#"{"to":"Ac\u202eme","amount":5}"#);
    let row = office.row(&asked);
    assert_eq!((asked.risk(), row.binding.risk), (Risk::High, Some(Risk::High)));
    assert_eq!(row.expires, START.after(Duration::from_secs(5 * 60)));
    let phrase = asked.phrase().unwrap();
    let mut without = yes(&asked);
    without.phrase = None;
    assert_eq!(
        office.refused(without),
        "Please type the phrase that is shown to confirm: nothing was done yet."
    );
    assert!(office.confirm(&asked).is_ok());
    assert_eq!(phrase.len(), "CONFIRM ABC234".len());
    assert_eq!(office.done(), ["pay Ac\u{202e}me 5 thanks"]);
}

#[test]
fn invariant_4_all_rewriting_is_before_the_digest() {
    let office = office();
    let asked = office.ask("pay", r#"{"amount":"5","to":"Acme",}"#);
    let row = office.row(&asked);
    assert_eq!(row.frozen.arguments, r#"{"amount":5,"note":"thanks","to":"Acme"}"#);
    assert_eq!(row.sent.arguments, r#"{"amount":"5","to":"Acme",}"#);
    office.confirm(&asked).unwrap();
    assert_eq!(office.done(), ["pay Acme 5 thanks"]);
}

#[test]
fn invariant_5_the_same_answer_twice_has_the_same_result() {
    let office = office();
    let asked = office.ask("pay", PAY);
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    let again = office.confirm(&asked).unwrap();
    assert_eq!(again.for_model().text, "Done: pay Acme 5 thanks");
    assert_eq!(again.status(), "settled");
    assert_eq!(office.done(), ["pay Acme 5 thanks"]);
}

#[test]
fn invariant_5_a_different_second_answer_is_a_conflict() {
    let office = office();
    let asked = office.ask_as("1", "pay", PAY);
    office.confirm(&asked).unwrap();
    assert_eq!(office.refused(no(&asked)), CONFLICT);
    let asked = office.ask_as("2", "pay", PAY);
    office.decide(no(&asked)).unwrap();
    assert_eq!(office.refused(yes(&asked)), CONFLICT);
    assert_eq!(office.done(), ["pay Acme 5 thanks"]);
}

#[test]
fn invariant_5_a_no_twice_is_a_no() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let first = office.decide(no(&asked)).unwrap();
    assert_eq!(office.decide(no(&asked)).unwrap(), first);
    assert_eq!(first.for_user().as_deref(), Some("Okay, pay was cancelled. Nothing was changed."));
    assert_eq!(office.states(), ["rejected"]);
}

#[test]
fn invariant_6_answers_expire_by_the_clock_of_the_host() {
    for (name, arguments, minutes) in [
        ("pay", PAY, 15),
        ("set_limit", r#"{"account":"A","limit":1}"#, 10),
        ("void", r#"{"invoice":"INV-042"}"#, 5),
    ] {
        let over = START.after(Duration::from_secs(60 * minutes));
        let office = office();
        let asked = office.ask(name, arguments);
        office.clock.set(over);
        assert_eq!(office.refused(yes(&asked)), TOO_LATE, "{name}");
        assert_eq!(office.states(), ["expired"]);
        assert!(office.done().is_empty());
        // In time.
        office.clock.set(START);
        let asked = office.ask_as("2", name, arguments);
        office.clock.set(Timestamp::from_millis(over.as_millis() - 1));
        assert!(office.confirm(&asked).is_ok(), "{name}");
        assert_eq!(office.done().len(), 1);
    }
}

/// A clock that goes back does not make an answer valid that came too late.
#[test]
fn invariant_6_what_has_expired_stays_so() {
    let office = office();
    let asked = office.ask("pay", PAY);
    office.clock.advance(Duration::from_secs(3600));
    assert_eq!(office.refused(no(&asked)), TOO_LATE);
    office.clock.set(START);
    assert_eq!(office.refused(yes(&asked)), TOO_LATE);
    office.clock.set(Timestamp::from_millis(0));
    assert_eq!(office.refused(yes(&asked)), TOO_LATE);
    assert!(office.done().is_empty());
}

#[test]
fn invariant_7_it_is_executing_while_it_runs_and_ended_after() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let (store, id) = (office.store.clone(), asked.pending_id().clone());
    office.books.during(move || {
        let row = store.get(&id).now_or_never().unwrap().unwrap().unwrap();
        assert_eq!((row.state, row.verdict), (CallState::Executing, Some(PendingVerdict::Approved)));
        Ok(())
    });
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    let row = office.row(&asked);
    assert_eq!(row.state, CallState::Succeeded);
    assert_eq!(row.outcome.map(|outcome| outcome.text).as_deref(), Some("Done: pay Acme 5 thanks"));
}

/// The future of a decision is dropped while the function runs, as when the process dies.
#[test]
fn invariant_7_what_was_running_when_it_was_dropped_is_unknown() {
    let office = office();
    let asked = office.ask("open_vault", "{}");
    let decision = UserChannel::local().decision(yes(&asked));
    let deciding = office.toolbox.decide(&office.session, &decision).now_or_never();
    assert!(deciding.is_none());
    assert_eq!((office.done(), office.states()), (vec!["vault".to_owned()], vec!["executing"]));
    let taken = office.confirm(&asked).unwrap();
    assert_eq!(
        taken.for_model_as_text(),
        "'open_vault' is already being carried out, or was. It did not run again. Do not call it again unless the \
         user asks for it."
    );
    // Longer than two attempts may take.
    office.clock.advance(Duration::from_secs(180));
    let unknown = "Nobody knows whether 'open_vault' took effect. Do not call it again. Tell the user that it is \
                   not known whether it took effect.";
    assert_eq!(office.confirm(&asked).unwrap().for_model_as_text(), unknown);
    let ended = block_on(office.toolbox.expire_pending()).unwrap();
    assert_eq!(ended.iter().map(|row| row.state).collect::<Vec<_>>(), [CallState::Unknown]);
    assert_eq!(office.confirm(&asked).unwrap().for_model_as_text(), unknown);
    assert_eq!(office.done(), ["vault"]);
}

/// The process dies after the approval was stored, and before anything ran.
#[test]
fn invariant_7_what_was_approved_and_never_taken_runs_once_when_it_is_answered_again() {
    let office = office();
    let asked = office.ask("pay", PAY);
    block_on(office.store.decide(asked.pending_id(), PendingVerdict::Approved, START)).unwrap();
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
    assert_eq!(office.done(), ["pay Acme 5 thanks"]);
}

/// A longer timeout of the host's calls extends their time to run.
#[test]
fn invariant_7_nothing_is_unknown_before_its_time_to_run_is_over() {
    let office = office_with(|builder| builder.limits(Limits::new().timeout(Duration::from_secs(3_600))));
    let asked = office.ask("open_vault", "{}");
    let decision = UserChannel::local().decision(yes(&asked));
    assert!(office.toolbox.decide(&office.session, &decision).now_or_never().is_none());
    office.clock.advance(Duration::from_secs(2 * 3_600));
    assert!(block_on(office.toolbox.expire_pending()).unwrap().is_empty());
    office.clock.advance(Duration::from_secs(60));
    assert_eq!(block_on(office.toolbox.expire_pending()).unwrap().len(), 1);
}

#[test]
fn invariant_8_no_annotation_lowers_a_risk() {
    let annotations =
        ToolAnnotations { read_only: Some(true), destructive: Some(false), ..ToolAnnotations::default() };
    let schema = json!({"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]});
    let mut tool = ExternalTool::new("delete_contact", "Deletes a contact.", schema);
    tool.annotations = annotations;
    let deletes = ToolRules::new().write(Risk::High).confirm_phrase("DELETE {id}");
    let rules = Rules::new().tool("delete_contact", deletes);
    let office = office_with(|builder| builder.external(ExternalSource::mcp("crm", vec![tool]).rules(rules)));
    let asked = office.ask("delete_contact", r#"{"id":"C-1"}"#);
    assert_eq!((asked.risk(), asked.phrase()), (Risk::High, Some("DELETE C-1")));
}

/// A rule with a lower risk never lowers the declared risk of a function.
#[test]
fn invariant_8_no_rule_lowers_a_risk() {
    let office = office_with(|builder| {
        builder.approval(Approval::new().escalation(|_: &Assessed<'_>| Raise::To(Risk::Low)))
    });
    let asked = office.ask("void", r#"{"invoice":"INV-042"}"#);
    assert_eq!(asked.risk(), Risk::High);
}

#[test]
fn invariant_9_the_phrase_is_for_the_user_alone() {
    let office = office();
    let outcome = office.call("void", r#"{"invoice":"INV-042"}"#);
    let asked = question(&outcome);
    assert_eq!(asked.phrase(), Some("VOID INV-042"));
    let for_model = "'void' waits for the user to confirm it. It did not run yet. Do not call it again: the user was \
                     asked, and decides.";
    assert_eq!(outcome.for_model().text, for_model);
    assert_eq!(outcome.for_model_as_text(), for_model);
    assert_eq!(outcome.for_model_as_json(), json!(for_model));
    assert_eq!(
        outcome.for_user().as_deref(),
        Some(
            "Confirm: Void?\nTool: void of Bank. Risk: high.\nIt runs with:\n- invoice: \"INV-042\"\n\nType \"VOID \
             INV-042\" to confirm."
        )
    );
}

#[test]
fn invariant_9_three_tries() {
    let office = office();
    let asked = office.ask("void", r#"{"invoice":"INV-042"}"#);
    assert_eq!(
        ["void inv-042", "VOID  INV-042", "VOID INV-41"].map(|phrase| office.refused(typed(&asked, phrase))),
        [
            "This is not the phrase: nothing was done yet. 2 more tries are left.",
            "This is not the phrase: nothing was done yet. One more try is left.",
            "This is not the phrase. It was the last try: nothing was done.",
        ]
    );
    assert_eq!(office.refused(yes(&asked)), CONFLICT);
    assert_eq!(office.states(), ["rejected"]);
    assert!(office.done().is_empty());
}

#[test]
fn invariant_10_deny_over_ask_over_allow() {
    let office = office_with(|builder| {
        builder.approval(
            Approval::new()
                .writes(Permission::Allow)
                .permission("Bank.pay", Permission::Allow)
                .permission("Bank.pay", Permission::Deny)
                .permission("Bank.set_limit", Permission::Allow)
                .permission("Bank.set_limit", Permission::Ask),
        )
    });
    let denied = office.call("pay", PAY);
    assert_eq!(
        denied.for_model_as_text(),
        "This is not permitted here. 'pay' did not run. Do not send the same call again: go on without it, or tell \
         the user."
    );
    office.ask("set_limit", r#"{"account":"A","limit":1}"#);
    assert!(office.done().is_empty());
    assert_eq!(office.states(), ["awaiting_approval"]);
}

#[test]
fn invariant_10_permissions_that_cannot_be_read_permit_nothing() {
    for permissions in [
        r#"[{"tool":"Bank.pay","permission":"allowed","lifetime":"session"}]"#,
        r#"[{"tool":"Bank.pay","permission":"allow","lifetime":"session","more":1}]"#,
        r#"{"Bank.pay":"allow"}"#,
    ] {
        let text = format!(r#"{{"version":1,"expanded":[],"permissions":{permissions}}}"#);
        assert_eq!(
            Session::from_json(&text).unwrap_err().to_string(),
            "`permissions` of the stored session must be a list of permissions"
        );
    }
}

#[test]
fn invariant_11_a_failure_is_no_success() {
    let office = office();
    let asked = office.ask("pay", PAY);
    office.books.during(|| Err(hpd_host::ToolError::new("The account is closed.")));
    let failed = office.confirm(&asked).unwrap();
    assert!(failed.for_model().is_error);
    assert_eq!(office.row(&asked).state, CallState::Failed);
    let again = office.confirm(&asked).unwrap();
    assert_eq!(again.for_model(), failed.for_model());
    assert_eq!(office.done().len(), 1);
}

/// The lease was over, and the call was already stored as unknown.
#[test]
fn invariant_11_no_success_is_said_of_a_call_that_is_not_known_to_run() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let store = office.store.clone();
    office.books.during(move || {
        store.expire(START.after(Duration::from_secs(3600))).now_or_never().unwrap().unwrap();
        Ok(())
    });
    assert_eq!(
        office.confirm(&asked).unwrap().for_model_as_text(),
        "'pay' ran, but what it ended in could not be recorded. Do not call it again. Tell the user that it is not \
         known whether it took effect."
    );
    assert_eq!(office.row(&asked).state, CallState::Unknown);
}

fn sources(row: &PendingCall) -> Vec<(&str, Provenance)> {
    row.frozen.provenance.iter().map(|(name, source)| (name.as_str(), *source)).collect()
}

#[test]
fn invariant_12_values_of_the_model_are_the_models() {
    let profile = || MapProfile::new().for_all("address", "123 Main St");
    let asked = |session: &Session| -> (Vec<(String, Provenance)>, Question) {
        let office = office_with(|builder| builder.values(Values::new().profile(profile())));
        let call = RawCall::new("1", "send_parcel", r#"{"content":"books","address":"456 Oak Ave"}"#);
        let asked = question(&block_on(office.toolbox.call(session, &call)));
        let row = office.row(&asked);
        (sources(&row).into_iter().map(|(name, source)| (name.to_owned(), source)).collect(), asked)
    };
    let named = |address, content| vec![("address".to_owned(), address), ("content".to_owned(), content)];
    let silent = Session::with_id("one");
    assert_eq!(asked(&silent).0, named(Provenance::Model, Provenance::Model));
    let spoken = Session::with_id("two");
    spoken.user_says("Send it to 456 Oak Ave, please.");
    let (sources, asked) = asked(&spoken);
    assert_eq!(sources, named(Provenance::Mentioned, Provenance::Model));
    assert_eq!(
        asked.text(),
        "Confirm: Send parcel?\n\
         Tool: send_parcel of Bank. Risk: low.\n\
         - content: \"books\"\n\
         - address: \"456 Oak Ave\" (mentioned by you)"
    );
}
