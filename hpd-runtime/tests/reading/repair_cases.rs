//! Recorded texts that other libraries repair. Unambiguous texts are recovered, the rest is refused, and no value is
//! wrong.

use std::fs;
use std::path::PathBuf;

use hpd_runtime::__private::merge_duplicates;
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason, SyntaxErrorKind};
use hpd_runtime::repair::repair;
use serde_json::Value;

/// The recorded cases without a schema; `None`, with a message, where the data is absent.
fn cases() -> Option<Vec<Value>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/lenient_cases.jsonl");
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return None;
    };
    let cases = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line is JSON"));
    Some(cases.filter(|case| case["schema"].is_null()).collect())
}

/// The value that a text is read as. Different values under one key are left to the check of the arguments, which
/// refuses them; here nothing checks.
fn read(text: &str, leniency: Leniency) -> Result<Value, Option<SyntaxErrorKind>> {
    let reading = Reading { leniency, writes: false, stop_reason: StopReason::Unknown };
    let limits = Limits::default();
    let mut tree = match repair(text, &reading, &limits) {
        Ok(repaired) => repaired.tree,
        Err(error) => return Err(Some(error.kind)),
    };
    merge_duplicates(&mut tree, &mut Vec::new());
    if has_duplicates(&tree) { Err(None) } else { Ok(tree.to_value()) }
}

fn has_duplicates(node: &Node<'_>) -> bool {
    match node {
        Node::Array(items) => items.iter().any(has_duplicates),
        Node::Object(members) => members.iter().enumerate().any(|(index, (key, value))| {
            members[..index].iter().any(|(earlier, _)| earlier == key) || has_duplicates(value)
        }),
        _ => false,
    }
}

#[test]
fn recorded_texts_are_read_right_or_refused() {
    let Some(cases) = cases() else { return };
    let mut faults = Vec::new();
    for case in &cases {
        let text = case["input"].as_str().expect("an input is a text");
        let expected = (case["expected_kind"] == "value").then_some(&case["expected"]);
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            let read = read(text, leniency);
            let fault = match (&read, expected) {
                (Ok(value), Some(expected)) => value != expected,
                (Ok(_), None) => true,
                (Err(_), Some(_)) => case["policy"] == "must",
                (Err(_), None) => false,
            };
            if fault {
                faults.push(format!("{} {leniency:?} {text:?}: {read:?}", case["id"]));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
    assert!(cases.len() > 80, "there are {} cases", cases.len());
}

#[test]
fn recorded_texts_that_are_cut_are_called_so() {
    let Some(cases) = cases() else { return };
    for case in
        cases.iter().filter(|case| case["class"].as_str().is_some_and(|c| c.starts_with("truncated_")))
    {
        let text = case["input"].as_str().expect("an input is a text");
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            let read = read(text, leniency);
            assert!(matches!(read, Err(Some(SyntaxErrorKind::Truncated(_)))), "{text}: {read:?}");
        }
    }
}
