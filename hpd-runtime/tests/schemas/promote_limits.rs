//! The maximum cost of promotion, and the values that it leaves alone then.

use hpd_runtime::args::{Leniency, Limits, Node};
use hpd_runtime::shape::{CompileOptions, PromoteRules, Shape};
use serde_json::{Value, json};

use crate::promote::{parse, promote, shape_of};

fn outside(schema: &Value) -> Shape {
    Shape::compile(schema, CompileOptions::outside(&Limits::default())).expect("a schema")
}

/// `{"a": {"a": .. "5"}}`
fn nested(depth: usize) -> String {
    format!("{}\"5\"{}", "{\"a\":".repeat(depth), "}".repeat(depth))
}

#[test]
fn alternatives_inside_alternatives_do_not_explode() {
    let object = |more: &str| json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/any"}, more: {"type": "boolean"}}});
    let shape = outside(&json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/any"}},
        "$defs": {"any": {"anyOf": [{"type": "integer"}, object("b"), object("c"), object("d")]}},
    }));
    // One alternative too many at each level: all of them are right, so none is taken.
    let text = nested(30);
    let (promoted, warnings) = promote(&shape, &parse(&text), Leniency::Safe, &[]);
    assert_eq!((promoted.to_json(), warnings), (text, vec![]));
}

#[test]
fn alternatives_that_are_told_apart_are_found_however_deep() {
    let shape = outside(&json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/any"}},
        "$defs": {"any": {"anyOf": [
            {"type": "integer"},
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/any"}}, "required": ["a"]},
        ]}},
    }));
    let text = nested(6);
    let (promoted, _) = promote(&shape, &parse(&text), Leniency::Safe, &[]);
    assert_eq!(promoted.to_json(), text.replace("\"5\"", "5"));
}

#[test]
fn texts_are_read_within_the_limits_on_the_whole() {
    let schema = json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}});
    let shape = shape_of(&schema);
    let limits = Limits { depth: 3, nodes: 8, ..Limits::default() };
    let promoted = |sent: &str| {
        let mut tree = Node::Object(vec![("v".into(), parse(sent).into_owned())]);
        let rules = PromoteRules { leniency: Leniency::Safe, lenient_params: &[], limits: &limits };
        shape.promote(&mut tree, &rules, &mut Vec::new());
        tree.get("v").expect("it is there").to_json()
    };
    assert_eq!(promoted(r#""[[1],[2]]""#), "[[1],[2]]");
    // Three arrays inside the object are one too many.
    assert_eq!(promoted(r#""[[[1]]]""#), r#""[[[1]]]""#);
    // The first takes five values, so that there are three left for the second.
    assert_eq!(promoted(r#"["[1,2,3,4]","[5,6,7]"]"#), r#"[[1,2,3,4],"[5,6,7]"]"#);
}

#[test]
fn a_long_list_is_promoted_as_a_whole() {
    let shape =
        shape_of(&json!({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "boolean"}]}}));
    let texts = vec![Node::String("5".into()); 1000];
    let tree = Node::Object(vec![("v".into(), Node::Array(texts))]);
    let (promoted, warnings) = promote(&shape, &tree, Leniency::Safe, &[]);
    assert_eq!(promoted.get("v"), Some(&Node::Array(vec![Node::Number("5".into()); 1000])));
    assert_eq!(warnings.len(), 21);
}

#[test]
fn the_root_is_not_made_an_object() {
    let shape =
        outside(&json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}));
    for text in [r#""{\"a\":1}""#, r#"[{"a":1}]"#, "1", "null"] {
        let (promoted, warnings) = promote(&shape, &parse(text), Leniency::Lenient, &[]);
        assert_eq!((promoted.to_json(), warnings), (parse(text).to_json(), vec![]));
    }
}

#[test]
fn a_lenient_parameter_is_lenient_below_and_nowhere_else() {
    let flags = json!({"type": "object", "properties": {"on": {"type": "boolean"}}});
    let shape = outside(&json!({"type": "object", "properties": {"a": flags, "b": flags}}));
    let sent = r#"{"a":{"on":"yes"},"b":{"on":"yes"}}"#;
    for leniency in [Leniency::Strict, Leniency::Safe] {
        let (promoted, warnings) = promote(&shape, &parse(sent), leniency, &["a"]);
        assert_eq!(promoted.to_json(), r#"{"a":{"on":true},"b":{"on":"yes"}}"#);
        assert_eq!(warnings.len(), 1);
    }
}
