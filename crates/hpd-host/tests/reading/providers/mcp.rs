//! Shape: Model Context Protocol, revisions 2025-06-18 and 2025-11-25, "Tools"; arrays of requests: revision
//! 2025-03-26.

use futures_executor::block_on;
use hpd_host::args::StopReason;
use hpd_host::{Output, Provider, Session};

use crate::providers::{answer, call, read, station};

const SINGLE: &str = include_str!("messages/mcp_single.json");
const BATCH: &str = include_str!("messages/mcp_batch.json");

const PROVIDER: Provider = Provider::Mcp;

#[test]
fn one_call_with_a_number_for_id() {
    let reply = read(PROVIDER, SINGLE);
    let arguments = r#"{"station": "Säntis",  "offset": 0.10}"#;
    assert_eq!(reply.calls, [call("2", "measure", arguments, StopReason::Unknown)]);
    assert!(reply.history.is_empty());
    assert_eq!(
        answer(PROVIDER, SINGLE),
        [concat!(
            r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","#,
            r#""text":"{\"station\":\"Säntis\",\"celsius\":-7.4}"}],"#,
            r#""structuredContent":{"station":"Säntis","celsius":-7.4},"isError":false}}"#
        )]
    );
}

#[test]
fn several_calls_and_every_kind_of_content() {
    assert_eq!(
        answer(PROVIDER, BATCH),
        [
            concat!(
                r#"{"jsonrpc":"2.0","id":"a-1","result":{"content":[{"type":"text","#,
                r#""text":"{\"station\":\"Säntis\",\"celsius\":-7.5}"}],"#,
                r#""structuredContent":{"station":"Säntis","celsius":-7.5},"isError":false}}"#
            ),
            concat!(
                r#"{"jsonrpc":"2.0","id":"7","result":{"content":["#,
                r#"{"type":"text","text":"Säntis from above:"},"#,
                r#"{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"},"#,
                r#"{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"},"#,
                r#"{"type":"resource","resource":{"uri":"file:///log","mimeType":"text/plain","text":"12:00 snow"}},"#,
                r#"{"type":"resource","resource":{"uri":"file:///map.pdf","mimeType":"application/pdf","blob":"JVBERg=="}},"#,
                r#"{"type":"resource","resource":{"uri":"file:///raw","mimeType":"application/octet-stream","blob":"AAE="}},"#,
                r#"{"type":"resource_link","uri":"https://example.org/cam","name":"Camera"},"#,
                r#"{"type":"text","text":"{\"clouds\":3,\"celsius\":-7.50}"}],"#,
                r#""structuredContent":{"clouds":3,"celsius":-7.50},"isError":false}}"#
            ),
            concat!(
                r#"{"jsonrpc":"2.0","id":8,"result":{"content":[{"type":"text","#,
                r#""text":"{\"error_type\":\"function_error\",\"error_message\":\"Somebody is inside.\"}"}],"isError":true}}"#
            ),
        ]
    );
}

#[test]
fn every_id_comes_back_as_it_was() {
    for id in
        ["1", "-1", "1.0", "\"1\"", "\"a\"", "\"\"", r#""\"1\"""#, r#""a\nb""#, "12345678901234567890123"]
    {
        let request = format!(
            r#"{{"jsonrpc": "2.0", "id": {id}, "method": "tools/call", "params": {{"name": "show"}}}}"#
        );
        let text = "The result was shown to the user.";
        assert_eq!(
            answer(PROVIDER, &request),
            [format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"content":[{{"type":"text","text":"{text}"}}],"isError":false}}}}"#
            )]
        );
    }
}

#[test]
fn a_list_is_no_structured_content() {
    let request = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "last"}}"#;
    assert_eq!(
        answer(PROVIDER, request),
        [r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"[1,2]"}],"isError":false}}"#]
    );
}

#[test]
fn a_call_that_is_made_elsewhere_says_so_until_it_has_a_result() {
    let toolbox = station::remote();
    let session = Session::new();
    let request = r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "press"}}"#;
    let mut outcomes = block_on(toolbox.turn(&session, &PROVIDER.calls(request).unwrap()));
    assert_eq!(
        PROVIDER.results(&outcomes)[0].get(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"'press' was handed on."}],"isError":false}}"#
    );
    outcomes[0] = block_on(toolbox.complete(&session, "1", Ok(Output::Text("pressed".to_owned())))).unwrap();
    assert_eq!(
        PROVIDER.results(&outcomes)[0].get(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"pressed"}],"isError":false}}"#
    );
}
