//! Schemas of fields in the few forms that the protocol's forms have: a text, a number, yes or no, and choices.

use serde_json::{Map, Value, json};

/// How a value is shown and read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// As it is.
    AsItIs,
    /// As JSON in a text: the form has no field for such a value.
    AsJson,
}

impl Shown {
    /// The value in an answer.
    pub(super) fn read(self, answer: &Value) -> Value {
        match (self, answer) {
            // A text that is no JSON is told to the user as the wrong type.
            (Self::AsJson, Value::String(text)) => {
                serde_json::from_str(text).unwrap_or_else(|_| answer.clone())
            }
            _ => answer.clone(),
        }
    }
}

/// Keywords that each type of field has in a form.
const TEXT: [&str; 2] = ["minLength", "maxLength"];
const NUMBER: [&str; 2] = ["minimum", "maximum"];
const SAID: [&str; 3] = ["title", "description", "default"];

/// Formats of texts that forms know.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// A schema as a form takes it, and how its value is read. hpd checks the answer against the whole schema.
pub(super) fn shown(schema: &Value, definitions: Option<&Value>) -> (Value, Shown) {
    let schema = resolved(schema, definitions);
    let found = choices(&schema).or_else(|| plain(&schema));
    if let Some(found) = found {
        return (found, Shown::AsItIs);
    }
    let said = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let description = format!("{said} (as JSON)");
    let mut text = json!({"type": "string", "description": description.trim_start()});
    if let (Some(value), Value::Object(text)) = (schema.get("default"), &mut text) {
        text.insert("default".to_owned(), json!(value.to_string()));
    }
    (text, Shown::AsJson)
}

/// A schema with the definition that it refers to.
fn resolved(schema: &Value, definitions: Option<&Value>) -> Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix("#/$defs/"));
    let Some(Value::Object(definition)) = name.and_then(|name| definitions?.get(name)) else {
        return schema.clone();
    };
    let mut whole = definition.clone();
    let own = schema.as_object().into_iter().flatten().filter(|(key, _)| *key != "$ref");
    whole.extend(own.map(|(key, value)| (key.clone(), value.clone())));
    Value::Object(whole)
}

/// The type, without `null`: a field may be left empty.
fn type_of(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(one) => Some(one),
        Value::Array(several) => {
            let mut others = several.iter().filter_map(Value::as_str).filter(|one| *one != "null");
            let one = others.next();
            one.filter(|_| others.next().is_none())
        }
        _ => None,
    }
}

fn plain(schema: &Value) -> Option<Value> {
    let kind = type_of(schema)?;
    let keywords: &[&str] = match kind {
        "string" => &TEXT,
        "number" | "integer" => &NUMBER,
        "boolean" => &[],
        _ => return None,
    };
    let mut field = kept(schema, keywords);
    field.insert("type".to_owned(), json!(kind));
    let format = schema.get("format").and_then(Value::as_str).filter(|format| FORMATS.contains(format));
    if let (Some(format), "string") = (format, kind) {
        field.insert("format".to_owned(), json!(format));
    }
    Some(Value::Object(field))
}

/// A choice of texts, or several ones.
fn choices(schema: &Value) -> Option<Value> {
    if type_of(schema) == Some("array") {
        let items = schema.get("items")?;
        let options = ["enum", "anyOf"].iter().find(|key| items.get(**key).is_some_and(is_options))?;
        let mut field = kept(schema, &["minItems", "maxItems"]);
        let mut items = Map::from_iter([((*options).to_owned(), items.get(*options)?.clone())]);
        if *options == "enum" {
            items.insert("type".to_owned(), json!("string"));
        }
        field.insert("type".to_owned(), json!("array"));
        field.insert("items".to_owned(), Value::Object(items));
        return Some(Value::Object(field));
    }
    let options = ["enum", "oneOf"].iter().find(|key| schema.get(**key).is_some_and(is_options))?;
    let mut field = kept(schema, &[options, "enumNames"]);
    field.insert("type".to_owned(), json!("string"));
    Some(Value::Object(field))
}

/// Whether all options are texts, with or without titles.
fn is_options(options: &Value) -> bool {
    let is_text = |option: &Value| option.is_string() || option.get("const").is_some_and(Value::is_string);
    options.as_array().is_some_and(|options| !options.is_empty() && options.iter().all(is_text))
}

fn kept(schema: &Value, keywords: &[&str]) -> Map<String, Value> {
    let keys = SAID.iter().chain(keywords);
    let found = keys.filter_map(|key| Some(((*key).to_owned(), schema.get(*key)?.clone())));
    found.collect()
}

#[cfg(test)]
mod tests;
