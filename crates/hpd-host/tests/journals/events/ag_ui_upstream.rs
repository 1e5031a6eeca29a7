//! AG-UI events of this crate, and the rules that check them, compared with recorded servers and clients of others.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::events::ag_ui_order::Order;
use crate::events::ag_ui_schema::{their_validator, validator};
use crate::events::recorded::{self, is_framed, streams, walk};

const SENT_HERE: [&str; 13] = [
    "RUN_STARTED",
    "RUN_FINISHED",
    "RUN_ERROR",
    "STEP_STARTED",
    "STEP_FINISHED",
    "TEXT_MESSAGE_START",
    "TEXT_MESSAGE_CONTENT",
    "TEXT_MESSAGE_END",
    "TOOL_CALL_START",
    "TOOL_CALL_ARGS",
    "TOOL_CALL_END",
    "TOOL_CALL_RESULT",
    "CUSTOM",
];

#[test]
fn every_event_that_was_recorded_has_the_form() {
    let validator = their_validator();
    for stream in streams("ag_ui") {
        for event in stream.events {
            assert_eq!(
                validator.validate(&event).map_err(|error| error.to_string()),
                Ok(()),
                "{}",
                stream.name
            );
        }
    }
}

#[test]
fn every_stream_that_was_recorded_has_the_order() {
    for stream in streams("ag_ui") {
        let mut order = Order::default();
        for event in &stream.events {
            assert_eq!(order.take(event), Ok(()), "{}", stream.name);
        }
        assert!(order.is_done(), "{}", stream.name);
        assert!(!stream.is_done, "{}: AG-UI has no [DONE]", stream.name);
    }
}

/// Without this, the tests above would say nothing of some events.
#[test]
fn every_event_that_is_sent_here_was_recorded() {
    let kinds: BTreeSet<_> = streams("ag_ui")
        .into_iter()
        .flat_map(|stream| stream.events)
        .map(|event| event["type"].as_str().unwrap().to_owned())
        .collect();
    let missing: Vec<_> = SENT_HERE.into_iter().filter(|kind| !kinds.contains(*kind)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn an_interrupt_that_was_recorded_has_the_fields_that_are_sent_here() {
    let validator = validator();
    let endings: Vec<_> = streams("ag_ui")
        .into_iter()
        .filter_map(|mut stream| stream.events.pop())
        .filter(|event| event["outcome"]["type"] == "interrupt")
        .collect();
    assert_eq!(endings.len(), 2);
    for ending in endings {
        assert!(validator.is_valid(&ending), "{ending}");
    }
}

/// One line of data for each event, and nothing else.
#[test]
fn frames_are_those_that_servers_send() {
    for stream in streams("ag_ui") {
        assert!(is_framed(&stream.text), "{}", stream.name);
    }
    let Value::Object(judged) = recorded::json("ag_ui", "judged.json") else {
        unreachable!("it is an object")
    };
    for (name, judged) in judged {
        assert!(is_framed(judged["stream"].as_str().unwrap()), "{name}");
    }
}

/// In both directions: events that the clients accept are accepted, and events that they refuse are refused.
#[test]
fn the_order_is_that_of_the_clients() {
    let walk = walk("ag_ui");
    assert_eq!(walk.streams.len(), 770);
    for (stream, refused, refused_before) in &walk.streams {
        for (c, event) in &walk.events {
            let mut order = Order::default();
            for c in stream.chars() {
                assert_eq!(order.take(&walk.events[&c]), Ok(()), "in {stream}");
            }
            let is_refused = refused.contains(*c) || refused_before.contains(*c);
            assert_eq!(order.take(event).is_err(), is_refused, "{c} after {stream}");
        }
    }
}

#[test]
fn the_versions_disagree_only_on_a_run_after_an_error() {
    let walk = walk("ag_ui");
    for (stream, refused, refused_before) in &walk.streams {
        let is_after_error = stream.ends_with('e');
        assert_eq!(refused_before, if is_after_error { "ab" } else { "" }, "after {stream}");
        assert_eq!(
            is_after_error,
            refused.len() + refused_before.len() == walk.events.len(),
            "after {stream}"
        );
    }
}

/// The result of the client of this version for the events of this crate.
fn made_of(name: &str, version: &str) -> Value {
    recorded::json("ag_ui", "judged.json")[name][version].clone()
}

#[test]
fn the_clients_take_what_is_sent_here_without_a_warning() {
    let Value::Object(judged) = recorded::json("ag_ui", "judged.json") else {
        unreachable!("it is an object")
    };
    assert_eq!(judged.len(), 8);
    for (name, judged) in judged {
        for version in ["0.0.58", "1.0.0"] {
            assert_eq!(judged[version]["refused"], Value::Null, "{name}, {version}");
            assert_eq!(judged[version]["warnings"], json!([]), "{name}, {version}");
        }
    }
}

#[test]
fn the_clients_have_every_call_with_its_result() {
    for version in ["0.0.58", "1.0.0"] {
        let made = made_of("a_conversation_as_events_of_ag_ui", version);
        let messages = made["messages"].as_array().unwrap();
        let calls: Vec<_> =
            messages.iter().filter_map(|message| message["toolCalls"][0]["id"].as_str()).collect();
        let results: Vec<_> = messages
            .iter()
            .filter(|message| message["role"] == "tool")
            .filter_map(|message| message["toolCallId"].as_str())
            .collect();
        assert_eq!(calls, ["call_1", "call_2", "call_3", "call_4", "call_5"], "{version}");
        assert_eq!(results, ["call_1", "call_2", "call_3", "call_4"], "{version}");
    }
}

#[test]
fn the_clients_keep_calls_of_one_id_apart() {
    for version in ["0.0.58", "1.0.0"] {
        let made = made_of("calls_of_one_id", version);
        let messages = made["messages"].as_array().unwrap();
        let arguments: Vec<_> = messages
            .iter()
            .filter_map(|message| message["toolCalls"][0]["function"]["arguments"].as_str())
            .collect();
        assert_eq!(
            arguments,
            ["Acme", "Blue", "Coal"].map(|of| format!(r#"{{"contact":"{of}"}}"#)),
            "{version}"
        );
    }
}

#[test]
fn the_clients_have_calls_of_one_message_in_one_message() {
    for version in ["0.0.58", "1.0.0"] {
        let made = made_of("calls_of_one_message", version);
        let messages = made["messages"].as_array().unwrap().iter().map(|message| {
            let calls = message["toolCalls"].as_array().into_iter().flatten();
            let calls: Vec<_> = calls.filter_map(|call| call["id"].as_str()).collect();
            format!("{} {}", message["role"], calls.join(" ")).replace('"', "")
        });
        let messages: Vec<_> = messages.collect();
        assert_eq!(messages, ["assistant 1 2", "tool ", "tool ", "assistant 3"], "{version}");
    }
}

#[test]
fn the_clients_have_texts_and_calls_in_their_order() {
    for version in ["0.0.58", "1.0.0"] {
        let made = made_of("a_turn_in_which_the_model_speaks", version);
        let messages = made["messages"].as_array().unwrap().iter().map(|message| {
            let of = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let calls = [of(&message["toolCalls"][0]["id"]), of(&message["toolCallId"])].concat();
            if message["role"] == "tool" {
                format!("result of {calls}")
            } else {
                of(&message["content"]) + &calls
            }
        });
        assert_eq!(
            messages.collect::<Vec<_>>(),
            [
                "I'll record it.call_1",
                "result of call_1",
                "Let me see what they owe.call_2",
                "result of call_2",
                "call_3",
                "result of call_3",
                "call_4",
                "result of call_4",
                "Please confirm.",
                "I could not record the payment.",
                "The payment was recorded."
            ],
            "{version}"
        );
    }
}

#[test]
fn the_clients_keep_what_was_said_before_a_turn_failed() {
    for version in ["0.0.58", "1.0.0"] {
        let made = made_of("a_turn_that_fails_while_the_model_speaks", version);
        assert_eq!(made["messages"][0]["content"], "Good mor", "{version}");
        assert_eq!(made["errors"], json!(["The model can't be reached."]), "{version}");
    }
}

#[test]
fn the_clients_wait_for_the_user_at_a_question() {
    for version in ["0.0.58", "1.0.0"] {
        let made = made_of("a_turn_that_waits_for_the_user", version);
        let interrupts = made["interrupts"].as_array().unwrap();
        assert_eq!(interrupts.len(), 1, "{version}");
        assert_eq!(
            [&interrupts[0]["id"], &interrupts[0]["toolCallId"], &interrupts[0]["metadata"]["nonce"]],
            ["p1", "call_4", "51d0"],
            "{version}"
        );
    }
}

#[test]
fn the_clients_have_the_reason_of_a_turn_that_failed() {
    for version in ["0.0.58", "1.0.0"] {
        assert_eq!(
            made_of("a_turn_that_fails", version)["errors"],
            json!(["The model can't be reached."]),
            "{version}"
        );
    }
}
