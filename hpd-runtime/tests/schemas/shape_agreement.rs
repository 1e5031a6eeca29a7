//! The Shape and the `jsonschema` crate agree on every schema and value.

use hpd_runtime::__private::Findings;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::shape::{CompileOptions, Shape};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use crate::agreement::{self, reference};

/// Texts that patterns, lengths, formats and names are tried on.
fn texts() -> impl Strategy<Value = String> {
    select(vec![
        "",
        "a",
        "ab",
        "abc",
        "b",
        "é",
        "日本",
        "a b",
        "1",
        "12",
        "true",
        "null",
        "2024-02-29",
        "2023-02-29",
        "x@y.org",
        "::1",
        "😀",
        "\u{a0}",
    ])
    .prop_map(str::to_owned)
}

fn numbers() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-4_i64..5).prop_map(Value::from),
        select(vec![0.0, 1.0, -1.0, 0.5, 1.5, -0.5, 0.1, 0.3, 2.0, 1e20, -0.0, 9_007_199_254_740_993.0])
            .prop_map(Value::from),
        select(vec![u64::MAX, 1 << 53, (1 << 53) + 1]).prop_map(Value::from),
        Just(json!(i64::MIN)),
    ]
}

fn scalars() -> impl Strategy<Value = Value> {
    prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        4 => numbers(),
        4 => texts().prop_map(Value::from),
    ]
}

fn keys() -> impl Strategy<Value = String> {
    select(vec!["a", "b", "c", "ab", "x1"]).prop_map(str::to_owned)
}

fn values() -> impl Strategy<Value = Value> {
    scalars().prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(keys(), inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn type_names() -> impl Strategy<Value = Value> {
    let names = vec!["null", "boolean", "integer", "number", "string", "array", "object"];
    prop_oneof![
        3 => select(names.clone()).prop_map(Value::from),
        1 => prop::sample::subsequence(names, 1..4).prop_map(Value::from),
    ]
}

type Keyword = BoxedStrategy<(&'static str, Value)>;

fn keyword<S: Strategy<Value = Value> + 'static>(name: &'static str, value: S) -> Keyword {
    value.prop_map(move |value| (name, value)).boxed()
}

fn scalar_keywords() -> Vec<Keyword> {
    let patterns = ["^a", "b$", r"^\d+$", r"\s", r"^\S*$", "^[a-c]{2}$", "^.$", r"^\w+$", "é", "a|b", ""];
    let formats = ["date", "email", "ipv6", "idn-email", "unknown", "uuid", "uri"];
    let divisors = vec![json!(1), json!(2), json!(0.1), json!(0.5), json!(3), json!(1.5), json!(1e-3)];
    vec![
        keyword("type", type_names()),
        keyword("enum", prop::collection::vec(values(), 1..4).prop_map(Value::from)),
        keyword("const", values()),
        keyword("minimum", numbers()),
        keyword("maximum", numbers()),
        keyword("exclusiveMinimum", numbers()),
        keyword("exclusiveMaximum", numbers()),
        keyword("multipleOf", select(divisors)),
        keyword("minLength", (0_u64..4).prop_map(Value::from)),
        keyword("maxLength", (0_u64..4).prop_map(Value::from)),
        keyword("pattern", select(patterns.to_vec()).prop_map(Value::from)),
        keyword("format", select(formats.to_vec()).prop_map(Value::from)),
    ]
}

fn container_keywords(inner: &BoxedStrategy<Value>) -> Vec<Keyword> {
    let schemas = |range| prop::collection::vec(inner.clone(), range).prop_map(Value::from);
    let properties = prop::collection::btree_map(keys(), inner.clone(), 0..4)
        .prop_map(|members| Value::Object(members.into_iter().collect()))
        .boxed();
    let patterns = select(vec!["^a", "b$", r"\d", "."]).prop_map(str::to_owned);
    let pattern_properties = prop::collection::btree_map(patterns, inner.clone(), 0..3)
        .prop_map(|members| Value::Object(members.into_iter().collect()));
    let dependent_names =
        prop::collection::btree_map(keys(), prop::collection::btree_set(keys(), 0..3), 0..3)
            .prop_map(|names| json!(names));
    let dependent_schemas = prop::collection::btree_map(keys(), inner.clone(), 0..3)
        .prop_map(|members| Value::Object(members.into_iter().collect()));
    vec![
        keyword("dependentRequired", dependent_names),
        keyword("dependentSchemas", dependent_schemas),
        keyword("if", inner.clone()),
        keyword("then", inner.clone()),
        keyword("else", inner.clone()),
        keyword("properties", properties.clone()),
        keyword("properties", properties),
        keyword("required", prop::collection::btree_set(keys(), 0..3).prop_map(|names| json!(names))),
        keyword("additionalProperties", inner.clone()),
        keyword("patternProperties", pattern_properties),
        keyword("propertyNames", inner.clone()),
        keyword("minProperties", (0_u64..3).prop_map(Value::from)),
        keyword("maxProperties", (0_u64..3).prop_map(Value::from)),
        keyword("items", inner.clone()),
        keyword("prefixItems", schemas(1..3)),
        keyword("contains", inner.clone()),
        keyword("minContains", (0_u64..3).prop_map(Value::from)),
        keyword("maxContains", (0_u64..3).prop_map(Value::from)),
        keyword("minItems", (0_u64..3).prop_map(Value::from)),
        keyword("maxItems", (0_u64..3).prop_map(Value::from)),
        keyword("uniqueItems", any::<bool>().prop_map(Value::from)),
        keyword("anyOf", schemas(1..4)),
        keyword("oneOf", schemas(1..4)),
        keyword("allOf", schemas(1..3)),
        keyword("not", inner.clone()),
        keyword("anyOf", inner.clone().prop_map(|schema| json!([schema, {"type": "null"}]))),
        keyword("oneOf", inner.clone().prop_map(|schema| json!([{"type": "null"}, schema]))),
        keyword("$ref", select(vec!["#/$defs/one", "#/$defs/two"]).prop_map(Value::from)),
    ]
}

fn schema_of(keywords: Vec<(&'static str, Value)>) -> Value {
    Value::Object(keywords.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn subschemas() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        8 => prop::collection::vec(prop::strategy::Union::new(scalar_keywords()), 0..3).prop_map(schema_of),
        1 => any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 3, |inner| {
        let mut all = container_keywords(&inner);
        all.extend(scalar_keywords());
        prop::collection::vec(prop::strategy::Union::new(all), 1..5).prop_map(schema_of)
    })
}

/// A schema with two definitions that it may refer to. Definitions refer to each other only below a property, so that
/// no reference leads back to itself.
fn schemas() -> impl Strategy<Value = Value> {
    (subschemas(), subschemas(), subschemas()).prop_map(|(root, one, two)| {
        let mut root = match root {
            Value::Object(members) => members,
            other => Map::from_iter([("allOf".to_owned(), json!([other]))]),
        };
        let one = json!({"properties": {"a": one, "b": {"$ref": "#"}}, "minProperties": 1});
        let two = json!({"type": ["array", "string"], "items": two, "minLength": 1});
        root.insert("$defs".to_owned(), json!({"one": one, "two": two}));
        Value::Object(root)
    })
}

fn compare(schema: &Value, values: &[Value], formats: bool) -> Result<(), TestCaseError> {
    let Some(theirs) = reference(schema, formats) else {
        return Ok(());
    };
    let options = CompileOptions { formats, ..CompileOptions::outside(&Limits::default()) };
    let ours = Shape::compile(schema, options).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(ours.unsupported(), &[]);
    values
        .iter()
        .try_for_each(|value| agreement::compare(schema, &ours, &theirs, value).map_err(TestCaseError::fail))
}

/// The number of cases in a usual run; `PROPTEST_CASES` makes it more.
fn cases(usual: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: wanted.unwrap_or(usual), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn verdicts_are_those_of_jsonschema(schema in schemas(), values in prop::collection::vec(values(), 1..4), formats: bool) {
        compare(&schema, &values, formats)?;
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn older_drafts_mean_what_they_mean_to_jsonschema(
        draft in select(vec!["draft-07", "draft-06", "draft/2019-09"]),
        schema in schemas(),
        prefix in prop::collection::vec(subschemas(), 1..3),
        additional in subschemas(),
        values in prop::collection::vec(values(), 1..4),
    ) {
        let slash = if draft.contains('/') { "https" } else { "http" };
        let mut schema = schema;
        schema["$schema"] = json!(format!("{slash}://json-schema.org/{draft}/schema#"));
        schema["items"] = json!(prefix);
        schema["additionalItems"] = additional;
        compare(&schema, &values, false)?;
    }

    #[test]
    fn nothing_makes_it_panic(schema in values(), value in values()) {
        let options = CompileOptions::own();
        if let Ok(shape) = Shape::compile(&schema, options) {
            let mut findings = Findings::new(&Limits::default());
            shape.check(&Node::from_value(&value), &mut findings);
            prop_assert_eq!(findings.is_empty(), shape.accepts(&Node::from_value(&value)));
        }
    }

    #[test]
    fn keywords_with_wrong_values_do_not_make_it_panic(
        name in select(vec![
            "type", "enum", "const", "properties", "required", "additionalProperties", "patternProperties",
            "propertyNames", "minProperties", "items", "prefixItems", "contains", "minContains", "minItems",
            "uniqueItems", "minimum", "exclusiveMaximum", "multipleOf", "minLength", "pattern", "format", "anyOf",
            "oneOf", "allOf", "not", "$ref", "$schema", "$id", "$defs", "if", "dependentRequired",
        ]),
        inside: bool,
        wrong in values(),
        value in values(),
    ) {
        let schema = json!({name: wrong});
        let schema = if inside { json!({"properties": {"a": schema}, "items": schema}) } else { schema };
        let ours = Shape::compile(&schema, CompileOptions::outside(&Limits::default()));
        if let Ok(shape) = &ours {
            shape.check(&Node::from_value(&value), &mut Findings::new(&Limits::default()));
        } else {
            prop_assert!(reference(&schema, false).is_none(), "refused, and fine for jsonschema: {}", schema);
        }
    }
}
