//! Texts of the model, for front ends that are built with the AI SDK.

use hpd_host::events::Event;
use hpd_host::events::vercel::{UiMessageChunk, UiMessageMapper};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::events::conversation::{WRITE, call, guardrail, paid, record, result, turn_started};
use crate::events::spoken::{Mark, Step, any_steps, spoken_turn};
use crate::events::vercel::{are_what_chats_read, hold_against_sdk, names, values};

/// The messages of these steps, and the texts and calls of the model.
fn told(steps: &[Step]) -> (Vec<Vec<UiMessageChunk>>, Vec<Mark>) {
    let (mut mapper, mut messages, mut message, mut marks) =
        (UiMessageMapper::new(), Vec::new(), Vec::new(), Vec::new());
    let mut begun = 0;
    for step in steps {
        match step {
            Step::Begin(_) => {
                if let Some(chunks) = mapper.begin(format!("message-{}", begun + 1)) {
                    begun += 1;
                    message.extend(chunks);
                } else {
                    assert!(!message.is_empty());
                }
            }
            Step::Text(delta) => {
                marks.extend((!delta.is_empty()).then(|| Mark::Text(delta.clone())));
                message.extend(mapper.text(delta));
            }
            Step::EndText => message.extend(mapper.end_text()),
            Step::Record(record) => {
                marks.extend(matches!(record.event, Event::ToolCall(_)).then_some(Mark::Call));
                let chunks = mapper.chunks(record).unwrap_or_else(|| {
                    message.extend(mapper.finish());
                    messages.push(std::mem::take(&mut message));
                    mapper.chunks(record).expect("a mapper that has seen nothing takes any record")
                });
                message.extend(chunks);
            }
            Step::Finish | Step::Fail => {
                message.extend(match step {
                    Step::Fail => mapper.fail("The model can't be reached."),
                    _ => mapper.finish(),
                });
                messages.push(std::mem::take(&mut message));
            }
        }
    }
    message.extend(mapper.finish());
    messages.push(message);
    messages.retain(|message| !message.is_empty());
    (messages, marks)
}

/// The only message that these steps come to.
fn message(steps: &[Step]) -> Vec<UiMessageChunk> {
    let (mut messages, _) = told(steps);
    assert_eq!(messages.len(), 1);
    messages.remove(0)
}

fn text(text: &str) -> Step {
    Step::Text(text.to_owned())
}

fn told_of(seq: u64, call_id: Option<&str>, event: Event) -> Step {
    Step::Record(Box::new(record(seq, "t1", call_id, event)))
}

#[test]
fn a_turn_in_which_the_model_speaks() {
    are_what_chats_read("a_turn_in_which_the_model_speaks", &told(&spoken_turn()).0);
}

#[test]
fn a_turn_without_a_call() {
    let steps = [Step::Begin(1), text("Good "), text("morning!"), Step::Finish];
    are_what_chats_read("a_turn_without_a_call", &[message(&steps)]);
}

#[test]
fn a_text_that_nobody_gave_an_id() {
    are_what_chats_read("a_text_that_nobody_gave_an_id", &[message(&[text("Good morning!")])]);
}

#[test]
fn a_turn_that_fails_while_the_model_speaks() {
    let steps = [Step::Begin(1), text("Good mor"), Step::Fail];
    are_what_chats_read("a_turn_that_fails_while_the_model_speaks", &[message(&steps)]);
}

#[test]
fn what_the_model_says_in_a_conversation_is_what_the_sdk_takes() {
    for message in told(&spoken_turn()).0 {
        assert_eq!(hold_against_sdk(&message), Ok(()));
    }
}

#[test]
fn an_empty_part_opens_nothing() {
    assert_eq!(told(&[text(""), Step::EndText]).0, Vec::<Vec<_>>::new());
    let message = message(&[Step::Begin(1), text("")]);
    assert_eq!(names(&message), ["start", "start-step", "finish-step", "finish"]);
}

#[test]
fn a_message_has_the_id_of_the_host() {
    let chunks = values(&message(&[Step::Begin(1), told_of(1, None, turn_started("Hello"))]));
    assert_eq!(chunks[0], json!({"type": "start", "messageId": "message-1"}));
    assert_eq!(chunks[2]["type"], "data-turn_started");
}

#[test]
fn a_message_that_is_open_is_not_begun_again() {
    let mut mapper = UiMessageMapper::new();
    mapper.text("Hello!");
    assert_eq!(mapper.begin("message-1"), None);
}

#[test]
fn a_message_that_begins_with_a_text_has_the_id_that_the_chat_gives() {
    assert_eq!(values(&message(&[text("Hello!")]))[0], json!({"type": "start"}));
}

#[test]
fn a_text_joins_the_message_that_a_record_began() {
    let chunks = values(&message(&[told_of(1, None, turn_started("Hello")), text("Good morning!")]));
    assert_eq!(chunks[0]["messageId"], "t1");
    assert_eq!(chunks[3], json!({"type": "text-start", "id": "1"}));
    assert_eq!(chunks[4], json!({"type": "text-delta", "id": "1", "delta": "Good morning!"}));
}

#[test]
fn a_call_ends_the_text_and_stays_in_its_step() {
    assert_eq!(
        names(&message(&[text("I'll look."), told_of(1, Some("1"), call("a", None))])),
        [
            "start",
            "start-step",
            "text-start",
            "text-delta",
            "text-end",
            "tool-input-available",
            "finish-step",
            "finish"
        ]
    );
}

#[test]
fn a_text_after_the_results_begins_a_step() {
    let steps = [
        told_of(1, Some("1"), call("a", None)),
        told_of(2, Some("1"), result("a", json!(1))),
        text("It is 1."),
        told_of(3, Some("2"), call("b", None)),
    ];
    assert_eq!(
        names(&message(&steps)),
        [
            "start",
            "start-step",
            "tool-input-available",
            "tool-output-available",
            "data-tool_result",
            "finish-step",
            "start-step",
            "text-start",
            "text-delta",
            "text-end",
            "tool-input-available",
            "finish-step",
            "finish"
        ]
    );
}

/// A call that waits for the user has no result for long.
#[test]
fn a_text_behind_a_call_without_a_result_stays_in_its_step() {
    let message = message(&[told_of(1, Some("1"), call(WRITE, None)), text("Please confirm.")]);
    assert_eq!(names(&message).iter().filter(|name| **name == "start-step").count(), 1);
}

#[test]
fn what_happens_to_calls_does_not_end_a_text() {
    let steps = [
        told_of(1, Some("1"), call(WRITE, None)),
        text("Please "),
        told_of(2, Some("1"), paid()),
        text("confirm."),
    ];
    assert_eq!(
        names(&message(&steps))[3..],
        [
            "text-start",
            "text-delta",
            "tool-output-available",
            "data-tool_result",
            "text-delta",
            "text-end",
            "finish-step",
            "finish"
        ]
    );
}

#[test]
fn texts_that_are_ended_are_two_parts() {
    let chunks = values(&message(&[text("One."), Step::EndText, text("Two.")]));
    let ids: Vec<_> =
        chunks.iter().filter(|chunk| chunk["type"] == "text-start").map(|chunk| &chunk["id"]).collect();
    assert_eq!(ids, ["1", "2"]);
}

#[test]
fn a_message_that_is_finished_with_a_text_has_stopped() {
    assert_eq!(
        values(&message(&[text("One.")])).pop(),
        Some(json!({"type": "finish", "finishReason": "stop"}))
    );
}

/// A late event must not end the message that the chat waits for.
#[test]
fn every_turn_of_the_session_is_told_in_the_message_of_the_host() {
    let late = record(1, "t0", Some("0"), call("a", None));
    message(&[Step::Begin(1), Step::Record(Box::new(late)), told_of(2, None, turn_started("Hello"))]);
    message(&[
        text("Hello!"),
        told_of(2, None, turn_started("Hello")),
        told_of(3, Some("1"), call("a", None)),
    ]);
}

#[test]
fn another_session_is_not_told_in_the_message_of_the_host() {
    let other = record(2, "t9", None, guardrail()).session("s2".to_owned());
    let (messages, _) = told(&[Step::Begin(1), told_of(1, None, guardrail()), Step::Record(Box::new(other))]);
    let ids: Vec<Value> = messages.iter().map(|message| values(message)[0]["messageId"].clone()).collect();
    assert_eq!(ids, ["message-1", "t9/2"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_steps_are_what_the_sdk_takes(steps in any_steps()) {
        for message in told(&steps).0 {
            prop_assert_eq!(hold_against_sdk(&message), Ok(()));
        }
    }

    #[test]
    fn all_that_the_model_says_and_does_is_told_in_its_order(steps in any_steps()) {
        let (messages, marks) = told(&steps);
        let told: Vec<_> = messages.iter().flatten().filter_map(|chunk| match chunk {
            UiMessageChunk::TextDelta { delta, .. } => Some(Mark::Text(delta.clone())),
            // The result of a call that was not announced has no metadata.
            UiMessageChunk::ToolInputAvailable { provider_metadata, .. } if !provider_metadata.is_empty() => Some(Mark::Call),
            _ => None,
        }).collect();
        prop_assert_eq!(told, marks);
    }
}
