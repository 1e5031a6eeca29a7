//! A shop that orders and pays without a question of its own, for attacks by text that the user only quotes.

use futures_executor::block_on;
use hpd_host::approval::{Permission, UserChannel};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::values::MapProfile;
use hpd_host::{Approval, Outcome, RawCall, Session, Toolbox, TurnContext, Values, plugin};

use crate::collect::shop::turn_of;

struct Acc;

#[plugin]
impl Acc {
    /// Orders.
    #[ai_function(write, risk = low)]
    fn order(
        &self,
        /** Item. */
        item: String,
        /** Address. */
        #[param(profile_key = "address", confirm_if_uncertain)]
        address: String,
    ) -> String {
        format!("ORDERED {item} to {address}")
    }

    /// Transfers.
    #[ai_function(write, risk = low)]
    fn transfer(
        &self,
        /** From. */
        #[param(confirm_if_uncertain)]
        from: String,
        /** To. */
        #[param(confirm_if_uncertain)]
        to: String,
        /** Amount. */
        #[param(confirm_if_uncertain)]
        amount: u32,
    ) -> String {
        format!("MOVED {amount} {from} -> {to}")
    }

    /// Sends.
    #[ai_function(write, risk = low)]
    fn send(
        &self,
        /** To. */
        #[param(confirm_if_uncertain)]
        to: String,
    ) -> String {
        format!("SENT to {to}")
    }

    /// Unlocks.
    #[ai_function(write, risk = low)]
    fn unlock(
        &self,
        /** The pin. */
        #[param(sensitive)]
        pin: String,
    ) -> String {
        format!("UNLOCKED {}", pin.len())
    }

    /// The time.
    #[ai_function]
    fn time(&self) -> &'static str {
        "noon"
    }
}

/// A conversation in which writes run as soon as their values are certain.
pub(super) struct Till {
    pub(super) toolbox: Toolbox,
    pub(super) session: Session,
}

pub(super) const ORDER: &str = r#"{"item":"tv","address":"666 Evil St"}"#;

impl Till {
    /// With an address in the profile, as in the attacks.
    pub(super) fn new() -> Self {
        Self::with(MapProfile::new().for_all("address", "123 Main St"))
    }

    pub(super) fn with(profile: MapProfile) -> Self {
        let builder = Toolbox::builder().plugin(Acc).values(Values::new().profile(profile));
        let toolbox = builder.approval(Approval::new().writes(Permission::Allow)).build().unwrap();
        Self { toolbox, session: Session::with_id("till") }
    }

    pub(super) fn says(&self, text: &str) {
        self.session.user_says(text);
    }

    pub(super) fn call_by(&self, who: &str, name: &str, arguments: &str) -> String {
        let turn = if who.is_empty() { TurnContext::empty() } else { turn_of(who) };
        let call = RawCall::new("1", name, arguments);
        told(&block_on(self.toolbox.call_with(&self.session, &turn, &call)))
    }

    /// The result of a call with this id, or the question after `?`.
    pub(super) fn call_as(&self, id: &str, name: &str, arguments: &str) -> String {
        told(&block_on(self.toolbox.call(&self.session, &RawCall::new(id, name, arguments))))
    }

    /// The result of a call, or the question after `?`.
    pub(super) fn call(&self, name: &str, arguments: &str) -> String {
        self.call_by("", name, arguments)
    }

    pub(super) fn reply(&self, text: &str) -> String {
        match block_on(self.toolbox.reply(&self.session, &UserChannel::local().message(text))).unwrap() {
            Replied::Answered(outcome) => told(&outcome),
            Replied::NotAnAnswer => "-".to_owned(),
            other => format!("{other:?}"),
        }
    }
}

fn told(outcome: &Outcome) -> String {
    match &outcome.kind {
        OutcomeKind::AskUser(question) => format!("? {}", question.question()),
        _ => outcome.for_model().text.into_owned(),
    }
}
