//! The arguments as a whole, which are an object in every dialect.

use hpd_json::Node;
use hpd_schema::__private::shape::TypeSet;

use super::error::{DialectError, DialectErrorKind};
use super::members::{Members, text};
use super::place::Place;
use super::report::SchemaChangeKind;
use super::restore::{Plan, TextKind};
use super::types;
use super::walk::{Out, Walker};

/// The property that holds arguments of which nothing is known.
const WRAPPER: &str = "arguments";

/// Converts the root.
pub(super) fn convert(walker: &mut Walker<'_>) -> Result<Out, DialectError> {
    let place = Place::root();
    let source = walker.source;
    let members = walker.read(source, &place)?;
    let mut out = self::members(walker, members, &place)?;
    if out.members.get("type").and_then(Node::as_str) != Some("object") {
        return Err(walker.error(&place, DialectErrorKind::RootNotObject));
    }
    if !out.members.has("properties") {
        out.members.set("properties", Node::Object(Vec::new()));
    }
    Ok(out)
}

/// The keywords of the root, directly or through a reference.
pub(super) fn members(
    walker: &mut Walker<'_>,
    mut members: Members,
    place: &Place,
) -> Result<Out, DialectError> {
    if super::normal::is_never(&members) {
        return Err(walker.error(place, DialectErrorKind::Unsatisfiable));
    }
    if members.get("type").is_some_and(|types| !types::declared(types).contains(TypeSet::OBJECT)) {
        return Err(walker.error(place, DialectErrorKind::RootNotObject));
    }
    if !members.has("$ref") && !members.has("allOf") {
        members.set("type", text("object"));
    }
    if walker.rules.typed && is_free(&members) {
        return Ok(wrap(walker, members, place));
    }
    walker.members(members, place)
}

/// Whether any arguments are welcome, and none has a name.
fn is_free(members: &Members) -> bool {
    let has_names = matches!(members.get("properties"), Some(Node::Object(names)) if !names.is_empty());
    let is_open = match members.get("additionalProperties") {
        Some(Node::Bool(is_open)) => *is_open,
        Some(_) => true,
        None => members.has("patternProperties"),
    };
    let is_more = ["anyOf", "oneOf", "allOf", "$ref"].iter().any(|keyword| members.has(keyword));
    is_open && !has_names && !is_more
}

/// One property for all arguments, as text.
fn wrap(walker: &mut Walker<'_>, members: Members, place: &Place) -> Out {
    let mut members = members;
    let mut notes = super::notes::Notes::of(walker, &mut members, place);
    let held = walker.text(members, TextKind::Object, false, &mut notes, place);
    let mut property = held.members;
    notes.without_kept().write(&mut property);
    let mut root = Members::one("type", text("object"));
    root.set("properties", Node::Object(vec![(WRAPPER.into(), property.into_node())]));
    root.set("required", Node::Array(vec![text(WRAPPER)]));
    if walker.rules.closed {
        root.set("additionalProperties", Node::Bool(false));
    }
    walker.change(
        place,
        "additionalProperties",
        SchemaChangeKind::Rewritten,
        "is one property that holds JSON text",
    );
    let plan = walker.plan(Plan::Wrapped(WRAPPER));
    Out { members: root, plan, text: None }
}
