//! Numbers as the user wrote them: compared exactly, never through a float.

use std::cmp::Ordering;

/// A JSON number, digit for digit as in the source.
#[derive(Debug, Clone)]
pub(crate) struct Number {
    text: String,
    negative: bool,
    /// Significant digits, without leading or trailing zeros; empty for zero.
    digits: Vec<u8>,
    /// The value is `0.digits * 10^exponent`.
    exponent: i64,
}

impl Number {
    /// The number of a JSON text.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let negative = text.starts_with('-');
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, power) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, power.parse::<i64>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || !is_number(whole) || !is_number(fraction) {
            return None;
        }
        let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = all.iter().take_while(|&&b| b == b'0').count();
        let end = all.iter().rposition(|&b| b != b'0').map_or(zeros, |last| last + 1);
        let point = i64::try_from(whole.len()).ok()? - i64::try_from(zeros).ok()?;
        let digits = all[zeros..end].to_vec();
        let exponent = if digits.is_empty() { 0 } else { point.checked_add(power)? };
        Some(Self { text: text.to_owned(), negative: negative && !digits.is_empty(), digits, exponent })
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_positive(&self) -> bool {
        !self.negative && !self.digits.is_empty()
    }

    /// Whether this is a whole number of `unit`s; `None` if the numbers are too long to tell.
    pub(crate) fn is_multiple_of(&self, unit: &Self) -> Option<bool> {
        let scale = self.scale().max(unit.scale());
        Some(self.scaled(scale)? % unit.scaled(scale)? == 0)
    }

    /// The number of digits after the point.
    fn scale(&self) -> i64 {
        let digits = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        digits.saturating_sub(self.exponent).max(0)
    }

    /// The value times `10^scale`, which has no fraction.
    fn scaled(&self, scale: i64) -> Option<i128> {
        let digits = i64::try_from(self.digits.len()).ok()?;
        let zeros = u32::try_from(self.exponent.checked_sub(digits)?.checked_add(scale)?).ok()?;
        let text = std::str::from_utf8(&self.digits).ok()?;
        let value: i128 = if text.is_empty() { 0 } else { text.parse().ok()? };
        value.checked_mul(10_i128.checked_pow(zeros)?)
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self.exponent.cmp(&other.exponent).then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::new(text).unwrap_or_else(|| panic!("{text} is a number"))
    }

    #[test]
    fn order_is_exact() {
        let ascending =
            ["-10", "-1.5", "-1", "-0.01", "0", "1e-9", "0.1", "0.11", "1", "9", "10", "1e2", "1.1e2"];
        for pair in ascending.windows(2) {
            assert!(number(pair[0]) < number(pair[1]), "{} < {}", pair[0], pair[1]);
        }
        assert!(number("9007199254740992") < number("9007199254740993"));
        for (a, b) in [("1", "1.0"), ("-0", "0.00"), ("100", "1e2"), ("0.5", "5e-1")] {
            assert_eq!(number(a), number(b));
        }
    }

    #[test]
    fn multiples_are_exact() {
        assert_eq!(number("0.3").is_multiple_of(&number("0.1")), Some(true));
        assert_eq!(number("0.35").is_multiple_of(&number("0.1")), Some(false));
        assert_eq!(number("120").is_multiple_of(&number("1e1")), Some(true));
        assert_eq!(number("0").is_multiple_of(&number("7")), Some(true));
        assert_eq!(number("1e99").is_multiple_of(&number("7")), None);
    }

    #[test]
    fn only_numbers_are_numbers() {
        for text in ["", "-", ".5", "1x", "1e", "--1"] {
            assert!(Number::new(text).is_none(), "{text}");
        }
    }
}
