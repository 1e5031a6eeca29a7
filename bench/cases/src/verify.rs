//! All contenders do the same work: they come to the same results.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::contender::{Answer, Case, Contender};
use crate::group::Group;

/// Runs every case once.
///
/// # Errors
///
/// All cases whose result is not the expected one. A contender that lists all errors has to name as many as there are.
pub fn verify(contenders: &[Contender]) -> Result<(), String> {
    let mut names = BTreeSet::new();
    let problems: Vec<String> = contenders
        .iter()
        .flat_map(Contender::cases)
        .filter_map(|case| {
            let problem =
                if names.insert(case.name()) { problem(&case) } else { Some("comes twice".to_owned()) };
            Some(format!("{}: {}", case.name(), problem?))
        })
        .collect();
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

fn problem(case: &Case) -> Option<String> {
    let answer = case.warmed_up()();
    if Group::BAD.contains(&case.group) {
        return if case.checks.lists_all() { missing_errors(&answer, case.faults) } else { silent(&answer) };
    }
    let expected = case.group.expected(&case.arguments)?;
    match result(&answer.to_string()) {
        Some(result) if is_same(&result, &expected) => None,
        _ => Some(format!("{answer} instead of {expected}")),
    }
}

fn silent(answer: &Answer) -> Option<String> {
    answer.to_string().is_empty().then(|| "says nothing".to_owned())
}

fn missing_errors(answer: &Answer, faults: usize) -> Option<String> {
    let text = answer.to_string();
    let found = match answer {
        Answer::Issues(issues) => issues.len(),
        // Each fault by its name, or at least by its rule.
        _ => [["contact_id", "required"], ["lines", "at least 1"], ["notes", "string"]]
            .iter()
            .filter(|names| names.iter().any(|name| text.contains(name)))
            .count(),
    };
    (found < faults).then(|| format!("{found} of {faults} errors: {text}"))
}

/// The result, whether it comes alone or in an envelope of the Model Context Protocol.
fn result(text: &str) -> Option<Value> {
    let answer: Value = serde_json::from_str(text).ok()?;
    let answer = answer.get("result").unwrap_or(&answer);
    match (answer.get("structuredContent"), answer.pointer("/content/0/text")) {
        (Some(result), _) => Some(result.clone()),
        (None, Some(Value::String(text))) => serde_json::from_str(text).ok(),
        (None, _) => Some(answer.clone()),
    }
}

/// Equal, but for the last digits of numbers: not every contender reads these exactly.
fn is_same(result: &Value, expected: &Value) -> bool {
    match (result, expected) {
        (Value::Object(result), Value::Object(expected)) => {
            result.len() == expected.len()
                && expected
                    .iter()
                    .all(|(key, value)| result.get(key).is_some_and(|other| is_same(other, value)))
        }
        (Value::Number(result), Value::Number(expected)) => match (result.as_f64(), expected.as_f64()) {
            (Some(result), Some(expected)) => {
                (result - expected).abs() <= expected.abs() * 2.0 * f64::EPSILON
            }
            _ => false,
        },
        _ => result == expected,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::Checks;
    use crate::types::AddArgs;
    use crate::{ready, text};

    fn adding(name: &'static str, more: f64) -> Contender {
        Contender::new(name, Checks::Types).on([Group::Add], move |_, arguments| {
            let arguments = arguments.to_owned();
            move || {
                let mut arguments: AddArgs = serde_json::from_str(&arguments).unwrap();
                arguments.a += more;
                Answer::Text(text(&ready(async { arguments.run() })))
            }
        })
    }

    #[test]
    fn whoever_comes_to_another_result_is_named() {
        assert_eq!(verify(&[adding("right", 0.0)]), Ok(()));
        let problems = verify(&[adding("right", 0.0), adding("wrong", 1.0)]).unwrap_err();
        assert_eq!(problems.lines().next(), Some(r#"add: wrong: {"sum":43.75} instead of {"sum":42.75}"#));
        assert_eq!(problems.lines().count(), 13);
    }

    #[test]
    fn whoever_promises_all_errors_names_each() {
        let says = |text: &'static str| {
            Contender::new("x", Checks::Schema)
                .on([Group::ThreeErrors], move |_, _| move || Answer::Text(text.to_owned()))
        };
        assert_eq!(verify(&[says("contact_id, lines, notes")]), Ok(()));
        assert_eq!(verify(&[says("lines")]), Err("bad3: x: 1 of 3 errors: lines".to_owned()));
    }

    #[test]
    fn envelopes_are_opened() {
        for text in [
            r#"{"sum":1}"#,
            r#"{"structuredContent":{"sum":1}}"#,
            r#"{"content":[{"type":"text","text":"{\"sum\":1}"}]}"#,
            r#"{"jsonrpc":"2.0","result":{"structuredContent":{"sum":1}}}"#,
        ] {
            assert_eq!(result(text).unwrap()["sum"], 1, "{text}");
        }
    }
}
