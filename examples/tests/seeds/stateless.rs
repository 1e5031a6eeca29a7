//! Document 000 for clients without memory: the conversation of its flow, with one session and with one a request.

use futures_executor::block_on;
use hpd_examples::math::Math;
use hpd_host::list::{Access, ListMode};
use hpd_host::{RawCall, Session, Toolbox, TurnContext};

use crate::containers_kit::{WRONG, math, names, text};

/// The conversation of the document: a wrong call of the container, a right one, a call of its function.
const CONVERSATION: [(&str, &str); 3] = [("Math", WRONG), ("Math", "{}"), ("Add", r#"{"a":5,"b":10}"#)];

/// A session that a client without memory has for one request.
fn of_one_request() -> Session {
    let session = Session::new();
    session.set_access(Access::Open);
    session
}

#[test]
fn with_and_without_memory_two_conversations_on_one_toolbox_end_alike() {
    let (toolbox, remembered) = math();
    for (step, (name, arguments)) in CONVERSATION.into_iter().enumerate() {
        let with = text(&toolbox, &remembered, name, arguments);
        let without = text(&toolbox, &of_one_request(), name, arguments);
        match step {
            0 => {
                let guidance = "TWO separate tool calls";
                assert!(with.contains("error_type") && without.contains("error_type"), "{with} {without}");
                assert!(with.contains(guidance), "{with}");
                assert!(!without.contains(guidance), "{without}");
            }
            1 => {
                assert!(with.starts_with("Math expanded. Functions: Add, "), "{with}");
                assert!(without.starts_with("Math is open. Functions: Add, "), "{without}");
                // Nobody keeps a list for it: the answer has what a list would show.
                assert!(without.contains(r#""required":["a","b"]"#), "{without}");
            }
            _ => assert_eq!((with.as_str(), without.as_str()), ("15", "15")),
        }
    }
    // The one without memory has left nothing behind, and the other one is as it was.
    assert!(of_one_request().expanded().is_empty());
    assert_eq!(names(&toolbox, &remembered).len(), 8);
}

#[test]
fn without_memory_a_guess_is_answered_from_all_names() {
    let (toolbox, _) = math();
    let cased = text(&toolbox, &of_one_request(), "add", r#"{"a":5,"b":10}"#);
    assert!(cased.contains("Did you mean 'Add'?"), "{cased}");
    let near = text(&toolbox, &of_one_request(), "Multply", r#"{"a":5,"b":10}"#);
    assert!(near.contains("Did you mean 'Multiply'?"), "{near}");
}

#[test]
fn a_constant_list_without_memory_calls_through_one_tool() {
    let toolbox = Toolbox::builder().plugin(Math).build().unwrap();
    let turn =
        TurnContext { access: Some(Access::Open), list: Some(ListMode::Constant), ..TurnContext::default() };
    let call = |name: &str, arguments: &str| {
        let raw = RawCall::new("1", name, arguments);
        block_on(toolbox.call_with(&Session::new(), &turn, &raw)).for_model().text.into_owned()
    };
    let listed: Vec<_> = toolbox.tools_with(&Session::new(), &turn).names().map(str::to_owned).collect();
    assert_eq!(listed, ["Math", "call_function"]);
    assert!(call("Math", "{}").contains("call_function"));
    assert_eq!(call("call_function", r#"{"name":"Add","arguments":{"a":5,"b":10}}"#), "15");
    // By the bare name, too: clients with a fixed list refuse it, others do not.
    assert_eq!(call("Add", r#"{"a":5,"b":10}"#), "15");
}
