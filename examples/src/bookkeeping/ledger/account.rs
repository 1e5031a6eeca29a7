//! The chart of accounts.

use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::Id;
use super::register::Register;
use super::{AccountId, Books, LedgerError, Side};
use crate::exact_number;

/// What an account is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(inline)]
pub enum AccountType {
    /// Money at a bank, or cash.
    Bank,
    /// What customers owe; kept by invoices, payments and credit notes alone.
    Receivable,
    /// Another thing of value.
    Asset,
    /// What is owed to suppliers; kept by bills alone.
    Payable,
    /// Another debt.
    Liability,
    /// What belongs to the owners.
    Equity,
    /// What is earned.
    Revenue,
    /// What is spent.
    Expense,
}

impl AccountType {
    /// The side on which such an account grows.
    pub const fn normal_side(self) -> Side {
        match self {
            Self::Bank | Self::Receivable | Self::Asset | Self::Expense => Side::Debit,
            Self::Payable | Self::Liability | Self::Equity | Self::Revenue => Side::Credit,
        }
    }
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: AccountType,
}

/// An account with its balance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct AccountView {
    /// The account's id.
    pub account_id: AccountId,
    /// Its name.
    pub name: &'static str,
    /// Its type.
    #[serde(rename = "Type")]
    pub kind: AccountType,
    /// Its balance; positive on the side on which such an account grows.
    #[serde(serialize_with = "exact_number::serialize")]
    pub balance: Decimal,
}

/// The chart of accounts that books start with.
const CHART: &[(u32, &str, AccountType)] = &[
    (1000, "Bank", AccountType::Bank),
    (1010, "Cash", AccountType::Bank),
    (RECEIVABLE, "Accounts receivable", AccountType::Receivable),
    (1500, "Equipment", AccountType::Asset),
    (PAYABLE, "Accounts payable", AccountType::Payable),
    (2200, "Loans", AccountType::Liability),
    (3000, "Owner's equity", AccountType::Equity),
    (SALES, "Sales", AccountType::Revenue),
    (4100, "Services", AccountType::Revenue),
    (PURCHASES, "Purchases", AccountType::Expense),
    (5100, "Rent", AccountType::Expense),
    (5200, "Office costs", AccountType::Expense),
];

const RECEIVABLE: u32 = 1100;
const PAYABLE: u32 = 2000;
const SALES: u32 = 4000;
const PURCHASES: u32 = 5000;

/// The accounts that books start with.
pub(super) fn chart() -> Register<AccountId, Account> {
    let mut accounts = Register::default();
    for &(number, name, kind) in CHART {
        let id = AccountId::numbered(number);
        accounts.put(id.clone(), Account { id, name, kind });
    }
    accounts
}

impl AccountId {
    pub(super) fn receivable() -> Self {
        Self::numbered(RECEIVABLE)
    }

    pub(super) fn payable() -> Self {
        Self::numbered(PAYABLE)
    }

    pub(super) fn sales() -> Self {
        Self::numbered(SALES)
    }

    pub(super) fn purchases() -> Self {
        Self::numbered(PURCHASES)
    }
}

impl Books {
    /// All accounts with their balances, or those of one type.
    pub fn accounts(&self, kind: Option<AccountType>) -> Vec<AccountView> {
        let balances = self.balances();
        let wanted = self.accounts.iter().filter(|account| kind.is_none_or(|kind| kind == account.kind));
        wanted
            .map(|account| AccountView {
                account_id: account.id.clone(),
                name: account.name,
                kind: account.kind,
                balance: balances.of(account),
            })
            .collect()
    }

    /// The account, if its type is one of `kinds`; `needed` names these in the error.
    pub(super) fn account_of_type(
        &self,
        id: &AccountId,
        kinds: &[AccountType],
        needed: &'static str,
    ) -> Result<&Account, LedgerError> {
        let account = self.accounts.get(id)?;
        if kinds.contains(&account.kind) {
            return Ok(account);
        }
        Err(LedgerError::WrongAccount { id: id.clone(), name: account.name.to_owned(), needed })
    }
}
