//! The user's messages and the model's claims are hidden in conversations that can reach a sensitive parameter, and
//! recorded in all others.

use std::sync::Arc;

use futures_executor::block_on;
use hpd_host::approval::UserChannel;
use hpd_host::error::BuildProblem;
use hpd_host::events::{Event, EventRecord};
use hpd_host::filter::{Filters, ListContext};
use hpd_host::journal::{EventFilter, FreeText, Journal, MemoryJournal};
use hpd_host::{
    Principal, RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, Values, ai_function, plugin, scope,
};

/// Looks up a shop.
#[ai_function(read_only)]
fn find_shop(
    /** Its name. */
    name: String,
) -> String {
    name
}

/// Updates the shop.
#[ai_function(write, risk = low)]
fn update_shop() {}

#[derive(Default)]
struct Safe;

#[scope("The safe")]
impl Safe {
    /// Opens the safe.
    #[ai_function(read_only)]
    fn open_safe(
        /** The secret. */
        #[param(sensitive)]
        pin: String,
    ) -> String {
        pin
    }
}

#[derive(Default)]
struct Doors;

#[plugin]
impl Doors {
    /// Opens a door.
    #[ai_function(read_only)]
    fn open_door(
        /** The secret. */
        #[param(sensitive)]
        pin: String,
    ) -> String {
        pin
    }

    /// What the caretaker does.
    #[skill(functions(Safe::open_safe), instructions = "Open it.")]
    fn care(&self) {}
}

struct Desk {
    toolbox: Toolbox,
    session: Session,
    journal: Arc<MemoryJournal>,
}

impl Desk {
    fn new(settings: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Self {
        let journal = Arc::new(MemoryJournal::new());
        let builder = Toolbox::builder().function::<find_shop>().function::<update_shop>();
        let toolbox = settings(builder).journal(Arc::clone(&journal)).build().unwrap();
        Self { toolbox, session: Session::with_id("s1"), journal }
    }

    /// The staff sees everything, and guests nothing whose name begins with one of these.
    fn with_guests(hidden: &'static [&'static str]) -> Self {
        let shows = move |context: &ListContext<'_>| {
            context.principal().id() == Some("staff")
                || !hidden.iter().any(|hidden| context.id().as_str().starts_with(hidden))
        };
        Self::new(|builder| builder.plugin(Safe).plugin(Doors).filters(Filters::new().list(shows)))
    }

    fn call(&self, principal: &str, tool: &str, arguments: &str) {
        let turn = TurnContext::on_behalf_of(Principal::new(principal));
        let call = RawCall::new(tool, tool, arguments);
        block_on(self.toolbox.call_with(&self.session, &turn, &call));
    }

    /// The messages and claims in the journal.
    fn texts(&self) -> Vec<String> {
        let text = |record: EventRecord| match record.event {
            Event::TurnStarted(turn) => Some(turn.query.unwrap_or_else(|| "-".to_owned())),
            Event::Guardrail(guardrail) => Some(guardrail.claims.join(" ")),
            _ => None,
        };
        let records = block_on(self.journal.read(&EventFilter::default())).unwrap();
        records.into_iter().filter_map(text).collect()
    }

    fn say(&self, text: &str) {
        self.session.user_says(text);
    }

    fn claim(&self, text: &str) {
        block_on(self.toolbox.check_final_answer(&self.session, text)).unwrap();
    }
}

const CLAIM: &str = "I've updated the shop.";

#[test]
fn texts_are_hidden_where_a_conversation_can_expand_its_way_to_a_sensitive_parameter() {
    let desk = Desk::new(|builder| builder.plugin(Safe));
    desk.say("Find Ann's shop");
    desk.call("guest", "find_shop", r#"{"name": "Ann"}"#);
    desk.claim(CLAIM);
    assert_eq!(desk.texts(), ["[hidden]", "[hidden]"]);
}

#[test]
fn texts_are_recorded_where_list_filters_hide_each_sensitive_parameter() {
    for hidden in
        [&["Safe", "Doors"][..], &["Safe.open_safe", "Doors.open_door"], &["Safe", "Doors.open_door"]]
    {
        let desk = Desk::with_guests(hidden);
        desk.say("Find Ann's shop");
        desk.call("guest", "find_shop", r#"{"name": "Ann"}"#);
        desk.claim(CLAIM);
        assert_eq!(desk.texts(), ["Find Ann's shop", CLAIM], "{hidden:?}");
    }
}

#[test]
fn texts_are_hidden_where_list_filters_leave_one_way_to_a_sensitive_parameter() {
    for hidden in [&["Safe"][..], &["Doors"], &["Doors.open_door"], &["Safe.open_safe"]] {
        let desk = Desk::with_guests(hidden);
        desk.say("Find Ann's shop");
        desk.call("guest", "find_shop", r#"{"name": "Ann"}"#);
        desk.claim(CLAIM);
        assert_eq!(desk.texts(), ["[hidden]", "[hidden]"], "{hidden:?}");
    }
}

#[test]
fn a_message_is_erased_if_the_conversation_later_reaches_its_value() {
    let desk = Desk::with_guests(&["Safe", "Doors"]);
    desk.say("Find the shop 98765");
    desk.call("guest", "find_shop", r#"{"name": "Ann"}"#);
    assert_eq!(desk.texts(), ["Find the shop 98765"]);
    desk.call("staff", "find_shop", r#"{"name": "Ann"}"#);
    assert_eq!(desk.texts(), ["Find the shop 98765"], "nothing shows yet that it is a pin");
    desk.call("staff", "open_door", r#"{"pin": "98765"}"#);
    assert_eq!(desk.texts(), ["[hidden]"]);
    desk.say("Thanks");
    desk.call("guest", "find_shop", r#"{"name": "Ann"}"#);
    assert_eq!(desk.texts(), ["[hidden]", "Thanks"]);
}

#[test]
fn the_last_view_of_a_session_decides_about_claims_and_about_messages_without_a_call() {
    let desk = Desk::with_guests(&["Safe", "Doors"]);
    desk.claim(CLAIM);
    desk.call("guest", "find_shop", r#"{"name": "Ann"}"#);
    desk.claim(CLAIM);
    desk.call("staff", "find_shop", r#"{"name": "Ann"}"#);
    desk.claim(CLAIM);
    assert_eq!(desk.texts(), ["-", "[hidden]", CLAIM, "[hidden]"]);
}

#[test]
fn a_reply_is_recorded_as_its_principal_sees_the_tools() {
    for (principal, told) in [("guest", "It is Ann's"), ("staff", "[hidden]")] {
        let desk = Desk::with_guests(&["Safe", "Doors"]);
        let message = UserChannel::of(principal).message("It is Ann's");
        block_on(desk.toolbox.reply(&desk.session, &message)).unwrap();
        assert_eq!(desk.texts(), [told], "{principal}");
    }
}

fn reports(toolbox: &Toolbox) -> Vec<String> {
    toolbox.reports().iter().map(ToString::to_string).collect()
}

#[test]
fn the_toolbox_reports_the_tools_and_the_setting() {
    let desk = Desk::new(|builder| builder.plugin(Safe).plugin(Doors));
    assert_eq!(
        reports(&desk.toolbox),
        [
            "the journal hides the user's messages and the model's claims in conversations that can reach a tool with sensitive parameters (`Safe.open_safe` and `Doors.open_door`): `Values::journal_free_text` records them, or confirms this"
        ]
    );
    let tools = vec!["Safe.open_safe".to_owned(), "Doors.open_door".to_owned()];
    assert_eq!(desk.toolbox.reports(), [BuildProblem::FreeTextHidden { tools }]);
    assert_eq!(reports(&desk.toolbox.to_builder().build().unwrap()).len(), 1);
}

#[test]
fn only_the_first_tools_are_named() {
    let tools = |count: usize| (1..=count).map(|number| format!("p.t{number}")).collect();
    let named = |count| {
        let text = BuildProblem::FreeTextHidden { tools: tools(count) }.to_string();
        text[text.find('(').unwrap()..=text.find(')').unwrap()].to_owned()
    };
    assert_eq!(named(1), "(`p.t1`)");
    assert_eq!(named(5), "(`p.t1`, `p.t2`, `p.t3`, `p.t4` and `p.t5`)");
    assert_eq!(named(7), "(`p.t1`, `p.t2`, `p.t3`, `p.t4`, `p.t5` and 2 more)");
}

#[test]
fn nothing_is_reported_where_nothing_is_hidden_or_the_host_has_chosen() {
    assert_eq!(reports(&Desk::new(|builder| builder).toolbox), [""; 0]);
    for free_text in [FreeText::UnlessSensitive, FreeText::Told, FreeText::Hidden] {
        let values = Values::new().journal_free_text(free_text);
        assert_eq!(reports(&Desk::new(|builder| builder.plugin(Safe).values(values)).toolbox), [""; 0]);
    }
    let unjournaled = Toolbox::builder().plugin(Safe).build().unwrap();
    assert_eq!(reports(&unjournaled), [""; 0]);
}
