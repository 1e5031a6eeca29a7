//! A bank whose writes leave a trace, in a toolbox whose clock, random bytes and store a test holds in its hands.

#![allow(clippy::unused_async, reason = "synchronous writes run on threads of their own, which takes time")]
#![allow(clippy::unused_self, reason = "tools of a bank are its methods")]

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::{
    Answer, Choice, DecisionError, PendingCall, PendingFilter, PendingId, PendingStore, Question, UserChannel,
};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::{FakeClock, SeededRandom};
use hpd_host::{
    Approval, CallContext, Outcome, Principal, RawCall, Session, ToolError, Toolbox, ToolboxBuilder,
    TurnContext, plugin,
};

use crate::approval::spy::SpiedStore;

type During = Box<dyn Fn() -> Result<(), ToolError> + Send>;

/// The writes of a bank, and an action that runs during each of them. Clones share the same books.
#[derive(Clone, Default)]
pub(crate) struct Books {
    done: Arc<Mutex<Vec<String>>>,
    during: Arc<Mutex<Option<During>>>,
}

impl Books {
    /// All writes, in order.
    pub(crate) fn done(&self) -> Vec<String> {
        self.done.lock().unwrap().clone()
    }

    /// Has something happen while each write runs.
    pub(crate) fn during(&self, act: impl Fn() -> Result<(), ToolError> + Send + 'static) {
        *self.during.lock().unwrap() = Some(Box::new(act));
    }

    pub(crate) fn add(&self, entry: String) -> Result<String, ToolError> {
        let said = format!("Done: {entry}");
        self.done.lock().unwrap().push(entry);
        self.during.lock().unwrap().as_ref().map_or(Ok(()), |act| act())?;
        Ok(said)
    }
}

pub(crate) struct Bank {
    books: Books,
}

#[plugin]
impl Bank {
    /// Pays somebody.
    #[ai_function(write, risk = low)]
    async fn pay(
        &self,
        /// Who is paid.
        to: String,
        /// How much.
        amount: i64,
        /// What for.
        #[param(default = "thanks")]
        note: String,
    ) -> Result<String, ToolError> {
        self.books.add(format!("pay {to} {amount} {note}"))
    }

    /// Sets the limit of an account.
    #[ai_function(write, risk = medium)]
    async fn set_limit(
        &self,
        /// The account.
        account: String,
        /// The limit.
        limit: i64,
    ) -> Result<String, ToolError> {
        self.books.add(format!("limit {account} {limit}"))
    }

    /// Voids an invoice.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {invoice}")]
    async fn void(
        &self,
        /// The invoice.
        invoice: String,
    ) -> Result<String, ToolError> {
        self.books.add(format!("void {invoice}"))
    }

    /// Changes a password.
    #[ai_function(write, risk = low)]
    async fn set_password(
        &self,
        /// The user.
        user: String,
        /// The new password.
        #[param(sensitive)]
        password: String,
    ) -> Result<String, ToolError> {
        self.books.add(format!("password {user} of {} letters", password.chars().count()))
    }

    /// Waits for the vault, which never opens.
    #[ai_function(write, risk = low)]
    async fn open_vault(&self) -> Result<String, ToolError> {
        self.books.add("vault".to_owned())?;
        std::future::pending().await
    }

    /// Says on whose behalf it is.
    #[ai_function(write, risk = low)]
    async fn sign(
        &self,
        /// What is signed.
        text: String,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<String, ToolError> {
        self.books.add(format!("sign {text} {:?} {:?}", ctx.principal().id(), ctx.principal().tenant()))
    }

    /// Sends a parcel.
    #[ai_function(write, risk = low)]
    async fn send_parcel(
        &self,
        /// What is in it.
        content: String,
        /// Where it goes.
        #[param(profile_key = "address")]
        address: String,
    ) -> Result<String, ToolError> {
        self.books.add(format!("parcel {content} {address}"))
    }

    /// Orders forms, of a size that it has to be told.
    #[ai_function(write, risk = low)]
    async fn order_forms(
        &self,
        /// How many.
        count: u32,
        /// Their size.
        size: Option<String>,
    ) -> Result<String, ToolError> {
        match size {
            Some(size) => self.books.add(format!("forms {count} {size}")),
            None => Err(ToolError::ask_user("Which size?").missing(["size"])),
        }
    }

    /// What is left.
    #[ai_function]
    fn balance(
        &self,
        /// The account.
        account: String,
    ) -> String {
        format!("{account} has 100.")
    }
}

/// A bank in its toolbox.
pub(crate) struct Office {
    pub(crate) toolbox: Toolbox,
    pub(crate) session: Session,
    pub(crate) clock: FakeClock,
    pub(crate) store: SpiedStore,
    pub(crate) books: Books,
}

pub(crate) const START: Timestamp = Timestamp::from_millis(1_000_000);

pub(crate) fn office() -> Office {
    office_with(|builder| builder)
}

pub(crate) fn office_with(more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Office {
    let (clock, store, books) = (FakeClock::at(START), SpiedStore::default(), Books::default());
    let toolbox = toolbox(&clock, &store, &books, 1, more);
    Office { toolbox, session: Session::with_id("conversation"), clock, store, books }
}

fn toolbox(
    clock: &FakeClock,
    store: &SpiedStore,
    books: &Books,
    seed: u64,
    more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder,
) -> Toolbox {
    let builder = Toolbox::builder().plugin(Bank { books: books.clone() });
    let builder = builder
        .system(System::new().clock(clock.clone()).random(SeededRandom::new(seed)))
        .approval(Approval::new().pending_store(store.clone()));
    more(builder).build().unwrap()
}

impl Office {
    /// Replaces the toolbox: the same plugin, clock and store, and something else.
    pub(crate) fn replace(&mut self, more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) {
        self.replace_with(2, more);
    }

    /// The same, with random bytes that no other toolbox has.
    pub(crate) fn replace_with(&mut self, seed: u64, more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) {
        self.toolbox = toolbox(&self.clock, &self.store, &self.books, seed, more);
    }

    /// Replaces the toolbox and the plugin.
    pub(crate) fn replace_all(&mut self, builder: ToolboxBuilder) {
        let builder = builder.system(System::new().clock(self.clock.clone()).random(SeededRandom::new(3)));
        self.toolbox = builder.approval(Approval::new().pending_store(self.store.clone())).build().unwrap();
    }

    /// A call of the model, with an id of its own.
    pub(crate) fn call(&self, name: &str, arguments: &str) -> Outcome {
        self.call_as("call_1", name, arguments)
    }

    pub(crate) fn call_as(&self, id: &str, name: &str, arguments: &str) -> Outcome {
        block_on(self.toolbox.call(&self.session, &RawCall::new(id, name, arguments)))
    }

    /// A call that the user is asked about.
    pub(crate) fn ask(&self, name: &str, arguments: &str) -> Question {
        question(&self.call(name, arguments))
    }

    pub(crate) fn ask_as(&self, id: &str, name: &str, arguments: &str) -> Question {
        question(&self.call_as(id, name, arguments))
    }

    /// An answer of the user.
    pub(crate) fn decide(&self, answer: Answer) -> Result<Outcome, DecisionError> {
        block_on(self.toolbox.decide(&self.session, &UserChannel::local().decision(answer)))
    }

    /// A yes.
    pub(crate) fn confirm(&self, question: &Question) -> Result<Outcome, DecisionError> {
        self.decide(yes(question))
    }

    /// Confirms a question; returns the text for the model.
    pub(crate) fn confirmed(&self, question: &Question) -> String {
        self.confirm(question).unwrap().for_model().text.into_owned()
    }

    /// Gives an answer that does not count; returns the text for the user.
    pub(crate) fn refused(&self, answer: Answer) -> String {
        self.decide(answer).unwrap_err().to_string()
    }

    pub(crate) fn done(&self) -> Vec<String> {
        self.books.done()
    }

    /// The stored call of a question.
    pub(crate) fn row(&self, question: &Question) -> PendingCall {
        self.row_of(question.pending_id())
    }

    pub(crate) fn row_of(&self, id: &PendingId) -> PendingCall {
        block_on(self.store.inner().get(id)).unwrap().unwrap()
    }

    /// The states of all calls, in a word each.
    pub(crate) fn states(&self) -> Vec<&'static str> {
        let rows = block_on(self.store.inner().list(&PendingFilter::default())).unwrap();
        rows.iter().map(|row| row.state.as_str()).collect()
    }
}

/// The question about a password, which the user has to say first.
pub(crate) fn password_question(
    office: &Office,
    session: &Session,
    user: &UserChannel,
    turn: &TurnContext,
) -> Question {
    let call = RawCall::new("1", "set_password", r#"{"user":"eve","password":"hunter2"}"#);
    let asked = block_on(office.toolbox.call_with(session, turn, &call));
    assert!(matches!(asked.kind, OutcomeKind::AskUser(_)));
    match block_on(office.toolbox.reply_with(session, turn, &user.message("Yes"))).unwrap() {
        Replied::Answered(outcome) => question(&outcome),
        other => panic!("a yes is an answer: {other:?}"),
    }
}

/// The question that an outcome asks.
pub(crate) fn question(outcome: &Outcome) -> Question {
    match &outcome.kind {
        OutcomeKind::Confirm(question) => (**question).clone(),
        other => panic!("nobody is asked: {other:?}"),
    }
}

/// The answer that confirms, with the phrase that is asked for.
pub(crate) fn yes(question: &Question) -> Answer {
    Answer {
        pending_id: question.pending_id().clone(),
        nonce: question.nonce().to_owned(),
        choice: Choice::Confirm,
        phrase: question.phrase().map(str::to_owned),
        reason: None,
        edit: None,
    }
}

pub(crate) fn no(question: &Question) -> Answer {
    Answer { choice: Choice::Cancel, phrase: None, ..yes(question) }
}

/// The answer that confirms, with another phrase.
pub(crate) fn typed(question: &Question, phrase: &str) -> Answer {
    Answer { phrase: Some(phrase.to_owned()), ..yes(question) }
}

/// A turn on behalf of a principal.
pub(crate) fn turn_of(principal: &str) -> TurnContext {
    TurnContext::on_behalf_of(Principal::new(principal))
}

pub(crate) const NOT_FOUND: &str = "No open question belongs to this answer.";
pub(crate) const TOO_LATE: &str = "The answer came too late: nothing was done.";
pub(crate) const CONFLICT: &str = "This question was answered otherwise before: that answer holds.";
pub(crate) const STORE_FAILED: &str =
    "The answer could not be stored: nothing was done. Please answer again.";
