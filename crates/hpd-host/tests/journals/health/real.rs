//! The figures of a real conversation.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, UserChannel};
use hpd_host::journal::MemoryJournal;
use hpd_host::journal::health::{CallFigures, Endings, Health, HealthSpan, Questions, Rate, health};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::values::MapProfile;
use hpd_host::{RawCall, Session, ToolError, Toolbox, Values, scope};

struct Bank;

#[scope("A bank")]
impl Bank {
    /// Pays somebody.
    #[ai_function(write, risk = low)]
    fn pay(
        &self,
        /** To whom. */
        to: String,
        /** How much. */
        amount: u32,
    ) -> Result<String, ToolError> {
        match &*to {
            "nobody" => Err(ToolError::new("There is nobody of this name.")),
            _ => Ok(format!("{to} has {amount}.")),
        }
    }

    /// Sends a letter.
    #[ai_function(write, risk = low)]
    fn send_letter(
        &self,
        /** The text. */
        text: String,
        /** The address. */
        #[param(sensitive, profile_key = "address")]
        address: String,
    ) -> String {
        format!("{text} to {address}")
    }

    /// The balance.
    #[ai_function]
    fn balance(
        &self,
        /** The account. */
        account: u32,
    ) -> String {
        format!("{account}: 5")
    }
}

struct Desk {
    toolbox: Toolbox,
    session: Session,
    journal: Arc<MemoryJournal>,
}

impl Desk {
    fn new() -> Self {
        let journal = Arc::new(MemoryJournal::new());
        let profile = MapProfile::new().for_all("address", "456 Oak Ave");
        let builder = Toolbox::builder()
            .plugin(Bank)
            .journal(Arc::clone(&journal))
            .values(Values::new().profile(profile));
        let toolbox = builder.build().unwrap();
        let (session, bank) = (Session::new(), RawCall::new("0", "Bank", "{}"));
        block_on(toolbox.call(&session, &bank));
        Self { toolbox, session, journal }
    }

    /// Answers the question about an uncertain value of the profile: the user says yes.
    fn confirm_values(&self) {
        let yes = UserChannel::local().message("yes");
        let replied = block_on(self.toolbox.reply(&self.session, &yes)).unwrap();
        assert!(matches!(replied, Replied::Answered(_)), "{replied:?}");
    }

    /// Makes a call; a question is answered.
    fn call(&self, name: &str, arguments: &str, choice: Choice) {
        let outcome = block_on(self.toolbox.call(&self.session, &RawCall::new("1", name, arguments)));
        let OutcomeKind::Confirm(question) = &outcome.kind else { return };
        let answer = Answer {
            pending_id: question.pending_id().clone(),
            nonce: question.nonce().to_owned(),
            choice,
            phrase: None,
            reason: None,
            edit: None,
        };
        block_on(self.toolbox.decide(&self.session, &UserChannel::local().decision(answer))).unwrap();
    }

    fn health(&self) -> Health {
        block_on(health(&self.journal, &HealthSpan::default())).unwrap()
    }
}

/// Name, calls, ok, blocked, failed, and how many times are known.
fn rows(health: &Health) -> Vec<(&str, [u64; 5])> {
    let row = |row: CallFigures| [row.calls, row.ok, row.blocked, row.failed, row.latency.count];
    health.functions.iter().map(|function| (function.tool.as_str(), row(function.figures))).collect()
}

#[test]
fn a_conversation_has_the_figures_of_what_happened() {
    let desk = Desk::new();
    desk.session.user_says("Pay Acme 5000");
    desk.call("balance", r#"{"account": "1"}"#, Choice::Confirm);
    desk.call("pay", r#"{"to": "Acme"}"#, Choice::Confirm);
    desk.call("pay", r#"{"to": "Acme", "amount": 5000}"#, Choice::Confirm);
    desk.session.user_says("Pay nobody");
    desk.call("pay", r#"{"to": "nobody", "amount": 1}"#, Choice::Confirm);
    desk.session.user_says("Pay Brown");
    desk.call("pay", r#"{"to": "Brown", "amount": 1}"#, Choice::Cancel);
    desk.call("pay", r#"{"amount": 1}"#, Choice::Confirm);

    let health = desk.health();
    assert_eq!(health.write_block, Rate { count: 2, of: 5 });
    assert_eq!(health.self_correction, Rate { count: 1, of: 2 });
    assert_eq!(health.passed_writes, Endings { ok: 1, error: 1, rejected: 1, ..Endings::default() });
    assert_eq!(health.failure_after_validation, Rate { count: 1, of: 2 });
    assert_eq!(health.questions, Questions { asked: 3, answered: 3, ..Questions::default() });
    assert_eq!(
        rows(&health),
        [("Bank", [1, 1, 0, 0, 0]), ("balance", [1, 1, 0, 0, 1]), ("pay", [5, 1, 2, 1, 2])]
    );
    assert_eq!(health.warnings["STRING_TO_NUMBER"], 1);
    assert_eq!(health.errors["REQUIRED_FIELD"], 2);
}

#[test]
fn a_call_that_was_set_right_and_goes_on_with_confirmed_values_is_a_correction() {
    let desk = Desk::new();
    desk.session.user_says("Send the letter");
    desk.call("send_letter", r#"{"txt": "Hello"}"#, Choice::Confirm);
    desk.call("send_letter", r#"{"text": "Hello"}"#, Choice::Confirm);
    desk.confirm_values();

    let health = desk.health();
    assert_eq!(health.write_block, Rate { count: 2, of: 3 });
    assert_eq!(health.self_correction, Rate { count: 1, of: 1 });
}

#[test]
fn a_block_that_the_user_resolves_counts_once_and_is_no_correction() {
    let desk = Desk::new();
    desk.session.user_says("Send the letter");
    desk.call("send_letter", r#"{"text": "Hello"}"#, Choice::Confirm);
    desk.confirm_values();

    let health = desk.health();
    assert_eq!(health.write_block, Rate { count: 1, of: 2 });
    assert_eq!(health.self_correction, Rate::default());
    assert_eq!(health.passed_writes, Endings::default());
    assert_eq!(rows(&health)[1], ("send_letter", [1, 0, 1, 0, 0]));
}
