//! The rules of the dialects themselves: each has a case that breaks it, and valid schemas pass.

use serde_json::Value;

use crate::dialect_rules::broken_rules;

/// A property `a` with this schema, in an object that keeps the rules of the dialect.
fn whole(dialect: &str, property: &str) -> Value {
    let rest = match dialect {
        "openai_strict" => r#","required":["a"],"additionalProperties":false"#,
        "anthropic_strict" => r#","additionalProperties":false"#,
        _ => "",
    };
    let text = format!(r#"{{"type":"object","properties":{{"a":{property}}}{rest}}}"#);
    serde_json::from_str(&text).expect("it is JSON")
}

/// A dialect, the schema of a property, and its violation.
const PROPERTIES: &[(&str, &str, &str)] = &[
    ("mcp", r"[1]", "/properties/a: not a schema"),
    ("mcp", r#"{"type":"string","title":"A"}"#, "/properties/a: a title"),
    ("mcp", r#"{"type":"string","default":null}"#, "/properties/a: a default of null"),
    ("mcp", r#"{"type":"integer","format":"uint32"}"#, "/properties/a: the format uint32"),
    ("mcp", r#"{"type":"object"}"#, "/properties/a: an object without properties"),
    ("mcp", r#"{"type":"array"}"#, "/properties/a: an array without items"),
    ("mcp", r#"{"$schema":"x"}"#, "/properties/a: the keyword $schema"),
    ("mcp", r##"{"$ref":"#/$defs/A"}"##, "/properties/a: a reference to \"#/$defs/A\""),
    ("openai_strict", r#"{"type":"string","minLength":1}"#, "/properties/a: the keyword minLength"),
    ("openai_strict", r#"{"type":"string","format":"uri"}"#, "/properties/a: the format uri"),
    ("openai_strict", r#"{"description":"A"}"#, "/properties/a: it does not say its type"),
    ("openai_strict", r#"{"type":"object","properties":{},"required":[]}"#, "/properties/a: an open object"),
    (
        "openai_strict",
        r#"{"type":"object","properties":{"b":{"type":"null"}},"required":[],"additionalProperties":false}"#,
        "/properties/a: `required` does not list the properties",
    ),
    ("openai_strict", r##"{"$ref":"#","description":"A"}"##, "/properties/a: keywords beside $ref"),
    (
        "openai_strict",
        r#"{"type":["string","integer"],"enum":["a",1]}"#,
        "/properties/a: listed values of several types, or compound ones",
    ),
    (
        "openai_strict",
        r#"{"type":"integer","enum":["a"]}"#,
        "/properties/a: the listed value \"a\" is of another type",
    ),
    ("openai_strict", r#"{"type":"string","pattern":"(?=a)"}"#, "/properties/a: the pattern (?=a)"),
    ("anthropic_strict", r#"{"type":"integer","minimum":1}"#, "/properties/a: the keyword minimum"),
    ("anthropic_strict", r#"{"type":"string","format":"regex"}"#, "/properties/a: the format regex"),
    (
        "anthropic_strict",
        r#"{"type":"array","items":{"type":"string"},"minItems":2}"#,
        "/properties/a: minItems of 2",
    ),
    ("anthropic_strict", r#"{"type":"object","properties":{}}"#, "/properties/a: an open object"),
    ("anthropic_strict", r#"{"type":"string","pattern":"\\ba"}"#, "/properties/a: the pattern \\ba"),
    (
        "anthropic_strict",
        r#"{"type":"object","properties":{},"required":["b"],"additionalProperties":false}"#,
        "/properties/a: \"b\" is required, but no property",
    ),
    ("gemini", r#"{"type":"string","pattern":"a"}"#, "/properties/a: the keyword pattern"),
    ("gemini", r#"{"enum":[true]}"#, "/properties/a: the listed value true"),
    ("gemini", r#"{"type":["string","null"],"enum":["a",null]}"#, "/properties/a: the listed value null"),
    ("gemini", r#"{"anyOf":[{"type":"string"}],"type":"string"}"#, "/properties/a: type beside anyOf"),
    ("gemini_openapi", r#"{"type":"string","const":"a"}"#, "/properties/a: the keyword const"),
    ("gemini_openapi", r#"{"type":["string","null"]}"#, "/properties/a: not of one type"),
    (
        "gemini_openapi",
        r#"{"anyOf":[{"type":"string"}],"description":"A"}"#,
        "/properties/a: fields beside anyOf",
    ),
    (
        "gemini_openapi",
        r#"{"type":"integer","enum":[1]}"#,
        "/properties/a: listed values that are not strings",
    ),
    (
        "gemini_openapi",
        r#"{"type":"string","enum":[""]}"#,
        "/properties/a: listed values that are not strings",
    ),
    ("gemini_openapi", r#"{"type":"string","format":"email"}"#, "/properties/a: the format email"),
    (
        "gemini_openapi",
        r#"{"type":"object","properties":{}}"#,
        "/properties/a: an object without any property",
    ),
];

/// A dialect, a whole schema, and its violation.
const ROOTS: &[(&str, &str, &str)] = &[
    ("mcp", r#"{"type":"string"}"#, "/: the root is not of type object"),
    ("openai", r#"{"type":"object","properties":{},"not":{}}"#, "/: not at the root"),
    ("anthropic", r#"{"type":"object","properties":{},"anyOf":[{}]}"#, "/: anyOf at the root"),
    ("anthropic", r#"{"type":"object","properties":{"a b":{}}}"#, "/: the name a b"),
    ("gemini", r#"{"type":"object","properties":{},"oneOf":[{}]}"#, "/: oneOf at the root"),
    ("gemini_openapi", r#"{"type":"object","properties":{"1":{"type":"string"}}}"#, "/: the name 1"),
];

#[test]
fn each_rule_is_broken_by_something() {
    for (dialect, property, expected) in PROPERTIES {
        let broken = broken_rules(dialect, &whole(dialect, property));
        assert!(broken.iter().any(|what| what == expected), "{property} for {dialect}: {broken:?}");
    }
    for (dialect, schema, expected) in ROOTS {
        let schema = serde_json::from_str(schema).expect("it is JSON");
        let broken = broken_rules(dialect, &schema);
        assert!(broken.iter().any(|what| what == expected), "{schema} for {dialect}: {broken:?}");
    }
}

#[test]
fn what_keeps_the_rules_passes() {
    let kept = [
        ("mcp", r#"{"type":"array","items":{}}"#),
        ("openai", r#"{"type":["string","null"],"default":"a"}"#),
        (
            "openai_strict",
            r#"{"anyOf":[{"type":"string","format":"date"},{"type":"null"}],"description":"A"}"#,
        ),
        ("anthropic", r#"{"oneOf":[{"type":"string"},{"type":"integer"}]}"#),
        ("anthropic_strict", r#"{"type":"string","pattern":"^a+$","default":"a"}"#),
        ("gemini", r#"{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}"#),
        ("gemini_openapi", r#"{"type":"string","nullable":true,"enum":["a"]}"#),
    ];
    for (dialect, property) in kept {
        assert_eq!(broken_rules(dialect, &whole(dialect, property)), [""; 0], "{property} for {dialect}");
    }
}

#[test]
fn eleven_levels_and_too_many_properties_are_seen() {
    let mut deep = r#"{"type":"string"}"#.to_owned();
    for _ in 0..10 {
        deep = format!(
            r#"{{"type":"object","properties":{{"a":{deep}}},"required":["a"],"additionalProperties":false}}"#
        );
    }
    let ten = serde_json::from_str(&deep).expect("it is JSON");
    assert_eq!(broken_rules("openai_strict", &ten), [""; 0]);
    let eleven = whole("openai_strict", &deep);
    assert!(broken_rules("openai_strict", &eleven).iter().any(|what| what.ends_with(": 11 levels")));

    let names: Vec<String> = (0..5_001).map(|number| format!("p{number}")).collect();
    let properties: serde_json::Map<_, _> =
        names.iter().map(|name| (name.clone(), serde_json::json!({"type": "string"}))).collect();
    let wide = serde_json::json!({
        "type": "object", "properties": properties, "required": names, "additionalProperties": false,
    });
    assert_eq!(broken_rules("openai_strict", &wide), ["/: too large"]);
}
