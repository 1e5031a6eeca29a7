//! Containers that were called with parameters, under each policy.

use hpd_host::Session;
use hpd_host::list::Recovery;

use super::{caught, math};
use crate::support::{answer, names, text};

const CALL: &str = r#"{"function":"Add","a":5,"b":10}"#;
const EXPANSION: &str = "Math expanded. Functions: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic. \
                         Containers: Statistics.\n\nNumbers are exact up to 2^53.";

#[test]
fn reject_expands_nothing() {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    assert_eq!(
        text(&toolbox, &session, "Math", CALL),
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
    assert_eq!(caught(&toolbox), "container_with_parameters 1");
}

#[test]
fn expand_expands_and_says_what_to_call() {
    let (toolbox, session) = (math(Recovery::Expand), Session::new());
    let outcome = answer(&toolbox, &session, "Math", CALL);
    assert_eq!(
        outcome.for_model().text,
        format!(
            "{EXPANSION}\n\nThe arguments were not used, since a container takes none. Now call 'Add' by its own name, \
             with its own arguments."
        )
    );
    assert!(!outcome.for_model().is_error);
    assert_eq!(outcome.status(), "expanded");
    assert_eq!(
        outcome.for_host()["recovered"],
        serde_json::json!({ "mistake": "container_with_parameters", "expanded": ["Math"], "meant": "Add", "ran": null })
    );
    assert_eq!(caught(&toolbox), "container_with_parameters 1, expanded_instead 1");
}

#[test]
fn expand_says_so_where_no_function_was_named() {
    for recovery in [Recovery::Expand, Recovery::ExpandAndRun] {
        let (toolbox, session) = (math(recovery), Session::new());
        assert_eq!(
            text(&toolbox, &session, "Math", r#"{"a":5,"b":10}"#),
            format!(
                "{EXPANSION}\n\nThe arguments were not used, since a container takes none. Now call the function you \
                 need by its own name, with its own arguments."
            )
        );
        assert_eq!(caught(&toolbox), "container_with_parameters 1, expanded_instead 1");
    }
}

#[test]
fn expand_and_run_runs_the_function_that_is_named() {
    let calls = [
        CALL,
        r#"{"name":"Add","a":5,"b":10}"#,
        r#"{"tool":"add","a":5,"b":10}"#,
        r#"{"a":5,"b":10,"action":"Math.Add"}"#,
        r#"{"function":"Add","arguments":{"a":5,"b":10}}"#,
        r#"{"function":"Add","parameters":{"a":5,"b":10}}"#,
        r#"{"name":"Add","args":"{\"a\":5,\"b\":10}"}"#,
    ];
    for call in calls {
        let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
        let outcome = answer(&toolbox, &session, "Math", call);
        assert_eq!(outcome.for_model().text, "15", "{call}");
        assert_eq!((&*outcome.call_id, &*outcome.tool_name), ("call_1", "Math"));
        let recovered = outcome.recovered.as_ref().unwrap();
        assert_eq!(recovered.ran.as_deref(), Some("Add"));
        assert_eq!(names(&toolbox, &session).len(), 9);
        assert_eq!(caught(&toolbox), "container_with_parameters 1, run_as_meant 1");
    }
}

#[test]
fn arguments_that_are_wrong_are_all_listed() {
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    assert_eq!(
        text(&toolbox, &session, "Math", r#"{"function":"Add","a":"five"}"#),
        concat!(
            r#"{"error_type":"validation_error","errors":["#,
            r#"{"property":"a","attempted_value":"five","error_message":"a must be an integer, but a string was sent","error_code":"TYPE_MISMATCH"},"#,
            r#"{"property":"b","attempted_value":null,"error_message":"b is required","error_code":"REQUIRED_FIELD"}],"#,
            r#""retry_guidance":"The provided arguments are invalid. Please review the errors, correct the arguments based on the function schema, and try again. 'Math' is expanded now. Call 'Add' by its own name."}"#,
        )
    );
    assert_eq!(
        caught(&toolbox),
        r#"container_with_parameters 1, errors {"REQUIRED_FIELD":1,"TYPE_MISMATCH":1}, invalid_arguments 1"#
    );
}

#[test]
fn two_names_are_no_name() {
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    let outcome =
        answer(&toolbox, &session, "Math", r#"{"function":"Add","action":"Multiply","a":5,"b":10}"#);
    assert_eq!(outcome.status(), "expanded");
    assert_eq!(outcome.recovered.unwrap().meant, None);
}

#[test]
fn a_container_may_be_named_as_a_member() {
    let (toolbox, session) = (math(Recovery::Expand), Session::new());
    assert_eq!(
        text(&toolbox, &session, "Math", r#"{"name":"Statistics"}"#),
        format!(
            "{EXPANSION}\n\nThe arguments were not used, since a container takes none. Now call 'Statistics' by its own \
             name, with NO arguments."
        )
    );
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    assert_eq!(
        text(&toolbox, &session, "Math", r#"{"name":"Statistics"}"#),
        "Statistics expanded. Functions: mean."
    );
}
