//! Schemas of real servers compile, and recorded calls get the verdict of the `jsonschema` crate.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::shape::{CompileOptions, Shape};
use serde_json::Value;

/// The lines of a file of recorded data; `None`, with a message, where the data is absent.
fn lines(name: &str) -> Option<Vec<Value>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(name);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return None;
    };
    Some(text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect())
}

struct Tool {
    shape: Shape,
    reference: jsonschema::Validator,
}

/// All tools, by server and name.
fn tools(limits: &Limits) -> Option<HashMap<(String, String), Tool>> {
    let mut tools = HashMap::new();
    for line in lines("toolsets.jsonl")?.into_iter().chain(lines("question_toolsets.jsonl")?) {
        for tool in line["tools"].as_array().expect("a list of tools") {
            let key = (text(&line["server"]), text(&tool["name"]));
            let schema = &tool["input_schema"];
            let reference = jsonschema::options().should_validate_formats(false).build(schema);
            match (Shape::compile(schema, CompileOptions::outside(limits)), reference) {
                (Ok(shape), Ok(reference)) => {
                    assert_eq!(shape.unsupported(), &[], "{key:?}");
                    tools.insert(key, Tool { shape, reference });
                }
                (Err(error), Err(_)) => println!("{key:?}: {error}"),
                (Ok(_), Err(error)) => panic!("{key:?} compiles, but jsonschema says {error}"),
                (Err(error), Ok(_)) => panic!("{key:?} should compile: {error}"),
            }
        }
    }
    Some(tools)
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

#[test]
fn recorded_calls_get_the_verdict_of_jsonschema() {
    let limits = Limits::default();
    let (Some(tools), Some(calls)) = (tools(&limits), lines("calls.jsonl")) else { return };
    assert!(tools.len() > 1000, "only {} tools", tools.len());
    let (mut seen, mut refused) = (0, 0);
    for call in calls {
        let Some(tool) = tools.get(&(text(&call["toolset"]), text(&call["tool"]))) else { continue };
        let raw = text(&call["raw_arguments"]);
        let Ok(value) = serde_json::from_str::<Value>(&raw) else {
            assert!(Node::parse(&raw, &limits).is_err(), "{raw}");
            continue;
        };
        let arguments = Node::parse(&raw, &limits).unwrap_or_else(|error| panic!("{error}: {raw}"));
        let mut findings = Findings::new(&limits);
        tool.shape.check(&arguments, &mut findings);
        assert_eq!(tool.shape.accepts(&arguments), tool.reference.is_valid(&value), "{call}");
        assert_eq!(findings.is_empty(), tool.shape.accepts(&arguments), "{call}");
        seen += 1;
        if !findings.is_empty() {
            refused += 1;
            println!("{} {raw}\n{}\n", call["tool"], findings.into_response());
        }
    }
    println!("{seen} calls, {refused} refused");
    assert!(seen > 2000, "only {seen} calls have a tool");
}
