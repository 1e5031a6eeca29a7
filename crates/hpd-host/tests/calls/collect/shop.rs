//! A shop whose orders report their arguments and the provenance of each value.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, PendingView, Question, UserChannel};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::system::{System, Timestamp};
use hpd_host::testing::{FakeClock, SeededRandom};
use hpd_host::values::{MapConfig, MapProfile, PluginConfig};
use hpd_host::{
    CallContext, Outcome, Principal, RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, plugin,
};

/// Places orders.
#[derive(Debug, Clone, Default)]
pub(crate) struct Buy {
    orders: Arc<AtomicU32>,
}

impl Buy {
    /// How many orders were placed.
    pub(crate) fn orders(&self) -> u32 {
        self.orders.load(Ordering::SeqCst)
    }

    fn told(&self, ctx: &CallContext<'_>, values: &[(&str, &str)]) -> String {
        self.orders.fetch_add(1, Ordering::SeqCst);
        let told = values.iter().map(|(name, value)| match ctx.provenance(name) {
            Some(source) => format!("{name}: {value} ({source})"),
            None => format!("{name}: {value}"),
        });
        told.collect::<Vec<_>>().join(", ")
    }
}

#[plugin(name = "buy", description = "Orders for delivery.")]
impl Buy {
    /// Place a delivery order.
    #[ai_function]
    pub(crate) fn place_order(
        &self,
        /// Item to buy (e.g. milk, bread).
        item: String,
        /// Delivery address.
        #[param(
            profile_key = "address",
            config_key = "default_address",
            confirm_if_uncertain,
            ask = "Where should it be delivered?"
        )]
        address: String,
        /// Contact phone number.
        #[param(
            title = "phone number",
            profile_key = "phone",
            confirm_if_uncertain,
            ask = "What's your phone number for the delivery?",
            example = "555-1234"
        )]
        phone: String,
        /// Recipient name.
        #[param(profile_key = "name")]
        contact_name: String,
        /// How it is paid.
        #[param(config_key = "payment.method", default = "cash")]
        payment_method: String,
        /// How many.
        #[param(range(min = 1), default = 1)]
        count: u32,
        #[context] ctx: &CallContext<'_>,
    ) -> String {
        let count = count.to_string();
        self.told(
            ctx,
            &[
                ("item", &item),
                ("address", &address),
                ("phone", &phone),
                ("contact_name", &contact_name),
                ("payment_method", &payment_method),
                ("count", &count),
            ],
        )
    }

    /// Pay for an order.
    #[ai_function(write, risk = low)]
    pub(crate) fn pay(
        &self,
        /// How much.
        #[param(range(min = 1))]
        amount: u32,
        /// The account to pay from.
        #[param(profile_key = "account", confirm_if_uncertain, ask = "From which account?")]
        account: String,
        #[context] ctx: &CallContext<'_>,
    ) -> String {
        self.told(ctx, &[("amount", &amount.to_string()), ("account", &account)])
    }

    /// Says hello.
    #[ai_function]
    pub(crate) fn hello(&self) -> &'static str {
        "Hello."
    }
}

/// A toolbox, a session and a user.
pub(crate) struct Shop {
    pub(crate) buy: Buy,
    pub(crate) toolbox: Toolbox,
    pub(crate) session: Session,
    pub(crate) turn: TurnContext,
    pub(crate) user: UserChannel,
    pub(crate) clock: FakeClock,
    calls: Mutex<u32>,
}

impl Shop {
    /// The shop, on behalf of anna.
    pub(crate) fn new(build: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let buy = Buy::default();
        let with_buy = |builder: ToolboxBuilder| build(builder.plugin(buy.clone()));
        Self { buy: buy.clone(), ..Self::of(with_buy) }
    }

    /// The same with other plugins.
    pub(crate) fn of(build: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let clock = FakeClock::at(Timestamp::from_millis(1_000));
        let builder =
            Toolbox::builder().system(System::new().clock(clock.clone()).random(SeededRandom::new(1)));
        Self {
            buy: Buy::default(),
            toolbox: build(builder).build().unwrap(),
            session: Session::new(),
            turn: turn_of("anna"),
            user: UserChannel::of("anna"),
            clock,
            calls: Mutex::new(0),
        }
    }

    pub(crate) fn call(&self, name: &str, arguments: &str) -> Outcome {
        let mut calls = self.calls.lock().unwrap();
        *calls += 1;
        let call = RawCall::new(format!("call_{calls}"), name, arguments);
        block_on(self.toolbox.call_with(&self.session, &self.turn, &call))
    }

    /// The text for the model.
    pub(crate) fn text(&self, name: &str, arguments: &str) -> String {
        self.call(name, arguments).for_model().text.into_owned()
    }

    pub(crate) fn order(&self, arguments: &str) -> Outcome {
        self.call("place_order", arguments)
    }

    /// The question to the user about an order.
    #[track_caller]
    pub(crate) fn asked(&self, arguments: &str) -> String {
        question(&self.order(arguments))
    }

    pub(crate) fn reply(&self, text: &str) -> Replied {
        let message = self.user.message(text);
        block_on(self.toolbox.reply_with(&self.session, &self.turn, &message)).unwrap()
    }

    /// Answers with a message; returns the text for the model.
    #[track_caller]
    pub(crate) fn answered(&self, text: &str) -> String {
        match self.reply(text) {
            Replied::Answered(outcome) => outcome.for_model().text.into_owned(),
            other => panic!("{text} is no answer: {other:?}"),
        }
    }

    /// The question after an order whose address the user confirms.
    #[track_caller]
    pub(crate) fn asked_after_address(&self, arguments: &str) -> String {
        self.asked(arguments);
        match self.reply("The address is right") {
            Replied::Answered(outcome) => question(&outcome),
            other => panic!("the address is not asked about: {other:?}"),
        }
    }

    /// Confirms a question about a write; returns the text for the model.
    pub(crate) fn confirm(&self, question: &Question) -> String {
        let answer = Answer {
            pending_id: question.pending_id().clone(),
            nonce: question.nonce().to_owned(),
            choice: Choice::Confirm,
            phrase: None,
            reason: None,
            edit: None,
        };
        let decision = self.user.decision(answer);
        let outcome = block_on(self.toolbox.decide_with(&self.session, &self.turn, &decision)).unwrap();
        outcome.for_model().text.into_owned()
    }

    pub(crate) fn pending(&self) -> Vec<PendingView> {
        block_on(self.toolbox.pending_calls(&self.session, &self.user)).unwrap()
    }

    /// The states of all calls that wait or waited.
    pub(crate) fn states(&self) -> Vec<&'static str> {
        self.pending().iter().map(|row| row.state.as_str()).collect()
    }

    pub(crate) fn pass(&self, minutes: u64) {
        self.clock.advance(Duration::from_secs(60 * minutes));
    }
}

/// The question to the user.
#[track_caller]
pub(crate) fn question(outcome: &Outcome) -> String {
    match &outcome.kind {
        OutcomeKind::AskUser(question) => question.question().to_owned(),
        other => panic!("nobody is asked: {other:?}"),
    }
}

/// The question about a write.
#[track_caller]
pub(crate) fn approval(outcome: &Outcome) -> &Question {
    match &outcome.kind {
        OutcomeKind::Confirm(question) => question,
        other => panic!("nobody is asked: {other:?}"),
    }
}

pub(crate) fn turn_of(principal: &str) -> TurnContext {
    TurnContext::on_behalf_of(Principal::new(principal))
}

pub(crate) fn anna() -> Principal {
    Principal::new("anna")
}

/// The profile of anna.
pub(crate) fn profile() -> MapProfile {
    MapProfile::new().of(anna(), "address", "123 Main St").of(anna(), "phone", "555-0000").of(
        anna(),
        "name",
        "John",
    )
}

pub(crate) fn config(config: PluginConfig) -> Arc<MapConfig> {
    Arc::new(MapConfig::new().with("buy", config))
}

/// Everything that an order needs, in the configuration, used without asking.
pub(crate) fn household() -> PluginConfig {
    PluginConfig::new()
        .default_parameter("address", "1 Config Rd")
        .default_parameter("phone", "555-1111")
        .default_parameter("contact_name", "Jim")
        .use_defaults_directly()
}
