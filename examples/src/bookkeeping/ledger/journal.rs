//! The journal: balanced entries, and nothing is ever taken out.

use jiff::civil::Date;
use serde::Serialize;

use super::{AccountId, Books, EntryId, JournalFault, LedgerError, Money};

/// A side of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The left one.
    Debit,
    /// The right one.
    Credit,
}

impl Side {
    /// The other one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Debit => Self::Credit,
            Self::Credit => Self::Debit,
        }
    }
}

/// An amount on one side of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Posting {
    account_id: AccountId,
    #[serde(skip_serializing_if = "Option::is_none")]
    debit_amount: Option<Money>,
    #[serde(skip_serializing_if = "Option::is_none")]
    credit_amount: Option<Money>,
}

impl Posting {
    /// `amount` on `side` of `account`.
    pub const fn new(account: AccountId, side: Side, amount: Money) -> Self {
        let (debit_amount, credit_amount) = match side {
            Side::Debit => (Some(amount), None),
            Side::Credit => (None, Some(amount)),
        };
        Self { account_id: account, debit_amount, credit_amount }
    }

    /// The account.
    pub const fn account(&self) -> &AccountId {
        &self.account_id
    }

    /// The amount on `side`.
    pub fn amount(&self, side: Side) -> Money {
        let amount = match side {
            Side::Debit => self.debit_amount,
            Side::Credit => self.credit_amount,
        };
        amount.unwrap_or(Money::ZERO)
    }

    fn reversed(&self) -> Self {
        let Self { account_id, debit_amount, credit_amount } = self.clone();
        Self { account_id, debit_amount: credit_amount, credit_amount: debit_amount }
    }
}

/// At least two postings whose debits equal their credits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Postings(Vec<Posting>);

impl Postings {
    /// The postings, if they are balanced.
    ///
    /// # Errors
    ///
    /// There are less than two, or debits and credits differ.
    pub fn balanced(postings: Vec<Posting>) -> Result<Self, LedgerError> {
        if postings.len() < 2 {
            return Err(LedgerError::Journal(vec![JournalFault::TooFewLines]));
        }
        let sum = |side| postings.iter().map(|posting| posting.amount(side)).sum::<Money>();
        let (debits, credits) = (sum(Side::Debit).to_decimal(), sum(Side::Credit).to_decimal());
        if debits == credits {
            Ok(Self(postings))
        } else {
            Err(LedgerError::Journal(vec![JournalFault::Unbalanced { debits, credits }]))
        }
    }

    /// The postings, one by one.
    pub fn iter(&self) -> std::slice::Iter<'_, Posting> {
        self.0.iter()
    }

    fn reversed(&self) -> Self {
        Self(self.iter().map(Posting::reversed).collect())
    }
}

impl<'a> IntoIterator for &'a Postings {
    type Item = &'a Posting;
    type IntoIter = std::slice::Iter<'a, Posting>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// An entry of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Entry {
    /// Its id.
    pub entry_id: EntryId,
    /// The day that it is booked on, if it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The description.
    pub narration: String,
    /// The debits and credits.
    pub lines: Postings,
}

impl Books {
    /// All entries, or those of one account.
    ///
    /// # Errors
    ///
    /// There is no such account.
    pub fn journal_entries(&self, account: Option<&AccountId>) -> Result<Vec<Entry>, LedgerError> {
        if let Some(id) = account {
            self.accounts.get(id)?;
        }
        let touches =
            |entry: &&Entry| account.is_none_or(|id| entry.lines.iter().any(|line| line.account() == id));
        Ok(self.journal.iter().filter(touches).cloned().collect())
    }

    pub(super) fn post(&mut self, narration: String, date: Option<Date>, lines: Postings) -> EntryId {
        let id = self.journal.next_id();
        self.journal.put(id.clone(), Entry { entry_id: id.clone(), date, narration, lines });
        id
    }

    /// Books the opposite of an entry.
    pub(super) fn reverse(&mut self, id: &EntryId) -> Result<EntryId, LedgerError> {
        let entry = self.journal.get(id)?;
        let (narration, date, lines) =
            (format!("Reversal of {id}: {}", entry.narration), entry.date, entry.lines.reversed());
        Ok(self.post(narration, date, lines))
    }
}
