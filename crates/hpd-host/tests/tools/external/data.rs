//! The tool lists of real servers wrap without loss.

use std::collections::HashSet;
use std::path::Path;

use hpd_host::Session;
use hpd_host::args::{Limits, Node};
use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::spec::ToolName;
use serde_json::Value;

use crate::external::{reports, toolbox};

/// The lines of a file; none, with a message, if it is not there.
fn lines(file: &str) -> Vec<String> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")).join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: {} is absent", path.display());
        return Vec::new();
    };
    text.lines().map(str::to_owned).collect()
}

/// The lists of a file, each with the name of its server.
fn lists(file: &str) -> Vec<(String, Value)> {
    let lists = lines(file).into_iter().map(|line| {
        let list: Value = serde_json::from_str(&line).unwrap();
        (list["server"].as_str().unwrap().to_owned(), list)
    });
    lists.collect()
}

/// Every tool is listed with the schema that was sent. It has a legal name of its own that leads back to the original.
fn wraps_without_loss(server: &str, list: &Value) {
    let read = ExternalTool::list_from_json(list).unwrap();
    assert!(read.problems.is_empty(), "{server}: {:?}", read.problems);
    let sent = list["tools"].as_array().unwrap();
    assert_eq!(read.tools.len(), sent.len(), "{server}");
    let toolbox = toolbox(ExternalSource::mcp(server, read));
    let offered: Vec<_> = toolbox.all_tools().iter().filter(|tool| !tool.is_container()).collect();
    let problems: Vec<_> =
        reports(&toolbox).into_iter().filter(|report| !report.contains("nothing checks")).collect();
    assert_eq!(offered.len(), sent.len(), "{server}: {problems:?}");
    let mut names = HashSet::new();
    for (tool, sent) in offered.iter().zip(sent) {
        assert!(ToolName::new(tool.name()).is_ok() && names.insert(tool.name()), "{server}: {}", tool.name());
        assert_eq!(tool.original_name(), sent["name"].as_str().unwrap());
        assert_eq!(tool.description(), sent["description"].as_str().unwrap_or_default());
        let mut schema = sent["input_schema"].clone();
        if let Value::Object(schema) = &mut schema {
            schema.entry("type").or_insert_with(|| "object".into());
        }
        assert_eq!(
            serde_json::from_str::<Value>(tool.input_schema()).unwrap(),
            schema,
            "{server}: {}",
            tool.name()
        );
    }
    // All of them are listed: at once if there is one, or when the container is expanded.
    let session = Session::new();
    for container in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        session.expand(container.id());
    }
    let listed = toolbox.tools(&session).into_iter().filter(|tool| !tool.is_container()).count();
    assert_eq!(listed, sent.len(), "{server}");
}

#[test]
fn tool_lists_of_real_servers_wrap_without_loss() {
    for (server, list) in lists("toolsets.jsonl") {
        wraps_without_loss(&server, &list);
    }
}

#[test]
fn tool_lists_of_questions_wrap_without_loss() {
    for (server, list) in lists("question_toolsets.jsonl") {
        wraps_without_loss(&server, &list);
    }
}

#[test]
fn all_lists_of_real_servers_fit_into_one_toolbox() {
    let lists = lists("toolsets.jsonl");
    let mut builder = hpd_host::Toolbox::builder();
    let mut count = 0;
    for (server, list) in &lists {
        let read = ExternalTool::list_from_json(list).unwrap();
        count += read.tools.len();
        builder = builder.external(ExternalSource::mcp(server, read));
    }
    let toolbox = builder.build().unwrap();
    let offered: HashSet<_> =
        toolbox.all_tools().iter().filter(|tool| !tool.is_container()).map(hpd_host::Tool::name).collect();
    assert_eq!(offered.len(), count);
}

/// From its text, each schema comes out as it went in, key by key.
#[test]
fn texts_of_tool_lists_keep_the_order_of_their_schemas() {
    for file in ["toolsets.jsonl", "question_toolsets.jsonl"] {
        for line in lines(file) {
            let read = ExternalTool::list_from_text(&line).unwrap();
            let toolbox = toolbox(ExternalSource::mcp("srv", read));
            let limits = Limits { text: usize::MAX, nodes: usize::MAX, ..Limits::default() };
            let document = Node::parse(&line, &limits).unwrap();
            let Some(Node::Array(sent)) = document.get("tools") else { panic!("{line}") };
            for sent in sent {
                let Some(Node::String(name)) = sent.get("name") else { panic!("{line}") };
                let mut schema = sent.get("input_schema").unwrap().clone();
                if let Node::Object(members) = &mut schema
                    && !members.iter().any(|(key, _)| key == "type")
                {
                    members.push(("type".into(), Node::String("object".into())));
                }
                assert_eq!(toolbox.tool(name).unwrap().input_schema(), schema.to_json(), "{name}");
            }
        }
    }
}
