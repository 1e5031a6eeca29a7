//! Values that promotion could try again and again.

use serde_json::{Value, json};

use crate::schemas::{integers, of, recursive_union};
use crate::{Bomb, explode, list, nested, value};

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A JSON text in a string in a list in a string and so on.
fn in_strings(times: usize) -> String {
    (0..times).fold("\"5\"".to_owned(), |inner, _| quoted(&format!("[{inner}]")))
}

#[test]
fn unions() {
    let wide: Vec<_> = (0..50)
        .map(|index| json!({"type": "object", "properties": {"a": {"type": "integer"}, format!("p{index}"): {}}}))
        .collect();
    let tagged: Vec<_> = (0..10)
        .map(|index| {
            json!({
                "type": "object",
                "properties": {"kind": {"const": format!("k{index}")}, "n": {"type": "integer"}},
                "required": ["kind", "n"],
            })
        })
        .collect();
    let union =
        |name, text, answer: &str| Bomb { name, schema: recursive_union(), text, answer: answer.to_owned() };
    let deep = format!(
        "TYPE_MISMATCH v{} must be an integer, an array or an object, but a string was sent, 1 errors",
        "[0]".repeat(30),
    );
    explode(|| {
        vec![
            union(
                "30 unions inside each other",
                value(&nested("{\"a\":", "\"5\"", "}", 29)),
                "NO_ALTERNATIVE v must be an integer, an object or an array, 1 errors",
            ),
            union("30 lists inside each other, of unions", value(&nested("[", "\"5\"", "]", 30)), &deep),
            union(
                "9,000 values of a union",
                value(&list(9, |_| list(990, |_| "\"5\"".to_owned()))),
                "TYPE_MISMATCH v[0][0] must be an integer, an array or an object, but a string was sent, 8910 errors",
            ),
            union(
                "a list in a string in a list, 10 times, of unions",
                value(&in_strings(10)),
                "TYPE_MISMATCH v must be an integer, an array or an object, but a string was sent, 1 errors",
            ),
            Bomb {
                name: "400 objects, 10 alternatives with a tag",
                schema: of(&json!({"type": "array", "items": {"anyOf": tagged}})),
                text: value(&list(400, |index| format!("{{\"kind\":\"k{}\",\"n\":\"5\"}}", index % 10))),
                answer: "accepted, 21 warnings".to_owned(),
            },
            Bomb {
                name: "900 objects, 50 alternatives",
                schema: of(&json!({"type": "array", "items": {"anyOf": wide}})),
                text: value(&list(900, |_| "{\"a\":\"5\"}".to_owned())),
                answer: "NO_ALTERNATIVE v[0] must be an object, 497 errors".to_owned(),
            },
        ]
    });
}

#[test]
fn strings() {
    let text = |name, json: String, answer: &str| Bomb {
        name,
        schema: integers(),
        text: value(&json),
        answer: answer.to_owned(),
    };
    explode(|| {
        vec![
            text(
                "a list in a string in a list, 12 times",
                in_strings(12),
                "TYPE_MISMATCH v[0][0] must be an integer, but a string was sent, 1 errors",
            ),
            text(
                "900 lists in strings",
                list(900, |_| quoted("[\"1\",\"2\",\"3\",\"4\",\"5\"]")),
                "accepted, 42 warnings",
            ),
            text(
                "900 lists in strings, more than the steps convert",
                list(900, |_| quoted(&list(20, |_| "\"1\"".to_owned()))),
                "TYPE_MISMATCH v[433][9] must be an integer, but a string was sent, 477 errors",
            ),
            text(
                "9,000 integers in strings",
                list(9, |_| list(990, |_| "\"5\"".to_owned())),
                "accepted, 21 warnings",
            ),
            text(
                "64 KB of a list in a string",
                quoted(&format!("[{}1]", "1,".repeat(32_000))),
                "TYPE_MISMATCH v must be an array, but a string was sent, 1 errors",
            ),
            text(
                "64 KB of `[` in a string",
                quoted(&"[".repeat(65_000)),
                "TYPE_MISMATCH v must be an array, but a string was sent, 1 errors",
            ),
        ]
    });
}
