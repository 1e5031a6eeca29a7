//! Three small servers, written by hand: lines of JSON over standard input and output.

use std::io::{BufRead, Write};

use serde_json::{Value, json};

/// Serves until the end of the input.
pub(crate) fn serve(name: &str) -> std::io::Result<()> {
    eprintln!("{name} serves");
    for line in std::io::stdin().lock().lines() {
        let Ok(message) = serde_json::from_str::<Value>(&line?) else { continue };
        let Some(id) = message.get("id") else { continue };
        let result = match message["method"].as_str() {
            Some("initialize") => json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": name, "version": "1"},
            }),
            Some("tools/list") => json!({"tools": tools(name)}),
            Some("tools/call") => {
                let text = call(&message["params"]["name"], &message["params"]["arguments"]);
                json!({"content": [{"type": "text", "text": text}]})
            }
            _ => {
                answer(
                    &json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "unknown"}}),
                )?;
                continue;
            }
        };
        answer(&json!({"jsonrpc": "2.0", "id": id, "result": result}))?;
    }
    Ok(())
}

fn answer(message: &Value) -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "{message}")?;
    output.flush()
}

fn tools(server: &str) -> Value {
    let tool = |name: &str, text: &str, reads: bool, properties: Value, required: &[&str]| {
        let schema = json!({"type": "object", "properties": properties, "required": required});
        json!({"name": name, "description": text, "inputSchema": schema, "annotations": {"readOnlyHint": reads}})
    };
    let (text, number) = (json!({"type": "string"}), json!({"type": "integer", "minimum": 1}));
    match server {
        "clock" => {
            let properties = json!({"time": text, "minutes": number});
            json!([
                tool(
                    "time_after",
                    "Tells the time some minutes later",
                    true,
                    properties,
                    &["time", "minutes"]
                ),
                tool("faulty", "Ends the process of the clock during the call", true, json!({}), &[]),
            ])
        }
        "notes" => {
            let properties = json!({"text": text, "limit": number});
            json!([
                tool("find", "Finds notes", true, properties, &["text"]),
                tool("count", "Counts notes", true, json!({}), &[]),
            ])
        }
        _ => {
            let properties = json!({"to": text, "text": text});
            json!([
                tool("send", "Sends a letter", false, properties, &["to", "text"]),
                tool("list_sent", "Lists letters", true, json!({}), &[]),
            ])
        }
    }
}

fn call(tool: &Value, arguments: &Value) -> String {
    match tool.as_str() {
        Some("time_after") => {
            let time = arguments["time"].as_str().and_then(|time| time.split_once(':'));
            let parsed = time.and_then(|(h, m)| Some((h.parse::<i64>().ok()?, m.parse::<i64>().ok()?)));
            let Some((hours, minutes)) = parsed else { return "A time is written as 12:30.".to_owned() };
            let sum = hours * 60 + minutes + arguments["minutes"].as_i64().unwrap_or_default();
            format!("{:02}:{:02}", sum / 60 % 24, sum % 60)
        }
        Some("faulty") => std::process::exit(0),
        Some("find") => format!("Buy {}", arguments["text"].as_str().unwrap_or_default()),
        Some("send") => format!("Sent to {}.", arguments["to"].as_str().unwrap_or_default()),
        _ => "0".to_owned(),
    }
}
