//! Dates, times and durations of RFC 3339, and the same times without an offset.

/// The value of exactly two digits.
fn two_digits(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + (ones - b'0')),
        _ => None,
    }
}

pub(super) fn is_date(text: &str) -> bool {
    read_date(text).is_some()
}

fn read_date(text: &str) -> Option<()> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, two_digits(parts.next()?)?, two_digits(parts.next()?)?);
    let century = two_digits(year.get(..2)?)?;
    let in_century = two_digits(year.get(2..)?)?;
    let leap_base = if in_century == 0 { century } else { in_century };
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap_base.is_multiple_of(4) => 29,
        2 => 28,
        _ => return None,
    };
    (parts.next().is_none() && (1..=days).contains(&day)).then_some(())
}

pub(super) fn is_time(text: &str) -> bool {
    read_time(text).is_some()
}

fn read_time(text: &str) -> Option<()> {
    let (Clock { hour, minute, second }, offset) = read_clock(text)?;
    let ahead = read_offset(offset)?;
    // A leap second is the last second of a day in UTC.
    let in_day = (i32::from(hour) * 60 + i32::from(minute) - ahead).rem_euclid(24 * 60);
    (second < 60 || (second == 60 && in_day == 24 * 60 - 1)).then_some(())
}

/// A time without an offset. Without an offset, leap seconds can't be recognised.
pub(super) fn is_partial_time(text: &str) -> bool {
    read_clock(text).is_some_and(|(clock, rest)| clock.second < 60 && rest.is_empty())
}

pub(super) fn is_partial_date_time(text: &str) -> bool {
    text.split_once(['T', 't']).is_some_and(|(date, time)| is_date(date) && is_partial_time(time))
}

struct Clock {
    hour: u8,
    minute: u8,
    second: u8,
}

/// The time at the start of a text, and the rest of the text.
fn read_clock(text: &str) -> Option<(Clock, &str)> {
    let (clock, rest) = (text.get(..8)?, text.get(8..)?);
    let mut parts = clock.split(':');
    let (hour, minute, second) =
        (two_digits(parts.next()?)?, two_digits(parts.next()?)?, two_digits(parts.next()?)?);
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            (rest.len() < fraction.len()).then_some(rest)?
        }
        None => rest,
    };
    (hour < 24 && minute < 60).then_some((Clock { hour, minute, second }, rest))
}

/// Minutes ahead of UTC.
fn read_offset(text: &str) -> Option<i32> {
    let sign = match text.as_bytes().first()? {
        b'Z' | b'z' => return (text.len() == 1).then_some(0),
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hour, minute) = text[1..].split_once(':')?;
    let (hour, minute) = (two_digits(hour)?, two_digits(minute)?);
    (hour < 24 && minute < 60).then(|| sign * (i32::from(hour) * 60 + i32::from(minute)))
}

pub(super) fn is_date_time(text: &str) -> bool {
    text.split_once(['T', 't']).is_some_and(|(date, time)| is_date(date) && is_time(time))
}

/// Weeks alone, or a date part, a time part, or both. In a part no unit may be left out between two others. Seconds may
/// have a fraction, as in ISO 8601: the grammar of RFC 3339 has none, and could not say 250 milliseconds.
pub(super) fn is_duration(text: &str) -> bool {
    let Some(text) = text.strip_prefix('P') else { return false };
    if let Some(weeks) = text.strip_suffix('W') {
        return is_number(weeks);
    }
    match text.split_once('T') {
        Some((date, time)) => (date.is_empty() || has_units(date, "YMD")) && has_time_units(time),
        None => has_units(text, "YMD"),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn has_time_units(text: &str) -> bool {
    match text.split_once('.') {
        None => has_units(text, "HMS"),
        Some((whole, fraction)) => {
            fraction.strip_suffix('S').is_some_and(is_number) && has_units(&format!("{whole}S"), "HMS")
        }
    }
}

/// Whether a text is numbers, each with one of the units, which follow each other without a gap.
fn has_units(text: &str, units: &str) -> bool {
    let mut last = None;
    for part in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let Some(unit) = part.chars().last().and_then(|unit| units.find(unit)) else { return false };
        // A unit has one byte, so the rest is the number.
        if !is_number(&part[..part.len() - 1]) || last.is_some_and(|last| unit != last + 1) {
            return false;
        }
        last = Some(unit);
    }
    last.is_some()
}
