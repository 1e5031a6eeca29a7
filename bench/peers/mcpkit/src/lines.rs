//! The nested types, for which this library has a derive of its own. It can't express their rules.

use hpd_bench_cases::types::{JournalLine, Line};
use mcpkit::ToolInput;
use serde::Deserialize;

#[derive(Deserialize, ToolInput)]
pub(crate) struct BilledLine {
    /// Catalogue item id
    item_id: String,
    quantity: u32,
    unit_price: f64,
    tax: Option<f64>,
}

impl From<BilledLine> for Line {
    fn from(line: BilledLine) -> Self {
        let BilledLine { item_id, quantity, unit_price, tax } = line;
        Self { item_id, quantity, unit_price, tax }
    }
}

#[derive(Deserialize, ToolInput)]
pub(crate) struct BookedLine {
    account: String,
    debit: f64,
    credit: f64,
    memo: Option<String>,
}

impl From<BookedLine> for JournalLine {
    fn from(line: BookedLine) -> Self {
        let BookedLine { account, debit, credit, memo } = line;
        Self { account, debit, credit, memo }
    }
}
