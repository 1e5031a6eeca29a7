//! Schemas where the feature `patterns` is off: an own pattern is a problem of the build, another one is not checked.
//!
//! `.ci/features` runs these tests: no other build of them leaves the feature off.

use std::collections::BTreeMap;

use hpd_runtime::args::{Limits, Node};
use hpd_runtime::schema::{SchemaSettings, assemble};
use hpd_runtime::shape::{CompileOptions, Shape};
use hpd_runtime::spec::{Constraint, FunctionInfo, ParamSpec};
use serde_json::json;

use crate::schema_types::param;

#[test]
fn an_own_pattern_is_a_problem_that_names_the_feature() {
    let message = |param: ParamSpec| {
        let info = FunctionInfo { name: "f", params: Vec::leak(vec![param]), ..FunctionInfo::NEW };
        assemble(&info, &SchemaSettings::default()).unwrap_err().to_string()
    };
    assert_eq!(
        message(param::<String>("x", &[Constraint::Pattern("^a$")])),
        "function `f`, parameter `x`: `pattern` can't be checked without the feature `patterns`, at /properties/x/pattern"
    );
    assert_eq!(
        message(param::<BTreeMap<u32, bool>>("x", &[])),
        "function `f`, parameter `x`: `patternProperties` can't be checked without the feature `patterns`, \
         at /properties/x/patternProperties/^\\d+$"
    );
}

#[test]
fn the_pattern_of_another_schema_is_listed_and_not_checked() {
    let limits = Limits::default();
    let schema = json!({
        "type": "object",
        "properties": {"code": {"type": "string", "pattern": "^[0-9]{5}$", "maxLength": 5}},
        "patternProperties": {"^x-": {"type": "integer"}},
        "additionalProperties": false,
    });
    let shape = Shape::compile(&schema, CompileOptions::outside(&limits)).unwrap();
    let unsupported: Vec<_> = shape.unsupported().iter().map(|found| found.pointer.as_str()).collect();
    assert_eq!(unsupported, ["/patternProperties/^x-", "/properties/code/pattern"]);
    let accepts = |text| shape.accepts(&Node::parse(text, &limits).unwrap());
    assert!(accepts(r#"{"code": "abc", "x-a": "no integer"}"#));
    assert!(!accepts(r#"{"code": "abcdef"}"#));
}
