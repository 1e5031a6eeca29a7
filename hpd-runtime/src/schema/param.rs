//! The schema of one parameter.

use hpd_json::{Limits, Node};
use hpd_schema::__private::shape::TypeSet;
use hpd_schema::__private::{sort, sort_keywords};
use schemars::SchemaGenerator;

use super::constraint;
use super::keywords::Keywords;
use super::types::types_of;
use crate::table::{DefaultValue, ParamSpec};

/// A parameter's schema on its way.
pub(super) struct ParamSchema {
    pub(super) schema: Node<'static>,
    pub(super) default: Option<Node<'static>>,
    pub(super) example: Option<Node<'static>>,
    pub(super) is_required: bool,
}

/// The schema of the parameter's type.
pub(super) fn type_schema(param: &ParamSpec, generator: &mut SchemaGenerator) -> Node<'static> {
    let schema = (param.schema)(generator).to_value();
    let mut schema = Node::from_value(&schema).into_owned();
    sort(&mut schema);
    schema
}

/// Applies the table's rules to the schema of the type.
pub(super) fn overlay(
    param: &ParamSpec,
    schema: Node<'static>,
    definitions: &Node<'_>,
    may_be_empty: bool,
) -> Result<ParamSchema, String> {
    let default = default_of(param)?;
    let example = param.example.map(|json| parse("example", json)).transpose()?;
    let is_required = default.is_none() && !(param.optional)();
    let types = types_of(&schema, definitions);
    let mut schema = Keywords::of(schema);
    for json in param.constraints.iter().flat_map(listed_values) {
        if !(param.accepts)(json) {
            return Err(format!("`one_of` lists {json}, which the parameter's type can't hold"));
        }
    }
    for constraint in param.constraints {
        constraint::add(&mut schema, types, *constraint)?;
    }
    if is_required && !may_be_empty && needs_non_empty(&schema, types) {
        constraint::add_non_empty(&mut schema, types)?;
    }
    schema.remove("title");
    if let Some(title) = param.title {
        schema.set_text("title", title);
    }
    if !param.description.is_empty() {
        schema.set_text("description", param.description);
    }
    if let Some(default) = &default {
        schema.set("default", default.clone());
    }
    if let Some(example) = &example {
        schema.set("examples", Node::Array(vec![example.clone()]));
    }
    sort_keywords(&mut schema.0);
    Ok(ParamSchema { schema: schema.into_node(), default, example, is_required })
}

fn listed_values(constraint: &'static crate::table::Constraint) -> &'static [&'static str] {
    match constraint {
        crate::table::Constraint::OneOf(values) => values,
        _ => &[],
    }
}

/// Strings and arrays of which the emptiness is not excluded anyway.
fn needs_non_empty(schema: &Keywords, types: TypeSet) -> bool {
    let is_sized = types == TypeSet::STRING || types == TypeSet::ARRAY;
    is_sized && ["enum", "const", "format", "prefixItems"].iter().all(|keyword| schema.get(keyword).is_none())
}

fn default_of(param: &ParamSpec) -> Result<Option<Node<'static>>, String> {
    match param.default {
        None => Ok(None),
        Some(DefaultValue::Json(json)) => parse("default", json).map(Some),
        Some(DefaultValue::Computed(compute)) => {
            let json = compute().map_err(|error| format!("the default can't be computed: {error}"))?;
            parse("default", &json).map(Some)
        }
    }
}

fn parse(what: &str, json: &str) -> Result<Node<'static>, String> {
    let node = Node::parse(json, &Limits::default());
    node.map(Node::into_owned).map_err(|error| format!("the {what} is not JSON: {error}"))
}
