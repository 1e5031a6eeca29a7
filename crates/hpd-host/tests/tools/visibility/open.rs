//! Open access: clients without memory, whose every request has a session of its own.

use futures_executor::block_on;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::{Access, ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, scope};
use serde_json::json;

use super::{expanded, names, text};
use crate::support::Math;

#[derive(Default)]
struct Letters;

#[scope("Letters", post_expansion = "Be friendly.")]
impl Letters {
    /// Writes a letter.
    #[ai_function]
    fn greet(
        &self,
        /// Who reads it.
        whom: String,
    ) -> String {
        format!("Dear {whom}")
    }

    /// How to close a month.
    #[skill(
        functions(Self::greet, closed::Closed::seal),
        instructions = "Write, then seal.",
        documents(document(id = "tone", description = "How to write", text = "Friendly."))
    )]
    fn closing() {}
}

mod closed {
    use hpd_host::scope;

    #[derive(Default)]
    pub(super) struct Closed;

    #[scope("Seals")]
    impl Closed {
        /// Seals a letter.
        #[ai_function]
        pub(super) fn seal(&self) -> &'static str {
            "sealed"
        }

        /// Breaks a seal.
        #[ai_function]
        fn open_seal(&self) -> &'static str {
            "open"
        }

        /// How to break seals.
        #[skill(documents(document(id = "wax", description = "Wax", text = "Hot.")))]
        fn breaking() {}
    }
}

fn office() -> ToolboxBuilder {
    let sum =
        ExternalTool::new("get-sum", "Adds", json!({"type": "object"})).classified(Classification::Read);
    let other =
        ExternalTool::new("echo", "Echoes", json!({"type": "object"})).classified(Classification::Read);
    Toolbox::builder().plugin(Letters).plugin(Math).external(ExternalSource::mcp("demo", vec![sum, other]))
}

/// A new session, as each request of a client without memory has.
fn fresh() -> Session {
    let session = Session::new();
    session.set_access(Access::Open);
    session
}

fn answer(toolbox: &Toolbox, name: &str, arguments: &str) -> String {
    text(toolbox, &fresh(), name, arguments)
}

const GREET: &str = r#"{"type":"object","properties":{"whom":{"description":"Who reads it.","type":"string"}},"required":["whom"],"additionalProperties":false}"#;

#[test]
fn a_container_answers_with_documentation_each_time() {
    let toolbox = office().build().unwrap();
    let documentation = format!(
        "Letters is open. Functions: greet. Skills: closing.\n\n\
         Call them by name:\n\
         - greet: Writes a letter.\n  Arguments: {GREET}\n\
         - closing: How to close a month. Call it without arguments to reveal 2 functions: greet, seal.\n  \
         Arguments: none\n\n\
         Be friendly."
    );
    assert_eq!(answer(&toolbox, "Letters", "{}"), documentation);
    let session = fresh();
    for _ in 0..2 {
        assert_eq!(text(&toolbox, &session, "Letters", "{}"), documentation);
    }
}

#[test]
fn functions_are_called_without_an_expansion() {
    let toolbox = office().build().unwrap();
    assert_eq!(answer(&toolbox, "greet", r#"{"whom": "Ann"}"#), "Dear Ann");
    assert_eq!(answer(&toolbox, "seal", "{}"), "sealed");
    assert_eq!(
        answer(&toolbox, "closing", "{}"),
        format!(
            "closing is open. Functions: greet, seal.\n\nCall them by name:\n- greet: Writes a letter.\n  \
             Arguments: {GREET}\n- seal: Seals a letter.\n  Arguments: \
             {{\"type\":\"object\",\"properties\":{{}},\"additionalProperties\":false}}\n\nWrite, then seal.\n\n\
             Documents (read with read_skill_document):\ntone - How to write"
        )
    );
    assert_eq!(answer(&toolbox, "read_skill_document", r#"{"document_id": "tone"}"#), "Friendly.");
}

#[test]
fn a_constant_list_is_called_through_the_bridge() {
    let toolbox = office().visibility(VisibilityPolicy::new().list(ListMode::Constant)).build().unwrap();
    assert!(answer(&toolbox, "Letters", "{}").starts_with(
        "Letters is open. Functions: greet. Skills: closing.\n\nCall them with call_function, by name:\n- greet: "
    ));
    assert_eq!(
        answer(&toolbox, "call_function", r#"{"name": "greet", "arguments": {"whom": "Ann"}}"#),
        "Dear Ann"
    );
    assert_eq!(
        answer(&toolbox, "call_function", r#"{"name": "gret", "arguments": {"whom": "Ann"}}"#),
        concat!(
            r#"{"error_type":"unknown_tool","tool_name":"gret","suggestion":"greet","#,
            r#""error_message":"There is no tool 'gret'.","#,
            r#""retry_guidance":"Did you mean 'greet'? Call a tool by exactly the name in the list of tools, or in the answer of its container. "#,
            r#"What is not in the list of tools is called through 'call_function', by exactly its name."}"#
        )
    );
    // Nothing is remembered: there is nothing to remember.
    let session = fresh();
    text(&toolbox, &session, "Letters", "{}");
    assert_eq!(session.to_json(), Session::new().to_json());
}

/// A host that keeps the session of an open client has a list that grows.
#[test]
fn a_list_that_grows_grows_with_open_access_too() {
    let toolbox = office().build().unwrap();
    let session = fresh();
    let before = names(&toolbox, &session);
    assert_eq!(before, ["Letters", "Math", "MCP_demo", "read_skill_document"]);
    text(&toolbox, &session, "Math", "{}");
    assert_eq!(names(&toolbox, &session)[4..5], ["Add"]);
}

#[test]
fn orphans_stay_out_of_reach_with_their_documents() {
    let toolbox = office().build().unwrap();
    assert_eq!(
        answer(&toolbox, "open_seal", "{}"),
        concat!(
            r#"{"error_type":"tool_not_visible","tool_name":"open_seal","#,
            r#""error_message":"'open_seal' is not available.","#,
            r#""retry_guidance":"Call a tool by exactly the name in the list of tools, or in the answer of its container."}"#
        )
    );
    assert!(answer(&toolbox, "Closed", "{}").contains("'Closed' is not available."));
    assert!(answer(&toolbox, "breaking", "{}").contains("'breaking' is not available."));
    assert_eq!(
        answer(&toolbox, "read_skill_document", r#"{"document_id": "wax"}"#),
        concat!(
            r#"{"error_type":"unknown_document","document_id":"wax","readable_documents":["tone"],"#,
            r#""error_message":"There is no document 'wax'.","retry_guidance":"These can be read: tone."}"#
        )
    );
}

#[test]
fn what_a_filter_hides_stays_hidden() {
    let hides = |id: &'static str| {
        let filter = move |tool: &ListContext<'_>| tool.id().as_str() != id;
        office().filters(Filters::new().list(filter)).build().unwrap()
    };
    let toolbox = hides("Letters.greet");
    assert!(answer(&toolbox, "greet", r#"{"whom": "Ann"}"#).contains("There is no tool 'greet'."));
    assert!(!answer(&toolbox, "Letters", "{}").contains("greet"));
    assert!(!answer(&toolbox, "Letters", r#"{"whom": "Ann"}"#).contains("greet"));
    // Everything in a hidden container is hidden, and what only a hidden skill reveals.
    let toolbox = hides("Letters");
    assert!(answer(&toolbox, "closing", "{}").contains("There is no tool 'closing'."));
    assert!(!answer(&toolbox, "seal", "{}").contains("sealed"));
    assert!(
        answer(&toolbox, "read_skill_document", r#"{"document_id": "tone"}"#)
            .contains("There is no document")
    );
}

#[test]
fn misspelt_names_are_found_wherever_they_are() {
    let toolbox = office().build().unwrap();
    let unknown = |name: &str, suggestion: &str| {
        format!(
            r#"{{"error_type":"unknown_tool","tool_name":"{name}","suggestion":"{suggestion}","error_message":"There is no tool '{name}'.","retry_guidance":"Did you mean '{suggestion}'? Call a tool by exactly the name in the list of tools, or in the answer of its container."}}"#
        )
    };
    assert_eq!(answer(&toolbox, "get_sum", "{}"), unknown("get_sum", "get-sum"));
    assert_eq!(answer(&toolbox, "greeet", "{}"), unknown("greeet", "greet"));
    // Without open access too, with the way there.
    assert_eq!(
        text(&toolbox, &Session::new(), "get_sum", "{}"),
        concat!(
            r#"{"error_type":"tool_not_visible","tool_name":"get_sum","suggestion":"get-sum","container_name":"MCP_demo","#,
            r#""error_message":"'get-sum' is inside the container 'MCP_demo', which is not expanded yet.","#,
            r#""retry_guidance":"First call 'MCP_demo' with NO arguments to expand it, then call 'get-sum' by its own name."}"#
        )
    );
    // What is out of reach is not suggested.
    assert!(!answer(&toolbox, "open_seel", "{}").contains("open_seal"));
}

#[test]
fn a_container_with_parameters_names_the_direct_call() {
    let toolbox = office().build().unwrap();
    let guidance = |arguments: &str| {
        let error: serde_json::Value = serde_json::from_str(&answer(&toolbox, "Letters", arguments)).unwrap();
        error["retry_guidance"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        guidance(r#"{"function": "greet", "whom": "Ann"}"#),
        r#"'Letters' is open: call 'greet' with {"whom":"Ann"}."#
    );
    assert_eq!(
        guidance(r#"{"whom": "Ann"}"#),
        "'Letters' is open: call the individual function you need by its own name. Called with NO arguments, 'Letters' \
         describes each function. Available functions: greet"
    );
}

#[test]
fn a_wrong_call_is_recovered_without_an_expansion() {
    let toolbox = office().model(ModelOptions::new().recovery(Recovery::ExpandAndRun)).build().unwrap();
    let outcome = crate::support::answer(&toolbox, &fresh(), "Letters.greet", r#"{"whom": "Ann"}"#);
    assert_eq!(outcome.for_model().text, "Dear Ann");
    assert!(outcome.recovered.unwrap().expanded.is_empty());
    let asked = answer(&toolbox, "Letters", r#"{"whom": "Ann"}"#);
    assert!(asked.starts_with("Letters is open. Functions: greet."), "{asked}");
    assert!(asked.ends_with(
        "The arguments were not used, since a container takes none. Now call the function you need by its own name, \
         with its own arguments."
    ));
    // The arguments of what was meant are wrong: nothing is said to be expanded.
    let wrong = answer(&toolbox, "Letters", r#"{"function": "greet", "who": "Ann"}"#);
    assert!(wrong.contains("Call 'greet' by its own name."), "{wrong}");
    assert!(!wrong.contains("expanded"), "{wrong}");
}

#[test]
fn a_turn_chooses_for_its_calls() {
    let toolbox = office().build().unwrap();
    let add = RawCall::new("1", "Add", r#"{"a": 1, "b": 2}"#);
    let call = |session: &Session, access: Option<Access>| {
        let turn = TurnContext { access, ..TurnContext::default() };
        let one = block_on(toolbox.call_with(session, &turn, &add));
        let many = block_on(toolbox.turn_with(session, &turn, std::slice::from_ref(&add)));
        assert_eq!(one.for_model(), many[0].for_model());
        matches!(one.kind, OutcomeKind::Result(_))
    };
    assert!(!call(&Session::new(), None));
    assert!(call(&Session::new(), Some(Access::Open)));
    assert!(call(&fresh(), None));
    assert!(!call(&fresh(), Some(Access::Expanded)));
    assert!(call(&expanded(&["Math"]), Some(Access::Expanded)));
    let session = fresh();
    assert_eq!(session.access(), Some(Access::Open));
    session.set_access(None);
    assert_eq!(session.access(), None);
    assert!(!call(&session, None));
}

#[test]
fn reads_of_one_message_reach_the_same() {
    let toolbox = office().build().unwrap();
    let calls = [
        RawCall::new("1", "seal", "{}"),
        RawCall::new("2", "greet", r#"{"whom": "Ann"}"#),
        RawCall::new("3", "Letters", "{}"),
    ];
    let outcomes = block_on(toolbox.turn(&fresh(), &calls));
    let texts: Vec<_> = outcomes.iter().map(|outcome| outcome.for_model().text.into_owned()).collect();
    assert_eq!(texts[..2], ["sealed", "Dear Ann"]);
    assert!(texts[2].starts_with("Letters is open."), "{}", texts[2]);
}
