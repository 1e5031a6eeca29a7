//! Expansions that are too long for a model.

use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Limits, Session, Toolbox, ToolboxBuilder, plugin};
use serde_json::json;

use crate::support::answer;

/// A server with tools whose schemas have some 200 bytes each, in a list that never changes.
fn server(tools: usize) -> ToolboxBuilder {
    let tool = |number| {
        let text = "x".repeat(150);
        let schema = json!({ "type": "object", "properties": { "a": { "description": text } } });
        ExternalTool::new(format!("tool_{number}"), "", schema)
    };
    let tools: Vec<_> = (0..tools).map(tool).collect();
    Toolbox::builder()
        .external(ExternalSource::mcp("srv", tools))
        .visibility(VisibilityPolicy::new().list(ListMode::Constant))
        .limits(Limits::new().result_bytes(1024))
}

fn described(number: usize) -> String {
    let text = "x".repeat(150);
    format!(
        "- tool_{number}\n  Arguments: {{\"properties\":{{\"a\":{{\"description\":\"{text}\"}}}},\"type\":\"object\"}}"
    )
}

#[test]
fn members_that_do_not_fit_are_told_by_their_names() {
    let toolbox = server(8).build().unwrap();
    let outcome = answer(&toolbox, &Session::new(), "MCP_srv", "{}");
    let told = outcome.for_model_as_text();
    let described: Vec<_> = (0..3).map(described).collect();
    assert_eq!(
        told,
        format!(
            "MCP_srv expanded. Functions: tool_0, tool_1, tool_2, tool_3, tool_4, tool_5, tool_6, tool_7.\n\nCall them with call_function, by name:\n{}\n- 5 more, too long to show: the answer to a wrong call of one says what it takes.",
            described.join("\n")
        )
    );
    let OutcomeKind::Expanded(expansion) = &outcome.kind else { panic!("{outcome:?}") };
    assert_eq!(expansion.schemas.len(), 8);
    assert!(expansion.to_string().len() > 1024);
}

/// All that fit are described, and not one more.
#[test]
fn no_room_is_left_unused() {
    for tools in 2..40 {
        let toolbox = server(tools).build().unwrap();
        let outcome = answer(&toolbox, &Session::new(), "MCP_srv", "{}");
        let told = outcome.for_model_as_text();
        assert!(told.len() <= 1024, "{tools}: {}", told.len());
        let shown = told.matches("Arguments: ").count();
        let with_one_more = told.len() + 1 + described(shown).len();
        assert!(shown == tools || with_one_more > 1024, "{tools}: {shown}, {}", told.len());
    }
}

#[test]
fn each_expansion_of_a_recovery_is_cut() {
    let toolbox = server(8)
        .limits(Limits::new().result_bytes(1400))
        .model(ModelOptions::new().recovery(Recovery::Expand))
        .build()
        .unwrap();
    let outcome = answer(&toolbox, &Session::new(), "MCP_srv", r#"{"function":"tool_1"}"#);
    let told = outcome.for_model_as_text();
    assert!(told.len() <= 1400);
    assert!(told.contains("- 6 more, too long to show"), "{told}");
    assert!(told.contains("Now call 'tool_1' by its own name"), "{told}");
}

#[derive(Default)]
struct Guide;

#[plugin]
impl Guide {
    /// Explains.
    #[skill]
    fn explain() -> String {
        "Line.\n".repeat(300)
    }
}

#[test]
fn long_instructions_are_cut_at_their_end() {
    let toolbox = Toolbox::builder().plugin(Guide).limits(Limits::new().result_bytes(1024)).build().unwrap();
    let outcome = answer(&toolbox, &Session::new(), "explain", "{}");
    let told = outcome.for_model_as_text();
    assert_eq!(
        told,
        format!(
            "explain expanded.\n\n{}\n\n[Cut: these are the first 973 of 1819 bytes.]",
            "Line.\n".repeat(159)
        )
    );
    assert_eq!(outcome.for_host()["instructions"], "Line.\n".repeat(300));
}
