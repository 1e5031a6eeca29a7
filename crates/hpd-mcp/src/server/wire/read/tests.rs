use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ServerJsonRpcMessage};
use serde_json::json;

use super::{Incoming, RawArguments, read_line};

/// The arguments of a call, and its name.
fn call(line: &str) -> (String, Option<String>) {
    let Incoming::Message(message) = read_line(line) else { panic!("{line}") };
    let ClientJsonRpcMessage::Request(request) = *message else { panic!("{line}") };
    let ClientRequest::CallToolRequest(call) = request.request else { panic!("{line}") };
    let raw = call.extensions.get::<RawArguments>().map(|raw| raw.0.to_string());
    (call.params.name.into_owned(), raw)
}

fn line(arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"add","arguments":{arguments}}}}}"#
    )
}

#[test]
fn arguments_of_every_form_are_kept() {
    for arguments in [
        r#"{"a":1}"#,
        r#"{ "a" : 1.00000000000000000000000000001, "a" : 2 }"#,
        r#""{\"a\": 1}""#,
        "[1]",
        "null",
        "123456789012345678901234567890",
    ] {
        assert_eq!(call(&line(arguments)), ("add".to_owned(), Some(arguments.to_owned())));
    }
    let none = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}"#;
    assert_eq!(call(none), ("add".to_owned(), None));
}

#[test]
fn malformed_arguments_are_kept_too() {
    assert_eq!(
        call(r#"{"id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1"#).1.unwrap(),
        r#"{"a":1"#
    );
    assert_eq!(call(&line("{'a': 1}")).1.unwrap(), "{'a': 1}");
}

#[test]
fn what_is_no_message_is_refused_if_it_has_an_id() {
    let refused = |line: &str| match read_line(line) {
        Incoming::Refused(refusal) => match *refusal {
            ServerJsonRpcMessage::Error(error) => json!([error.id, error.error.code.0]),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(r#"{"id":5,"method":"tools/list","params":{"#), json!([5, -32700]));
    assert_eq!(refused(r#"{"id":5}"#), json!([5, -32600]));
    assert!(matches!(read_line("nonsense"), Incoming::Noise(_)));
}

#[cfg(feature = "http-server")]
#[test]
fn bodies_keep_objects_and_lose_other_arguments() {
    let body = |arguments: &str| {
        let read = super::read_body(&line(arguments));
        (read.text, read.arguments.unwrap().0.to_string())
    };
    assert_eq!(body(r#"{"a":1}"#), (None, r#"{"a":1}"#.to_owned()));
    assert_eq!(body("[1]"), (Some(line("{}")), "[1]".to_owned()));
    let (text, arguments) = body("{'a': 1}");
    assert_eq!(arguments, "{'a': 1}");
    let expected = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{},"name":"add"}}"#;
    assert_eq!(text.unwrap(), expected);
    let list = super::read_body(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert!(list.text.is_none() && list.arguments.is_none());
}
