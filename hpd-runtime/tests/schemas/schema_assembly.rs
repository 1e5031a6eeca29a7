//! Schemas put together from tables, word for word, and against the `jsonschema` crate.

use std::collections::{BTreeMap, HashSet};

use hpd_runtime::args::{Limits, Node};
use hpd_runtime::schema::{FunctionSchema, Nested, SchemaError, SchemaSettings, assemble};
use hpd_runtime::shape::{CompileOptions, Shape};
use hpd_runtime::spec::{
    Constraint, DefaultValue, Effect, FunctionInfo, ParamSpec, Risk, UnknownFields, Write,
};

use crate::schema_types::{Line, Payment, Tree, Unit, param};

fn function(params: Vec<ParamSpec>) -> FunctionInfo {
    FunctionInfo { name: "f", params: Vec::leak(params), ..FunctionInfo::NEW }
}

fn schema_of(params: Vec<ParamSpec>) -> FunctionSchema {
    assemble(&function(params), &SchemaSettings::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The published schema of one parameter.
fn published(param: ParamSpec) -> String {
    let schema = schema_of(vec![param]);
    let published = Node::parse(schema.published_json(), &Limits::default()).unwrap().into_owned();
    let Some(Node::Object(parameters)) = published.get("properties") else { panic!("no properties") };
    parameters[0].1.to_json()
}

fn message(params: Vec<ParamSpec>) -> String {
    assemble(&function(params), &SchemaSettings::default()).unwrap_err().to_string()
}

#[test]
fn a_function_without_parameters() {
    let schema = schema_of(Vec::new());
    assert_eq!(schema.published_json(), r#"{"type":"object","properties":{},"additionalProperties":false}"#);
}

#[test]
fn parameters_stand_in_the_order_of_declaration() {
    let schema = schema_of(vec![
        ParamSpec { description: "The second.", title: Some("Zed"), ..param::<i64>("z", &[]) },
        ParamSpec {
            description: "The first.",
            default: Some(DefaultValue::Json(" [1, 2.0] ")),
            example: Some("[3]"),
            ..param::<Vec<f64>>("a", &[Constraint::MaxItems(3)])
        },
        param::<Option<bool>>("m", &[]),
    ]);
    assert_eq!(
        schema.published_json(),
        concat!(
            r#"{"type":"object","properties":{"z":{"title":"Zed","description":"The second.","type":"integer"},"#,
            r#""a":{"description":"The first.","type":"array","items":{"type":"number"},"maxItems":3,"default":[1,2.0],"examples":[[3]]},"#,
            r#""m":{"type":["boolean","null"]}},"required":["z"],"additionalProperties":false}"#
        )
    );
    assert_eq!(schema.default_json("a").as_deref(), Some("[1,2.0]"));
    assert_eq!(schema.default_json("z"), None);
    assert_eq!(
        schema.published_value(),
        serde_json::from_str::<serde_json::Value>(schema.published_json()).unwrap()
    );
}

#[test]
fn numbers_lose_their_formats() {
    assert_eq!(published(param::<u8>("x", &[])), r#"{"type":"integer","minimum":0,"maximum":255}"#);
    assert_eq!(
        published(param::<i32>("x", &[])),
        r#"{"type":"integer","minimum":-2147483648,"maximum":2147483647}"#
    );
    assert_eq!(published(param::<i64>("x", &[])), r#"{"type":"integer"}"#);
    assert_eq!(published(param::<u64>("x", &[])), r#"{"type":"integer","minimum":0}"#);
    assert_eq!(published(param::<f32>("x", &[])), r#"{"type":"number"}"#);
    assert_eq!(
        published(param::<u8>("x", &[Constraint::ExclusiveMaximum("10")])),
        r#"{"type":"integer","minimum":0,"maximum":255,"exclusiveMaximum":10}"#
    );
    assert_eq!(
        published(param::<Option<u8>>("x", &[])),
        r#"{"type":["integer","null"],"minimum":0,"maximum":255}"#
    );
}

#[test]
fn nested_types_are_written_where_they_are_used() {
    let line = concat!(
        r#"{"description":"One line of an invoice.","type":"object","properties":{"zebra":{"description":"What is sold.","type":"string"},"#,
        r#""quantity":{"type":"integer","minimum":1,"maximum":99},"unit":{"type":"string","enum":["hour","day"]},"note":{"type":["string","null"]}},"#,
        r#""required":["zebra","quantity","unit"],"additionalProperties":false}"#
    );
    assert_eq!(published(param::<Vec<Line>>("x", &[])), format!(r#"{{"type":"array","items":{line}}}"#));
    assert_eq!(
        published(param::<BTreeMap<String, u8>>("x", &[])),
        r#"{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":0,"maximum":255}}"#
    );
}

#[test]
fn nested_types_can_stand_in_definitions() {
    let settings = SchemaSettings { nested: Nested::Defs };
    let info = function(vec![
        ParamSpec { description: "The lines.", ..param::<Option<Unit>>("x", &[]) },
        param::<Unit>("y", &[]),
    ]);
    assert_eq!(
        assemble(&info, &settings).unwrap().published_json(),
        concat!(
            r##"{"type":"object","properties":{"x":{"description":"The lines.","anyOf":[{"$ref":"#/$defs/Unit"},{"type":"null"}]},"##,
            r##""y":{"$ref":"#/$defs/Unit"}},"required":["y"],"additionalProperties":false,"##,
            r##""$defs":{"Unit":{"type":"string","enum":["hour","day"]}}}"##
        )
    );
}

#[test]
fn recursive_types_stand_in_definitions() {
    let schema = schema_of(vec![param::<Tree>("x", &[])]);
    let shape = Shape::compile_node(schema.checked(), CompileOptions::own()).unwrap();
    let node = |text: &str| Node::parse(text, &Limits::default()).unwrap().into_owned();
    assert!(shape.accepts(&node(r#"{"x": {"name": "a", "children": [{"name": "b", "children": []}]}}"#)));
    assert!(!shape.accepts(&node(r#"{"x": {"name": "a", "children": [{"name": 1, "children": []}]}}"#)));
    assert!(schema.published_json().contains("$defs"));
}

#[test]
fn constraints_stand_beside_the_type() {
    let all = [
        (param::<String>("x", &[Constraint::NonEmpty]), r#"{"type":"string","minLength":1}"#),
        (
            param::<Vec<String>>("x", &[Constraint::NonEmpty]),
            r#"{"type":"array","items":{"type":"string"},"minItems":1}"#,
        ),
        (
            param::<Option<String>>("x", &[Constraint::MinLength(2), Constraint::Pattern("^a")]),
            r#"{"type":["string","null"],"pattern":"^a","minLength":2}"#,
        ),
        (
            param::<u8>("x", &[Constraint::Minimum("-5"), Constraint::Maximum("9")]),
            r#"{"type":"integer","minimum":0,"maximum":9}"#,
        ),
        (
            param::<String>("x", &[Constraint::OneOf(&["\"a\"", "\"b\""])]),
            r#"{"type":"string","enum":["a","b"]}"#,
        ),
        (
            param::<Option<String>>("x", &[Constraint::OneOf(&["\"a\""])]),
            r#"{"type":["string","null"],"enum":["a",null]}"#,
        ),
        (param::<String>("x", &[Constraint::Format("date")]), r#"{"type":"string","format":"date"}"#),
        (
            param::<Vec<u64>>("x", &[Constraint::UniqueItems, Constraint::MinItems(2)]),
            r#"{"type":"array","items":{"type":"integer","minimum":0},"minItems":2,"uniqueItems":true}"#,
        ),
        (
            param::<f64>("x", &[Constraint::MultipleOf("0.01"), Constraint::ExclusiveMinimum("0")]),
            r#"{"type":"number","exclusiveMinimum":0,"multipleOf":0.01}"#,
        ),
        (
            param::<HashSet<String>>("x", &[Constraint::MaxItems(2)]),
            r#"{"type":"array","items":{"type":"string"},"maxItems":2,"uniqueItems":true}"#,
        ),
    ];
    for (param, expected) in all {
        assert_eq!(published(param), expected);
    }
}

#[test]
fn constraints_that_do_not_fit_the_type_are_errors() {
    let all = [
        (
            param::<String>("x", &[Constraint::Minimum("1")]),
            "`range` is for numbers: remove it, or change the type",
        ),
        (
            param::<i64>("x", &[Constraint::MinItems(1)]),
            "`items` is for lists: remove it, or change the type",
        ),
        (
            param::<Vec<u8>>("x", &[Constraint::MaxLength(1)]),
            "`length` is for strings: remove it, or change the type",
        ),
        (
            param::<bool>("x", &[Constraint::NonEmpty]),
            "`non_empty` is for strings, arrays and objects: remove it, or change the type",
        ),
        (
            param::<Payment>("x", &[Constraint::Pattern("a")]),
            "`pattern` is for strings, and this type is an object: write the rule at a field of the type",
        ),
        (
            param::<Payment>("x", &[Constraint::Minimum("1")]),
            "`range` is for numbers, and this type is an object: write the rule at a field of the type",
        ),
        (
            param::<i64>("x", &[Constraint::OneOf(&["1", "\"a\""])]),
            "`one_of` lists \"a\", which the parameter's type can't hold",
        ),
        (
            param::<i64>("x", &[Constraint::Minimum("5"), Constraint::Maximum("4")]),
            "no value fits: `minimum` is 5 and `maximum` is 4",
        ),
        (
            param::<String>("x", &[Constraint::Pattern("(?=a)")]),
            "`pattern` can't be checked, at /properties/x/pattern",
        ),
    ];
    for (param, expected) in all {
        assert_eq!(message(vec![param]), format!("function `f`, parameter `x`: {expected}"));
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Range {
    #[schemars(range(min = 5, max = 2))]
    _low: i64,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Lines {
    #[schemars(inner(length(min = 3, max = 1)))]
    _lines: Vec<String>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Half {
    #[schemars(extend("exclusiveMinimum" = 0.5), range(max = 0.5))]
    _share: f64,
}

#[test]
fn contradictions_inside_of_types_are_errors() {
    let all = [
        (
            param::<Range>("x", &[]),
            "no value fits: `minimum` is 5 and `maximum` is 2, at /properties/x/properties/_low",
        ),
        (
            param::<Vec<(Range, u8)>>("x", &[]),
            "no value fits: `minimum` is 5 and `maximum` is 2, at /properties/x/items/prefixItems/0/properties/_low",
        ),
        (
            param::<BTreeMap<String, Half>>("x", &[]),
            "no value fits: `exclusiveMinimum` is 0.5 and `maximum` is 0.5, at /properties/x/additionalProperties/properties/_share",
        ),
    ];
    for (param, expected) in all {
        assert_eq!(message(vec![param]), format!("function `f`, parameter `x`: {expected}"));
    }
    let named = assemble(&function(vec![param::<Range>("x", &[])]), &SchemaSettings { nested: Nested::Defs });
    assert_eq!(
        named.unwrap_err().to_string(),
        "function `f`: no value fits: `minimum` is 5 and `maximum` is 2, at /$defs/Range/properties/_low"
    );
    assert_eq!(
        message(vec![param::<Lines>("x", &[])]),
        "function `f`, parameter `x`: no value fits: `minLength` is 3 and `maxLength` is 1, at /properties/x/properties/_lines/items"
    );
}

#[test]
fn defaults_and_examples_are_checked() {
    let with_default = |json, param| ParamSpec { default: Some(DefaultValue::Json(json)), ..param };
    let maximum = &[Constraint::Maximum("3")];
    assert_eq!(
        message(vec![with_default("5", param::<i64>("x", maximum))]),
        "function `f`, parameter `x`: the default 5 breaks the parameter's own rules: x must be at most 3"
    );
    assert_eq!(
        message(vec![ParamSpec { example: Some("\"a\""), ..param::<i64>("x", &[]) }]),
        "function `f`, parameter `x`: the example \"a\" breaks the parameter's own rules: x must be an integer, but a string was sent"
    );
    assert_eq!(
        message(vec![with_default("{", param::<i64>("x", &[]))]),
        "function `f`, parameter `x`: the default is not JSON: the text ends after an opening bracket (byte 1)"
    );
    let failing = ParamSpec {
        default: Some(DefaultValue::Computed(|| Err("no clock".to_owned()))),
        ..param::<i64>("x", &[])
    };
    assert_eq!(
        message(vec![failing]),
        "function `f`, parameter `x`: the default can't be computed: no clock"
    );
    assert_eq!(
        message(vec![param::<i64>("x", &[]), param::<i64>("x", &[])]),
        "function `f`, parameter `x`: there are two parameters of this name"
    );
    // Null is a default, and not shown.
    let null = with_default("null", param::<Option<i64>>("x", &[]));
    assert_eq!(published(null), r#"{"type":["integer","null"]}"#);
}

#[test]
fn a_write_asks_for_non_empty_values() {
    let write = |allow_empty| FunctionInfo {
        effect: Effect::Write(Write { risk: Risk::Low, confirm_phrase: None, allow_empty }),
        unknown_fields: UnknownFields::Warn,
        ..function(vec![
            param::<String>("id", &[]),
            param::<Vec<u64>>("lines", &[Constraint::MinItems(2)]),
            param::<Option<String>>("note", &[]),
            param::<Unit>("unit", &[]),
        ])
    };
    let json = |allow_empty| {
        assemble(&write(allow_empty), &SchemaSettings::default()).unwrap().published_json().to_owned()
    };
    assert_eq!(
        json(false),
        concat!(
            r#"{"type":"object","properties":{"id":{"type":"string","minLength":1},"lines":{"type":"array","items":{"type":"integer","minimum":0},"minItems":2},"#,
            r#""note":{"type":["string","null"]},"unit":{"type":"string","enum":["hour","day"]}},"required":["id","lines","unit"]}"#
        )
    );
    assert!(json(true).contains(r#""id":{"type":"string"}"#));
}

#[test]
fn errors_come_in_the_order_of_declaration() -> Result<(), SchemaError> {
    let schema = assemble(
        &function(vec![param::<i64>("z", &[]), param::<Line>("a", &[]), param::<bool>("m", &[])]),
        &SchemaSettings::default(),
    )?;
    let shape = Shape::compile_node(schema.checked(), CompileOptions::own()).unwrap();
    let mut findings = hpd_runtime::__private::Findings::new(&Limits::default());
    shape.check(
        &Node::parse(r#"{"m": 1, "a": {"unit": 1, "quantity": 0, "zebra": 1}}"#, &Limits::default()).unwrap(),
        &mut findings,
    );
    let properties: Vec<_> = findings.errors().iter().map(|error| error.property.as_str()).collect();
    assert_eq!(properties, ["z", "a.zebra", "a.quantity", "a.unit", "m"]);
    Ok(())
}

#[test]
fn published_and_checked_say_the_same_to_jsonschema() {
    let schema = schema_of(vec![
        param::<Vec<Line>>("lines", &[Constraint::NonEmpty]),
        param::<Payment>("payment", &[]),
        param::<u8>("count", &[]),
    ]);
    let published =
        jsonschema::options().should_validate_formats(true).build(&schema.published_value()).unwrap();
    let shape = Shape::compile_node(schema.checked(), CompileOptions::own()).unwrap();
    let line = r#"{"zebra": "a", "quantity": 1, "unit": "day"}"#;
    let texts = [
        format!(r#"{{"lines": [{line}], "payment": {{"kind": "Cash"}}, "count": 1}}"#),
        format!(r#"{{"lines": [{line}], "payment": {{"kind": "Card"}}, "count": 1}}"#),
        format!(r#"{{"lines": [{line}], "payment": {{"kind": "Cash"}}, "count": 256}}"#),
        format!(r#"{{"lines": [{line}, {{}}], "payment": {{"kind": "Cash"}}, "count": 1}}"#),
        r#"{"lines": [], "payment": {"kind": "Cash"}, "count": 1}"#.to_owned(),
        "{}".to_owned(),
    ];
    let verdicts: Vec<bool> = texts
        .iter()
        .map(|text| {
            let accepts = shape.accepts(&Node::parse(text, &Limits::default()).unwrap());
            assert_eq!(accepts, published.is_valid(&serde_json::from_str(text).unwrap()), "{text}");
            accepts
        })
        .collect();
    assert_eq!(verdicts, [true, false, false, false, false, false]);
}
