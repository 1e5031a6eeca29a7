//! The expectation of a node, in a few words.

use hpd_json::Decimal;

use super::{ArrayRules, NumberRules, ObjectRules, Shape, ShapeId, ShapeNode, StringRules, TypeSet, format};
use crate::error::text;

/// Alternatives that are named.
const NAMED: usize = 5;

/// A number that keeps every digit, sent as a number or as a text. The schema of its type is only a pattern.
pub(super) const A_DECIMAL: &str = "a decimal number";

/// Arrays and strings that must hold something, and of which nothing more is asked.
pub(super) const NON_EMPTY_ARRAY: &str = "a non-empty array";
pub(super) const NON_EMPTY_STRING: &str = "a non-empty string";

const NAMES: [(TypeSet, &str); 7] = [
    (TypeSet::STRING, "a string"),
    (TypeSet::NUMBER, "a number"),
    (TypeSet::INTEGER, "an integer"),
    (TypeSet::BOOLEAN, "a boolean"),
    (TypeSet::ARRAY, "an array"),
    (TypeSet::OBJECT, "an object"),
    (TypeSet::NULL, "null"),
];

impl Shape {
    /// The expected value at `id`, with its article: "an integer from 1 to 10".
    pub(crate) fn expectation(&self, id: ShapeId) -> String {
        let node = self.node(id);
        if let Some(values) = node.one_of_values.as_deref() {
            return text::list(values.iter().map(hpd_json::Node::to_json));
        }
        match node.reference {
            Some(target) if node.types == TypeSet::ANY => {
                let target = self.expectation(target);
                if node.nullable { format!("{target} or null") } else { target }
            }
            _ => self.own_expectation(node),
        }
    }

    fn own_expectation(&self, node: &ShapeNode) -> String {
        let types = node.types.without(TypeSet::NULL);
        let described = match types {
            _ if node.exact_number => ranged(A_DECIMAL, node.number.as_deref()),
            TypeSet::INTEGER => ranged("an integer", node.number.as_deref()),
            TypeSet::NUMBER => ranged("a number", node.number.as_deref()),
            TypeSet::STRING => node.string.as_deref().map_or_else(|| "a string".to_owned(), describe_text),
            TypeSet::OBJECT => node.object.as_deref().map_or_else(|| "an object".to_owned(), describe_object),
            TypeSet::ARRAY => node.array.as_deref().map_or_else(|| "an array".to_owned(), describe_array),
            _ if !node.any_of.is_empty() => return self.alternatives(&node.any_of),
            _ if !node.one_of.is_empty() => return self.alternatives(&node.one_of),
            _ => return type_names(node.types),
        };
        if node.types.contains(TypeSet::NULL) { format!("{described} or null") } else { described }
    }

    /// "a string, an integer or null"
    pub(super) fn alternatives(&self, ids: &[ShapeId]) -> String {
        let mut names: Vec<String> = Vec::new();
        for id in ids {
            let name = self.expectation(*id);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.len() > NAMED {
            names.truncate(NAMED);
            names.push("another alternative of the schema".to_owned());
        }
        join(&names)
    }
}

/// "a string or null"
pub(super) fn type_names(types: TypeSet) -> String {
    if types == TypeSet::ANY {
        return "any value".to_owned();
    }
    if types == TypeSet::ANY.without(TypeSet::NULL) {
        return "any value but null".to_owned();
    }
    let mut rest = types;
    let mut names = Vec::new();
    for (kind, name) in NAMES {
        if rest.contains(kind) {
            names.push(name.to_owned());
            rest = rest.without(kind);
        }
    }
    join(&names)
}

/// "a, b or c"
fn join(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A range of numbers in words, or just its name.
fn ranged(name: &str, rules: Option<&NumberRules>) -> String {
    let Some(rules) = rules else { return name.to_owned() };
    // The bounds of a large type tell nothing. The same holds for a type's bounds next to an exclusive bound.
    let low = rules.minimum.as_ref().filter(|low| {
        !rules.low_is_natural || (rules.exclusive_minimum.is_none() && (low.is_zero() || is_short(low)))
    });
    let high = rules
        .maximum
        .as_ref()
        .filter(|high| !rules.high_is_natural || (rules.exclusive_maximum.is_none() && is_short(high)));
    let range = match (low, high) {
        (Some(low), Some(high)) => Some(format!("from {low} to {high}")),
        (Some(low), None) => Some(format!("of at least {low}")),
        (None, Some(high)) => Some(format!("of at most {high}")),
        (None, None) => None,
    };
    let mut words = name.to_owned();
    let more = [
        range,
        rules.exclusive_minimum.as_ref().map(|bound| format!("above {bound}")),
        rules.exclusive_maximum.as_ref().map(|bound| format!("below {bound}")),
        rules.multiple_of.as_ref().map(|divisor| format!("that is a multiple of {divisor}")),
    ];
    for part in more.iter().flatten() {
        words.push(' ');
        words.push_str(part);
    }
    words
}

/// The bounds of small types are worth telling.
fn is_short(bound: &Decimal) -> bool {
    bound.to_string().trim_start_matches('-').len() <= 5
}

fn describe_text(rules: &StringRules) -> String {
    let known = rules.format.as_deref().and_then(format::describe);
    match (known, rules.min_length, rules.max_length) {
        (Some(description), _, _) => description.to_owned(),
        (None, Some(low), Some(high)) if low == high => {
            format!("a string of {}", text::counted(low, "character"))
        }
        (None, Some(low), Some(high)) => format!("a string of {low} to {high} characters"),
        (None, Some(1), None) => NON_EMPTY_STRING.to_owned(),
        (None, Some(low), None) => format!("a string of at least {}", text::counted(low, "character")),
        (None, None, Some(high)) => format!("a string of at most {}", text::counted(high, "character")),
        (None, None, None) => "a string".to_owned(),
    }
}

/// An object by its required properties: they distinguish alternatives.
fn describe_object(rules: &ObjectRules) -> String {
    let required =
        rules.properties.iter().filter(|property| property.required).map(|property| &property.name);
    let names: Vec<String> =
        required.chain(&rules.required_elsewhere).map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "an object".to_owned(),
        [name] => format!("an object with {name}"),
        [first @ .., last] if names.len() <= NAMED => {
            format!("an object with {} and {last}", first.join(", "))
        }
        _ => format!("an object with {}, ...", names[..NAMED].join(", ")),
    }
}

fn describe_array(rules: &ArrayRules) -> String {
    match (rules.min_items, rules.max_items) {
        (Some(1), None) => NON_EMPTY_ARRAY.to_owned(),
        (Some(low), Some(high)) if low == high => format!("an array of {}", text::counted(low, "item")),
        (Some(low), Some(high)) => format!("an array of {low} to {high} items"),
        (Some(low), None) => format!("an array of at least {}", text::counted(low, "item")),
        (None, Some(high)) => format!("an array of at most {}", text::counted(high, "item")),
        (None, None) => "an array".to_owned(),
    }
}
