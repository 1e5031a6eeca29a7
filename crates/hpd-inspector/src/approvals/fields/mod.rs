//! Fields of a form for values, by the JSON schemas of those.

use hpd_host::approval::{PromptField, PromptForm};
use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::text::segment;

/// How many references are followed. A schema may refer to itself.
const REFERENCES: usize = 8;

/// How a value is entered.
#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Text,
    Number {
        is_whole: bool,
    },
    /// One of these values.
    Choice(Vec<Value>),
    /// Anything else, as JSON.
    Json,
}

/// The fields of a form.
pub(super) struct Fields<'f> {
    form: &'f PromptForm,
    /// The schema of the whole answer, which has what the others refer to.
    schema: Value,
}

impl<'f> Fields<'f> {
    pub(super) fn of(form: &'f PromptForm) -> Self {
        Self { form, schema: form.schema() }
    }

    /// Each field: its name, what it is, and a place for what is wrong with its value. `id` begins the ids of its parts.
    pub(super) fn view(&self, id: &str) -> Markup {
        html! { @for field in self.form.fields() { (self.field(id, field)) } }
    }

    /// What a reader entered into a field, as JSON; `None` if there is no such field. A text that is no value of its kind
    /// stays a text: the check of the call says what is wrong.
    pub(super) fn value_of(&self, name: &str, entered: &str) -> Option<Value> {
        let field = self.form.fields().iter().find(|field| field.name == name)?;
        let parsed = match self.kind(field) {
            Kind::Text => None,
            Kind::Number { .. } => serde_json::from_str(entered.trim()).ok().filter(Value::is_number),
            Kind::Choice(_) | Kind::Json => serde_json::from_str(entered).ok(),
        };
        Some(parsed.unwrap_or_else(|| Value::String(entered.to_owned())))
    }

    fn field(&self, id: &str, field: &PromptField) -> Markup {
        let (name, error) = (format!("value.{}", field.name), format!("{id}-{}-e", segment(&field.name)));
        let description = self.resolved(field).and_then(|schema| schema.get("description")?.as_str());
        let text = if field.text.is_empty() { description.unwrap_or_default() } else { &field.text };
        html! {
            label {
                (field.name) @if !text.is_empty() { span.dim { " " (text) } }
                (self.entry(&name, &error, field))
            }
            p.error id=(error) data-error=(field.name) {}
        }
    }

    fn entry(&self, name: &str, error: &str, field: &PromptField) -> Markup {
        let kind = self.kind(field);
        // A form has no sensitive value. If it had one, it would not be shown.
        let known = field.value.as_ref().filter(|_| !field.sensitive);
        let value = known.map(|value| match (&kind, value) {
            (Kind::Text, Value::String(text)) => text.clone(),
            (_, value) => value.to_string(),
        });
        let value = value.as_deref();
        html! {
            @match &kind {
                _ if self.is_hidden(field, &kind) => input name=(name) type="password" required autocomplete="off" aria-describedby=(error);,
                Kind::Choice(values) => select name=(name) required aria-describedby=(error) {
                    option value="" { "Choose" }
                    @for one in values {
                        option value=(one.to_string()) selected[known == Some(one)] { (in_words(one)) }
                    }
                },
                Kind::Json => textarea name=(name) required rows="3" spellcheck="false" placeholder="JSON" aria-describedby=(error) { (value.unwrap_or_default()) },
                Kind::Number { is_whole } => input name=(name) required autocomplete="off" inputmode=(if *is_whole { "numeric" } else { "decimal" }) value=[value] aria-describedby=(error);,
                Kind::Text => input name=(name) required autocomplete="off" value=[value] aria-describedby=(error);,
            }
        }
    }

    /// Whether a value is not shown while it is typed: one that is sensitive, and on one line.
    fn is_hidden(&self, field: &PromptField, kind: &Kind) -> bool {
        let is_scalar = |name: &&str| ["string", "integer", "number", "boolean"].contains(name);
        let types = self.resolved(field).map(types_of).unwrap_or_default();
        field.sensitive
            && match kind {
                Kind::Text | Kind::Number { .. } => true,
                Kind::Choice(_) => false,
                Kind::Json => !types.is_empty() && types.iter().all(is_scalar),
            }
    }

    fn kind(&self, field: &PromptField) -> Kind {
        let Some(schema) = self.resolved(field) else { return Kind::Text };
        if let Some(values) = values_of(schema) {
            return Kind::Choice(values);
        }
        match types_of(schema).as_slice() {
            ["boolean"] => Kind::Choice(vec![Value::Bool(true), Value::Bool(false)]),
            ["integer"] => Kind::Number { is_whole: true },
            ["number"] | ["integer", "number"] | ["number", "integer"] => Kind::Number { is_whole: false },
            // A decimal may be sent as a number or as a text.
            ["string"] | ["number", "string"] | ["string", "number"] => Kind::Text,
            // Nothing is known of it: the words of the reader.
            [] if schema
                .keys()
                .all(|keyword| ["title", "description", "default"].contains(&keyword.as_str())) =>
            {
                Kind::Text
            }
            _ => Kind::Json,
        }
    }

    /// The schema of a value: what it refers to, and without the way to be null.
    fn resolved(&self, field: &PromptField) -> Option<&Map<String, Value>> {
        let mut schema = self.schema.get("properties")?.get(&field.name)?.as_object()?;
        for _ in 0..REFERENCES {
            let Some(next) = self.next(schema) else { break };
            schema = next;
        }
        Some(schema)
    }

    fn next<'s>(&'s self, schema: &'s Map<String, Value>) -> Option<&'s Map<String, Value>> {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            return self.schema.pointer(reference.strip_prefix('#')?)?.as_object();
        }
        let ways = schema.get("anyOf").or_else(|| schema.get("oneOf"))?.as_array()?;
        let mut ways = ways.iter().filter(|way| way.get("type").is_none_or(|kind| kind != "null"));
        let only = ways.next()?;
        if ways.next().is_some() { None } else { only.as_object() }
    }
}

/// The types that a schema names, except null.
fn types_of(schema: &Map<String, Value>) -> Vec<&str> {
    let types = match schema.get("type") {
        Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(one)) => vec![one.as_str()],
        _ => Vec::new(),
    };
    types.into_iter().filter(|name| *name != "null").collect()
}

/// The values that a schema names, one by one.
fn values_of(schema: &Map<String, Value>) -> Option<Vec<Value>> {
    let values: Vec<Value> = if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        values.clone()
    } else {
        let ways = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
        ways.iter().map(|way| way.get("const").cloned()).collect::<Option<_>>()?
    };
    (!values.is_empty()).then_some(values)
}

/// A value of a choice as a reader sees it.
fn in_words(value: &Value) -> String {
    match value {
        Value::Bool(true) => "Yes".to_owned(),
        Value::Bool(false) => "No".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
