//! Tool lists of real servers, in every dialect.

use std::collections::HashSet;

use hpd_runtime::args::{Limits, Node};
use hpd_runtime::dialect::Dialect;
use serde_json::Value;

use crate::dialect_rules;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
const LISTS: [&str; 2] = ["toolsets.jsonl", "question_toolsets.jsonl"];

/// Shows the name and the schema of every tool to `see`, each schema once; how many there are.
pub(crate) fn each_tool(see: &mut dyn FnMut(&str, &Node<'_>)) -> usize {
    let limits = Limits { text: usize::MAX, nodes: usize::MAX, items: usize::MAX, ..Limits::default() };
    let mut seen = HashSet::new();
    for list in LISTS {
        let Ok(text) = std::fs::read_to_string(format!("{FOLDER}/{list}")) else {
            eprintln!("skipped: there is no {FOLDER}/{list}");
            continue;
        };
        for line in text.lines() {
            let line = Node::parse(line, &limits).expect("a tool list is JSON");
            let Some(Node::Array(tools)) = line.get("tools") else { panic!("a tool list has tools") };
            for tool in tools {
                let name = tool.get("name").and_then(Node::as_str).expect("a tool has a name");
                let schema = tool.get("input_schema").expect("a tool has a schema");
                if seen.insert(schema.to_json()) {
                    see(name, schema);
                }
            }
        }
    }
    seen.len()
}

#[test]
fn every_tool_converts_into_every_dialect_and_keeps_its_rules() {
    let mut failed = Vec::new();
    let count = each_tool(&mut |name, schema| {
        for dialect in Dialect::ALL {
            match dialect.convert(schema) {
                Ok(converted) => {
                    let value = converted.schema.to_value();
                    let broken = dialect_rules::broken_rules(dialect.as_str(), &value);
                    if !broken.is_empty() {
                        failed.push(format!(
                            "{name} for {dialect}: {broken:?}\n  {}",
                            converted.schema.to_json()
                        ));
                    }
                }
                Err(error) => failed.push(format!("{name}: {error}")),
            }
        }
    });
    assert!(
        failed.is_empty(),
        "{} of {count} tools:\n{}",
        failed.len(),
        failed[..failed.len().min(20)].join("\n")
    );
}

#[test]
fn a_converted_schema_converts_into_itself() {
    each_tool(&mut |name, schema| {
        for dialect in Dialect::ALL {
            let once = dialect.convert(schema).expect("it converts").schema;
            let twice = dialect.convert(&once).expect("it converts again").schema;
            assert_eq!(twice.to_json(), once.to_json(), "{name} for {dialect}");
        }
    });
}

#[test]
fn a_converted_schema_is_one_of_draft_2020_12() {
    each_tool(&mut |name, schema| {
        for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::GeminiOpenApi) {
            let value: Value = dialect.convert(schema).expect("it converts").schema.to_value();
            let result = jsonschema::draft202012::meta::validate(&value);
            assert!(result.is_ok(), "{name} for {dialect}: {result:?}");
        }
    });
}

#[test]
fn properties_keep_their_order() {
    each_tool(&mut |name, schema| {
        let names = |schema: &Node<'_>| -> Vec<String> {
            match schema.get("properties") {
                Some(Node::Object(properties)) => {
                    properties.iter().map(|(name, _)| name.to_string()).collect()
                }
                _ => Vec::new(),
            }
        };
        for dialect in [Dialect::Mcp, Dialect::OpenAi, Dialect::OpenAiStrict] {
            let converted = dialect.convert(schema).expect("it converts").schema;
            assert_eq!(names(&converted), names(schema), "{name} for {dialect}");
        }
    });
}
