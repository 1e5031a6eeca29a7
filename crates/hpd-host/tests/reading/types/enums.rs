//! Enums in every representation of serde.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::take::Bench;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Colour {
    Red,
    DarkGreen,
    #[serde(rename = "b")]
    Blue,
}

#[derive(Debug, Deserialize, JsonSchema)]
enum Documented {
    /// The first.
    One,
    /// The second.
    Two,
}

#[test]
fn names() {
    Bench::of::<Colour>()
        .sees(&[(r#""red""#, "Red"), (r#""dark_green""#, "DarkGreen"), (r#""b""#, "Blue")])
        .refuses(&[
            (r#""Red""#, &[r#"NOT_IN_ENUM /value value must be one of: "red", "dark_green", "b"; did you mean red?"#]),
            (r#""pink""#, &[r#"NOT_IN_ENUM /value value must be one of: "red", "dark_green", "b""#]),
            (r#""""#, &[r#"EMPTY_FIELD /value value must not be empty (expected: one of: "red", "dark_green", "b")"#]),
            ("1", &[r#"TYPE_MISMATCH /value value must be a string, but a number was sent (expected: one of: "red", "dark_green", "b")"#]),
            ("null", &[r#"REQUIRED_FIELD /value value is required (expected: one of: "red", "dark_green", "b")"#]),
        ]);
    Bench::of::<Documented>().sees(&[(r#""One""#, "One"), (r#""Two""#, "Two")]).refuses(&[(
        r#""Tow""#,
        &[r#"NOT_IN_ENUM /value value must be one of: "One", "Two"; did you mean Two?"#],
    )]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "shown by Debug")]
enum Shape {
    Nothing,
    Circle(f64),
    Line(i32, i32),
    Box { width: u8, height: u8 },
}

#[test]
fn external_tags() {
    Bench::of::<Shape>()
        .sees(&[
            (r#""nothing""#, "Nothing"),
            (r#"{"circle":2}"#, "Circle(2.0)"),
            (r#"{"line":[1,2.0]}"#, "Line(1, 2)"),
            (r#"{"box":{"height":1,"width":2}}"#, "Box { width: 2, height: 1 }"),
        ])
        .refuses(&[
            (
                r#"{"box":{"width":256}}"#,
                &[
                    "OUT_OF_RANGE /value/box/width value.box.width must be at most 255",
                    "REQUIRED_FIELD /value/box/height value.box.height is required (expected: an integer from 0 to 255)",
                ],
            ),
            (r#"{"circle":"2"}"#, &["TYPE_MISMATCH /value/circle value.circle must be a number, but a string was sent"]),
            (
                r#"{"circle":1,"line":[1,2]}"#,
                &[r#"NO_ALTERNATIVE /value value must be "nothing", an object with `circle`, an object with `line` or an object with `box`"#],
            ),
            (
                r#""circle""#,
                &[r#"NOT_IN_ENUM /value value must be "nothing""#],
            ),
            (
                "1",
                &[r#"TYPE_MISMATCH /value value must be a string or an object, but a number was sent (expected: "nothing", an object with `circle`, an object with `line` or an object with `box`)"#],
            ),
        ]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "shown by Debug")]
enum Event {
    Started,
    Moved { x: u8, y: Option<u8> },
    Said(Speech),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "shown by Debug")]
struct Speech {
    text: String,
}

#[test]
fn internal_tags() {
    Bench::of::<Event>()
        .sees(&[
            (r#"{"kind":"started"}"#, "Started"),
            (r#"{"x":1,"kind":"moved"}"#, "Moved { x: 1, y: None }"),
            (r#"{"kind":"moved","x":1.0,"y":2.0}"#, "Moved { x: 1, y: Some(2) }"),
            (r#"{"kind":"said","text":"hi"}"#, r#"Said(Speech { text: "hi" })"#),
        ])
        .refuses(&[
            (r#"{"kind":"moved","x":256}"#, &["OUT_OF_RANGE /value/x value.x must be at most 255"]),
            (r#"{"kind":"mved","x":1}"#, &[r#"NOT_IN_ENUM /value/kind value.kind must be one of: "started", "moved", "said"; did you mean moved?"#]),
            (r#"{"x":1}"#, &[r#"REQUIRED_FIELD /value/kind value.kind is required (expected: one of: "started", "moved", "said")"#]),
        ])
        .refuses_alone(&[
            (r#"{"kind":"moved","x":1,"x":2}"#, &["DUPLICATE_KEY /value/x value.x was sent more than once"]),
            (r#"{"kind":"started","kind":"started"}"#, &["DUPLICATE_KEY /value/kind value.kind was sent more than once"]),
        ]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "data")]
#[expect(dead_code, reason = "shown by Debug")]
enum Message {
    Ping,
    Text(String),
    Pair(u8, u8),
    Size { width: u8 },
}

#[test]
fn adjacent_tags() {
    Bench::of::<Message>()
        .sees(&[
            (r#"{"type":"Ping"}"#, "Ping"),
            (r#"{"type":"Text","data":"hi"}"#, r#"Text("hi")"#),
            (r#"{"data":[1,2.0],"type":"Pair"}"#, "Pair(1, 2)"),
            (r#"{"type":"Size","data":{"width":3}}"#, "Size { width: 3 }"),
        ])
        .refuses(&[
            (r#"{"type":"Text","data":1}"#, &["TYPE_MISMATCH /value/data value.data must be a string, but a number was sent"]),
            (r#"{"type":"Text"}"#, &["REQUIRED_FIELD /value/data value.data is required"]),
            (r#"{"type":"Pair","data":[1]}"#, &["LENGTH /value/data value.data must have at least 2 items (expected: an array of 2 items)"]),
            (r#"{"type":"Txt","data":"hi"}"#, &[r#"NOT_IN_ENUM /value/type value.type must be one of: "Ping", "Text", "Pair", "Size"; did you mean Text?"#]),
        ]);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "shown by Debug")]
enum Id {
    Number(u32),
    Text(String),
    Full { id: u32, region: String },
}

#[test]
fn no_tags() {
    Bench::of::<Id>()
        .sees(&[
            ("7", "Number(7)"),
            ("7.0", "Number(7)"),
            (r#""7""#, r#"Text("7")"#),
            (r#"{"id":1.0,"region":"a"}"#, r#"Full { id: 1, region: "a" }"#),
        ])
        .refuses(&[
            ("-1", &["OUT_OF_RANGE /value value must be at least 0"]),
            (r#"{"id":1}"#, &["REQUIRED_FIELD /value/region value.region is required"]),
            (
                "true",
                &["TYPE_MISMATCH /value value must be a string, an integer or an object, but a boolean was sent (expected: an integer of at least 0, a string or an object with `id` and `region`)"],
            ),
        ]);
    Bench::of::<Vec<Option<Id>>>()
        .sees(&[(r#"[1,null,"a"]"#, r#"[Some(Number(1)), None, Some(Text("a"))]"#)]);
}
