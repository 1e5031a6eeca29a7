//! Balances, and the trial balance.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::Serialize;

use super::{Account, AccountId, Books, Money, Side};

/// The trial balance: every account with postings, and its balance as a debit or a credit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct TrialBalance {
    /// The accounts.
    pub accounts: Vec<TrialBalanceRow>,
    /// The sum of the debit balances.
    pub total_debit: Money,
    /// The sum of the credit balances; always the same.
    pub total_credit: Money,
}

/// An account in the trial balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct TrialBalanceRow {
    /// The account's id.
    pub account_id: AccountId,
    /// Its name.
    pub name: &'static str,
    /// Its balance, if it is a debit.
    pub debit: Money,
    /// Its balance, if it is a credit.
    pub credit: Money,
}

/// The sums booked on each account.
pub(super) struct Balances<'a>(BTreeMap<&'a AccountId, Sums>);

#[derive(Clone, Copy)]
struct Sums {
    debits: Money,
    credits: Money,
}

const NOTHING: Sums = Sums { debits: Money::ZERO, credits: Money::ZERO };

impl Balances<'_> {
    /// The balance, positive on the side where such an account grows.
    pub(super) fn of(&self, account: &Account) -> Decimal {
        let Sums { debits, credits } = self.0.get(&account.id).copied().unwrap_or(NOTHING);
        let debit_balance = debits.to_decimal() - credits.to_decimal();
        match account.kind.normal_side() {
            Side::Debit => debit_balance,
            Side::Credit => Decimal::ZERO - debit_balance,
        }
    }
}

impl Books {
    /// The sums booked on each account, computed from the journal as the only source of truth.
    pub(super) fn balances(&self) -> Balances<'_> {
        let mut sums = BTreeMap::new();
        for posting in self.journal.iter().flat_map(|entry| &entry.lines) {
            let sums = sums.entry(posting.account()).or_insert(NOTHING);
            sums.debits = sums.debits + posting.amount(Side::Debit);
            sums.credits = sums.credits + posting.amount(Side::Credit);
        }
        Balances(sums)
    }

    /// The trial balance.
    pub fn trial_balance(&self) -> TrialBalance {
        let balances = self.balances();
        let booked = self.accounts.iter().filter_map(|account| Some((account, balances.0.get(&account.id)?)));
        let accounts: Vec<_> = booked
            .map(|(account, &Sums { debits, credits })| TrialBalanceRow {
                account_id: account.id.clone(),
                name: account.name,
                debit: debits.minus(credits).unwrap_or(Money::ZERO),
                credit: credits.minus(debits).unwrap_or(Money::ZERO),
            })
            .collect();
        let total_debit = accounts.iter().map(|row| row.debit).sum();
        let total_credit = accounts.iter().map(|row| row.credit).sum();
        TrialBalance { accounts, total_debit, total_credit }
    }
}
