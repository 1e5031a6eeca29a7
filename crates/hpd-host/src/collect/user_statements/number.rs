//! Numbers as people write them.

use hpd_runtime::args::Decimal;

const CURRENCIES: [char; 5] = ['₹', '$', '€', '£', '¥'];

/// Reads a number in people's spelling: `5000`, `-12.5`, `₹1,00,000.00`, `5,000€`. `None` for other texts and ambiguous
/// numbers: `12.500` is twelve and a half to some, and twelve thousand five hundred to others.
pub(super) fn read_number(word: &str) -> Option<Decimal> {
    let word = word.strip_prefix(CURRENCIES).or_else(|| word.strip_suffix(CURRENCIES)).unwrap_or(word);
    let (sign, word) = match word.strip_prefix('-') {
        Some(word) => ("-", word),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let (whole, fraction) =
        word.split_once('.').map_or((word, None), |(whole, fraction)| (whole, Some(fraction)));
    if fraction.is_some_and(|fraction| !is_digits(fraction)) {
        return None;
    }
    let digits = if whole.contains(',') { join_groups(whole)? } else { whole.to_owned() };
    let may_be_thousands = fraction.is_some_and(|fraction| fraction.len() == 3)
        && !whole.contains(',')
        && whole.len() <= 3
        && whole != "0";
    if may_be_thousands || !is_digits(&digits) {
        return None;
    }
    // Leading zeros are refused: such a text is a code.
    Decimal::parse(&format!(
        "{sign}{digits}{}{}",
        if fraction.is_some() { "." } else { "" },
        fraction.unwrap_or_default()
    ))
}

/// The digits of a number in groups: `1,234,567`, or `12,34,567` as in India.
fn join_groups(whole: &str) -> Option<String> {
    let groups: Vec<_> = whole.split(',').collect();
    let [first, middle @ .., last] = groups.as_slice() else { return None };
    let middle_is = |length: usize| middle.iter().all(|group| group.len() == length);
    let is_grouped = last.len() == 3
        && ((middle_is(3) && (1..=3).contains(&first.len()))
            || (middle_is(2) && (1..=2).contains(&first.len())));
    (is_grouped && groups.iter().all(|group| is_digits(group))).then(|| groups.concat())
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a number is written with one digit, and perhaps a sign: from -9 to 9.
pub(super) fn is_single_digit(number: &Decimal) -> bool {
    let ten = Decimal::from(10_i128);
    number.is_integer() && *number < ten && *number > Decimal::from(-10_i128)
}
