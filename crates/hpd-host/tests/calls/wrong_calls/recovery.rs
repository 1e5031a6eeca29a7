//! Names that are wrong, under the policies that set calls right.

use hpd_host::approval::Permission;
use hpd_host::list::{ModelOptions, Recovery};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Approval, Session, Toolbox, plugin};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{caught, math};
use crate::support::{answer, call, text};

#[test]
fn expand_expands_for_a_qualified_name_of_a_hidden_function() {
    let (toolbox, session) = (math(Recovery::Expand), Session::new());
    let outcome = answer(&toolbox, &session, "Math.add", r#"{"a":1,"b":2}"#);
    assert_eq!(
        outcome.for_model().text,
        "Math expanded. Functions: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic. Containers: Statistics.\n\n\
         Numbers are exact up to 2^53.\n\n\
         'Add' did not run, since it was called by another name. Now call 'Add' by its own name."
    );
    assert_eq!(caught(&toolbox), "expanded_instead 1, qualified_name 1");
    // Now that it is expanded there is nothing left to expand.
    let again = text(&toolbox, &session, "Math.add", r#"{"a":1,"b":2}"#);
    assert!(
        again.contains("It is called by its own name alone. Call 'Add' with the same arguments."),
        "{again}"
    );
}

#[test]
fn expand_and_run_runs_a_qualified_name() {
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    for name in ["Math.add", "Math__Add", "Math/add", "Math:ADD"] {
        assert_eq!(text(&toolbox, &session, name, r#"{"a":1,"b":2}"#), "3", "{name}");
    }
    assert_eq!(caught(&toolbox), "qualified_name 4, run_as_meant 4");
}

#[test]
fn expand_and_run_runs_another_spelling_but_no_misspelling() {
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    answer(&toolbox, &session, "Math", "{}");
    assert_eq!(text(&toolbox, &session, "ADD", r#"{"a":1,"b":2}"#), "3");
    let error = text(&toolbox, &session, "Multiplly", r#"{"a":1,"b":2}"#);
    assert!(error.contains(r#""suggestion":"Multiply""#), "{error}");
    assert_eq!(caught(&toolbox), "misspelt_name 2, run_as_meant 1");
}

#[test]
fn what_is_set_right_is_set_right_once() {
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    let outcome = answer(&toolbox, &session, "Math.Statistics", r#"{"function":"mean","numbers":[1,3]}"#);
    assert_eq!(outcome.error().map(hpd_host::CallError::error_type), Some("container_invocation_error"));
}

#[test]
fn a_check_sets_nothing_right() {
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    let error = toolbox.check(&session, &call("Add", r#"{"a":1,"b":2}"#)).unwrap_err();
    assert_eq!(error.error_type(), "tool_not_visible");
    assert!(session.expanded().is_empty());
}

#[derive(Default)]
struct Ledger(AtomicU32);

#[plugin]
impl Ledger {
    /// Counts up, and says the new number.
    #[ai_function(write, risk = low)]
    fn add_one(&self) -> u32 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// The number.
    #[ai_function]
    fn number(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }
}

#[test]
fn calls_of_a_message_that_are_set_right_keep_their_order() {
    let toolbox = Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .plugin(Ledger::default())
        .model(ModelOptions::new().recovery(Recovery::ExpandAndRun))
        .build()
        .unwrap();
    let calls = [call("number", "{}"), call("Ledger.add_one", "{}"), call("number", "{}")];
    let outcomes = futures_executor::block_on(toolbox.turn(&Session::new(), &calls));
    let texts: Vec<_> = outcomes.iter().map(|outcome| outcome.for_model().text.into_owned()).collect();
    assert_eq!(texts, ["0", "1", "1"]);
    assert!(outcomes.iter().all(|outcome| matches!(outcome.kind, OutcomeKind::Result(_))));
}

#[test]
fn expand_and_run_runs_what_lies_in_an_inner_scope() {
    for (name, arguments) in
        [("Math.mean", r#"{"numbers":[1,3]}"#), ("Math", r#"{"function":"mean","numbers":[1,3]}"#)]
    {
        let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
        assert_eq!(text(&toolbox, &session, name, arguments), "2.0");
        assert!(session.is_expanded(&"Statistics".into()));
    }
}

#[test]
fn a_container_that_was_meant_was_not_expanded() {
    let (toolbox, session) = (math(Recovery::Expand), Session::new());
    let outer = "Math expanded. Functions: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic. Containers: Statistics.\n\nNumbers are exact up to 2^53.";
    assert_eq!(
        text(&toolbox, &session, "Math.Statistics", "{}"),
        format!(
            "{outer}\n\n'Statistics' was not expanded, since it was called by another name. Now call 'Statistics' by its own name."
        )
    );
    let session = Session::new();
    assert_eq!(
        text(&toolbox, &session, "Statistics", "{}"),
        format!(
            "{outer}\n\n'Statistics' was not expanded, since its container was not expanded yet. Now call 'Statistics' again."
        )
    );
}
