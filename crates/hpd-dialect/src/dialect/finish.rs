//! The end of a conversion: definitions, sizes, plans.

use std::collections::HashSet;

use hpd_json::__private::order;
use hpd_json::Node;
use hpd_schema::__private::sort_keywords;

use super::error::{DialectError, DialectErrorKind};
use super::members::{Member, Members};
use super::place::Place;
use super::restore::Converted;
use super::rules::SizeLimits;
use super::walk::{Out, Walker};

/// Puts keywords into their order.
pub(super) fn sort(members: &mut Members) {
    sort_keywords(&mut members.0);
}

/// The same for all schemas below one.
fn sort_below(schema: &mut Node<'static>) {
    let Node::Object(members) = schema else { return };
    for (keyword, value) in members.iter_mut() {
        match (keyword.as_ref(), value) {
            ("properties" | "patternProperties" | "dependentSchemas" | "$defs", Node::Object(schemas)) => {
                for (_, schema) in schemas {
                    sort_below(schema);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Node::Array(schemas)) => {
                schemas.iter_mut().for_each(sort_below);
            }
            ("items" | "additionalProperties" | "not", schema) => sort_below(schema),
            _ => {}
        }
    }
    sort_keywords(members);
}

/// Puts the whole together.
pub(super) fn finish(mut walker: Walker<'_>, out: Out) -> Result<Converted, DialectError> {
    let mut members = out.members;
    let definitions = std::mem::take(&mut walker.definitions).into_iter();
    let definitions = definitions.filter_map(|definition| Some((definition.name.into(), definition.schema?)));
    let mut definitions = used(&members, definitions.collect());
    // In the order in which they are found they would change places when the keywords do.
    order::sort_by(&mut definitions, |(left, _): &Member, (right, _)| left.cmp(right));
    if !definitions.is_empty() {
        members.set("$defs", Node::Object(definitions));
    }
    let mut schema = members.into_node();
    sort_below(&mut schema);
    let definitions = schema.get("$defs").cloned();
    check_size(&walker, &schema)?;
    let (rules, report) = (walker.rules, walker.report);
    let failed = |what| DialectError {
        dialect: rules.dialect,
        pointer: String::new(),
        kind: DialectErrorKind::IllFormed(what),
    };
    let plans = Walker::compile_plans(walker.plans, definitions.as_ref(), failed)?;
    Ok(Converted { schema, report, plans: plans.into(), root: out.plan })
}

/// The targets that one reference of the result uses, so that it is shorter to write them there. Definitions that are
/// left out at the end do not count: a second conversion would not have them.
pub(super) fn used_once(walker: &Walker<'_>, out: &Out) -> Vec<String> {
    let written = walker.definitions.iter();
    let written =
        written.filter_map(|definition| Some((definition.name.clone().into(), definition.schema.clone()?)));
    let mut names = Vec::new();
    out.members.0.iter().for_each(|(_, value)| references(value, &mut names));
    for (_, schema) in used(&out.members, written.collect()) {
        references(&schema, &mut names);
    }
    let once = walker.definitions.iter().filter(|definition| {
        names.iter().filter(|name| **name == definition.name).count() == 1
            && !contains_itself(walker, &definition.name)
    });
    once.map(|definition| definition.pointer.clone()).collect()
}

/// Whether a definition leads back to itself, as it is written.
fn contains_itself(walker: &Walker<'_>, name: &str) -> bool {
    let mut next = vec![name.to_owned()];
    let mut seen: HashSet<String> = HashSet::new();
    while let Some(at) = next.pop() {
        let definition = walker.definitions.iter().find(|definition| definition.name == at);
        let Some(schema) = definition.and_then(|definition| definition.schema.as_ref()) else { continue };
        let mut found = Vec::new();
        references(schema, &mut found);
        if found.iter().any(|found| found == name) {
            return true;
        }
        next.extend(found.into_iter().filter(|found| seen.insert(found.clone())));
    }
    false
}

/// The definitions to which a schema leads. Others served parts that were left out.
fn used(members: &Members, definitions: Vec<Member>) -> Vec<Member> {
    let mut names = Vec::new();
    for (_, value) in &members.0 {
        references(value, &mut names);
    }
    let mut seen: HashSet<String> = HashSet::new();
    while let Some(name) = names.pop() {
        if !seen.contains(&name) {
            if let Some((_, schema)) = definitions.iter().find(|(known, _)| *known == name) {
                references(schema, &mut names);
            }
            seen.insert(name);
        }
    }
    definitions.into_iter().filter(|(name, _)| seen.contains(name.as_ref())).collect()
}

/// The names of the definitions to which a converted schema refers, one for each reference.
pub(super) fn references(schema: &Node<'_>, names: &mut Vec<String>) {
    match schema {
        Node::Object(members) => {
            for (keyword, value) in members {
                match (keyword.as_ref(), value) {
                    ("$ref", Node::String(reference)) => names.extend(super::reference::name_of(reference)),
                    ("enum" | "const" | "examples", Node::Array(_)) => {}
                    _ => references(value, names),
                }
            }
        }
        Node::Array(items) => items.iter().for_each(|item| references(item, names)),
        _ => {}
    }
}

/// The figures that count towards the limits of size.
#[derive(Default)]
struct Size {
    properties: usize,
    values: usize,
    text: usize,
}

impl Size {
    fn add(&mut self, schema: &Node<'_>) {
        let Node::Object(members) = schema else { return };
        for (keyword, value) in members {
            match (keyword.as_ref(), value) {
                ("properties" | "$defs", Node::Object(schemas)) => {
                    if keyword == "properties" {
                        self.properties += schemas.len();
                    }
                    for (name, schema) in schemas {
                        self.text += name.chars().count();
                        self.add(schema);
                    }
                }
                ("anyOf", Node::Array(schemas)) => schemas.iter().for_each(|schema| self.add(schema)),
                ("items", schema) => self.add(schema),
                ("enum", Node::Array(values)) => {
                    self.values += values.len();
                    self.text += values.iter().map(length).sum::<usize>();
                }
                ("const", value) => self.text += length(value),
                _ => {}
            }
        }
    }
}

fn length(value: &Node<'_>) -> usize {
    value.as_str().map_or_else(|| value.to_json().len(), |text| text.chars().count())
}

fn check_size(walker: &Walker<'_>, schema: &Node<'_>) -> Result<(), DialectError> {
    let SizeLimits { properties, values, text, .. } = walker.rules.limits;
    let mut size = Size::default();
    size.add(schema);
    let counted = [
        ("properties", size.properties, properties),
        ("listed values", size.values, values),
        ("characters in names and listed values", size.text, text),
    ];
    for (what, count, max) in counted {
        if count > max {
            return Err(walker.error(&Place::root(), DialectErrorKind::TooMany { what, count, max }));
        }
    }
    Ok(())
}
