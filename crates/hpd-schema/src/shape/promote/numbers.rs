//! Towards numbers: by their text, digit for digit, and never through a float.

use std::borrow::Cow;

use hpd_json::{Decimal, Node, WarningCode};

use super::place::Place;
use super::promoter::{At, Promoter};
use crate::shape::TypeSet;
use crate::shape::compile::is_beyond;

/// The longest whole number that is read from a text: that of the widest type.
const MAX_DIGITS: usize = 39;
/// The greatest whole number up to which all have a float of their own: 2^53.
const EXACT_FLOATS: u128 = 1 << 53;
/// Digits of a whole number that every float of 64 bits holds.
const ALWAYS_EXACT: usize = 15;
const CURRENCY: [char; 10] = ['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₫', '₪'];

impl<'s> Promoter<'s, '_> {
    pub(super) fn read_number<'a>(
        &mut self,
        place: &Place<'s>,
        at: At<'_>,
        value: &Node<'_>,
    ) -> Option<Node<'a>> {
        // A list of values without a type requires one of them. Similar texts don't count.
        let Node::String(text) = value else { return None };
        if !place.names_types() {
            return None;
        }
        let text = plain_number(text, at.is_lenient())?;
        let number = if place.types.contains(TypeSet::FRACTION) {
            let is_single = place.declared_formats().any(|format| format == "float");
            read_float(&text, is_single)?
        } else {
            read_integer(&text)?
        };
        let number = Node::Number(Cow::Owned(number));
        // A declared width is not checked by anything else.
        if is_too_wide(place, &number) && self.accepts(place.ids.as_slice(), &number) {
            return None;
        }
        self.note_number(at, value, &number);
        Some(number)
    }

    fn note_number(&mut self, at: At<'_>, value: &Node<'_>, number: &Node<'_>) {
        let message = "string literal converted to number";
        self.log.note(WarningCode::StringToNumber, at.path, message, value, Some(number));
    }

    /// Removes blanks and other non-numeric parts around a decimal in a text.
    pub(super) fn trim_decimal<'a>(
        &mut self,
        place: &Place<'s>,
        at: At<'_>,
        value: &Node<'_>,
    ) -> Option<Node<'a>> {
        let text = plain_number(value.as_str()?, at.is_lenient())?;
        let decimal = Node::String(Cow::Owned(text.into_owned()));
        let is_decimal = decimal != *value && self.accepts(place.ids.as_slice(), &decimal);
        is_decimal.then(|| self.note_number(at, value, &decimal))?;
        Some(decimal)
    }
}

fn is_too_wide(place: &Place<'_>, number: &Node<'_>) -> bool {
    let Node::Number(text) = number else { return false };
    let mut formats = place.declared_formats().peekable();
    if formats.peek().is_none() {
        return false;
    }
    Decimal::parse(text).is_some_and(|number| formats.any(|format| is_beyond(format, &number)))
}

/// Whether a text is a whole number of JSON that any type of numbers holds, by a glance at it: most are.
fn is_plain(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    (1..=ALWAYS_EXACT).contains(&digits.len()) && digits[0] != b'0' && digits.iter().all(u8::is_ascii_digit)
}

/// `42`, and `42.0` up to where floats are exact. `1.000` is a thousand in half of the world.
fn read_integer(text: &str) -> Option<String> {
    if is_plain(text) {
        return Some(text.to_owned());
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_whole = |text: &str| text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
    let number = Decimal::parse(text).filter(|_| is_whole(whole))?;
    if whole.trim_start_matches('-').len() > MAX_DIGITS || !matches!(fraction, "" | "0") {
        return None;
    }
    let exact = Decimal::from(EXACT_FLOATS);
    let is_beyond_floats = number > exact || Decimal::parse(whole.trim_start_matches('-'))? > exact;
    if !fraction.is_empty() && is_beyond_floats {
        return None;
    }
    Some(if number.is_zero() { "0".to_owned() } else { whole.to_owned() })
}

/// A number of which the type holds every digit.
fn read_float(text: &str, is_single: bool) -> Option<String> {
    if !is_single && is_plain(text) {
        return Some(text.to_owned());
    }
    let number = Decimal::parse(text)?;
    // The shortest text of a float tells all that it holds.
    let held = if is_single {
        text.parse::<f32>().ok().filter(|float| float.is_finite()).map(|float| format!("{float:e}"))
    } else {
        text.parse::<f64>().ok().filter(|float| float.is_finite()).map(|float| format!("{float:e}"))
    };
    (Decimal::parse(&held?)? == number).then(|| text.to_owned())
}

/// A text without the blanks around it; where that is lenient, also without a currency sign and thousands separators.
fn plain_number(text: &str, lenient: bool) -> Option<Cow<'_, str>> {
    let text = text.trim();
    if !lenient || is_plain(text) || Decimal::parse(text).is_some() {
        return Some(Cow::Borrowed(text));
    }
    let (sign, amount) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let without = amount.strip_prefix(CURRENCY).or_else(|| amount.strip_suffix(CURRENCY));
    let (sign, digits) = match without.map(str::trim) {
        Some(rest) if sign.is_empty() => rest.strip_prefix('-').map_or((sign, rest), |rest| ("-", rest)),
        Some(rest) => (sign, rest),
        None => (sign, amount),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    // "€1.234" is one amount in Dublin and another in Berlin.
    if fraction.is_some_and(|fraction| fraction.len() == 3) && !whole.contains(',') {
        return None;
    }
    let mut number = format!("{sign}{}", join_groups(whole)?);
    if let Some(fraction) = fraction {
        number.push('.');
        number.push_str(fraction);
    }
    Decimal::parse(&number).is_some().then_some(Cow::Owned(number))
}

/// `1,234,567` without its commas, if all groups but the first have three digits.
fn join_groups(text: &str) -> Option<String> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_first = (1..=3).contains(&first.len()) || !text.contains(',');
    let well_formed =
        is_first && is_digits(first) && groups.all(|group| group.len() == 3 && is_digits(group));
    well_formed.then(|| text.replace(',', ""))
}
