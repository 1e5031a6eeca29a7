//! Keys, variants and positions that a schema does not declare never reach a type.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::undeclared_types::*;
use crate::take::Bench;

/// The same types without aliases.
mod bare {
    use schemars::JsonSchema;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "shown by Debug")]
    pub(super) struct Tree {
        #[serde(default)]
        name: String,
        next: Option<Box<Tree>>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "shown by Debug")]
    pub(super) struct Open {
        #[serde(default)]
        name: String,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "shown by Debug")]
    pub(super) enum Internal {
        Pay {
            #[serde(default)]
            name: String,
        },
        Give(Open),
    }
}

/// Objects of keys that a type knows, its aliases, and others.
fn any_value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(json!("Ada")),
        Just(json!("Pay")),
        Just(json!("Give")),
        Just(json!(null)),
        Just(json!(1)),
    ];
    scalar.prop_recursive(4, 24, 3, |inner| {
        let key = proptest::sample::select(vec!["name", "to", "next", "kind", "x"]);
        let object = proptest::collection::hash_map(key, inner.clone(), 0..4);
        prop_oneof![
            4 => object.prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()),
            1 => proptest::collection::vec(inner, 0..3).prop_map(Value::Array),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_alias_changes_nothing(value in any_value()) {
        static BENCHES: LazyLock<[(Bench, Bench); 2]> = LazyLock::new(|| [
            (Bench::of::<Tree>(), Bench::of::<bare::Tree>()),
            (Bench::of::<Internal>(), Bench::of::<bare::Internal>()),
        ]);
        for (one, other) in &*BENCHES {
            prop_assert_eq!(one.answer(&value.to_string()), other.answer(&value.to_string()), "{}", value);
        }
    }
}

const UNKNOWN: &str = "UNKNOWN_FIELD /value/to value.to is not a known field";

#[test]
fn an_alias_is_no_key_of_an_open_struct() {
    let open = Bench::of::<Open>();
    open.sees(&[
        (r#"{"name":"Ada"}"#, r#"Open { name: "Ada" }"#),
        (r#"{"to":"evil"}"#, r#"Open { name: "" }"#),
        (r#"{"name":"Ada","to":"evil"}"#, r#"Open { name: "Ada" }"#),
        (r#"{"\u0074o":"evil","x":[{"to":1}]}"#, r#"Open { name: "" }"#),
    ]);
    open.refuses_alone(&[(
        r#"{"to":"evil","name":"Ada","to":"worse"}"#,
        &["DUPLICATE_KEY /value/to value.to was sent more than once"],
    )]);
}

#[test]
fn an_alias_is_refused_in_a_closed_struct() {
    Bench::of::<Closed>().sees(&[(r#"{"name":"Ada"}"#, r#"Closed { name: "Ada" }"#)]).refuses(&[
        (r#"{"to":"evil"}"#, &["REQUIRED_FIELD /value/name value.name is required", UNKNOWN]),
        (r#"{"name":"Ada","to":"evil"}"#, &[UNKNOWN]),
    ]);
}

#[test]
fn names_of_the_schema_are_read() {
    Bench::of::<Renamed>().sees(&[(r#"{"to":"Ada"}"#, r#"Renamed { name: "Ada" }"#)]);
    Bench::of::<Hidden>().sees(&[
        (r#"{"name":"Ada"}"#, r#"Hidden { name: "Ada", admin: false }"#),
        (r#"{"name":"Ada","admin":true}"#, r#"Hidden { name: "Ada", admin: false }"#),
    ]);
}

#[test]
fn containers_compare_keys_as_well() {
    Bench::of::<Option<Box<Open>>>()
        .sees(&[("null", "None"), (r#"{"to":"evil"}"#, r#"Some(Open { name: "" })"#)]);
    Bench::of::<Vec<Open>>()
        .sees(&[(r#"[{"name":"Ada"},{"to":"evil"}]"#, r#"[Open { name: "Ada" }, Open { name: "" }]"#)]);
    Bench::of::<(u8, Open)>().sees(&[(r#"[1,{"to":"evil"}]"#, r#"(1, Open { name: "" })"#)]);
    Bench::of::<HashMap<String, Open>>().sees(&[(r#"{"to":{"to":"evil"}}"#, r#"{"to": Open { name: "" }}"#)]);
    Bench::of::<Tree>().sees(&[(
        r#"{"name":"Ada","next":{"to":"evil","next":{"to":"worse"}}}"#,
        r#"Tree { name: "Ada", next: Some(Tree { name: "", next: Some(Tree { name: "", next: None }) }) }"#,
    )]);
}

#[test]
fn flattened_fields_compare_keys_as_well() {
    Bench::of::<Flat>().sees(&[
        (r#"{"amount":1,"name":"Ada"}"#, r#"Flat { amount: 1, payee: Open { name: "Ada" } }"#),
        (r#"{"amount":1,"to":"evil"}"#, r#"Flat { amount: 1, payee: Open { name: "" } }"#),
    ]);
    // A key that is collected is declared: a schema describes its value.
    Bench::of::<Collecting>()
        .sees(&[(r#"{"name":"Ada","a":1}"#, r#"Collecting { name: "Ada", rest: {"a": 1} }"#)]);
}

#[test]
fn variants_compare_keys_and_names() {
    Bench::of::<External>()
        .sees(&[
            (r#"{"Pay":{"name":"Ada"}}"#, r#"Pay { name: "Ada" }"#),
            (r#"{"Pay":{"to":"evil"}}"#, r#"Pay { name: "" }"#),
            (r#"{"Give":{"to":"evil"}}"#, r#"Give(Open { name: "" })"#),
            (r#"{"Both":[1,{"to":"evil"}]}"#, r#"Both(1, Open { name: "" })"#),
            (r#""None""#, "None"),
        ])
        .refuses(&[(r#""Nothing""#, &[r#"NOT_IN_ENUM /value value must be "None""#])]);
    Bench::of::<Internal>().sees(&[
        (r#"{"kind":"Pay","name":"Ada"}"#, r#"Pay { name: "Ada" }"#),
        (r#"{"kind":"Pay","to":"evil"}"#, r#"Pay { name: "" }"#),
        (r#"{"to":"evil","kind":"Give"}"#, r#"Give(Open { name: "" })"#),
    ]);
    Bench::of::<Adjacent>()
        .sees(&[
            (r#"{"kind":"Pay","data":{"name":"Ada"}}"#, r#"Pay { name: "Ada" }"#),
            (r#"{"kind":"Pay","data":{"to":"evil"}}"#, r#"Pay { name: "" }"#),
            (r#"{"data":{"to":"evil"},"kind":"Give"}"#, r#"Give(Open { name: "" })"#),
        ])
        .refuses(&[(
            r#"{"kind":"Send","data":{"name":"evil"}}"#,
            &[r#"NOT_IN_ENUM /value/kind value.kind must be one of: "Pay", "Give""#],
        )]);
    Bench::of::<Untagged>().sees(&[
        ("1", "Number(1)"),
        (r#"{"amount":1,"name":"Ada"}"#, r#"Pay { amount: 1, name: "Ada" }"#),
        (r#"{"amount":1,"to":"evil"}"#, r#"Pay { amount: 1, name: "" }"#),
    ]);
}

#[test]
fn a_variant_that_is_not_listed_is_refused() {
    let error = r#"NOT_IN_ENUM /value value must be one of: "Red", "Green""#;
    Bench::of::<Unit>().sees(&[(r#""Red""#, "Red")]).refuses(&[(r#""Crimson""#, &[error])]);
    Bench::of::<Vec<Unit>>().refuses(&[(
        r#"["Red","Crimson"]"#,
        &[&error.replace("value", "value[1]").replace("/value[1] value", "/value/1 value")],
    )]);
    let error = r#"NOT_IN_ENUM /value value must be one of: "Red", "Unknown""#;
    Bench::of::<Other>().sees(&[(r#""Unknown""#, "Unknown")]).refuses(&[(r#""Pink""#, &[error])]);
}

#[test]
fn types_that_are_read_by_hand_compare_keys_as_well() {
    Bench::of::<ByHand>().sees(&[
        (r#"{"name":"Ada"}"#, r#"ByHand { name: "Ada" }"#),
        (r#"{"to":"evil"}"#, r#"ByHand { name: "" }"#),
    ]);
    Bench::of::<AsMap>()
        .sees(&[(r#"{"name":"Ada"}"#, r#"AsMap("Ada")"#), (r#"{"to":"evil"}"#, r#"AsMap("")"#)]);
    Bench::of::<Vec<AsMap>>().sees(&[(r#"[{"to":"evil"}]"#, r#"[AsMap("")]"#)]);
    Bench::of::<Remote>().sees(&[
        (r#"{"name":"Ada"}"#, r#"Remote { foreign: Foreign { name: "Ada" } }"#),
        (r#"{"to":"evil"}"#, r#"Remote { foreign: Foreign { name: "" } }"#),
    ]);
    Bench::of::<Converted>()
        .sees(&[(r#"{"name":"Ada"}"#, r#"Converted("Ada")"#), (r#"{"to":"evil"}"#, r#"Converted("")"#)]);
    Bench::of::<Duration>().sees(&[(r#"{"secs":1,"nanos":0}"#, "1s")]);
}
