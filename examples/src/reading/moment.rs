//! Moments, as people write and read them.

use std::fmt;
use std::time::Duration;

use hpd_host::system::Timestamp;
use jiff::civil::Date;

/// A text that says no moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MomentError;

impl fmt::Display for MomentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a moment is 30m, 24h or 7d ago, a date as 2026-01-31, or a time as 2026-01-31T08:00:00Z")
    }
}

impl std::error::Error for MomentError {}

/// The moment in a text: a duration before `now` (`30m`, `24h`, `7d`), the beginning of a day of UTC, or a time with
/// its
/// offset.
///
/// # Errors
///
/// There is no moment in it.
pub fn moment(text: &str, now: Timestamp) -> Result<Timestamp, MomentError> {
    if let Some(ago) = ago(text) {
        let millis = u64::try_from(ago.as_millis()).map_err(|_| MomentError)?;
        return Ok(Timestamp::from_millis(now.as_millis().saturating_sub(millis)));
    }
    let time = match text.parse::<jiff::Timestamp>() {
        Ok(time) => time,
        // Text after a date would be ignored silently.
        Err(_) if text.len() > "2026-01-31".len() => return Err(MomentError),
        Err(_) => {
            let date: Date = text.parse().map_err(|_| MomentError)?;
            date.to_zoned(jiff::tz::TimeZone::UTC).map_err(|_| MomentError)?.timestamp()
        }
    };
    u64::try_from(time.as_millisecond()).map(Timestamp::from_millis).map_err(|_| MomentError)
}

fn ago(text: &str) -> Option<Duration> {
    let unit = text.chars().last()?;
    let seconds = match unit {
        'm' => 60,
        'h' => 60 * 60,
        'd' => 24 * 60 * 60,
        _ => return None,
    };
    let number = &text[..text.len() - 1];
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = number.parse().ok().filter(|_| is_number)?;
    number.checked_mul(seconds).map(Duration::from_secs)
}

/// A moment in UTC, by a pattern as `%Y-%m-%d %H:%M:%S`.
///
/// ```
/// use hpd_examples::reading::utc;
/// use hpd_host::system::Timestamp;
///
/// assert_eq!(utc(Timestamp::from_millis(1_767_225_600_000), "%Y-%m-%d %H:%M"), "2026-01-01 00:00");
/// ```
pub fn utc(at: Timestamp, pattern: &str) -> String {
    let time =
        i64::try_from(at.as_millis()).ok().and_then(|millis| jiff::Timestamp::from_millisecond(millis).ok());
    // A moment that no calendar has, which only a damaged journal holds.
    time.map_or_else(|| at.to_string(), |time| time.strftime(pattern).to_string())
}

#[cfg(test)]
mod tests {
    use hpd_host::system::Timestamp;

    use super::{MomentError, moment, utc};

    const DAY: u64 = 86_400_000;

    fn millis(text: &str) -> Result<u64, MomentError> {
        moment(text, Timestamp::from_millis(100 * DAY)).map(Timestamp::as_millis)
    }

    #[test]
    fn a_moment_may_be_so_long_ago() {
        assert_eq!(millis("7d"), Ok(93 * DAY));
        assert_eq!(millis("24h"), Ok(99 * DAY));
        assert_eq!(millis("30m"), Ok(100 * DAY - 1_800_000));
    }

    #[test]
    fn nothing_was_before_1970() {
        assert_eq!(millis("101d"), Ok(0));
        assert_eq!(millis("1969-12-31"), Err(MomentError));
    }

    #[test]
    fn a_moment_may_be_a_day_or_a_time() {
        assert_eq!(millis("1970-01-02"), Ok(DAY));
        assert_eq!(millis("1970-01-02T01:00:00+01:00"), Ok(DAY));
    }

    #[test]
    fn other_texts_are_no_moments() {
        let far = format!("{}d", u64::MAX);
        for text in
            ["", "d", "-1d", "+1d", "1w", "7 d", "yesterday", "2026-02-30", "2026-01-31T08:00", &far, "ä"]
        {
            assert_eq!(millis(text), Err(MomentError), "{text}");
        }
    }

    #[test]
    fn a_moment_that_no_calendar_has_is_shown_all_the_same() {
        let never = utc(Timestamp::from_millis(u64::MAX), "%Y");
        assert_eq!(never, "18446744073709551615 ms after the epoch");
    }
}
