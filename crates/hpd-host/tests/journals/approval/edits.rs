//! Answers with values of the user: nothing runs, and the user is asked about the call with these values.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;

use futures_executor::block_on;
use hpd_host::approval::{
    AmountAbove, Answer, Assessed, Choice, MemoryStore, PendingStore, PendingVerdict, Question, Raise,
    UserChannel,
};
use hpd_host::args::{Decimal, Node};
use hpd_host::filter::{FilterContext, Verdict};
use hpd_host::outcome::OutcomeKind;
use hpd_host::spec::Risk;
use hpd_host::values::Provenance;
use hpd_host::{Approval, Outcome, Principal, RawCall, Session, TurnContext};
use serde_json::{Map, Value, json};

use crate::approval::bank::{
    CONFLICT, NOT_FOUND, Office, TOO_LATE, no, office, office_with, password_question, question, turn_of, yes,
};

const PAY: &str = r#"{"to":"Acme","amount":5}"#;
const REFUSED: &str = "This is not permitted with these values: nothing was done. Please answer again.";

fn edit(question: &Question, values: Value) -> Answer {
    let Value::Object(values) = values else { panic!("no object: {values}") };
    yes(question).with_edit(values)
}

/// The result of an edited call, as the model reads it.
fn told(result: &str) -> String {
    format!("{result}\n\n[Warnings about the arguments: the user changed values of this call before it ran]")
}

/// The question about the edited call.
fn edited(office: &Office, asked: &Question, values: Value) -> Question {
    question(&office.decide(edit(asked, values)).unwrap())
}

#[test]
fn an_edit_asks_again_with_the_values_of_the_user() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let next = edited(&office, &asked, json!({"amount": 7, "note": "for May"}));
    assert_eq!(
        next.text(),
        "Confirm: Pay?\nTool: pay of Bank. Risk: low.\nAsked again: Values were changed since you were asked.\n\
         - to: \"Acme\"\n- amount: 7 (from you)\n- note: \"for May\" (from you)"
    );
    assert!(office.done().is_empty());
    let (old, new) = (office.row(&asked), office.row(&next));
    assert_eq!(old.verdict, Some(PendingVerdict::Replaced { by: Some(new.id.clone()) }));
    assert_eq!(old.state.as_str(), "cancelled");
    assert!(old.binding.digest != new.binding.digest && new.digest_is_right(None));
    assert!(asked.nonce() != next.nonce() && asked.pending_id() != next.pending_id());
    assert!(new.sent == old.sent);
    assert_eq!(new.frozen.arguments, r#"{"amount":7,"note":"for May","to":"Acme"}"#);
    let sources = [("amount", Provenance::User), ("note", Provenance::User), ("to", Provenance::Model)];
    assert_eq!(
        new.frozen.provenance,
        BTreeMap::from(sources.map(|(name, source)| (name.to_owned(), source)))
    );
    assert_eq!(office.confirmed(&next), told("Done: pay Acme 7 for May"));
    assert_eq!(office.done(), ["pay Acme 7 for May"]);
}

#[test]
fn an_edit_that_does_not_count_decides_nothing() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let undeclared = |name: &str| {
        format!("There is no value \"{name}\" to change: nothing was done. Please answer again.")
    };
    let invalid =
        |name: &str| format!("\"{name}\" can't have this value: nothing was done. Please answer again.");
    for (values, text) in [
        (json!({"iban": "DE1"}), undeclared("iban")),
        (json!({"Amount": 6}), undeclared("Amount")),
        (json!({"amount": 6, "tool": "void"}), undeclared("tool")),
        (json!({"name": "void", "invoice": "1"}), undeclared("invoice")),
        (json!({"__proto__": {}}), undeclared("__proto__")),
        (json!({"x".repeat(1_000): 1}), undeclared(&format!("{}…", "x".repeat(64)))),
        (json!({"amount": "six"}), invalid("amount")),
        (json!({"amount": 1.5}), invalid("amount")),
        (json!({"amount": null}), invalid("amount")),
        (json!({"to": {"name": "Eve", "amount": 9}}), invalid("to")),
        (json!({"note": ["a"]}), invalid("note")),
        (json!({}), "The answer changes no value: nothing was done. Please answer again.".to_owned()),
    ] {
        assert_eq!(office.refused(edit(&asked, values)), text);
    }
    let together = "Values can be changed only together with a yes: nothing was done. Please answer again.";
    for choice in [Choice::Cancel, Choice::ConfirmTool, Choice::ConfirmSource] {
        assert_eq!(office.refused(Answer { choice, ..edit(&asked, json!({"amount": 6})) }), together);
    }
    assert_eq!(office.states(), ["awaiting_approval"]);
    assert_eq!(office.confirmed(&asked), "Done: pay Acme 5 thanks");
}

#[test]
fn a_sensitive_value_is_changed_and_never_shown() {
    let office = office();
    let asked = password_question(&office, &office.session, &UserChannel::local(), &TurnContext::default());
    let wrong = office.refused(edit(&asked, json!({"password": ["tok-9931"]})));
    assert_eq!(wrong, "\"password\" can't have this value: nothing was done. Please answer again.");
    let outcome = office.decide(edit(&asked, json!({"password": "tok-9931-long"}))).unwrap();
    let next = question(&outcome);
    assert_eq!(
        next.text(),
        "Confirm: Set password?\nTool: set_password of Bank. Risk: low.\nAsked again: Values were changed since you \
         were asked.\n- user: \"eve\"\n- password: [hidden] (from you)"
    );
    let read = format!("{outcome:?} {} {}", outcome.for_model().text, outcome.for_host());
    assert!(!read.contains("tok-9931"), "{read}");
    assert_eq!(office.confirmed(&next), told("Done: password eve of 13 letters"));
}

/// A rule that asks about large amounts sees the user's amount too.
#[test]
fn an_edit_over_a_rule_raises_the_risk() {
    let rule = || AmountAbove::new("amount", Decimal::from(1_000_u128));
    let office = office_with(|builder| builder.approval(Approval::new().escalation(rule())));
    let asked = office.ask("pay", PAY);
    assert_eq!((asked.risk(), asked.phrase()), (Risk::Low, None));
    let next = edited(&office, &asked, json!({"amount": 5_000}));
    assert_eq!((next.risk(), office.row(&next).binding.risk), (Risk::High, Some(Risk::High)));
    assert!(office.done().is_empty());
}

#[test]
fn what_a_rule_or_a_filter_denies_is_not_asked() {
    let no_eve = |call: &Assessed<'_>| match call.argument("to").and_then(Node::as_str) {
        Some("Eve") => Raise::deny("Not Eve.", "eve"),
        _ => Raise::No,
    };
    let no_nines = |call: &FilterContext<'_>| match call.argument("amount").map(Node::to_json).as_deref() {
        Some("9") => Verdict::deny("Not nine.", "nine"),
        _ => Verdict::allow(),
    };
    let office = office_with(|builder| builder.approval(Approval::new().escalation(no_eve)).filter(no_nines));
    let asked = office.ask("pay", PAY);
    assert_eq!(office.refused(edit(&asked, json!({"to": "Eve"}))), REFUSED);
    assert_eq!(office.refused(edit(&asked, json!({"amount": 9}))), REFUSED);
    assert_eq!(office.states(), ["awaiting_approval"]);
    assert_eq!(
        office.confirmed(&edited(&office, &asked, json!({"amount": 8}))),
        told("Done: pay Acme 8 thanks")
    );
}

/// A permission for the tool does not lift the question about an edited call.
#[test]
fn an_edit_never_runs_without_a_question() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let pay = office.toolbox.tool("pay").unwrap();
    let (allow, session) = (hpd_host::approval::Permission::Allow, hpd_host::approval::Lifetime::Session);
    office.session.grant(UserChannel::local().grant(pay, allow, session));
    edited(&office, &asked, json!({"amount": 6}));
    assert!(office.done().is_empty());
}

#[test]
fn a_replayed_edit_asks_nothing_new() {
    let office = office();
    let asked = office.ask("pay", PAY);
    let next = edited(&office, &asked, json!({"amount": 7}));
    assert_eq!(edited(&office, &asked, json!({"amount": 7})), next);
    assert_eq!(edited(&office, &asked, json!({"amount": 9_999})), next, "the first one counts");
    assert_eq!(
        question(&office.confirm(&asked).unwrap()),
        next,
        "a yes to the old question is none to the new one"
    );
    assert_eq!(office.refused(no(&asked)), CONFLICT);
    assert_eq!((office.row(&asked).state.as_str(), office.states().len()), ("cancelled", 2));
    office.confirm(&next).unwrap();
    assert_eq!(office.refused(edit(&asked, json!({"amount": 8}))), CONFLICT);
    assert_eq!(office.refused(edit(&next, json!({"amount": 8}))), CONFLICT);
    assert_eq!(office.done(), ["pay Acme 7 thanks"]);
    let late = office.ask_as("2", "pay", PAY);
    office.clock.advance(std::time::Duration::from_secs(3600));
    assert_eq!(office.refused(edit(&late, json!({"amount": 8}))), TOO_LATE);
}

#[test]
fn of_an_edit_and_a_confirmation_at_once_one_counts() {
    for round in 0..50 {
        let store = Arc::new(MemoryStore::new());
        let office =
            office_with(|builder| builder.approval(Approval::new().pending_store(Arc::clone(&store))));
        let asked = office.ask("pay", PAY);
        let (confirmed, edited) = thread::scope(|scope| {
            let decide = |answer: Answer| {
                let (toolbox, session) = (&office.toolbox, Session::with_id("conversation"));
                scope
                    .spawn(move || block_on(toolbox.decide(&session, &UserChannel::local().decision(answer))))
            };
            let (first, second) = (decide(yes(&asked)), decide(edit(&asked, json!({"amount": 7}))));
            (first.join().unwrap(), second.join().unwrap())
        });
        let is_asked = |outcome: &Outcome| matches!(outcome.kind, OutcomeKind::Confirm(_));
        let row = block_on(store.get(asked.pending_id())).unwrap().unwrap();
        if office.done().is_empty() {
            assert!(edited.is_ok_and(|outcome| is_asked(&outcome)), "{round}");
            // The edit came between the approval and the run.
            let is_replaced = |outcome: &Outcome| {
                outcome
                    .for_model_as_text()
                    .starts_with("'pay' is not what was approved any more. It did not run.")
            };
            assert!(confirmed.map_or(true, |outcome| is_asked(&outcome) || is_replaced(&outcome)), "{round}");
            assert_eq!(row.state.as_str(), "cancelled");
        } else {
            assert_eq!(office.done(), ["pay Acme 5 thanks"]);
            assert_eq!(edited.unwrap_err().to_string(), CONFLICT);
            assert_eq!(row.state.as_str(), "succeeded");
        }
    }
}

fn by(office: &Office, principal: &str, answer: Answer) -> Result<Outcome, String> {
    let decision = UserChannel::of(principal).decision(answer);
    block_on(office.toolbox.decide(&office.session, &decision)).map_err(|error| error.to_string())
}

/// Values of an approver are not the owner's word, and the approver does not approve them alone.
#[test]
fn an_approver_does_not_confirm_an_own_edit() {
    let office =
        office_with(|builder| {
            builder.approval(Approval::new().may_answer(|principal, view| {
                *principal != view.owner.principal || !view.edited_by.is_empty()
            }))
        });
    let call = RawCall::new("1", "sign", r#"{"text":"it"}"#);
    let asked = question(&block_on(office.toolbox.call_with(&office.session, &turn_of("ada"), &call)));
    let next = question(&by(&office, "eve", edit(&asked, json!({"text": "a bond"}))).unwrap());
    assert!(next.text().ends_with("- text: \"a bond\""), "{}", next.text());
    assert_eq!(office.row(&next).edited_by, [Principal::new("eve")]);
    assert_eq!(by(&office, "eve", yes(&next)).unwrap_err(), NOT_FOUND);
    // Another's edit after it does not make the first one right.
    let last = question(&by(&office, "bob", edit(&next, json!({"text": "a bond!"}))).unwrap());
    for editor in ["eve", "bob"] {
        assert_eq!(by(&office, editor, yes(&last)).unwrap_err(), NOT_FOUND);
    }
    assert_eq!(
        by(&office, "ada", yes(&last)).unwrap().for_model().text,
        told(r#"Done: sign a bond! Some("ada") None"#)
    );
}

/// Nobody takes an approver's name out of the row.
#[test]
fn the_digest_covers_the_editors() {
    let office = office_with(|builder| builder.approval(Approval::new().may_answer(|_, _| true)));
    let turn = TurnContext::on_behalf_of(Principal::new("ada"));
    let call = RawCall::new("1", "sign", r#"{"text":"it"}"#);
    let asked = question(&block_on(office.toolbox.call_with(&office.session, &turn, &call)));
    let next = question(&by(&office, "eve", edit(&asked, json!({"text": "a bond"}))).unwrap());
    office.store.tap().change(&["get"], |row| row.edited_by.clear());
    assert_eq!(by(&office, "eve", yes(&next)).unwrap_err(), NOT_FOUND);
    assert!(office.done().is_empty());
}

/// The values that a front end sends are data alone.
#[test]
fn an_edit_is_read_from_json() {
    let read = |edit: &str| {
        let text =
            format!(r#"{{"pending_id": "8c6f", "nonce": "51d0", "choice": "confirm", "edit": {edit}}}"#);
        serde_json::from_str::<Answer>(&text).map(|answer| answer.edit)
    };
    assert_eq!(read("null").unwrap(), None);
    assert_eq!(read(r#"{"amount": 7}"#).unwrap(), Some(Map::from_iter([("amount".to_owned(), json!(7))])));
    for wrong in ["[]", "7", r#""amount""#] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
