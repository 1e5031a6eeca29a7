//! Several typed values at once, as a form gives them.

use futures_executor::block_on;
use hpd_host::approval::{AnswerValuesError, PendingId, StoreError, UserChannel};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Outcome, Session, Values};
use serde_json::{Value, json};

use crate::collect::shop::{Shop, profile, question};

fn send(
    shop: &Shop,
    id: &PendingId,
    values: Value,
    channel: &UserChannel,
) -> Result<Outcome, AnswerValuesError> {
    let Value::Object(values) = values else { panic!("a form has names") };
    block_on(shop.toolbox.answer_values_with(&shop.session, &shop.turn, id, values, channel))
}

#[track_caller]
fn asked(outcome: &Outcome) -> PendingId {
    match &outcome.kind {
        OutcomeKind::AskUser(question) => question.pending().expect("it is stored").clone(),
        other => panic!("nobody is asked: {other:?}"),
    }
}

#[test]
fn a_form_gives_all_values_with_their_types() {
    let shop = Shop::new(|builder| builder);
    let id = asked(&shop.order(r#"{"item":"milk"}"#));
    let form = json!({"address": "456 Oak Ave", "phone": "555-1234", "contact_name": "Jo", "count": 3});
    let outcome = send(&shop, &id, form, &shop.user).unwrap();
    assert_eq!(
        outcome.for_model().text,
        "item: milk (model), address: 456 Oak Ave (user), phone: 555-1234 (user), contact_name: Jo (user), \
         payment_method: cash (default), count: 3 (user)"
    );
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["cancelled"], 1));
}

#[test]
fn what_a_form_leaves_out_is_asked_for_again() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    let id = asked(&shop.order(r#"{"item":"milk"}"#));
    let outcome = send(&shop, &id, json!({"address": "456 Oak Ave"}), &shop.user).unwrap();
    assert_eq!(question(&outcome), "I have your phone number as 555-0000. Is that correct?");
    let outcome = send(&shop, &asked(&outcome), json!({"phone": "555-0000"}), &shop.user).unwrap();
    assert!(outcome.for_model().text.contains("address: 456 Oak Ave (user), phone: 555-0000 (user)"));
}

#[test]
fn what_does_not_fit_is_refused_and_may_come_again() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    let id = asked(&shop.order(r#"{"item":"milk"}"#));
    let refused = |values| send(&shop, &id, values, &shop.user).unwrap_err().to_string();
    assert_eq!(
        refused(json!({"adress": "456 Oak Ave"})),
        "The question is about no value with the name \"adress\": nothing was done."
    );
    for (values, problem) in [
        (json!({"count": 0}), "- count must be at least 1"),
        (json!({"count": "3"}), "- count must be an integer, but a string was sent"),
        (
            json!({"address": 5, "phone": "555-1234", "count": 0}),
            "- address must be a string, but a number was sent\n- count must be at least 1",
        ),
    ] {
        let text = format!("The answer is not valid: nothing was done. Please correct it.\n{problem}");
        assert_eq!(refused(values), text);
    }
    assert_eq!(
        refused(json!({"address": null})),
        "The value of \"address\" is not valid: nothing was done. Please correct it."
    );
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["needs_input"], 0));
    let form = json!({"address": "456 Oak Ave", "phone": "555-1234"});
    assert!(send(&shop, &id, form, &shop.user).is_ok());
}

#[test]
fn an_unknown_foreign_or_closed_question_takes_no_values() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    let id = asked(&shop.order(r#"{"item":"milk"}"#));
    let form = || json!({"address": "456 Oak Ave", "phone": "555-1234"});
    for (id, channel) in [
        (&PendingId::new("unknown"), &shop.user),
        (&id, &UserChannel::of("bob")),
        (&id, &UserChannel::local()),
        (&id, &UserChannel::of("anna").in_tenant("acme")),
    ] {
        let error = send(&shop, id, form(), channel).unwrap_err();
        assert!(matches!(error, AnswerValuesError::NotFound), "{error:?}");
        assert_eq!(error.to_string(), "No open question belongs to this answer.");
    }
    let other = Session::with_id("other");
    let values = form().as_object().unwrap().clone();
    let error = block_on(shop.toolbox.answer_values(&other, &id, values, &shop.user)).unwrap_err();
    assert!(matches!(error, AnswerValuesError::NotFound));
    assert_eq!((shop.states(), shop.buy.orders()), (vec!["needs_input"], 0));

    assert!(send(&shop, &id, form(), &shop.user).is_ok());
    let error = send(&shop, &id, form(), &shop.user).unwrap_err();
    assert!(matches!(error, AnswerValuesError::Closed));
    assert_eq!(error.to_string(), "This question is not open any more: nothing was done.");
    let late = asked(&shop.order(r#"{"item":"bread"}"#));
    shop.pass(16);
    assert!(matches!(send(&shop, &late, form(), &shop.user), Err(AnswerValuesError::Closed)));
    assert_eq!(shop.buy.orders(), 1);
}

#[test]
fn a_write_is_not_approved_by_a_form() {
    let shop = Shop::new(|builder| builder);
    let asked = shop.call("pay", r#"{"amount":5}"#);
    let id = self::asked(&asked);
    let outcome = send(&shop, &id, json!({"account": "ACC-1"}), &shop.user).unwrap();
    let OutcomeKind::Confirm(question) = &outcome.kind else { panic!("{outcome:?}") };
    let error = send(&shop, question.pending_id(), json!({"account": "ACC-2"}), &shop.user).unwrap_err();
    assert!(matches!(error, AnswerValuesError::NotFound));
    assert_eq!(shop.buy.orders(), 0);
}

#[test]
fn an_error_of_the_store_has_a_text_and_a_source() {
    let error = AnswerValuesError::from(StoreError::new("the disk is full"));
    assert_eq!(error.to_string(), "The answer could not be stored: nothing was done. Please answer again.");
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn open_questions_are_listed_with_their_forms() {
    let shop = Shop::new(|builder| builder.values(Values::new().profile(profile())));
    let id = asked(&shop.order(r#"{"item":"milk"}"#));
    let open = block_on(shop.toolbox.open_forms(&shop.user)).unwrap();
    let [open] = open.as_slice() else { panic!("one question is open: {open:?}") };
    assert_eq!((&open.view.id, &*open.view.name, open.view.answerable_here), (&id, "place_order", true));
    let form = open.form.as_ref().unwrap();
    assert_eq!(form.text(), open.view.text.as_deref().unwrap());
    let fields: Vec<_> = form.fields().iter().map(|field| (&*field.name, field.value.clone())).collect();
    assert_eq!(fields, [("address", Some(json!("123 Main St"))), ("phone", Some(json!("555-0000")))]);
    let other = UserChannel::of("somebody else");
    assert!(block_on(shop.toolbox.open_forms(&other)).unwrap().is_empty());
    send(&shop, &id, json!({"address": "456 Oak Ave", "phone": "555-1234"}), &shop.user).unwrap();
    assert!(block_on(shop.toolbox.open_forms(&shop.user)).unwrap().is_empty());
}
