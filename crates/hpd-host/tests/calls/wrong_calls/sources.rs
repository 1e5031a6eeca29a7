//! Skills, servers and frontends: their containers are like those of plugins.

use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::{Session, Toolbox, plugin};
use serde_json::json;

use super::caught;
use crate::support::{Math, answer, text};

#[derive(Default)]
struct Skills;

#[plugin]
impl Skills {
    /// Sums and products.
    #[skill(functions(Math::add, Math::multiply), instructions = "Add before you multiply.")]
    fn arithmetic() {}
}

fn tools() -> Vec<ExternalTool> {
    let schema =
        || json!({ "type": "object", "properties": { "id": { "type": "integer" } }, "required": ["id"] });
    ["get_issue", "list_labels"]
        .map(|name| ExternalTool::new(name, "Reads.", schema()).classified(Classification::Read))
        .into()
}

fn sources() -> [(&'static str, ExternalSource); 2] {
    [
        ("MCP_github", ExternalSource::mcp("github", tools())),
        ("Frontend_screen", ExternalSource::frontend("screen", tools())),
    ]
}

#[test]
fn a_skill_is_expanded_for_a_function_that_only_it_reveals() {
    let toolbox = |recovery| {
        Toolbox::builder().plugin(Skills).model(ModelOptions::new().recovery(recovery)).build().unwrap()
    };
    let error = text(&toolbox(Recovery::Reject), &Session::new(), "arithmetic.Add", "{}");
    assert_eq!(
        error,
        r#"{"error_type":"tool_not_visible","tool_name":"arithmetic.Add","suggestion":"Add","container_name":"arithmetic","error_message":"'Add' is inside the container 'arithmetic', which is not expanded yet.","retry_guidance":"First call 'arithmetic' with NO arguments to expand it, then call 'Add' by its own name."}"#
    );
    assert_eq!(
        text(&toolbox(Recovery::Expand), &Session::new(), "Add", r#"{"a":1,"b":2}"#),
        "arithmetic expanded. Functions: Add, Multiply.\n\nAdd before you multiply.\n\n'Add' did not run, since its container was not expanded yet. Now call 'Add' again."
    );
    let run = toolbox(Recovery::ExpandAndRun);
    assert_eq!(text(&run, &Session::new(), "arithmetic", r#"{"function":"Add","a":1,"b":2}"#), "3");
    assert_eq!(caught(&run), "container_with_parameters 1, run_as_meant 1");
}

#[test]
fn a_function_that_no_visible_container_reveals_is_not_available() {
    let toolbox = Toolbox::builder()
        .plugin(Skills)
        .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
        .build()
        .unwrap();
    assert_eq!(
        text(&toolbox, &Session::new(), "Subtract", r#"{"a":1,"b":2}"#),
        r#"{"error_type":"tool_not_visible","tool_name":"Subtract","error_message":"'Subtract' is not available.","retry_guidance":"Call a tool by exactly the name in the list of tools."}"#
    );
    assert_eq!(
        text(&toolbox, &Session::new(), "Math.Subtract", r#"{"a":1,"b":2}"#),
        r#"{"error_type":"unknown_tool","tool_name":"Math.Subtract","error_message":"There is no tool 'Math.Subtract'.","retry_guidance":"Call a tool by exactly the name in the list of tools."}"#
    );
}

#[test]
fn tools_of_servers_and_frontends_are_recognised_by_qualified_names() {
    for (container, source) in sources() {
        let toolbox = Toolbox::builder().external(source).build().unwrap();
        let session = Session::new();
        let name = format!("{container}.get_issue");
        let error = text(&toolbox, &session, &name, r#"{"id":1}"#);
        assert!(error.contains(&format!("First call '{container}' with NO arguments")), "{error}");
        answer(&toolbox, &session, container, "{}");
        let error = text(&toolbox, &session, &name, r#"{"id":1}"#);
        assert!(error.contains("Call 'get_issue' with the same arguments."), "{error}");
    }
}

#[test]
fn tools_of_servers_and_frontends_are_run_as_meant() {
    for (container, source) in sources() {
        let toolbox = Toolbox::builder()
            .external(source)
            .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
            .build()
            .unwrap();
        let outcome =
            answer(&toolbox, &Session::new(), container, r#"{"function":"get_issue","arguments":{"id":7}}"#);
        assert_eq!(outcome.status(), "forward", "{:?}", outcome.for_model());
        assert_eq!(outcome.for_host()["arguments"], r#"{"id":7}"#);
        let outcome = answer(&toolbox, &Session::new(), "get_issue", "{}");
        assert_eq!(outcome.error().map(hpd_host::CallError::error_type), Some("validation_error"));
    }
}
