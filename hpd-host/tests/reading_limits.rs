//! Arguments that are too large, too deep, ambiguous or broken: each is an error, soon, and nothing panics.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use hpd_host::error::ErrorCode;
use hpd_host::{CallError, RawCall, Session, Toolbox, plugin};
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "decoded, not used")]
struct Tree {
    #[serde(default)]
    children: Vec<Tree>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "decoded, not used")]
struct Line {
    item: String,
    quantity: u32,
}

struct Bombs;

#[plugin]
#[expect(clippy::unused_self, clippy::needless_pass_by_value, reason = "calls are checked")]
impl Bombs {
    /// Takes anything.
    #[ai_function]
    fn any(
        &self,
        /// Anything.
        value: Value,
    ) -> String {
        value.to_string()
    }

    /// Takes a map.
    #[ai_function]
    fn map(
        &self,
        /// A map of maps.
        value: BTreeMap<String, BTreeMap<String, Value>>,
    ) -> usize {
        value.len()
    }

    /// Takes a tree.
    #[ai_function]
    fn tree(
        &self,
        /// A tree.
        value: Tree,
    ) -> String {
        format!("{value:?}")
    }

    /// Takes numbers.
    #[ai_function]
    fn numbers(
        &self,
        /// Numbers.
        value: Vec<i64>,
    ) -> usize {
        value.len()
    }

    /// Takes floats.
    #[ai_function]
    fn float(
        &self,
        /// A float.
        value: f64,
    ) -> f64 {
        value
    }

    /// Takes a text.
    #[ai_function]
    fn text(
        &self,
        /// A text.
        value: String,
    ) -> String {
        value
    }

    /// Takes an order.
    #[ai_function]
    fn order(
        &self,
        /// Who orders.
        customer: String,
        /// What is ordered.
        lines: Vec<Line>,
        /// Whether it is urgent.
        urgent: Option<bool>,
        /// What it costs at most.
        #[param(range(min = 0), default = 99.5)]
        limit: f64,
    ) -> String {
        format!("{customer} {lines:?} {urgent:?} {limit}")
    }
}

fn toolbox() -> &'static Toolbox {
    static TOOLBOX: OnceLock<Toolbox> = OnceLock::new();
    TOOLBOX.get_or_init(|| Toolbox::builder().plugin(Bombs).build().unwrap())
}

/// Every error as `CODE text`, or what the function would receive.
fn check(toolbox: &Toolbox, function: &str, arguments: &str) -> Result<String, Vec<String>> {
    match toolbox.check(&Session::new(), &RawCall::new("1", function, arguments)) {
        Ok(checked) => Ok(checked.arguments.unwrap_or_else(|| "accepted, and can't be shown".to_owned())),
        Err(CallError::Validation(response)) => Err(response
            .errors
            .iter()
            .map(|error| format!("{} {}", error.error_code, error.error_message))
            .collect()),
        Err(other) => panic!("{other}"),
    }
}

#[track_caller]
fn assert_refused(function: &str, arguments: &str, error: &str) {
    let toolbox = toolbox();
    // Once to warm up: pages and caches are not what is measured.
    let _ = check(toolbox, function, arguments);
    let started = Instant::now();
    let answer = check(toolbox, function, arguments);
    let took = started.elapsed();
    assert_eq!(answer, Err(vec![error.to_owned()]), "{}", &arguments[..arguments.len().min(80)]);
    // Tests run unoptimised, and beside each other: ten times what a release takes at worst.
    assert!(took < Duration::from_millis(100), "{took:?}");
}

#[track_caller]
fn assert_accepted(function: &str, arguments: &str) {
    let answer = check(toolbox(), function, arguments);
    assert!(answer.is_ok(), "{answer:?}");
}

fn value(json: &str) -> String {
    format!(r#"{{"value":{json}}}"#)
}

/// `inner` inside so many of `open` and `close`.
fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("{}{inner}{}", open.repeat(times), close.repeat(times))
}

#[test]
fn text_has_a_limit() {
    let padded = |bytes: usize| {
        let text = value("\"\"");
        format!("{}{text}", " ".repeat(bytes - text.len()))
    };
    assert_accepted("text", &padded(256 * 1024));
    assert_refused("text", &padded(256 * 1024 + 1), "LIMIT the arguments are too long: send less");
    assert_refused("any", &padded(4 * 1024 * 1024), "LIMIT the arguments are too long: send less");
}

#[test]
fn depth_has_a_limit() {
    let too_deep = |at: usize| format!("LIMIT the arguments are nested too deeply (at character {at})");
    // The object of the arguments is the first level.
    assert_accepted("any", &value(&nested("[", "", "]", 31)));
    assert_refused("any", &value(&nested("[", "", "]", 32)), &too_deep(41));
    assert_accepted("map", &value(&nested(r#"{"a":"#, "1", "}", 31)));
    assert_refused("map", &value(&nested(r#"{"a":"#, "1", "}", 32)), &too_deep(10 + 31 * 5));
    assert_accepted("tree", &value(&nested(r#"{"children":["#, "", "]}", 15)));
    assert_refused("tree", &value(&nested(r#"{"children":["#, "", "]}", 16)), &too_deep(10 + 15 * 13 + 12));
}

#[test]
fn deep_brackets_are_no_deep_recursion() {
    let too_deep = "LIMIT the arguments are nested too deeply (at character 41)";
    for function in ["any", "map", "tree", "numbers", "text"] {
        assert_refused(function, &value(&nested("[", "", "]", 100_000)), too_deep);
        assert_refused(function, &value(&"[".repeat(100_000)), too_deep);
        let objects = value(&nested(r#"{"a":"#, "1", "}", 40_000));
        assert_refused(
            function,
            &objects,
            &format!("LIMIT the arguments are nested too deeply (at character {})", 10 + 31 * 5),
        );
    }
    assert_refused(
        "any",
        &"[".repeat(100_000),
        "LIMIT the arguments are nested too deeply (at character 33)",
    );
    assert_refused(
        "any",
        &"{\"a\":".repeat(40_000),
        "LIMIT the arguments are nested too deeply (at character 161)",
    );
}

#[test]
fn nodes_have_a_limit() {
    // The arguments, the list, its ten lists, and what is in them.
    let lists = |nodes: usize| {
        let full = format!("[{}]", vec!["1"; 999].join(","));
        let last = format!("[{}]", vec!["1"; nodes - 2 - 9 * 1_000 - 1].join(","));
        value(&format!("[{},{last}]", vec![full.as_str(); 9].join(",")))
    };
    assert_accepted("any", &lists(10_000));
    assert_refused(
        "any",
        &lists(10_001),
        "LIMIT the arguments hold too many values: send less (at character 20006)",
    );
}

#[test]
fn strings_have_a_limit() {
    let text = |bytes: usize| value(&format!("\"{}\"", "a".repeat(bytes)));
    let too_long = "LIMIT the arguments hold a value that is too long: send less (at character 10)";
    for function in ["text", "any"] {
        assert_accepted(function, &text(64 * 1024));
        assert_refused(function, &text(64 * 1024 + 1), too_long);
    }
    // What counts is the text itself, not how it is written.
    assert_accepted("text", &value(&format!("\"{}\"", "\\u0061".repeat(40_000))));
    assert_refused("text", &value(&format!("\"{}\"", "é".repeat(32 * 1024 + 1))), too_long);
}

#[test]
fn keys_have_a_limit() {
    let key = |bytes: usize| value(&format!(r#"{{"{}":{{}}}}"#, "k".repeat(bytes)));
    let too_long = "LIMIT the arguments hold a field name that is too long (at character 11)";
    for function in ["map", "any"] {
        assert_accepted(function, &key(128));
        assert_refused(function, &key(129), too_long);
    }
    assert_refused(
        "text",
        &format!(r#"{{"value":"","{}":1}}"#, "k".repeat(100_000)),
        "LIMIT the arguments hold a field name that is too long (at character 13)",
    );
}

#[test]
fn items_have_a_limit() {
    let list = |items: usize| value(&format!("[{}]", vec!["1"; items].join(",")));
    let too_many = "LIMIT the arguments hold an array with too many items: send less (at character 2011)";
    for function in ["numbers", "any"] {
        assert_accepted(function, &list(1_000));
        assert_refused(function, &list(1_001), too_many);
        assert_refused(function, &list(100_000), too_many);
    }
}

#[test]
fn duplicate_keys_are_refused() {
    for (function, json, name) in [
        ("any", r#"{"a":1,"a":1}"#, "value.a"),
        ("any", r#"{"a":1,"a":2}"#, "value.a"),
        ("any", r#"{"a":1,"\u0061":1}"#, "value.a"),
        ("any", r#"[[{"x":{"":1,"":1}}]]"#, "value[0][0].x."),
        ("map", r#"{"a":{},"b":{},"a":{}}"#, "value.a"),
        ("map", r#"{"a":{"b":1,"b":1}}"#, "value.a.b"),
        ("tree", r#"{"children":[],"children":[]}"#, "value.children"),
    ] {
        assert_refused(function, &value(json), &format!("DUPLICATE_KEY {name} was sent more than once"));
    }
    for arguments in
        [r#"{"value":"a","value":"a"}"#, r#"{"value":"a","value":"b"}"#, r#"{"value":"a","valu\u0065":"a"}"#]
    {
        assert_refused("text", arguments, "DUPLICATE_KEY value was sent more than once");
    }
    assert_refused(
        "order",
        r#"{"customer":"a","lines":[{"item":"b","quantity":1,"quantity":1}]}"#,
        "DUPLICATE_KEY lines[0].quantity was sent more than once",
    );
    // Many keys: each is compared with few others.
    let many: Vec<String> = (0..3_000).map(|index| format!(r#""k{index}":1"#)).collect();
    assert_accepted("any", &value(&format!("{{{}}}", many.join(","))));
    assert_refused(
        "any",
        &value(&format!(r#"{{{},"k7":1}}"#, many.join(","))),
        "DUPLICATE_KEY value.k7 was sent more than once",
    );
}

#[test]
fn huge_numbers_are_refused() {
    let above = "OUT_OF_RANGE value must be at most 1.7976931348623157e308";
    assert_refused("float", &value("1e999999999"), above);
    assert_refused("float", &value(&format!("1e{}", "9".repeat(60_000))), above);
    assert_refused("float", &value(&"9".repeat(60_000)), above);
    assert_accepted("float", &value("1e-999999999"));
    assert_refused(
        "float",
        &value(&"9".repeat(100_000)),
        "LIMIT the arguments hold a value that is too long: send less (at character 10)",
    );
    let above = "OUT_OF_RANGE value[0] must be at most 9223372036854775807";
    assert_refused("numbers", &value("[1e999999999]"), above);
    assert_refused("numbers", &value(&format!("[{}]", "9".repeat(60_000))), above);
}

#[test]
fn numbers_that_no_type_holds() {
    assert_refused("any", &value("1e999"), "FORMAT value has a value that can't be read");
    assert_refused("any", &value(r#"{"a":[1e999999999]}"#), "FORMAT value has a value that can't be read");
}

#[test]
fn bad_text_is_not_json() {
    let bad = "INVALID_JSON the arguments are not valid JSON";
    for (json, what) in [
        (r#""\ud800""#, ": a bad escape in a string (at character 11)"),
        (r#""\ud800\ud800""#, ": a bad escape in a string (at character 11)"),
        (r#""\udc00\ud800""#, ": a bad escape in a string (at character 11)"),
        (r#""\u12g4""#, ": a bad escape in a string (at character 11)"),
        (r#""\x41""#, ": a bad escape in a string (at character 11)"),
        ("\"\0\"", ": an unescaped control character in a string (at character 11)"),
        ("\"a\nb\"", ": an unescaped control character in a string (at character 12)"),
        ("01", ": a bad number (at character 11)"),
        ("+1", ": a bad number (at character 10)"),
        ("1.", ": a bad number (at character 12)"),
        (".5", ": a bad number (at character 10)"),
        ("1e", ": a bad number (at character 12)"),
        ("NaN", " (at character 10)"),
        ("'a'", " (at character 10)"),
        ("True", " (at character 10)"),
        ("[1,]", " (at character 13)"),
        ("[1 2]", " (at character 13)"),
        (r#"{"a":1,}"#, " (at character 17)"),
        ("{a:1}", " (at character 11)"),
        ("\u{a0}1", " (at character 10)"),
        ("", " (at character 10)"),
    ] {
        assert_refused("any", &value(json), &format!("{bad}{what}"));
        assert_refused("text", &value(json), &format!("{bad}{what}"));
    }
    assert_refused("any", "\u{feff}{\"value\":1}", &format!("{bad} (at character 1)"));
    assert_refused(
        "any",
        "{\"value\":1}}",
        "INVALID_JSON the arguments must be one JSON object with nothing behind it (at character 12)",
    );
    assert_refused(
        "any",
        "{\"value\":1}\0",
        "INVALID_JSON the arguments must be one JSON object with nothing behind it (at character 12)",
    );
    assert_accepted("text", &value(r#""\u0000\ud83d\ude00""#));
}

const VALID: &str = r#" {"customer":"Zoë \u00e9\n","lines":[{"item":"Tea 🍵","quantity":2},{"quantity":1.0,"item":""}],"urgent":true,"limit":-0.0e1} "#;

#[test]
fn truncated_text_is_never_accepted() {
    let toolbox = toolbox();
    let end = VALID.trim_end().len();
    assert_accepted("order", VALID);
    for at in (1..end).filter(|at| VALID.is_char_boundary(*at) && !VALID[..*at].trim().is_empty()) {
        let session = Session::new();
        match toolbox.check(&session, &RawCall::new("1", "order", &VALID[..at])) {
            Err(CallError::Validation(response)) => {
                let codes: Vec<ErrorCode> = response.errors.iter().map(|error| error.error_code).collect();
                assert_eq!(codes, [ErrorCode::Truncated], "{}: {response}", &VALID[..at]);
            }
            other => panic!("{}: {other:?}", &VALID[..at]),
        }
    }
}

#[test]
fn where_a_text_was_cut_is_told() {
    for (arguments, place) in [
        (r#"{"#, "before they are closed"),
        (r#"{"val"#, "at a key"),
        (r#"{"value""#, "at a key"),
        (r#"{"value":"#, "after a colon"),
        (r#"{"value":"a"#, "inside a string"),
        (r#"{"value":"a\u00"#, "inside a string"),
        (r#"{"value":"a""#, "before they are closed"),
        (r#"{"value":"a","#, "after a comma"),
        (r#"{"value":tr"#, "inside a word"),
        (r#"{"value":-1"#, "at a number"),
        (r#"{"value":[1,"#, "after a comma"),
    ] {
        let error =
            format!("TRUNCATED the arguments end {place}: send them again, complete, or send less at once");
        assert_refused("text", arguments, &error);
    }
}

#[test]
fn errors_stay_short() {
    let toolbox = toolbox();
    let many: Vec<String> =
        (0..900).map(|index| format!(r#"{{"item":{index},"quantity":"{}"}}"#, "x".repeat(100))).collect();
    let arguments = format!(r#"{{"customer":1,"lines":[{}]}}"#, many.join(","));
    let session = Session::new();
    let Err(CallError::Validation(response)) =
        toolbox.check(&session, &RawCall::new("1", "order", arguments))
    else {
        panic!("wrong types are refused");
    };
    assert!(response.errors.len() <= 20);
    assert_eq!(response.errors.len() + response.more_errors, 1_801);
    let text: usize = response.errors.iter().map(|error| error.error_message.len()).sum();
    assert!(text <= 1024, "{text}");
    assert!(response.to_json().len() < 8 * 1024);
}

/// Text that is nearly JSON: what breaks parsers stands close together.
fn nearly_json() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\\u",
        "\\ud83d",
        "d800",
        "0",
        "1",
        "-",
        ".",
        "e",
        "E",
        "+",
        "9",
        "true",
        "null",
        "fals",
        " ",
        "\n",
        "\0",
        "\"value\":",
        "\"lines\":[",
        "\"customer\":\"a\"",
        "\"quantity\"",
        "é",
        "🍵",
        "\u{feff}",
        "/*",
        "NaN",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

/// A valid call with a few characters replaced.
fn damaged() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        prop_oneof![any::<char>(), prop::sample::select(vec!['"', '{', '}', '\\', ',', '0'])],
    );
    prop::collection::vec(change, 1..4).prop_map(|changes| {
        let mut letters: Vec<char> = VALID.chars().collect();
        for (at, letter) in changes {
            let at = at.index(letters.len());
            letters[at] = letter;
        }
        letters.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_only_json_is_accepted(text in prop_oneof![nearly_json(), damaged(), ".{0,60}"]) {
        let toolbox = toolbox();
        let session = Session::new();
        for function in ["any", "map", "tree", "numbers", "float", "text", "order"] {
            let answer = toolbox.check(&session, &RawCall::new("1", function, text.as_str()));
            let is_blank = matches!(text.trim_ascii(), "" | "null");
            if answer.is_ok() && !is_blank {
                let parsed: Result<Value, _> = serde_json::from_str(&text);
                prop_assert!(parsed.is_ok_and(|value| value.is_object()), "{}: {}", function, text);
            }
        }
    }

    #[test]
    fn a_prefix_is_never_accepted(at in any::<prop::sample::Index>(), lines in prop::collection::vec((".{0,9}", 0..9_u32), 0..4)) {
        let lines: Vec<Value> = lines.into_iter().map(|(item, quantity)| serde_json::json!({ "item": item, "quantity": quantity })).collect();
        let text = serde_json::json!({ "customer": "é\"\\", "lines": lines, "limit": 1.25 }).to_string();
        let mut at = 1 + at.index(text.len() - 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let answer = check(toolbox(), "order", &text[..at]);
        prop_assert!(matches!(&answer, Err(errors) if errors[0].starts_with("TRUNCATED ")), "{:?}", answer);
        prop_assert!(check(toolbox(), "order", &text).is_ok());
    }
}
