//! Quantities, as people read them.

use hpd_examples::reading::{Cell, Colour};
use hpd_host::journal::health::{CallFigures, Rate};

/// The headings of [`figures`].
pub(crate) const HEADINGS: [&str; 6] = ["calls", "ok", "blocked", "failed", "p50", "p95"];

/// Figures in columns.
pub(crate) fn figures(figures: &CallFigures) -> [Cell; 6] {
    let count =
        |count: u64, colour: Colour| Cell::number(count.to_string()).in_colour((count > 0).then_some(colour));
    [
        Cell::number(figures.calls.to_string()),
        count(figures.ok, Colour::Green),
        count(figures.blocked, Colour::Yellow),
        count(figures.failed, Colour::Red),
        Cell::number(time(figures.latency.p50_ms)),
        Cell::number(time(figures.latency.p95_ms)),
    ]
}

/// A time in milliseconds, in the unit that says most; a dash if there is none.
fn time(millis: Option<f64>) -> String {
    match millis {
        None => "-".to_owned(),
        Some(millis) if millis < 0.995 => format!("{millis:.2} ms"),
        Some(millis) if millis < 9.95 => format!("{millis:.1} ms"),
        Some(millis) if millis < 999.5 => format!("{millis:.0} ms"),
        Some(millis) if millis < 59_950.0 => format!("{:.1} s", millis / 1e3),
        Some(millis) => format!("{:.1} min", millis / 6e4),
    }
}

/// A rate in percent; a dash of nothing.
pub(crate) fn percent(rate: Rate) -> String {
    rate.value().map_or_else(|| "-".to_owned(), |rate| format!("{:.1} %", rate * 100.0))
}

#[cfg(test)]
mod tests {
    use hpd_host::journal::health::Rate;

    use super::{percent, time};

    #[test]
    fn times_are_in_the_unit_that_says_most() {
        let times = [0.0, 0.994, 0.995, 9.94, 9.95, 999.4, 999.5, 59_949.0, 59_950.0]
            .map(|millis| time(Some(millis)));
        assert_eq!(
            times,
            ["0.00 ms", "0.99 ms", "1.0 ms", "9.9 ms", "10 ms", "999 ms", "1.0 s", "59.9 s", "1.0 min"]
        );
        assert_eq!(time(None), "-");
    }

    #[test]
    fn a_rate_of_nothing_is_a_dash() {
        assert_eq!(percent(Rate { count: 0, of: 0 }), "-");
        assert_eq!(percent(Rate { count: 2, of: 3 }), "66.7 %");
    }
}
