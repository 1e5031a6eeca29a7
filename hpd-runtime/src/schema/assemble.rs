//! The schema of a function.

use hpd_json::Node;
use hpd_schema::__private::sort;
use schemars::generate::SchemaSettings as TypeSettings;

use super::param::{self, ParamSchema};
use super::{FunctionSchema, Nested, SchemaError, SchemaSettings, flat, publish, verify};
use crate::table::{Effect, FunctionInfo, ParamSpec, UnknownFields};

/// Assembles the schema of a function's arguments from the parameters' types and the function's table.
///
/// # Errors
///
/// A [`SchemaError`] if the table contradicts itself or its types. Examples: two parameters of one name, a constraint
/// that does not fit its type, a default that breaks a constraint, a pattern that does not compile.
pub fn assemble(info: &FunctionInfo, settings: &SchemaSettings) -> Result<FunctionSchema, SchemaError> {
    let info = flat::expanded(info);
    check_names(info)?;
    let mut generator = TypeSettings::draft2020_12()
        .with(|types| {
            types.meta_schema = None;
            types.inline_subschemas = settings.nested == Nested::Inline;
        })
        .into_generator();
    let types: Vec<Node<'static>> = match info.flat {
        None => info.params.iter().map(|param| param::type_schema(param, &mut generator)).collect(),
        Some(flat) => fields(info, &flat::object_of(flat, &mut generator))?,
    };
    let definitions = generator.take_definitions(true).into_iter();
    let mut definitions: Vec<_> =
        definitions.map(|(name, schema)| (name.into(), Node::from_value(&schema).into_owned())).collect();
    for (_, schema) in &mut definitions {
        sort(schema);
    }
    let definitions = Node::Object(definitions);

    let may_be_empty = match info.effect {
        Effect::Read => true,
        Effect::Write(write) => write.allow_empty,
    };
    let params = info.params.iter().zip(types).map(|(param, schema)| {
        param::overlay(param, schema, &definitions, may_be_empty)
            .map_err(|message| error(info, param.name, message))
    });
    let params = params.collect::<Result<Vec<_>, _>>()?;
    let checked = root(info, &params, definitions);
    verify::verify(info, &params, &checked)?;
    let fillable: Box<[_]> =
        info.params.iter().filter(|param| param.may_be_filled()).map(|param| param.name).collect();
    let published = publish::publish(&checked, &fillable).to_json().into_boxed_str();
    let defaults = info.params.iter().zip(&params);
    let defaults =
        defaults.filter_map(|(param, schema)| Some((param.name, schema.default.as_ref()?.to_json())));
    Ok(FunctionSchema { published, defaults: defaults.collect(), checked, fillable })
}

/// The schemas of a struct's fields.
fn fields(info: &FunctionInfo, object: &Node<'_>) -> Result<Vec<Node<'static>>, SchemaError> {
    if let Some(message) = flat::problem_of(object) {
        return Err(SchemaError { function: info.name.to_owned(), parameter: None, message });
    }
    let properties = object.get("properties");
    let field = |param: &ParamSpec| {
        let schema = properties.and_then(|properties| properties.get(param.name)).ok_or_else(|| {
            let names = info.params.iter().map(|param| param.name);
            let known = names.filter(|name| properties.is_some_and(|all| all.get(name).is_some()));
            let known = known.collect::<Vec<_>>().join(", ");
            error(
                info,
                param.name,
                format!("`fields` names what is no field of the struct: its fields are {known}"),
            )
        })?;
        let mut schema = schema.clone().into_owned();
        sort(&mut schema);
        Ok(schema)
    };
    info.params.iter().map(field).collect()
}

fn root(info: &FunctionInfo, params: &[ParamSchema], definitions: Node<'static>) -> Node<'static> {
    let named = || info.params.iter().map(|param| param.name).zip(params);
    let properties = named().map(|(name, param)| (name.into(), param.schema.clone())).collect();
    let required: Vec<_> =
        named().filter(|(_, param)| param.is_required).map(|(name, _)| Node::String(name.into())).collect();
    let mut members =
        vec![("type".into(), Node::String("object".into())), ("properties".into(), Node::Object(properties))];
    if !required.is_empty() {
        members.push(("required".into(), Node::Array(required)));
    }
    if info.unknown_fields == UnknownFields::Reject {
        members.push(("additionalProperties".into(), Node::Bool(false)));
    }
    if !matches!(&definitions, Node::Object(definitions) if definitions.is_empty()) {
        members.push(("$defs".into(), definitions));
    }
    Node::Object(members)
}

fn check_names(info: &FunctionInfo) -> Result<(), SchemaError> {
    for (index, param) in info.params.iter().enumerate() {
        if info.params[..index].iter().any(|other| other.name == param.name) {
            return Err(error(info, param.name, "there are two parameters of this name"));
        }
    }
    Ok(())
}

pub(super) fn error(info: &FunctionInfo, parameter: &str, message: impl Into<String>) -> SchemaError {
    SchemaError {
        function: info.name.to_owned(),
        parameter: Some(parameter.to_owned()),
        message: message.into(),
    }
}
