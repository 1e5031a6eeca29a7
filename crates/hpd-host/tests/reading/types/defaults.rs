//! Defaults: written, computed and bare; and the meaning of `null` and absence.

use hpd_host::plugin;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::take::Bench;

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Paging {
    offset: u32,
    #[serde(default)]
    all: bool,
}

/// A constant, for a default that is an expression.
const FEW: u8 = 5;

fn first_day() -> String {
    "Monday".to_owned()
}

struct Defaults;

#[plugin]
#[expect(clippy::unused_self, reason = "the plugin has nothing")]
impl Defaults {
    /// Has a default for everything.
    #[ai_function]
    fn all(
        &self,
        /// A text.
        #[param(default = "GBP")]
        text: String,
        /// A number.
        #[param(default = 10)]
        number: u32,
        /// A negative one.
        #[param(default = -1.5)]
        float: f64,
        /// Yes or no.
        #[param(default = true)]
        flag: bool,
        /// A constant.
        #[param(default = FEW + 1)]
        constant: u8,
        /// A call.
        #[param(default = first_day())]
        call: String,
        /// The type's own.
        #[param(default)]
        own: Paging,
        /// A list.
        #[param(default)]
        list: Vec<String>,
        /// One that may be absent has a default too.
        #[param(default = 3)]
        optional: Option<u8>,
    ) -> String {
        format!("{text} {number} {float} {flag} {constant} {call} {own:?} {list:?} {optional:?}")
    }
}

const ALL: &str = "GBP 10 -1.5 true 6 Monday Paging { offset: 0, all: false } [] Some(3)";

#[test]
fn absent_parameters_get_their_defaults() {
    Bench::with(Defaults, "all").sees(&[("{}", ALL), ("", ALL), (" ", ALL)]);
}

#[test]
fn what_is_sent_replaces_them() {
    Bench::with(Defaults, "all").sees(&[
        (
            r#"{"text":"","number":0,"float":2,"flag":false,"constant":1.0,"call":"x","own":{"offset":1,"all":true},"list":["a"],"optional":4}"#,
            r#" 0 2 false 1 x Paging { offset: 1, all: true } ["a"] Some(4)"#,
        ),
        (r#"{"own":{"offset":2}}"#, "GBP 10 -1.5 true 6 Monday Paging { offset: 2, all: false } [] Some(3)"),
    ]);
}

#[test]
fn null_is_the_default() {
    let nulls = r#"{"text":null,"number":null,"float":null,"flag":null,"constant":null,"call":null,"own":null,"list":null,"optional":null}"#;
    let bench = Bench::with(Defaults, "all");
    assert_eq!(bench.answer(nulls).as_deref(), Ok(ALL));
    assert_eq!(bench.answer(r#"{"number":null,"constant":2.0}"#).as_deref(), Ok(&*ALL.replace(" 6 ", " 2 ")));
}

#[test]
fn null_is_no_default_further_in() {
    Bench::with(Defaults, "all").refuses(&[(
        r#"{"own":{"offset":null},"list":[null]}"#,
        &[
            "REQUIRED_FIELD /own/offset own.offset is required (expected: an integer of at least 0)",
            "TYPE_MISMATCH /list/0 list[0] must be a string, but null was sent",
        ],
    )]);
}

#[test]
fn a_default_is_no_excuse_for_a_wrong_value() {
    Bench::with(Defaults, "all").refuses(&[(
        r#"{"number":-1,"flag":"yes","constant":256}"#,
        &[
            "OUT_OF_RANGE /number number must be at least 0",
            "TYPE_MISMATCH /flag flag must be a boolean, but a string was sent",
            "OUT_OF_RANGE /constant constant must be at most 255",
        ],
    )]);
}

#[test]
fn a_default_is_used_once_per_absent_parameter() {
    Bench::with(Defaults, "all").refuses_alone(&[
        (r#"{"number":null,"number":1}"#, &["DUPLICATE_KEY /number number was sent more than once"]),
        (r#"{"number":1,"number":null}"#, &["DUPLICATE_KEY /number number was sent more than once"]),
        (r#"{"number":null,"number":null}"#, &["DUPLICATE_KEY /number number was sent more than once"]),
    ]);
}

#[test]
fn the_schema_tells_defaults() {
    let bench = Bench::with(Defaults, "all");
    for (parameter, default) in [
        ("text", r#""GBP""#),
        ("number", "10"),
        ("float", "-1.5"),
        ("flag", "true"),
        ("constant", "6"),
        ("call", r#""Monday""#),
        ("own", r#"{"all":false,"offset":0}"#),
        ("list", "[]"),
        ("optional", "3"),
    ] {
        let schema: serde_json::Value = serde_json::from_str(&bench.schema_of(parameter)).unwrap();
        assert_eq!(schema["default"].to_string(), default, "{parameter}");
    }
}
