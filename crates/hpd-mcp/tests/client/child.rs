//! A server for the tests. It is this test program again: `McpSource` starts it with the one test below, and with its
//! role in a variable. What the test runner prints between the messages is part of the test: real servers do that too.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hpd_host::approval::Permission;
use hpd_host::external::{ExternalSource, Rules};
use hpd_host::{Approval, Outcome, RawCall, Session, Toolbox};
use hpd_mcp::client::{McpConnection, McpSource, TimeLimits};
use serde_json::{Value, json};

/// The variable with the role.
const ROLE: &str = "HPD_TEST_SERVER";
/// The variable with the folder of the server's notes.
const FOLDER: &str = "HPD_TEST_FOLDER";

/// A source that starts the server in a role.
pub(crate) fn server(role: &str, folder: &Path) -> McpSource {
    server_at(&std::env::current_exe().unwrap(), role, folder)
}

/// The same, by another path to the program.
pub(crate) fn server_at(program: &Path, role: &str, folder: &Path) -> McpSource {
    McpSource::stdio("child", program)
        .args(["child::serve", "--exact", "--nocapture", "--quiet", "--test-threads=1"])
        .env(ROLE, role)
        .env(FOLDER, folder)
        .limits(TimeLimits::default().pauses(Duration::from_millis(200), Duration::from_secs(1)))
        .configure(classified)
}

/// The host knows what each tool does.
fn classified(source: ExternalSource) -> ExternalSource {
    let rules = "
tools:
  read: { write: false }
  write: { write: true, risk: low }
";
    let rules = Rules::from_yaml("child.yaml", rules).unwrap();
    source.rules(rules).unclassified(Permission::Allow)
}

/// A toolbox with the server's tools, where writes run at once.
pub(crate) fn toolbox(connection: &McpConnection) -> Toolbox {
    Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .external(connection.source())
        .build()
        .unwrap()
}

pub(crate) async fn call(toolbox: &Toolbox, tool: &str, arguments: &str) -> Outcome {
    let session = Session::new();
    session.expand(toolbox.tool("MCP_child").expect("the server has several tools").id());
    toolbox.call(&session, &RawCall::new("1", tool, arguments)).await
}

pub(crate) async fn text(toolbox: &Toolbox, tool: &str, arguments: &str) -> String {
    call(toolbox, tool, arguments).await.for_model_as_text().into_owned()
}

/// What the server notes in a file of its folder.
pub(crate) fn notes(folder: &Path, file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Waits until the server has noted as many lines.
pub(crate) async fn noted(folder: &Path, file: &str, lines: usize) -> Vec<String> {
    for _ in 0..500 {
        let notes = notes(folder, file);
        if notes.len() >= lines {
            return notes;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{file} has {:?} after 10 s", notes(folder, file))
}

/// The server. Without a role, it is a test that has nothing to do.
#[test]
fn serve() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let folder = PathBuf::from(std::env::var(FOLDER).unwrap());
    Server { role, folder, steps: 0 }.run();
    std::process::exit(0);
}

struct Server {
    role: String,
    folder: PathBuf,
    /// How often the list of tools was asked for.
    steps: usize,
}

impl Server {
    fn run(&mut self) {
        self.note("starts", &std::process::id().to_string());
        eprintln!("the server starts as {}", self.role);
        match self.role.as_str() {
            "crash" => {
                eprintln!("AttributeError: no attribute 'list_resources'");
                std::process::exit(1)
            }
            "hang" => std::thread::sleep(Duration::from_secs(60)),
            _ => {}
        }
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            let message: Value = serde_json::from_str(&line).unwrap();
            self.note("messages", &line);
            if let Some(answer) = self.answer(&message, &line) {
                send(&answer);
            }
        }
    }

    fn note(&self, file: &str, line: &str) {
        let mut file =
            std::fs::OpenOptions::new().create(true).append(true).open(self.folder.join(file)).unwrap();
        writeln!(file, "{line}").unwrap();
    }

    fn answer(&mut self, message: &Value, line: &str) -> Option<Value> {
        let id = message.get("id")?.clone();
        let result = match message["method"].as_str()? {
            "initialize" => json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {"listChanged": true}},
                "serverInfo": {"name": "child", "title": "A child", "version": "1"},
                "instructions": "Read before you write.",
            }),
            "tools/list" if self.role == "slow-list" => return None,
            "tools/list" => {
                self.steps += 1;
                return Some(self.list(&id, message["params"]["cursor"].as_str()));
            }
            "tools/call" => return self.call(&id, message, line),
            method => {
                let error = json!({"code": -32601, "message": format!("unknown method {method}")});
                return Some(json!({"jsonrpc": "2.0", "id": id, "error": error}));
            }
        };
        Some(json!({"jsonrpc": "2.0", "id": id, "result": result}))
    }

    /// Two pages.
    fn list(&self, id: &Value, cursor: Option<&str>) -> Value {
        let starts = std::fs::read_to_string(self.folder.join("starts")).unwrap().lines().count();
        let is_new = match self.role.as_str() {
            // It changes when it is told to, or when it starts again.
            "change" => self.steps > 2,
            "change-at-restart" => starts > 1,
            _ => false,
        };
        let text = if is_new { "count" } else { "text" };
        let kind = if is_new { "integer" } else { "string" };
        let schema = json!({"type": "object", "properties": {text: {"type": kind}}, "required": [text]});
        let tools = match cursor {
            None => {
                let raw = format!(
                    r#"[{{"name":"read","description":"Reads","inputSchema":{schema},"outputSchema":{{"type":"object","properties":{{"z":{{}},"a":{{}}}}}},"icons":[{{"src":"https://example.com/i.png"}}],"_meta":{{"z":1,"a":2}},"annotations":{{"readOnlyHint":true}}}},{{"name":"write","inputSchema":{{"type":"object","properties":{{"z":{{"type":"number"}},"a":{{"type":"number"}}}}}}}}]"#
                );
                return raw_result(id, &format!(r#"{{"tools":{raw},"nextCursor":"2"}}"#));
            }
            Some("2") => json!([
                {"name": "slow", "inputSchema": {"type": "object"}},
                {"name": "research", "inputSchema": {"type": "object"}, "execution": {"taskSupport": "required"}},
            ]),
            Some(cursor) => panic!("there is no page {cursor}"),
        };
        raw_result(id, &format!(r#"{{"tools":{tools}}}"#))
    }

    fn call(&self, id: &Value, message: &Value, line: &str) -> Option<Value> {
        let tool = message["params"]["name"].as_str().unwrap();
        self.note("calls", tool);
        let marker = self.folder.join("died");
        match self.role.as_str() {
            // The first call of a life is its last.
            "die-in-call" if !marker.exists() => {
                std::fs::write(marker, "").unwrap();
                std::process::exit(3)
            }
            "change" => {
                send(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
            }
            "broken" => {
                return Some(json!({"jsonrpc": "2.0", "id": id,
                "error": {"code": -32603, "message": "the disk is full"}}));
            }
            "huge" => {
                let result =
                    format!(r#"{{"content":[{{"type":"text","text":"{}"}}]}}"#, "x".repeat(17 << 20));
                return Some(raw_result(id, &result));
            }
            "picky" => {
                return Some(json!({"jsonrpc": "2.0", "id": id,
                "error": {"code": -32602, "message": "text must not be empty"}}));
            }
            _ => {}
        }
        if tool == "slow" {
            let token = &message["params"]["_meta"]["progressToken"];
            for step in 1..=3 {
                let params = json!({"progressToken": token, "progress": step, "total": 3, "message": format!("step {step}")});
                send(&json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}));
            }
            if self.role == "never-done" {
                return None;
            }
        }
        // The arguments as they were sent, letter by letter.
        let (_, arguments) = line.split_once(r#""arguments":"#).unwrap();
        let arguments = arguments.trim_end().strip_suffix("}}").unwrap();
        Some(raw_result(
            id,
            &format!(
                r#"{{"content":[{{"type":"text","text":"done"}}],"structuredContent":{{"z":1.10,"got":{arguments}}},"_meta":{{"b":1,"a":2}}}}"#
            ),
        ))
    }
}

/// A response whose result keeps its text.
fn raw_result(id: &Value, result: &str) -> Value {
    json!({"id": id, "raw": result})
}

fn send(message: &Value) {
    let line = match message.get("raw").and_then(Value::as_str) {
        Some(result) => format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, message["id"]),
        None => message.to_string(),
    };
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}").unwrap();
    output.flush().unwrap();
}
