//! Calls that wait for the user.

use hpd_journal::pending::{CallState, PendingCall, PendingFilter, PendingId, PendingView, StoreError};
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
    /// use hpd_host::approval::{Answer, UserChannel};
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
    /// let decision = UserChannel::local().decision(Answer::confirm(question));
    /// let outcome = toolbox.decide(&session, &decision).await?;
    /// assert_eq!(outcome.for_model().text, "Saved: milk");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The decision does not count. Either the question is unknown for this user, expired, or was decided otherwise
    /// before. Or the phrase is missing or wrong. Or an edit has a value that the call can't have. Or the store failed.
    /// The error's text is for the user. A call without a principal has no question for
    /// [`UserChannel::of`](crate::approval::UserChannel::of): its error is
    /// [`NotFound`](crate::approval::DecisionError::NotFound), and the `tracing` target `hpd::approval` has the reason.
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

    /// Treats a user message as the answer to an open [question about values](crate::outcome::OutcomeKind::AskUser).
    /// Exactly one question must be open, and the message must clearly be an answer. An answer is the one missing
    /// value, a yes to the uncertain values, or values by name. The call then continues with these values, and may ask
    /// for further ones. The message also counts as [the user's text](Session::user_says) in the session, and begins a
    /// turn. So read a [receipt](Self::receipt) of the earlier turn first. [`answer_values`](Self::answer_values)
    /// begins no turn.
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

    /// Closes an open [question about values](crate::outcome::OutcomeKind::AskUser) without an answer. Its call is cancelled:
    /// the outcome is for the model.
    ///
    /// # Errors
    ///
    /// The question is unknown, another user's or not open any more, or the store failed.
    pub async fn decline_values(
        &self,
        session: &Session,
        pending: &PendingId,
        channel: &UserChannel,
    ) -> Result<Outcome, AnswerValuesError> {
        call::decline_values(self, session, pending, channel).await
    }

    /// Synchronises a user's permissions between a session and the store. The session reads the permissions in the
    /// store. The store gets the user's [grants](Session::grant) and [revocations](Session::revoke). The next write of
    /// the session does the same.
    ///
    /// ```
    /// use hpd_host::approval::{Lifetime, Permission, UserChannel};
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
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
    /// let (session, user) = (Session::with_id("s-1"), UserChannel::local());
    /// let save = toolbox.tool("save").unwrap();
    /// session.grant(user.grant(save, Permission::Allow, Lifetime::Session));
    /// toolbox.sync_permissions(&session, &user).await?;
    ///
    /// // The text of a session grants nothing: the store has the permission.
    /// let later = Session::from_json(&session.to_json())?;
    /// let call = RawCall::new("1", "save", r#"{"text": "milk"}"#);
    /// assert_eq!(toolbox.call(&later, &call).await.for_model().text, "Saved: milk");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The store failed. Nothing is lost: a later call stores the permissions.
    pub async fn sync_permissions(&self, session: &Session, user: &UserChannel) -> Result<(), StoreError> {
        Ok(call::sync_owner_state(self, session, user.principal()).await?)
    }

    /// The stored calls of a session in any state, for the principal of a channel. They are the principal's own calls,
    /// and calls of others that this principal may answer. The oldest come first. A view that the principal may not
    /// answer has neither nonce, phrase nor sensitive values.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn pending_calls(
        &self,
        session: &Session,
        channel: &UserChannel,
    ) -> Result<Vec<PendingView>, StoreError> {
        let Some(id) = session.id() else { return Ok(Vec::new()) };
        let filter = PendingFilter::default().session(id.to_owned());
        self.views(&filter, channel, |row| row.owner.principal == *channel.principal()).await
    }

    /// The open questions about writes that the principal of a channel may answer, in all sessions: the inbox of an
    /// approver. The oldest come first. A question that only another process can take an answer for is marked
    /// ([`answerable_here`](PendingView::answerable_here)), and has neither nonce nor phrase.
    ///
    /// ```
    /// use hpd_host::approval::{Answer, UserChannel};
    /// use hpd_host::{Approval, Principal, RawCall, Session, Toolbox, TurnContext, plugin};
    ///
    /// struct Bank;
    ///
    /// #[plugin]
    /// impl Bank {
    ///     /// Pays a bill.
    ///     #[ai_function(write, risk = low)]
    ///     fn pay(&self, /** Euros. */ amount: u32) -> String {
    ///         format!("Paid {amount}.")
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let four_eyes = Approval::new().may_answer(|principal, view| {
    ///     *principal != view.owner.principal && principal.id() == Some("treasurer")
    /// });
    /// let toolbox = Toolbox::builder().plugin(Bank).approval(four_eyes).build()?;
    /// let turn = TurnContext::on_behalf_of(Principal::new("anna"));
    /// let call = RawCall::new("1", "pay", r#"{"amount": 20}"#);
    /// toolbox.call_with(&Session::with_id("chat-7"), &turn, &call).await;
    ///
    /// let treasurer = UserChannel::of("treasurer").via("web");
    /// let inbox = toolbox.answerable(&treasurer).await?;
    /// let question = inbox[0].question().expect("the treasurer may answer");
    /// let session = Session::with_id(&*inbox[0].owner.session);
    /// let decision = treasurer.decision(Answer::confirm(question));
    /// assert_eq!(toolbox.decide(&session, &decision).await?.for_model().text, "Paid 20.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn answerable(&self, channel: &UserChannel) -> Result<Vec<PendingView>, StoreError> {
        let mut filter = PendingFilter::default().states(vec![CallState::AwaitingApproval]);
        if !self.safeguards().approvers.have_rule() {
            filter = filter.principal(channel.principal().clone());
        }
        let mut views = self.views(&filter, channel, |_| false).await?;
        views.retain(|view| view.question().is_some() || !view.answerable_here);
        Ok(views)
    }

    /// The calls that a principal may answer or `also` sees.
    async fn views(
        &self,
        filter: &PendingFilter,
        channel: &UserChannel,
        also: impl Fn(&PendingCall) -> bool,
    ) -> Result<Vec<PendingView>, StoreError> {
        let safeguards = self.safeguards();
        let rows = safeguards.store.list(filter).await?;
        let view = |row: &PendingCall| {
            let (principal, now) = (channel.principal(), self.now_for(row));
            let may_answer = safeguards.approvers.may_answer(principal, row, safeguards.keys.as_ref(), now);
            let is_elsewhere =
                !may_answer && self.waits_elsewhere(row) && safeguards.approvers.permits(principal, row, now);
            (may_answer || is_elsewhere || also(row)).then(|| {
                let mut view = PendingView::of(row, may_answer, now);
                view.answerable_here = !is_elsewhere;
                view
            })
        };
        Ok(rows.iter().filter_map(view).collect())
    }

    /// Ends the calls past their time, in all sessions: pending calls expire, running calls become `unknown`. Ends that
    /// this process knows, and the store does not have yet, are stored before. Call this method regularly, and at the
    /// program's start, or use [`housekeeping`](Self::housekeeping). Returns the calls in their new state.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn expire_pending(&self) -> Result<Vec<PendingCall>, StoreError> {
        self.known_ends().settle(self.monotonic_clock(), self.safeguards().patience()).await;
        self.expire_rows().await
    }

    pub(crate) async fn expire_rows(&self) -> Result<Vec<PendingCall>, StoreError> {
        let safeguards = self.safeguards();
        let ended = safeguards.store.expire(safeguards.now()).await?;
        for row in &ended {
            safeguards.deadlines.forget(&row.id);
        }
        Ok(ended)
    }
}
