//! Mistyped arguments from the test suites of other libraries.

use std::fs;

use hpd_runtime::args::{Leniency, Limits, Node};
use hpd_runtime::shape::{CompileOptions, Shape};
use serde_json::Value;

use crate::promote::{has_errors, promote};

fn cases() -> Option<Vec<Value>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/lenient_cases.jsonl");
    let Ok(text) = fs::read_to_string(path) else {
        println!("skipped: there is no {path}");
        return None;
    };
    let cases = text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON"));
    let is_promotion = |case: &Value| case["group"] == "coercion" && case["schema"].is_object();
    // Defaults are not part of promotion.
    Some(cases.filter(|case| is_promotion(case) && case["class"] != "default_applied").collect())
}

/// An absent member and one that is null are the same.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().filter(|(_, value)| !value.is_null());
            Value::Object(members.map(|(key, value)| (key.clone(), without_nulls(value))).collect())
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// The value of a case, or `None` if there are errors.
fn read(case: &Value, leniency: Leniency) -> Option<Value> {
    let limits = Limits::default();
    let options = CompileOptions { formats: true, ..CompileOptions::outside(&limits) };
    let shape = Shape::compile(&case["schema"], options).expect("a schema");
    let tree = Node::parse_object(case["input"].as_str().expect("a text"), &limits).ok()?;
    let (promoted, _) = promote(&shape, &tree, leniency, &[]);
    (!has_errors(&shape, &promoted)).then(|| promoted.to_value())
}

fn is_expected(case: &Value, value: &Value) -> bool {
    let owned = |value: &Value| Node::from_value(&without_nulls(value)).into_owned();
    case["expected_kind"] == "value" && owned(value) == owned(&case["expected"])
}

#[test]
fn nothing_becomes_a_wrong_value() {
    let Some(cases) = cases() else { return };
    let mut faults = Vec::new();
    let (mut may, mut recovered) = (0, 0);
    for case in &cases {
        let policy = case["policy"].as_str().expect("a text");
        let is_error = case["expected_kind"] == "error";
        let value = read(case, Leniency::Safe);
        let is_right =
            value.as_ref().is_some_and(|value| is_expected(case, value)) || (value.is_none() && is_error);
        may += usize::from(policy == "may");
        recovered += usize::from(policy == "may" && is_right);
        if !is_right && (value.is_some() || policy != "may") {
            faults.push(format!("{} {policy}: {} became {value:?}", case["id"], case["input"]));
        }
    }
    println!("{} cases; of {may} that may be read or refused, {recovered} were as expected", cases.len());
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn lenient_recovers_more_and_nothing_wrong_that_must_be_refused() {
    let Some(cases) = cases() else { return };
    let mut faults = Vec::new();
    let mut recovered = [0, 0];
    for case in cases.iter().filter(|case| case["expected_kind"] == "value") {
        for (count, leniency) in recovered.iter_mut().zip([Leniency::Safe, Leniency::Lenient]) {
            match read(case, leniency) {
                Some(value) if is_expected(case, &value) => *count += 1,
                Some(value) => faults.push(format!("{}: {} became {value}", case["id"], case["input"])),
                None => {}
            }
        }
    }
    println!("recovered: {} safe, {} lenient", recovered[0], recovered[1]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(recovered[1] > recovered[0]);
}
