//! The parameters of a function that takes one struct: a row for each property of the struct's schema.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use hpd_json::__private::order;
use hpd_json::Node;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings as TypeSettings;

use crate::reading::field_order;
use crate::table::{DefaultValue, FlatArgs, FunctionInfo, ParamSpec};

/// A function with the rows of its parameters. Made once in a program for each function, and kept: the tables of functions
/// live as long as the program.
pub(crate) fn expanded(info: &FunctionInfo) -> &FunctionInfo {
    match info.flat {
        Some(flat) if !flat.is_expanded => expand(info, flat),
        _ => info,
    }
}

#[cold]
pub(crate) fn expand(info: &FunctionInfo, flat: FlatArgs) -> &'static FunctionInfo {
    let made = FunctionInfo { flat: Some(FlatArgs { is_expanded: true, ..flat }), ..info.clone() };
    kept(&made, || rows(flat, info.params))
}

/// The one copy of a table row in the program. Two rows are the same if they say the same of the same types.
fn kept(info: &FunctionInfo, params: impl FnOnce() -> Vec<ParamSpec>) -> &'static FunctionInfo {
    static ROWS: Mutex<Option<HashMap<String, &'static FunctionInfo>>> = Mutex::new(None);
    let key = format!("{info:?}");
    let rows = || ROWS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = rows().get_or_insert_default().get(&key) {
        return known;
    }
    // Not under the lock: a schema is made by code of the user.
    let params: &'static [ParamSpec] = Box::leak(params().into_boxed_slice());
    let made: &'static FunctionInfo = Box::leak(Box::new(FunctionInfo { params, ..info.clone() }));
    rows().get_or_insert_default().entry(key).or_insert(made)
}

/// The same for rows of fields.
pub(crate) fn kept_fields(fields: Vec<ParamSpec>) -> &'static [ParamSpec] {
    static FIELDS: Mutex<Option<HashMap<String, &'static [ParamSpec]>>> = Mutex::new(None);
    let key = format!("{fields:?}");
    let mut known = FIELDS.lock().unwrap_or_else(PoisonError::into_inner);
    known.get_or_insert_default().entry(key).or_insert_with(|| Box::leak(fields.into_boxed_slice()))
}

fn rows(flat: FlatArgs, fields: &[ParamSpec]) -> Vec<ParamSpec> {
    let mut generator = TypeSettings::draft2020_12().with(|types| types.meta_schema = None).into_generator();
    let object = object_of(flat, &mut generator);
    let Some(Node::Object(properties)) = object.get("properties") else { return fields.to_vec() };
    let is_required = |name: &str| match object.get("required") {
        Some(Node::Array(names)) => names.iter().any(|required| required.as_str() == Some(name)),
        _ => false,
    };
    // schemars does not keep the order of all properties; the type knows it.
    let order = field_order(flat.probe);
    let place = |name: &str| order.iter().position(|field| *field == name).unwrap_or(order.len());
    let mut properties: Vec<_> = properties.iter().collect();
    order::sort_by_key(&mut properties, |(name, _)| place(name));
    let mut rows: Vec<ParamSpec> =
        properties.iter().map(|(name, schema)| row(fields, name, schema, is_required(name))).collect();
    // Those that are no properties are reported when the schema is assembled.
    let is_known = |field: &&ParamSpec| properties.iter().any(|(name, _)| **name == *field.name);
    rows.extend(fields.iter().filter(|field| !is_known(field)).cloned());
    rows
}

fn row(fields: &[ParamSpec], name: &str, schema: &Node<'_>, is_required: bool) -> ParamSpec {
    let said = fields.iter().find(|field| field.name == name).cloned();
    let said = said.unwrap_or_else(|| ParamSpec { name: leak(name), ..ParamSpec::NEW });
    let default = schema.get("default").map(|default| DefaultValue::Json(leak(&default.to_json())));
    ParamSpec {
        optional: if is_required { || false } else { || true },
        description: schema.get("description").and_then(Node::as_str).map_or("", leak),
        default,
        ..said
    }
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// The schema of the struct itself, with definitions of its types in the generator.
pub(super) fn object_of(flat: FlatArgs, generator: &mut SchemaGenerator) -> Node<'static> {
    Node::from_value(&(flat.schema)(generator).to_value()).into_owned()
}

/// Whether the struct refuses keys that it does not declare.
pub(crate) fn denies_unknown(flat: FlatArgs) -> bool {
    let mut generator = TypeSettings::draft2020_12().into_generator();
    matches!(object_of(flat, &mut generator).get("additionalProperties"), Some(Node::Bool(false)))
}

/// Why a struct can't take all arguments, if it can't.
pub(super) fn problem_of(object: &Node<'_>) -> Option<String> {
    let Node::Object(keywords) = object else { return Some(NO_STRUCT.to_owned()) };
    let is_object = object.get("type").and_then(Node::as_str) == Some("object");
    if !is_object && !keywords.iter().any(|(keyword, _)| keyword == "$ref") {
        return Some(NO_STRUCT.to_owned());
    }
    let unknown = keywords.iter().find(|(keyword, value)| match &**keyword {
        "additionalProperties" => !matches!(value, Node::Bool(false)),
        keyword => !HARMLESS.contains(&keyword),
    });
    unknown.map(|(keyword, _)| {
        format!("the struct of all arguments has `{keyword}` in its schema: only fields of their own can be parameters, so write a struct with named fields, without enums or maps flattened into it")
    })
}

const NO_STRUCT: &str = "the type of all arguments is no struct with named fields: write one";
const HARMLESS: [&str; 9] =
    ["type", "properties", "required", "title", "description", "examples", "deprecated", "$schema", "$defs"];
