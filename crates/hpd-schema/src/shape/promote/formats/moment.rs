//! Dates and times.

/// The day of a moment at midnight, in UTC or without an offset. With another offset, the day could differ.
pub(super) fn to_date(text: &str) -> Option<String> {
    let Some(at) = text.find(['T', 't', ' ']) else { return Some(text.to_owned()) };
    let (date, time) = (&text[..at], &text[at + 1..]);
    let clock = ["Z", "z", "+00:00"].iter().find_map(|offset| time.strip_suffix(offset)).unwrap_or(time);
    let fraction = clock.strip_prefix("00:00:00")?;
    let digits = fraction.strip_prefix('.').filter(|digits| !digits.is_empty());
    let is_midnight =
        fraction.is_empty() || digits.is_some_and(|digits| digits.bytes().all(|digit| digit == b'0'));
    is_midnight.then(|| date.to_owned())
}

/// With `T` between day and time, and with seconds. An offset is never added.
pub(super) fn to_date_time(text: &str) -> Option<String> {
    let at = text.find(['T', 't', ' '])?;
    let (date, time) = (&text[..at], &text[at + 1..]);
    Some(format!("{date}T{}", to_time(time)?))
}

/// With seconds. An offset is never added.
pub(super) fn to_time(text: &str) -> Option<String> {
    let (clock, rest) = (text.get(..5)?, text.get(5..)?);
    if rest.is_empty() || rest.starts_with(['Z', 'z', '+', '-']) {
        return Some(format!("{clock}:00{rest}"));
    }
    Some(text.to_owned())
}
