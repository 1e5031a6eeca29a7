//! Sums of decimals, exactly.

use std::fmt;

use hpd_runtime::args::Node;

/// A decimal number: `units` times ten to the power of `-scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Amount {
    units: i128,
    scale: u32,
}

/// Maximum digits after the point; amounts have a few.
const MAX_SCALE: u32 = 18;

impl Amount {
    pub(crate) const ZERO: Self = Self { units: 0, scale: 0 };

    /// The number in a field: zero where it is absent or `null`. `None` for other types, and for sizes beyond any
    /// booking.
    pub(crate) fn of_field(value: Option<&Node<'_>>) -> Option<Self> {
        match value {
            None | Some(Node::Null) => Some(Self::ZERO),
            // Where the schema takes texts, an amount may come as one.
            Some(Node::Number(text) | Node::String(text)) => Self::parse(text),
            Some(_) => None,
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, mantissa),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let units: i128 = format!("{whole}{fraction}").parse().ok()?;
        let units = if negative { -units } else { units };
        let scale = i64::try_from(fraction.len()).ok()? - i64::from(exponent);
        if scale >= 0 {
            let scale = u32::try_from(scale).ok().filter(|scale| *scale <= MAX_SCALE)?;
            return Some(Self { units, scale });
        }
        let factor = 10_i128.checked_pow(u32::try_from(-scale).ok()?)?;
        Some(Self { units: units.checked_mul(factor)?, scale: 0 })
    }

    pub(crate) fn checked_add(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let units = self.units_at(scale)?.checked_add(other.units_at(scale)?)?;
        Some(Self { units, scale })
    }

    /// Without its sign.
    pub(crate) fn magnitude(self) -> Option<Self> {
        Some(Self { units: self.units.checked_abs()?, ..self })
    }

    pub(crate) const fn is_zero(self) -> bool {
        self.units == 0
    }

    pub(crate) const fn is_above_zero(self) -> bool {
        self.units > 0
    }

    /// Whether both are the same number; `None` beyond the exact range.
    pub(crate) fn equals(self, other: Self) -> Option<bool> {
        let scale = self.scale.max(other.scale);
        Some(self.units_at(scale)? == other.units_at(scale)?)
    }

    fn units_at(self, scale: u32) -> Option<i128> {
        self.units.checked_mul(10_i128.checked_pow(scale - self.scale)?)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.units < 0 { "-" } else { "" };
        let scale = self.scale as usize;
        let digits = format!("{:0>width$}", self.units.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        match fraction.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            fraction => write!(f, "{sign}{whole}.{fraction}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Amount;

    fn sum(texts: &[&str]) -> Option<String> {
        let mut amounts = texts.iter().map(|text| Amount::parse(text));
        let sum = amounts.try_fold(Amount::ZERO, |sum, amount| sum.checked_add(amount?))?;
        Some(sum.to_string())
    }

    #[test]
    fn sums_are_exact() {
        assert_eq!(sum(&["0.1", "0.2"]).as_deref(), Some("0.3"));
        assert_eq!(sum(&["1e3", "0.005", "-1000"]).as_deref(), Some("0.005"));
        assert_eq!(sum(&["99.50", "0.50"]).as_deref(), Some("100"));
        assert_eq!(sum(&["-0.05"]).as_deref(), Some("-0.05"));
        assert_eq!(
            sum(&["12345678901234567890.123456789"]).as_deref(),
            Some("12345678901234567890.123456789")
        );
    }

    #[test]
    fn what_is_no_amount_is_not_guessed() {
        for text in ["", ".5", "1,5", "NaN", "1e999", "1e-99", "--1", "+1", "1 ", &"9".repeat(60)] {
            assert_eq!(Amount::parse(text), None, "{text}");
        }
    }

    #[test]
    fn equality_does_not_depend_on_how_a_number_is_written() {
        let equal = |a, b| Amount::parse(a).unwrap().equals(Amount::parse(b).unwrap());
        assert_eq!(equal("150", "150.00"), Some(true));
        assert_eq!(equal("1.5e2", "150"), Some(true));
        assert_eq!(equal("150", "150.01"), Some(false));
    }
}
