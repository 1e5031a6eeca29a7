use super::{Salvaged, SalvagedCall, salvage};

fn call(text: &str) -> Option<(&str, String, &str)> {
    let Salvaged { id, call } = salvage(text)?;
    let SalvagedCall { params, arguments } = call?;
    Some((id, params, arguments))
}

#[test]
fn arguments_are_kept_as_they_were_written() {
    for (arguments, rest) in [
        (r#"{"a": 1,}"#, "}}"),
        ("{'a': 1}", "}}"),
        (r#"{"a": 1"#, ""),
        (r#"{"a": [1, {"b": "}"#, ""),
        (r#"{"a": "\" , }"#, ""),
        ("", ""),
        ("{", ""),
        (r#"{a: "}\"}"}"#, r#","_meta":{}}}"#),
    ] {
        let text = format!(
            r#" {{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{{"name":"add","arguments":{arguments}{rest}"#
        );
        let (id, params, found) = call(&text).unwrap();
        assert_eq!((id, found), (r#""x""#, arguments), "{text}");
        assert!(params.starts_with(r#"{"arguments":{},"name":"add""#), "{params}");
    }
}

#[test]
fn members_are_read_in_any_order_and_kept() {
    let text = concat!(
        r#"{"params":{"_meta":{"progressToken":1},"arguments":{"a":01},"requestState":"s","name":"add"},"#,
        r#""method":"tools/call","id":7}"#
    );
    let (id, params, arguments) = call(text).unwrap();
    assert_eq!((id, arguments), ("7", r#"{"a":01}"#));
    assert_eq!(params, r#"{"arguments":{},"name":"add","_meta":{"progressToken":1},"requestState":"s"}"#);
}

#[test]
fn what_is_no_call_has_an_id_at_most() {
    let other = salvage(r#"{"id":1,"method":"tools/list","params":{"cursor":}"#).unwrap();
    assert_eq!(other, Salvaged { id: "1", call: None });
    let without_arguments = salvage(r#"{"id":1,"method":"tools/call","params":{"name":"ad"#).unwrap();
    assert_eq!(without_arguments.call, None);
    for text in ["", "[]", "{", "{\"id\"", r#"{"id":1"#, r#"{"method":"tools/call","params":{}"#, "nonsense"]
    {
        assert_eq!(salvage(text), None, "{text}");
    }
}

#[test]
fn members_that_are_there_twice_are_not_guessed() {
    let twice = r#"{"id":1,"id":2,"method":"tools/call","params":{"name":"add","arguments":{}}}"#;
    assert_eq!(salvage(twice), None);
    let twice = r#"{"id":1,"method":"tools/call","params":{"name":"a","name":"b","arguments":{}}}"#;
    assert_eq!(salvage(twice).unwrap().call, None);
    let twice = r#"{"id":1,"method":"tools/call","params":{"name":"a","arguments":{},"arguments":{"x":1}}}"#;
    assert_eq!(salvage(twice).unwrap().call, None);
}
