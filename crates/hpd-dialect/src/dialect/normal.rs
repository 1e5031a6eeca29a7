//! Normalises real tool lists to draft 2020-12: older drafts, `nullable`, keywords that are null.

use hpd_json::Node;

use super::members::{Members, text};

/// Why something is no schema.
pub(super) type IllFormed = String;

/// The keywords of a schema. `true` has none; `false` has `not` of everything.
pub(super) fn read(schema: &Node<'_>) -> Result<Members, IllFormed> {
    let members = match schema {
        Node::Bool(true) => return Ok(Members::default()),
        Node::Bool(false) => return Ok(Members::one("not", Node::Object(Vec::new()))),
        Node::Object(members) => members,
        _ => return Err("a schema is an object, `true` or `false`".to_owned()),
    };
    let mut read = Members::default();
    for (keyword, value) in members {
        // Some generators write unset keywords as null.
        if !matches!(value, Node::Null) || matches!(keyword.as_ref(), "const" | "default") {
            read.set(keyword.clone().into_owned(), value.clone().into_owned());
        }
    }
    read_exclusive(&mut read, "exclusiveMinimum", "minimum");
    read_exclusive(&mut read, "exclusiveMaximum", "maximum");
    read_tuple(&mut read);
    read_dependencies(&mut read);
    // Draft-03 marks a property as required at the property itself; draft 2020-12 reads nothing from it.
    if matches!(read.get("required"), Some(Node::Bool(_))) {
        read.take("required");
    }
    check_types(&read)?;
    read_nullable(&mut read)?;
    Ok(read)
}

/// Whether a schema as written accepts nothing at all: `false`, or `not` of everything.
pub(super) fn forbids(schema: &Node<'_>) -> bool {
    match schema {
        Node::Bool(accepts) => !accepts,
        schema => schema.get("not").is_some_and(is_everything),
    }
}

/// Whether a schema that was read accepts nothing at all.
pub(super) fn is_never(members: &Members) -> bool {
    members.get("not").is_some_and(is_everything)
}

fn is_everything(schema: &Node<'_>) -> bool {
    match schema {
        Node::Bool(accepts) => *accepts,
        Node::Object(members) => members.iter().all(|(keyword, value)| match (keyword.as_ref(), value) {
            ("allOf", Node::Array(parts)) => parts.iter().all(is_everything),
            ("anyOf", Node::Array(branches)) => branches.iter().any(is_everything),
            (keyword, _) => super::members::is_annotation(keyword),
        }),
        _ => false,
    }
}

/// Draft-04: `exclusiveMinimum: true` beside `minimum`.
fn read_exclusive(read: &mut Members, exclusive: &'static str, bound: &'static str) {
    if let Some(Node::Bool(is_exclusive)) = read.get(exclusive) {
        let is_exclusive = *is_exclusive;
        read.take(exclusive);
        if is_exclusive && let Some(value) = read.take(bound) {
            read.set(exclusive, value);
        }
    }
}

/// Draft-07: a list in `items`, and `additionalItems` for the rest.
fn read_tuple(read: &mut Members) {
    let rest = read.take("additionalItems");
    if matches!(read.get("items"), Some(Node::Array(_)))
        && let Some(tuple) = read.take("items")
    {
        read.set("prefixItems", tuple);
        if let Some(rest) = rest {
            read.set("items", rest);
        }
    }
}

/// Draft-07: `dependencies` of both kinds.
fn read_dependencies(read: &mut Members) {
    let Some(Node::Object(dependencies)) = read.take("dependencies") else { return };
    let (names, schemas): (Vec<_>, Vec<_>) =
        dependencies.into_iter().partition(|(_, value)| matches!(value, Node::Array(_)));
    for (keyword, members) in [("dependentRequired", names), ("dependentSchemas", schemas)] {
        if !members.is_empty() && !read.has(keyword) {
            read.set(keyword, Node::Object(members));
        }
    }
}

/// `OpenAPI` 3.0: `nullable: true` beside a type.
fn read_nullable(read: &mut Members) -> Result<(), IllFormed> {
    match read.take("nullable") {
        None | Some(Node::Bool(false)) => return Ok(()),
        Some(Node::Bool(true)) => {}
        Some(_) => return Err("`nullable` is not a boolean".to_owned()),
    }
    if let Some(Node::Array(values)) = read.get("enum")
        && !values.contains(&Node::Null)
    {
        let mut values = values.clone();
        values.push(Node::Null);
        read.set("enum", Node::Array(values));
    }
    match read.get("type").cloned() {
        Some(Node::Array(mut types)) => {
            if !types.iter().any(|name| name.as_str() == Some("null")) {
                types.push(text("null"));
            }
            read.set("type", Node::Array(types));
        }
        Some(name) if name.as_str() != Some("null") => {
            read.set("type", Node::Array(vec![name, text("null")]));
        }
        Some(_) => {}
        None => {
            let asserted = read.take_where(|keyword| !super::members::is_annotation(keyword));
            if !asserted.is_empty() {
                let null = Members::one("type", text("null"));
                read.set("anyOf", Node::Array(vec![asserted.into_node(), null.into_node()]));
            }
        }
    }
    Ok(())
}

/// Checks the JSON types of keyword values.
fn check_types(read: &Members) -> Result<(), IllFormed> {
    for (keyword, value) in &read.0 {
        let (fits, kind) = match keyword.as_ref() {
            "$ref" | "description" | "pattern" | "format" => (value.as_str().is_some(), "a string"),
            "properties" | "patternProperties" | "dependentSchemas" | "dependentRequired" => {
                (matches!(value, Node::Object(_)), "an object")
            }
            "anyOf" | "oneOf" | "allOf" | "prefixItems" | "enum" => {
                (matches!(value, Node::Array(items) if !items.is_empty()), "an array with items")
            }
            "required" => (is_list_of_names(value), "an array of names"),
            "type" => (is_type(value), "the name of a type, or a list of such names"),
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
            | "minContains" | "maxContains" => (count(value).is_some(), "a count"),
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                (matches!(value, Node::Number(_)), "a number")
            }
            "uniqueItems" => (matches!(value, Node::Bool(_)), "a boolean"),
            _ => continue,
        };
        if !fits {
            return Err(format!("`{keyword}` is not {kind}"));
        }
    }
    Ok(())
}

fn is_list_of_names(value: &Node<'_>) -> bool {
    matches!(value, Node::Array(names) if names.iter().all(|name| name.as_str().is_some()))
}

fn is_type(value: &Node<'_>) -> bool {
    let is_name = |name: &Node<'_>| {
        name.as_str().is_some_and(|name| hpd_schema::__private::shape::TypeSet::of_name(name).is_some())
    };
    match value {
        Node::Array(names) => !names.is_empty() && names.iter().all(is_name),
        name => is_name(name),
    }
}

/// A count in a schema. `3.0` is accepted.
pub(super) fn count(value: &Node<'_>) -> Option<u64> {
    match value {
        Node::Number(number) => {
            let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
            if fraction.bytes().any(|digit| digit != b'0') { None } else { whole.parse().ok() }
        }
        _ => None,
    }
}
