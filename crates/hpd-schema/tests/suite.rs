//! The official test suite of JSON Schema, draft 2020-12: <https://github.com/json-schema-org/JSON-Schema-Test-Suite>.
//!
//! The variable `JSON_SCHEMA_TEST_SUITE` has the path of a checkout. Without it, the test says that it is skipped.
//!
//! A schema that accepts a value wrongly reports an unchecked keyword. No schema refuses a value wrongly, but for the
//! tests that [`REFUSED`] names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use hpd_schema::Schema;
use serde_json::Value;

/// By file: the tests that accept a wrong value, and the keywords that their schemas report. All other tests pass.
const ACCEPTED: [(&str, usize, &[&str]); 8] = [
    // The meta-schema is another document.
    ("defs", 1, &["$ref"]),
    ("dynamicRef", 21, &["$dynamicRef", "$ref", "unevaluatedProperties"]),
    ("not", 1, &["unevaluatedProperties"]),
    // `\p{..}`.
    ("pattern", 1, &["pattern"]),
    // One reference to the meta-schema.
    ("ref", 2, &["$ref", "unevaluatedProperties"]),
    ("refRemote", 15, &["$ref"]),
    ("unevaluatedItems", 27, &["$dynamicRef", "unevaluatedItems"]),
    ("unevaluatedProperties", 46, &["$dynamicRef", "$ref", "unevaluatedProperties"]),
];

/// By file: the tests that refuse a right value.
const REFUSED: [(&str, usize); 2] = [
    // Formats are asserted here, and annotations in the suite.
    ("format", 10),
    // The meta-schema is another document. It takes keywords away, and the schema reports `$schema`.
    ("vocabulary", 1),
];

/// The tests of a file.
#[derive(Default)]
struct Tally {
    tests: usize,
    /// Wrong values that were accepted, with the reported keywords.
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
    assert!(failed * 10 <= tests, "fewer than nine in ten pass");
    for (file, tally) in &tallies {
        check(file, tally);
    }
}

fn check(file: &str, tally: &Tally) {
    let named = ACCEPTED.iter().find(|(name, ..)| *name == file);
    let (most, keywords) = named.map_or((0, [].as_slice()), |(_, most, keywords)| (*most, *keywords));
    assert!(tally.accepted.len() <= most, "{file}: accepted wrongly: {:#?}", tally.accepted);
    for (test, reported) in &tally.accepted {
        assert!(!reported.is_empty(), "{file}: {test}: accepted wrongly, and no keyword is reported");
        let is_named = |keyword: &String| keywords.contains(&keyword.as_str());
        assert!(reported.iter().all(is_named), "{file}: {test}: reported {reported:?}");
    }
    let most = REFUSED.iter().find(|(name, _)| *name == file).map_or(0, |(_, most)| *most);
    assert!(tally.refused.len() <= most, "{file}: refused wrongly: {:#?}", tally.refused);
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
        let schema =
            Schema::compile(&case["schema"]).unwrap_or_else(|error| panic!("{}: {error}", case["schema"]));
        let reported: Vec<_> =
            schema.unsupported().iter().map(|unsupported| unsupported.keyword.clone()).collect();
        for test in case["tests"].as_array().expect("it has tests") {
            tally.tests += 1;
            let accepted = schema.accepts(&test["data"]);
            assert_eq!(
                accepted,
                schema.errors(&test["data"]).is_empty(),
                "the verdict and the errors differ"
            );
            let name = || format!("{}: {}", case["description"], test["description"]);
            match (accepted, test["valid"].as_bool()) {
                (true, Some(false)) => tally.accepted.push((name(), reported.clone())),
                (false, Some(true)) => tally.refused.push(name()),
                _ => {}
            }
        }
    }
    tally
}
