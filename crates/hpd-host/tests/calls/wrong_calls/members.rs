//! Members that the arguments of a container name, in all the ways in which models do that.

use std::sync::atomic::{AtomicU32, Ordering};

use hpd_host::approval::Permission;
use hpd_host::list::{ListMode, ModelOptions, Recovery, VisibilityPolicy};
use hpd_host::{Approval, Session, Toolbox, scope};

use super::{caught, math};
use crate::support::{Math, answer, text};

#[test]
fn arguments_of_a_container_are_read_as_those_of_a_function_are() {
    let calls = [
        "{'function': 'Add', 'a': '5', 'b': 10,}",
        "```json\n{\"function\":\"Add\",\"a\":5,\"b\":10}\n```",
        r#"{"function_name":"Add","a":5,"b":10}"#,
        r#"{"functionName":"Add","arguments":{"a":5,"b":10}}"#,
        r#"{"tool_name":"Math_Add","a":5,"b":10}"#,
        r#"{"method":"Add","params":{"a":5,"b":10}}"#,
        r#"{"Add":{"a":5,"b":10}}"#,
        r#"{"add":"{\"a\":5,\"b\":10}"}"#,
        r#"{"arguments":{"function":"Add","a":5,"b":10}}"#,
        r#"{"function":{"name":"Add","arguments":{"a":5,"b":10}}}"#,
        r#"{"tool_calls":[{"name":"Add","arguments":"{\"a\":5,\"b\":10}"}]}"#,
        r#"{"name":"Add","function":"Add","a":5,"b":10}"#,
    ];
    for call in calls {
        let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
        let outcome = answer(&toolbox, &session, "Math", call);
        assert_eq!(outcome.for_model().text, "15", "{call}");
        assert_eq!(toolbox.counters().run_as_meant, 1, "{call}");
    }
}

#[test]
fn a_read_whose_name_is_misspelt_is_run() {
    for call in [r#"{"function":"Subtrakt","a":5,"b":10}"#, r#"{"Substract":{"a":5,"b":10}}"#] {
        let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
        assert_eq!(answer(&toolbox, &session, "Math", call).for_model().text, "-5", "{call}");
    }
}

#[test]
fn what_names_no_member_without_doubt_runs_nothing() {
    let calls = [
        r#"{"function":"Add","method":"Multiply","a":5,"b":10}"#,
        r#"{"function":"Divide","a":5,"b":10}"#,
        r#"{"Add":{"a":5},"Multiply":{"b":10}}"#,
        r#"{"Add":5}"#,
        r#"{"function":"Add","a":5,"b":1"#,
        "[5, 10]",
    ];
    for call in calls {
        let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
        let outcome = answer(&toolbox, &session, "Math", call);
        assert_eq!(outcome.status(), "expanded", "{call}");
        assert_eq!(outcome.recovered.unwrap().meant, None, "{call}");
    }
}

#[test]
fn what_was_set_right_around_the_call_is_counted() {
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    let outcome = answer(&toolbox, &session, "Math", "{'function': 'Add', 'a': 5, 'b': 10}");
    assert_eq!(outcome.for_model().text, "15");
    assert_eq!(caught(&toolbox), r#"container_with_parameters 1, run_as_meant 1, warnings {"QUOTES":4}"#);
}

fn guidance(toolbox: &Toolbox, session: &Session, arguments: &str) -> String {
    let error: serde_json::Value = serde_json::from_str(&text(toolbox, session, "Math", arguments)).unwrap();
    assert_eq!(error["error_type"], "container_invocation_error");
    error["retry_guidance"].as_str().unwrap().to_owned()
}

#[test]
fn an_open_container_is_not_to_be_expanded_again() {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    answer(&toolbox, &session, "Math", "{}");
    for (arguments, expected) in [
        (r#"{"function":"Add","a":5,"b":10}"#, r#"'Math' is expanded: call 'Add' with {"a":5,"b":10}."#),
        (r#"{"Min":{"a":1,"b":2}}"#, r#"'Math' is expanded: call 'Min' with {"a":1,"b":2}."#),
        (
            r#"{"a":5}"#,
            "'Math' is expanded already: call the individual function you need by its own name. \
             Available functions: Add, Multiply, Abs, Square, Subtract, ...",
        ),
        (r#"{"name":"Statistics"}"#, "'Math' is expanded: call 'Statistics' with NO arguments."),
        (
            r#"{"function":"mean","numbers":[1]}"#,
            r#"'Math' is expanded: call 'Statistics' with NO arguments to expand it, then call 'mean' with {"numbers":[1]}."#,
        ),
    ] {
        assert_eq!(guidance(&toolbox, &session, arguments), expected);
    }
    answer(&toolbox, &session, "Statistics", "{}");
    assert_eq!(
        guidance(&toolbox, &session, r#"{"function":"mean","numbers":[1]}"#),
        r#"'Math' is expanded: call 'mean' with {"numbers":[1]}."#
    );
    let long = format!(r#"{{"function":"mean","numbers":[{}1]}}"#, "1,".repeat(200));
    assert_eq!(
        guidance(&toolbox, &session, &long),
        "'Math' is expanded: call 'mean' with its own arguments."
    );
}

const SEED: &str = "This requires TWO separate tool calls: (1) First call 'Math' with NO arguments to expand it. \
                    (2) After expansion succeeds, call the individual function you need. \
                    Available functions: Add, Multiply, Abs, Square, Subtract, ...";

/// The text of the source document names the first five functions itself.
#[test]
fn a_collapsed_container_names_the_member_that_its_text_leaves_out() {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    for arguments in [r#"{"a":5}"#, r#"{"function":"Add","a":5,"b":10}"#, "[1]", r#"{"function":"Divide"}"#] {
        assert_eq!(guidance(&toolbox, &session, arguments), SEED);
    }
    assert_eq!(
        guidance(&toolbox, &session, r#"{"function":"Min","a":5,"b":10}"#),
        format!(r#"{SEED} In step (2), call 'Min' with {{"a":5,"b":10}}."#)
    );
    assert_eq!(
        guidance(&toolbox, &session, r#"{"function":"mean","numbers":[1]}"#),
        format!(
            r#"{SEED} In step (2), call 'Statistics' with NO arguments to expand it, then call 'mean' with {{"numbers":[1]}}."#
        )
    );
}

#[test]
fn a_list_that_never_changes_is_called_through_the_bridge() {
    let policy = VisibilityPolicy::default().list(ListMode::Constant);
    let toolbox = Toolbox::builder().plugin(Math).visibility(policy).build().unwrap();
    let session = Session::new();
    answer(&toolbox, &session, "Math", "{}");
    let through = guidance(&toolbox, &session, r#"{"function":"Add","a":5,"b":10}"#);
    assert!(through.starts_with(r#"'Math' is expanded: call 'Add' with {"a":5,"b":10}. "#), "{through}");
    assert!(through.contains("call_function"), "{through}");
}

#[derive(Default)]
struct Books(AtomicU32);

#[scope("Books")]
impl Books {
    /// Deletes an invoice.
    #[ai_function(write, risk = low)]
    fn delete_invoice(
        &self,
        /** Which. */
        id: String,
    ) -> String {
        self.0.fetch_add(1, Ordering::Relaxed);
        format!("deleted {id}")
    }

    /// Opens the vault.
    #[ai_function]
    fn open_vault(
        &self,
        /** The code. */
        #[param(sensitive)]
        code: String,
    ) -> usize {
        code.len()
    }
}

fn books(recovery: Recovery) -> Toolbox {
    let builder =
        Toolbox::builder().plugin(Books::default()).approval(Approval::new().writes(Permission::Allow));
    builder.model(ModelOptions::new().recovery(recovery)).build().unwrap()
}

#[test]
fn a_write_whose_name_is_misspelt_is_not_run() {
    let toolbox = books(Recovery::ExpandAndRun);
    let session = Session::new();
    let outcome = answer(&toolbox, &session, "Books", r#"{"function":"delet_invoice","id":"7"}"#);
    assert_eq!(outcome.status(), "expanded");
    assert!(
        outcome
            .for_model()
            .text
            .ends_with("Now call 'delete_invoice' by its own name, with its own arguments.")
    );
    assert_eq!(
        answer(&toolbox, &session, "Books", r#"{"function":"delete_invoice","id":"7"}"#).for_model().text,
        "deleted 7"
    );
}

#[test]
fn a_text_of_a_write_that_was_cut_off_runs_nothing() {
    let toolbox = books(Recovery::ExpandAndRun);
    let outcome = answer(&toolbox, &Session::new(), "Books", r#"{"function":"delete_invoice","id":"7""#);
    assert_eq!(outcome.status(), "expanded");
}

#[test]
fn sensitive_values_are_hidden_wherever_they_were_put() {
    let (toolbox, session) = (books(Recovery::Reject), Session::new());
    let calls = [
        r#"{"open_vault":{"code":"47"}}"#,
        r#"{"OpenVault":{"Code":"47"}}"#,
        r#"{"function":"open_vault","CODE":"47"}"#,
        r#"{"function":"open_vault","arguments":{"code":"47"}}"#,
        r#"{"function":"open_vault","arguments":"{\"code\":\"47\"}"}"#,
        r#"{"function":"open_vault","pin":"47"}"#,
        r#"{"function":"open_vault","47":1}"#,
        r#"{"47":1}"#,
        r#"{"function":"47"}"#,
        r#"["47"]"#,
        r#"[{"code":47}]"#,
        "47",
        r#""47""#,
        "open_vault(47)",
        r#"{"id":{"code":"47"}}"#,
    ];
    for open in [false, true] {
        for call in calls {
            let outcome = answer(&toolbox, &session, "Books", call);
            let (model, host) = (outcome.for_model().text.into_owned(), outcome.for_host().to_string());
            assert!(!model.contains("47") && !host.contains("47"), "{call}: {model}");
            assert!(model.contains("[hidden]"), "{call}: {model}");
        }
        if !open {
            answer(&toolbox, &session, "Books", "{}");
        }
    }
}

#[test]
fn what_is_not_sensitive_is_repeated() {
    let (toolbox, session) = (books(Recovery::Reject), Session::new());
    let error = text(&toolbox, &session, "Books", r#"{"function":"delete_invoice","id":"7"}"#);
    assert!(error.contains(r#""attempted_parameters":{"function":"delete_invoice","id":"7"}"#), "{error}");
}
