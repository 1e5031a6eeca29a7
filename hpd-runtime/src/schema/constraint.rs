//! From a parameter's constraints to keywords beside its type's schema.

use hpd_json::{Decimal, Limits, Node};
use hpd_schema::__private::shape::TypeSet;

use super::keywords::Keywords;
use super::types::types_of;
use crate::table::Constraint;

/// Adds `constraint` to a schema that takes `types`.
///
/// The rules join those of the type, also for references and nullable types. Only `enum` concerns null, and lists it.
pub(super) fn add(schema: &mut Keywords, types: TypeSet, constraint: Constraint) -> Result<(), String> {
    match constraint {
        Constraint::Minimum(bound) => add_number(schema, types, "minimum", bound, Keep::Greater),
        Constraint::Maximum(bound) => add_number(schema, types, "maximum", bound, Keep::Less),
        Constraint::ExclusiveMinimum(bound) => {
            add_number(schema, types, "exclusiveMinimum", bound, Keep::Greater)
        }
        Constraint::ExclusiveMaximum(bound) => {
            add_number(schema, types, "exclusiveMaximum", bound, Keep::Less)
        }
        Constraint::MultipleOf(divisor) => add_number(schema, types, "multipleOf", divisor, Keep::Both),
        Constraint::MinLength(length) => add_count(schema, types, "minLength", length),
        Constraint::MaxLength(length) => add_count(schema, types, "maxLength", length),
        Constraint::MinItems(count) => add_count(schema, types, "minItems", count),
        Constraint::MaxItems(count) => add_count(schema, types, "maxItems", count),
        Constraint::UniqueItems => {
            check_type(types, TypeSet::ARRAY, "uniqueItems")?;
            schema.set("uniqueItems", Node::Bool(true));
            Ok(())
        }
        Constraint::Pattern(pattern) => {
            check_type(types, TypeSet::STRING, "pattern")?;
            merge(schema, "pattern", Node::String(pattern.into()), Keep::Both);
            Ok(())
        }
        Constraint::Format(format) => {
            check_type(types, TypeSet::STRING, "format")?;
            schema.set_text("format", format);
            Ok(())
        }
        Constraint::NonEmpty => add_non_empty(schema, types),
        Constraint::OneOf(values) => add_values(schema, types, values),
    }
}

/// `minLength`, `minItems` or `minProperties` of 1, by the type.
pub(super) fn add_non_empty(schema: &mut Keywords, types: TypeSet) -> Result<(), String> {
    let sized =
        [(TypeSet::STRING, "minLength"), (TypeSet::ARRAY, "minItems"), (TypeSet::OBJECT, "minProperties")];
    let mut fitting = sized.into_iter().filter(|(kind, _)| types.contains(*kind)).peekable();
    if fitting.peek().is_none() || types == TypeSet::ANY {
        return Err(
            "`non_empty` is for strings, arrays and objects: remove it, or change the type".to_owned()
        );
    }
    for (_, keyword) in fitting {
        merge(schema, keyword, Node::Number("1".into()), Keep::Greater);
    }
    Ok(())
}

/// The treatment of a keyword that the type's schema has already.
#[derive(Clone, Copy, PartialEq)]
enum Keep {
    Greater,
    Less,
    Both,
}

fn add_number(
    schema: &mut Keywords,
    types: TypeSet,
    keyword: &'static str,
    number: &'static str,
    keep: Keep,
) -> Result<(), String> {
    if types.both(TypeSet::NUMBER) == TypeSet::NONE {
        return Err(unfit(keyword, "numbers", types));
    }
    if Decimal::parse(number).is_none() {
        return Err(format!("`{keyword}` is not a number of JSON: {number}"));
    }
    merge(schema, keyword, Node::Number(number.into()), keep);
    Ok(())
}

fn add_count(schema: &mut Keywords, types: TypeSet, keyword: &'static str, count: u64) -> Result<(), String> {
    let kind = if keyword.ends_with("Length") { TypeSet::STRING } else { TypeSet::ARRAY };
    check_type(types, kind, keyword)?;
    let keep = if keyword.starts_with("min") { Keep::Greater } else { Keep::Less };
    merge(schema, keyword, Node::Number(count.to_string().into()), keep);
    Ok(())
}

fn check_type(types: TypeSet, kind: TypeSet, keyword: &str) -> Result<(), String> {
    if types.contains(kind) {
        return Ok(());
    }
    Err(unfit(keyword, if kind == TypeSet::STRING { "strings" } else { "lists" }, types))
}

/// A rule for another kind of value, by the name that is written in `#[param(..)]`.
fn unfit(keyword: &str, whom: &str, types: TypeSet) -> String {
    let rule = match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => "range",
        "multipleOf" => "multiple_of",
        "minLength" | "maxLength" => "length",
        "minItems" | "maxItems" | "uniqueItems" => "items",
        other => other,
    };
    if types.contains(TypeSet::OBJECT) {
        return format!(
            "`{rule}` is for {whom}, and this type is an object: write the rule at a field of the type"
        );
    }
    format!("`{rule}` is for {whom}: remove it, or change the type")
}

/// Sets a keyword; one that is there already is kept if it asks for more.
fn merge(schema: &mut Keywords, keyword: &'static str, value: Node<'static>, keep: Keep) {
    let Some(present) = schema.get(keyword) else { return schema.set(keyword, value) };
    let is_stricter = match (number(present), number(&value), keep) {
        (Some(present), Some(value), Keep::Greater) => value > present,
        (Some(present), Some(value), Keep::Less) => value < present,
        _ if *present == value => false,
        _ => return schema.also(keyword, value),
    };
    if is_stricter {
        schema.set(keyword, value);
    }
}

fn number(value: &Node<'_>) -> Option<Decimal> {
    match value {
        Node::Number(text) => Decimal::parse(text),
        _ => None,
    }
}

fn add_values(schema: &mut Keywords, types: TypeSet, values: &[&'static str]) -> Result<(), String> {
    let mut listed = Vec::with_capacity(values.len() + 1);
    for json in values {
        let value = Node::parse(json, &Limits::default())
            .map_err(|_| format!("`one_of` lists what is not JSON: {json}"))?;
        listed.push(value);
    }
    if types != TypeSet::ANY && types.contains(TypeSet::NULL) && !listed.contains(&Node::Null) {
        listed.push(Node::Null);
    }
    schema.set("enum", Node::Array(listed));
    Ok(())
}

/// Lower and upper bounds, and whether the bound itself is excluded.
const BOUNDS: [(&str, &str, bool); 7] = [
    ("minimum", "maximum", false),
    ("minimum", "exclusiveMaximum", true),
    ("exclusiveMinimum", "maximum", true),
    ("exclusiveMinimum", "exclusiveMaximum", true),
    ("minLength", "maxLength", false),
    ("minItems", "maxItems", false),
    ("minProperties", "maxProperties", false),
];

/// Rules, with the type that they are for.
const RULES: [(&str, TypeSet, &str); 13] = [
    ("minLength", TypeSet::STRING, "strings"),
    ("maxLength", TypeSet::STRING, "strings"),
    ("pattern", TypeSet::STRING, "strings"),
    ("minimum", TypeSet::NUMBER, "numbers"),
    ("maximum", TypeSet::NUMBER, "numbers"),
    ("exclusiveMinimum", TypeSet::NUMBER, "numbers"),
    ("exclusiveMaximum", TypeSet::NUMBER, "numbers"),
    ("multipleOf", TypeSet::NUMBER, "numbers"),
    ("minItems", TypeSet::ARRAY, "arrays"),
    ("maxItems", TypeSet::ARRAY, "arrays"),
    ("uniqueItems", TypeSet::ARRAY, "arrays"),
    ("minProperties", TypeSet::OBJECT, "objects"),
    ("maxProperties", TypeSet::OBJECT, "objects"),
];

/// A rule beside a declared type that it is not for: it never applies. `pointer` is the place of the schema.
pub(super) fn misplaced(schema: &Node<'_>, pointer: impl FnOnce() -> String) -> Option<String> {
    let declared = schema.get("type")?;
    let types = types_of(schema, &Node::Null);
    let is_never = |kind: TypeSet| types.both(kind) == TypeSet::NONE;
    let (rule, _, whom) =
        RULES.into_iter().find(|(rule, kind, _)| schema.get(rule).is_some() && is_never(*kind))?;
    let names = match declared {
        Node::Array(names) => names.as_slice(),
        name => std::slice::from_ref(name),
    };
    let kinds = names.iter().filter_map(Node::as_str).filter(|name| *name != "null").map(with_article);
    let kinds = kinds.collect::<Vec<_>>().join(" or ");
    Some(format!("`{rule}` is for {whom}, and `{}` is {kinds}", pointer()))
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// Bounds of a schema that leave no value.
pub(super) fn contradiction(schema: &Node<'_>) -> Option<String> {
    BOUNDS.into_iter().find_map(|(low, high, excludes)| {
        let min = schema.get(low).and_then(number)?;
        let max = schema.get(high).and_then(number)?;
        (min > max || excludes && min == max)
            .then(|| format!("no value fits: `{low}` is {min} and `{high}` is {max}"))
    })
}
