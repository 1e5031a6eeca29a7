//! A toolbox with a journal, and the journal's events in short.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, Decision, Permission, UserChannel};
use hpd_host::events::{Event, EventRecord};
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::journal::{EventFilter, FreeText, Journal, JournalOptions, MemoryJournal};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::{FakeClock, FakeTimer, SeededRandom};
use hpd_host::{Approval, Outcome, RawCall, Session, ToolError, Toolbox, ToolboxBuilder, Values, scope};
use serde_json::{Value, json};

#[derive(Default)]
pub(crate) struct Bank;

#[scope("Payments")]
impl Bank {
    /// Pays somebody.
    #[ai_function(write, risk = low)]
    fn pay(
        /** To whom. */
        to: String,
        /** How much. */
        #[param(range(min = 1))]
        amount: u32,
    ) -> Result<Value, ToolError> {
        match &*to {
            "nobody" => Err(ToolError::new("There is nobody of this name.")),
            "someone" => Err(ToolError::new("The line went dead.").outcome_unknown()),
            _ => Ok(json!({"PaymentId": "PAY-001", "Amount": amount})),
        }
    }

    /// Voids a payment.
    #[ai_function(write, risk = high, confirm_phrase = "VOID {payment}")]
    fn void(
        /** Which. */
        payment: String,
    ) -> String {
        format!("{payment} is void.")
    }

    /// Logs in.
    #[ai_function]
    fn log_in(
        /** Who. */
        user: String,
        /** The secret. */
        #[param(sensitive)]
        pin: String,
    ) -> String {
        format!("{user} with {pin}")
    }

    /// Embalms the ledger.
    #[ai_function(write, risk = low)]
    fn embalm_ledger() -> String {
        "It is away.".to_owned()
    }

    /// Sets a secret.
    #[ai_function(write, risk = low)]
    fn set_pin(
        /** The secret. */
        #[param(sensitive)]
        pin: String,
    ) -> String {
        format!("It is {pin} now.")
    }

    /// Shows the card.
    #[ai_function]
    fn show_card(
        /** The number. */
        #[param(sensitive, profile_key = "card")]
        card: String,
    ) -> String {
        format!("The card is {card}.")
    }

    /// The balance.
    #[ai_function]
    fn balance(
        /** The account. */
        account: String,
    ) -> String {
        format!("{account}: 5")
    }

    /// Sends a letter.
    #[ai_function(write, risk = low)]
    fn send_letter(
        /** The address. */
        #[param(ask = "Where shall it go?")]
        address: String,
    ) -> String {
        format!("Sent to {address}.")
    }
}

/// A conversation over a toolbox with a journal, which receives the user's messages.
pub(crate) struct Desk {
    pub(crate) toolbox: Toolbox,
    pub(crate) session: Session,
    pub(crate) journal: Arc<MemoryJournal>,
}

impl Desk {
    pub(crate) fn new() -> Self {
        Self::with(|builder| builder)
    }

    /// Writes run without a question.
    pub(crate) fn allowing() -> Self {
        Self::with(|builder| builder.approval(Approval::new().writes(Permission::Allow)))
    }

    pub(crate) fn with(settings: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let clock = FakeClock::at(Timestamp::from_millis(1_000));
        let options = JournalOptions {
            clock: Arc::new(clock.clone()),
            random: Arc::new(SeededRandom::new(7)),
            ..JournalOptions::default()
        };
        let journal = Arc::new(MemoryJournal::with_options(options));
        let open_tab = ExternalTool::new("open_tab", "Opens a tab", json!({"type": "object"}))
            .classified(Classification::Read);
        let builder = Toolbox::builder()
            .plugin(Bank)
            .external(ExternalSource::frontend("browser", vec![open_tab]))
            .journal(Arc::clone(&journal))
            .values(Values::new().journal_free_text(FreeText::Told))
            .system(System::new().clock(clock.clone()).timer(FakeTimer::new()).random(SeededRandom::new(1)));
        let toolbox = settings(builder).build().expect("nothing is wrong with it");
        let session = Session::with_id("s1");
        toolbox.expand(&session, &"Bank".into());
        Self { toolbox, session, journal }
    }

    pub(crate) fn call(&self, id: &str, tool: &str, arguments: &str) -> Outcome {
        block_on(self.toolbox.call(&self.session, &RawCall::new(id, tool, arguments)))
    }

    /// A call whose values the user confirms.
    #[track_caller]
    pub(crate) fn confirmed(&self, id: &str, tool: &str, arguments: &str) -> Outcome {
        let asked = self.call(id, tool, arguments);
        assert_eq!(asked.status(), "ask_user");
        match block_on(self.toolbox.reply(&self.session, &UserChannel::local().message("yes"))) {
            Ok(Replied::Answered(outcome)) => *outcome,
            other => panic!("yes is no answer: {other:?}"),
        }
    }

    /// The decision about the question that a call ended in.
    pub(crate) fn answer(asked: &Outcome, choice: Choice, phrase: Option<&str>) -> Decision {
        let OutcomeKind::Confirm(question) = &asked.kind else { panic!("not asked: {}", asked.status()) };
        UserChannel::local().decision(Answer {
            pending_id: question.pending_id().clone(),
            nonce: question.nonce().to_owned(),
            choice,
            phrase: phrase.map(str::to_owned),
            reason: None,
            edit: None,
        })
    }

    pub(crate) fn events(&self) -> Vec<EventRecord> {
        block_on(self.journal.read(&EventFilter::default())).expect("memory does not fail")
    }

    /// All events in short, one a line.
    pub(crate) fn told(&self) -> Vec<String> {
        self.events().iter().map(|record| short(&record.event)).collect()
    }

    /// The data of the events of one type, as JSON without times and ids.
    pub(crate) fn data(&self, kind: &str) -> Vec<String> {
        let of_kind = self.events().into_iter().filter(|record| record.event.kind() == kind);
        of_kind
            .map(|record| {
                let mut data = serde_json::to_value(&record.event).expect("it can be written")["data"].take();
                if let Value::Object(members) = &mut data {
                    members.remove("duration_ms");
                    members.remove("pending_id");
                }
                data.to_string()
            })
            .collect()
    }
}

fn short(event: &Event) -> String {
    match event {
        Event::TurnStarted(turn) => format!("turn: {}", turn.query.as_deref().unwrap_or("-")),
        Event::ToolCall(call) => format!("call {} {}", call.tool, call.arguments.as_deref().unwrap_or("?")),
        Event::WriteValidation(check) => {
            format!("{:?} {} {}", check.status, check.tool, check.missing_fields.join(","))
        }
        Event::ToolRetry(retry) => format!("retry {} #{}", retry.tool, retry.attempt),
        Event::AskUser(asked) => format!("ask {}: {}", asked.tool, asked.missing.join(",")),
        Event::Mcq(question) => format!("mcq {}", question.0["pending_tool"]),
        Event::Decision(decision) => format!("decision {} {}", decision.verdict, decision.state),
        Event::ToolStarted(started) => format!("started {}", started.tool),
        Event::ToolResult(result) => format!("result {} {:?}", result.tool, result.status),
        Event::Expanded(expanded) => format!("expanded {}", expanded.container),
        other => other.kind().to_owned(),
    }
}
