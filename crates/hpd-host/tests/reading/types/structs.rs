//! Structs of every form, nested, flattened, transparent and recursive.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::take::Bench;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "shown by Debug")]
struct Person {
    first_name: String,
    #[serde(rename = "years")]
    age: u8,
    home: Option<Address>,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "shown by Debug")]
struct Address {
    street: String,
    #[serde(default = "default_country", alias = "land")]
    country: String,
}

fn default_country() -> String {
    "NZ".to_owned()
}

#[test]
fn nested_structs() {
    Bench::of::<Person>()
        .sees(&[
            (
                r#"{"firstName":"Ada","years":36}"#,
                r#"Person { first_name: "Ada", age: 36, home: None, tags: [] }"#,
            ),
            (
                r#"{"years":36.0,"firstName":"Ada","home":{"street":"A"},"tags":["x"]}"#,
                r#"Person { first_name: "Ada", age: 36, home: Some(Address { street: "A", country: "NZ" }), tags: ["x"] }"#,
            ),
            // A type that does not deny unknown fields ignores all of them, and its schema allows them.
            (
                r#"{"firstName":"Ada","years":36,"home":null,"shoe":{"size":[1,{}]}}"#,
                r#"Person { first_name: "Ada", age: 36, home: None, tags: [] }"#,
            ),
            (
                r#"{"firstName":"Ada","years":36,"shoe":1,"shoe":{"size":1,"size":2}}"#,
                r#"Person { first_name: "Ada", age: 36, home: None, tags: [] }"#,
            ),
        ])
        .refuses(&[
            (
                r#"{"firstname":"Ada","years":300,"home":{"street":1,"city":"X"},"tags":[2]}"#,
                &[
                    r#"REQUIRED_FIELD /value/firstName value.firstName is required, but "firstname" was sent; did you mean firstName?"#,
                    "OUT_OF_RANGE /value/years value.years must be at most 255",
                    "TYPE_MISMATCH /value/home/street value.home.street must be a string, but a number was sent",
                    "UNKNOWN_FIELD /value/home/city value.home.city is not a known field",
                    "TYPE_MISMATCH /value/tags/0 value.tags[0] must be a string, but a number was sent",
                ],
            ),
            (
                r#"{"firstName":null,"years":null}"#,
                &[
                    "REQUIRED_FIELD /value/firstName value.firstName is required",
                    "REQUIRED_FIELD /value/years value.years is required (expected: an integer from 0 to 255)",
                ],
            ),
            (r#"["Ada",36]"#, &["TYPE_MISMATCH /value value must be an object, but an array was sent (expected: an object with `firstName` and `years`)"]),
        ])
        .refuses_alone(&[
            (
                r#"{"firstName":"Ada","years":1,"years":1}"#,
                &["DUPLICATE_KEY /value/years value.years was sent more than once"],
            ),
            (
                r#"{"firstName":"Ada","years":1,"\u0079ears":2}"#,
                &["DUPLICATE_KEY /value/years value.years was sent more than once"],
            ),
        ]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Metres(f64);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
#[expect(dead_code, reason = "shown by Debug")]
struct Name {
    text: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Point(i32, i32);

#[derive(Debug, Deserialize, JsonSchema)]
struct Marker;

#[test]
fn newtypes_tuples_and_units() {
    Bench::of::<Metres>()
        .sees(&[("1.5", "Metres(1.5)"), ("2", "Metres(2.0)")])
        .refuses(&[("[1.5]", &["TYPE_MISMATCH /value value must be a number, but an array was sent"])]);
    Bench::of::<Name>().sees(&[(r#""a""#, r#"Name { text: "a" }"#)]).refuses(&[(
        r#"{"text":"a"}"#,
        &["TYPE_MISMATCH /value value must be a string, but an object was sent"],
    )]);
    Bench::of::<Point>().sees(&[("[1,2]", "Point(1, 2)")]).refuses(&[(
        "[1]",
        &["LENGTH /value value must have at least 2 items (expected: an array of 2 items)"],
    )]);
    Bench::of::<Marker>().sees(&[("null", "Marker")]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Page {
    query: String,
    #[serde(flatten)]
    window: Window,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Window {
    offset: u32,
    #[serde(default)]
    limit: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Open {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, bool>,
}

#[test]
fn flattened_structs() {
    Bench::of::<Page>()
        .sees(&[
            (r#"{"query":"a","offset":1}"#, r#"Page { query: "a", window: Window { offset: 1, limit: 0 } }"#),
            (
                r#"{"limit":2.0,"offset":1,"query":"a"}"#,
                r#"Page { query: "a", window: Window { offset: 1, limit: 2 } }"#,
            ),
        ])
        .refuses(&[(
            r#"{"query":"a","limit":256}"#,
            &[
                "REQUIRED_FIELD /value/offset value.offset is required (expected: an integer of at least 0)",
                "OUT_OF_RANGE /value/limit value.limit must be at most 255",
            ],
        )])
        .refuses_alone(&[(
            r#"{"query":"a","offset":1,"offset":1}"#,
            &["DUPLICATE_KEY /value/offset value.offset was sent more than once"],
        )]);
}

#[test]
fn flattened_maps() {
    Bench::of::<Open>()
        .sees(&[(r#"{"a":true,"id":1,"b":false}"#, r#"Open { id: 1, rest: {"a": true, "b": false} }"#)])
        .refuses(&[(
            r#"{"id":1,"a":1}"#,
            &["TYPE_MISMATCH /value/a value.a must be a boolean, but a number was sent"],
        )])
        .refuses_alone(&[(
            r#"{"id":1,"a":true,"a":false}"#,
            &["DUPLICATE_KEY /value/a value.a was sent more than once"],
        )]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Tree {
    value: i32,
    #[serde(default)]
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[test]
fn recursive_types() {
    Bench::of::<Tree>()
        .sees(&[(
            r#"{"value":1,"children":[{"value":2.0}],"next":{"value":3}}"#,
            "Tree { value: 1, children: [Tree { value: 2, children: [], next: None }], \
             next: Some(Tree { value: 3, children: [], next: None }) }",
        )])
        .refuses(&[(
            r#"{"value":1,"children":[{"value":2,"children":[{"valu":3}]}],"next":7}"#,
            &[
                r#"REQUIRED_FIELD /value/children/0/children/0/value value.children[0].children[0].value is required, but "valu" was sent; did you mean value?"#,
                "TYPE_MISMATCH /value/next value.next must be an object, but a number was sent (expected: an object with `value`)",
            ],
        )])
        .refuses_alone(&[(
            r#"{"value":1,"children":[{"value":2,"value":2}]}"#,
            &["DUPLICATE_KEY /value/children/0/value value.children[0].value was sent more than once"],
        )]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Envelope {
    kind: String,
    payload: Value,
    #[serde(default)]
    extra: Option<BTreeMap<String, Value>>,
}

#[test]
fn free_values_inside_structs() {
    Bench::of::<Envelope>()
        .sees(&[(
            r#"{"kind":"a","payload":[1,{"b":null}],"extra":{"x":2.50}}"#,
            r#"Envelope { kind: "a", payload: Array [Number(1), Object {"b": Null}], extra: Some({"x": Number(2.5)}) }"#,
        )])
        .refuses(&[(r#"{"kind":"a"}"#, &["REQUIRED_FIELD /value/payload value.payload is required"])])
        .refuses_alone(&[(
            r#"{"kind":"a","payload":{"x":[{"y":1,"y":1}]}}"#,
            &["DUPLICATE_KEY /value/payload/x/0/y value.payload.x[0].y was sent more than once"],
        )]);
}
