//! Reads cases from the standard input, for `bench/repair`: one JSON object a line, with `text`, `schema` and `names`.
//! Writes a line for each: `read` is the result with the schema and the tool's names, `text_only` that of
//! `hpd_repair::repair`. Each is the object as a JSON text, or null where the text is refused. `why` is the error.

use std::io::{self, BufRead, Write};

use hpd_runtime::__private::{OwnNames, SchemaPlan};
use hpd_runtime::args::{Leniency, Limits, Reading, StopReason};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let text = case["text"].as_str().ok_or("a case has a text")?;
        let names = case["names"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let plan = SchemaPlan::new(&case["schema"], Limits::default())?.named(OwnNames::new(names));
        let reading = Reading { leniency: Leniency::Safe, writes: false, stop_reason: StopReason::Unknown };
        let read = plan.read(text, &reading);
        let why = read.as_ref().err().and_then(|refused| refused.errors.first());
        let why = why.map(|error| format!("{} {}", error.error_code.as_str(), error.error_message));
        let warnings = read.as_ref().map(|read| read.warnings.as_slice()).unwrap_or_default();
        let warnings: Vec<_> = warnings.iter().map(|warning| warning.code.to_string()).collect();
        let text_only = hpd_repair::repair(text).ok().map(|repaired| repaired.text);
        let result = json!({
            "read": read.ok().map(|read| read.arguments),
            "text_only": text_only,
            "why": why,
            "warnings": warnings,
        });
        writeln!(out, "{result}")?;
    }
    Ok(out.flush()?)
}
