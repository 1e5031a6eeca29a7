use serde_json::{Value, json};

use super::desk::{Lines, server, text};

fn line(name: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{"name":"{name}","arguments":{arguments}}}}}"#
    )
}

/// What a client reads for a line.
async fn answer(client: &mut Lines, line: &str) -> Value {
    client.send(line).await;
    let answer = client.message().await;
    assert_eq!(answer["id"], 7, "{answer}");
    answer
}

#[tokio::test]
async fn arguments_with_one_meaning_are_repaired() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    for arguments in
        [r#""{\"a\": 1, \"b\": 2}""#, r#"{"a": 1, "b": 2,}"#, "{'a': 1, 'b': 2}", r#"{"a": "1", "b": 2}"#]
    {
        assert_eq!(text(&answer(&mut client, &line("add", arguments)).await), "3", "{arguments}");
    }
}

#[tokio::test]
async fn other_malformed_arguments_are_answered_with_all_errors() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    for (arguments, words) in [
        ("null", ["a is required", "b is required"]),
        ("[]", ["the arguments must be a JSON object", ""]),
        ("[1, 2]", ["the arguments must be a JSON object", ""]),
        ("5", ["the arguments must be a JSON object", ""]),
        (r#""no""#, ["the arguments must be a JSON object", ""]),
        (r#"{"a": 1, "a": 2, "b": 2}"#, ["a was sent more than once", "DUPLICATE_KEY"]),
        (r#"{"a": "x", "c": 1}"#, ["a must be an integer", "b is required"]),
        (r#"{"a": 123456789012345678901234567890, "b": 1}"#, ["a", "123456789012345678901234567890"]),
        (r#"{"a": 1, "b""#, ["the arguments end at a key", "TRUNCATED"]),
        (r#"{"a": 1, "b": 2"#, ["the arguments end at a number", "TRUNCATED"]),
    ] {
        let is_cut = arguments.starts_with('{') && !arguments.ends_with('}');
        let whole = line("add", arguments);
        let line = if is_cut { whole.trim_end_matches('}').to_owned() } else { whole };
        let answer = answer(&mut client, &line).await;
        assert_eq!(answer["result"]["isError"], true, "{arguments}: {answer}");
        let said = text(&answer);
        assert!(words.iter().all(|word| said.contains(word)), "{arguments}: {said}");
    }
    assert_eq!(client.text("add", json!({"a": 1, "b": 2})).await, "3");
}

#[tokio::test]
async fn decimals_keep_their_digits_both_ways() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    let amount = r#"{"amount":1.00000000000000000000000000001}"#;
    client.send(&line("amount", amount)).await;
    let line = client.line().await;
    assert!(line.contains(&format!(r#""structuredContent":{amount}"#)), "{line}");
}

#[tokio::test]
async fn a_message_that_is_none_has_an_answer_if_it_has_an_id() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    let cut = answer(&mut client, r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"#).await;
    assert_eq!(cut["error"]["code"], -32700);
    client.send("nonsense").await;
    let unknown = answer(&mut client, r#"{"jsonrpc":"2.0","id":7,"method":"no/such"}"#).await;
    assert_eq!(unknown["error"]["code"], -32601);
}
