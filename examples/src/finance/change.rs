//! The change of a figure from one period to the next.

use hpd_host::ToolError;
use rust_decimal::Decimal;
use serde::Serialize;

use super::rounding::{difference, exact_difference, percentage};
use crate::exact_number;

/// The change of a figure from one period to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PeriodChange {
    /// The current figure less the previous one.
    #[serde(serialize_with = "exact_number::serialize")]
    pub change: Decimal,
    /// The change in percent of the previous figure's magnitude; absent if that figure is 0.
    #[serde(serialize_with = "exact_number::option::serialize", skip_serializing_if = "Option::is_none")]
    pub percent: Option<Decimal>,
    /// Which way it went.
    pub direction: Direction,
}

/// Which way a figure went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Up.
    Increase,
    /// Down.
    Decrease,
    /// It stayed as it was.
    Unchanged,
}

impl PeriodChange {
    pub(super) fn between(previous: Decimal, current: Decimal) -> Result<Self, ToolError> {
        let exact = exact_difference(current, previous)?;
        let percent = if previous.is_zero() {
            None
        } else {
            // By the magnitude: a loss that becomes smaller is an improvement, so its percentage is positive.
            Some(percentage(exact, previous.abs(), "previous")?)
        };
        let direction = match exact.cmp(&Decimal::ZERO) {
            std::cmp::Ordering::Greater => Direction::Increase,
            std::cmp::Ordering::Less => Direction::Decrease,
            std::cmp::Ordering::Equal => Direction::Unchanged,
        };
        Ok(Self { change: difference(current, previous)?, percent, direction })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(previous: i64, current: i64) -> String {
        let change = PeriodChange::between(previous.into(), current.into()).expect("small figures");
        hpd_host::reexports::serde_json::to_string(&change).expect("a change can be written")
    }

    #[test]
    fn changes_against_known_values() {
        assert_eq!(change(80, 100), r#"{"change":20,"percent":25,"direction":"increase"}"#);
        assert_eq!(change(120, 100), r#"{"change":-20,"percent":-16.67,"direction":"decrease"}"#);
        assert_eq!(change(100, 100), r#"{"change":0,"percent":0,"direction":"unchanged"}"#);
    }

    #[test]
    fn a_smaller_loss_is_an_increase() {
        assert_eq!(change(-100, -50), r#"{"change":50,"percent":50,"direction":"increase"}"#);
    }

    #[test]
    fn a_change_from_zero_has_no_percentage() {
        assert_eq!(change(0, 100), r#"{"change":100,"direction":"increase"}"#);
    }
}
