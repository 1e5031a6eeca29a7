//! A request as the dispatcher gets it, after the transport.

use std::hint::black_box;

use hpd_bench_cases::{Answer, Checks, Contender, Group, text};
use serde_json::{Value, json};
use turbomcp::tower::{Service, ServiceExt};
use turbomcp::{JsonRpcMessage, JsonRpcRequest};

use crate::Books;

pub(crate) fn contender() -> Contender {
    Contender::new("turbomcp, on the wire", Checks::SchemaFirst).on(Group::CALLS, |group, arguments| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("the system gives a runtime its drivers");
        let (mut service, arguments) = (Books.into_server().build(), arguments.to_owned());
        move || {
            let request = request(black_box(group.tool()), black_box(&arguments));
            let answer = runtime.block_on(async {
                service.ready().await.expect("the server is ready").call(request.into()).await
            });
            match answer.expect("the server answers") {
                Some(JsonRpcMessage::Response(response)) => Answer::Text(text(&response)),
                other => unreachable!("a request has a response, not {other:?}"),
            }
        }
    })
}

fn request(tool: &str, arguments: &str) -> JsonRpcRequest {
    let arguments: Value = serde_json::from_str(arguments).expect("the payload is JSON");
    let parameters = json!({
        "name": tool,
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    });
    JsonRpcRequest::new(1, "tools/call", Some(parameters))
}
