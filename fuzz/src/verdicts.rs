//! Verdicts of a Shape and of the `jsonschema` crate.

#[path = "../../hpd-runtime/tests/schemas/agreement/mod.rs"]
pub(crate) mod agreement;

use hpd_runtime::args::Limits;
use hpd_runtime::shape::{CompileOptions, Shape};
use libfuzzer_sys::Corpus;
use serde_json::Value;

use crate::pair::read_pair;

/// Checks that both say the same of a value, with formats and without.
///
/// # Panics
///
/// They do not.
pub fn check_verdicts(data: &[u8]) -> Corpus {
    let Some((schema, value)) = read_pair(data) else { return Corpus::Reject };
    let limits = Limits::default();
    for formats in [false, true] {
        let options = CompileOptions { formats, ..CompileOptions::outside(&limits) };
        let Ok(ours) = Shape::compile(&schema, options) else { return Corpus::Reject };
        // Keywords unknown to a Shape are out of scope.
        if !ours.unsupported().is_empty() {
            return Corpus::Reject;
        }
        // Widths of numbers are formats that `jsonschema` does not know.
        if formats && names_width(&schema) {
            continue;
        }
        let Some(theirs) = agreement::reference(&schema, formats) else { return Corpus::Reject };
        if let Err(difference) = agreement::compare(&schema, &ours, &theirs, &value) {
            panic!("{difference}");
        }
    }
    Corpus::Keep
}

fn names_width(schema: &Value) -> bool {
    let is_width = |format: &str| {
        format.starts_with("int") || format.starts_with("uint") || matches!(format, "float" | "double")
    };
    match schema {
        Value::Array(items) => items.iter().any(names_width),
        Value::Object(members) => members.iter().any(|(key, value)| {
            (key == "format" && value.as_str().is_some_and(is_width)) || names_width(value)
        }),
        _ => false,
    }
}
