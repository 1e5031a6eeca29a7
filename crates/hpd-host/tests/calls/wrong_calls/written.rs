//! Names as models write them: of functions inside containers, with other separators or none, misspelt, and of two at
//! once.

use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::{Session, Toolbox, ToolboxBuilder, plugin, scope};
use serde_json::json;

use super::{caught, math};
use crate::support::{Math, answer, text};

const SUM: &str = r#"{"a":1,"b":2}"#;

#[test]
fn a_name_behind_its_containers_needs_no_separator_of_a_kind() {
    for name in ["Math_Add", "Math-Add", "MathAdd", "Math->Add", "math_add", "functions_Add", "MATH-ADD"] {
        let (toolbox, session) = (math(Recovery::Reject), Session::new());
        assert_eq!(
            text(&toolbox, &session, name, SUM),
            format!(
                r#"{{"error_type":"tool_not_visible","tool_name":"{name}","suggestion":"Add","container_name":"Math","error_message":"'Add' is inside the container 'Math', which is not expanded yet.","retry_guidance":"First call 'Math' with NO arguments to expand it, then call 'Add' by its own name."}}"#
            )
        );
        answer(&toolbox, &session, "Math", "{}");
        assert_eq!(
            text(&toolbox, &session, name, SUM),
            format!(
                r#"{{"error_type":"unknown_tool","tool_name":"{name}","suggestion":"Add","error_message":"There is no tool '{name}'.","retry_guidance":"It is called by its own name alone. Call 'Add' with the same arguments."}}"#
            )
        );
        assert_eq!(caught(&toolbox), "qualified_name 2");
        let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
        assert_eq!(text(&toolbox, &session, name, SUM), "3", "{name}");
        assert_eq!(caught(&toolbox), "qualified_name 1, run_as_meant 1");
    }
}

#[test]
fn a_name_behind_two_containers_needs_no_separator_either() {
    for name in ["Math_Statistics_mean", "MathMean", "Statistics-Mean", "MathStatisticsMean"] {
        let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
        assert_eq!(text(&toolbox, &session, name, r#"{"numbers":[1,3]}"#), "2.0", "{name}");
    }
}

#[test]
fn another_spelling_of_a_hidden_function_names_its_container() {
    for name in ["ADD", "add", "a_d_d"] {
        let (toolbox, session) = (math(Recovery::Reject), Session::new());
        assert_eq!(
            text(&toolbox, &session, name, SUM),
            format!(
                r#"{{"error_type":"tool_not_visible","tool_name":"{name}","suggestion":"Add","container_name":"Math","error_message":"'Add' is inside the container 'Math', which is not expanded yet.","retry_guidance":"First call 'Math' with NO arguments to expand it, then call 'Add' by its own name."}}"#
            )
        );
        assert_eq!(caught(&toolbox), "misspelt_name 1");
    }
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    assert_eq!(answer(&toolbox, &session, "solve_quadratic", r#"{"a":1,"b":-3,"c":2}"#).status(), "ok");
}

#[test]
fn a_misspelt_name_of_a_hidden_function_names_its_container() {
    for (name, meant) in
        [("Adds", "Add"), ("Multiplyy", "Multiply"), ("Multiplly", "Multiply"), ("Math_Subtrakt", "Subtract")]
    {
        let (toolbox, session) = (math(Recovery::Reject), Session::new());
        assert_eq!(
            text(&toolbox, &session, name, "{}"),
            format!(
                r#"{{"error_type":"unknown_tool","tool_name":"{name}","suggestion":"{meant}","error_message":"There is no tool '{name}'.","retry_guidance":"Did you mean '{meant}', inside the container 'Math'? First call 'Math' with NO arguments to expand it, then call '{meant}' by its own name."}}"#
            )
        );
    }
}

#[test]
fn a_misspelt_name_expands_and_runs_nothing() {
    for recovery in [Recovery::Expand, Recovery::ExpandAndRun] {
        let (toolbox, session) = (math(recovery), Session::new());
        let outcome = answer(&toolbox, &session, "Adds", SUM);
        assert!(
            outcome.for_model().text.ends_with(
                "'Add' did not run, since it was called by another name. Now call 'Add' by its own name."
            ),
            "{outcome:?}"
        );
        assert_eq!(caught(&toolbox), "expanded_instead 1, misspelt_name 1");
    }
}

#[derive(Default)]
struct Skills;

#[plugin]
impl Skills {
    /// Sums and products.
    #[skill(functions(Math::add, Math::multiply), instructions = "Add before you multiply.")]
    fn arithmetic() {}
}

/// A tool that no container reveals is treated like a name that does not exist.
#[test]
fn what_can_not_be_reached_is_never_suggested() {
    let toolbox = Toolbox::builder()
        .plugin(Skills)
        .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
        .build()
        .unwrap();
    for name in ["SUBTRACT", "subtract", "Subtrakt", "Math_Subtract", "MathSubtract", "arithmetic_subtract"] {
        let error = text(&toolbox, &Session::new(), name, SUM);
        assert!(!error.contains("'Subtract'") && !error.contains(r#""Subtract""#), "{error}");
    }
    assert_eq!(
        text(&toolbox, &Session::new(), "SUBTRACT", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"SUBTRACT","error_message":"There is no tool 'SUBTRACT'.","retry_guidance":"Call a tool by exactly the name in the list of tools."}"#
    );
}

fn github(recovery: Recovery) -> Toolbox {
    let tool = |name| {
        ExternalTool::new(name, "Reads.", json!({ "type": "object" })).classified(Classification::Read)
    };
    let source = ExternalSource::mcp("github", vec![tool("list_issues"), tool("get_me")]);
    Toolbox::builder().external(source).model(ModelOptions::new().recovery(recovery)).build().unwrap()
}

#[test]
fn the_hosts_name_of_a_source_is_a_name_of_its_container() {
    for name in ["github.list_issues", "github_list_issues", "github__listIssues", "MCP_github-list_issues"] {
        let error = text(&github(Recovery::Reject), &Session::new(), name, "{}");
        assert!(
            error.contains("First call 'MCP_github' with NO arguments to expand it, then call 'list_issues'"),
            "{error}"
        );
        let outcome = answer(&github(Recovery::ExpandAndRun), &Session::new(), name, "{}");
        assert_eq!(outcome.status(), "forward", "{name}");
    }
}

#[derive(Default)]
struct Sums;

#[scope("Sums")]
impl Sums {
    /// Adds.
    #[ai_function]
    fn add(
        &self,
        /** The first. */
        a: i64,
        /** The second. */
        b: i64,
    ) -> i64 {
        a + b
    }
}

#[derive(Default)]
struct Lists;

#[scope("Lists")]
impl Lists {
    /// Adds to a list.
    #[ai_function(name = "ADD")]
    fn add(
        &self,
        /** The first. */
        a: i64,
        /** The second. */
        b: i64,
    ) -> i64 {
        a * b
    }
}

fn two(recovery: Recovery, settings: impl FnOnce(ToolboxBuilder) -> ToolboxBuilder) -> Toolbox {
    settings(Toolbox::builder().model(ModelOptions::new().recovery(recovery))).build().unwrap()
}

#[test]
fn a_name_that_may_mean_two_names_both_and_runs_none() {
    for recovery in [Recovery::Reject, Recovery::Expand, Recovery::ExpandAndRun] {
        let toolbox = two(recovery, |builder| builder.plugin(Sums).plugin(Lists));
        let session = Session::new();
        assert_eq!(
            text(&toolbox, &session, "Add", SUM),
            r#"{"error_type":"unknown_tool","tool_name":"Add","suggestions":["add","ADD"],"error_message":"There is no tool 'Add'.","retry_guidance":"Did you mean 'add', inside the container 'Sums', or 'ADD', inside the container 'Lists'? To expand a container, call it with NO arguments. Call a tool by exactly the name in the list of tools."}"#
        );
        assert!(session.expanded().is_empty());
        answer(&toolbox, &session, "Sums", "{}");
        let error = text(&toolbox, &session, "Add", SUM);
        assert!(error.contains("Did you mean 'add', or 'ADD', inside the container 'Lists'?"), "{error}");
        assert_eq!(text(&toolbox, &session, "add", SUM), "3", "its own name means one");
    }
}

#[test]
fn a_name_without_the_prefixes_of_two_plugins_names_both() {
    let toolbox = two(Recovery::ExpandAndRun, |builder| builder.plugin_as("a", Sums).plugin_as("b", Lists));
    let error = text(&toolbox, &Session::new(), "add", SUM);
    assert!(error.contains(r#""suggestions":["a__add","b__ADD"]"#), "{error}");
}
