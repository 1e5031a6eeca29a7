//! Tables of argument texts for external tools, with the arguments or errors that they lead to. `BLESS=1` writes the
//! last column; look at every changed line.
//!
//! A line of a table is `schema || leniency || read or write || text || result`. `⏎` is a line end. Above it are the
//! settings of its schema: `schema name = {..}`, `names name = tool, .. @ source, ..` and `unknown name = reject`. A result
//! is `ok` with the arguments, and after each `~` a warning; or `error`, and after each `~` what is wrong.

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use hpd_runtime::__private::{OwnNames, SchemaPlan};
use hpd_runtime::args::{Leniency, Limits, Reading, StopReason};
use hpd_runtime::shape::UnknownKeys;

#[test]
fn defaults() {
    check("defaults", 20);
}

#[test]
fn wrapped_calls() {
    check("wrapped_calls", 60);
}

#[test]
fn unknown_keys() {
    check("unknown_keys", 60);
}

#[test]
fn lost_braces() {
    check("lost_braces", 15);
}

#[test]
fn lists_of_calls() {
    check("lists_of_calls", 20);
}

#[test]
fn calls_in_text() {
    check("calls_in_text", 80);
}

#[test]
fn values() {
    check("values", 35);
}

#[test]
fn numbers() {
    check("numbers", 90);
}

#[test]
fn conditions() {
    check("conditions", 45);
}

fn check(name: &str, at_least: usize) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/reading/tables/{name}.txt"));
    let table = fs::read_to_string(&path).expect("the table is there");
    let mut plans = Plans::default();
    let (mut measured, mut rows) = (String::new(), 0);
    for line in table.lines() {
        let columns: Vec<_> = line.split(" || ").map(str::trim).collect();
        if let [schema, leniencies, kinds, text, ..] = columns.as_slice() {
            rows += 1;
            let result = plans.read_all(schema, leniencies, kinds, text);
            let _ = write!(measured, "{schema} || {leniencies} || {kinds} || {text} || {result}");
        } else {
            plans.set(line);
            measured.push_str(line);
        }
        measured.push('\n');
    }
    assert!(rows >= at_least, "only {rows} rows");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, measured).expect("the table is writable");
        return;
    }
    for (line, measured) in table.lines().zip(measured.lines()) {
        assert!(!measured.contains(" <> "), "{name}: the readings of a line differ: {measured}");
        assert_eq!(measured, line, "{name}");
    }
}

#[derive(Default)]
struct Plans {
    schemas: HashMap<String, serde_json::Value>,
    names: HashMap<String, OwnNames>,
    unknown: HashMap<String, UnknownKeys>,
}

impl Plans {
    /// Reads a setting; comments and empty lines are none.
    fn set(&mut self, line: &str) {
        let Some((head, value)) = line.split_once(" = ") else { return };
        let Some((kind, name)) = head.split_once(' ') else { return };
        match kind {
            "schema" => {
                self.schemas.insert(name.to_owned(), serde_json::from_str(value).expect(line));
            }
            "names" => {
                let (names, owners) = value.split_once(" @ ").unwrap_or((value, ""));
                let owners = owners.split(", ").filter(|owner| !owner.is_empty());
                self.names.insert(name.to_owned(), OwnNames::new(names.split(", ")).owned_by(owners));
            }
            "unknown" => {
                let unknown = match value {
                    "reject" => UnknownKeys::Reject,
                    "warn" => UnknownKeys::Warn,
                    "pass" => UnknownKeys::Pass,
                    other => panic!("{other}"),
                };
                self.unknown.insert(name.to_owned(), unknown);
            }
            _ => {}
        }
    }

    /// The result under all leniencies and kinds of tools that a line names: one, since they have to agree.
    fn read_all(&self, schema: &str, leniencies: &str, kinds: &str, text: &str) -> String {
        let limits = Limits::default();
        let plan = SchemaPlan::new(&self.schemas[schema], limits).expect("the schema is well-formed");
        let plan = plan
            .named(self.names.get(schema).cloned().unwrap_or_default())
            .with_unknown_fields(self.unknown.get(schema).copied());
        let text = text.replace('⏎', "\n");
        let mut results: Vec<String> = Vec::new();
        for leniency in leniencies.split(' ') {
            for kind in kinds.split(' ') {
                let leniency = match leniency {
                    "strict" => Leniency::Strict,
                    "safe" => Leniency::Safe,
                    "lenient" => Leniency::Lenient,
                    other => panic!("{other}"),
                };
                let reading =
                    Reading { leniency, writes: kind == "write", stop_reason: StopReason::Finished };
                results.push(result(&plan, &text, reading));
            }
        }
        results.dedup();
        results.join(" <> ")
    }
}

fn result(plan: &SchemaPlan, text: &str, reading: Reading) -> String {
    match plan.read(text, &reading) {
        Ok(accepted) => {
            let mut result = format!("ok {}", accepted.arguments);
            for warning in accepted.warnings {
                let _ = write!(result, " ~ {} {warning}", warning.code);
            }
            result
        }
        Err(refused) => {
            let mut result = "error".to_owned();
            for error in refused.errors {
                let _ = write!(result, " ~ {} {}", error.error_code.as_str(), error.error_message);
                if let Some(suggestion) = error.suggestion {
                    let _ = write!(result, "; did you mean {suggestion}?");
                }
            }
            result
        }
    }
}
