//! A source's list changes between turns: a new toolbox, the same session.

use futures_executor::block_on;
use hpd_host::{ExternalSource, Output, Session};

use crate::support::{answer, names};
use crate::{lax, toolbox};

#[test]
fn a_session_lives_on_when_a_list_changes() {
    let before = toolbox(ExternalSource::mcp("github", vec![lax("get_me"), lax("list_issues")]));
    let after =
        toolbox(ExternalSource::mcp("github", vec![lax("get_me"), lax("search_code"), lax("list_issues")]));
    let session = Session::new();
    answer(&before, &session, "MCP_github", "{}");
    assert_eq!(names(&before, &session), ["MCP_github", "get_me", "list_issues"]);
    assert_eq!(names(&after, &session), ["MCP_github", "get_me", "search_code", "list_issues"]);
    assert_eq!(answer(&after, &session, "search_code", "{}").status(), "forward");
    // A call that was forwarded before the change is completed after it.
    let next = toolbox(ExternalSource::mcp("github", vec![lax("get_me")]));
    assert!(block_on(next.complete(&session, "call_1", Ok(Output::Nothing))).is_ok());
}

#[test]
fn a_tool_that_is_gone_is_unknown() {
    let session = Session::new();
    let before = toolbox(ExternalSource::mcp("github", vec![lax("get_me"), lax("list_issues")]));
    answer(&before, &session, "MCP_github", "{}");
    let after = toolbox(ExternalSource::mcp("github", vec![lax("get_me"), lax("get_you")]));
    assert_eq!(
        answer(&after, &session, "list_issues", "{}").error().unwrap().to_string(),
        "There is no tool 'list_issues'. Call a tool by exactly the name in the list of tools."
    );
}
