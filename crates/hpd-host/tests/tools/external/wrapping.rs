//! The view of a source by a model and by the host.

use hpd_host::Session;
use hpd_host::external::ExternalSource;

use crate::external::{lax, toolbox};
use crate::support::{names, text};

#[test]
fn the_tools_of_a_server_lie_in_a_container() {
    let toolbox = toolbox(ExternalSource::mcp("github", vec![lax("list_issues"), lax("get_me")]));
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["MCP_github"]);
    let container = toolbox.tool("MCP_github").unwrap();
    assert_eq!(
        container.description(),
        "Tools of the MCP server github. Call it without arguments to reveal 2 functions: list_issues, get_me."
    );
    assert_eq!(
        serde_json::to_string(container.metadata()).unwrap(),
        r#"{"IsContainer":true,"PluginName":"MCP_github","FunctionNames":["list_issues","get_me"],"FunctionCount":2,"SourceType":"MCP"}"#
    );
    assert_eq!(
        text(&toolbox, &session, "MCP_github", "{}"),
        "MCP_github expanded. Functions: list_issues, get_me."
    );
    let member = toolbox.tool("get_me").unwrap();
    assert_eq!(member.id().as_str(), "MCP_github.get_me");
    assert_eq!(serde_json::to_string(member.metadata()).unwrap(), r#"{"ParentPlugin":"MCP_github"}"#);
}

#[test]
fn a_frontend_and_a_list_lie_in_containers_too() {
    let tools = || vec![lax("a"), lax("b")];
    let container = |source| {
        let toolbox = toolbox(source);
        let container = &toolbox.all_tools()[0];
        (
            container.name().to_owned(),
            serde_json::to_value(container.metadata()).unwrap()["SourceType"].clone(),
        )
    };
    assert_eq!(
        container(ExternalSource::frontend("screen", tools())),
        ("Frontend_screen".to_owned(), "Frontend".into())
    );
    assert_eq!(container(ExternalSource::list("Weather", tools())), ("Weather".to_owned(), "Plugin".into()));
}

#[test]
fn one_tool_alone_is_listed_by_itself() {
    let toolbox = toolbox(ExternalSource::mcp("clock", vec![lax("now")]));
    assert_eq!(names(&toolbox, &Session::new()), ["now"]);
    assert_eq!(toolbox.tool("now").unwrap().id().as_str(), "MCP_clock.now");
}

#[test]
fn one_tool_alone_is_wrapped_on_request() {
    let toolbox =
        toolbox(ExternalSource::mcp("clock", vec![lax("now")]).always_wrap().description("The time"));
    assert_eq!(names(&toolbox, &Session::new()), ["MCP_clock"]);
    assert_eq!(
        toolbox.tool("MCP_clock").unwrap().description(),
        "The time. Call it without arguments to reveal 1 function: now."
    );
}

#[test]
fn a_source_without_tools_has_no_container() {
    let toolbox = toolbox(ExternalSource::mcp("empty", Vec::new()).always_wrap());
    assert!(toolbox.all_tools().is_empty());
}

#[test]
fn two_sources_of_one_name_are_a_mistake() {
    let source = || ExternalSource::mcp("github", vec![lax("get_me")]);
    let error = hpd_host::Toolbox::builder().external(source()).external(source()).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the toolbox can't be built: two sources of tools are called `MCP_github`, or a source and a plugin: give one another name"
    );
}

#[test]
fn a_container_of_a_source_takes_no_parameters() {
    let toolbox = toolbox(ExternalSource::mcp("github", vec![lax("list_issues"), lax("get_me")]));
    let session = Session::new();
    let error = text(&toolbox, &session, "MCP_github", r#"{"function":"get_me"}"#);
    assert!(error.starts_with(r#"{"error_type":"container_invocation_error","container_name":"MCP_github""#));
    assert_eq!(names(&toolbox, &session), ["MCP_github"]);
}

#[test]
fn a_source_without_a_description_names_all_its_tools() {
    let tools = || ["a", "b", "c", "d", "e", "f", "g"].map(lax).to_vec();
    let described =
        |source: ExternalSource| toolbox(source).tool("MCP_abc").unwrap().description().to_owned();
    assert_eq!(
        described(ExternalSource::mcp("abc", tools())),
        "Tools of the MCP server abc. Call it without arguments to reveal 7 functions: a, b, c, d, e, f, g."
    );
    assert_eq!(
        described(ExternalSource::mcp("abc", tools()).description("Letters")),
        "Letters. Call it without arguments to reveal 7 functions: a, b, c, d, e, ..."
    );
    // More names than anybody reads.
    let many: Vec<_> = (0..400).map(|number| lax(&format!("tool_{number}"))).collect();
    assert_eq!(
        described(ExternalSource::mcp("abc", many)),
        "Tools of the MCP server abc. Call it without arguments to reveal 400 functions: tool_0, tool_1, tool_2, \
         tool_3, tool_4, ..."
    );
}
