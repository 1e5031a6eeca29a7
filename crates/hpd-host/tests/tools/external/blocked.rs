//! External tools with write-like names and without a classification.

use hpd_host::approval::Permission;
use hpd_host::external::{Classification, ExternalSource, ExternalTool, Rules, ToolRules};
use hpd_host::spec::Risk;
use hpd_host::{Approval, Session, Toolbox, ai_function};
use serde_json::json;

use crate::external::{lax, toolbox};
use crate::support::{answer, text};

/// Makes nothing.
#[ai_function]
fn make_nothing() {}

/// Creates nothing, and says so.
#[ai_function(read_only)]
fn create_sketch() {}

#[test]
fn an_unclassified_write_is_blocked() {
    let toolbox = toolbox(ExternalSource::list("books", vec![lax("create_invoice")]));
    assert_eq!(
        text(&toolbox, &Session::new(), "create_invoice", "{}"),
        r#"{"error_type":"tool_not_released","tool_name":"create_invoice","error_message":"'create_invoice' is not released for use. It did not run.","retry_guidance":"Do not call it again. Go on without it, or tell the user that it is not available."}"#
    );
    let error = toolbox.check(&Session::new(), &crate::support::call("create_invoice", "{}")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "'create_invoice' is not released for use. It did not run. Do not call it again. Go on without it, or tell the user that it is not available."
    );
    let tool = toolbox.tool("create_invoice").unwrap();
    assert!(tool.is_blocked() && tool.is_write());
}

#[test]
fn the_host_releases_it_by_saying_what_it_does() {
    let rules = Rules::new().tool("create_invoice", ToolRules::new().write(Risk::Low));
    let by_write_rule = ExternalSource::list("books", vec![lax("create_invoice")]).rules(rules);
    let rules = Rules::new().tool("create_invoice", ToolRules::new().read());
    let by_read_rule = ExternalSource::list("books", vec![lax("create_invoice")]).rules(rules);
    let by_class =
        ExternalSource::list("books", vec![lax("create_invoice").classified(Classification::Write)]);
    for (source, is_write) in [(by_write_rule, true), (by_read_rule, false), (by_class, true)] {
        let toolbox = toolbox(source);
        let tool = toolbox.tool("create_invoice").unwrap();
        assert_eq!((tool.is_blocked(), tool.is_write()), (false, is_write));
        assert_eq!(answer(&toolbox, &Session::new(), "create_invoice", "{}").status(), "forward");
    }
}

#[test]
fn what_a_server_says_of_itself_releases_nothing() {
    let listed = json!({ "name": "delete_all", "annotations": { "readOnlyHint": true, "destructiveHint": false, "title": "Tidy up" } });
    let toolbox = toolbox(ExternalSource::mcp("srv", vec![ExternalTool::from_json(&listed).unwrap()]));
    let tool = toolbox.tool("delete_all").unwrap();
    assert!(tool.is_blocked());
    // It is kept to be shown.
    assert_eq!(tool.title(), Some("Tidy up"));
    assert_eq!(tool.annotations().unwrap().read_only, Some(true));
    assert_eq!(answer(&toolbox, &Session::new(), "delete_all", "{}").status(), "error");
}

#[test]
fn other_tools_count_as_reads() {
    let toolbox = toolbox(ExternalSource::list("books", vec![lax("trial_balance")]));
    let tool = toolbox.tool("trial_balance").unwrap();
    assert!(!tool.is_blocked() && !tool.is_write());
    assert_eq!(answer(&toolbox, &Session::new(), "trial_balance", "{}").status(), "forward");
}

#[test]
fn unclassified_tools_are_listed() {
    let books =
        ExternalSource::list("books", vec![lax("send.invoice"), lax("get_invoice"), lax("void_invoice")])
            .rules(Rules::new().tool("void_invoice", ToolRules::new().write(Risk::High)));
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .function::<make_nothing>()
        .function::<create_sketch>()
        .external(books)
        .build()
        .unwrap();
    let ids: Vec<_> = toolbox.unclassified().into_iter().map(|tool| tool.id().as_str()).collect();
    assert_eq!(ids, ["make_nothing", "books.send.invoice"]);
    // A function of this program is not blocked: its code is known.
    assert_eq!(answer(&toolbox, &Session::new(), "make_nothing", "{}").status(), "ok");
}

#[test]
fn risk_and_phrase_are_known_of_the_tool() {
    let void = ToolRules::new().write(Risk::High).confirm_phrase("VOID {InvoiceId}").required(["InvoiceId"]);
    let source = ExternalSource::list("books", vec![lax("void_invoice")])
        .rules(Rules::new().tool("void_invoice", void));
    let toolbox = toolbox(source);
    let tool = toolbox.tool("void_invoice").unwrap();
    assert_eq!((tool.risk(), tool.confirm_phrase()), (Some(Risk::High), Some("VOID {InvoiceId}")));
}
