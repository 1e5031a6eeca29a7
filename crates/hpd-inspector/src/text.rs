//! Texts of the pages: times, lengths of time, counts, JSON.

use std::fmt::Write;

use hpd_host::system::Timestamp;
use maud::{Markup, html};
use serde::Serialize;

/// A length of time, in milliseconds: `1,247ms`. Below one millisecond with one digit: `0.4ms`.
pub(crate) fn duration(ms: f64) -> String {
    if ms < 0.95 {
        return format!("{ms:.1}ms");
    }
    format!("{}ms", grouped(&format!("{ms:.0}")))
}

/// A count: `12,345`.
pub(crate) fn count(number: u64) -> String {
    grouped(&number.to_string())
}

/// Digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A share: `12.5 %`, or a dash where there is none.
pub(crate) fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1} %", value * 100.0))
}

/// JSON on several lines.
pub(crate) fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// The begin of a text, and how many characters follow it. `None` for the whole text.
pub(crate) fn begin_of(text: &str, longest: Option<usize>) -> (&str, u64) {
    let cut = longest.and_then(|longest| text.char_indices().nth(longest));
    let Some((begin, rest)) = cut.and_then(|(at, _)| text.split_at_checked(at)) else { return (text, 0) };
    (begin, u64::try_from(rest.chars().count()).unwrap_or(u64::MAX))
}

/// The number of something: `1 call`, `2 calls`.
pub(crate) fn number_of(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// A moment. The script of the page shows it in the reader's zone.
pub(crate) fn time(at: Timestamp) -> Markup {
    html! { time datetime=(iso(at)) { (utc(at)) } }
}

/// A moment in UTC: `2026-02-27 14:03:05 UTC`.
pub(crate) fn utc(at: Timestamp) -> String {
    let Civil { year, month, day, hour, minute, second, .. } = Civil::of(at);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

/// A day in UTC: `2026-02-27 (UTC)`.
pub(crate) fn day(at: Timestamp) -> String {
    let Civil { year, month, day, .. } = Civil::of(at);
    format!("{year:04}-{month:02}-{day:02} (UTC)")
}

pub(crate) fn iso(at: Timestamp) -> String {
    let Civil { year, month, day, hour, minute, second, milli } = Civil::of(at);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

/// A moment by the calendar, in UTC.
pub(crate) struct Civil {
    pub(crate) year: u64,
    pub(crate) month: u64,
    pub(crate) day: u64,
    pub(crate) hour: u64,
    pub(crate) minute: u64,
    second: u64,
    milli: u64,
}

impl Civil {
    /// By the usual reckoning in eras of 400 years that begin in March.
    pub(crate) const fn of(at: Timestamp) -> Self {
        let millis = at.as_millis();
        let (days, rest) = (millis / 86_400_000, millis % 86_400_000);
        let shifted = days + 719_468;
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let from_march = (5 * of_year + 2) / 153;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        Self {
            year: year_of_era + era * 400 + (month <= 2) as u64,
            month,
            day: of_year - (153 * from_march + 2) / 5 + 1,
            hour: rest / 3_600_000,
            minute: rest / 60_000 % 60,
            second: rest / 1_000 % 60,
            milli: rest % 1_000,
        }
    }
}

/// A text as one part of an address.
pub(crate) fn segment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'~' => out.push(char::from(byte)),
            // To write into a text never fails.
            other => drop(write!(out, "%{other:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use hpd_host::system::Timestamp;

    use super::{begin_of, count, duration, iso, number_of, segment, share, utc};

    #[test]
    fn lengths_of_time_and_counts_are_grouped() {
        let all = [0.0, 0.04, 0.44, 0.94, 0.95, 2.0, 1_247.4, 1_234_567.0].map(duration);
        assert_eq!(all, ["0.0ms", "0.0ms", "0.4ms", "0.9ms", "1ms", "2ms", "1,247ms", "1,234,567ms"]);
        assert_eq!([0, 999, 1_000, 12_345_678].map(count), ["0", "999", "1,000", "12,345,678"]);
        assert_eq!([number_of(1, "call", "calls"), number_of(0, "call", "calls")], ["1 call", "0 calls"]);
        assert_eq!([share(Some(0.125)), share(None)], ["12.5 %", "–"]);
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(begin_of("₹5000", Some(2)), ("₹5", 3));
        assert_eq!(begin_of("₹5", Some(2)), ("₹5", 0));
        assert_eq!(begin_of("₹5000", None), ("₹5000", 0));
    }

    #[test]
    fn a_part_of_an_address_stays_one() {
        assert_eq!(segment("s-1_~"), "s-1_~");
        assert_eq!(segment("../a?b#c/é"), "%2E%2E%2Fa%3Fb%23c%2F%C3%A9");
    }

    #[test]
    fn moments_are_those_of_the_calendar() {
        let at = |millis| Timestamp::from_millis(millis);
        assert_eq!(utc(at(0)), "1970-01-01 00:00:00 UTC");
        assert_eq!(utc(at(1_772_200_985_000)), "2026-02-27 14:03:05 UTC");
        assert_eq!(iso(at(1_709_164_800_007)), "2024-02-29T00:00:00.007Z");
        assert_eq!(utc(at(951_868_799_999)), "2000-02-29 23:59:59 UTC");
        assert_eq!(utc(at(4_107_542_400_000)), "2100-03-01 00:00:00 UTC");
    }
}
