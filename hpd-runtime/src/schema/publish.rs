//! Derives the published schema from the checked one: without details of no use to models.

use std::borrow::Cow;

use hpd_json::Node;
use hpd_schema::__private::{change_below, sort, sort_keywords};
use schemars::Schema;

use super::view::with_optional;

/// The published schema. Titles and descriptions of parameters are kept. `fillable` parameters, which the host may
/// fill, are optional.
pub(super) fn publish(checked: &Node<'static>, fillable: &[&str]) -> Node<'static> {
    let mut published = with_optional(checked, fillable);
    let Node::Object(members) = &mut published else { return published };
    for (keyword, value) in members {
        let keep = if keyword == "properties" { Keep::Title } else { Keep::Nothing };
        if let ("properties" | "$defs", Node::Object(schemas)) = (keyword.as_ref(), value) {
            for (_, schema) in schemas {
                simplify(schema, keep);
            }
        }
    }
    published
}

/// The published schema of a result, as a JSON text.
pub fn publish_result(schema: &Schema) -> String {
    let mut published = Node::from_value(schema.as_value()).into_owned();
    sort(&mut published);
    simplify(&mut published, Keep::Nothing);
    published.to_json()
}

/// Whose schema it is.
#[derive(Clone, Copy, PartialEq)]
enum Keep {
    /// A parameter's, whose title its author wrote.
    Title,
    /// A type's, whose title is the name of the type.
    Nothing,
}

fn simplify(schema: &mut Node<'static>, keep: Keep) {
    change_below(schema, &mut |schema| simplify(schema, Keep::Nothing));
    let Node::Object(members) = schema else { return };
    members.retain(|(keyword, value)| match keyword.as_ref() {
        "title" => keep == Keep::Title,
        "default" => !matches!(value, Node::Null),
        "$schema" => false,
        _ => true,
    });
    drop_number_format(members);
    add_properties(members);
    sort_keywords(members);
}

type Members = Vec<(Cow<'static, str>, Node<'static>)>;

/// Formats of numbers are no part of JSON Schema. Small types show their range; large ones need none.
fn drop_number_format(members: &mut Members) {
    let format =
        members.iter().find(|(keyword, _)| keyword == "format").and_then(|(_, value)| value.as_str());
    let range = match format {
        Some("int8") => Some((i8::MIN.to_string(), i8::MAX.to_string())),
        Some("int16") => Some((i16::MIN.to_string(), i16::MAX.to_string())),
        Some("int32") => Some((i32::MIN.to_string(), i32::MAX.to_string())),
        Some("uint8") => Some(("0".to_owned(), u8::MAX.to_string())),
        Some("uint16") => Some(("0".to_owned(), u16::MAX.to_string())),
        Some("uint32") => Some(("0".to_owned(), u32::MAX.to_string())),
        Some("int" | "int64" | "int128" | "uint" | "uint64" | "uint128" | "float" | "double") => None,
        _ => return,
    };
    members.retain(|(keyword, _)| keyword != "format");
    let Some((low, high)) = range else { return };
    for (bound, exclusive, value) in
        [("minimum", "exclusiveMinimum", low), ("maximum", "exclusiveMaximum", high)]
    {
        if !members.iter().any(|(keyword, _)| keyword == bound || keyword == exclusive) {
            members.push((bound.into(), Node::Number(value.into())));
        }
    }
}

/// Some providers refuse an object without `properties`.
fn add_properties(members: &mut Members) {
    let is_object =
        members.iter().any(|(keyword, value)| keyword == "type" && value.as_str() == Some("object"));
    if is_object && !members.iter().any(|(keyword, _)| keyword == "properties") {
        members.push(("properties".into(), Node::Object(Vec::new())));
    }
}
