//! The schema of a parameter, taken apart and put together.

use serde_json::{Map, Value, json};

use super::{CapabilityManifest, ParameterManifest};
use crate::external::UnknownFields;

type Schema = Map<String, Value>;

impl ParameterManifest {
    /// Takes over a schema.
    pub(super) fn read_schema(&mut self, mut schema: Schema) {
        self.title = take_text(&mut schema, "title");
        self.description = take_text(&mut schema, "description");
        self.types = take(&mut schema, "type", types_of).unwrap_or_default();
        self.default = schema.remove("default");
        self.one_of = take(&mut schema, "enum", |value| value.as_array().cloned());
        self.example = take(&mut schema, "examples", |value| match value.as_array().map(Vec::as_slice) {
            Some([one]) => Some(one.clone()),
            _ => None,
        });
        self.schema = schema;
        if let Some(keyword) = self.emptiness() {
            // Redundant keywords are left out.
            if self.schema.get(keyword) == Some(&json!(1)) {
                self.schema.remove(keyword);
            } else {
                self.allow_empty = !self.schema.contains_key(keyword);
            }
        }
    }

    /// The schema.
    pub(super) fn to_schema(&self) -> Schema {
        let mut schema = self.schema.clone();
        let mut say = |keyword: &str, value: Option<Value>| {
            if let Some(value) = value {
                schema.insert(keyword.to_owned(), value);
            }
        };
        say("title", self.title.clone().map(Value::from));
        say("description", self.description.clone().map(Value::from));
        say(
            "type",
            match self.types.as_slice() {
                [] => None,
                [one] => Some(json!(one)),
                several => Some(json!(several)),
            },
        );
        say("default", self.default.clone());
        say("enum", self.one_of.clone().map(Value::from));
        say("examples", self.example.clone().map(|example| json!([example])));
        if let (Some(keyword), false) = (self.emptiness(), self.allow_empty) {
            schema.entry(keyword).or_insert(json!(1));
        }
        schema
    }

    /// The keyword that keeps a required value from being empty, where its type can be.
    fn emptiness(&self) -> Option<&'static str> {
        let is_told = self.one_of.is_some()
            || ["const", "format", "prefixItems"].iter().any(|keyword| self.schema.contains_key(*keyword));
        match self.types.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
            ["string"] if self.required && !is_told => Some("minLength"),
            ["array"] if self.required && !is_told => Some("minItems"),
            _ => None,
        }
    }
}

impl CapabilityManifest {
    /// The schema of all arguments.
    pub(super) fn to_schema(&self) -> Value {
        let mut schema = self.schema.clone();
        let properties: Schema = self
            .parameters
            .iter()
            .map(|parameter| (parameter.name.clone(), Value::Object(parameter.to_schema())))
            .collect();
        let required: Vec<_> = self
            .parameters
            .iter()
            .filter(|parameter| parameter.required)
            .map(|parameter| parameter.name.as_str())
            .collect();
        schema.insert("type".to_owned(), json!("object"));
        if !required.is_empty() {
            schema.insert("required".to_owned(), json!(required));
        }
        schema.insert("properties".to_owned(), Value::Object(properties));
        if self.unknown_fields.is_none_or(|said| said == UnknownFields::Reject) {
            schema.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
        Value::Object(schema)
    }
}

impl CapabilityManifest {
    /// The outline of the schema as text, with the parameters in the order of declaration: an object of serde keeps
    /// none.
    pub(super) fn written(&self) -> String {
        let properties = self
            .parameters
            .iter()
            .map(|parameter| format!("{}:{}", json!(parameter.name), Value::Object(parameter.to_schema())));
        let properties = properties.collect::<Vec<_>>().join(",");
        format!(r#"{{"type":"object","properties":{{{properties}}}}}"#)
    }
}

/// Takes a keyword out, if its value is of the usual form.
fn take<T>(schema: &mut Schema, keyword: &str, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
    let value = read(schema.get(keyword)?)?;
    schema.remove(keyword);
    Some(value)
}

fn take_text(schema: &mut Schema, keyword: &str) -> Option<String> {
    take(schema, keyword, |value| value.as_str().map(str::to_owned))
}

fn types_of(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(one) => Some(vec![one.clone()]),
        Value::Array(several) if several.len() > 1 => {
            several.iter().map(|one| one.as_str().map(str::to_owned)).collect()
        }
        _ => None,
    }
}
