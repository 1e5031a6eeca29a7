//! Arguments that a schema describes, and mistakes in them.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

/// Texts around the rules of the types above.
fn texts() -> impl Strategy<Value = String> {
    select(vec![
        "",
        "a",
        "b",
        "ab",
        "abc",
        "abcd",
        "é",
        "日本",
        "😀😀",
        "c",
        "1",
        "true",
        "null",
        "2024-02-29",
        "2023-02-29",
        "started",
        "nothing",
        "A",
    ])
    .prop_map(str::to_owned)
}

fn numbers() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => (-6_i64..12).prop_map(Value::from),
        1 => select(vec![-129, -128, 127, 128, 255, 256, 65535, 65536, 99, 100, -32768, -32769, 2_147_483_648_i64]).prop_map(Value::from),
        2 => select(vec![0.0, -0.0, 0.5, 1.0, 1.5, 1.6, 0.49, 3.0, 1e2, 256.0, 1e20]).prop_map(Value::from),
    ]
}

fn scalars() -> impl Strategy<Value = Value> {
    prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        3 => numbers(),
        3 => texts().prop_map(Value::from),
    ]
}

/// Names that occur in the types, and some that don't.
fn keys() -> impl Strategy<Value = String> {
    select(vec!["value", "kind", "x", "text", "1", "256", "", "circle", "children", "Value"])
        .prop_map(str::to_owned)
}

fn values() -> impl Strategy<Value = Value> {
    scalars().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(keys(), inner, 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A value that the schema describes, more or less. The schema is followed as far as possible; `null` and unrelated
/// values are mixed in.
fn described(root: &'static Value, schema: &'static Value, depth: u32) -> BoxedStrategy<Value> {
    if depth == 0 {
        return scalars().boxed();
    }
    if let Some(reference) = schema["$ref"].as_str() {
        return described(root, root.pointer(&reference[1..]).unwrap(), depth - 1);
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(alternatives) = schema[keyword].as_array() {
            let each =
                alternatives.iter().map(|schema| described(root, schema, depth - 1)).collect::<Vec<_>>();
            return prop::strategy::Union::new(each).boxed();
        }
    }
    if let Some(listed) = schema["enum"].as_array() {
        return select(listed.clone()).boxed();
    }
    if !schema["const"].is_null() {
        return Just(schema["const"].clone()).boxed();
    }
    let names = match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        Value::String(name) => vec![name.as_str()],
        _ => return values().boxed(),
    };
    let each = names.into_iter().map(|name| of_type(root, schema, name, depth)).collect::<Vec<_>>();
    prop::strategy::Union::new(each).boxed()
}

fn of_type(root: &'static Value, schema: &'static Value, name: &str, depth: u32) -> BoxedStrategy<Value> {
    match name {
        "null" => Just(Value::Null).boxed(),
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        "integer" => (0_i64..6).prop_map(Value::from).boxed(),
        "number" => select(vec![json!(0.5), json!(1), json!(1.5), json!(1.0)]).boxed(),
        "string" => texts().prop_map(Value::from).boxed(),
        "array" => array(root, schema, depth),
        _ => object(root, schema, depth),
    }
}

fn array(root: &'static Value, schema: &'static Value, depth: u32) -> BoxedStrategy<Value> {
    match schema["prefixItems"].as_array() {
        Some(prefix) => {
            let items = prefix.iter().map(|schema| described(root, schema, depth - 1)).collect::<Vec<_>>();
            items.prop_map(Value::from).boxed()
        }
        None => prop::collection::vec(described(root, &schema["items"], depth - 1), 0..4)
            .prop_map(Value::from)
            .boxed(),
    }
}

fn object(root: &'static Value, schema: &'static Value, depth: u32) -> BoxedStrategy<Value> {
    let Some(properties) = schema["properties"].as_object().filter(|properties| !properties.is_empty())
    else {
        let below = [
            &schema["additionalProperties"],
            schema["patternProperties"].as_object().map_or(&Value::Null, |all| all.values().next().unwrap()),
        ];
        let below = below.into_iter().find(|schema| schema.is_object()).unwrap_or(&Value::Null);
        let members = prop::collection::btree_map(keys(), described(root, below, depth - 1), 0..3);
        return members.prop_map(|members| Value::Object(members.into_iter().collect())).boxed();
    };
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.contains(&json!(name)));
    let members = properties.iter().map(|(name, below)| {
        let share = if required(name) { 0.98 } else { 0.5 };
        prop::option::weighted(share, described(root, below, depth - 1))
            .prop_map(move |value| Some((name.clone(), value?)))
    });
    let members = members.collect::<Vec<_>>();
    members.prop_map(|members| Value::Object(members.into_iter().flatten().collect::<Map<_, _>>())).boxed()
}

/// A mistake: its place, and its value.
#[derive(Debug, Clone)]
enum Mistake {
    Replace(Index, Value),
    Remove(Index),
    Add(Index, String, Value),
}

fn mistakes() -> impl Strategy<Value = Vec<Mistake>> {
    let mistake = prop_oneof![
        4 => (any::<Index>(), values()).prop_map(|(at, value)| Mistake::Replace(at, value)),
        2 => any::<Index>().prop_map(Mistake::Remove),
        1 => (any::<Index>(), keys(), values()).prop_map(|(at, key, value)| Mistake::Add(at, key, value)),
    ];
    prop_oneof![2 => Just(Vec::new()), 3 => prop::collection::vec(mistake, 1..3)]
}

/// Everything inside a value, by pointer; the value itself is left out.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        Value::Object(members) => members.iter().map(|(key, member)| (key.clone(), member)).collect(),
        _ => Vec::new(),
    };
    for (token, value) in below {
        let pointer = format!("{at}/{token}");
        places(value, &pointer, found);
        found.push(pointer);
    }
}

fn make(mistake: Mistake, arguments: &mut Value) {
    let mut found = Vec::new();
    places(arguments, "", &mut found);
    match mistake {
        Mistake::Replace(at, value) if !found.is_empty() => {
            *arguments.pointer_mut(at.get::<String>(&found)).unwrap() = value;
        }
        Mistake::Remove(at) if !found.is_empty() => {
            let (above, token) = at.get(&found).rsplit_once('/').unwrap();
            match arguments.pointer_mut(above).unwrap() {
                Value::Object(members) => drop(members.remove(token)),
                Value::Array(items) => drop(items.remove(token.parse().unwrap())),
                _ => unreachable!("the place is inside an array or object"),
            }
        }
        Mistake::Add(at, key, value) => {
            found.push(String::new());
            let objects = found
                .iter()
                .filter(|place| arguments.pointer(place).unwrap().is_object())
                .collect::<Vec<_>>();
            let place = (*at.get(&objects)).clone();
            arguments.pointer_mut(&place).unwrap()[key] = value;
        }
        _ => {}
    }
}

/// Arguments for one of the functions that have these schemas, with its place in the list.
pub(crate) fn calls(schemas: Vec<&'static Value>) -> impl Strategy<Value = (usize, Value)> {
    let each = schemas.into_iter().enumerate().map(|(function, schema)| {
        described(schema, schema, 7).prop_map(move |arguments| (function, arguments)).boxed()
    });
    (prop::strategy::Union::new(each), mistakes()).prop_map(|((function, mut arguments), mistakes)| {
        for mistake in mistakes {
            make(mistake, &mut arguments);
        }
        (function, arguments)
    })
}
