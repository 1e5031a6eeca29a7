//! The kind of a list, by session and by turn.

use futures_executor::block_on;
use hpd_host::error::BuildProblem;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::filter::{Filters, ListContext};
use hpd_host::list::{ListMode, ModelOptions, ToolOrder, VisibilityPolicy};
use hpd_host::{RawCall, Session, Toolbox, ToolboxBuilder, TurnContext, ai_function, scope};
use serde_json::json;

use super::{names, text};

#[derive(Default)]
struct Post;

#[scope("Letters")]
impl Post {
    /// Seals a letter.
    #[ai_function]
    fn seal(&self) -> &'static str {
        "sealed"
    }

    /// How to seal.
    #[skill(functions(Self::seal), instructions = "With wax.")]
    fn sealing() {}
}

/// Looks around.
#[ai_function]
fn look() -> &'static str {
    "nothing"
}

fn post() -> ToolboxBuilder {
    Toolbox::builder().plugin(Post).function::<look>()
}

fn session(mode: ListMode) -> Session {
    let session = Session::new();
    session.set_list_mode(mode);
    session
}

fn tool(name: &str) -> ExternalTool {
    ExternalTool::new(name, "", json!({"type": "object"})).classified(Classification::Read)
}

#[test]
fn each_session_has_a_list_of_its_kind() {
    for policy in [ListMode::Growing, ListMode::Constant, ListMode::Flat] {
        let toolbox = post().visibility(VisibilityPolicy::new().list(policy)).build().unwrap();
        let sessions = [ListMode::Growing, ListMode::Constant, ListMode::Flat].map(session);
        let [growing, constant, flat] = &sessions;
        for _ in 0..2 {
            assert_eq!(names(&toolbox, constant), ["Post", "look", "call_function"]);
            assert_eq!(names(&toolbox, flat), ["seal", "sealing", "look"]);
            for session in &sessions {
                text(&toolbox, session, "Post", "{}");
            }
        }
        assert_eq!(names(&toolbox, growing), ["Post", "look", "seal", "sealing"]);
        assert_eq!(names(&toolbox, &Session::new()).len(), if policy == ListMode::Growing { 2 } else { 3 });
    }
}

#[test]
fn a_turn_has_a_list_of_its_kind() {
    let toolbox = post().build().unwrap();
    let session = session(ListMode::Constant);
    let listed = |list: Option<ListMode>| {
        let turn = TurnContext { list, ..TurnContext::default() };
        toolbox.tools_with(&session, &turn).names().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(listed(None), ["Post", "look", "call_function"]);
    assert_eq!(listed(Some(ListMode::Flat)), ["seal", "sealing", "look"]);
    assert_eq!(listed(Some(ListMode::Growing)), ["Post", "look"]);
    assert_eq!(session.list_mode(), Some(ListMode::Constant));
    session.set_list_mode(None);
    assert_eq!(listed(None), ["Post", "look"]);
}

#[test]
fn a_constant_list_of_a_session_has_its_bridge_and_texts() {
    let toolbox = post().build().unwrap();
    let constant = session(ListMode::Constant);
    assert_eq!(
        text(&toolbox, &constant, "Post", "{}"),
        "Post expanded. Functions: seal. Skills: sealing.\n\nCall them with call_function, by name:\n\
         - seal: Seals a letter.\n  Arguments: {\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}\n\
         - sealing: How to seal. Call it without arguments to reveal 1 function: seal.\n  Arguments: none"
    );
    assert_eq!(text(&toolbox, &constant, "call_function", r#"{"name": "seal"}"#), "sealed");
    // In other sessions there is no such tool.
    assert_eq!(toolbox.all_tools().len(), 4);
    let unknown = text(&toolbox, &Session::new(), "call_function", r#"{"name": "look"}"#);
    assert!(
        unknown.starts_with(r#"{"error_type":"unknown_tool","tool_name":"call_function","error_message""#),
        "{unknown}"
    );
}

#[test]
fn the_bridge_of_a_constant_list_is_no_tool_of_a_list_that_grows() {
    let toolbox = post().visibility(VisibilityPolicy::new().list(ListMode::Constant)).build().unwrap();
    let (constant, growing) = (Session::new(), session(ListMode::Growing));
    assert_eq!(text(&toolbox, &constant, "call_function", r#"{"name": "look"}"#), "nothing");
    let unknown = text(&toolbox, &growing, "call_function", r#"{"name": "look"}"#);
    assert!(
        unknown.starts_with(r#"{"error_type":"unknown_tool","tool_name":"call_function","error_message""#),
        "{unknown}"
    );
}

#[test]
fn a_flat_list_needs_no_expansion() {
    let toolbox = post().build().unwrap();
    let flat = session(ListMode::Flat);
    assert_eq!(text(&toolbox, &flat, "seal", "{}"), "sealed");
    assert_eq!(text(&toolbox, &flat, "sealing", "{}"), "sealing is open. Functions: seal.\n\nWith wax.");
    assert_eq!(flat.to_json(), Session::new().to_json());
    let explained: Vec<_> = toolbox.explain(&flat).iter().map(ToString::to_string).collect();
    assert_eq!(
        explained,
        [
            "`Post` is hidden: the list is flat, and has all that it leads to",
            "`Post.seal` is listed: the list is flat, and `Post` holds it",
            "`Post.sealing` is listed: the list is flat, and `Post` holds it",
            "`look` is listed: nothing groups it",
        ]
    );
}

#[test]
fn lists_of_all_kinds_leave_out_what_a_filter_hides() {
    let filter = |tool: &ListContext<'_>| tool.id().as_str() != "Post.seal";
    let toolbox = post().filters(Filters::new().list(filter)).build().unwrap();
    // Nothing is left of the skill, either.
    assert_eq!(names(&toolbox, &session(ListMode::Flat)), ["look"]);
    // The tool that calls others is none of theirs: it reaches what they show.
    assert_eq!(names(&toolbox, &session(ListMode::Constant)), ["look", "call_function"]);
    let refused = text(&toolbox, &session(ListMode::Constant), "call_function", r#"{"name": "seal"}"#);
    assert!(refused.contains("There is no tool 'seal'."), "{refused}");
}

#[test]
fn lists_by_name_are_sorted_in_each_kind() {
    let policy = VisibilityPolicy::new().order(ToolOrder::ByName);
    let toolbox = post().visibility(policy).build().unwrap();
    assert_eq!(names(&toolbox, &session(ListMode::Constant)), ["Post", "call_function", "look"]);
    assert_eq!(names(&toolbox, &session(ListMode::Flat)), ["look", "seal", "sealing"]);
}

#[test]
fn a_tool_of_the_bridges_name_is_reported() {
    let taken = || post().external(ExternalSource::mcp("demo", vec![tool("call_function")]));
    let toolbox = taken().build().unwrap();
    let reports: Vec<_> = toolbox.reports().iter().map(ToString::to_string).collect();
    assert_eq!(
        reports,
        [
            "`MCP_demo.call_function` has the name `call_function`, so constant lists of sessions have no tool that calls \
          functions: give that tool another name with `ModelOptions::call_function_as`"
        ]
    );
    assert_eq!(names(&toolbox, &session(ListMode::Constant)), ["Post", "look", "call_function"]);
    assert_eq!(toolbox.tool("call_function").unwrap().id().as_str(), "MCP_demo.call_function");
    let toolbox = taken().model(ModelOptions::new().call_function_as("call")).build().unwrap();
    assert!(toolbox.reports().is_empty());
    assert_eq!(names(&toolbox, &session(ListMode::Constant)), ["Post", "look", "call_function", "call"]);
}

fn git(name: &str) -> ExternalSource {
    ExternalSource::mcp("git", vec![tool("git_log"), tool("show")]).container_name(name)
}

#[test]
fn the_host_names_the_container_of_a_source() {
    let toolbox = Toolbox::builder().external(git("git")).build().unwrap();
    let session = Session::new();
    assert_eq!(text(&toolbox, &session, "git", "{}"), "git expanded. Functions: git_log, show.");
    assert_eq!(session.to_json(), r#"{"version":1,"expanded":["MCP_git"]}"#);
    assert_eq!(toolbox.tool("show").unwrap().id().as_str(), "MCP_git.show");
    let found = text(&toolbox, &Session::new(), "git.show", "{}");
    assert!(found.contains("'show' is inside the container 'git'"), "{found}");
    // Names of the host come first: a tool of this name gets a prefix.
    let other = ExternalSource::mcp("other", vec![tool("git")]);
    let toolbox = Toolbox::builder().external(other).external(git("git")).build().unwrap();
    assert_eq!(names(&toolbox, &Session::new()), ["other__git", "git"]);
}

#[test]
fn the_name_of_a_container_is_legal_and_its_own() {
    let problem = |builder: ToolboxBuilder| builder.build().unwrap_err().to_string();
    assert_eq!(
        problem(post().external(git("look"))),
        "the toolbox can't be built: `look` and `MCP_git` would both be called `look`: rename one, or register its plugin with `plugin_as(prefix, ..)`"
    );
    assert_eq!(
        problem(Toolbox::builder().external(git("my git"))),
        "the toolbox can't be built: the tool `MCP_git` can't be offered: `my git` is not a legal tool name: ` ` is not allowed, only letters, digits, `_` and `-` are"
    );
    let other = ExternalSource::mcp("other", vec![tool("a"), tool("b")]).container_name("git");
    let error = Toolbox::builder().external(git("git")).external(other).build().unwrap_err();
    assert!(matches!(error.problems(), [BuildProblem::SameName { name, .. }] if name == "git"), "{error}");
    // One tool alone needs no container, so nothing has the name.
    let alone = ExternalSource::mcp("git", vec![tool("git_log")]).container_name("look");
    assert!(post().external(alone).build().is_ok());
}

#[test]
fn calls_of_one_message_go_by_the_turns_list() {
    let toolbox = post().build().unwrap();
    let turn = TurnContext { list: Some(ListMode::Flat), ..TurnContext::default() };
    let calls = [RawCall::new("1", "seal", "{}"), RawCall::new("2", "look", "{}")];
    let outcomes = block_on(toolbox.turn_with(&Session::new(), &turn, &calls));
    let texts: Vec<_> = outcomes.iter().map(|outcome| outcome.for_model().text.into_owned()).collect();
    assert_eq!(texts, ["sealed", "nothing"]);
}
