//! The form of a value in a dialect: the answer that is restored to this value, where the dialect has one.

use std::cell::RefCell;
use std::collections::HashMap;

use hpd_runtime::dialect::{Converted, SchemaChangeKind};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// A converted schema with all that finds its answers.
pub(crate) struct Speaker<'c> {
    converted: &'c Converted,
    /// The schema as JSON Schema, without `nullable`.
    pub(crate) schema: Value,
    pub(crate) validator: Validator,
    /// Original names of properties, and the names that are written.
    names: Vec<(&'c str, &'c str)>,
    /// The checks of alternatives.
    branches: RefCell<HashMap<String, Validator>>,
}

/// Checks values, with formats.
pub(crate) fn validator(schema: &Value) -> Result<Validator, String> {
    let options = jsonschema::options().should_validate_formats(true);
    options.build(schema).map_err(|error| error.to_string())
}

impl<'c> Speaker<'c> {
    pub(crate) fn new(converted: &'c Converted) -> Result<Self, String> {
        let schema = without_nullable(converted.schema.to_value());
        let renamed = converted.report.iter().filter_map(|change| {
            let written = change.message.strip_prefix("is called `")?.strip_suffix('`')?;
            (change.kind == SchemaChangeKind::Rewritten).then_some((change.keyword.as_str(), written))
        });
        Ok(Self {
            validator: validator(&schema)?,
            names: renamed.collect(),
            branches: RefCell::default(),
            converted,
            schema,
        })
    }

    /// Converts an answer into a value of the original schema.
    pub(crate) fn restore(&self, sent: &Value) -> Value {
        let mut node = hpd_runtime::args::Node::from_value(sent).into_owned();
        self.converted.restore(&mut node);
        node.to_value()
    }

    /// The answer that the dialect takes for a value of the original schema.
    pub(crate) fn say(&self, value: &Value) -> Option<Value> {
        let is_right = |sent: &Value| self.validator.is_valid(sent) && same(&self.restore(sent), value);
        let wrapped = || Some(json!({"arguments": value.to_string()}));
        [Some(value.clone()), self.written(&self.schema, value), wrapped()]
            .into_iter()
            .flatten()
            .find(is_right)
    }

    /// The value in the form of a schema, if their structures match.
    fn written(&self, schema: &Value, value: &Value) -> Option<Value> {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            return self.written(self.schema.pointer(reference.trim_start_matches('#'))?, value);
        }
        if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
            return branches
                .iter()
                .find_map(|branch| self.written(branch, value).filter(|sent| self.accepts(branch, sent)));
        }
        if let Some(listed) = schema.get("enum").and_then(Value::as_array) {
            let json = json!(value.to_string());
            let forms = [value.clone(), json, json!(format!("({value})"))];
            return forms.into_iter().find(|form| listed.contains(form));
        }
        let types = schema.get("type");
        let is_of = |name: &str| match types {
            Some(Value::Array(names)) => names.iter().any(|other| other == name),
            Some(other) => other == name,
            None => true,
        };
        match value {
            Value::Object(members) if is_of("object") => self.object(schema, members),
            Value::Array(items) if is_of("array") => self.array(schema, items),
            // Null is a JSON text only where any value is.
            Value::Null if is_of("null") && !says(schema, "Any JSON value") => Some(Value::Null),
            value if is_json_text(schema) => Some(json!(value.to_string())),
            value => Some(value.clone()),
        }
    }

    fn object(&self, schema: &Value, members: &Map<String, Value>) -> Option<Value> {
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let mut sent = Map::new();
        for (name, value) in members {
            let own =
                |(original, written): &&(&str, &str)| original == name && properties.contains_key(*written);
            let written = self.names.iter().find(own).map_or(name.as_str(), |(_, written)| *written);
            let form = match (properties.get(written), schema.get("additionalProperties")) {
                (Some(property), _) => self.written(property, value)?,
                (None, Some(more @ Value::Object(_))) => self.written(more, value)?,
                (None, _) => value.clone(),
            };
            sent.insert(written.to_owned(), form);
        }
        for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
            // Absence has the form of null.
            sent.entry(name.as_str()?.to_owned()).or_insert(Value::Null);
        }
        Some(Value::Object(sent))
    }

    fn array(&self, schema: &Value, items: &[Value]) -> Option<Value> {
        let anything = json!({});
        let tuple = schema.get("prefixItems").and_then(Value::as_array);
        let rest = schema.get("items").unwrap_or(&anything);
        let item =
            |(index, value)| self.written(tuple.and_then(|tuple| tuple.get(index)).unwrap_or(rest), value);
        items.iter().enumerate().map(item).collect::<Option<Vec<_>>>().map(Value::Array)
    }

    fn accepts(&self, branch: &Value, sent: &Value) -> bool {
        let mut branches = self.branches.borrow_mut();
        let check = branches.entry(branch.to_string()).or_insert_with(|| {
            let mut branch = branch.clone();
            if let Some(definitions) = self.schema.get("$defs") {
                branch["$defs"] = definitions.clone();
            }
            validator(&branch).expect("a part of a converted schema compiles")
        });
        check.is_valid(sent)
    }
}

/// Whether the texts of a schema hold JSON.
fn is_json_text(schema: &Value) -> bool {
    says(schema, "as JSON text.")
}

fn says(schema: &Value, words: &str) -> bool {
    schema.get("description").and_then(Value::as_str).is_some_and(|description| description.contains(words))
}

/// Whether two values are equal, numbers by their value.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left == right || left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, left)| right.get(name).is_some_and(|right| same(left, right)))
        }
        (left, right) => left == right,
    }
}

/// `nullable` of `OpenAPI` as the type null.
fn without_nullable(schema: Value) -> Value {
    match schema {
        Value::Object(mut members) => {
            if members.get("nullable") == Some(&json!(true)) {
                members.remove("nullable");
                if let Some(name @ Value::String(_)) = members.get("type").cloned() {
                    members.insert("type".to_owned(), json!([name, "null"]));
                }
                if let Some(Value::Array(listed)) = members.get_mut("enum") {
                    listed.push(Value::Null);
                }
            }
            Value::Object(members.into_iter().map(|(key, value)| (key, without_nullable(value))).collect())
        }
        Value::Array(items) => items.into_iter().map(without_nullable).collect(),
        other => other,
    }
}
