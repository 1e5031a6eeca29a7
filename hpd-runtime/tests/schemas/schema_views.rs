//! The model's view of a schema whose values come from other sources too.

use hpd_runtime::__private::{Ops, ops};
use hpd_runtime::__private::{with_optional, without_properties};
use hpd_runtime::Param;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::dialect::Dialect;
use hpd_runtime::schema::{FunctionSchema, Nested, SchemaSettings, assemble};
use hpd_runtime::shape::{CompileOptions, Shape};
use hpd_runtime::spec::{FunctionInfo, ParamSpec};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "there is nothing but their schemas")]
struct Line {
    unit: Unit,
}

#[derive(Deserialize, JsonSchema)]
#[allow(dead_code, reason = "there is nothing but their schemas")]
struct Unit {
    name: String,
}

fn param<T: Param + 'static>(name: &'static str) -> ParamSpec {
    let Ops { schema, optional, accepts, probe, .. } = ops::<T>();
    ParamSpec { name, schema, optional, accepts, probe, ..ParamSpec::NEW }
}

fn schema_of(params: Vec<ParamSpec>, nested: Nested) -> FunctionSchema {
    let info = FunctionInfo { name: "f", params: Vec::leak(params), ..FunctionInfo::NEW };
    assemble(&info, &SchemaSettings { nested }).unwrap()
}

fn node(json: &str) -> Node<'_> {
    Node::parse(json, &Limits::default()).unwrap()
}

/// One parameter of each kind that may have another source than the model.
fn collected() -> FunctionSchema {
    schema_of(
        vec![
            ParamSpec { profile_key: Some("p"), ..param::<u8>("by_profile") },
            ParamSpec { config_key: Some("c"), ..param::<Line>("by_config") },
            ParamSpec { ask: Some("Which?"), ..param::<u8>("asked") },
            ParamSpec { confirm_if_uncertain: true, ..param::<Line>("confirmed") },
            ParamSpec { profile_key: Some("p"), ..param::<Option<u8>>("optional") },
        ],
        Nested::Defs,
    )
}

fn required(schema: &Value) -> &Value {
    &schema["required"]
}

#[test]
fn what_the_host_may_fill_is_optional_for_models_alone() {
    let schema = collected();
    assert_eq!(*required(&schema.published_value()), serde_json::json!(["asked", "confirmed"]));
    assert_eq!(
        schema.checked().get("required"),
        Some(&node(r#"["by_profile","by_config","asked","confirmed"]"#))
    );
    let converted = schema.in_dialect(Dialect::Anthropic).unwrap().schema.to_value();
    assert_eq!(*required(&converted), serde_json::json!(["asked", "confirmed"]));
    // Nothing is left to ask for.
    let only = schema_of(vec![ParamSpec { config_key: Some("c"), ..param::<u8>("a") }], Nested::Inline);
    assert_eq!(
        only.published_json(),
        r#"{"type":"object","properties":{"a":{"type":"integer","minimum":0,"maximum":255}},"additionalProperties":false}"#
    );
}

/// The published schema accepts the model's arguments if and only if the checked one accepts them once they are filled.
#[test]
fn both_views_are_of_one_declaration() {
    let schema = collected();
    let published = jsonschema::options().build(&schema.published_value()).unwrap();
    let checked = Shape::compile_node(schema.checked(), CompileOptions::own()).unwrap();
    let line = r#"{"unit":{"name":"m"}}"#;
    let choices: [(&str, &[&str]); 5] = [
        ("by_profile", &["", "1", "256", "\"1\"", "null"]),
        ("by_config", &["", line, "{}", "null"]),
        ("asked", &["", "1", "-1"]),
        ("confirmed", &["", line, r#"{"unit":{}}"#]),
        ("optional", &["", "1", "null", "1.5"]),
    ];
    let count: usize = choices.iter().map(|(_, values)| values.len()).product();
    let mut accepted = 0;
    for mut index in 0..count {
        let mut sent = Vec::new();
        let mut filled = Vec::new();
        for (name, values) in choices {
            let value = values[index % values.len()];
            index /= values.len();
            let member = |value: &str| format!("\"{name}\":{value}");
            match (value, name) {
                ("", "by_profile") => filled.push(member("7")),
                ("", "by_config") => filled.push(member(line)),
                ("", _) => {}
                _ => sent.push(member(value)),
            }
        }
        let text = format!("{{{}}}", sent.join(","));
        let whole = format!("{{{}}}", [sent, filled].concat().join(","));
        let by_published = published.is_valid(&serde_json::from_str(&text).unwrap());
        assert_eq!(checked.accepts(&node(&whole)), by_published, "{text}");
        accepted += usize::from(by_published);
    }
    // With the first two absent or right, the next two right, and the last absent, right or null.
    assert_eq!(accepted, 2 * 2 * 3);
}

#[test]
fn hidden_parameters_are_gone_with_what_only_they_needed() {
    let schema = collected();
    let unit = r#""Unit":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#;
    let line =
        r##""Line":{"type":"object","properties":{"unit":{"$ref":"#/$defs/Unit"}},"required":["unit"]}"##;
    let rest = r#""optional":{"type":["integer","null"],"minimum":0,"maximum":255}}"#;
    assert_eq!(
        schema.without(&["by_profile", "by_config", "asked"]),
        format!(
            r##"{{"type":"object","properties":{{"confirmed":{{"$ref":"#/$defs/Line"}},{rest},"required":["confirmed"],"additionalProperties":false,"$defs":{{{line},{unit}}}}}"##
        )
    );
    assert_eq!(
        schema.without(&["by_config", "confirmed", "asked", "by_profile", "unknown"]),
        format!(r#"{{"type":"object","properties":{{{rest},"additionalProperties":false}}"#)
    );
    assert_eq!(schema.without(&[]), schema.published_json());
}

#[track_caller]
fn check_without(schema: &str, hidden: &[&str], expected: &str) {
    assert_eq!(without_properties(&node(schema), hidden).to_json(), expected);
}

#[test]
fn conditions_on_what_is_hidden_hold_always() {
    check_without(
        r#"{"properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["a","b"],"properties":{"a":{"const":1}}}]}"#,
        &["a"],
        r#"{"properties":{"b":{}},"anyOf":[{},{"required":["b"],"properties":{}}]}"#,
    );
}

#[test]
fn what_others_point_at_is_kept() {
    check_without(
        r##"{"properties":{"a/b":{"items":{"type":"string"}},"c":{"$ref":"#/properties/a~1b/items"},"d":{"$ref":"#/properties/a~1b"}}}"##,
        &["a/b"],
        r##"{"properties":{"c":{"$ref":"#/$defs/a~1b/items"},"d":{"$ref":"#/$defs/a~1b"}},"$defs":{"a/b":{"items":{"type":"string"}}}}"##,
    );
    check_without(
        r##"{"properties":{"a":{"$ref":"#/$defs/a"},"c":{"$ref":"#/properties/a"}},"$defs":{"a":{},"b":{}}}"##,
        &["a"],
        r##"{"properties":{"c":{"$ref":"#/$defs/a_"}},"$defs":{"a":{},"a_":{"$ref":"#/$defs/a"}}}"##,
    );
    check_without(
        r##"{"properties":{"a":{"items":{"$ref":"#/properties/a"}},"b":{"$ref":"#/properties/a"},"c":{"$ref":"#/properties/b"}}}"##,
        &["a", "b"],
        r##"{"properties":{"c":{"$ref":"#/$defs/b"}},"$defs":{"b":{"$ref":"#/$defs/a"},"a":{"items":{"$ref":"#/$defs/a"}}}}"##,
    );
}

#[test]
fn definitions_stay_where_it_can_not_be_told_who_uses_them() {
    for reference in [
        r##""$ref":"#named""##,
        r##""$dynamicRef":"#x""##,
        r##""$ref":"#/%24defs/A""##,
        r##""$ref":"#/$defs""##,
    ] {
        let schema = format!(r#"{{"properties":{{"a":{{}},"b":{{{reference}}}}},"$defs":{{"A":{{}}}}}}"#);
        check_without(&schema, &["a"], &schema.replacen(r#""a":{},"#, "", 1));
    }
}

#[test]
fn definitions_that_hold_themselves_are_gone_with_their_last_user() {
    let loops =
        r##""definitions":{"A":{"$ref":"#/definitions/B"},"B":{"items":{"$ref":"#/definitions/A"}}}"##;
    let schema =
        format!(r##"{{"properties":{{"a":{{"$ref":"#/definitions/A"}},"b":{{"$ref":"#"}}}},{loops}}}"##);
    check_without(&schema, &["a"], r##"{"properties":{"b":{"$ref":"#"}}}"##);
    check_without(&schema, &["b"], &schema.replacen(r##","b":{"$ref":"#"}"##, "", 1));
}

#[test]
fn what_is_optional_is_not_asked_for_where_that_says_less() {
    let schema = r#"{"required":["a","b"],"allOf":[{"required":["a"]}],"anyOf":[{"required":["a","c"]}],"oneOf":[{"required":["a"]},{"required":["c"]}]}"#;
    assert_eq!(
        with_optional(&node(schema), &["a"]).to_json(),
        r#"{"required":["b"],"allOf":[{}],"anyOf":[{"required":["c"]}],"oneOf":[{"required":["a"]},{"required":["c"]}]}"#
    );
}
