//! Messages of a provider, read beside typed serde and beside a tree.

use std::hint::black_box;

use hpd_bench_cases::{Answer, Call, Checks, Contender, Group, payloads};
use hpd_host::Provider;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

const GROUPS: [Group; 4] = [Group::ReadAdd, Group::ReadInvoice, Group::ReadJournal, Group::ReadDocument];

pub(super) fn contenders() -> Vec<Contender> {
    vec![
        reader("typed serde that keeps the message", Checks::Types, typed),
        reader("typed serde, the calls alone", Checks::Types, calls_alone),
        reader("a tree of values", Checks::Nothing, |body| {
            serde_json::from_str::<Value>(body).expect("the message is JSON")
        }),
        reader("hpd", Checks::All, |body| Provider::OpenAiChat.read(body).expect("the message has calls")),
    ]
}

fn reader<R: 'static>(name: &'static str, checks: Checks, read: fn(&str) -> R) -> Contender {
    Contender::new(name, checks).on(GROUPS, move |group, arguments| -> Call {
        let body = payloads::chat_completion(group.tool(), arguments);
        Box::new(move || Answer::Value(Box::new(read(black_box(&body)))))
    })
}

#[derive(Deserialize)]
struct Response<M> {
    choices: Vec<Choice<M>>,
}

#[derive(Deserialize)]
struct Choice<M> {
    message: M,
}

#[derive(Deserialize)]
struct Message {
    tool_calls: Vec<ToolCall>,
}

#[derive(Deserialize)]
struct ToolCall {
    id: String,
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    arguments: String,
}

/// What a program keeps of a call: the id, the name and the arguments.
type Kept = (String, String, String);

/// The messages for the conversation, and the calls. No role, stop reason or other form of a call is looked at.
fn typed(body: &str) -> Vec<(Box<RawValue>, Vec<Kept>)> {
    let response: Response<Box<RawValue>> = serde_json::from_str(body).expect("the message has choices");
    let read = |choice: Choice<Box<RawValue>>| {
        let message: Message = serde_json::from_str(choice.message.get()).expect("the choice has calls");
        (choice.message, kept(message))
    };
    response.choices.into_iter().map(read).collect()
}

/// The calls, without the message that the conversation needs.
fn calls_alone(body: &str) -> Vec<Vec<Kept>> {
    let response: Response<Message> = serde_json::from_str(body).expect("the message has choices");
    response.choices.into_iter().map(|choice| kept(choice.message)).collect()
}

fn kept(message: Message) -> Vec<Kept> {
    let keep = |ToolCall { id, function }: ToolCall| (id, function.name, function.arguments);
    message.tool_calls.into_iter().map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readers_find_the_same_call() {
        for group in GROUPS {
            let body = payloads::chat_completion(group.tool(), &group.payload());
            let response = Provider::OpenAiChat.read(&body).unwrap();
            let (history, calls) = typed(&body).remove(0);
            assert_eq!(calls_alone(&body), std::slice::from_ref(&calls));
            let (id, name, arguments) = &calls[0];
            assert_eq!(response.history[0].get(), history.get());
            assert_eq!(response.calls.len(), calls.len());
            assert_eq!(&*response.calls[0].id, id.as_str());
            assert_eq!(&*response.calls[0].name, name.as_str());
            assert_eq!(&*response.calls[0].arguments, arguments.as_str());
            assert_eq!(*arguments, group.payload());
        }
    }
}
