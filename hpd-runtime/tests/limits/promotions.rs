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
    let union = |text| Bomb { name: "", schema: recursive_union(), text, answer: "X" };
    explode(vec![
        Bomb {
            name: "30 unions inside each other",
            ..union(nested("{\"v\":", &nested("{\"a\":", "\"5\"", "}", 29), "}", 1))
        },
        Bomb {
            name: "30 lists inside each other, of unions",
            ..union(value(&nested("[", "\"5\"", "]", 30)))
        },
        Bomb {
            name: "9,000 values of a union",
            ..union(value(&list(9, |_| list(990, |_| "\"5\"".to_owned()))))
        },
        Bomb { name: "a list in a string in a list, 10 times, of unions", ..union(value(&in_strings(10))) },
        Bomb {
            name: "900 objects, 50 alternatives",
            schema: of(&json!({"type": "array", "items": {"anyOf": wide}})),
            text: value(&list(900, |_| "{\"a\":\"5\"}".to_owned())),
            answer: "X",
        },
    ]);
}

#[test]
fn strings() {
    let text = |name, json: String, answer| Bomb { name, schema: integers(), text: value(&json), answer };
    explode(vec![
        text("a list in a string in a list, 12 times", in_strings(12), "X"),
        text("900 lists in strings", list(900, |_| quoted("[\"1\",\"2\",\"3\",\"4\",\"5\"]")), "X"),
        text("900 lists in strings, too many", list(900, |_| quoted(&list(20, |_| "\"1\"".to_owned()))), "X"),
        text("9,000 integers in strings", list(9, |_| list(990, |_| "\"5\"".to_owned())), "X"),
        text("64 KB of a list in a string", quoted(&format!("[{}1]", "1,".repeat(32_000))), "X"),
        text("64 KB of `[` in a string", quoted(&"[".repeat(65_000)), "X"),
    ]);
}
