//! Tool lists of other programs.

use std::path::Path;

use hpd_host::ExternalTool;
use serde::Deserialize;
use serde_json::{Value, json};

/// The tools of one server.
pub(crate) struct Server {
    pub(crate) name: String,
    pub(crate) tools: Vec<ExternalTool>,
}

/// Reads a file of tools in any of the forms.
pub(crate) fn read(path: &Path, writes: &[String]) -> Result<Vec<Server>, String> {
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| problem(&error))?;
    let name =
        path.file_stem().map_or_else(|| "tools".to_owned(), |stem| stem.to_string_lossy().into_owned());
    parse(&text, &name, writes).map_err(|error| problem(&error))
}

fn parse(text: &str, name: &str, writes: &[String]) -> Result<Vec<Server>, String> {
    // One document holds one list; lines hold a server each.
    let mut servers = Vec::new();
    for document in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let document = document.map_err(|error| error.to_string())?;
        servers.push(server(&document, name, writes)?);
    }
    Ok(servers)
}

fn server(document: &Value, default_name: &str, writes: &[String]) -> Result<Server, String> {
    let name = document["server"].as_str().unwrap_or(default_name).to_owned();
    let list = [document, &document["tools"], &document["result"]["tools"]];
    let Some(list) = list.into_iter().find_map(Value::as_array) else {
        return Err("no list of tools: neither an array nor an object with `tools`".to_owned());
    };
    let tools = list.iter().map(|tool| external(tool, writes)).collect::<Result<_, _>>()?;
    Ok(Server { name, tools })
}

/// A tool in the form of MCP, `OpenAI` or Anthropic: they differ in where things stand.
#[derive(Deserialize)]
struct Listed {
    name: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default, alias = "inputSchema", alias = "parameters")]
    input_schema: Option<Value>,
}

fn external(tool: &Value, writes: &[String]) -> Result<ExternalTool, String> {
    // OpenAI's chat completions put the tool one level down.
    let tool = if tool["function"].is_object() { &tool["function"] } else { tool };
    let listed = Listed::deserialize(tool).map_err(|error| format!("not a tool: {error}"))?;
    Ok(ExternalTool {
        write: writes.contains(&listed.name),
        name: listed.name,
        description: listed.description.unwrap_or_default(),
        input_schema: listed.input_schema.unwrap_or_else(|| json!({ "type": "object" })),
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn names(text: &str) -> Vec<(String, Vec<String>)> {
        let servers = parse(text, "file", &[]).unwrap();
        servers
            .into_iter()
            .map(|server| (server.name, server.tools.into_iter().map(|tool| tool.name).collect()))
            .collect()
    }

    #[test]
    fn every_form_is_read() {
        let one = vec![("file".to_owned(), vec!["a".to_owned()])];
        assert_eq!(names(r#"{"tools":[{"name":"a","inputSchema":{}}]}"#), one);
        assert_eq!(
            names(r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{}}]}}"#),
            one
        );
        assert_eq!(names(r#"[{"type":"function","function":{"name":"a","parameters":{}}}]"#), one);
        assert_eq!(names(r#"[{"type":"function","name":"a","parameters":{}}]"#), one);
        assert_eq!(names(r#"[{"name":"a","input_schema":{}}]"#), one);
    }

    #[test]
    fn lines_hold_a_server_each() {
        let text = "{\"server\":\"x\",\"tools\":[{\"name\":\"a\"}]}\n{\"server\":\"y\",\"tools\":[]}\n";
        assert_eq!(names(text), [("x".to_owned(), vec!["a".to_owned()]), ("y".to_owned(), Vec::new())]);
    }
}
