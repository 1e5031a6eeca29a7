//! Recovery by tool and by class of tools.

use hpd_host::approval::Permission;
use hpd_host::error::{BuildProblem, Counters};
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::list::{ModelOptions, Recovery, RecoveryScope};
use hpd_host::{Approval, Session, Toolbox, ToolboxBuilder, scope};
use serde_json::json;

use crate::support::{Math, answer};

#[derive(Default)]
struct Books;

#[scope("Books")]
impl Books {
    /// Deletes an invoice.
    #[ai_function(write, risk = low)]
    fn delete_invoice(
        &self,
        /** Which. */
        id: String,
    ) -> String {
        format!("deleted {id}")
    }

    /// Counts.
    #[ai_function]
    fn count_invoices(&self) -> u32 {
        3
    }
}

fn builder() -> ToolboxBuilder {
    let tool =
        |name| ExternalTool::new(name, "", json!({ "type": "object" })).classified(Classification::Read);
    let source = ExternalSource::mcp("github", vec![tool("list_issues"), tool("get_me")]);
    Toolbox::builder()
        .plugin(Books)
        .plugin(Math)
        .external(source)
        .approval(Approval::new().writes(Permission::Allow))
}

/// The statuses of wrong calls: of a write, of a read, of a server's tool.
fn statuses(toolbox: &Toolbox) -> [&'static str; 3] {
    [
        ("Books.delete_invoice", r#"{"id":"7"}"#),
        ("Books", r#"{"function":"count_invoices"}"#),
        ("github_list_issues", "{}"),
    ]
    .map(|(name, arguments)| answer(toolbox, &Session::new(), name, arguments).status())
}

#[test]
fn rules_are_for_classes_groups_and_functions() {
    use Recovery::{Expand, ExpandAndRun, Reject};
    use RecoveryScope::{External, Reads, Writes};
    let of = |toolbox: ToolboxBuilder| statuses(&toolbox.build().unwrap());
    assert_eq!(of(builder()), ["error", "error", "error"]);
    assert_eq!(of(builder().model(ModelOptions::new().recovery(ExpandAndRun))), ["ok", "ok", "forward"]);
    let never_writes =
        || builder().model(ModelOptions::new().recovery(ExpandAndRun).recovery_for(Writes, Reject));
    assert_eq!(of(never_writes()), ["error", "ok", "forward"]);
    assert_eq!(
        of(builder().model(ModelOptions::new().recovery_for(External, ExpandAndRun))),
        ["error", "error", "forward"]
    );
    assert_eq!(
        of(builder().model(ModelOptions::new().recovery_for("github", ExpandAndRun))),
        ["error", "error", "forward"]
    );
    assert_eq!(
        of(builder().model(ModelOptions::new().recovery_for("MCP_github", Expand))),
        ["error", "error", "expanded"]
    );
    assert_eq!(
        of(builder().model(ModelOptions::new().recovery_for(Reads, Expand))),
        ["error", "expanded", "expanded"]
    );
    assert_eq!(
        of(builder().model(ModelOptions::new().recovery_for("Books", ExpandAndRun))),
        ["ok", "ok", "error"]
    );
}

#[test]
fn the_rule_of_a_function_counts_and_then_the_most_careful_one() {
    use Recovery::{Expand, ExpandAndRun, Reject};
    use RecoveryScope::Writes;
    let of = |toolbox: ToolboxBuilder| statuses(&toolbox.build().unwrap());
    let both = || {
        builder().model(ModelOptions::new().recovery_for("Books", ExpandAndRun).recovery_for(Writes, Reject))
    };
    assert_eq!(of(both()), ["error", "ok", "error"]);
    assert_eq!(
        of(both().model(ModelOptions::new().recovery_for("Books.delete_invoice", Expand))),
        ["expanded", "ok", "error"]
    );
    assert_eq!(
        of(both().model(ModelOptions::new().recovery_for("github.list_issues", ExpandAndRun))),
        ["error", "ok", "forward"]
    );
}

#[test]
fn a_rejected_write_is_answered_like_any_wrong_call() {
    let builder = builder().model(
        ModelOptions::new()
            .recovery(Recovery::ExpandAndRun)
            .recovery_for(RecoveryScope::Writes, Recovery::Reject),
    );
    let (toolbox, session) = (builder.build().unwrap(), Session::new());
    let error = answer(&toolbox, &session, "Books", r#"{"function":"delete_invoice","id":"7"}"#);
    assert_eq!(error.error().map(hpd_host::CallError::error_type), Some("container_invocation_error"));
    assert!(session.expanded().is_empty());
    let Counters { run_as_meant, expanded_instead, .. } = toolbox.counters();
    assert_eq!((run_as_meant, expanded_instead), (0, 0));
    // No function was named: the rules for the container count.
    assert_eq!(answer(&toolbox, &session, "Books", r#"{"id":"7"}"#).status(), "expanded");
}

/// A tool without a class may write.
#[test]
fn tools_that_nobody_has_classified_recover_like_writes() {
    let tool = |name| ExternalTool::new(name, "", json!({ "type": "object" }));
    let source =
        ExternalSource::mcp("shop", vec![tool("tidy"), tool("get_me").classified(Classification::Read)]);
    let builder = Toolbox::builder().external(source).model(ModelOptions::new().recovery(Recovery::Expand));
    let toolbox = builder
        .model(ModelOptions::new().recovery_for(RecoveryScope::Writes, Recovery::Reject))
        .build()
        .unwrap();
    assert_eq!(answer(&toolbox, &Session::new(), "shop.tidy", "{}").status(), "error");
    assert_eq!(answer(&toolbox, &Session::new(), "shop.get_me", "{}").status(), "expanded");
}

#[test]
fn a_rule_for_nothing_is_a_problem_of_the_build() {
    let error =
        builder().model(ModelOptions::new().recovery_for("Boks", Recovery::Expand)).build().unwrap_err();
    let problem = BuildProblem::UnknownTool {
        setting: "recovery",
        id: "Boks".to_owned(),
        suggestion: Some("Books".to_owned()),
    };
    assert_eq!(error.problems(), [problem]);
    assert!(
        error
            .to_string()
            .contains("a recovery was set for `Boks`, which there is not: did you mean `Books`?")
    );
}
