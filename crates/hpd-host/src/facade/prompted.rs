//! Calls to their end, with all questions to the user on the way.

use futures_util::FutureExt;
use futures_util::future::{Either, select};
use hpd_journal::pending::{PendingId, Question};
use hpd_runtime::{RawCall, TurnContext};
use serde_json::{Map, Value, json};

use super::forms::form_of;
use crate::approval::{
    Answer, AnswerValuesError, Choice, DecisionError, PromptAnswer, PromptField, PromptForm, UserChannel,
    UserPrompt,
};
use crate::call_error::NotApproved;
use crate::collect::AskUser;
use crate::outcome::{Outcome, OutcomeKind};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// The forms of one call: an implementation that answers by itself must come to an end.
const MOST_FORMS: usize = 16;

/// The name of the field for the phrase.
const PHRASE: &str = "phrase";

impl Toolbox {
    /// Answers one call, and asks the user all that it needs on the way: missing values, inputs of the function, approval.
    /// `user` is the channel of the same user, and `prompt` shows the forms.
    ///
    /// An answer that is not taken is asked for again, with the reason. A question that the user leaves unanswered stays
    /// open, as one of [`call_with`](Self::call_with) does.
    ///
    /// ```
    /// use hpd_host::approval::{PromptAnswer, PromptForm, UserChannel, UserPrompt};
    /// use hpd_host::system::BoxFuture;
    /// use hpd_host::{RawCall, Session, Toolbox, TurnContext, plugin};
    ///
    /// struct Notes;
    ///
    /// #[plugin]
    /// impl Notes {
    ///     /// Saves a note.
    ///     #[ai_function(write, risk = low)]
    ///     fn save(&self, /** The text. */ text: String) -> String {
    ///         format!("Saved: {text}")
    ///     }
    /// }
    ///
    /// /// Shows each form at the terminal.
    /// struct Terminal;
    ///
    /// impl UserPrompt for Terminal {
    ///     fn ask<'a>(&'a self, form: &'a PromptForm) -> BoxFuture<'a, PromptAnswer> {
    ///         println!("{}", form.text());
    ///         // A real one waits for the user here.
    ///         Box::pin(async { PromptAnswer::Submitted(Default::default()) })
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Notes).build()?;
    /// let (session, turn) = (Session::new(), TurnContext::default());
    /// let call = RawCall::new("1", "save", r#"{"text": "milk"}"#);
    /// let outcome =
    ///     toolbox.call_with_prompt(&session, &turn, &call, &UserChannel::local(), &Terminal).await;
    /// assert_eq!(outcome.for_model().text, "Saved: milk");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    pub async fn call_with_prompt(
        &self,
        session: &Session,
        turn: &TurnContext,
        call: &RawCall,
        user: &UserChannel,
        prompt: &dyn UserPrompt,
    ) -> Outcome {
        let turn = &TurnContext { can_ask: true, ..turn.clone() };
        let outcome = self.call_with(session, turn, call).await;
        Prompting { toolbox: self, session, turn, user, prompt }.to_the_end(outcome).await
    }

    /// Continues a call whose question was left unanswered, for clients that answer in a later request. The open
    /// question is shown first, and then all further ones. Other outcomes are returned as they are.
    ///
    /// ```
    /// use hpd_host::approval::{PromptAnswer, PromptForm, UserChannel, UserPrompt};
    /// use hpd_host::system::BoxFuture;
    /// use hpd_host::{RawCall, Session, Toolbox, TurnContext, plugin};
    ///
    /// struct Notes;
    ///
    /// #[plugin]
    /// impl Notes {
    ///     /// Saves a note.
    ///     #[ai_function(write, risk = low)]
    ///     fn save(&self, /** The text. */ text: String) -> String {
    ///         format!("Saved: {text}")
    ///     }
    /// }
    ///
    /// /// What the user did.
    /// struct Did(PromptAnswer);
    ///
    /// impl UserPrompt for Did {
    ///     fn ask<'a>(&'a self, _: &'a PromptForm) -> BoxFuture<'a, PromptAnswer> {
    ///         Box::pin(async { self.0.clone() })
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Notes).build()?;
    /// let (session, turn, user) = (Session::new(), TurnContext::default(), UserChannel::local());
    /// let call = RawCall::new("1", "save", r#"{"text": "milk"}"#);
    /// let nothing = Did(PromptAnswer::Unanswered);
    /// let asked = toolbox.call_with_prompt(&session, &turn, &call, &user, &nothing).await;
    /// assert_eq!(asked.status(), "confirm");
    ///
    /// // In a later request:
    /// let yes = Did(PromptAnswer::Submitted(Default::default()));
    /// let outcome = toolbox.continue_with_prompt(&session, &turn, asked, &user, &yes).await;
    /// assert_eq!(outcome.for_model().text, "Saved: milk");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    pub async fn continue_with_prompt(
        &self,
        session: &Session,
        turn: &TurnContext,
        asked: Outcome,
        user: &UserChannel,
        prompt: &dyn UserPrompt,
    ) -> Outcome {
        let turn = &TurnContext { can_ask: true, ..turn.clone() };
        Prompting { toolbox: self, session, turn, user, prompt }.to_the_end(asked).await
    }
}

/// A call whose questions are put to the user.
struct Prompting<'a> {
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    user: &'a UserChannel,
    prompt: &'a dyn UserPrompt,
}

/// What an answer led to.
enum Next {
    /// The call went on.
    Outcome(Outcome),
    /// The answer was not taken, for this reason.
    Again(String),
    /// Nobody answered.
    Unanswered,
}

impl Prompting<'_> {
    async fn to_the_end(&self, mut outcome: Outcome) -> Outcome {
        let mut problem = None;
        for _ in 0..MOST_FORMS {
            let next = match &outcome.kind {
                OutcomeKind::AskUser(asked) => match asked.pending() {
                    Some(pending) => self.ask_for_values(&outcome, asked, pending, problem).await,
                    None => return outcome,
                },
                OutcomeKind::Confirm(question) => self.ask_for_approval(&outcome, question, problem).await,
                _ => return outcome,
            };
            problem = match next {
                Next::Outcome(next) => {
                    outcome = next;
                    None
                }
                Next::Again(why) => Some(why),
                Next::Unanswered => return outcome,
            };
        }
        outcome
    }

    async fn ask_for_values(
        &self,
        outcome: &Outcome,
        asked: &AskUser,
        pending: &PendingId,
        problem: Option<String>,
    ) -> Next {
        let form = PromptForm { problem, ..form_of(self.toolbox, &outcome.tool_name, asked) };
        let Self { toolbox, session, turn, user, .. } = self;
        match self.answer(&form).await {
            PromptAnswer::Submitted(values) => {
                let taken = toolbox.answer_values_with(session, turn, pending, values, user).await;
                taken.map_or_else(|error| values_refused(outcome, &error), Next::Outcome)
            }
            PromptAnswer::Declined => {
                let declined = toolbox.decline_values(session, pending, user).await;
                declined.map_or_else(|error| values_refused(outcome, &error), Next::Outcome)
            }
            PromptAnswer::Unanswered => Next::Unanswered,
            PromptAnswer::Unsupported => {
                // A question that can't be closed expires.
                let _ = toolbox.decline_values(session, pending, user).await;
                Next::Outcome(failed(
                    outcome,
                    NotApproved::nobody_to_answer(&outcome.tool_name, asked.question()),
                ))
            }
        }
    }

    async fn ask_for_approval(
        &self,
        outcome: &Outcome,
        question: &Question,
        problem: Option<String>,
    ) -> Next {
        let form = PromptForm { problem, ..approval_form(question) };
        let Self { toolbox, session, turn, user, .. } = self;
        let (choice, phrase, is_supported) = match self.answer(&form).await {
            PromptAnswer::Submitted(values) => (Choice::Confirm, phrase_in(&values), true),
            PromptAnswer::Declined => (Choice::Cancel, None, true),
            PromptAnswer::Unanswered => return Next::Unanswered,
            PromptAnswer::Unsupported => (Choice::Cancel, None, false),
        };
        let answer = Answer { phrase, ..Answer::new(question, choice) };
        let decided = toolbox.decide_with(session, turn, &user.decision(answer)).await;
        match decided {
            _ if !is_supported => {
                Next::Outcome(failed(outcome, NotApproved::nobody_to_approve(&outcome.tool_name)))
            }
            Ok(outcome) => Next::Outcome(outcome),
            Err(error @ (DecisionError::NoPhrase | DecisionError::WrongPhrase { tries_left: 1.. })) => {
                Next::Again(error.to_string())
            }
            Err(error) => Next::Outcome(failed(outcome, NotApproved::not_taken(&outcome.tool_name, &error))),
        }
    }

    /// The user's answer. Where the turn is cancelled before, there is none.
    async fn answer(&self, form: &PromptForm) -> PromptAnswer {
        match select(self.prompt.ask(form), self.turn.cancellation.cancelled().boxed()).await {
            Either::Left((answer, _)) => answer,
            Either::Right(((), _)) => PromptAnswer::Unanswered,
        }
    }
}

fn approval_form(question: &Question) -> PromptForm {
    let phrase = question.phrase().map(|phrase| PromptField {
        name: PHRASE.to_owned(),
        text: format!("Type {} to confirm.", json!(phrase)),
        schema: json!({"type": "string"}),
        value: None,
        sensitive: false,
    });
    PromptForm {
        text: question.text(),
        fields: phrase.into_iter().collect(),
        definitions: Map::new(),
        approval: Some(Box::new(question.clone())),
        problem: None,
    }
}

fn phrase_in(values: &Map<String, Value>) -> Option<String> {
    values.get(PHRASE).and_then(Value::as_str).map(str::to_owned)
}

/// Whether the user may correct an answer, or the call can't go on.
fn values_refused(outcome: &Outcome, error: &AnswerValuesError) -> Next {
    match error {
        AnswerValuesError::UnknownName { .. }
        | AnswerValuesError::Refused { .. }
        | AnswerValuesError::Invalid { .. } => Next::Again(error.to_string()),
        _ => Next::Outcome(failed(outcome, NotApproved::not_taken(&outcome.tool_name, error))),
    }
}

/// The same call, ended in an error.
fn failed(outcome: &Outcome, error: crate::call_error::CallError) -> Outcome {
    Outcome { kind: OutcomeKind::Error(error), ..outcome.clone() }
}
