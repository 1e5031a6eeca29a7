//! Calls that wait for the user.

use hpd_journal::pending::{PendingCall, PendingFilter, PendingId, StoreError};
use hpd_runtime::TurnContext;
use serde_json::{Map, Value};

use crate::approval::{AnswerValuesError, Decision, DecisionError, UserChannel, UserMessage};
use crate::call;
use crate::outcome::{Outcome, Replied};
use crate::session::Session;
use crate::toolbox::Toolbox;

impl Toolbox {
    /// Carries out the user's decision about a [question](crate::outcome::OutcomeKind::Confirm): the stored call runs, or is
    /// cancelled. Repeating the decision returns the same outcome, and nothing runs twice.
    ///
    /// ```
    /// use hpd_host::approval::{Answer, Choice, UserChannel};
    /// use hpd_host::outcome::OutcomeKind;
    /// use hpd_host::{plugin, RawCall, Session, Toolbox};
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
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Notes).build()?;
    /// let session = Session::new();
    ///
    /// let asked =
    ///     toolbox.call(&session, &RawCall::new("1", "save", r#"{"text": "milk"}"#)).await;
    /// let OutcomeKind::Confirm(question) = &asked.kind else {
    ///     panic!("a write is asked about")
    /// };
    /// // The user reads `question.text()`, and answers. The answer comes from the user
    /// // interface, never from the model.
    /// let answer = Answer {
    ///     pending_id: question.pending_id().clone(),
    ///     nonce: question.nonce().to_owned(),
    ///     choice: Choice::Confirm,
    ///     phrase: None,
    /// };
    /// let decision = UserChannel::local().decision(answer);
    /// let outcome = toolbox.decide(&session, &decision).await?;
    /// assert_eq!(outcome.for_model().text, "Saved: milk");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The decision does not count: the question is unknown for this user, expired or decided otherwise before, the
    /// phrase is missing or wrong, or the store failed. The error's text is for the user.
    pub async fn decide(&self, session: &Session, decision: &Decision) -> Result<Outcome, DecisionError> {
        call::decide(self, session, const { &TurnContext::empty() }, decision).await
    }

    /// Like [`decide`](Self::decide), with the host's data about the turn in which the call runs.
    ///
    /// # Errors
    ///
    /// As for [`decide`](Self::decide).
    pub async fn decide_with(
        &self,
        session: &Session,
        turn: &TurnContext,
        decision: &Decision,
    ) -> Result<Outcome, DecisionError> {
        call::decide(self, session, turn, decision).await
    }

    /// Treats a user message as the answer to an open [question about values](crate::outcome::OutcomeKind::AskUser). Exactly one
    /// question must be open, and the message must clearly be an answer: the one missing value, a yes to the uncertain
    /// values, or values by name. Then the call continues with these values, and may ask for further ones. The message
    /// also counts as [the user's text](Session::user_says) in the session.
    ///
    /// # Errors
    ///
    /// The store of pending calls failed. Nothing runs then.
    pub async fn reply(&self, session: &Session, message: &UserMessage) -> Result<Replied, StoreError> {
        call::reply(self, session, const { &TurnContext::empty() }, message).await
    }

    /// Like [`reply`](Self::reply), with the host's data about the turn in which the call continues.
    ///
    /// # Errors
    ///
    /// As for [`reply`](Self::reply).
    pub async fn reply_with(
        &self,
        session: &Session,
        turn: &TurnContext,
        message: &UserMessage,
    ) -> Result<Replied, StoreError> {
        call::reply(self, session, turn, message).await
    }

    /// Answers an open [question about values](crate::outcome::OutcomeKind::AskUser) with typed values, as a form gives
    /// them. The call continues with these values, and may ask for further ones. Each value is the user's: an uncertain
    /// value is confirmed if the form repeats it. `channel` is that of the user who was asked.
    ///
    /// ```
    /// use hpd_host::approval::{AnswerValuesError, UserChannel};
    /// use hpd_host::outcome::OutcomeKind;
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    /// use serde_json::json;
    ///
    /// struct Shop;
    ///
    /// #[plugin]
    /// impl Shop {
    ///     /// Finds a delivery time.
    ///     #[ai_function]
    ///     fn delivery(
    ///         &self,
    ///         /** The address. */
    ///         #[param(profile_key = "address", confirm_if_uncertain)]
    ///         address: String,
    ///         /** The number of items. */
    ///         #[param(ask = "How many items?", range(min = 1))]
    ///         count: u32,
    ///     ) -> String {
    ///         format!("{count} to {address}: tomorrow")
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Shop).build()?;
    /// let (session, user) = (Session::new(), UserChannel::local());
    ///
    /// let asked = toolbox.call(&session, &RawCall::new("1", "delivery", "{}")).await;
    /// let OutcomeKind::AskUser(question) = &asked.kind else { panic!("values are missing") };
    /// let pending = question.pending().expect("the question is stored").clone();
    /// // The program shows a field for each of `question.missing()`, and sends them together.
    /// let form = json!({"address": "456 Oak Ave", "count": 3});
    /// let form = form.as_object().unwrap();
    /// let outcome = toolbox.answer_values(&session, &pending, form.clone(), &user).await?;
    /// assert_eq!(outcome.for_model().text, "3 to 456 Oak Ave: tomorrow");
    ///
    /// let again = toolbox.answer_values(&session, &pending, form.clone(), &user).await;
    /// assert!(matches!(again, Err(AnswerValuesError::Closed)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The question is unknown, another user's or not open any more. A name is not declared, or its parameter does not
    /// take the value. The store failed. Nothing ran then.
    pub async fn answer_values(
        &self,
        session: &Session,
        pending: &PendingId,
        values: Map<String, Value>,
        channel: &UserChannel,
    ) -> Result<Outcome, AnswerValuesError> {
        self.answer_values_with(session, const { &TurnContext::empty() }, pending, values, channel).await
    }

    /// Like [`answer_values`](Self::answer_values), with the host's data about the turn in which the call continues.
    ///
    /// # Errors
    ///
    /// As for [`answer_values`](Self::answer_values).
    pub async fn answer_values_with(
        &self,
        session: &Session,
        turn: &TurnContext,
        pending: &PendingId,
        values: Map<String, Value>,
        channel: &UserChannel,
    ) -> Result<Outcome, AnswerValuesError> {
        call::answer_values(self, session, turn, (pending, &values), channel).await
    }

    /// The stored calls of a session in any state: pending, approved, running and finished ones. The oldest come first.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn pending_calls(&self, session: &Session) -> Result<Vec<PendingCall>, StoreError> {
        let Some(id) = session.id() else { return Ok(Vec::new()) };
        let filter = PendingFilter::default().session(id.to_owned());
        self.safeguards().store.list(&filter).await
    }

    /// Ends the calls past their time, in all sessions: pending calls expire, running calls become `unknown`. Call this
    /// method regularly, and at the program's start. Returns the calls in their new state.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn expire_pending(&self) -> Result<Vec<PendingCall>, StoreError> {
        let safeguards = self.safeguards();
        safeguards.store.expire(safeguards.now()).await
    }
}
