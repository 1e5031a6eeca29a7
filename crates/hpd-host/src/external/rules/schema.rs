//! Rules as schema keywords, so that the model sees the enforced rules.

use serde_json::{Map, Value, json};

use super::{FieldRules, ToolRules};
use crate::external::UnknownFields;

type Schema = Map<String, Value>;

/// The types whose values can be empty, with the keyword that says how much they hold.
const SIZED: [(&str, &str); 3] =
    [("string", "minLength"), ("array", "minItems"), ("object", "minProperties")];

/// Keywords that say something of one type alone.
const OF_STRINGS: [&str; 4] = ["minLength", "maxLength", "pattern", "format"];
const OF_OBJECTS: [&str; 3] = ["properties", "additionalProperties", "patternProperties"];
const OF_ARRAYS: [&str; 4] = ["items", "prefixItems", "minItems", "maxItems"];

/// Adds rules to the schema of a tool. `unknown_fields` is the rule of the tool, or else that of its source.
///
/// # Errors
///
/// A rule contradicts the schema, so that no call could satisfy both.
pub(super) fn add_rules(
    schema: &mut Schema,
    rules: &ToolRules,
    unknown_fields: Option<UnknownFields>,
) -> Result<(), String> {
    match unknown_fields {
        Some(UnknownFields::Reject) => {
            schema.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
        Some(UnknownFields::Pass) => {
            schema.remove("additionalProperties");
            schema.remove("unevaluatedProperties");
        }
        Some(UnknownFields::Warn) | None => {}
    }
    // A field that only balances has no keywords, and is named by nothing else.
    for (field, rules) in rules.fields.iter().filter(|(_, rules)| rules.has_keywords()) {
        add_field(schema, field, rules).map_err(|problem| format!("the rules of {field}: {problem}"))?;
    }
    Ok(())
}

/// The names of the fields that a schema lists.
pub(super) fn listed_fields(schema: &Schema) -> Vec<&str> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.map(|properties| properties.keys().map(String::as_str).collect()).unwrap_or_default()
}

/// Whether a schema forbids fields that it does not list.
pub(super) fn is_closed(schema: &Schema) -> bool {
    ["additionalProperties", "unevaluatedProperties"]
        .into_iter()
        .any(|keyword| schema.get(keyword) == Some(&Value::Bool(false)))
}

impl FieldRules {
    /// Whether the rules put the field into the schema that the model sees.
    pub(super) fn is_published(&self) -> bool {
        self.has_keywords() || self.may_be_filled() || self.ask.is_some()
    }

    fn has_keywords(&self) -> bool {
        self.is_needed()
            || self.min_items.is_some()
            || self.at_least.is_some()
            || self.above.is_some()
            || self.one_of.is_some()
    }

    /// Whether a call without the field is refused.
    pub(crate) const fn is_needed(&self) -> bool {
        self.required || self.non_empty || self.non_empty_array
    }

    /// Whether the host may know the value: from the user's profile or from the configuration.
    pub(super) const fn may_be_filled(&self) -> bool {
        self.profile_key.is_some() || self.config_key.is_some()
    }
}

fn add_field(schema: &mut Schema, field: &str, rules: &FieldRules) -> Result<(), String> {
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    let Value::Object(properties) = properties else { return Err("its schema lists no fields".to_owned()) };
    let property = properties.entry(field).or_insert_with(|| json!({}));
    if *property == Value::Bool(true) {
        *property = json!({});
    }
    let Value::Object(property) = property else { return Err("its schema forbids the field".to_owned()) };
    let keywords = keywords(property, rules)?;
    // The types that the rules name come first: they leave null out already.
    add_keywords(property, keywords);
    if rules.is_needed() {
        forbid_null(property)?;
    }
    if rules.is_needed() {
        match schema.entry("required").or_insert_with(|| json!([])) {
            Value::Array(required) if required.iter().any(|name| name == field) => {}
            Value::Array(required) => required.push(json!(field)),
            _ => return Err("`required` of its schema is not a list".to_owned()),
        }
    }
    Ok(())
}

/// The keywords that a field's rules ask for.
fn keywords(property: &Schema, rules: &FieldRules) -> Result<Schema, String> {
    let mut keywords = Schema::new();
    let declared = ruled_type(property, rules);
    if let Some(kind) = declared {
        keywords.insert("type".to_owned(), json!(kind));
    }
    let types = declared.map(|kind| vec![kind.to_owned()]).or_else(|| types(property));
    let takes = |kind: &str| types.as_ref().is_none_or(|types| types.iter().any(|one| one == kind));
    if rules.required && takes("string") {
        keywords.insert("minLength".to_owned(), json!(1));
    }
    if rules.non_empty {
        let fitting: Vec<_> = SIZED.into_iter().filter(|(kind, _)| takes(kind)).collect();
        if fitting.is_empty() {
            return Err("`non_empty` needs a string, an array or an object".to_owned());
        }
        keywords.extend(fitting.into_iter().map(|(_, keyword)| (keyword.to_owned(), json!(1))));
    }
    if rules.non_empty_array {
        if !may_be(property, "array") || !takes("array") {
            return Err("`non_empty_array` needs an array".to_owned());
        }
        keywords.insert("minItems".to_owned(), json!(1));
    }
    let numbers = [("at_least", "minimum", &rules.at_least), ("above", "exclusiveMinimum", &rules.above)];
    for (rule, keyword, bound) in numbers {
        let Some(bound) = bound else { continue };
        if !takes("number") && !takes("integer") {
            return Err(format!("`{rule}` needs a number"));
        }
        keywords.insert(keyword.to_owned(), bound.clone());
    }
    if let Some(count) = rules.min_items {
        if !takes("array") {
            return Err("`min_items` needs an array".to_owned());
        }
        let least = count.max(u64::from(rules.non_empty || rules.non_empty_array));
        keywords.insert("minItems".to_owned(), json!(least));
    }
    if let Some(values) = &rules.one_of {
        keywords.insert("enum".to_owned(), json!(values));
    }
    Ok(keywords)
}

/// The type that rules give a field: one of its schema's types, or any type if the schema has none.
fn ruled_type(property: &Schema, rules: &FieldRules) -> Option<&'static str> {
    let is_untyped = types(property).is_none();
    match rules {
        _ if is_untyped && (rules.at_least.is_some() || rules.above.is_some()) => Some("number"),
        _ if rules.non_empty_array => Some("array"),
        _ if is_untyped && rules.min_items.is_some() => Some("array"),
        // A field that must not be empty is a list, unless a keyword of its schema or a rule implies another type.
        _ if is_untyped && rules.non_empty && rules.one_of.is_none() && is_open(property) => {
            let is_about = |keywords: &[&str]| keywords.iter().any(|keyword| property.contains_key(*keyword));
            match (is_about(&OF_STRINGS), is_about(&OF_OBJECTS), is_about(&OF_ARRAYS)) {
                (true, false, false) => Some("string"),
                (false, true, false) => Some("object"),
                _ => Some("array"),
            }
        }
        _ => None,
    }
}

/// Whether a schema takes a type, as far as its `type` says.
fn may_be(schema: &Schema, kind: &str) -> bool {
    types(schema).is_none_or(|types| types.iter().any(|one| one == kind))
}

/// The types that a schema names.
fn types(schema: &Schema) -> Option<Vec<String>> {
    match schema.get("type")? {
        Value::String(one) => Some(vec![one.clone()]),
        Value::Array(several) => Some(several.iter().filter_map(Value::as_str).map(str::to_owned).collect()),
        _ => None,
    }
}

/// Whether a schema has only keywords about single types.
fn is_open(schema: &Schema) -> bool {
    !["$ref", "$dynamicRef", "anyOf", "oneOf", "allOf", "not", "enum", "const", "type"]
        .into_iter()
        .any(|keyword| schema.contains_key(keyword))
}

/// Removes `null` from the accepted values.
fn forbid_null(schema: &mut Schema) -> Result<(), String> {
    schema.remove("nullable");
    if schema.get("default") == Some(&Value::Null) {
        schema.remove("default");
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = types.as_slice() {
            let one = one.clone();
            schema.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = schema.get_mut(keyword) {
            branches.retain(|branch| branch.get("type") != Some(&json!("null")));
        }
    }
    if schema.get("type") == Some(&json!("null")) || schema.get("type") == Some(&json!([])) {
        return Err("its schema takes nothing but null".to_owned());
    }
    if is_open(schema) {
        schema.insert("type".to_owned(), json!(["string", "number", "boolean", "array", "object"]));
    } else if may_be_null(schema) {
        let not_null = json!({ "not": { "type": "null" } });
        let Value::Object(not_null) = not_null else { return Ok(()) };
        add_keywords(schema, not_null);
    }
    Ok(())
}

/// Whether a schema may accept `null`, as far as can be seen without following references.
fn may_be_null(schema: &Schema) -> bool {
    if let Some(types) = types(schema) {
        return types.iter().any(|one| one == "null");
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.contains(&Value::Null);
    }
    if let Some(value) = schema.get("const") {
        return value.is_null();
    }
    let branches = ["anyOf", "oneOf"].into_iter().find_map(|keyword| schema.get(keyword)?.as_array());
    branches.is_none_or(|branches| branches.iter().any(|branch| branch.as_object().is_none_or(may_be_null)))
}

/// Adds keywords to a schema. A stricter existing one is kept. If two can't be compared, both apply.
fn add_keywords(schema: &mut Schema, keywords: Schema) {
    // In older drafts, siblings of a reference do not count.
    let is_reference = schema.contains_key("$ref");
    let mut besides = Schema::new();
    for (keyword, value) in keywords {
        match schema.get(&keyword) {
            None if !is_reference => {
                schema.insert(keyword, value);
            }
            // A rule's type is one of the schema's types.
            Some(_) if keyword == "type" && !is_reference => {
                schema.insert(keyword, value);
            }
            Some(present) if *present == value || is_more(present, &value) => {}
            Some(present) if keyword.starts_with("min") && present.is_number() && !is_reference => {
                schema.insert(keyword, value);
            }
            _ => {
                besides.insert(keyword, value);
            }
        }
    }
    if besides.is_empty() {
        return;
    }
    if is_reference {
        let reference = std::mem::take(schema);
        schema.insert("allOf".to_owned(), json!([reference, besides]));
    } else if let Value::Array(all) = schema.entry("allOf").or_insert_with(|| json!([])) {
        all.push(Value::Object(besides));
    }
}

/// Whether a lower bound that is there asks for more than a new one.
fn is_more(present: &Value, new: &Value) -> bool {
    matches!((present.as_f64(), new.as_f64()), (Some(present), Some(new)) if present > new)
}
