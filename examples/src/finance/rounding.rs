//! Rounding of figures, and the errors in place of figures that don't exist.
//!
//! Everything is computed exactly and rounded once, at the end, to the nearest, halves away from zero. Ratios have four
//! decimals, percentages and amounts two. Trailing zeros are not written.

use hpd_host::ToolError;
use rust_decimal::{Decimal, RoundingStrategy};

const RATIO_DECIMALS: u32 = 4;
const PERCENTAGE_DECIMALS: u32 = 2;
const AMOUNT_DECIMALS: u32 = 2;

/// `dividend / divisor` as a ratio. `name` is the divisor's name in the error.
pub(super) fn ratio(dividend: Decimal, divisor: Decimal, name: &str) -> Result<Decimal, ToolError> {
    divide(dividend, divisor, name).map(|ratio| round(ratio, RATIO_DECIMALS))
}

/// `part / whole` in percent. `name` is the whole's name in the error.
pub(super) fn percentage(part: Decimal, whole: Decimal, name: &str) -> Result<Decimal, ToolError> {
    let hundredfold = part.checked_mul(Decimal::ONE_HUNDRED).ok_or_else(too_large)?;
    divide(hundredfold, whole, name).map(|percentage| round(percentage, PERCENTAGE_DECIMALS))
}

/// `minuend - subtrahend` as an amount.
pub(super) fn difference(minuend: Decimal, subtrahend: Decimal) -> Result<Decimal, ToolError> {
    exact_difference(minuend, subtrahend).map(|amount| round(amount, AMOUNT_DECIMALS))
}

/// `minuend - subtrahend`, to compute on with.
pub(super) fn exact_difference(minuend: Decimal, subtrahend: Decimal) -> Result<Decimal, ToolError> {
    minuend.checked_sub(subtrahend).ok_or_else(too_large)
}

/// `left * right`, to compute on with.
pub(super) fn product(left: Decimal, right: Decimal) -> Result<Decimal, ToolError> {
    left.checked_mul(right).ok_or_else(too_large)
}

fn divide(dividend: Decimal, divisor: Decimal, name: &str) -> Result<Decimal, ToolError> {
    if divisor.is_zero() {
        return Err(ToolError::new(format!(
            "{name} is 0, so there is no ratio. Say that it can't be calculated, or ask the user for the right figure."
        )));
    }
    dividend.checked_div(divisor).ok_or_else(too_large)
}

fn round(figure: Decimal, decimals: u32) -> Decimal {
    figure.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero).normalize()
}

fn too_large() -> ToolError {
    ToolError::new(
        "The figures are too large to calculate with exactly. Give them in a larger unit, for example thousands.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().expect("a decimal")
    }

    #[test]
    fn ratios_have_four_decimals_and_halves_go_away_from_zero() {
        assert_eq!(ratio(decimal("2"), decimal("3"), "").expect("a ratio"), decimal("0.6667"));
        assert_eq!(ratio(decimal("0.00005"), decimal("1"), "").expect("a ratio"), decimal("0.0001"));
        assert_eq!(ratio(decimal("-0.00005"), decimal("1"), "").expect("a ratio"), decimal("-0.0001"));
        assert_eq!(ratio(decimal("500000"), decimal("200000"), "").expect("a ratio").to_string(), "2.5");
    }

    #[test]
    fn percentages_and_amounts_have_two_decimals() {
        assert_eq!(percentage(decimal("1"), decimal("3"), "").expect("a percentage"), decimal("33.33"));
        assert_eq!(difference(decimal("10.005"), decimal("0")).expect("an amount"), decimal("10.01"));
        assert_eq!(difference(decimal("10.10"), decimal("0.10")).expect("an amount").to_string(), "10");
    }

    #[test]
    fn division_by_zero_says_what_is_zero() {
        assert_eq!(
            ratio(Decimal::ONE, Decimal::ZERO, "current_liabilities").expect_err("no ratio").to_string(),
            "current_liabilities is 0, so there is no ratio. Say that it can't be calculated, or ask the user for the right figure."
        );
    }

    #[test]
    fn overflow_is_an_error() {
        let text = "The figures are too large to calculate with exactly. Give them in a larger unit, for example thousands.";
        assert_eq!(percentage(Decimal::MAX, Decimal::ONE, "").expect_err("too large").to_string(), text);
        assert_eq!(difference(Decimal::MAX, Decimal::MIN).expect_err("too large").to_string(), text);
        assert_eq!(ratio(Decimal::MAX, decimal("0.1"), "").expect_err("too large").to_string(), text);
    }
}
