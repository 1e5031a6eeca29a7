//! Functions inside containers that are not expanded.

use hpd_host::Session;
use hpd_host::list::Recovery;

use super::{caught, math};
use crate::support::{answer, text};

#[test]
fn a_hidden_function_is_answered_with_its_container() {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    assert_eq!(
        text(&toolbox, &session, "Add", r#"{"a":1,"b":2}"#),
        r#"{"error_type":"tool_not_visible","tool_name":"Add","container_name":"Math","error_message":"'Add' is inside the container 'Math', which is not expanded yet.","retry_guidance":"First call 'Math' with NO arguments to expand it, then call 'Add' again."}"#
    );
    assert_eq!(caught(&toolbox), "hidden_tool 1");
}

#[test]
fn of_containers_inside_each_other_the_outer_one_comes_first() {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    let outer = text(&toolbox, &session, "mean", r#"{"numbers":[1,3]}"#);
    assert!(outer.contains(r#""container_name":"Math""#), "{outer}");
    answer(&toolbox, &session, "Math", "{}");
    let inner = text(&toolbox, &session, "mean", r#"{"numbers":[1,3]}"#);
    assert!(inner.contains(r#""container_name":"Statistics""#), "{inner}");
    answer(&toolbox, &session, "Statistics", "{}");
    assert_eq!(text(&toolbox, &session, "mean", r#"{"numbers":[1,3]}"#), "2.0");
}

#[test]
fn containers_on_the_way_are_expanded_from_the_outside_inwards() {
    let (toolbox, session) = (math(Recovery::Expand), Session::new());
    assert_eq!(
        text(&toolbox, &session, "mean", r#"{"numbers":[1,3]}"#),
        "Math expanded. Functions: Add, Multiply, Abs, Square, Subtract, Min, SolveQuadratic. Containers: Statistics.\n\n\
         Numbers are exact up to 2^53.\n\n\
         Statistics expanded. Functions: mean.\n\n\
         'mean' did not run, since its container was not expanded yet. Now call 'mean' again."
    );
    assert_eq!(caught(&toolbox), "expanded_instead 1, hidden_tool 1");
    assert_eq!(text(&toolbox, &session, "mean", r#"{"numbers":[1,3]}"#), "2.0");
}

#[test]
fn a_hidden_function_runs_where_the_policy_says_so() {
    let (toolbox, session) = (math(Recovery::ExpandAndRun), Session::new());
    let outcome = answer(&toolbox, &session, "mean", r#"{"numbers":[1,3]}"#);
    assert_eq!(outcome.for_model().text, "2.0");
    assert_eq!(
        outcome.for_host()["recovered"],
        serde_json::json!({ "mistake": "hidden_tool", "expanded": ["Math", "Statistics"], "meant": "mean", "ran": "mean" })
    );
    assert_eq!(caught(&toolbox), "hidden_tool 1, run_as_meant 1");
}
