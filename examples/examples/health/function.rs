//! One function, period by period.

use hpd_examples::reading::{Cell, Colours, aligned, shown};
use hpd_host::journal::health::{CallFigures, FunctionHealth};
use hpd_host::system::Timestamp;

use crate::quantity::{HEADINGS, figures};
use crate::span::Span;

/// A line for each period in which something happened, and the curves of all.
pub(crate) fn page(function: &FunctionHealth, span: &Span, colours: Colours) -> String {
    let heading = span.heading(&format!("{}, ", shown(&function.tool)), "");
    format!("{heading}\n{}\n{}", periods(function, span, colours), curves(function, span, colours))
}

fn periods(function: &FunctionHealth, span: &Span, colours: Colours) -> String {
    let row = |start: String, [calls, ok, blocked, failed, p50, p95]: [Cell; 6]| {
        [Cell::text(start), calls, ok, blocked, failed, p50, p95]
    };
    let mut rows = vec![row(span.name().to_owned(), HEADINGS.map(Cell::number))];
    let periods = function.periods.iter();
    rows.extend(periods.map(|period| row(span.start(period.start), figures(&period.figures))));
    rows.push(row("all".to_owned(), figures(&function.figures)));
    aligned(&rows, colours)
}

fn curves(function: &FunctionHealth, span: &Span, colours: Colours) -> String {
    let counts = |of: fn(&CallFigures) -> u64| {
        span.axis.counts(function.periods.iter().map(|period| (period.start, of(&period.figures))))
    };
    let curves = [
        ("calls", counts(|figures| figures.calls)),
        ("blocked", counts(|figures| figures.blocked)),
        ("failed", counts(|figures| figures.failed)),
        ("p95", span.axis.times(times(function))),
    ];
    aligned(
        &curves.map(|(name, curve)| [Cell::text(format!("{name} by {}", span.unit())), Cell::text(curve)]),
        colours,
    )
}

/// The time of each period that 95 % of its calls did not exceed.
pub(crate) fn times(function: &FunctionHealth) -> impl Iterator<Item = (Timestamp, Option<f64>)> {
    function.periods.iter().map(|period| (period.start, period.figures.latency.p95_ms))
}

#[cfg(test)]
mod tests {
    use hpd_examples::reading::Colours;
    use hpd_host::journal::health::Period;
    use hpd_host::system::Timestamp;

    use super::page;
    use crate::events::{blocked, call, counted, took};
    use crate::span::Span;

    const HOUR: u64 = 3_600_000;

    #[test]
    fn each_hour_in_which_something_happened_has_a_line() {
        let health = counted(
            Period::Hour,
            [
                (0, call("pay")),
                (1, blocked("pay")),
                (HOUR - 1, call("pay")),
                (HOUR, took("pay", 64.0)),
                (4 * HOUR, call("pay")),
                (4 * HOUR, took("pay", 2.0)),
                (5 * HOUR, call("send")),
            ],
        );
        let span = Span::new(&health, Some(Timestamp::from_millis(0)), None).unwrap();
        let expected = "\
pay, 1970-01-01 00:00 to 1970-01-01 05:00 UTC

hour              calls  ok  blocked  failed     p50     p95
1970-01-01 00:00      2   0        1       0       -       -
1970-01-01 01:00      0   1        0       0   64 ms   64 ms
1970-01-01 04:00      1   1        0       0  2.0 ms  2.0 ms
all                   3   2        1       0  2.1 ms   64 ms

calls by hour    █▁▁▁▅▁
blocked by hour  █▁▁▁▁▁
failed by hour   ▁▁▁▁▁▁
p95 by hour      ·█··▂·
";
        assert_eq!(page(&health.functions[0], &span, Colours(false)), expected);
    }
}
