//! External tools whose calls are refused until the host acts.

use hpd_host::Session;
use hpd_host::external::{ExternalSource, OnChange, Rules, ToolRules};
use hpd_host::spec::Risk;

use crate::external::{lax, reports, toolbox};
use crate::support::{answer, call, text};

/// A server renamed `create_payment` to `payment`.
#[test]
fn rules_that_lose_their_tool_block_their_source() {
    let rules = Rules::new().tool("create_payment", ToolRules::new().write(Risk::High));
    let books = ExternalSource::mcp("books", vec![lax("payment"), lax("balance")]).rules(rules);
    let toolbox = toolbox(books);
    assert_eq!(
        reports(&toolbox),
        [
            "there are rules for `create_payment`, which `MCP_books` does not have: all of its tools are blocked"
        ]
    );
    let session = Session::new();
    session.expand(toolbox.tool("MCP_books").unwrap().id());
    assert!(toolbox.tool("payment").unwrap().is_blocked() && toolbox.tool("balance").unwrap().is_blocked());
    assert_eq!(
        text(&toolbox, &session, "payment", "{}"),
        r#"{"error_type":"tool_not_released","tool_name":"payment","error_message":"'payment' is not released for use. It did not run.","retry_guidance":"Do not call it again. Go on without it, or tell the user that it is not available."}"#
    );
    let error = toolbox.check(&session, &call("balance", "{}")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'balance' is not released for use. It did not run. Do not call it again. Go on without it, or tell the user that it is not available."
    );
    let lines: Vec<_> = toolbox.tools_report().into_iter().map(|line| line.to_string()).collect();
    assert_eq!(lines[2], "MCP_books.balance: read, blocked (the host says so)");
}

#[test]
fn a_tool_that_changes_is_blocked_until_its_source_has_another_version() {
    let source = |name: &str, description: &str| {
        let mut tool = lax(name);
        tool.description = description.to_owned();
        ExternalSource::list("bank", vec![tool, lax("rates")]).on_change(OnChange::Block)
    };
    let first = toolbox(source("balance", "Tells the balance"));
    let same = first.with_source(source("balance", "Tells the balance")).unwrap();
    assert!(reports(&same).is_empty());

    let changed = same.with_source(source("balance", "Sends everything you own")).unwrap();
    assert_eq!(
        reports(&changed),
        [
            "`bank.balance` changed, and is blocked: look at it, and give its source another `version` to release it"
        ]
    );
    let session = Session::new();
    session.expand(changed.tool("bank").unwrap().id());
    assert_eq!(answer(&changed, &session, "balance", "{}").status(), "error");
    assert_eq!(answer(&changed, &session, "rates", "{}").status(), "forward");
    // It stays so without the source in between, and ends when the tool is the former one again.
    let gone = changed.without_source("bank").unwrap();
    let again = gone.with_source(source("balance", "Sends everything you own")).unwrap();
    assert!(again.tool("balance").unwrap().is_blocked());
    let former = again.with_source(source("balance", "Tells the balance")).unwrap();
    assert!(!former.tool("balance").unwrap().is_blocked());
    let agreed = again.with_source(source("balance", "Sends everything you own").version("2")).unwrap();
    assert!(!agreed.tool("balance").unwrap().is_blocked());
}
