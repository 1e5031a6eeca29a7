//! Promotion, cell by cell: what each JSON type becomes where a schema asks for each target, under each leniency.

mod containers;
mod formats;
#[path = "../promote/mod.rs"]
mod promote;
mod scalars;
mod unions;
mod words;

use promote::{Expected, assert_row};
use serde_json::Value;

/// One target: what becomes something else, and what stays as it is.
struct Row {
    target: &'static str,
    schema: Value,
    /// Under the default leniency: the value sent, what it becomes, and the codes of the warnings.
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
