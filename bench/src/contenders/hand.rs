//! A careful handwritten implementation: checks of the constraints, a table of tools, and a second pass that lists
//! every
//! error.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hint::black_box;
use std::pin::Pin;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::limit::text;
use crate::harness::{Answer, Case, Group, Issue, ready};
use crate::types::{AddArgs, InvoiceArgs, JournalArgs};

/// How many tools the table has, the three that are called among them.
const TOOLS: usize = 1_000;

pub(super) fn cases() -> Vec<Case> {
    let mut cases = vec![
        checked(Group::Add, no_check, AddArgs::run),
        checked(Group::Invoice, check_invoice, InvoiceArgs::run),
        checked(Group::Journal, check_journal, JournalArgs::run),
    ];
    cases.extend(Group::GOOD.map(looked_up));
    cases.extend(Group::BAD.map(all_errors));
    cases
}

fn checked<A: DeserializeOwned + 'static, O: Serialize + 'static>(
    group: Group,
    check: fn(&A) -> Result<(), String>,
    run: fn(A) -> O,
) -> Case {
    Case::new(group, "limit + hand-written checks", move || {
        let payload = group.payload();
        move || {
            Answer::Text(
                run_checked(black_box(&payload), check, run)
                    .expect("the payload fits its type and its checks"),
            )
        }
    })
}

fn run_checked<A: DeserializeOwned, O: Serialize>(
    payload: &str,
    check: fn(&A) -> Result<(), String>,
    run: fn(A) -> O,
) -> Result<String, String> {
    let arguments: A = serde_json::from_str(payload).map_err(|error| error.to_string())?;
    check(&arguments)?;
    Ok(text(&run(arguments)))
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<String, String>> + Send + 'a>>;
type Tool = Box<dyn for<'a> Fn(&'a str) -> Running<'a> + Send + Sync>;

fn looked_up(group: Group) -> Case {
    Case::new(group, "HashMap(1000) + boxed future + checks + limit", move || {
        let (tools, payload) = (table(), group.payload());
        move || {
            let tool = tools.get(black_box(group.tool())).expect("the table has the tool");
            Answer::Text(ready(tool(black_box(&payload))).expect("the payload fits its type and its checks"))
        }
    })
}

fn table() -> HashMap<String, Tool> {
    let mut tools: HashMap<String, Tool> = HashMap::new();
    tools.insert("add".to_owned(), tool(no_check, AddArgs::run));
    tools.insert("create_invoice".to_owned(), tool(check_invoice, InvoiceArgs::run));
    tools.insert("create_journal_entry".to_owned(), tool(check_journal, JournalArgs::run));
    for index in tools.len()..TOOLS {
        tools.insert(format!("other_tool_number_{index}"), tool(no_check, AddArgs::run));
    }
    tools
}

fn tool<A: DeserializeOwned + 'static, O: Serialize + 'static>(
    check: fn(&A) -> Result<(), String>,
    run: fn(A) -> O,
) -> Tool {
    Box::new(move |payload| Box::pin(async move { run_checked(payload, check, run) }))
}

#[expect(clippy::unnecessary_wraps, reason = "it has the signature of a check")]
fn no_check(_: &AddArgs) -> Result<(), String> {
    Ok(())
}

fn check_invoice(invoice: &InvoiceArgs) -> Result<(), String> {
    if invoice.contact_id.is_empty() {
        return Err("contact_id".to_owned());
    }
    // Not `unit_price < 0.0`: that would let NaN pass.
    let good = invoice
        .lines
        .iter()
        .all(|line| !line.item_id.is_empty() && line.quantity >= 1 && line.unit_price >= 0.0);
    if invoice.lines.is_empty() || !good { Err("lines".to_owned()) } else { Ok(()) }
}

fn check_journal(entry: &JournalArgs) -> Result<(), String> {
    if entry.date.is_empty() {
        return Err("date".to_owned());
    }
    let good =
        entry.lines.iter().all(|line| !line.account.is_empty() && line.debit >= 0.0 && line.credit >= 0.0);
    if entry.lines.is_empty() || !good { Err("lines".to_owned()) } else { Ok(()) }
}

/// Reads into types; when that fails, reads again into a tree and lists its errors.
fn all_errors(group: Group) -> Case {
    Case::new(group, "hand-written collector, all errors", move || {
        let payload = group.payload();
        move || match serde_json::from_str::<InvoiceArgs>(black_box(&payload)) {
            Ok(_) => unreachable!("the payload has three errors"),
            Err(error) => {
                black_box(error);
                let tree = serde_json::from_str(&payload).expect("the payload is JSON");
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
