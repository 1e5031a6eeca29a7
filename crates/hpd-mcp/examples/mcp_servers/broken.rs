//! Three servers that misbehave: one ends at its start, one says nothing, one changes a schema under way.

use std::path::Path;
use std::time::Duration;

use hpd_host::approval::Permission;
use hpd_host::{Approval, RawCall, Session, Toolbox};
use hpd_mcp::client::{ConnectProblem, McpServers, McpSource, TimeLimits};

/// A server in Python without a library. Its tool takes `text`, and after its first call `count`.
const CHANGING: &str = r#"
import json, sys
def send(message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
key = "text"
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {"listChanged": True}},
                  "serverInfo": {"name": "changing", "version": "1"}}
    elif method == "tools/list":
        schema = {"type": "object", "properties": {key: {}}, "required": [key]}
        result = {"tools": [{"name": "measure", "inputSchema": schema}]}
    elif method == "tools/call":
        result = {"content": [{"type": "text", "text": "measured " + key}]}
        if key == "text":
            key = "count"
            send({"method": "notifications/tools/list_changed"})
    else:
        continue
    send({"id": message["id"], "result": result})
"#;

/// The three.
pub(crate) fn sources(installed: &Path) -> [McpSource; 3] {
    let hanging = TimeLimits::default().connect(Duration::from_secs(3));
    let python = installed.join("python-mcp2/bin/python");
    [
        McpSource::stdio("crashing", "sh").args(["-c", "echo 'no such table' >&2; exit 1"]),
        McpSource::stdio("hanging", "sleep").args(["600"]).limits(hanging),
        McpSource::stdio("changing", python).args(["-c", CHANGING]),
    ]
}

/// Checks all three. The number of differences.
pub(crate) async fn check(servers: &McpServers) -> u32 {
    let is_known = |name: &str| {
        servers.failures().iter().any(|failure| match failure.problem() {
            ConnectProblem::Ended(lines) => failure.server() == name && lines == &["no such table"],
            ConnectProblem::TooSlow(_) => failure.server() == name,
            _ => false,
        })
    };
    let failures = u32::from(!is_known("crashing")) + u32::from(!is_known("hanging"));
    let Some(changing) = servers.connections().iter().find(|server| server.name() == "changing") else {
        println!("WRONG the changing server is not connected");
        return failures + 1;
    };
    let approval = Approval::new().unclassified(Permission::Allow);
    let built = Toolbox::builder().approval(approval).external(changing.source()).build();
    let Ok(toolbox) = built else { return failures + 1 };
    let mut snapshots = servers.watch(toolbox.clone());
    let call = async |toolbox: &Toolbox, arguments: &str| {
        let call = RawCall::new("1", "measure", arguments);
        toolbox.call(&Session::new(), &call).await.for_model_as_text().into_owned()
    };
    let (text, count) = (r#"{"text":"a"}"#, r#"{"count":1}"#);
    let first = call(&toolbox, text).await;
    let renewed = async {
        loop {
            let next = snapshots.changed().await;
            if next.tool("measure").is_some_and(|tool| tool.input_schema().contains("count")) {
                return next;
            }
        }
    };
    let Ok(next) = tokio::time::timeout(Duration::from_secs(20), renewed).await else {
        println!("WRONG the changed schema makes no snapshot");
        return failures + 1;
    };
    let answers = [first, call(&toolbox, text).await, call(&next, count).await];
    let expected = [
        "measured text",
        "The server changing has changed the tool measure. Nothing ran. Read its new description before you call it \
         again.",
        "measured count",
    ];
    for (answer, expected) in answers.iter().zip(expected) {
        if answer != expected {
            println!("WRONG of the changing server: {answer:?}, not {expected:?}");
        }
    }
    failures + u32::from(answers != expected)
}
