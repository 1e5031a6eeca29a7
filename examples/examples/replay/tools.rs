//! Tool lists of other programs.

use std::path::Path;

use hpd_host::external::{Classification, ExternalTool, ExternalToolList};
use serde_json::Value;

/// The tools of one server.
pub(crate) struct Server {
    pub(crate) name: String,
    pub(crate) list: ExternalToolList,
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
    let mut list = ExternalTool::list_from_json(document).map_err(|error| error.to_string())?;
    for tool in &mut list.tools {
        // Nothing runs, and recorded calls are to be checked regardless of write-like names.
        let is_write = writes.contains(&tool.name);
        tool.classification = if is_write { Classification::Write } else { Classification::Read };
    }
    Ok(Server { name, list })
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn names(text: &str) -> Vec<(String, Vec<String>)> {
        let servers = parse(text, "file", &[]).unwrap();
        servers
            .into_iter()
            .map(|server| (server.name, server.list.tools.into_iter().map(|tool| tool.name).collect()))
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
