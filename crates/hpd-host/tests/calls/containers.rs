//! A container called with parameters: nothing runs, nothing expands, and the model reads the next step.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

use hpd_host::args::{ContainerCheck, check_container};
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::spec::{Metadata, ToolKind};
use hpd_host::{Session, Toolbox, ai_function, plugin, scope};
use serde_json::json;

use crate::support::{Math, answer, names, text};

fn math() -> (Toolbox, Session) {
    (Toolbox::builder().plugin(Math).build().unwrap(), Session::new())
}

fn tool(name: &str) -> ExternalTool {
    ExternalTool::new(name, "", json!({ "type": "object" }))
}

fn error_type(text: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    value["error_type"].as_str().unwrap().to_owned()
}

/// The container stays collapsed after a wrong call, and expands after a right one.
fn behaves_as_a_container(toolbox: &Toolbox, container: &str) {
    let session = Session::new();
    let before = names(toolbox, &session);
    let error = text(toolbox, &session, container, r#"{"function":"x"}"#);
    assert_eq!(error_type(&error), "container_invocation_error");
    assert_eq!(names(toolbox, &session), before);
    let expanded = text(toolbox, &session, container, "{}");
    assert!(expanded.starts_with(&format!("{container} expanded.")), "{expanded}");
    assert!(names(toolbox, &session).len() > before.len());
}

#[test]
fn container_with_parameters_is_an_error() {
    let (toolbox, session) = math();
    assert_eq!(
        text(&toolbox, &session, "Math", r#"{"function": "Add", "a": 5, "b": 10}"#),
        concat!(
            r#"{"error_type":"container_invocation_error","container_name":"Math","#,
            r#""attempted_parameters":{"function":"Add","a":5,"b":10},"#,
            r#""available_functions":["Add","Multiply","Abs","Square","Subtract","Min","SolveQuadratic"],"#,
            r#""error_message":"'Math' is a container function that groups related functions. It cannot be called with parameters.","#,
            r#""retry_guidance":"This requires TWO separate tool calls: (1) First call 'Math' with NO arguments to expand it. "#,
            r#"(2) After expansion succeeds, call the individual function you need. "#,
            r#"Available functions: Add, Multiply, Abs, Square, Subtract, ..."}"#,
        )
    );
    assert_eq!(names(&toolbox, &session), ["Math"]);
}

#[test]
fn container_without_parameters_expands() {
    let (toolbox, session) = math();
    assert_eq!(
        text(&toolbox, &session, "Math", ""),
        "Math expanded. Functions: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic.\n\nNumbers are exact up to 2^53."
    );
    assert_eq!(
        names(&toolbox, &session),
        ["Math", "Add", "Multiply", "Abs", "Square", "Subtract", "Min", "SolveQuadratic"]
    );
}

#[test]
fn empty_json_object_expands() {
    for arguments in ["{}", " { } ", "[]", "null", "", " \n"] {
        let (toolbox, session) = math();
        assert!(!answer(&toolbox, &session, "Math", arguments).for_model().is_error, "{arguments:?}");
    }
}

#[test]
fn nested_parameters_are_detected() {
    for arguments in
        [r#"{"arguments":{}}"#, "[[]]", r#"{"call":{"function":"Add","args":[1,2]}}"#, "Add", "0"]
    {
        let (toolbox, session) = math();
        let error = text(&toolbox, &session, "Math", arguments);
        assert_eq!(error_type(&error), "container_invocation_error", "{arguments}");
    }
}

#[test]
fn generated_plugin_containers() {
    behaves_as_a_container(&math().0, "Math");
}

#[test]
fn mcp_server_containers() {
    let source = ExternalSource::mcp("github", vec![tool("list_issues"), tool("get_me")]);
    behaves_as_a_container(&Toolbox::builder().external(source).build().unwrap(), "MCP_github");
}

#[test]
fn frontend_tool_containers() {
    let source = ExternalSource::frontend("screen", vec![tool("open_tab"), tool("scroll")]);
    behaves_as_a_container(&Toolbox::builder().external(source).build().unwrap(), "Frontend_screen");
}

#[derive(Default)]
struct Skills;

#[plugin]
impl Skills {
    /// Sums and products.
    #[skill(functions(Math::add, Math::multiply), instructions = "Add before you multiply.")]
    fn arithmetic() {}
}

#[test]
fn skill_containers() {
    let toolbox = Toolbox::builder().plugin(Skills).build().unwrap();
    behaves_as_a_container(&toolbox, "arithmetic");
    let session = Session::new();
    assert_eq!(
        text(&toolbox, &session, "arithmetic", "{}"),
        "arithmetic expanded. Functions: Add, Multiply.\n\nAdd before you multiply."
    );
}

#[test]
fn first_five_function_names_are_shown() {
    let guidance = |members: &[&str]| {
        let container = ContainerCheck { name: "C", members, sensitive: &[] };
        check_container(&container, "[1]").unwrap().retry_guidance
    };
    assert!(guidance(&["a", "b", "c", "d", "e"]).ends_with(" Available functions: a, b, c, d, e"));
    assert!(guidance(&["a", "b", "c", "d", "e", "f"]).ends_with(" Available functions: a, b, c, d, e, ..."));
}

#[test]
fn generic_guidance_without_names() {
    let container = ContainerCheck::<&str> { name: "C", members: &[], sensitive: &[] };
    assert_eq!(
        check_container(&container, "[1]").unwrap().retry_guidance,
        "This requires TWO separate tool calls: (1) First call 'C' with NO arguments to expand it. \
         (2) After expansion succeeds, call the individual function you need."
    );
}

#[test]
fn attempted_parameters_are_captured() {
    let attempted = |arguments: &str, sensitive: &[&str]| {
        let container = ContainerCheck::<&str> { name: "C", members: &[], sensitive };
        check_container(&container, arguments).unwrap().attempted_parameters.to_json()
    };
    assert_eq!(attempted(r#"{"b":1.50,"a":[true,null]}"#, &[]), r#"{"b":1.50,"a":[true,null]}"#);
    let long = "x".repeat(100);
    assert_eq!(attempted(&format!("{{\"a\":\"{long}\"}}"), &[]), format!("{{\"a\":\"{}…\"}}", &long[..64]));
    assert_eq!(attempted("{\"a\":\"b\\u202ec\\u0007d\"}", &[]), r#"{"a":"bcd"}"#);
    let tagged = |text: &str| format!("{{\"a\":\"x{text}\"}}");
    assert_eq!(attempted(&tagged("\u{e0069}\u{e0067}\u{e006e}\u{3164}"), &[]), r#"{"a":"x"}"#);
    assert_eq!(attempted(&tagged(" 👩\u{200d}🚀 می\u{200c}خ"), &[]), tagged(" 👩\u{200d}🚀 می\u{200c}خ"));
    assert_eq!(attempted(r#"{"call":{"pin":"1234"}}"#, &["pin"]), r#"{"call":{"pin":"[hidden]"}}"#);
    assert_eq!(attempted("pin=1234", &["pin"]), r#""[hidden]""#);
    assert_eq!(attempted("Add(5, 10)", &[]), r#""Add(5, 10)""#);
}

#[test]
fn regular_functions_work_normally() {
    let (toolbox, session) = math();
    answer(&toolbox, &session, "Math", "{}");
    assert_eq!(text(&toolbox, &session, "Add", r#"{"a":5,"b":10}"#), "15");
}

/// Says hello.
#[ai_function]
fn greet(
    /// Whom.
    name: String,
) -> String {
    format!("Hello, {name}!")
}

#[test]
fn functions_without_metadata_are_unaffected() {
    let toolbox = Toolbox::builder().function::<greet>().build().unwrap();
    let session = Session::new();
    let tool = toolbox.tool("greet").unwrap();
    assert_eq!(*tool.metadata(), Metadata::new(ToolKind::Function { parent_plugin: None }));
    assert_eq!(text(&toolbox, &session, "greet", r#"{"name":"Ada"}"#), "Hello, Ada!");
}

#[test]
fn expanding_again_says_so_and_is_harmless() {
    let (toolbox, session) = math();
    answer(&toolbox, &session, "Math", "{}");
    let seen = names(&toolbox, &session);
    assert_eq!(
        text(&toolbox, &session, "Math", "{}"),
        "Math is already expanded. Functions: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic.\n\nNumbers are exact up to 2^53."
    );
    assert_eq!(names(&toolbox, &session), seen);
}

#[derive(Default)]
struct Both;

#[scope("Functions and skills")]
impl Both {
    /// Does one thing.
    #[ai_function]
    fn one(&self) {}

    /// Does it well.
    #[skill(functions(Self::one), instructions = "Call one.")]
    fn well() {}
}

#[test]
fn a_scope_reveals_functions_and_skills_together() {
    let toolbox = Toolbox::builder().plugin(Both).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["Both"]);
    assert_eq!(text(&toolbox, &session, "Both", "{}"), "Both expanded. Functions: one. Skills: well.");
    assert_eq!(names(&toolbox, &session), ["Both", "one", "well"]);
}

#[test]
fn a_container_says_how_to_see_what_is_inside() {
    let (toolbox, _) = math();
    assert_eq!(
        toolbox.tool("Math").unwrap().description(),
        "Arithmetic. Call it without arguments to reveal 7 functions: Add, Multiply, Abs, Square, Subtract, ..."
    );
}

#[derive(Default)]
struct Vault;

#[scope("Secrets")]
impl Vault {
    /// Opens the vault.
    #[ai_function]
    fn open(
        &self,
        /// The code.
        #[param(sensitive)]
        code: String,
    ) -> usize {
        code.len()
    }
}

#[test]
fn sensitive_values_of_members_are_not_repeated() {
    let toolbox = Toolbox::builder().plugin(Vault).build().unwrap();
    let error = text(&toolbox, &Session::new(), "Vault", r#"{"function":"open","code":"4711"}"#);
    assert!(error.contains(r#""attempted_parameters":{"function":"open","code":"[hidden]"}"#), "{error}");
}
