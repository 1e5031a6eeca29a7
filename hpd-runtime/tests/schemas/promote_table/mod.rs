//! Promotion, cell by cell: the result for each JSON type, target of a schema and leniency.

mod containers;
mod formats;
mod scalars;
mod unions;
mod words;

use serde_json::Value;

use crate::promote::{Expected, assert_row};

/// One target: the values that are converted, and the ones that stay as they are.
struct Row {
    target: &'static str,
    schema: Value,
    /// Under the default leniency: the value sent, its result, and the codes of the warnings.
    safe: &'static [Expected],
    /// Under the lenient leniency only.
    lenient: &'static [Expected],
    /// Never.
    never: &'static [&'static str],
}

fn check(rows: &[Row]) {
    for row in rows {
        assert_row(row.target, &row.schema, row.safe, row.lenient, row.never);
    }
}
