//! Parts of a toolbox, and all problems that keep it from being built.

#![allow(clippy::unused_self, reason = "plugins of tests have no state")]

use std::sync::Arc;

use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::list::ModelOptions;
use hpd_host::schema::Nested;
use hpd_host::{Session, Toolbox, ai_function, plugin, scope};
use serde_json::json;

use crate::support::{self, Math, names, text};

fn problems(builder: hpd_host::ToolboxBuilder) -> Vec<String> {
    builder.build().unwrap_err().problems().iter().map(ToString::to_string).collect()
}

#[derive(Default)]
struct Clock;

#[plugin]
impl Clock {
    /// Adds minutes.
    #[ai_function(name = "Add")]
    fn add(
        &self,
        /// How many.
        minutes: u32,
    ) -> u32 {
        minutes
    }
}

#[test]
fn tools_of_one_name_are_a_build_error_that_names_both() {
    assert_eq!(
        problems(Toolbox::builder().plugin(Math).plugin(Clock)),
        [
            "`Math.Add` and `Clock.Add` would both be called `Add`: rename one, or register its plugin with `plugin_as(prefix, ..)`"
        ]
    );
}

#[test]
fn a_prefix_tells_them_apart() {
    let toolbox = Toolbox::builder().plugin(Math).plugin_as("clock", Clock).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["Math", "clock__Add"]);
    assert_eq!(text(&toolbox, &session, "clock__Add", r#"{"minutes":3}"#), "3");
}

#[test]
fn a_prefix_is_not_empty() {
    assert_eq!(
        problems(Toolbox::builder().plugin_as("", Clock)),
        ["the prefix of the plugin `Clock` is empty: give it one, or register it with `.plugin(..)`"]
    );
}

#[test]
fn a_tool_is_shown_to_programmers_in_short() {
    let toolbox = Toolbox::builder().plugin_as("clock", Clock).build().unwrap();
    assert_eq!(
        format!("{:?}", toolbox.tool("clock__Add")),
        r#"Some(Tool { id: "Clock.Add", name: "clock__Add", is_container: false, is_write: false, .. })"#
    );
}

#[test]
fn a_plugin_is_registered_once() {
    assert_eq!(
        problems(Toolbox::builder().plugin(Clock).plugin(Clock)),
        ["the plugin `Clock` was registered twice: register it once"]
    );
}

mod other {
    #[derive(Default)]
    pub(super) struct Clock;

    #[hpd_host::plugin]
    impl Clock {
        /// Ticks.
        #[ai_function]
        fn tick(&self) {}
    }
}

#[test]
fn two_plugins_of_one_name_are_a_build_error() {
    assert_eq!(
        problems(Toolbox::builder().plugin(Clock).plugin(other::Clock)),
        ["two plugins are called `Clock`: give one another `name`"]
    );
}

struct Database {
    rows: usize,
}

#[plugin]
impl Database {
    /// Counts the rows.
    #[ai_function]
    fn count(&self) -> usize {
        self.rows
    }

    /// Never referred to.
    #[ai_function]
    fn vacuum(&self) {}
}

#[derive(Default)]
struct Reports;

#[plugin]
impl Reports {
    /// Reports on the rows.
    #[skill(functions(Database::count), instructions = "Count, then report.")]
    fn rows() {}

    /// Reports on everything.
    #[skill(skills(Self::rows), functions(Math::add), instructions = "Report all.")]
    fn all() {}
}

#[test]
fn a_plugin_without_default_has_to_be_registered() {
    assert_eq!(
        problems(Toolbox::builder().plugin(Reports)),
        [
            "the skill `Reports.rows` refers to the plugin `Database`, which has no `Default`: register it with `.plugin(Database { .. })`"
        ]
    );
    let toolbox = Toolbox::builder().plugin(Reports).plugin(Database { rows: 3 }).build().unwrap();
    // An explicit plugin without a scope shows its functions from the start.
    assert_eq!(names(&toolbox, &Session::new()), ["rows", "all", "count", "vacuum"]);
}

#[test]
fn a_skill_brings_the_plugins_that_it_refers_to() {
    let toolbox = Toolbox::builder().plugin(Reports).plugin(Database { rows: 3 }).build().unwrap();
    let session = Session::new();
    assert_eq!(
        text(&toolbox, &session, "all", "{}"),
        "all expanded. Functions: Add. Skills: rows.\n\nReport all."
    );
    // The function is there. The container of its plugin is not, since the plugin was not registered.
    assert_eq!(names(&toolbox, &session), ["rows", "all", "count", "vacuum", "Add"]);
}

#[test]
fn the_instance_is_the_one_that_was_registered() {
    let toolbox = Toolbox::builder().shared_plugin(Arc::new(Database { rows: 42 })).build().unwrap();
    assert_eq!(text(&toolbox, &Session::new(), "count", "{}"), "42");
}

#[derive(Default)]
struct Outer;

#[scope("The outer group")]
impl Outer {
    /// Outside.
    #[ai_function]
    fn outside(&self) {}
}

#[derive(Default)]
struct Inner;

#[scope("The inner group", within = Outer)]
impl Inner {
    /// Inside.
    #[ai_function]
    fn inside(&self) {}
}

#[test]
fn a_scope_within_a_scope_is_revealed_by_it() {
    let toolbox = Toolbox::builder().plugin(Outer).plugin(Inner).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["Outer"]);
    assert_eq!(
        text(&toolbox, &session, "Outer", "{}"),
        "Outer expanded. Functions: outside. Containers: Inner."
    );
    assert_eq!(names(&toolbox, &session), ["Outer", "outside", "Inner"]);
    text(&toolbox, &session, "Inner", "{}");
    assert_eq!(names(&toolbox, &session), ["Outer", "outside", "Inner", "inside"]);
}

#[test]
fn a_scope_whose_outer_one_is_missing_stands_alone() {
    let toolbox = Toolbox::builder().plugin(Inner).build().unwrap();
    assert_eq!(names(&toolbox, &Session::new()), ["Inner"]);
}

#[derive(Default)]
struct Wrong;

#[plugin]
impl Wrong {
    /// Has a default that its own rules refuse.
    #[ai_function]
    fn first(
        &self,
        /// The limit.
        #[param(default = u8::MAX, range(max = 100))]
        limit: u8,
    ) -> u8 {
        limit
    }

    /// Has a rule that does not fit the type.
    #[ai_function]
    fn second(
        &self,
        /// The name.
        #[param(multiple_of = 2)]
        name: Name,
    ) -> String {
        name.0
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[schemars(inline)]
struct Name(String);

#[derive(Default)]
struct Front;

#[scope("Front", within = Back)]
impl Front {}

#[derive(Default)]
struct Back;

#[scope("Back", within = Front)]
impl Back {}

#[test]
fn scopes_in_a_circle_are_one_build_error() {
    assert_eq!(
        problems(Toolbox::builder().plugin(Front).plugin(Back)),
        ["scopes lie in each other in a circle: Back -> Front -> Back"]
    );
}

#[test]
fn contradictory_parameters_are_build_errors() {
    let problems = problems(Toolbox::builder().plugin(Wrong));
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(
        problems[0].starts_with("`Wrong.first`: function `first`, parameter `limit`: "),
        "{}",
        problems[0]
    );
    assert!(
        problems[1].starts_with("`Wrong.second`: function `second`, parameter `name`: "),
        "{}",
        problems[1]
    );
}

#[test]
fn all_problems_are_said_at_once() {
    let error = Toolbox::builder().plugin(Wrong).plugin(Clock).plugin(Clock).build().unwrap_err();
    assert_eq!(error.problems().len(), 3);
    assert!(error.to_string().starts_with("the toolbox can't be built, 3 problems:\n- the plugin `Clock`"));
}

fn external(name: &str, schema: serde_json::Value) -> ExternalTool {
    ExternalTool::new(name, "", schema).classified(Classification::Read)
}

#[test]
fn tools_from_outside_that_cannot_be_offered_are_reported_and_left_out() {
    let tools = vec![
        external(
            "good",
            json!({ "type": "object", "properties": { "a": { "type": "integer" } }, "required": ["a"] }),
        ),
        external("math.factorial", json!({ "type": "object" })),
        external("bad", json!({ "type": "dict" })),
        external("good", json!({ "type": "object" })),
    ];
    let toolbox = Toolbox::builder().external(ExternalSource::mcp("srv", tools)).build().unwrap();
    let reports: Vec<_> = toolbox.reports().iter().map(ToString::to_string).collect();
    assert_eq!(reports.len(), 2, "{reports:?}");
    assert_eq!(reports[1], "`MCP_srv.good` is listed twice: the second is left out");
    assert!(reports[0].starts_with("`MCP_srv.bad`: "), "{}", reports[0]);

    let session = Session::new();
    text(&toolbox, &session, "MCP_srv", "{}");
    assert_eq!(names(&toolbox, &session), ["MCP_srv", "good", "math_factorial"]);
    // The name that the source gave leads to the tool as well.
    assert_eq!(toolbox.tool("math.factorial").unwrap().name(), "math_factorial");
    assert_eq!(support::answer(&toolbox, &session, "good", r#"{"a":1}"#).status(), "forward");
    assert_eq!(support::answer(&toolbox, &session, "good", r#"{"a":"1"}"#).status(), "error");
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Point {
    x: i32,
}

#[derive(Default)]
struct Canvas;

#[plugin]
impl Canvas {
    /// Draws a line.
    #[ai_function]
    fn line(
        &self,
        /// Where it starts.
        from: Point,
        /// Where it ends.
        to: Point,
    ) -> i32 {
        to.x - from.x
    }
}

#[test]
fn nested_types_stand_inline_or_in_defs() {
    let schema = |nested| {
        let toolbox = Toolbox::builder()
            .plugin(Canvas)
            .model(ModelOptions::new().nested_schemas(nested))
            .build()
            .unwrap();
        toolbox.tool("line").unwrap().input_schema().to_owned()
    };
    assert!(!schema(Nested::Inline).contains("$defs"), "{}", schema(Nested::Inline));
    assert!(schema(Nested::Defs).contains(r##""$ref":"#/$defs/Point""##), "{}", schema(Nested::Defs));
}

/// `unevaluatedProperties` is not known to a Shape: the `jsonschema` crate checks it, or the toolbox says that nothing
/// does.
#[test]
fn keywords_beyond_a_shape_are_delegated_or_reported() {
    let schema = json!({
        "type": "object",
        "properties": { "kind": { "type": "string" } },
        "anyOf": [{ "properties": { "size": { "type": "integer" } } }],
        "unevaluatedProperties": false
    });
    let source = ExternalSource::mcp("srv", vec![external("pack", schema)]);
    let toolbox = Toolbox::builder().external(source).build().unwrap();
    let session = Session::new();
    let answer = support::answer(&toolbox, &session, "pack", r#"{"kind":"box","colour":"red"}"#);
    if cfg!(feature = "jsonschema") {
        assert!(toolbox.reports().is_empty());
        assert_eq!(
            answer.for_model_as_text(),
            "Invalid arguments:\n- the arguments must satisfy `unevaluatedProperties` of the schema\nThe provided arguments are \
             invalid. Please review the errors, correct the arguments based on the function schema, and try again."
        );
        assert_eq!(
            support::answer(&toolbox, &session, "pack", r#"{"kind":"box","size":1}"#).status(),
            "forward"
        );
    } else {
        let reports: Vec<_> = toolbox.reports().iter().map(ToString::to_string).collect();
        assert_eq!(
            reports,
            [
                "`MCP_srv.pack`: nothing checks `unevaluatedProperties` at /unevaluatedProperties of its schema; the feature `jsonschema` of hpd-host may"
            ]
        );
    }
}

#[test]
fn conditions_are_checked_without_a_feature() {
    let schema = json!({
        "type": "object",
        "properties": { "kind": { "type": "string" }, "size": { "type": "integer" } },
        "if": { "properties": { "kind": { "const": "box" } } },
        "then": { "required": ["size"] }
    });
    let source = ExternalSource::mcp("srv", vec![external("pack", schema)]);
    let toolbox = Toolbox::builder().external(source).build().unwrap();
    assert!(toolbox.reports().is_empty());
    let session = Session::new();
    assert_eq!(
        support::answer(&toolbox, &session, "pack", r#"{"kind":"box"}"#).for_model_as_text(),
        "Invalid arguments:\n- size is required\nThe provided arguments are invalid. Please review the errors, correct the \
         arguments based on the function schema, and try again."
    );
    for fine in [r#"{"kind":"box","size":1}"#, r#"{"kind":"bag"}"#] {
        let answer = support::answer(&toolbox, &Session::new(), "pack", fine);
        assert_eq!(answer.status(), "forward", "{fine}: {}", answer.for_model_as_text());
    }
}

/// Tells the weather of tomorrow.
#[ai_function]
fn forecast() {}

#[test]
fn two_tools_never_have_one_qualified_id() {
    let tool = |name: &str| ExternalTool::new(name, "Tells the weather", json!({ "type": "object" }));
    let source = ExternalSource::list("forecast", vec![tool("today"), tool("tomorrow")]);
    let error = Toolbox::builder().function::<forecast>().external(source).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the toolbox can't be built: the tools `forecast` and `forecast_656933d0` both have the qualified id `forecast`: rename one, or the source that it comes from"
    );
}
