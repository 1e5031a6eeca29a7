//! A second pass that lists every error: reads into types, and when that fails, again into a tree.

use std::borrow::Cow;
use std::hint::black_box;

use hpd_bench_cases::types::InvoiceArgs;
use hpd_bench_cases::{Answer, Checks, Contender, Group, Issue};
use serde_json::{Map, Value};

pub(crate) fn contender() -> Contender {
    Contender::new("hand-written collector", Checks::Schema).on(Group::BAD, |_, arguments| {
        let arguments = arguments.to_owned();
        move || match serde_json::from_str::<InvoiceArgs>(black_box(&arguments)) {
            Ok(_) => unreachable!("the payload has three errors"),
            Err(error) => {
                black_box(error);
                let tree = serde_json::from_str(&arguments).expect("the payload is JSON");
                Answer::Issues(invoice_issues(&tree))
            }
        }
    })
}

fn invoice_issues(tree: &Value) -> Vec<Issue> {
    let mut issues = vec![];
    let Some(invoice) = tree.as_object() else {
        issues.push(issue(String::new(), "type", "expected an object"));
        return issues;
    };
    check_text(&mut issues, invoice, "", "contact_id");
    match invoice.get("lines") {
        None => issues.push(issue("/lines".to_owned(), "required", "missing required field")),
        Some(Value::Array(lines)) => {
            if lines.is_empty() {
                issues.push(issue("/lines".to_owned(), "minItems", "must have at least 1 item"));
            }
            for (index, line) in lines.iter().enumerate() {
                check_line(&mut issues, index, line);
            }
        }
        Some(other) => {
            issues.push(issue("/lines".to_owned(), "type", format!("expected an array, got {other}")));
        }
    }
    for key in ["due_date", "notes"] {
        match invoice.get(key) {
            None | Some(Value::Null | Value::String(_)) => {}
            Some(other) => {
                issues.push(issue(format!("/{key}"), "type", format!("expected a string, got {other}")));
            }
        }
    }
    issues
}

fn check_line(issues: &mut Vec<Issue>, index: usize, line: &Value) {
    let at = format!("/lines/{index}");
    let Some(line) = line.as_object() else {
        issues.push(issue(at, "type", "expected an object"));
        return;
    };
    check_text(issues, line, &at, "item_id");
    check_that(issues, line, &at, "quantity", |value| {
        value.as_u64().is_some_and(|quantity| (1..=u64::from(u32::MAX)).contains(&quantity))
    });
    check_that(issues, line, &at, "unit_price", |value| value.as_f64().is_some_and(|price| price >= 0.0));
    if let Some(tax) = line.get("tax").filter(|tax| !tax.is_null() && !tax.is_number()) {
        issues.push(issue(format!("{at}/tax"), "type", format!("expected a number, got {tax}")));
    }
}

fn check_text(issues: &mut Vec<Issue>, object: &Map<String, Value>, at: &str, key: &str) {
    match object.get(key) {
        None => issues.push(issue(format!("{at}/{key}"), "required", "missing required field")),
        Some(Value::String(text)) if text.is_empty() => {
            issues.push(issue(format!("{at}/{key}"), "minLength", "must not be empty"));
        }
        Some(Value::String(_)) => {}
        Some(other) => {
            issues.push(issue(format!("{at}/{key}"), "type", format!("expected a string, got {other}")));
        }
    }
}

fn check_that(
    issues: &mut Vec<Issue>,
    object: &Map<String, Value>,
    at: &str,
    key: &str,
    holds: fn(&Value) -> bool,
) {
    match object.get(key) {
        None => issues.push(issue(format!("{at}/{key}"), "required", "missing required field")),
        Some(value) if holds(value) => {}
        Some(value) => issues.push(issue(format!("{at}/{key}"), "type", format!("bad value {value}"))),
    }
}

fn issue(pointer: String, rule: &'static str, message: impl Into<String>) -> Issue {
    Issue { pointer, rule: Cow::Borrowed(rule), message: message.into() }
}
