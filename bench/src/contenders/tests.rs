//! All contenders do the same work: they come to the same results.

use serde_json::Value;

use super::{HPD, cases};
use crate::harness::{Answer, Case, Group, ready};

fn answer(case: &Case) -> Answer {
    case.warmed_up()()
}

fn text(case: &Case) -> String {
    match answer(case) {
        Answer::Text(text) => text,
        Answer::Issues(issues) => panic!("{} lists errors: {issues:?}", case.name()),
    }
}

/// The result, whether it comes alone or in an envelope of the Model Context Protocol.
fn result(text: &str) -> Value {
    let answer: Value = serde_json::from_str(text).unwrap();
    match (answer.get("structuredContent"), answer.pointer("/content/0/text")) {
        (Some(result), _) => result.clone(),
        (None, Some(Value::String(text))) => serde_json::from_str(text).unwrap(),
        (None, _) => answer,
    }
}

fn assert_same_results(group: Group, expected: &str) {
    let expected: Value = serde_json::from_str(expected).unwrap();
    let mut seen = 0;
    for case in cases().iter().filter(|case| case.group == group) {
        assert_eq!(result(&text(case)), expected, "{}", case.name());
        seen += 1;
    }
    assert!(seen >= 6, "only {seen} contenders");
}

#[test]
fn all_add_alike() {
    assert_same_results(Group::Add, r#"{"sum":42.75}"#);
}

#[test]
fn all_create_the_same_invoice() {
    assert_same_results(
        Group::Invoice,
        r#"{"id":"INV-2026-0001","contact_id":"cust-000123","line_count":5,"subtotal":284.84999999999997,"tax":37.1511,"total":322.00109999999995}"#,
    );
}

#[test]
fn all_create_the_same_journal_entry() {
    assert_same_results(
        Group::Journal,
        r#"{"id":"JE-2026-0001","lines":50,"debit":4613.750000000001,"credit":4613.750000000001,"balanced":true}"#,
    );
}

#[test]
fn whoever_promises_all_errors_finds_three() {
    let promises = |case: &&Case| {
        Group::BAD.contains(&case.group) && (case.contender == HPD || case.contender.ends_with("all errors"))
    };
    for case in cases().iter().filter(promises) {
        match answer(case) {
            Answer::Issues(issues) => {
                assert_eq!(issues.len(), 3, "{}: {issues:?}", case.name());
                for issue in issues {
                    assert!(
                        !issue.rule.is_empty() && !issue.message.is_empty(),
                        "{}: {issue:?}",
                        case.name()
                    );
                    assert!(issue.pointer.is_empty() || issue.pointer.starts_with('/'), "{issue:?}");
                }
            }
            Answer::Text(text) => {
                for name in ["contact_id", "lines", "notes"] {
                    assert!(text.contains(name), "{} says nothing of {name}: {text}", case.name());
                }
            }
        }
    }
}

#[test]
fn whoever_stops_at_the_first_error_says_something() {
    let mut seen = 0;
    for case in cases().iter().filter(|case| case.contender.ends_with("first error only")) {
        assert!(!text(case).is_empty(), "{}", case.name());
        seen += 1;
    }
    assert_eq!(seen, 6);
}

#[test]
fn every_name_is_unique() {
    let mut names: Vec<String> = cases().iter().map(Case::name).collect();
    names.sort();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn every_group_begins_with_the_hand_written_case() {
    for group in Group::ALL {
        let cases = cases();
        let first = cases.iter().find(|case| case.group == group).unwrap();
        assert!(first.contender.contains("typed serde"), "{}", first.name());
    }
}

#[test]
fn ready_hands_over_what_a_future_has_at_once() {
    assert_eq!(ready(async { 7 }), 7);
}
