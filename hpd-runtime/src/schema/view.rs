//! Schemas for models where another source gives values: fewer requirements, or fewer properties.

use std::borrow::Cow;
use std::collections::HashSet;

use hpd_json::Node;

type Members = Vec<(Cow<'static, str>, Node<'static>)>;

/// The keywords of definitions at the root.
const DEFINITIONS: [&str; 2] = ["$defs", "definitions"];

/// The given schema of an object, with the properties in `names` made optional. Their descriptions and rules still
/// apply when they are sent.
///
/// ```
/// use hpd_runtime::args::{Limits, Node};
/// use hpd_runtime::__private::with_optional;
///
/// let schema = r#"{"type":"object","properties":{"a":{},"b":{}},"required":["a","b"]}"#;
/// let schema = Node::parse(schema, &Limits::default()).unwrap();
/// assert_eq!(
///     with_optional(&schema, &["a"]).to_json(),
///     r#"{"type":"object","properties":{"a":{},"b":{}},"required":["b"]}"#,
/// );
/// ```
#[must_use]
pub fn with_optional(schema: &Node<'_>, names: &[&str]) -> Node<'static> {
    let mut schema = schema.clone().into_owned();
    if !names.is_empty() {
        release(&mut schema, names);
    }
    schema
}

/// The schema of an object without the properties named in `hidden`, for a model that is not to send them. They are
/// neither described nor asked for, and definitions that nothing else refers to are gone as well. The order of all
/// others stays.
///
/// ```
/// use hpd_runtime::args::{Limits, Node};
/// use hpd_runtime::__private::without_properties;
///
/// let schema = r##"{"properties":{"a":{"$ref":"#/$defs/A"},"b":{}},
///     "required":["a","b"],"$defs":{"A":{}}}"##;
/// let schema = Node::parse(schema, &Limits::default()).unwrap();
/// assert_eq!(
///     without_properties(&schema, &["a"]).to_json(),
///     r#"{"properties":{"b":{}},"required":["b"]}"#
/// );
/// ```
#[must_use]
pub fn without_properties(schema: &Node<'_>, hidden: &[&str]) -> Node<'static> {
    let mut schema = schema.clone().into_owned();
    if hidden.is_empty() {
        return schema;
    }
    let mut removed = Vec::new();
    hide(&mut schema, hidden, &mut removed);
    if let Node::Object(members) = &mut schema {
        // Kept definitions may refer to others.
        while let Some(place) = removed.iter().position(|(name, _)| is_referred(members, &address(name))) {
            let (name, property) = removed.remove(place);
            keep_as_definition(members, &name, property);
        }
        drop_unused_definitions(members);
    }
    schema
}

/// Takes names out of `required`, here and where the same object is described further.
fn release(schema: &mut Node<'static>, names: &[&str]) {
    drop_required(schema, names);
    // Only keywords that hold with fewer requirements: `oneOf` and `not` could depend on the removed ones.
    for part in parts(schema, &["allOf", "anyOf"]) {
        release(part, names);
    }
}

/// Removes properties from a schema. Values that the host always gives are not required.
fn hide(schema: &mut Node<'static>, hidden: &[&str], removed: &mut Members) {
    drop_required(schema, hidden);
    if let Some(Node::Object(properties)) = member_mut(schema, "properties") {
        let (taken, kept) =
            std::mem::take(properties).into_iter().partition(|(name, _)| hidden.contains(&name.as_ref()));
        *properties = kept;
        removed.extend::<Members>(taken);
    }
    // Parts may say more of a property that is hidden already; only the first description can be referred to.
    for part in parts(schema, &["allOf", "anyOf", "oneOf"]) {
        hide(part, hidden, &mut Vec::new());
    }
}

fn drop_required(schema: &mut Node<'static>, names: &[&str]) {
    let Node::Object(members) = schema else { return };
    members.retain_mut(|(keyword, value)| match (keyword.as_ref(), value) {
        ("required", Node::Array(required)) if !required.is_empty() => {
            required.retain(|name| name.as_str().is_none_or(|name| !names.contains(&name)));
            !required.is_empty()
        }
        _ => true,
    });
}

/// The schemas that describe the same value as `schema`, under these keywords.
fn parts<'s>(
    schema: &'s mut Node<'static>,
    keywords: &'static [&'static str],
) -> impl Iterator<Item = &'s mut Node<'static>> {
    let members = match schema {
        Node::Object(members) => members.as_mut_slice(),
        _ => &mut [],
    };
    members.iter_mut().filter(|(keyword, _)| keywords.contains(&keyword.as_ref())).flat_map(|(_, value)| {
        match value {
            Node::Array(parts) => parts.as_mut_slice(),
            _ => &mut [],
        }
    })
}

fn member_mut<'s>(schema: &'s mut Node<'static>, keyword: &str) -> Option<&'s mut Node<'static>> {
    let Node::Object(members) = schema else { return None };
    members.iter_mut().find(|(name, _)| name == keyword).map(|(_, value)| value)
}

/// How references point at a property.
fn address(name: &str) -> String {
    format!("#/properties/{}", token(name))
}

fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn is_referred(members: &Members, address: &str) -> bool {
    let mut found = false;
    for (_, value) in members {
        visit_references(value, &mut |reference| found |= points_into(reference, address));
    }
    found
}

/// Keeps a property that was removed as a definition, since others are described by pointing at it.
fn keep_as_definition(members: &mut Members, name: &str, property: Node<'static>) {
    let from = address(name);
    if !members.iter().any(|(keyword, _)| keyword == DEFINITIONS[0]) {
        members.push((DEFINITIONS[0].into(), Node::Object(Vec::new())));
    }
    let definitions = members.iter_mut().find(|(keyword, _)| keyword == DEFINITIONS[0]);
    let Some((_, Node::Object(definitions))) = definitions else { return };
    let mut free = name.to_owned();
    while definitions.iter().any(|(taken, _)| *taken == *free) {
        free.push('_');
    }
    let to = format!("#/{}/{}", DEFINITIONS[0], token(&free));
    definitions.push((free.into(), property));
    for (_, value) in members {
        change_references(value, &mut |reference| {
            points_into(reference, &from).then(|| format!("{to}{}", &reference[from.len()..]))
        });
    }
}

fn points_into(reference: &str, place: &str) -> bool {
    reference.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Removes unreferenced definitions. Removes none if references can't be resolved.
fn drop_unused_definitions(members: &mut Members) {
    let is_definitions = |keyword: &str| DEFINITIONS.contains(&keyword);
    let mut waiting: Vec<&Node<'static>> =
        members.iter().filter(|(keyword, _)| !is_definitions(keyword)).map(|(_, value)| value).collect();
    let mut used: HashSet<(String, String)> = HashSet::new();
    let mut is_clear = true;
    while let Some(schema) = waiting.pop() {
        let mut found = Vec::new();
        visit_references(schema, &mut |reference| match definition_of(reference) {
            Reference::Definition(keyword, name) => found.push((keyword, name)),
            Reference::External => {}
            Reference::Unclear => is_clear = false,
        });
        for (keyword, name) in found {
            let definitions = members.iter().find(|(other, _)| *other == *keyword);
            let target = definitions.and_then(|(_, definitions)| definitions.get(&name));
            if used.insert((keyword, name)) {
                waiting.extend(target);
            }
        }
    }
    if !is_clear {
        return;
    }
    members.retain_mut(|(keyword, value)| match value {
        Node::Object(definitions) if is_definitions(keyword) && !definitions.is_empty() => {
            definitions.retain(|(name, _)| {
                used.contains(&(keyword.clone().into_owned(), name.clone().into_owned()))
            });
            !definitions.is_empty()
        }
        _ => true,
    });
}

/// The target of a reference.
enum Reference {
    /// A definition, by its keyword and its name.
    Definition(String, String),
    /// A place in the schema that is no definition.
    External,
    /// Nobody knows: a name, another document, or an escape.
    Unclear,
}

fn definition_of(reference: &str) -> Reference {
    let mut tokens = reference.split('/');
    if tokens.next() != Some("#") || reference.contains('%') {
        return Reference::Unclear;
    }
    match (tokens.next(), tokens.next()) {
        (Some(keyword), Some(name)) if DEFINITIONS.contains(&keyword) => {
            Reference::Definition(keyword.to_owned(), name.replace("~1", "/").replace("~0", "~"))
        }
        // Into all of them at once.
        (Some(keyword), None) if DEFINITIONS.contains(&keyword) => Reference::Unclear,
        _ => Reference::External,
    }
}

/// Visits all references below a schema. Values that only look like references, such as a default, are harmless.
fn visit_references(schema: &Node<'static>, visit: &mut dyn FnMut(&str)) {
    match schema {
        Node::Object(members) => {
            for (keyword, value) in members {
                match (keyword.as_ref(), value) {
                    ("$ref" | "$dynamicRef" | "$recursiveRef", Node::String(reference)) => visit(reference),
                    (_, value) => visit_references(value, visit),
                }
            }
        }
        Node::Array(items) => items.iter().for_each(|item| visit_references(item, visit)),
        _ => {}
    }
}

fn change_references(schema: &mut Node<'static>, change: &mut dyn FnMut(&str) -> Option<String>) {
    match schema {
        Node::Object(members) => {
            for (keyword, value) in members {
                match value {
                    Node::String(reference) if keyword == "$ref" => {
                        if let Some(changed) = change(reference) {
                            *reference = changed.into();
                        }
                    }
                    value => change_references(value, change),
                }
            }
        }
        Node::Array(items) => items.iter_mut().for_each(|item| change_references(item, change)),
        _ => {}
    }
}
