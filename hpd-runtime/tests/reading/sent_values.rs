//! Nothing is in the arguments of an external tool that the model did not send, and no call of another tool is run.

use hpd_runtime::__private::{OwnNames, SchemaPlan};
use hpd_runtime::args::{Leniency, Limits, Reading, StopReason};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Names of fields: some of them are keys of calls, too.
const FIELDS: [&str; 9] =
    ["dry_run", "maxResults", "name", "arguments", "id", "filter", "input", "tool", "Line_Items"];
/// A default that no text has.
const DEFAULT: u32 = 987_654_321;
const OTHER_CALLS: [(&str, &str); 8] = [
    ("name", "arguments"),
    ("name", "kwargs"),
    ("tool_name", "tool_input"),
    ("tool", "parameters"),
    ("Name", "Arguments"),
    ("functionName", "args"),
    ("action", "action_input"),
    ("function", "params"),
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arguments_hold_what_was_sent((schema, sent) in cases(), lenient in any::<bool>(), writes in any::<bool>()) {
        let text = sent.to_string();
        let Some(read) = read(&schema, &text, lenient, writes) else { return Ok(()) };
        let (mut there, mut known) = (Parts::default(), Parts::default());
        there.add(&read);
        known.add(&sent);
        for key in &there.keys {
            prop_assert!(known.keys.contains(key), "{key} of {read}, from {text}, by {schema}");
        }
        for value in there.values.iter().filter(|value| !value.is_empty()) {
            prop_assert!(known.values.contains(value) || known.texts.contains(value), "{value} of {read}, from {text}, by {schema}");
        }
    }

    #[test]
    fn a_call_of_another_tool_is_refused(
        (schema, sent) in cases(),
        form in 0..OTHER_CALLS.len(),
        lenient in any::<bool>(),
        writes in any::<bool>(),
    ) {
        let (name, inner) = OTHER_CALLS[form];
        // A schema with fields of these names takes calls as arguments.
        let is_free = schema["properties"].as_object().is_some_and(|listed| {
            listed.keys().all(|key| ![name, inner].iter().any(|other| folded(other) == folded(key)))
        });
        prop_assume!(is_free);
        for text in [
            json!({name: "delete_everything", inner: sent}),
            json!({name: "delete_everything", inner: sent.to_string()}),
            json!({"arguments": {name: "delete_everything", inner: sent}}),
            json!({"tool_calls": [{name: "delete_everything", inner: sent}]}),
        ] {
            let is_listed = schema["properties"].as_object().is_some_and(|listed| {
                text.as_object().is_some_and(|text| text.keys().any(|key| listed.contains_key(key)))
            });
            if !is_listed {
                prop_assert_eq!(read(&schema, &text.to_string(), lenient, writes), None, "{} by {}", text, schema);
            }
        }
    }
}

fn read(schema: &Value, text: &str, lenient: bool, writes: bool) -> Option<Value> {
    let leniency = if lenient { Leniency::Lenient } else { Leniency::Safe };
    let names = OwnNames::new(["get_order"]).owned_by(["shop"]);
    let plan = SchemaPlan::new(schema, Limits::default()).expect("the schema is well-formed").named(names);
    let read = plan.read(text, &Reading { leniency, writes, stop_reason: StopReason::Finished }).ok()?;
    Some(serde_json::from_str(&read.arguments).expect("the arguments are JSON"))
}

/// A stream of choices.
struct Choices(u64);

impl Choices {
    /// One of so many.
    const fn of(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % count as u64) as usize
    }
}

/// A schema of an object, and a text for it.
fn cases() -> impl Strategy<Value = (Value, Value)> {
    any::<u64>().prop_map(|seed| {
        let mut choices = Choices(seed);
        let schema = object(&mut choices, 3);
        let sent = value(&schema, &mut choices);
        (schema, sent)
    })
}

fn object(choices: &mut Choices, depth: u32) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in FIELDS {
        if choices.of(3) == 0 {
            let mut schema = part(choices, depth);
            if choices.of(2) == 0 {
                schema["default"] = json!(DEFAULT);
            }
            if choices.of(4) == 0 {
                required.push(field);
            }
            properties.insert(field.to_owned(), schema);
        }
    }
    json!({"type": "object", "properties": properties, "required": required, "default": {"id": DEFAULT}})
}

fn part(choices: &mut Choices, depth: u32) -> Value {
    match choices.of(if depth == 0 { 5 } else { 9 }) {
        0 => json!({"type": "string"}),
        1 => json!({"type": "integer"}),
        2 => json!({"type": "boolean"}),
        3 => json!({"enum": ["1", "2", "on hold"]}),
        4 => json!({"type": ["number", "null"]}),
        5 => object(choices, depth - 1),
        6 => json!({"type": "array", "items": part(choices, depth - 1)}),
        7 => json!({"anyOf": [object(choices, depth - 1), part(choices, depth - 1)]}),
        _ => json!({"allOf": [object(choices, depth - 1)], "default": {"id": DEFAULT}}),
    }
}

/// A value for a schema, often in another form.
fn value(schema: &Value, choices: &mut Choices) -> Value {
    if let Some(parts) = schema.get("anyOf").or_else(|| schema.get("allOf")).and_then(Value::as_array) {
        return value(&parts[choices.of(parts.len())], choices);
    }
    let right = match schema["type"].as_str() {
        Some("object") => {
            let listed = schema["properties"].as_object().into_iter().flatten();
            let mut members = Map::new();
            for (key, schema) in listed.filter(|_| choices.of(4) > 0).collect::<Vec<_>>() {
                members.insert(spelt(key, choices), value(schema, choices));
            }
            Value::Object(members)
        }
        Some("array") => (0..choices.of(3)).map(|_| value(&schema["items"], choices)).collect(),
        Some("string") => json!("text"),
        Some("integer") => json!(choices.of(9)),
        Some("boolean") => json!(choices.of(2) == 0),
        _ => json!(1 + choices.of(2)),
    };
    match choices.of(12) {
        0 => json!(right.to_string()),
        1 => json!([right]),
        2 => Value::Null,
        3 => json!({"a": right}),
        _ => right,
    }
}

fn spelt(key: &str, choices: &mut Choices) -> String {
    match choices.of(8) {
        0 => key.to_uppercase(),
        1 => key.replace('_', "-"),
        2 => format!("_{key}"),
        3 => format!("${key}"),
        _ => key.to_owned(),
    }
}

fn folded(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The keys and scalars of a value, and of all texts in it.
#[derive(Default)]
struct Parts {
    keys: Vec<String>,
    values: Vec<String>,
    /// The whole values, as texts.
    texts: Vec<String>,
}

impl Parts {
    fn add(&mut self, value: &Value) {
        // A lenient reading may send an object as its text.
        self.texts.push(folded(&value.to_string()));
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            Value::Object(members) => {
                for (key, value) in members {
                    self.keys.push(folded(key));
                    // `{"on hold": null}` is a way to write a word.
                    self.values.push(folded(key));
                    self.add(value);
                }
            }
            Value::String(text) => {
                self.values.push(folded(text));
                if let Ok(inner) = serde_json::from_str::<Value>(text) {
                    self.add(&inner);
                }
            }
            scalar => self.values.push(folded(&scalar.to_string())),
        }
    }
}
