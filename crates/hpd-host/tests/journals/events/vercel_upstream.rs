//! UI message streams of this crate, and the rules that check them, compared with recorded servers and clients of
//! others.

use std::collections::BTreeSet;

use hpd_host::events::vercel::HEADERS;
use serde_json::{Value, json};

use crate::events::recorded::{self, is_framed, streams, walk};
use crate::events::vercel_order::{Care, Message};
use crate::events::vercel_schema::their_validator;

const VERSIONS: [&str; 3] = ["5.0.277", "6.0.326", "7.0.173"];

const SENT_HERE: [&str; 12] = [
    "start",
    "start-step",
    "text-start",
    "text-delta",
    "text-end",
    "tool-input-available",
    "tool-output-available",
    "tool-output-error",
    "data-looked",
    "finish-step",
    "finish",
    "error",
];

#[test]
fn every_chunk_that_was_recorded_has_the_form() {
    let validator = their_validator();
    for stream in streams("vercel") {
        for chunk in stream.events {
            assert_eq!(
                validator.validate(&chunk).map_err(|error| error.to_string()),
                Ok(()),
                "{}",
                stream.name
            );
        }
    }
}

#[test]
fn every_stream_that_was_recorded_has_the_order() {
    for stream in streams("vercel") {
        let mut message = Message::default();
        for chunk in &stream.events {
            assert_eq!(message.take(chunk), Ok(()), "{}", stream.name);
        }
        assert!(stream.is_done, "{}", stream.name);
    }
}

/// Without this, the tests above would prove nothing for some chunks. `data-looked` represents all parts.
#[test]
fn every_chunk_that_is_sent_here_was_recorded() {
    let kinds: BTreeSet<_> = streams("vercel")
        .into_iter()
        .flat_map(|stream| stream.events)
        .map(|chunk| chunk["type"].as_str().unwrap().to_owned())
        .collect();
    let missing: Vec<_> = SENT_HERE.into_iter().filter(|kind| !kinds.contains(*kind)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// Parts outside of steps, and a repeated part: a host may send them beside the chunks of this crate.
#[test]
fn servers_keep_the_care_that_is_taken_here_but_for_parts_and_errors() {
    let mut other = Vec::new();
    for stream in streams("vercel") {
        let mut care = Care::default();
        let refused = stream.events.iter().find(|chunk| {
            let metadata = chunk["type"] == "message-metadata";
            !metadata && care.take(chunk).is_err()
        });
        match refused {
            Some(chunk) => other.push((stream.name, chunk["type"].as_str().unwrap().to_owned())),
            None => assert!(care.is_over(), "{}", stream.name),
        }
    }
    let other: Vec<_> = other.iter().map(|(name, kind)| (name.as_str(), kind.as_str())).collect();
    assert_eq!(
        other,
        [
            ("ai_data.sse", "data-looked"),
            ("ai_error.sse", "finish-step"),
            ("pydantic_ai_error.sse", "finish-step")
        ]
    );
}

/// One line of data for each chunk, and nothing else.
#[test]
fn frames_are_those_that_servers_send() {
    for stream in streams("vercel") {
        assert!(is_framed(&stream.text), "{}", stream.name);
    }
    let Value::Object(judged) = recorded::json("vercel", "judged.json") else {
        unreachable!("it is an object")
    };
    for (name, messages) in judged {
        for message in messages.as_array().unwrap() {
            assert!(is_framed(message["stream"].as_str().unwrap()), "{name}");
        }
    }
}

/// In both directions: chunks that the clients accept are accepted, and chunks that they refuse are refused.
#[test]
fn the_order_is_that_of_the_clients() {
    let walk = walk("vercel");
    assert_eq!(walk.streams.len(), 1073);
    for (stream, refused, _) in &walk.streams {
        for (c, chunk) in &walk.events {
            let mut message = Message::default();
            for c in stream.chars() {
                assert_eq!(message.take(&walk.events[&c]), Ok(()), "in {stream}");
            }
            assert_eq!(message.take(chunk).is_err(), refused.contains(*c), "{c} after {stream}");
        }
    }
}

/// All but `connection`, which HTTP/2 does not have.
#[test]
fn the_headers_are_those_of_every_version() {
    let recorded = recorded::json("vercel", "headers.json");
    for version in VERSIONS {
        let Value::Object(mut headers) = recorded[version].clone() else { unreachable!("it is an object") };
        headers.remove("connection");
        let sent: serde_json::Map<_, _> =
            HEADERS.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        assert_eq!(sent, headers, "{version}");
    }
}

/// The results of the chat of this version for the messages of this crate.
fn made_of(name: &str, version: &str) -> Vec<Value> {
    let judged = recorded::json("vercel", "judged.json");
    judged[name].as_array().unwrap().iter().map(|message| message[version].clone()).collect()
}

/// Those parts of a message that are calls.
fn calls(message: &Value) -> Vec<[&str; 2]> {
    let parts = message["parts"].as_array().unwrap().iter();
    parts
        .filter(|part| part["type"] == "dynamic-tool")
        .map(|part| ["toolCallId", "state"].map(|key| part[key].as_str().unwrap()))
        .collect()
}

#[test]
fn a_chat_has_every_call_with_its_result() {
    for version in VERSIONS {
        let made = made_of("a_conversation_as_ui_message_streams", version);
        assert!(made.iter().all(|made| made["status"] == "ready" && made["error"].is_null()), "{version}");
        assert_eq!(
            calls(&made[0]["message"]),
            [
                ["call_1", "output-error"],
                ["call_2", "output-available"],
                ["call_3", "output-available"],
                ["call_4", "output-available"]
            ],
            "{version}"
        );
        assert_eq!(calls(&made[1]["message"]), [["call_5", "input-available"]], "{version}");
    }
}

#[test]
fn a_chat_keeps_calls_of_one_id_apart() {
    for version in VERSIONS {
        let made = made_of("calls_of_one_id", version);
        let done = |id| [id, "output-available"];
        assert_eq!(calls(&made[0]["message"]), [done("1"), done("1/3")], "{version}");
        assert_eq!(calls(&made[1]["message"]), [done("1")], "{version}");
    }
}

#[test]
fn a_chat_has_texts_and_calls_in_their_order() {
    let shown = |message: &Value| {
        let parts = message["parts"].as_array().unwrap().iter();
        let shown = parts.filter_map(|part| match part["type"].as_str()? {
            "text" => part["text"].as_str(),
            "dynamic-tool" => part["toolCallId"].as_str(),
            "step-start" => Some("(step)"),
            _ => None,
        });
        shown.collect::<Vec<_>>().join(" ")
    };
    for version in VERSIONS {
        let made = made_of("a_turn_in_which_the_model_speaks", version);
        assert_eq!(
            [shown(&made[0]["message"]), shown(&made[1]["message"])],
            [
                "(step) I'll record it. call_1 (step) Let me see what they owe. call_2 (step) call_3 (step) call_4 Please confirm.",
                "(step) call_4 (step) I could not record the payment. The payment was recorded."
            ],
            "{version}"
        );
    }
}

#[test]
fn a_chat_knows_that_a_text_has_ended() {
    for version in VERSIONS {
        for name in ["a_turn_in_which_the_model_speaks", "a_turn_that_fails_while_the_model_speaks"] {
            let made = made_of(name, version);
            let parts = made.iter().flat_map(|made| made["message"]["parts"].as_array().unwrap());
            let states: BTreeSet<_> = parts
                .filter(|part| part["type"] == "text")
                .map(|text| text["state"].as_str().unwrap())
                .collect();
            assert_eq!(states, BTreeSet::from(["done"]), "{name}, {version}");
        }
    }
}

#[test]
fn a_chat_gives_an_id_to_a_message_that_has_none() {
    for version in VERSIONS {
        let made = made_of("a_text_that_nobody_gave_an_id", version);
        assert!(made[0]["message"]["id"].as_str().is_some_and(|id| !id.is_empty()), "{version}");
    }
}

#[test]
fn a_chat_has_the_reason_of_a_turn_that_failed() {
    for version in VERSIONS {
        let made = made_of("a_turn_that_fails", version);
        assert_eq!(
            [&made[0]["status"], &made[0]["error"]],
            ["error", "The model can't be reached."],
            "{version}"
        );
    }
}

/// A question holds the values that its answer repeats.
#[test]
fn what_a_chat_makes_for_the_model_holds_no_question() {
    for version in VERSIONS {
        let made = made_of("a_conversation_as_ui_message_streams", version);
        assert!(made[0]["message"].to_string().contains("51d0"), "{version}");
        let for_model = made[0]["forModel"].to_string();
        assert!(for_model.contains("PAY-001") && !for_model.contains("51d0"), "{version}: {for_model}");
    }
}
