//! Two schemas that both hold, as one.

use hpd_json::{Decimal, Node};

use super::members::{Members, is_annotation};
use super::types;

/// Both schemas accept something, but nothing is accepted by both.
#[derive(Debug)]
pub(super) struct Contradiction;

/// Two schemas merged into one, and the rest that no single schema can express.
pub(super) struct Merged {
    pub(super) members: Members,
    /// Keywords of the second schema that apply in addition.
    pub(super) besides: Members,
}

/// A schema that accepts a value if, and only if, both schemas do. Descriptions of the first come first.
pub(super) fn both(mut first: Members, mut second: Members) -> Result<Merged, Contradiction> {
    let mut besides = Members::default();
    merge_properties(&mut first, &mut second);
    // `then` and `else` belong to their own `if`.
    let is_condition = |keyword: &str| super::walk::CONDITION.contains(&keyword);
    if first.0.iter().any(|(keyword, _)| is_condition(keyword)) {
        let (own, other) = (first.clone().take_where(is_condition), second.take_where(is_condition));
        if own != other {
            besides = other;
        }
    }
    for (keyword, right) in second.0 {
        let Some(left) = first.get(&keyword).cloned() else {
            first.set(keyword, right);
            continue;
        };
        if left == right || is_annotation(&keyword) {
            continue;
        }
        match merge_keyword(&keyword, left, right)? {
            Ok(merged) => first.set(keyword, merged),
            Err(right) => besides.set(keyword, right),
        }
    }
    Ok(Merged { members: first, besides })
}

/// One keyword of both; `Err` with the second's value where one value can't say both.
fn merge_keyword(
    keyword: &str,
    left: Node<'static>,
    right: Node<'static>,
) -> Result<Result<Node<'static>, Node<'static>>, Contradiction> {
    Ok(Ok(match (keyword, left, right) {
        ("type", left, right) => {
            let common = types::declared(&left).both(types::declared(&right));
            types::to_node(common).ok_or(Contradiction)?
        }
        ("minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties", left, right) => {
            if is_less(&left, &right) {
                right
            } else {
                left
            }
        }
        ("maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties", left, right) => {
            if is_less(&left, &right) {
                left
            } else {
                right
            }
        }
        ("enum", Node::Array(left), Node::Array(right)) => {
            let common: Vec<_> = left.into_iter().filter(|value| right.contains(value)).collect();
            if common.is_empty() {
                return Err(Contradiction);
            }
            Node::Array(common)
        }
        ("const", ..) => return Err(Contradiction),
        ("required" | "allOf", Node::Array(mut left), Node::Array(right)) => {
            left.extend(right);
            Node::Array(left)
        }
        ("items" | "propertyNames" | "additionalProperties", left, right) => all_of(left, right),
        ("uniqueItems", ..) => Node::Bool(true),
        ("not", left, right) => Members::one("anyOf", Node::Array(vec![left, right])).into_node(),
        (_, _, right) => return Ok(Err(right)),
    }))
}

/// Merges `properties`, with the rules that both schemas have for properties that only one of them names.
fn merge_properties(first: &mut Members, second: &mut Members) {
    let is_plain = |members: &Members| !members.has("patternProperties");
    if !is_plain(first) || !is_plain(second) {
        return;
    }
    let of = |members: &mut Members| match members.take("properties") {
        Some(Node::Object(properties)) => Some(properties),
        _ => None,
    };
    let (left, right) = (of(first), of(second));
    if left.is_none() && right.is_none() {
        return;
    }
    let (left, mut right) = (left.unwrap_or_default(), right.unwrap_or_default());
    let mut merged = Vec::new();
    for (name, schema) in left {
        let other = right.iter().position(|(other, _)| *other == name).map(|index| right.remove(index).1);
        let other = other.or_else(|| second.get("additionalProperties").cloned());
        merged.push((name, with(schema, other)));
    }
    for (name, schema) in right {
        merged.push((name, with(schema, first.get("additionalProperties").cloned())));
    }
    first.set("properties", Node::Object(merged));
}

fn with(schema: Node<'static>, other: Option<Node<'static>>) -> Node<'static> {
    match other {
        None | Some(Node::Bool(true)) => schema,
        Some(Node::Bool(false)) => Node::Bool(false),
        Some(other) => all_of(schema, other),
    }
}

fn all_of(left: Node<'static>, right: Node<'static>) -> Node<'static> {
    match (left, right) {
        (Node::Bool(true), other) | (other, Node::Bool(true)) => other,
        (Node::Bool(false), _) | (_, Node::Bool(false)) => Node::Bool(false),
        (left, right) if left == right => left,
        (left, right) => Members::one("allOf", Node::Array(vec![left, right])).into_node(),
    }
}

/// Whether one number is less than another. `false` if either is not a number.
fn is_less(left: &Node<'_>, right: &Node<'_>) -> bool {
    match (left, right) {
        (Node::Number(left), Node::Number(right)) => Decimal::parse(left) < Decimal::parse(right),
        _ => false,
    }
}
