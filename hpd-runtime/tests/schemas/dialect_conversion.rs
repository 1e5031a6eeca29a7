//! The schema in each dialect, word for word: the schema is read by models, the report by authors of tools.

use hpd_runtime::args::{Limits, Node};
use hpd_runtime::dialect::{Converted, Dialect};

fn parse(json: &str) -> Node<'_> {
    Node::parse(json, &Limits::default()).expect("a schema is JSON")
}

/// Converts a required property `p`; returns its schema and the report.
fn convert(dialect: Dialect, property: &str) -> (String, Vec<String>) {
    let schema = format!(r#"{{"type":"object","properties":{{"p":{property}}},"required":["p"]}}"#);
    let converted = dialect.convert(&parse(&schema)).unwrap_or_else(|error| panic!("{error}"));
    let Some(property) = converted.schema.get("properties").and_then(|properties| properties.get("p")) else {
        panic!("{} has no p", converted.schema.to_json())
    };
    (property.to_json(), report(&converted))
}

fn report(converted: &Converted) -> Vec<String> {
    converted.report.iter().map(|change| format!("{:?} {change}", change.kind)).collect()
}

#[track_caller]
fn becomes(dialect: Dialect, property: &str, expected: &str, changes: &[&str]) {
    let (written, report) = convert(dialect, property);
    assert_eq!(written, expected);
    assert_eq!(report, changes);
}

#[test]
fn limits_are_said_in_words() {
    becomes(
        Dialect::AnthropicStrict,
        r#"{"type":"string","description":"A name","minLength":1,"maxLength":100,"pattern":"^(?!x)"}"#,
        r#"{"description":"A name. At least 1 character. At most 100 characters. Pattern: ^(?!x)","type":"string"}"#,
        &[
            "Moved /properties/p: `minLength` moved to the description",
            "Moved /properties/p: `maxLength` moved to the description",
            "Moved /properties/p: `pattern` moved to the description",
        ],
    );
    becomes(
        Dialect::AnthropicStrict,
        r#"{"type":"array","items":{"type":"number","exclusiveMinimum":0,"multipleOf":0.5},"minItems":2,"uniqueItems":true}"#,
        r#"{"description":"At least 2 items. No item twice.","type":"array","items":{"description":"Greater than 0. A multiple of 0.5.","type":"number"}}"#,
        &[
            "Moved /properties/p/items: `exclusiveMinimum` moved to the description",
            "Moved /properties/p/items: `multipleOf` moved to the description",
            "Moved /properties/p: `minItems` moved to the description",
            "Moved /properties/p: `uniqueItems` moved to the description",
        ],
    );
}

#[test]
fn formats_that_are_not_known_are_said() {
    becomes(
        Dialect::GeminiOpenApi,
        r#"{"type":"string","format":"email"}"#,
        r#"{"description":"An email address.","type":"string"}"#,
        &["Moved /properties/p: `format` moved to the description"],
    );
    becomes(
        Dialect::OpenAiStrict,
        r#"{"type":"string","format":"email"}"#,
        r#"{"type":"string","format":"email"}"#,
        &[],
    );
}

#[test]
fn noise_is_gone_everywhere() {
    let noisy = r#"{"title":"P","type":"integer","format":"uint32","default":null}"#;
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::AnthropicStrict) {
        becomes(
            dialect,
            noisy,
            r#"{"type":"integer","minimum":0}"#,
            &["Dropped /properties/p: `format` is no format of JSON Schema"],
        );
    }
    becomes(
        Dialect::AnthropicStrict,
        noisy,
        r#"{"description":"At least 0.","type":"integer"}"#,
        &["Dropped /properties/p: `format` is no format of JSON Schema"],
    );
}

#[test]
fn a_title_that_tells_something_stands_in_for_a_description() {
    becomes(
        Dialect::Mcp,
        r#"{"type":"string","title":"The due date"}"#,
        r#"{"description":"The due date","type":"string"}"#,
        &[],
    );
}

#[test]
fn what_is_free_is_text() {
    becomes(
        Dialect::OpenAiStrict,
        r#"{"type":"object","description":"The filter"}"#,
        r#"{"description":"The filter. A JSON object, as JSON text.","type":"string"}"#,
        &["Widened /properties/p: `type` is text that holds JSON"],
    );
    becomes(
        Dialect::AnthropicStrict,
        r#"{"type":"object","additionalProperties":{"type":"integer"}}"#,
        r#"{"description":"A JSON object, as JSON text. Its JSON Schema: {\"additionalProperties\":{\"type\":\"integer\"}}","type":"string"}"#,
        &[
            "Widened /properties/p: `type` is text that holds JSON",
            "Moved /properties/p: `additionalProperties` moved to the description",
        ],
    );
    becomes(Dialect::Gemini, r"{}", r"{}", &[]);
    becomes(
        Dialect::GeminiOpenApi,
        r"{}",
        r#"{"description":"Any JSON value, as JSON text.","type":"string"}"#,
        &["Rewritten /properties/p: `type` is text that holds JSON"],
    );
}

#[test]
fn values_that_can_t_be_listed_are_texts() {
    becomes(
        Dialect::GeminiOpenApi,
        r#"{"type":"integer","enum":[1,2]}"#,
        r#"{"type":"string","enum":["1","2"]}"#,
        &["Rewritten /properties/p: `enum` lists texts that stand for the values"],
    );
    becomes(
        Dialect::Gemini,
        r#"{"type":"boolean","const":true}"#,
        r#"{"description":"Always true.","type":"boolean"}"#,
        &["Moved /properties/p: `const` moved to the description"],
    );
}

#[test]
fn an_enum_that_contradicts_its_type_is_said() {
    for dialect in Dialect::ALL {
        becomes(
            dialect,
            r#"{"type":"boolean","enum":["true","false"]}"#,
            r#"{"description":"One of: true, false.","type":"boolean"}"#,
            &["Widened /properties/p: `enum` contradicts the type, so it moved to the description"],
        );
    }
}

#[test]
fn null_is_said_in_the_dialect_s_way() {
    let nullable = r#"{"anyOf":[{"type":"string"},{"type":"null"}],"description":"It"}"#;
    becomes(Dialect::GeminiOpenApi, nullable, r#"{"description":"It","type":"string","nullable":true}"#, &[]);
    becomes(Dialect::OpenAiStrict, nullable, r#"{"description":"It","type":["string","null"]}"#, &[]);
    becomes(Dialect::Mcp, r#"{"type":"string","nullable":true}"#, r#"{"type":["string","null"]}"#, &[]);
}

#[test]
fn alternatives_stand_alone() {
    let beside = r#"{"type":"object","properties":{"a":{"type":"string"}},"oneOf":[{"properties":{"b":{"type":"string"}},"required":["b"]},{"properties":{"c":{"type":"string"}}}]}"#;
    becomes(
        Dialect::GeminiOpenApi,
        beside,
        r#"{"anyOf":[{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["b"]},{"type":"object","properties":{"c":{"type":"string"},"a":{"type":"string"}}}]}"#,
        &["Widened /properties/p: `oneOf` is anyOf: more than one may hold"],
    );
}

#[test]
fn alternatives_that_exclude_each_other_lose_nothing() {
    becomes(
        Dialect::OpenAiStrict,
        r#"{"oneOf":[{"const":"a"},{"const":"b"}]}"#,
        r#"{"anyOf":[{"type":"string","const":"a"},{"type":"string","const":"b"}]}"#,
        &["Rewritten /properties/p: `oneOf` is anyOf: no two can hold"],
    );
}

#[test]
fn alternatives_of_what_is_required_are_said() {
    let schema = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b","c"]}]}"#;
    let converted = Dialect::Anthropic.convert(&parse(schema)).expect("it converts");
    assert_eq!(
        converted.schema.to_json(),
        r#"{"description":"Needs at least one of: `a`; `b` and `c`.","type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}}}"#
    );
    assert_eq!(report(&converted), ["Moved /: `anyOf` moved to the description"]);
}

#[test]
fn names_are_made_legal_and_given_back() {
    let schema = r#"{"type":"object","properties":{"año":{"type":"integer"},"a_o":{"type":"integer"}},"required":["año"]}"#;
    let converted = Dialect::Anthropic.convert(&parse(schema)).expect("it converts");
    assert_eq!(
        converted.schema.to_json(),
        r#"{"type":"object","properties":{"a_o_2":{"type":"integer"},"a_o":{"type":"integer"}},"required":["a_o_2"]}"#
    );
    assert_eq!(report(&converted), ["Rewritten /properties/año: `año` is called `a_o_2`"]);
    let mut answer = parse(r#"{"a_o_2":1,"a_o":2}"#);
    converted.restore(&mut answer);
    assert_eq!(answer.to_json(), r#"{"año":1,"a_o":2}"#);
}

#[test]
fn recursion_is_kept_or_text() {
    let schema = r##"{"type":"object","properties":{"tree":{"$ref":"#/definitions/Tree"}},"required":["tree"],"definitions":{"Tree":{"type":"object","properties":{"value":{"type":"integer"},"next":{"$ref":"#/definitions/Tree","description":"More"}},"required":["value"]}}}"##;
    let strict = Dialect::OpenAiStrict.convert(&parse(schema)).expect("it converts");
    assert_eq!(
        strict.schema.to_json(),
        r##"{"type":"object","properties":{"tree":{"$ref":"#/$defs/Tree"}},"required":["tree"],"additionalProperties":false,"$defs":{"Tree":{"type":"object","properties":{"value":{"type":"integer"},"next":{"description":"More","anyOf":[{"$ref":"#/$defs/Tree"},{"type":"null"}]}},"required":["value","next"],"additionalProperties":false}}}"##
    );
    let mut answer = parse(r#"{"tree":{"value":1,"next":{"value":2,"next":null}}}"#);
    strict.restore(&mut answer);
    assert_eq!(answer.to_json(), r#"{"tree":{"value":1,"next":{"value":2}}}"#);

    let gemini = Dialect::Gemini.convert(&parse(schema)).expect("it converts");
    assert_eq!(
        gemini.schema.to_json(),
        r#"{"type":"object","properties":{"tree":{"type":"object","properties":{"value":{"type":"integer"},"next":{"description":"More. A JSON object of the same form as `tree`, as JSON text.","type":"string"}},"required":["value"]}},"required":["tree"]}"#
    );
    let mut answer = parse(r#"{"tree":{"value":1,"next":"{\"value\":2,\"next\":\"{\\\"value\\\":3}\"}"}}"#);
    gemini.restore(&mut answer);
    assert_eq!(answer.to_json(), r#"{"tree":{"value":1,"next":{"value":2,"next":{"value":3}}}}"#);
}

#[test]
fn free_arguments_are_one_text() {
    let schema = parse(r#"{"type":"object","additionalProperties":true,"description":"Anything"}"#);
    let strict = Dialect::OpenAiStrict.convert(&schema).expect("it converts");
    assert_eq!(
        strict.schema.to_json(),
        r#"{"type":"object","properties":{"arguments":{"description":"Anything. A JSON object, as JSON text.","type":"string"}},"required":["arguments"],"additionalProperties":false}"#
    );
    let mut answer = parse(r#"{"arguments":"{\"a\":1}"}"#);
    strict.restore(&mut answer);
    assert_eq!(answer.to_json(), r#"{"a":1}"#);
}

#[test]
fn restoring_leaves_what_does_not_follow_the_schema() {
    let schema = parse(r#"{"type":"object","properties":{"f":{"type":"object"},"n":{"type":"integer"}}}"#);
    let strict = Dialect::OpenAiStrict.convert(&schema).expect("it converts");
    for answer in
        [r#"{"f":{"a":1},"n":"x","other":null}"#, r#"{"f":"not JSON"}"#, r#"{"f":"[1]"}"#, "[]", "null"]
    {
        let mut restored = parse(answer);
        strict.restore(&mut restored);
        assert_eq!(restored.to_json(), answer);
    }
}

#[test]
fn what_can_t_be_written_is_an_error() {
    let cases = [
        ("[]", "the root is ill-formed: a schema is an object, `true` or `false`"),
        (r#"{"type":"string"}"#, "the root does not take an object"),
        ("false", "the root accepts no value"),
        (r#"{"properties":[]}"#, "the root is ill-formed: `properties` is not an object"),
        (
            r#"{"properties":{"a":{"type":"text"}}}"#,
            "/properties/a is ill-formed: `type` is not the name of a type, or a list of such names",
        ),
        (
            r##"{"properties":{"a":{"$ref":"#/$defs/A"}}}"##,
            "/properties/a refers to \"#/$defs/A\", which is not in the schema",
        ),
        (
            r#"{"properties":{"a":{"$ref":"https://example.org/a"}}}"#,
            "/properties/a refers to \"https://example.org/a\", which is not in the schema",
        ),
        (r#"{"properties":{"a":false},"required":["a"]}"#, "/properties/a accepts no value"),
        (
            r#"{"properties":{"a":{"allOf":[{"type":"string"},{"type":"integer"}]}},"required":["a"]}"#,
            "/properties/a accepts no value",
        ),
    ];
    for (schema, expected) in cases {
        let error = Dialect::OpenAiStrict.convert(&parse(schema)).expect_err(schema);
        assert_eq!(error.to_string(), format!("the schema can't be written for openai_strict: {expected}"));
    }
}

#[test]
fn sizes_of_openai_strict() {
    let wide = |count: usize| {
        let properties: Vec<String> =
            (0..count).map(|number| format!(r#""p{number}":{{"type":"string"}}"#)).collect();
        format!(r#"{{"type":"object","properties":{{{}}}}}"#, properties.join(","))
    };
    let limits = Limits { nodes: usize::MAX, items: usize::MAX, ..Limits::default() };
    let convert = |text: &str| {
        Dialect::OpenAiStrict.convert(&Node::parse(text, &limits).expect("a schema is JSON")).map(|_| ())
    };
    assert_eq!(convert(&wide(5_000)), Ok(()));
    assert_eq!(
        convert(&wide(5_001)).map_err(|error| error.to_string()),
        Err("the schema can't be written for openai_strict: the root has 5001 properties, of which at most 5000 are taken"
            .to_owned())
    );

    let mut deep = r#"{"type":"string"}"#.to_owned();
    for _ in 0..12 {
        deep = format!(r#"{{"type":"object","properties":{{"a":{deep}}},"required":["a"]}}"#);
    }
    let converted = Dialect::OpenAiStrict.convert(&parse(&deep)).expect("it converts");
    let levels = converted.schema.to_json().matches(r#""type":"object""#).count();
    assert_eq!(levels, 10, "{}", converted.schema.to_json());
}

#[test]
fn a_schema_that_multiplies_is_cut() {
    let mut definitions = vec![r#""d0":{"type":"string"}"#.to_owned()];
    for level in 1..30 {
        let below = format!(r##"{{"$ref":"#/$defs/d{}"}}"##, level - 1);
        definitions
            .push(format!(r#""d{level}":{{"type":"object","properties":{{"a":{below},"b":{below}}}}}"#));
    }
    let schema = format!(
        r##"{{"type":"object","properties":{{"p":{{"$ref":"#/$defs/d29"}}}},"$defs":{{{}}}}}"##,
        definitions.join(",")
    );
    let gemini = Dialect::GeminiOpenApi.convert(&parse(&schema)).expect("it converts");
    assert!(gemini.schema.to_json().len() <= 2 * schema.len());
    assert_eq!(
        report(&gemini),
        [
            "Widened /$defs/d25/properties/a: `$ref` is text that holds JSON, for a copy of its schema is too long",
            "Widened /$defs/d25/properties/b: `$ref` is text that holds JSON, for a copy of its schema is too long",
        ]
    );
    let cut = r#"{"description":"A JSON object, as JSON text. Its properties: a, b.","type":"string"}"#;
    assert_eq!(gemini.schema.to_json().matches(cut).count(), 32);
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::GeminiOpenApi) {
        let converted = dialect.convert(&parse(&schema)).expect("it converts");
        assert!(converted.schema.to_json().len() <= 3 * schema.len(), "{dialect}");
        assert_eq!(report(&converted), [""; 0], "{dialect}");
    }
}

#[test]
fn the_names_of_dialects_are_read() {
    for dialect in Dialect::ALL {
        assert_eq!(dialect.as_str().parse(), Ok(dialect));
    }
    let error = "chatgpt".parse::<Dialect>().expect_err("there is no such dialect");
    assert_eq!(
        error.to_string(),
        "there is no dialect \"chatgpt\"; there are mcp, openai, openai_strict, anthropic, anthropic_strict, gemini, \
         gemini_openapi"
    );
}
