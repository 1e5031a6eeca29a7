//! Sources inside of other containers, and the texts of their containers.

use hpd_host::external::ExternalSource;
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::{Session, Toolbox, ToolboxBuilder, plugin, scope};

use crate::external::lax;
use crate::support::{Math, names, text};

fn github() -> ExternalSource {
    ExternalSource::mcp("github", vec![lax("list_issues"), lax("get_me")])
}

fn problems(builder: ToolboxBuilder) -> Vec<String> {
    builder.build().unwrap_err().problems().iter().map(ToString::to_string).collect()
}

#[test]
fn a_source_says_more_after_its_expansion() {
    let source = github().title("GitHub").post_expansion("Ask before you close an issue.");
    let toolbox = Toolbox::builder().external(source).build().unwrap();
    let container = toolbox.tool("MCP_github").unwrap();
    assert_eq!(container.title(), Some("GitHub"));
    assert!(!container.description().contains("Ask before"));
    let session = Session::new();
    let expanded = "MCP_github expanded. Functions: list_issues, get_me.\n\nAsk before you close an issue.";
    assert_eq!(text(&toolbox, &session, "MCP_github", "{}"), expanded);
}

#[test]
fn one_tool_with_instructions_lies_in_a_container() {
    let source = ExternalSource::mcp("clock", vec![lax("now")]).post_expansion("Times are UTC.");
    let toolbox = Toolbox::builder().external(source).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["MCP_clock"]);
    assert_eq!(
        text(&toolbox, &session, "MCP_clock", "{}"),
        "MCP_clock expanded. Functions: now.\n\nTimes are UTC."
    );
}

#[test]
fn a_source_within_a_scope_is_hidden_until_the_scope_is_expanded() {
    // Registered first: the order does not matter.
    let toolbox = Toolbox::builder().external(github().within("Math")).plugin(Math).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["Math"]);
    let hidden = text(&toolbox, &session, "MCP_github", "{}");
    assert!(hidden.contains("First call 'Math' with NO arguments to expand it"), "{hidden}");
    let member = text(&toolbox, &session, "get_me", "{}");
    assert!(member.contains("First call 'Math' with NO arguments to expand it"), "{member}");
    assert_eq!(
        toolbox.explain_tool(&session, "MCP_github").unwrap().to_string(),
        "`MCP_github` is hidden: its container `Math` is not expanded"
    );
    let expanded = text(&toolbox, &session, "Math", "{}");
    assert!(expanded.contains(" Containers: MCP_github."), "{expanded}");
    assert!(names(&toolbox, &session).contains(&"MCP_github".to_owned()));
    assert!(!names(&toolbox, &session).contains(&"get_me".to_owned()));
    text(&toolbox, &session, "MCP_github", "{}");
    assert!(names(&toolbox, &session).contains(&"get_me".to_owned()));
}

#[test]
fn a_call_of_what_is_nested_is_set_right() {
    let builder = Toolbox::builder().plugin(Math).external(github().within("Math"));
    let toolbox = builder.model(ModelOptions::new().recovery(Recovery::Expand)).build().unwrap();
    let session = Session::new();
    text(&toolbox, &session, "get_me", "{}");
    assert!(names(&toolbox, &session).contains(&"get_me".to_owned()));
}

#[test]
fn sources_lie_in_sources_at_any_depth_however_few_tools_they_have() {
    let outer = ExternalSource::list("Office", Vec::new());
    let middle = ExternalSource::frontend("screen", vec![lax("open_tab")]).within("Office");
    let inner = ExternalSource::mcp("clock", vec![lax("now")]).within("Frontend_screen");
    let toolbox = Toolbox::builder().external(inner).external(middle).external(outer).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["Office"]);
    assert_eq!(text(&toolbox, &session, "Office", "{}"), "Office expanded. Containers: Frontend_screen.");
    assert_eq!(
        toolbox.tool("Frontend_screen").unwrap().description(),
        "Tools of the user's screen. Call it without arguments to reveal 2 functions: open_tab, now."
    );
    assert_eq!(
        text(&toolbox, &session, "Frontend_screen", "{}"),
        "Frontend_screen expanded. Functions: open_tab, now."
    );
    let now = toolbox.tool("now").unwrap();
    assert_eq!(serde_json::to_string(now.metadata()).unwrap(), r#"{"ParentPlugin":"Frontend_screen"}"#);
    let wrong = text(&toolbox, &session, "Office", r#"{"a":1}"#);
    assert!(
        wrong.ends_with(
            r#""error_message":"'Office' is a container function that groups related containers. It cannot be called with parameters.","retry_guidance":"'Office' is expanded already: call the individual container you need by its own name. Available containers: Frontend_screen"}"#
        ),
        "{wrong}"
    );
}

#[test]
fn one_tool_alone_names_no_container_that_is_not_there() {
    let toolbox = Toolbox::builder().external(ExternalSource::mcp("one", vec![lax("now")])).build().unwrap();
    assert_eq!(serde_json::to_string(toolbox.tool("now").unwrap().metadata()).unwrap(), "{}");
}

#[derive(Default)]
struct Flat;

#[plugin]
impl Flat {
    /// Runs.
    #[ai_function]
    fn run(&self) {}

    /// Runs with care.
    #[skill(functions(Deep::dig))]
    fn care() {}
}

#[derive(Default)]
struct Deep;

#[scope("Deep")]
impl Deep {
    /// Digs.
    #[ai_function]
    fn dig(&self) {}
}

#[test]
fn a_container_that_can_not_hold_a_source_is_a_build_error() {
    let within =
        |name: &str| problems(Toolbox::builder().plugin(Math).plugin(Flat).external(github().within(name)));
    assert_eq!(
        within("Maths"),
        ["`MCP_github` is to lie within `Maths`, which is no container: did you mean `Math`?"]
    );
    assert_eq!(
        within("Accounting"),
        [
            "`MCP_github` is to lie within `Accounting`, which is no container: name a plugin with `#[scope(..)]`, or a source"
        ]
    );
    assert_eq!(
        within("Flat"),
        [
            "`MCP_github` is to lie within `Flat`, which has no scope: write `#[scope(..)]` in place of `#[plugin]` at `Flat`"
        ]
    );
    assert_eq!(
        within("care"),
        [
            "`MCP_github` is to lie within `care`, which is a skill: name a plugin with `#[scope(..)]`, or a source"
        ]
    );
    assert_eq!(
        within("Deep"),
        [
            "`MCP_github` is to lie within `Deep`, which is hidden, since only a skill refers to it: register it with `.plugin(Deep { .. })`"
        ]
    );
    let empty = ExternalSource::mcp("empty", Vec::new()).within("Nowhere");
    assert_eq!(problems(Toolbox::builder().external(empty)).len(), 1);
}

#[test]
fn sources_in_a_circle_are_one_build_error() {
    let source = |name: &str, within: &str| ExternalSource::list(name, vec![lax(name)]).within(within);
    assert_eq!(
        problems(
            Toolbox::builder()
                .external(source("b", "c"))
                .external(source("c", "a"))
                .external(source("a", "b"))
        ),
        ["scopes lie in each other in a circle: b -> c -> a -> b"]
    );
    assert_eq!(
        problems(Toolbox::builder().external(source("a", "a"))),
        ["scopes lie in each other in a circle: a -> a"]
    );
}
