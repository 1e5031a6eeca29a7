//! The end of a conversion: definitions, sizes, plans.

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
    let mut definitions: Vec<_> = std::mem::take(&mut walker.definitions)
        .into_iter()
        .filter_map(|definition| Some((definition.name.into(), definition.schema?)))
        .collect();
    // In the order in which they are found they would change places when the keywords do.
    definitions.sort_by(|(left, _): &Member, (right, _)| left.cmp(right));
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
