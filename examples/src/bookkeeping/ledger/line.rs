//! The lines of invoices, bills and credit notes.

use rust_decimal::Decimal;
use serde::Serialize;

use super::{AccountId, AccountType, Books, LedgerError, Money, Posting, Side};
use crate::exact_number;

/// A line to be booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The sold or bought item.
    pub description: String,
    /// How many; one by default.
    pub quantity: Option<Decimal>,
    /// The price of one.
    pub unit_amount: Decimal,
    /// The account; by default the usual one of the document.
    pub account: Option<AccountId>,
}

/// A line with its amount and account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct BookedLine {
    /// The sold or bought item.
    pub description: String,
    /// How many.
    #[serde(serialize_with = "exact_number::serialize")]
    pub quantity: Decimal,
    /// The price of one.
    #[serde(serialize_with = "exact_number::serialize")]
    pub unit_amount: Decimal,
    /// Quantity times price, rounded to two decimals, halves up.
    pub amount: Money,
    /// The account that the line is booked on.
    #[serde(rename = "AccountId")]
    pub account: AccountId,
}

/// Whose lines they are: that decides on which accounts they are booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trade {
    /// Lines of invoices and credit notes.
    Sale,
    /// Lines of bills.
    Purchase,
}

impl Books {
    /// The lines with their amounts and accounts. Their sum can be booked, too.
    pub(super) fn book_lines(&self, lines: Vec<Line>, trade: Trade) -> Result<Vec<BookedLine>, LedgerError> {
        if lines.is_empty() {
            return Err(LedgerError::Empty { field: "Lines" });
        }
        let booked = lines
            .into_iter()
            .map(|line| self.book_line(line, trade))
            .collect::<Result<Vec<_>, LedgerError>>()?;
        Money::positive("The sum of Lines", total(&booked).to_decimal())?;
        Ok(booked)
    }

    fn book_line(&self, line: Line, trade: Trade) -> Result<BookedLine, LedgerError> {
        let quantity = line.quantity.unwrap_or(Decimal::ONE);
        let amount = Money::of_line(quantity, line.unit_amount)?;
        let account = match (line.account, trade) {
            (None, Trade::Sale) => AccountId::sales(),
            (None, Trade::Purchase) => AccountId::purchases(),
            (Some(id), Trade::Sale) => {
                self.account_of_type(&id, &[AccountType::Revenue], "a revenue account")?;
                id
            }
            (Some(id), Trade::Purchase) => {
                let kinds = [AccountType::Expense, AccountType::Asset];
                self.account_of_type(&id, &kinds, "an expense or asset account")?;
                id
            }
        };
        Ok(BookedLine {
            description: line.description,
            quantity,
            unit_amount: line.unit_amount,
            amount,
            account,
        })
    }
}

/// The sum of lines.
pub(super) fn total(lines: &[BookedLine]) -> Money {
    lines.iter().map(|line| line.amount).sum()
}

/// One posting a line on `side`, and their sum on the other side of `against`.
pub(super) fn postings(lines: &[BookedLine], side: Side, against: AccountId) -> Vec<Posting> {
    let mut postings: Vec<_> =
        lines.iter().map(|line| Posting::new(line.account.clone(), side, line.amount)).collect();
    postings.push(Posting::new(against, side.opposite(), total(lines)));
    postings
}
