//! Amounts of money.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Serialize, Serializer};

use super::LedgerError;
use crate::exact_number;

/// An amount of money: not negative, with two decimals, in the one currency of the books.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(Decimal);

/// The decimals of an amount.
const DECIMALS: u32 = 2;

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(Decimal::from_parts(0, 0, 0, false, DECIMALS));
    /// The largest amount that is accepted as input: 999,999,999,999.99.
    // In two halves of 32 bits: the other const constructors return a `Result`.
    pub const LARGEST: Self = Self(Decimal::from_parts(276_447_231, 23_283, 0, false, DECIMALS));

    /// The amount of `field`, if it can be booked.
    ///
    /// # Errors
    ///
    /// It is not above zero, is larger than [`LARGEST`](Self::LARGEST), or has more than two decimals.
    pub fn positive(field: &'static str, amount: Decimal) -> Result<Self, LedgerError> {
        if amount <= Decimal::ZERO {
            return Err(LedgerError::NotPositive { field, amount });
        }
        if amount > Self::LARGEST.0 {
            return Err(LedgerError::TooLarge { field });
        }
        let mut rounded = amount;
        rounded.rescale(DECIMALS);
        if rounded == amount { Ok(Self(rounded)) } else { Err(LedgerError::TooFine { field, amount }) }
    }

    /// The price of `quantity` units at `unit_amount`, rounded to two decimals, halves up.
    ///
    /// # Errors
    ///
    /// A factor is not above zero, or the amount is too small or too large to be booked.
    pub fn of_line(quantity: Decimal, unit_amount: Decimal) -> Result<Self, LedgerError> {
        for (field, amount) in [("Quantity", quantity), ("UnitAmount", unit_amount)] {
            if amount <= Decimal::ZERO {
                return Err(LedgerError::NotPositive { field, amount });
            }
        }
        let field = "Quantity times UnitAmount";
        let amount = quantity.checked_mul(unit_amount).ok_or(LedgerError::TooLarge { field })?;
        Self::positive(field, amount.round_dp_with_strategy(DECIMALS, RoundingStrategy::MidpointAwayFromZero))
    }

    /// The difference, unless it is below zero.
    pub fn minus(self, other: Self) -> Option<Self> {
        (self >= other).then(|| Self(self.0 - other.0))
    }

    /// Whether it is nothing.
    pub fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    /// The amount as a decimal, which may become negative in a balance.
    pub const fn to_decimal(self) -> Decimal {
        self.0
    }
}

// A decimal holds 26 digits before the point, an input amount has twelve: memory ends before a sum overflows.
impl Add for Money {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        exact_number::serialize(&self.0, serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().expect("a decimal")
    }

    fn refusal(amount: &str) -> String {
        Money::positive("Amount", decimal(amount)).expect_err("can't be booked").to_string()
    }

    #[test]
    fn amounts_have_two_decimals() {
        let amount = Money::positive("Amount", decimal("5000")).expect("an amount");
        assert_eq!(amount.to_string(), "5000.00");
        assert_eq!(hpd_host::reexports::serde_json::to_string(&amount).expect("a number"), "5000.00");
        assert_eq!(Money::positive("Amount", decimal("0.1000")).expect("an amount").to_string(), "0.10");
        assert_eq!(Money::ZERO.to_string(), "0.00");
        assert_eq!(Money::LARGEST.to_string(), "999999999999.99");
    }

    #[test]
    fn refusals_say_what_to_do() {
        assert_eq!(
            refusal("0"),
            "Amount must be above zero, but it is 0. Ask the user for the right amount."
        );
        assert_eq!(
            refusal("-5.50"),
            "Amount must be above zero, but it is -5.5. Ask the user for the right amount."
        );
        assert_eq!(
            refusal("10.005"),
            "Amount has more than two decimals (10.005). Ask the user for the exact amount."
        );
        assert_eq!(
            refusal("1000000000000"),
            "Amount is above 999999999999.99, the largest that can be booked. Check the figures."
        );
    }

    #[test]
    fn lines_are_rounded_halves_up() {
        let of =
            |quantity, unit| Money::of_line(decimal(quantity), decimal(unit)).expect("an amount").to_string();
        assert_eq!(of("3", "19.99"), "59.97");
        assert_eq!(of("1.5", "0.03"), "0.05");
        assert_eq!(of("0.333", "10"), "3.33");
    }

    #[test]
    fn lines_of_nothing_are_refused() {
        let refusal = |quantity, unit| {
            Money::of_line(decimal(quantity), decimal(unit)).expect_err("no line").to_string()
        };
        assert_eq!(
            refusal("0", "1"),
            "Quantity must be above zero, but it is 0. Ask the user for the right amount."
        );
        assert_eq!(
            refusal("1", "-1"),
            "UnitAmount must be above zero, but it is -1. Ask the user for the right amount."
        );
        assert!(refusal("0.001", "0.001").starts_with("Quantity times UnitAmount must be above zero"));
        assert!(Money::of_line(Decimal::MAX, Decimal::MAX).is_err());
    }
}
