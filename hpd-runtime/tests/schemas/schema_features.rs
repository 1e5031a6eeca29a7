//! Parameter types of other crates.

#![cfg(all(feature = "rust_decimal", feature = "chrono", feature = "uuid", feature = "url"))]

use hpd_runtime::__private::Guard;
use hpd_runtime::__private::{Ops, ops};
use hpd_runtime::Param;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::schema::{SchemaSettings, assemble};
use hpd_runtime::shape::{CompileOptions, Shape};
use hpd_runtime::spec::{Constraint, FunctionInfo, ParamSpec};

/// The shape of a function with one parameter, and the published schema of the parameter.
fn shape<T: Param + 'static>(constraints: &'static [Constraint]) -> (Shape, String) {
    let Ops { schema, optional, accepts, probe, .. } = ops::<T>();
    let param = ParamSpec { name: "x", schema, optional, accepts, probe, constraints, ..ParamSpec::NEW };
    let info = FunctionInfo { name: "f", params: Vec::leak(vec![param]), ..FunctionInfo::NEW };
    let schema = assemble(&info, &SchemaSettings::default()).unwrap_or_else(|error| panic!("{error}"));
    let published = schema.published_value()["properties"]["x"].to_string();
    (Shape::compile_node(schema.checked(), CompileOptions::own()).unwrap(), published)
}

fn accepts(shape: &Shape, value: &str) -> bool {
    shape.accepts(&Node::parse(&format!("{{\"x\": {value}}}"), &Limits::default()).unwrap())
}

#[test]
fn a_decimal_is_exact_as_text_and_as_number() {
    let (shape, published) =
        shape::<rust_decimal::Decimal>(&[Constraint::ExclusiveMinimum("0"), Constraint::MultipleOf("0.01")]);
    assert_eq!(
        published,
        r#"{"exclusiveMinimum":0,"multipleOf":0.01,"pattern":"^-?\\d+(\\.\\d+)?([eE]\\d+)?$","type":["string","number"]}"#
    );
    assert_eq!(shape.guard_of("x"), Some(Guard::Stream));
    for (value, expected) in [
        ("12.50", true),
        ("\"12.50\"", true),
        ("0", false),
        ("\"-1\"", false),
        ("0.001", false),
        ("\"a\"", false),
    ] {
        assert_eq!(accepts(&shape, value), expected, "{value}");
    }
    let optional = self::shape::<Option<rust_decimal::Decimal>>(&[Constraint::Minimum("1")]).0;
    assert!(accepts(&optional, "null") && accepts(&optional, "\"1\"") && !accepts(&optional, "\"0\""));
}

#[test]
fn texts_with_a_format_are_checked() {
    let (date, published) = shape::<chrono::NaiveDate>(&[]);
    assert_eq!(published, r#"{"format":"date","type":"string"}"#);
    assert!(accepts(&date, "\"2024-02-29\"") && !accepts(&date, "\"2023-02-29\""));
    let (id, _) = shape::<uuid::Uuid>(&[]);
    assert!(accepts(&id, "\"123e4567-e89b-12d3-a456-426614174000\"") && !accepts(&id, "\"123e4567\""));
    let (url, _) = shape::<url::Url>(&[]);
    assert!(accepts(&url, "\"https://example.org\"") && !accepts(&url, "\"example.org\""));
}
