//! Exact decimals: the value of a number's text, digit for digit.

use std::cmp::Ordering;
use std::fmt::{self, Write};

/// An exact decimal number, read from a JSON number. Numbers of the same value compare as equal in any
/// notation: `1.0`, `1` and `10e-1`.
///
/// Nothing is rounded. Numbers of up to 38 digits need no allocation. Exponents are never expanded, so
/// `1e999999999` costs as little as any other number. An exponent beyond ±10^36 counts as ±10^36.
///
/// ```
/// use hpd_json::Decimal;
///
/// let price = Decimal::parse("0.30").unwrap();
/// assert!(price.is_multiple_of(&Decimal::parse("0.1").unwrap()));
/// assert!(price < Decimal::parse("1e999999999").unwrap());
/// assert_eq!(Decimal::parse("1.0"), Decimal::parse("1"));
/// assert_eq!(Decimal::parse("+1"), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    /// Without zeros at either end; zero is `Short(0)`.
    digits: Digits,
    /// The power of ten of the last digit; 0 for zero.
    exponent: i128,
}

/// Digits of a number. Up to [`SHORT`] digits are always `Short`, so that equal numbers have equal parts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Digits {
    Short(u128),
    /// Digits from 0 to 9, the highest first.
    Long(Box<[u8]>),
}

/// The number of digits that always fit a `u128`.
const SHORT: usize = 38;
/// Where exponents stop growing. Far below the range of `i128`, so that sums of a few can't overflow.
const HUGE: i128 = 10_i128.pow(36);
/// Numbers are written out up to this many zeros, and with an exponent beyond it.
const PLAIN: i128 = 20;

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { negative: false, digits: Digits::Short(0), exponent: 0 };

    /// Reads a number that is written as in JSON; `None` if it is not.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            Some(at) => (&unsigned[..at], parse_exponent(&unsigned[at + 1..])?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (mantissa, ""),
        };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty()
            || (whole.len() > 1 && whole.starts_with('0'))
            || !is_number(whole)
            || !is_number(fraction)
        {
            return None;
        }
        Some(Self::from_parts(negative, whole, fraction, exponent))
    }

    fn from_parts(negative: bool, whole: &str, fraction: &str, exponent: i128) -> Self {
        let mut exponent = exponent - length(fraction.len());
        // The zeros at the end come off first: they would make a short number long.
        let kept_fraction = fraction.trim_end_matches('0');
        exponent += length(fraction.len() - kept_fraction.len());
        let kept_whole = if kept_fraction.is_empty() { whole.trim_end_matches('0') } else { whole };
        exponent += length(whole.len() - kept_whole.len());
        let leading =
            kept_whole.bytes().chain(kept_fraction.bytes()).take_while(|byte| *byte == b'0').count();
        let count = kept_whole.len() + kept_fraction.len() - leading;
        let values = kept_whole.bytes().chain(kept_fraction.bytes()).skip(leading).map(|byte| byte - b'0');
        if count == 0 {
            return Self::ZERO;
        }
        let digits = if count <= SHORT {
            Digits::Short(values.fold(0, |sum, digit| sum * 10 + u128::from(digit)))
        } else {
            Digits::Long(values.collect())
        };
        Self { negative, digits, exponent: exponent.clamp(-HUGE, HUGE) }
    }

    /// Whether the number is whole.
    pub const fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// Whether the number is zero.
    pub const fn is_zero(&self) -> bool {
        matches!(self.digits, Digits::Short(0))
    }

    /// Whether the number is below zero.
    pub const fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether the number is a whole multiple of `divisor`. Nothing but zero is a multiple of zero.
    pub fn is_multiple_of(&self, divisor: &Self) -> bool {
        if self.is_zero() {
            return true;
        }
        let shift = self.exponent - divisor.exponent;
        // Digits end in a digit other than zero, so that no power of ten divides them.
        if divisor.is_zero() || shift < 0 {
            return false;
        }
        // Zeros beyond the divisor's number of binary digits change nothing: they add factors of 2 and 5 that it does
        // not have.
        let zeros = usize::try_from(shift).unwrap_or(usize::MAX).min(divisor.count() * 4);
        match (&self.digits, &divisor.digits) {
            (Digits::Short(number), Digits::Short(divisor)) if zeros == 0 => number % divisor == 0,
            (_, Digits::Short(divisor)) if *divisor < 10_u128.pow(37) => {
                let mut rest = 0;
                self.for_each_digit(zeros, |digit| rest = (rest * 10 + u128::from(digit)) % divisor);
                rest == 0
            }
            _ => {
                let mut rest = LongRest::new(divisor);
                self.for_each_digit(zeros, |digit| rest.push(digit));
                rest.is_zero()
            }
        }
    }

    /// The number of digits.
    fn count(&self) -> usize {
        match &self.digits {
            Digits::Short(0) => 0,
            Digits::Short(digits) => digits.ilog10() as usize + 1,
            Digits::Long(digits) => digits.len(),
        }
    }

    fn for_each_digit(&self, zeros: usize, mut take: impl FnMut(u8)) {
        match &self.digits {
            Digits::Short(digits) => digits.to_string().bytes().for_each(|byte| take(byte - b'0')),
            Digits::Long(digits) => digits.iter().copied().for_each(&mut take),
        }
        (0..zeros).for_each(|_| take(0));
    }

    fn cmp_magnitude(&self, other: &Self) -> Ordering {
        if self.is_zero() || other.is_zero() {
            return other.is_zero().cmp(&self.is_zero());
        }
        let (size, other_size) =
            (self.exponent + length(self.count()), other.exponent + length(other.count()));
        size.cmp(&other_size).then_with(|| match (&self.digits, &other.digits) {
            (Digits::Short(left), Digits::Short(right)) if self.exponent == other.exponent => left.cmp(right),
            // Numbers of the same size are ordered by their digits from the highest on, and none ends in a zero.
            _ => self.text().cmp(&other.text()),
        })
    }

    /// The digits as text.
    fn text(&self) -> String {
        let mut text = String::with_capacity(self.count());
        self.for_each_digit(0, |digit| text.push(char::from(b'0' + digit)));
        text
    }

    /// The number as JSON. It has an exponent if its digits would need more than `max_zeros` added zeros. Equal
    /// numbers have the same text.
    ///
    /// ```
    /// use hpd_json::Decimal;
    ///
    /// let million = Decimal::parse("1.0E+6").unwrap();
    /// assert_eq!(million.to_json(6), "1000000");
    /// assert_eq!(million.to_json(5), "1e6");
    /// ```
    pub fn to_json(&self, max_zeros: u8) -> String {
        let mut text = String::new();
        // Writing into a `String` can't fail.
        let _ = self.write(max_zeros.into(), &mut text);
        text
    }

    fn write(&self, max_zeros: i128, out: &mut impl Write) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        if let (Digits::Short(digits), 0) = (&self.digits, self.exponent) {
            return write!(out, "{sign}{digits}");
        }
        let digits = self.text();
        let point = length(digits.len()) + self.exponent;
        if (0..=max_zeros).contains(&self.exponent) {
            let zeros = usize::try_from(self.exponent).unwrap_or_default();
            write!(out, "{sign}{digits}{}", "0".repeat(zeros))
        } else if self.exponent < 0 && (1 - max_zeros..=0).contains(&point) {
            let zeros = usize::try_from(-point).unwrap_or_default();
            write!(out, "{sign}0.{}{digits}", "0".repeat(zeros))
        } else if self.exponent < 0 && point > 0 {
            let (whole, fraction) = digits.split_at(usize::try_from(point).unwrap_or_default());
            write!(out, "{sign}{whole}.{fraction}")
        } else {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            write!(out, "{sign}{first}{dot}{rest}e{}", point - 1)
        }
    }
}

/// The rest of a division by a divisor that is too long for machine arithmetic.
struct LongRest {
    divisor: Vec<u8>,
    /// As many digits as the divisor has, and one more.
    rest: Vec<u8>,
}

impl LongRest {
    fn new(divisor: &Decimal) -> Self {
        let mut digits = vec![0];
        divisor.for_each_digit(0, |digit| digits.push(digit));
        Self { rest: vec![0; digits.len()], divisor: digits }
    }

    /// Appends a digit to the rest and divides again.
    fn push(&mut self, digit: u8) {
        // The rest is below the divisor, so that its highest place is free.
        self.rest.rotate_left(1);
        if let Some(last) = self.rest.last_mut() {
            *last = digit;
        }
        while self.rest >= self.divisor {
            let mut borrow = 0;
            for (place, taken) in self.rest.iter_mut().zip(&self.divisor).rev() {
                let taken = taken + borrow;
                borrow = u8::from(*place < taken);
                *place = *place + 10 * borrow - taken;
            }
        }
    }

    fn is_zero(&self) -> bool {
        self.rest.iter().all(|digit| *digit == 0)
    }
}

fn parse_exponent(text: &str) -> Option<i128> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value = digits.bytes().fold(0, |sum: i128, byte| (sum * 10 + i128::from(byte - b'0')).min(HUGE));
    Some(if negative { -value } else { value })
}

/// A length as an exponent. Texts are far shorter than the range.
const fn length(count: usize) -> i128 {
    count as i128
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u128> for Decimal {
    fn from(value: u128) -> Self {
        Self::from_parts(false, &value.to_string(), "", 0)
    }
}

impl From<i128> for Decimal {
    fn from(value: i128) -> Self {
        Self::from_parts(value < 0, &value.unsigned_abs().to_string(), "", 0)
    }
}

impl fmt::Display for Decimal {
    /// Plain where that is short (`0.05`, `1200`), else with an exponent (`1.5e30`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(PLAIN, f)
    }
}
