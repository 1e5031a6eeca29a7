//! Calls that go on in a later request.

use std::sync::Mutex;

use hpd_host::approval::{PromptAnswer, PromptForm, UserChannel, UserPrompt};
use hpd_host::system::BoxFuture;
use hpd_host::values::MapProfile;
use hpd_host::{Outcome, RawCall, Session, Toolbox, TurnContext, Values, plugin};
use serde_json::json;

struct Shop;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a shop are its methods")]
impl Shop {
    /// Orders an item.
    #[ai_function(write, risk = low)]
    fn order(
        &self,
        /// The item.
        item: String,
        /// The address.
        #[param(profile_key = "address", confirm_if_uncertain)]
        address: String,
    ) -> String {
        format!("{item} to {address}")
    }
}

/// Answers the first forms, and leaves the others open.
struct Answers(Mutex<Vec<PromptAnswer>>);

impl Answers {
    fn of(answers: impl IntoIterator<Item = PromptAnswer>) -> Self {
        Self(Mutex::new(answers.into_iter().collect()))
    }
}

impl UserPrompt for Answers {
    fn ask<'a>(&'a self, _: &'a PromptForm) -> BoxFuture<'a, PromptAnswer> {
        let mut answers = self.0.lock().unwrap();
        let next = if answers.is_empty() { PromptAnswer::Unanswered } else { answers.remove(0) };
        Box::pin(async { next })
    }
}

fn submitted(values: &serde_json::Value) -> PromptAnswer {
    PromptAnswer::Submitted(values.as_object().unwrap().clone())
}

#[tokio::test]
async fn each_request_answers_one_question() {
    let values = Values::new().profile(MapProfile::new().for_all("address", "Main St"));
    let toolbox = Toolbox::builder().plugin(Shop).values(values).build().unwrap();
    let (session, turn, user) = (Session::new(), TurnContext::default(), UserChannel::local());
    let (session, turn, user) = (&session, &turn, &user);
    let call = RawCall::new("1", "order", r#"{"item": "tea"}"#);
    let asked = toolbox.call_with_prompt(session, turn, &call, user, &Answers::of([])).await;
    assert_eq!(asked.status(), "ask_user");

    let values = Answers::of([submitted(&json!({"address": "Elm St"}))]);
    let confirm = toolbox.continue_with_prompt(session, turn, asked.clone(), user, &values).await;
    assert_eq!(confirm.status(), "confirm");

    let approved = Answers::of([submitted(&json!({}))]);
    let done = toolbox.continue_with_prompt(session, turn, confirm, user, &approved).await;
    assert_eq!(done.for_model().text, "tea to Elm St");

    // The first question is closed, and its answer counts no more.
    let again = Answers::of([submitted(&json!({"address": "Oak St"}))]);
    let late: Outcome = toolbox.continue_with_prompt(session, turn, asked, user, &again).await;
    assert!(late.error().is_some());
    // An outcome without a question stays as it is.
    let same = toolbox.continue_with_prompt(session, turn, done.clone(), user, &Answers::of([])).await;
    assert_eq!(same, done);
}
