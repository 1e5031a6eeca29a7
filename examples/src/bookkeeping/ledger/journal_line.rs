//! Manual entries of the journal.

use std::fmt;

use jiff::civil::Date;
use rust_decimal::Decimal;

use super::{AccountId, AccountType, Books, Entry, LedgerError, Money, Posting, Postings, Side};

/// A line of a manual entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalLine {
    /// The account.
    pub account: AccountId,
    /// The amount, if it is a debit. Zero is as good as none.
    pub debit: Option<Decimal>,
    /// The amount, if it is a credit. Zero is as good as none.
    pub credit: Option<Decimal>,
}

impl JournalLine {
    /// The side and the amount, if it is either a debit or a credit, and above zero.
    fn side_and_amount(&self) -> Option<(Side, Decimal)> {
        let filled = |amount: Option<Decimal>| amount.filter(|amount| !amount.is_zero());
        let (side, amount) = match (filled(self.debit), filled(self.credit)) {
            (Some(debit), None) => (Side::Debit, debit),
            (None, Some(credit)) => (Side::Credit, credit),
            _ => return None,
        };
        (amount > Decimal::ZERO).then_some((side, amount))
    }
}

/// An error in the lines of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalFault {
    /// There are less than two.
    TooFewLines,
    /// The line with this place is not either a debit or a credit above zero.
    NotOneSide(usize),
    /// The sums differ.
    Unbalanced {
        /// Of the debits.
        debits: Decimal,
        /// Of the credits.
        credits: Decimal,
    },
    /// The sums can't be computed exactly.
    TooLarge,
}

impl fmt::Display for JournalFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewLines => f.write_str("Journal entry requires at least 2 lines."),
            Self::NotOneSide(place) => {
                write!(
                    f,
                    "Lines[{place}] needs either DebitAmount or CreditAmount, above zero, and not both."
                )
            }
            Self::Unbalanced { debits, credits } => {
                write!(f, "Debits ({}) must equal Credits ({}).", debits.normalize(), credits.normalize())
            }
            Self::TooLarge => f.write_str("The amounts of the lines are too large to be added."),
        }
    }
}

pub(super) fn write_faults(f: &mut fmt::Formatter<'_>, faults: &[JournalFault]) -> fmt::Result {
    for (place, fault) in faults.iter().enumerate() {
        let gap = if place == 0 { "" } else { " " };
        write!(f, "{gap}{fault}")?;
    }
    Ok(())
}

/// The side and the amount of each line.
///
/// ```
/// use hpd_examples::bookkeeping::ledger::{JournalLine, check_journal_lines};
///
/// let line = |debit: i64, credit: i64| JournalLine {
///     account: "ACC-1000".into(),
///     debit: Some(debit.into()),
///     credit: Some(credit.into()),
/// };
/// assert!(check_journal_lines(&[line(150, 0), line(0, 150)]).is_ok());
///
/// let faults = check_journal_lines(&[line(150, 0), line(0, 140)]).unwrap_err();
/// assert_eq!(faults[0].to_string(), "Debits (150) must equal Credits (140).");
/// ```
///
/// # Errors
///
/// Everything that is wrong with their number and their sides; if these are right, with their sums.
pub fn check_journal_lines(lines: &[JournalLine]) -> Result<Vec<(Side, Decimal)>, Vec<JournalFault>> {
    if lines.len() < 2 {
        return Err(vec![JournalFault::TooFewLines]);
    }
    let mut faults = Vec::new();
    let mut read = Vec::with_capacity(lines.len());
    for (place, line) in lines.iter().enumerate() {
        match line.side_and_amount() {
            Some(side_and_amount) => read.push(side_and_amount),
            None => faults.push(JournalFault::NotOneSide(place)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    match (sum(&read, Side::Debit), sum(&read, Side::Credit)) {
        (Some(debits), Some(credits)) if debits == credits => Ok(read),
        (Some(debits), Some(credits)) => Err(vec![JournalFault::Unbalanced { debits, credits }]),
        _ => Err(vec![JournalFault::TooLarge]),
    }
}

fn sum(lines: &[(Side, Decimal)], side: Side) -> Option<Decimal> {
    let mut amounts = lines.iter().filter(|line| line.0 == side).map(|line| line.1);
    amounts.try_fold(Decimal::ZERO, Decimal::checked_add)
}

impl Books {
    /// Books a manual entry.
    ///
    /// # Errors
    ///
    /// The lines are not balanced, or an account is unknown or kept by documents alone.
    pub fn create_journal_entry(
        &mut self,
        lines: &[JournalLine],
        narration: Option<String>,
        date: Option<Date>,
    ) -> Result<Entry, LedgerError> {
        let amounts = check_journal_lines(lines).map_err(LedgerError::Journal)?;
        let postings = lines
            .iter()
            .zip(amounts)
            .map(|(line, (side, amount))| self.posting_by_hand(&line.account, side, amount))
            .collect::<Result<_, _>>()?;
        let narration = narration.unwrap_or_else(|| "Journal entry".to_owned());
        let id = self.post(narration, date, Postings::balanced(postings)?);
        self.journal.get(&id).cloned()
    }

    fn posting_by_hand(
        &self,
        account: &AccountId,
        side: Side,
        amount: Decimal,
    ) -> Result<Posting, LedgerError> {
        use AccountType::{Asset, Bank, Equity, Expense, Liability, Revenue};
        let kinds = [Bank, Asset, Liability, Equity, Revenue, Expense];
        self.account_of_type(
            account,
            &kinds,
            "an account that isn't kept by invoices, bills and payments alone",
        )?;
        let field = match side {
            Side::Debit => "DebitAmount",
            Side::Credit => "CreditAmount",
        };
        Ok(Posting::new(account.clone(), side, Money::positive(field, amount)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(debit: &str, credit: &str) -> JournalLine {
        let amount = |text: &str| (!text.is_empty()).then(|| text.parse().expect("a decimal"));
        JournalLine { account: "ACC-1000".into(), debit: amount(debit), credit: amount(credit) }
    }

    fn faults(lines: &[JournalLine]) -> String {
        let faults = check_journal_lines(lines).expect_err("there are faults");
        LedgerError::Journal(faults).to_string()
    }

    #[test]
    fn two_lines_are_needed() {
        assert_eq!(faults(&[]), "Journal entry requires at least 2 lines.");
        assert_eq!(faults(&[line("1", "")]), "Journal entry requires at least 2 lines.");
    }

    #[test]
    fn each_line_is_a_debit_or_a_credit() {
        let text = |place| {
            format!("Lines[{place}] needs either DebitAmount or CreditAmount, above zero, and not both.")
        };
        assert_eq!(faults(&[line("1", "1"), line("", "1")]), text(0));
        assert_eq!(faults(&[line("1", ""), line("", "")]), text(1));
        assert_eq!(faults(&[line("0", "0"), line("-1", "")]), format!("{} {}", text(0), text(1)));
    }

    #[test]
    fn sums_are_compared_exactly() {
        assert_eq!(faults(&[line("150", ""), line("", "140")]), "Debits (150) must equal Credits (140).");
        assert_eq!(
            faults(&[line("150.009", ""), line("", "150")]),
            "Debits (150.009) must equal Credits (150)."
        );
        assert_eq!(
            check_journal_lines(&[line("0.1", ""), line("0.2", ""), line("", "0.30")]).map(|read| read.len()),
            Ok(3)
        );
        assert_eq!(check_journal_lines(&[line("150", "0"), line("0", "150")]).map(|read| read.len()), Ok(2));
    }

    #[test]
    fn sums_beyond_a_decimal_are_refused() {
        let largest = Decimal::MAX.to_string();
        assert_eq!(
            faults(&[line(&largest, ""), line(&largest, ""), line("", "1")]),
            "The amounts of the lines are too large to be added."
        );
    }
}
