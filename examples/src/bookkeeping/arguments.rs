//! The nested arguments of the plugin's functions, as a model writes them.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::ledger::{AccountId, Application, InvoiceId, JournalLine, Line};

/// A line of an invoice, a bill or a credit note.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct LineInput {
    /// What is sold or bought.
    #[schemars(length(min = 1))]
    pub description: String,
    /// How many; 1 if absent.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub quantity: Option<Decimal>,
    /// The price of one.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub unit_amount: Decimal,
    /// The account to book it on, from `get_all_accounts`. Sales or purchases if absent.
    pub account_id: Option<AccountId>,
}

/// The part of a payment that is for one invoice.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct ApplicationInput {
    /// The invoice, from `get_all_invoices`.
    pub invoice_id: InvoiceId,
    /// How much of the payment is for it; at most what is due on it.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub amount: Decimal,
}

/// A line of a journal entry: a debit or a credit.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct JournalLineInput {
    /// The account, from `get_all_accounts`.
    pub account_id: AccountId,
    /// The amount, if the line is a debit.
    #[schemars(range(min = 0))]
    pub debit_amount: Option<Decimal>,
    /// The amount, if the line is a credit.
    #[schemars(range(min = 0))]
    pub credit_amount: Option<Decimal>,
}

impl From<LineInput> for Line {
    fn from(line: LineInput) -> Self {
        let LineInput { description, quantity, unit_amount, account_id } = line;
        Self { description, quantity, unit_amount, account: account_id }
    }
}

impl From<ApplicationInput> for Application {
    fn from(ApplicationInput { invoice_id, amount }: ApplicationInput) -> Self {
        Self { invoice: invoice_id, amount }
    }
}

impl From<JournalLineInput> for JournalLine {
    fn from(JournalLineInput { account_id, debit_amount, credit_amount }: JournalLineInput) -> Self {
        Self { account: account_id, debit: debit_amount, credit: credit_amount }
    }
}

/// The same arguments as the ledger takes them.
pub(super) fn converted<A, B: From<A>>(arguments: Vec<A>) -> Vec<B> {
    arguments.into_iter().map(B::from).collect()
}
