//! The argument and result types of the benchmark, and the work of the functions: the same for every contender.
//!
//! The constraints are schemars attributes on the types, so that every reader of schemas sees them.

use std::hint::black_box;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Arguments of `add`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct AddArgs {
    /// First summand
    pub a: f64,
    /// Second summand
    pub b: f64,
}

/// Result of `add`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AddOut {
    pub sum: f64,
}

/// A line of an invoice.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Line {
    /// Catalogue item id
    #[schemars(length(min = 1))]
    pub item_id: String,
    #[schemars(range(min = 1))]
    pub quantity: u32,
    #[schemars(range(min = 0.0))]
    pub unit_price: f64,
    pub tax: Option<f64>,
}

/// Arguments of `create_invoice`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct InvoiceArgs {
    /// Contact to bill
    #[schemars(length(min = 1))]
    pub contact_id: String,
    #[schemars(length(min = 1))]
    pub lines: Vec<Line>,
    pub due_date: Option<String>,
    pub notes: Option<String>,
}

/// Result of `create_invoice`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct InvoiceOut {
    pub id: String,
    pub contact_id: String,
    pub line_count: usize,
    pub subtotal: f64,
    pub tax: f64,
    pub total: f64,
}

/// A line of a journal entry.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct JournalLine {
    #[schemars(length(min = 1))]
    pub account: String,
    #[schemars(range(min = 0.0))]
    pub debit: f64,
    #[schemars(range(min = 0.0))]
    pub credit: f64,
    pub memo: Option<String>,
}

/// Arguments of `create_journal_entry`.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct JournalArgs {
    #[schemars(length(min = 1))]
    pub date: String,
    #[schemars(length(min = 1))]
    pub lines: Vec<JournalLine>,
    pub reference: Option<String>,
}

/// Result of `create_journal_entry`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct JournalOut {
    pub id: String,
    pub lines: usize,
    pub debit: f64,
    pub credit: f64,
    pub balanced: bool,
}

/// The work of `add`.
pub(crate) fn add(a: f64, b: f64) -> AddOut {
    AddOut { sum: a + b }
}

/// The work of `create_invoice`.
pub(crate) fn create_invoice(
    contact_id: String,
    lines: &[Line],
    due_date: Option<&str>,
    notes: Option<&str>,
) -> InvoiceOut {
    let (mut subtotal, mut tax) = (0.0, 0.0);
    for line in lines {
        let value = f64::from(line.quantity) * line.unit_price;
        subtotal += value;
        tax += value * line.tax.unwrap_or(0.0);
    }
    black_box((due_date, notes));
    InvoiceOut {
        id: "INV-2026-0001".to_owned(),
        contact_id,
        line_count: lines.len(),
        subtotal,
        tax,
        total: subtotal + tax,
    }
}

/// The work of `create_journal_entry`.
pub(crate) fn create_journal_entry(date: &str, lines: &[JournalLine], reference: Option<&str>) -> JournalOut {
    let (mut debit, mut credit) = (0.0, 0.0);
    for line in lines {
        debit += line.debit;
        credit += line.credit;
        black_box(&line.memo);
    }
    black_box((date, reference));
    JournalOut {
        id: "JE-2026-0001".to_owned(),
        lines: lines.len(),
        debit,
        credit,
        balanced: (debit - credit).abs() < 1e-6,
    }
}

impl AddArgs {
    /// Does the work with these arguments.
    pub(crate) fn run(self) -> AddOut {
        add(self.a, self.b)
    }
}

impl InvoiceArgs {
    /// Does the work with these arguments.
    pub(crate) fn run(self) -> InvoiceOut {
        create_invoice(self.contact_id, &self.lines, self.due_date.as_deref(), self.notes.as_deref())
    }
}

impl JournalArgs {
    /// Does the work with these arguments.
    pub(crate) fn run(self) -> JournalOut {
        create_journal_entry(&self.date, &self.lines, self.reference.as_deref())
    }
}
