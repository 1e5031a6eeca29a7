//! From when to when something is shown.

use hpd_examples::reading::utc;
use hpd_host::journal::health::{Health, Period};
use hpd_host::system::Timestamp;

use crate::spark::Axis;

const MINUTES: &str = "%Y-%m-%d %H:%M";

/// From when to when something is shown.
pub(crate) struct Span {
    by: Period,
    from: Timestamp,
    to: Timestamp,
    /// The start of the first period with its own figures, if there are older ones.
    told_from: Option<Timestamp>,
    pub(crate) axis: Axis,
}

impl Span {
    /// From `since` to `until`, or else from the first event to the last; `None` if nothing happened.
    pub(crate) fn new(health: &Health, since: Option<Timestamp>, until: Option<Timestamp>) -> Option<Self> {
        let (first, last) = health.first.zip(health.last)?;
        let (from, to) = (since.unwrap_or(first), until.unwrap_or(last));
        let told_from =
            health.periods.first().filter(|_| health.has_older_periods).map(|period| period.start);
        let axis = Axis::new(health.by, told_from.unwrap_or(from), to.max(last));
        Some(Self { by: health.by, from, to, told_from, axis })
    }

    /// The heading: the range of time that is shown.
    pub(crate) fn heading(&self, before: &str, after: &str) -> String {
        let told = self.told_from.map(|at| format!("; by {} from {} on", self.name(), utc(at, MINUTES)));
        let (from, to) = (utc(self.from, MINUTES), utc(self.to, MINUTES));
        format!("{before}{from} to {to} UTC{after}{}\n", told.unwrap_or_default())
    }

    /// The unit that one character of a curve represents.
    pub(crate) fn unit(&self) -> String {
        if self.axis.step == 1 { self.name().to_owned() } else { plural(self.axis.step, self.name()) }
    }

    /// The name of a period.
    pub(crate) const fn name(&self) -> &'static str {
        match self.by {
            Period::Hour => "hour",
            Period::Day => "day",
        }
    }

    /// When a period begins.
    pub(crate) fn start(&self, at: Timestamp) -> String {
        let pattern = match self.by {
            Period::Hour => MINUTES,
            Period::Day => "%Y-%m-%d",
        };
        utc(at, pattern)
    }
}

pub(crate) fn plural(count: u64, name: &str) -> String {
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use hpd_host::journal::health::{HealthBuilder, MAX_PERIODS, Period};

    use super::Span;
    use crate::events::{DAY, call, counted};

    #[test]
    fn where_nothing_happened_there_is_no_span() {
        assert!(Span::new(&HealthBuilder::new(Period::Day).finish(), None, None).is_none());
    }

    #[test]
    fn a_heading_says_from_when_on_periods_are_told_apart() {
        let days = u64::try_from(MAX_PERIODS).unwrap() + 2;
        let health = counted(Period::Day, (0..days).map(|day| (day * DAY, call("pay"))));
        let span = Span::new(&health, None, None).unwrap();
        let heading = "1970-01-01 00:00 to 1975-06-25 00:00 UTC; by day from 1970-01-03 00:00 on\n";
        assert_eq!(span.heading("", ""), heading);
        assert_eq!(span.unit(), "34 days");
        let calls = health.periods.iter().map(|period| (period.start, period.figures.calls));
        // 2000 periods: 58 characters of 34, and the rest.
        assert_eq!(span.axis.counts(calls), format!("{}▇", "█".repeat(58)));
    }
}
