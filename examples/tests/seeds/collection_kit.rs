//! A shop and cameras, a user, and where each value of an order comes from.

use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_examples::shopping::Buy;
use hpd_host::approval::{Permission, UserChannel};
use hpd_host::events::EventRecord;
use hpd_host::filter::{FilterContext, Verdict};
use hpd_host::journal::{EventFilter, FreeText, Journal, MemoryJournal};
use hpd_host::outcome::{OutcomeKind, Replied};
use hpd_host::values::{MapConfig, MapProfile, PluginConfig};
use hpd_host::{
    Approval, Outcome, Principal, RawCall, Session, ToolError, Toolbox, ToolboxBuilder, TurnContext, Values,
    plugin,
};

/// The order of which everything else has to be found.
pub(crate) const MILK: &str = r#"{"item":"milk"}"#;

/// Cameras, of which functions ask in three ways.
struct Cameras;

#[plugin(name = "cameras")]
impl Cameras {
    /// Records a video.
    #[ai_function]
    fn record(
        /// The node.
        #[param(ask = "Which node should I use?", example = "test-node-1")]
        node_id: String,
    ) -> String {
        format!("Recorded from {node_id}.")
    }

    /// Records a video.
    #[ai_function]
    fn record_plain(
        /// The node.
        node_id: String,
    ) -> String {
        format!("Recorded from {node_id}.")
    }

    /// Records a video.
    #[ai_function]
    fn film(
        /// The node.
        node_id: Option<String>,
    ) -> Result<String, ToolError> {
        let ask = || ToolError::ask_user("Which node should I use?").missing(["node_id"]);
        node_id.map(|node| format!("Filmed from {node}.")).ok_or_else(ask)
    }

    /// Takes photos.
    #[ai_function]
    fn shoot(
        /// How many.
        #[param(ask = "How many photos?", range(min = 1))]
        count: i64,
    ) -> String {
        format!("{count} photos.")
    }

    /// Unlocks a camera.
    #[ai_function]
    fn unlock(
        /// The pin.
        #[param(sensitive, profile_key = "pin")]
        pin: String,
    ) -> &'static str {
        if pin.is_empty() { "Locked." } else { "Unlocked." }
    }
}

/// A conversation with anna. Orders run without a question of their own: their values are asked about.
pub(crate) struct Shop {
    pub(crate) buy: Buy,
    pub(crate) toolbox: Toolbox,
    pub(crate) session: Session,
    turn: TurnContext,
    pub(crate) journal: Arc<MemoryJournal>,
    sources: Arc<Mutex<Vec<String>>>,
}

impl Shop {
    pub(crate) fn new(more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let buy = Buy::default();
        let with_buy = buy.clone();
        Self { buy, ..Self::of(|builder| more(builder.plugin(with_buy))) }
    }

    /// The same without the shop's plugin.
    pub(crate) fn of(more: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let sources = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&sources);
        let look = move |call: &FilterContext<'_>| {
            let names = ["item", "address", "phone", "contact_name", "payment_method"];
            let source = |name: &str| call.provenance(name).map_or("none", |source| source.as_str());
            *seen.lock().expect("nothing panics") =
                names.map(|name| format!("{name} {}", source(name))).to_vec();
            Verdict::allow()
        };
        let journal = Arc::new(MemoryJournal::new());
        let builder = Toolbox::builder().plugin(Cameras).filter(look).journal(Arc::clone(&journal));
        let builder = builder
            .values(Values::new().journal_free_text(FreeText::Told))
            .approval(Approval::new().writes(Permission::Allow));
        let toolbox = more(builder).build().expect("the plugins are consistent");
        let session = Session::with_id("s1");
        session.user_says("Buy milk");
        let turn = TurnContext { principal: Principal::new("anna"), ..TurnContext::default() };
        Self { buy: Buy::default(), toolbox, session, turn, journal, sources }
    }

    /// Where the values of the last order came from, without those that were not given.
    pub(crate) fn sources(&self) -> String {
        let sources = self.sources.lock().expect("nothing panics");
        let given: Vec<_> =
            sources.iter().filter(|source| !source.ends_with(" none")).map(String::as_str).collect();
        given.join(", ")
    }

    pub(crate) fn call(&self, tool: &str, arguments: &str) -> Outcome {
        self.call_as("1", tool, arguments)
    }

    /// A call with this id.
    pub(crate) fn call_as(&self, id: &str, tool: &str, arguments: &str) -> Outcome {
        block_on(self.toolbox.call_with(&self.session, &self.turn, &RawCall::new(id, tool, arguments)))
    }

    pub(crate) fn order(&self, arguments: &str) -> Outcome {
        self.call("place_order", arguments)
    }

    /// What the user is asked about an order.
    #[track_caller]
    pub(crate) fn asked(&self, arguments: &str) -> String {
        question(&self.order(arguments))
    }

    pub(crate) fn say(&self, message: &str) -> Replied {
        let message = UserChannel::of("anna").message(message);
        block_on(self.toolbox.reply_with(&self.session, &self.turn, &message))
            .expect("the store is in memory")
    }

    /// What the model reads of the call that a message completes.
    #[track_caller]
    pub(crate) fn answered(&self, message: &str) -> String {
        match self.say(message) {
            Replied::Answered(outcome) => outcome.for_model().text.into_owned(),
            other => panic!("{message} is no answer: {other:?}"),
        }
    }

    /// The parameters that the model sees of an order.
    pub(crate) fn parameters(&self) -> Vec<String> {
        let tool = self.toolbox.tool("place_order").expect("it is there");
        let schema: serde_json::Value = serde_json::from_str(tool.input_schema()).expect("it is JSON");
        schema["properties"].as_object().expect("it takes something").keys().cloned().collect()
    }

    /// The states of all calls that wait or waited.
    pub(crate) fn states(&self) -> Vec<&'static str> {
        let calls = block_on(self.toolbox.pending_calls(&self.session, &UserChannel::of("anna")))
            .expect("the store is in memory");
        calls.iter().map(|call| call.state.as_str()).collect()
    }

    pub(crate) fn events(&self) -> Vec<EventRecord> {
        block_on(self.journal.read(&EventFilter::default())).expect("it is in memory")
    }
}

/// What the user is asked.
#[track_caller]
pub(crate) fn question(outcome: &Outcome) -> String {
    match &outcome.kind {
        OutcomeKind::AskUser(question) => question.question().to_owned(),
        other => panic!("the user is not asked: {other:?}"),
    }
}

/// A profile with everything.
pub(crate) fn john() -> MapProfile {
    named().for_all("address", "123 Main St").for_all("phone", "555-0000")
}

/// A profile with a name alone.
pub(crate) fn named() -> MapProfile {
    MapProfile::new().for_all("name", "John")
}

pub(crate) fn config(config: PluginConfig) -> Arc<MapConfig> {
    Arc::new(MapConfig::new().with("buy", config))
}
