//! The argument and result types of the benchmark, and the work of the functions: the same for every contender.
//!
//! The constraints are schemars attributes on the types, so that every reader of schemas sees them.

#![expect(
    missing_docs,
    reason = "a field's documentation goes into the schemas, and few fields of real types have one"
)]

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;
use std::hint::black_box;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Arguments of `add`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct AddArgs {
    /// First summand
    pub a: f64,
    /// Second summand
    pub b: f64,
}

/// Result of `add`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AddOut {
    pub sum: f64,
}

/// A line of an invoice.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Line {
    /// Catalogue item id
    #[schemars(length(min = 1))]
    pub item_id: String,
    #[schemars(range(min = 1))]
    pub quantity: u32,
    #[schemars(range(min = 0.0))]
    pub unit_price: f64,
    pub tax: Option<f64>,
}

/// What a line of an invoice is billed at.
pub trait Billed {
    /// The price of all units.
    fn value(&self) -> f64;
    /// The rate of the tax.
    fn tax(&self) -> f64;
}

impl Billed for Line {
    fn value(&self) -> f64 {
        f64::from(self.quantity) * self.unit_price
    }

    fn tax(&self) -> f64 {
        self.tax.unwrap_or(0.0)
    }
}

/// A line of an invoice, whose rules have upper bounds.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct BoundedLine {
    /// Catalogue item id
    #[schemars(length(min = 1, max = 40))]
    pub item_id: String,
    #[schemars(range(min = 1, max = 10_000))]
    pub quantity: u32,
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub unit_price: f64,
    #[schemars(range(min = 0.0, max = 1.0))]
    pub tax: Option<f64>,
}

impl Billed for BoundedLine {
    fn value(&self) -> f64 {
        f64::from(self.quantity) * self.unit_price
    }

    fn tax(&self) -> f64 {
        self.tax.unwrap_or(0.0)
    }
}

/// Arguments of `create_bounded_invoice`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct BoundedInvoiceArgs {
    /// Contact to bill
    #[schemars(length(min = 1, max = 40))]
    pub contact_id: String,
    #[schemars(length(min = 1, max = 100))]
    pub lines: Vec<BoundedLine>,
    #[schemars(length(max = 10))]
    pub due_date: Option<String>,
    #[schemars(length(max = 500))]
    pub notes: Option<String>,
}

/// Arguments of `create_invoice`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct InvoiceArgs {
    /// Contact to bill
    #[schemars(length(min = 1))]
    pub contact_id: String,
    #[schemars(length(min = 1))]
    pub lines: Vec<Line>,
    pub due_date: Option<String>,
    pub notes: Option<String>,
}

/// Result of `create_invoice`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct InvoiceOut {
    pub id: String,
    pub contact_id: String,
    pub line_count: usize,
    pub subtotal: f64,
    pub tax: f64,
    pub total: f64,
}

/// A line of a journal entry.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct JournalLine {
    #[schemars(length(min = 1))]
    pub account: String,
    #[schemars(range(min = 0.0))]
    pub debit: f64,
    #[schemars(range(min = 0.0))]
    pub credit: f64,
    pub memo: Option<String>,
}

/// Arguments of `create_journal_entry`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct JournalArgs {
    #[schemars(length(min = 1))]
    pub date: String,
    #[schemars(length(min = 1))]
    pub lines: Vec<JournalLine>,
    pub reference: Option<String>,
}

/// Result of `create_journal_entry`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JournalOut {
    pub id: String,
    pub lines: usize,
    pub debit: f64,
    pub credit: f64,
    pub balanced: bool,
}

/// Arguments of `count_stock`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct MapsArgs {
    pub prices: BTreeMap<String, f64>,
    pub stock: HashMap<String, u32>,
}

/// Arguments of `ship`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct OrderArgs {
    pub item: String,
    pub quantity: u32,
    pub address: String,
    pub currency: String,
}

/// Result of functions that count or give a number.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Counted {
    pub count: u64,
}

/// The work of `add`.
pub fn add(a: f64, b: f64) -> AddOut {
    AddOut { sum: a + b }
}

/// The work of `create_invoice`.
pub fn create_invoice<L: Billed>(
    contact_id: String,
    lines: &[L],
    due_date: Option<&str>,
    notes: Option<&str>,
) -> InvoiceOut {
    let (mut subtotal, mut tax) = (0.0, 0.0);
    for line in lines {
        let value = line.value();
        subtotal += value;
        tax += value * line.tax();
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
pub fn create_journal_entry(date: &str, lines: &[JournalLine], reference: Option<&str>) -> JournalOut {
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

/// The work of `count_stock`.
pub fn count_stock<S: BuildHasher>(
    prices: &BTreeMap<String, f64>,
    stock: &HashMap<String, u32, S>,
) -> Counted {
    black_box(prices);
    Counted { count: stock.values().map(|&count| u64::from(count)).sum() }
}

/// The work of `ship`.
pub fn ship(item: &str, quantity: u32, address: &str, currency: &str) -> Counted {
    black_box((item, address, currency));
    Counted { count: u64::from(quantity) }
}

impl AddArgs {
    /// Does the work with these arguments.
    pub fn run(self) -> AddOut {
        add(self.a, self.b)
    }
}

impl InvoiceArgs {
    /// Does the work with these arguments.
    pub fn run(self) -> InvoiceOut {
        create_invoice(self.contact_id, &self.lines, self.due_date.as_deref(), self.notes.as_deref())
    }
}

impl BoundedInvoiceArgs {
    /// Does the work with these arguments.
    pub fn run(self) -> InvoiceOut {
        create_invoice(self.contact_id, &self.lines, self.due_date.as_deref(), self.notes.as_deref())
    }
}

impl JournalArgs {
    /// Does the work with these arguments.
    pub fn run(self) -> JournalOut {
        create_journal_entry(&self.date, &self.lines, self.reference.as_deref())
    }
}

impl MapsArgs {
    /// Does the work with these arguments.
    pub fn run(self) -> Counted {
        count_stock(&self.prices, &self.stock)
    }
}

impl OrderArgs {
    /// Does the work with these arguments.
    pub fn run(self) -> Counted {
        ship(&self.item, self.quantity, &self.address, &self.currency)
    }
}
