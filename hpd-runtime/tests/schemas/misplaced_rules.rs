//! Rules in the schemas of types that are for another kind of value, and formats that are checked.

use hpd_runtime::args::Node;
use hpd_runtime::schema::{Nested, SchemaError, SchemaSettings, assemble};
use hpd_runtime::shape::{CompileOptions, Shape};
use hpd_runtime::spec::{FunctionInfo, ParamSpec};
use serde_json::json;

use crate::schema_types::param;

fn assembled(param: ParamSpec, nested: Nested) -> Result<(), SchemaError> {
    let info = FunctionInfo { name: "f", params: Vec::leak(vec![param]), ..FunctionInfo::NEW };
    assemble(&info, &SchemaSettings { nested }).map(drop)
}

fn message(param: ParamSpec, nested: Nested) -> String {
    assembled(param, nested).unwrap_err().to_string()
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Card {
    #[schemars(extend("minLength" = 1))]
    _c: u32,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Cards {
    #[schemars(extend("items" = {"type": ["string", "null"], "minItems": 1}))]
    _names: Vec<Option<String>>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Fitting {
    #[schemars(length(min = 1))]
    _text: Option<String>,
    #[schemars(length(max = 3))]
    _list: Vec<u8>,
    #[schemars(range(min = 1))]
    _number: Option<u8>,
    #[schemars(extend("type" = ["integer", "string"], "pattern" = "^[0-9]+$", "minimum" = 0))]
    _either: serde_json::Value,
}

#[test]
fn rules_for_another_kind_of_value_are_errors() {
    assert_eq!(
        message(param::<Card>("n", &[]), Nested::Inline),
        "function `f`, parameter `n`: `minLength` is for strings, and `/properties/n/properties/_c` is an integer"
    );
    assert_eq!(
        message(param::<Cards>("n", &[]), Nested::Inline),
        "function `f`, parameter `n`: `minItems` is for arrays, and `/properties/n/properties/_names/items` is a string"
    );
    assert_eq!(
        message(param::<Card>("n", &[]), Nested::Defs),
        "function `f`: `minLength` is for strings, and `/$defs/Card/properties/_c` is an integer"
    );
    assert_eq!(assembled(param::<Fitting>("n", &[]), Nested::Inline), Ok(()));
}

/// The macros accept these names as rules.
#[test]
fn each_checked_format_is_checked() {
    let refuses = |format: &str| {
        let schema = json!({"type": "string", "format": format});
        let shape = Shape::compile(&schema, CompileOptions::own()).unwrap();
        !shape.accepts(&Node::String("? ?".into()))
    };
    for format in hpd_words::CHECKED_FORMATS {
        assert!(refuses(format), "{format}");
    }
    for format in hpd_words::PUBLISHED_FORMATS {
        assert!(!refuses(format), "{format}");
    }
}
