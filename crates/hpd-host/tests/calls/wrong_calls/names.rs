//! Names that no tool has.

use hpd_host::list::Recovery;
use hpd_host::{Session, Toolbox};

use super::{caught, math};
use crate::support::{Math, answer, text};

fn expanded() -> (Toolbox, Session) {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    answer(&toolbox, &session, "Math", "{}");
    (toolbox, session)
}

#[test]
fn a_name_after_its_containers_is_recognised_with_every_separator() {
    for name in [
        "Math.Add",
        "Math:Add",
        "Math::Add",
        "Math/Add",
        "Math__Add",
        "math.add",
        "functions.Add",
        "functions.Math.Add",
        "functions.Math_Add",
        "functions_MathAdd",
    ] {
        let (toolbox, session) = expanded();
        assert_eq!(
            text(&toolbox, &session, name, r#"{"a":1,"b":2}"#),
            format!(
                r#"{{"error_type":"unknown_tool","tool_name":"{name}","suggestion":"Add","error_message":"There is no tool '{name}'.","retry_guidance":"It is called by its own name alone. Call 'Add' with the same arguments."}}"#
            )
        );
        assert_eq!(caught(&toolbox), "qualified_name 1");
    }
}

#[test]
fn a_container_after_its_outer_containers_name_takes_no_arguments() {
    let (toolbox, session) = expanded();
    assert_eq!(
        text(&toolbox, &session, "Math.Statistics", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"Math.Statistics","suggestion":"Statistics","error_message":"There is no tool 'Math.Statistics'.","retry_guidance":"It is called by its own name alone. Call 'Statistics' with NO arguments."}"#
    );
}

#[test]
fn a_qualified_name_of_a_hidden_function_names_the_container_too() {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    assert_eq!(
        text(&toolbox, &session, "Math.add", r#"{"a":1,"b":2}"#),
        r#"{"error_type":"tool_not_visible","tool_name":"Math.add","suggestion":"Add","container_name":"Math","error_message":"'Add' is inside the container 'Math', which is not expanded yet.","retry_guidance":"First call 'Math' with NO arguments to expand it, then call 'Add' by its own name."}"#
    );
    assert_eq!(caught(&toolbox), "qualified_name 1");
}

#[test]
fn a_member_that_is_misspelt_is_looked_for_inside() {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    assert_eq!(
        text(&toolbox, &session, "Math.Subtrakt", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"Math.Subtrakt","suggestion":"Subtract","error_message":"There is no tool 'Math.Subtrakt'.","retry_guidance":"Did you mean 'Subtract', inside the container 'Math'? First call 'Math' with NO arguments to expand it, then call 'Subtract' by its own name."}"#
    );
    assert_eq!(caught(&toolbox), "misspelt_name 1");
}

#[test]
fn another_spelling_is_recognised() {
    for name in ["ADD", "a-d_d"] {
        let (toolbox, session) = expanded();
        assert_eq!(
            text(&toolbox, &session, name, "{}"),
            format!(
                r#"{{"error_type":"unknown_tool","tool_name":"{name}","suggestion":"Add","error_message":"There is no tool '{name}'.","retry_guidance":"Did you mean 'Add'? Call a tool by exactly the name in the list of tools."}}"#
            )
        );
        assert_eq!(caught(&toolbox), "misspelt_name 1");
    }
}

#[test]
fn a_misspelt_name_gets_the_nearest_one() {
    let (toolbox, session) = expanded();
    assert_eq!(
        text(&toolbox, &session, "Multiplly", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"Multiplly","suggestion":"Multiply","error_message":"There is no tool 'Multiplly'.","retry_guidance":"Did you mean 'Multiply'? Call a tool by exactly the name in the list of tools."}"#
    );
    assert_eq!(caught(&toolbox), "misspelt_name 1");
}

#[test]
fn a_name_like_nothing_gets_no_suggestion() {
    let (toolbox, session) = expanded();
    assert_eq!(
        text(&toolbox, &session, "order_pizza", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"order_pizza","error_message":"There is no tool 'order_pizza'.","retry_guidance":"Call a tool by exactly the name in the list of tools."}"#
    );
    assert_eq!(caught(&toolbox), "unknown_name 1");
}

#[test]
fn odd_names_are_answered_like_others() {
    let (toolbox, session) = expanded();
    for name in ["", ".", "__", "Math.", ".Add.", "Math..", "ü.ö", &"x.".repeat(500)] {
        let outcome = answer(&toolbox, &session, name, "{}");
        assert_eq!(outcome.error().map(hpd_host::CallError::error_type), Some("unknown_tool"), "{name:?}");
        assert!(outcome.for_model().text.len() < 400, "{name:?}");
    }
}

#[test]
fn a_prefixed_plugin_is_found_by_its_own_name() {
    let toolbox = Toolbox::builder().plugin_as("calc", Math).build().unwrap();
    let session = Session::new();
    answer(&toolbox, &session, "Math", "{}");
    for name in ["Math.Add", "add", "Math.calc__Add"] {
        let error = text(&toolbox, &session, name, "{}");
        assert!(error.contains(r#""suggestion":"calc__Add""#), "{error}");
    }
}

/// The innermost scope counts too, and a nearer container comes first.
#[test]
fn a_name_after_an_outer_containers_is_recognised() {
    let (toolbox, session) = (math(Recovery::Reject), Session::new());
    assert_eq!(
        text(&toolbox, &session, "Math.mean", r#"{"numbers":[1]}"#),
        r#"{"error_type":"tool_not_visible","tool_name":"Math.mean","suggestion":"mean","container_name":"Math","error_message":"'mean' is inside the container 'Math', which is not expanded yet.","retry_guidance":"First call 'Math' with NO arguments to expand it, then call 'mean' by its own name."}"#
    );
    answer(&toolbox, &session, "Math", "{}");
    answer(&toolbox, &session, "Statistics", "{}");
    for name in ["Math.mean", "Math.Statistics.mean", "Statistics.mean"] {
        assert_eq!(
            text(&toolbox, &session, name, r#"{"numbers":[1]}"#),
            format!(
                r#"{{"error_type":"unknown_tool","tool_name":"{name}","suggestion":"mean","error_message":"There is no tool '{name}'.","retry_guidance":"It is called by its own name alone. Call 'mean' with the same arguments."}}"#
            )
        );
    }
    assert_eq!(
        text(&toolbox, &session, "Math.maen", r#"{"numbers":[1]}"#),
        r#"{"error_type":"unknown_tool","tool_name":"Math.maen","suggestion":"mean","error_message":"There is no tool 'Math.maen'.","retry_guidance":"Did you mean 'mean'? Call a tool by exactly the name in the list of tools."}"#
    );
    assert_eq!(caught(&toolbox), "misspelt_name 1, qualified_name 4");
}

#[test]
fn a_name_of_two_letters_gets_one_that_has_a_letter_more() {
    let (toolbox, session) = expanded();
    assert_eq!(
        text(&toolbox, &session, "Ad", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"Ad","suggestion":"Add","error_message":"There is no tool 'Ad'.","retry_guidance":"Did you mean 'Add'? Call a tool by exactly the name in the list of tools."}"#
    );
    assert_eq!(
        text(&toolbox, &session, "Ax", "{}"),
        r#"{"error_type":"unknown_tool","tool_name":"Ax","error_message":"There is no tool 'Ax'.","retry_guidance":"Call a tool by exactly the name in the list of tools."}"#
    );
}
