//! The official test suite of JSON Schema, draft 2020-12, through external tools with the feature `jsonschema`:
//! <https://github.com/json-schema-org/JSON-Schema-Test-Suite>.
//!
//! The variable `JSON_SCHEMA_TEST_SUITE` has the path of a checkout. Without it, that test says that it is skipped.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use futures_executor::block_on;
use hpd_host::args::Leniency;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::list::ModelOptions;
use hpd_host::{RawCall, Session, Toolbox};
use serde_json::{Value, json};

/// By file: the tests that accept a wrong value. Their schemas refer to documents that the suite serves, and report it.
const REMOTE: [(&str, usize); 2] = [("dynamicRef", 8), ("refRemote", 15)];

/// By file: the tests that refuse a right value.
const REFUSED: [(&str, usize); 2] = [
    // Formats are asserted here, and annotations in the suite.
    ("format", 10),
    // The meta-schema is another document. It takes keywords away, and the schema reports `$schema`.
    ("vocabulary", 1),
];

/// A tool whose argument `value` has the schema.
struct Taker {
    toolbox: Toolbox,
    reports: Vec<String>,
}

impl Taker {
    fn new(schema: &Value) -> Self {
        let mut schema = schema.clone();
        // Its pointers start at the schema itself.
        if let Some(keywords) = schema.as_object_mut() {
            keywords.entry("$id").or_insert_with(|| json!("urn:suite:case"));
        }
        Self::of_input(json!({"type": "object", "properties": {"value": schema}, "required": ["value"]}))
    }

    /// A tool with this schema.
    fn of_input(input: Value) -> Self {
        let tool = ExternalTool::new("take", "Takes a value", input).classified(Classification::Read);
        let strict = ModelOptions::new().leniency(Leniency::Strict);
        let source = ExternalSource::list("suite", vec![tool]);
        let toolbox = Toolbox::builder().model(strict).external(source).build().expect("it builds");
        let reports = toolbox.reports().iter().map(ToString::to_string).collect();
        Self { toolbox, reports }
    }

    /// The text for the model if the value is refused.
    fn refusal(&self, value: &Value) -> Option<String> {
        let call = RawCall::new("call", "take", json!({"value": value}).to_string());
        let outcome = block_on(self.toolbox.call(&Session::new(), &call));
        (outcome.status() != "forward").then(|| outcome.for_model_as_text().into_owned())
    }
}

/// The tests of a file.
#[derive(Default)]
struct Tally {
    tests: usize,
    /// Wrong values that were accepted, with the reports.
    accepted: Vec<(String, Vec<String>)>,
    /// Right values that were refused.
    refused: Vec<String>,
}

#[test]
fn the_required_tests_of_the_suite_pass() {
    let Some(suite) = std::env::var_os("JSON_SCHEMA_TEST_SUITE").map(PathBuf::from) else {
        println!("skipped: JSON_SCHEMA_TEST_SUITE has no path of a checkout");
        return;
    };
    let tallies = run(&suite.join("tests/draft2020-12"));
    let tests: usize = tallies.values().map(|tally| tally.tests).sum();
    let failed: usize = tallies.values().map(|tally| tally.accepted.len() + tally.refused.len()).sum();
    println!("{} of {tests} tests pass", tests - failed);
    assert!(tests > 1_000, "the suite has few tests: {tests}");
    for (file, tally) in &tallies {
        let most = |named: &[(&str, usize)]| {
            named.iter().find(|(name, _)| name == file).map_or(0, |(_, most)| *most)
        };
        assert!(tally.accepted.len() <= most(&REMOTE), "{file}: accepted wrongly: {:#?}", tally.accepted);
        for (test, reports) in &tally.accepted {
            let is_reported = reports.iter().any(|report| report.contains("nothing checks `$ref` at "));
            assert!(is_reported, "{file}: {test}: accepted wrongly: {reports:?}");
        }
        assert!(tally.refused.len() <= most(&REFUSED), "{file}: refused wrongly: {:#?}", tally.refused);
    }
}

fn run(folder: &Path) -> BTreeMap<String, Tally> {
    let mut tallies = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            let cases: Vec<Value> = serde_json::from_str(&fs::read_to_string(&path).expect("it can be read"))
                .expect("it is JSON");
            tallies.insert(name, tally(&cases));
        }
    }
    tallies
}

fn tally(cases: &[Value]) -> Tally {
    let mut tally = Tally::default();
    for case in cases {
        let taker = Taker::new(&case["schema"]);
        for test in case["tests"].as_array().expect("it has tests") {
            tally.tests += 1;
            let name = || format!("{}: {}", case["description"], test["description"]);
            match (taker.refusal(&test["data"]), test["valid"].as_bool()) {
                (None, Some(false)) => tally.accepted.push((name(), taker.reports.clone())),
                (Some(refusal), Some(true)) => tally.refused.push(format!("{}: {refusal}", name())),
                _ => {}
            }
        }
    }
    tally
}

/// Checks which values are refused, and that nothing is reported as unchecked.
#[track_caller]
fn check(schema: &Value, right: &[Value], wrong: &[(Value, &str)]) {
    let taker = Taker::new(schema);
    assert!(taker.reports.is_empty(), "{:?}", taker.reports);
    for value in right {
        assert_eq!(taker.refusal(value), None, "{value}");
    }
    for (value, error) in wrong {
        let text = format!(
            "Invalid arguments:\n- {error}\nThe provided arguments are invalid. Please review the errors, correct the \
             arguments based on the function schema, and try again."
        );
        assert_eq!(taker.refusal(value).as_deref(), Some(text.as_str()), "{value}");
    }
}

#[test]
fn keywords_that_only_the_delegate_knows_are_checked() {
    check(
        &json!({"type": "object", "allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}),
        &[json!({}), json!({"a": 1})],
        &[(json!({"b": 1}), "value must satisfy `unevaluatedProperties` of the schema")],
    );
    check(
        &json!({"prefixItems": [{"type": "string"}], "contains": {"type": "integer"}, "unevaluatedItems": false}),
        &[json!(["a", 1, 2])],
        &[(json!(["a", 1, "b"]), "value must satisfy `unevaluatedItems` of the schema")],
    );
    check(
        &json!({"pattern": r"^\p{Lu}\p{L}+$"}),
        &[json!("Émile")],
        &[(json!("émile"), "value must satisfy `pattern` of the schema")],
    );
}

#[test]
fn older_drafts_and_further_patterns_are_checked() {
    let draft_4 = "http://json-schema.org/draft-04/schema#";
    let draft_7 = "http://json-schema.org/draft-07/schema#";
    let base64 = json!({"type": "string", "contentEncoding": "base64"});
    for (schema, keywords, right, wrong, error) in [
        (draft_4, json!({"value": {"type": "integer"}}), json!(1), json!(1.5), "value must be an integer"),
        (draft_7, json!({"value": base64}), json!("YQ=="), json!("?"), "must satisfy `contentEncoding`"),
    ] {
        let taker = Taker::of_input(json!({"$schema": schema, "type": "object", "properties": keywords}));
        assert!(taker.reports.is_empty(), "{:?}", taker.reports);
        assert_eq!(taker.refusal(&right), None);
        let refusal = taker.refusal(&wrong).expect("it is refused");
        assert!(refusal.contains(error), "{refusal}");
    }
    check(
        &json!({"patternProperties": {"^(?!x-)": {"type": "integer"}}, "additionalProperties": false}),
        &[json!({"a": 1})],
        &[(json!({"a": "b"}), "value.a must satisfy `type` of the schema")],
    );
}

#[test]
fn annotations_inside_of_a_negation_count() {
    check(
        &json!({"not": {"anyOf": [true, {"properties": {"a": true}}], "unevaluatedProperties": false}}),
        &[json!({"b": 1})],
        &[(json!({"a": 1}), "value must satisfy `not` of the schema")],
    );
}

#[test]
fn dynamic_references_see_the_whole_document() {
    check(
        &json!({
            "$id": "https://example.test/texts",
            "$ref": "list",
            "$defs": {
                "text": {"$dynamicAnchor": "item", "type": "string"},
                "list": {
                    "$id": "list",
                    "type": "array",
                    "items": {"$dynamicRef": "#item"},
                    "$defs": {"any": {"$dynamicAnchor": "item"}},
                },
            },
        }),
        &[json!(["a", "b"])],
        &[(json!(["a", 1]), "value[1] must satisfy `type` of the schema")],
    );
}

#[test]
fn a_reference_to_another_document_is_reported() {
    let taker = Taker::new(&json!({"$ref": "https://example.test/other"}));
    assert_eq!(
        taker.reports,
        [
            "`suite.take`: nothing checks `$ref` at /properties/value/$ref of its schema, which the `jsonschema` crate \
             can't read either"
        ]
    );
    assert_eq!(taker.refusal(&json!(1)), None);
}
