//! Invariants of promotion for any schema and value.

use hpd_runtime::__private::SchemaPlan;
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason, Warning, WarningCode};
use hpd_runtime::shape::{CompileOptions, Shape};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use crate::promote::{self, promote};

const LENIENCIES: [Leniency; 3] = [Leniency::Strict, Leniency::Safe, Leniency::Lenient];

fn texts() -> impl Strategy<Value = Value> {
    let texts = [
        "",
        " ",
        "a",
        "A",
        "a b",
        "A-B",
        "a_b",
        "5",
        " 5 ",
        "5.0",
        "-0",
        "1.50",
        "1e3",
        "1e400",
        "1,234.56",
        "$5",
        "true",
        "FALSE",
        "yes",
        "null",
        "None",
        "[]",
        "[1,\"2\"]",
        "[\"true\"]",
        "[1,",
        "{}",
        "{\"a\":\"1\"}",
        "{\"a\":",
        "{\"A\":null}",
        "[[1]]",
        "9223372036854775808",
        "2024-01-31",
        "2024-01-31T00:00:00Z",
        "2024-01-31 10:00:00Z",
        "5s",
        "250ms",
        "a6cc5730226111ee9c432eb5a363657c",
        "x,y",
        "\"a\"",
    ];
    select(texts.to_vec()).prop_map(Value::from)
}

fn keys() -> impl Strategy<Value = String> {
    select(vec!["a", "A", "a_b", "aB", "a-b", "b", "B", "c"]).prop_map(str::to_owned)
}

fn numbers() -> impl Strategy<Value = Value> {
    select(vec![json!(0), json!(1), json!(2), json!(5), json!(-1), json!(1.5), json!(3.0), json!(u64::MAX)])
}

fn values() -> impl Strategy<Value = Value> {
    let scalars = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        2 => numbers(),
        6 => texts(),
    ];
    scalars.prop_recursive(3, 24, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map(keys(), inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

type Keyword = BoxedStrategy<(&'static str, Value)>;

fn keyword<S: Strategy<Value = Value> + 'static>(name: &'static str, value: S) -> Keyword {
    value.prop_map(move |value| (name, value)).boxed()
}

fn types() -> impl Strategy<Value = Value> {
    let names = vec!["null", "boolean", "integer", "number", "string", "array", "object"];
    prop_oneof![
        4 => select(names.clone()).prop_map(Value::from),
        1 => prop::sample::subsequence(names, 1..4).prop_map(Value::from),
    ]
}

fn scalar_keywords() -> Vec<Keyword> {
    let words = select(vec!["a", "A", "a_b", "a b", "5", "true", "null", "x"]).prop_map(Value::from);
    let listed = prop_oneof![words, values()];
    let formats = [
        "date",
        "date-time",
        "time",
        "duration",
        "uuid",
        "uri",
        "email",
        "int64",
        "uint8",
        "decimal",
        "byte",
    ];
    vec![
        keyword("type", types()),
        keyword("type", types()),
        keyword("type", types()),
        keyword("enum", prop::collection::vec(listed, 1..4).prop_map(Value::from)),
        keyword("const", values()),
        keyword("minimum", numbers()),
        keyword("maximum", numbers()),
        keyword("minLength", (0_u64..4).prop_map(Value::from)),
        keyword("maxLength", (0_u64..4).prop_map(Value::from)),
        keyword("pattern", select(vec!["^a", r"^\d+$", "^[a-z]+$"]).prop_map(Value::from)),
        keyword("format", select(formats.to_vec()).prop_map(Value::from)),
    ]
}

fn schema_of(keywords: Vec<(&'static str, Value)>) -> Value {
    Value::Object(keywords.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn container_keywords(inner: &BoxedStrategy<Value>) -> Vec<Keyword> {
    let schemas = |range| prop::collection::vec(inner.clone(), range).prop_map(Value::from);
    let properties = || {
        prop::collection::btree_map(keys(), inner.clone(), 1..4)
            .prop_map(|members| Value::Object(members.into_iter().collect()))
    };
    vec![
        keyword("type", types()),
        keyword("properties", properties()),
        keyword("properties", properties()),
        keyword("required", prop::collection::btree_set(keys(), 0..3).prop_map(|names| json!(names))),
        keyword("additionalProperties", prop_oneof![Just(json!(false)), inner.clone()]),
        keyword("patternProperties", inner.clone().prop_map(|schema| json!({"^a": schema}))),
        keyword("minProperties", (0_u64..3).prop_map(Value::from)),
        keyword("items", inner.clone()),
        keyword("items", inner.clone()),
        keyword("prefixItems", schemas(1..3)),
        keyword("contains", inner.clone()),
        keyword("minItems", (0_u64..3).prop_map(Value::from)),
        keyword("uniqueItems", any::<bool>().prop_map(Value::from)),
        keyword("anyOf", schemas(1..4)),
        keyword("oneOf", schemas(1..4)),
        keyword("allOf", schemas(1..3)),
        keyword("not", inner.clone()),
        keyword("if", inner.clone()),
        keyword("then", inner.clone()),
        keyword("dependentSchemas", inner.clone().prop_map(|schema| json!({"a": schema}))),
        keyword("anyOf", inner.clone().prop_map(|schema| json!([schema, {"type": "null"}]))),
        keyword("$ref", Just(json!("#/$defs/one"))),
    ]
}

fn subschemas() -> impl Strategy<Value = Value> {
    let leaf = prop::collection::vec(prop::strategy::Union::new(scalar_keywords()), 1..3).prop_map(schema_of);
    leaf.prop_recursive(3, 24, 3, |inner| {
        let mut all = container_keywords(&inner);
        all.extend(scalar_keywords());
        prop::collection::vec(prop::strategy::Union::new(all), 1..5).prop_map(schema_of)
    })
}

/// A schema of an object: arguments are nothing else.
fn schemas() -> impl Strategy<Value = Value> {
    let members = prop::collection::btree_map(keys(), subschemas(), 1..4);
    let required = prop::collection::btree_set(keys(), 0..3);
    (members, required, any::<Option<bool>>(), subschemas()).prop_map(
        |(properties, required, additional, one)| {
            let mut schema = Map::new();
            schema.insert("type".to_owned(), json!("object"));
            schema.insert("properties".to_owned(), json!(properties));
            schema.insert("required".to_owned(), json!(required));
            schema
                .extend(additional.map(|additional| ("additionalProperties".to_owned(), json!(additional))));
            schema.insert("$defs".to_owned(), json!({"one": {"properties": {"a": one}}}));
            Value::Object(schema)
        },
    )
}

fn arguments() -> impl Strategy<Value = Value> {
    prop::collection::btree_map(keys(), values(), 0..4)
        .prop_map(|members| Value::Object(members.into_iter().collect()))
}

/// The number of cases in a usual run; `PROPTEST_CASES` makes it more.
fn cases(usual: u32) -> ProptestConfig {
    let wanted = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: wanted.unwrap_or(usual), failure_persistence: None, ..ProptestConfig::default() }
}

fn compile(schema: &Value, own: bool) -> Option<Shape> {
    let limits = Limits::default();
    let options = if own {
        CompileOptions::own()
    } else {
        CompileOptions { formats: true, ..CompileOptions::outside(&limits) }
    };
    Shape::compile(schema, options).ok()
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn what_is_accepted_is_never_touched(schema in schemas(), value in arguments(), own: bool) {
        let Some(shape) = compile(&schema, own) else { return Ok(()) };
        let node = Node::from_value(&value);
        if shape.accepts(&node) {
            for leniency in LENIENCIES {
                let (promoted, warnings) = promote(&shape, &node, leniency, &["a"]);
                prop_assert_eq!(promoted.to_json(), node.to_json(), "{}", schema);
                prop_assert_eq!(warnings, vec![]);
            }
        }
    }

    #[test]
    fn a_second_time_changes_nothing(schema in schemas(), value in arguments(), own: bool) {
        let Some(shape) = compile(&schema, own) else { return Ok(()) };
        let node = Node::from_value(&value);
        for leniency in LENIENCIES {
            let (once, changes) = promote(&shape, &node, leniency, &[]);
            // Inside of a text, a lenient reading guesses nothing more: that would be two guesses about one value.
            let is_unpacked = |warning: &Warning| {
                matches!(warning.code, WarningCode::StringToArray | WarningCode::StringToObject)
            };
            if leniency == Leniency::Lenient && changes.iter().any(is_unpacked) {
                continue;
            }
            let (twice, warnings) = promote(&shape, &once, leniency, &[]);
            prop_assert_eq!(twice.to_json(), once.to_json(), "{} of {} under {:?}", schema, value, leniency);
            prop_assert_eq!(warnings, vec![], "{} of {} under {:?}", schema, value, leniency);
        }
    }

    #[test]
    fn strict_changes_nothing(schema in schemas(), value in arguments()) {
        let Some(shape) = compile(&schema, true) else { return Ok(()) };
        let node = Node::from_value(&value);
        let (promoted, warnings) = promote(&shape, &node, Leniency::Strict, &[]);
        prop_assert_eq!(promoted.to_json(), node.to_json());
        prop_assert_eq!(warnings, vec![]);
    }

    #[test]
    fn what_changed_has_a_warning_and_what_did_not_has_none(schema in schemas(), value in arguments()) {
        let Some(shape) = compile(&schema, true) else { return Ok(()) };
        let node = Node::from_value(&value);
        let (promoted, warnings) = promote(&shape, &node, Leniency::Lenient, &[]);
        prop_assert_eq!(promoted.to_json() != node.to_json(), !warnings.is_empty(), "{} of {}: {:?}", schema, value, warnings);
    }

    /// The promotion's findings make the check faster and nothing else.
    #[test]
    fn a_reading_finds_what_a_check_of_the_promoted_value_finds(schema in schemas(), value in arguments()) {
        let limits = Limits::default();
        let Ok(plan) = SchemaPlan::new(&schema, limits) else { return Ok(()) };
        for leniency in LENIENCIES {
            let reading = Reading { leniency, writes: false, stop_reason: StopReason::Unknown };
            let text = value.to_string();
            let Ok(understood) = plan.understand(&text, &reading) else { continue };
            let mut findings = plan.findings();
            plan.shape().check(&understood.tree, &mut findings);
            let refused = plan.read(&text, &reading).err();
            prop_assert_eq!(
                refused.map(|refused| *refused),
                (!findings.is_empty()).then(|| findings.into_response()),
                "{} of {} under {:?}", schema, value, leniency
            );
        }
    }

    #[test]
    fn what_is_accepted_then_is_valid_for_jsonschema(schema in schemas(), value in arguments()) {
        let Some(shape) = compile(&schema, false) else { return Ok(()) };
        let Ok(theirs) = jsonschema::options().should_validate_formats(true).build(&schema) else { return Ok(()) };
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            let (promoted, _) = promote(&shape, &Node::from_value(&value), leniency, &[]);
            if shape.accepts(&promoted) {
                prop_assert!(theirs.is_valid(&promoted.to_value()), "{} of {}: {}", schema, value, promoted.to_json());
            }
        }
    }
}

/// Digits with, perhaps, a sign, a point and an exponent.
fn number_texts() -> impl Strategy<Value = String> {
    "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,12})?([eE][+-]?[0-9]{1,3})?"
}

proptest! {
    #![proptest_config(cases(500))]

    /// A number keeps every digit of its text, and the other way round: nothing goes through a float.
    #[test]
    fn promoted_numbers_are_those_of_the_text(text in number_texts(), integer: bool) {
        let kind = if integer { "integer" } else { "number" };
        let shape = promote::shape_of(&json!({"type": kind}));
        let sent = Node::Object(vec![("v".into(), Node::String(text.as_str().into()))]);
        let (promoted, warnings) = promote(&shape, &sent, Leniency::Safe, &[]);
        match promoted.get("v") {
            Some(number @ Node::Number(written)) => {
                prop_assert_eq!(number, &Node::Number(text.as_str().into()));
                if integer {
                    prop_assert!(!written.contains(['.', 'e', 'E']));
                } else {
                    // A reader with floats gets the intended number.
                    let float: f64 = written.parse().expect("it is a number");
                    prop_assert_eq!(&Node::Number(format!("{float:e}").into()), number);
                }
                prop_assert_eq!(warnings.len(), 1);
            }
            other => prop_assert_eq!(other, sent.get("v")),
        }
    }

    #[test]
    fn numbers_become_texts_letter_by_letter(text in number_texts()) {
        let shape = promote::shape_of(&json!({"type": "string"}));
        let sent = Node::Object(vec![("v".into(), Node::Number(text.as_str().into()))]);
        let (promoted, _) = promote(&shape, &sent, Leniency::Safe, &[]);
        prop_assert_eq!(promoted.get("v").and_then(Node::as_str), Some(text.as_str()));
    }
}
