//! An answer to a converted schema, once restored, satisfies the original one, but for rules that the report names.

use hpd_runtime::args::{Limits, Node};
use hpd_runtime::dialect::{Converted, Dialect, SchemaChange};
use serde_json::Value;

use crate::dialect_rules;
use crate::dialect_rules::generate::{Random, answer};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");

/// Answers for each schema and dialect.
const ANSWERS: u64 = 4;

/// Checks answers to one schema; returns the failure.
fn check(name: &str, schema: &Node<'_>, dialect: Dialect) -> Result<(), String> {
    let converted = dialect.convert(schema).map_err(|error| error.to_string())?;
    let original = schema.to_value();
    let original = jsonschema::options().should_validate_formats(true).build(&original);
    let original = original.map_err(|error| format!("{name}: {error}"))?;
    let written = converted.schema.to_value();
    let writable = jsonschema::options().should_validate_formats(true).build(&written);
    for seed in 0..ANSWERS {
        let sent = answer(&written, &written, &mut Random(seed), 0);
        // `nullable` is no keyword of JSON Schema.
        if dialect != Dialect::GeminiOpenApi {
            let writable = writable.as_ref().map_err(|error| format!("{name} for {dialect}: {error}"))?;
            if let Err(error) = writable.validate(&sent) {
                return Err(format!("{name} for {dialect}: the generator is wrong: {sent}: {error}"));
            }
        }
        let restored = restore(&converted, &sent);
        let lost: Vec<String> = original
            .iter_errors(&restored)
            .filter(|error| !is_lost(&converted.report, &error.schema_path().to_string(), &schema.to_value()))
            .map(|error| format!("{error} by {}", error.schema_path()))
            .collect();
        if !lost.is_empty() {
            return Err(format!("{name} for {dialect}: {sent} became {restored}: {lost:?}\n  {written}"));
        }
    }
    Ok(())
}

fn restore(converted: &Converted, sent: &Value) -> Value {
    let mut node = Node::from_value(sent).into_owned();
    converted.restore(&mut node);
    node.to_value()
}

/// Whether the report says that the rule at this place of the schema is not enforced.
pub(crate) fn is_lost(report: &[SchemaChange], path: &str, original: &Value) -> bool {
    report.iter().any(|change| {
        if change.kind.loses_rule() && change.keyword == "$ref" {
            // Within combined schemas, the place is not one of the original.
            if original.pointer(&change.pointer).is_none() {
                return path.starts_with("/$defs/") || path.starts_with("/definitions/");
            }
            // The text stands for the target, and for all to which the target leads.
            let mut targets = Vec::new();
            collect_targets(
                original,
                original.pointer(&change.pointer).unwrap_or(&Value::Null),
                &mut targets,
            );
            return targets.iter().any(|target| path.starts_with(&format!("{target}/")));
        }
        if change.message == "is not checked under its own name" {
            return path.starts_with(&format!("{}/", change.pointer))
                || is_within(&change.pointer, path, original);
        }
        change.kind.loses_rule() && {
            // Draft-07 writes a tuple as a list in `items`, and the schema after it in `additionalItems`.
            let keyword = if change.keyword == "prefixItems" { "items" } else { &change.keyword };
            let place = format!("{}/{keyword}", change.pointer);
            path == place
                || path.starts_with(&format!("{place}/"))
                || keyword == "items" && path == format!("{}/additionalItems", change.pointer)
                || is_within(&place, path, original)
        }
    })
}

/// Whether a lost rule is within the alternatives at a path, which are lost with it.
fn is_within(place: &str, path: &str, original: &Value) -> bool {
    let Some(alternatives) = original.pointer(path).filter(|alternatives| alternatives.is_array()) else {
        return false;
    };
    let mut within = vec![path.to_owned()];
    collect_targets(original, alternatives, &mut within);
    within.iter().any(|within| place.starts_with(&format!("{within}/")))
}

/// The pointers to which the references in a schema lead, directly or through others.
fn collect_targets(root: &Value, schema: &Value, targets: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str).and_then(|own| own.strip_prefix('#'));
            if let Some(target) = target.filter(|target| !targets.iter().any(|known| known == target)) {
                targets.push(target.to_owned());
                collect_targets(root, root.pointer(target).unwrap_or(&Value::Null), targets);
            }
            members.values().for_each(|value| collect_targets(root, value, targets));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_targets(root, item, targets)),
        _ => {}
    }
}

#[test]
fn answers_to_the_tools_of_real_servers() {
    let limits = Limits { text: usize::MAX, nodes: usize::MAX, items: usize::MAX, ..Limits::default() };
    let mut seen = std::collections::HashSet::new();
    let mut failed = Vec::new();
    for list in ["toolsets.jsonl", "question_toolsets.jsonl"] {
        let Ok(text) = std::fs::read_to_string(format!("{FOLDER}/{list}")) else {
            eprintln!("skipped: there is no {FOLDER}/{list}");
            continue;
        };
        for line in text.lines() {
            let line = Node::parse(line, &limits).expect("a tool list is JSON");
            let Some(Node::Array(tools)) = line.get("tools") else { panic!("a tool list has tools") };
            for tool in tools {
                let schema = tool.get("input_schema").expect("a tool has a schema");
                if !seen.insert(schema.to_json()) {
                    continue;
                }
                let name = tool.get("name").and_then(Node::as_str).unwrap_or_default();
                failed.extend(Dialect::ALL.iter().filter_map(|dialect| check(name, schema, *dialect).err()));
            }
        }
    }
    assert!(failed.is_empty(), "{}:\n{}", failed.len(), failed[..failed.len().min(15)].join("\n"));
}

/// Schemas with one of everything.
pub(crate) const SCHEMAS: [(&str, &str); 20] = [
    (
        "optional",
        r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":["integer","null"]},"c":{"enum":["x","y"]}},"required":["c"]}"#,
    ),
    (
        "free",
        r#"{"type":"object","properties":{"filter":{"type":"object"},"any":{},"many":{"type":"array"},"map":{"type":"object","additionalProperties":true}}}"#,
    ),
    (
        "limits",
        r#"{"type":"object","properties":{"n":{"type":"integer","minimum":3,"maximum":5},"s":{"type":"string","minLength":2,"maxLength":3},"x":{"type":"number","exclusiveMinimum":0},"list":{"type":"array","items":{"type":"string"},"minItems":2,"uniqueItems":true},"mail":{"type":"string","format":"email"},"url":{"type":"string","format":"uri"}}}"#,
    ),
    (
        "values",
        r#"{"type":"object","properties":{"n":{"type":"integer","enum":[1,2,3]},"b":{"const":true},"mixed":{"enum":["a",1,null]},"empty":{"enum":["","a"]},"object":{"enum":[{"a":1},{"b":2}]},"null":{"type":"null"},"one":{"const":"text"}}}"#,
    ),
    (
        "types",
        r#"{"type":"object","properties":{"t":{"type":["string","number","boolean"]},"u":{"type":["string","null"]},"l":{"type":["array","object","null"],"items":{"type":"integer"}}}}"#,
    ),
    (
        "unions",
        r#"{"type":"object","properties":{"u":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"}],"description":"It"},"v":{"oneOf":[{"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"integer"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"b"},"y":{"type":"object"}},"required":["kind","y"]}]},"w":{"anyOf":[{"type":"integer"},{"type":"null"}]}}}"#,
    ),
    (
        "beside",
        r#"{"type":"object","properties":{"p":{"type":"object","properties":{"a":{"type":"string"}},"anyOf":[{"properties":{"b":{"type":"integer"}},"required":["b"]},{"properties":{"c":{"type":"string"}},"required":["c"]}]}}}"#,
    ),
    (
        "all",
        r##"{"type":"object","properties":{"p":{"allOf":[{"$ref":"#/definitions/P"},{"required":["b"]}],"description":"Both"}},"definitions":{"P":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"]}}}"##,
    ),
    (
        "references",
        r##"{"type":"object","properties":{"p":{"$ref":"#/$defs/P","description":"First"},"q":{"$ref":"#/$defs/P"}},"required":["p"],"$defs":{"P":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"title":"P"}}}"##,
    ),
    (
        "recursion",
        r##"{"type":"object","properties":{"tree":{"$ref":"#/$defs/Tree"}},"required":["tree"],"$defs":{"Tree":{"type":"object","properties":{"value":{"type":"integer"},"children":{"type":"array","items":{"$ref":"#/$defs/Tree"}},"next":{"$ref":"#/$defs/Tree"}},"required":["value"]}}}"##,
    ),
    (
        "shared",
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/N"},"b":{"$ref":"#/$defs/N","description":"Second"},"c":{"anyOf":[{"$ref":"#/$defs/O"},{"type":"null"}]},"d":{"$ref":"#/$defs/O"},"e":{"type":"array","items":{"$ref":"#/$defs/O"}}},"required":["a","d"],"$defs":{"N":{"type":["string","null"],"maxLength":3},"O":{"type":"object","properties":{"free":{"type":"object"},"n":{"$ref":"#/$defs/N"},"ü":{"type":"boolean"}},"required":["n"]}}}"##,
    ),
    (
        "circle",
        r##"{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/B"},"c":{"$ref":"#/$defs/C"}},"required":["b"],"$defs":{"A":{"type":"object","properties":{"x":{"type":"integer"},"b":{"$ref":"#/$defs/B"},"c":{"type":"array","items":{"$ref":"#/$defs/C"}}},"required":["x"]},"B":{"type":"object","properties":{"y":{"type":"string"},"a":{"$ref":"#/$defs/A","description":"Back"}},"required":["y"]},"C":{"allOf":[{"$ref":"#/$defs/B"},{"properties":{"z":{"$ref":"#/$defs/A"}}}]}}}"##,
    ),
    (
        "shared root",
        r##"{"$ref":"#/$defs/R","$defs":{"R":{"type":"object","properties":{"next":{"$ref":"#/$defs/R"},"other":{"$ref":"#/$defs/R"},"v":{"$ref":"#v"},"w":{"$ref":"#v"}}},"V":{"$anchor":"v","enum":["a","b",null]}}}"##,
    ),
    (
        "tuple",
        r#"{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}],"items":false}}}"#,
    ),
    (
        "old tuple",
        r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"t":{"type":"array","items":[{"type":"string"},{"type":"integer"}],"additionalItems":false}}}"#,
    ),
    (
        "names",
        r#"{"type":"object","properties":{"año":{"type":"integer"},"a_o":{"type":"string"},"Content-Type":{"type":"string"},"a b":{"type":"object","properties":{"ü":{"type":"boolean"}},"required":["ü"]}},"required":["año"]}"#,
    ),
    (
        "map",
        r#"{"type":"object","properties":{"headers":{"type":"object","additionalProperties":{"type":"array"}},"both":{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":{"type":"array"}}}}"#,
    ),
    (
        "nullable",
        r#"{"type":"object","properties":{"a":{"type":["string","null"],"nullable":true},"e":{"type":["string","null"],"enum":["x",null],"nullable":true}},"required":["a"]}"#,
    ),
    (
        "root union",
        r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}"#,
    ),
    (
        "root alternatives",
        r#"{"type":"object","oneOf":[{"type":"object","properties":{"a":{"type":"string"},"c":{"type":"integer"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"string"},"c":{"type":"string"}},"required":["b"]}]}"#,
    ),
];

#[test]
fn answers_to_schemas_with_one_of_everything() {
    let mut failed = Vec::new();
    for (name, schema) in SCHEMAS {
        let schema = Node::parse(schema, &Limits::default()).expect("a schema is JSON");
        for dialect in Dialect::ALL {
            if let Err(error) = check(name, &schema, dialect) {
                failed.push(error);
                continue;
            }
            let converted = dialect.convert(&schema).expect("it converts");
            let broken = dialect_rules::broken_rules(dialect.as_str(), &converted.schema.to_value());
            if !broken.is_empty() {
                failed.push(format!("{name} for {dialect}: {broken:?} {}", converted.schema.to_json()));
            }
            let twice = dialect.convert(&converted.schema).expect("it converts again");
            if twice.schema.to_json() != converted.schema.to_json() {
                failed.push(format!(
                    "{name} for {dialect}: not the same again\n  {}\n  {}",
                    converted.schema.to_json(),
                    twice.schema.to_json()
                ));
            }
        }
    }
    assert!(failed.is_empty(), "{}:\n{}", failed.len(), failed.join("\n"));
}
