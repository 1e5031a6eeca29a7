//! What is decoded without a guard is what a guarded reading decodes, and refuses.

use futures_executor::block_on;
use hpd_host::args::Limits as ArgumentLimits;
use hpd_host::{Limits, RawCall, Session, Toolbox, plugin};
use proptest::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Row {
    #[schemars(length(min = 1))]
    id: String,
    #[schemars(range(min = 1))]
    count: u16,
    #[schemars(range(min = 0))]
    price: f64,
    tax: Option<f64>,
    rank: Option<i64>,
    note: Option<String>,
    #[schemars(length(min = 1))]
    tags: Option<Vec<String>>,
}

/// The same keys, with values of other types.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Other {
    #[schemars(range(min = 0))]
    count: f64,
    #[schemars(range(min = 1))]
    tax: Option<u16>,
}

struct Shop;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a shop are its methods")]
impl Shop {
    /// Takes rows.
    #[ai_function]
    fn take(
        &self,
        /// The rows.
        #[param(items(min = 1))]
        rows: Vec<Row>,
        /// How many.
        count: Option<u32>,
        /// Free text.
        note: Option<String>,
        /// Rows of another kind.
        #[param(items(min = 1))]
        others: Option<Vec<Other>>,
    ) -> String {
        serde_json::to_string(&(rows, count, note, others)).unwrap()
    }
}

/// Strings are short, so that a limit on them forbids decoding without a guard, and nothing else.
const LONGEST: usize = 20;

fn answer(toolbox: &Toolbox, arguments: &str) -> (String, String) {
    let outcome = block_on(toolbox.call(&Session::new(), &RawCall::new("1", "take", arguments)));
    let warnings = format!("{:?}", outcome.warnings);
    (outcome.for_model_as_text().into_owned(), warnings)
}

fn toolboxes() -> [Toolbox; 2] {
    let guarded = ArgumentLimits { string: LONGEST, ..ArgumentLimits::default() };
    [ArgumentLimits::default(), guarded].map(|limits| {
        Toolbox::builder().plugin(Shop).limits(Limits::new().arguments(limits)).build().unwrap()
    })
}

/// Values that look like each other.
fn values() -> impl Strategy<Value = String> {
    let numbers =
        ["0", "0.0", "-0.0", "1", "1.0", "3.0", "3.00", "12.0", "-1", "-1.0", "70000.0", "3e0", "2.5"];
    let texts = ["", "a", "3.0, ", ", -5% 0", ": 0", "\\\"count\\\": 3.0,", "6\\\"", "é"];
    let others = ["null", "[]", "[ ]", "[\"\"]", "[\"a\", \"3.0\"]", "true"];
    prop_oneof![
        6 => prop::sample::select(numbers.to_vec()).prop_map(str::to_owned),
        4 => prop::sample::select(texts.to_vec()).prop_map(|text| format!("\"{text}\"")),
        1 => prop::sample::select(others.to_vec()).prop_map(str::to_owned),
    ]
}

/// A value that its field mostly takes.
fn value(field: usize) -> BoxedStrategy<String> {
    let right: &[&str] = match field {
        0 => &["\"a\"", "\"item 3.0\"", "\"\\u0061\""],
        1 => &["1", "3", "3.0", "12.0"],
        2 | 3 => &["0", "0.0", "12.0", "12.5"],
        4 => &["0", "-3.0", "0.0", "7", "null"],
        5 => &["\"\"", "\"a, -5%\"", "null", "\"x 0\""],
        _ => &["[\"a\"]", "[\n\"a\"\n]", "null", "[\"\"]"],
    };
    prop_oneof![
        9 => prop::sample::select(right.to_vec()).prop_map(str::to_owned),
        1 => values(),
    ]
    .boxed()
}

const KEYS: [&str; 7] = ["id", "count", "price", "tax", "rank", "note", "tags"];

fn arguments() -> impl Strategy<Value = String> {
    let blanks = || prop::sample::select(vec!["", " ", "\n  "]);
    let values = (value(0), value(1), value(2), value(3), value(4), value(5), value(6));
    let row = (values, blanks(), any::<bool>(), prop::bool::weighted(0.05)).prop_map(
        |((id, count, price, tax, rank, note, tags), blank, backwards, is_escaped)| {
            let all = [id, count, price, tax, rank, note, tags];
            let mut members: Vec<_> =
                KEYS.iter().zip(all).map(|(key, value)| format!("\"{key}\":{blank}{value}")).collect();
            if is_escaped {
                members[1] = members[1].replace("count", "co\\u0075nt");
            }
            if backwards {
                members.reverse();
            }
            format!("{{{}}}", members.join(&format!(",{blank}")))
        },
    );
    let rows = prop::collection::vec(row, 0..4).prop_map(|rows| format!("[{}]", rows.join(", ")));
    let other =
        (value(2), value(1)).prop_map(|(count, tax)| format!("{{\"count\": {count}, \"tax\": {tax}}}"));
    let others = prop::collection::vec(other, 0..3).prop_map(|others| match others.as_slice() {
        [] => "null".to_owned(),
        others => format!("[{}]", others.join(", ")),
    });
    (rows, value(1), value(5), others, any::<bool>()).prop_map(|(rows, count, note, others, rows_first)| {
        let rows = format!("\"rows\": {rows}");
        let rest = format!("\"count\": {count}, \"note\": {note}, \"others\": {others}");
        if rows_first { format!("{{{rows}, {rest}}}") } else { format!("{{{rest}, {rows}}}") }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn a_guard_changes_nothing(arguments in arguments()) {
        static TOOLBOXES: std::sync::OnceLock<[Toolbox; 2]> = std::sync::OnceLock::new();
        let [plain, guarded] = TOOLBOXES.get_or_init(toolboxes);
        prop_assert_eq!(answer(plain, &arguments), answer(guarded, &arguments), "{}", arguments);
    }
}

#[test]
fn integers_with_a_point_are_read_among_others() {
    let [plain, guarded] = toolboxes();
    let arguments = r#"{"rows": [
        {"id": "a", "count": 3.0, "price": 12.0, "rank": -2.0, "note": "3.0"},
        {"id": "b", "count": 1, "price": 0, "tax": 0}
    ], "count": 4.0, "note": ""}"#;
    let told = r#"[[{"id":"a","count":3,"price":12.0,"tax":null,"rank":-2,"note":"3.0","tags":null},{"id":"b","count":1,"price":0.0,"tax":0.0,"rank":null,"note":null,"tags":null}],4,"",null]"#;
    for toolbox in [&plain, &guarded] {
        assert_eq!(answer(toolbox, arguments), (told.to_owned(), "[]".to_owned()));
    }
    let wrong = arguments.replace("\"count\": 1,", "\"count\": 0.0,");
    let told = "rows[1].count must be at least 1";
    for toolbox in [&plain, &guarded] {
        let (answer, _) = answer(toolbox, &wrong);
        assert!(answer.contains(told), "{answer}");
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Point {
    x: f64,
    y: Option<f64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Figure {
    Dot(f64, f64),
    Circle { center: Point, radius: f64 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Drawing {
    title: String,
    origin: Point,
    path: Vec<Point>,
    grid: Vec<Vec<f64>>,
    by_name: std::collections::BTreeMap<String, Point>,
    last: Option<Point>,
    figure: Option<Figure>,
}

struct Board;

#[plugin]
#[expect(clippy::unused_self, reason = "tools of a board are its methods")]
impl Board {
    /// Looks at a point.
    #[ai_function(read_only)]
    fn look(
        &self,
        /// Where.
        point: Point,
    ) -> String {
        serde_json::to_string(&point).unwrap()
    }

    /// Reads a drawing.
    #[ai_function(read_only)]
    fn read(
        &self,
        /// The drawing.
        drawing: Drawing,
    ) -> String {
        serde_json::to_string(&drawing).unwrap()
    }

    /// Stores a drawing.
    #[ai_function(write, risk = low)]
    fn store(
        &self,
        /// The drawing.
        drawing: Drawing,
    ) -> String {
        serde_json::to_string(&drawing).unwrap()
    }
}

fn board() -> Toolbox {
    let approval = hpd_host::Approval::new().writes(hpd_host::approval::Permission::Allow);
    Toolbox::builder().plugin(Board).approval(approval).build().unwrap()
}

const DRAWING: &str = r#"{"title":"a, [1] \": [2]","origin":{"x":1.0,"y":null},"path":[{"x":2.5,"y":3.5}],"grid":[[1.5],[]],"by_name":{"a":{"x":4.5,"y":null}},"last":{"x":5.5,"y":null},"figure":{"Circle":{"center":{"x":6.5,"y":7.5},"radius":8.5}}}"#;

/// The answer to a call, and whether the function ran.
fn drawn(toolbox: &Toolbox, tool: &str, arguments: &str) -> (String, bool) {
    let session = Session::new();
    session.user_says("Draw it");
    let outcome = block_on(toolbox.call(&session, &RawCall::new("1", tool, arguments)));
    (outcome.for_model_as_text().into_owned(), outcome.status() == "ok")
}

#[test]
fn no_struct_is_read_by_position() {
    let toolbox = board();
    let whole = |drawing: &str| format!(r#"{{"drawing":{drawing}}}"#);
    for tool in ["read", "store"] {
        assert_eq!(drawn(&toolbox, tool, &whole(DRAWING)), (DRAWING.to_owned(), true));
    }
    for (from, to) in [
        (r#""origin":{"x":1.0,"y":null}"#, r#""origin":[1.0,null]"#),
        (r#""origin":{"x":1.0,"y":null}"#, "\"origin\" : \n [1.0]"),
        (r#""origin":{"x":1.0,"y":null}"#, r#""\u006frigin":[1.0]"#),
        (r#"[{"x":2.5,"y":3.5}]"#, "[[2.5,3.5]]"),
        (r#"[{"x":2.5,"y":3.5}]"#, r#"[{"x":2.5}, [2.5]]"#),
        (r#""by_name":{"a":{"x":4.5,"y":null}}"#, r#""by_name":{"a":[4.5]}"#),
        (r#""last":{"x":5.5,"y":null}"#, r#""last":[5.5]"#),
        (r#""center":{"x":6.5,"y":7.5}"#, r#""center":[6.5,7.5]"#),
        (r#"{"center":{"x":6.5,"y":7.5},"radius":8.5}"#, r#"[{"x":6.5,"y":7.5},8.5]"#),
    ] {
        let wrong = whole(&DRAWING.replacen(from, to, 1));
        assert_ne!(wrong, whole(DRAWING), "{from}");
        let [read, store] = ["read", "store"].map(|tool| drawn(&toolbox, tool, &wrong));
        assert!(!read.1, "{to}: {}", read.0);
        assert_eq!(read, store, "{to}");
    }
}

#[test]
fn a_parameter_that_is_a_struct_is_not_read_by_position() {
    let toolbox = board();
    assert_eq!(drawn(&toolbox, "look", r#"{"point":{"x":1.5}}"#), (r#"{"x":1.5,"y":null}"#.to_owned(), true));
    for wrong in ["[1.5]", "[1.5,2.5]", " [1.5]", "[]"] {
        let (answer, has_run) = drawn(&toolbox, "look", &format!(r#"{{"point":{wrong}}}"#));
        assert!(!has_run, "{wrong}: {answer}");
        let expected = "- point must be an object, but an array was sent (expected: an object with `x`)";
        assert!(answer.contains(expected), "{wrong}: {answer}");
    }
    // An object in an array is that object, with a warning.
    assert_eq!(drawn(&toolbox, "look", r#"{"point":[{"x":1.5}]}"#).0, r#"{"x":1.5,"y":null}"#);
}

#[test]
fn tuples_are_arrays() {
    let toolbox = board();
    let dot =
        DRAWING.replace(r#"{"Circle":{"center":{"x":6.5,"y":7.5},"radius":8.5}}"#, r#"{"Dot":[1.5,2.5]}"#);
    for tool in ["read", "store"] {
        assert_eq!(drawn(&toolbox, tool, &format!(r#"{{"drawing":{dot}}}"#)), (dot.clone(), true));
    }
}
