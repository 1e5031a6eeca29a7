//! The figures as a page.

use std::collections::BTreeMap;

use hpd_examples::reading::{Cell, Colour, Colours, aligned, shown};
use hpd_host::journal::health::{FunctionHealth, Health, Rate};

use crate::function::times;
use crate::quantity::{HEADINGS, figures, percent};
use crate::span::{Span, plural};

/// How long the lines of functions may be with a curve of times.
const COLUMNS: usize = 100;

/// The page of all figures.
pub(crate) fn page(health: &Health, span: &Span, colours: Colours) -> String {
    let heading = span.heading("", &format!(", {}", plural(health.events, "event")));
    let functions = functions(health, span, colours);
    format!("{heading}\n{}\n{functions}\n{}", rates(health, colours), counts(health, colours))
}

fn rates(health: &Health, colours: Colours) -> String {
    let row = |name: &str, rate: Rate, colour: Option<Colour>| {
        let share = format!("{} of {}", rate.count, rate.of);
        let colour = colour.filter(|_| rate.count > 0);
        [Cell::text(name), Cell::number(share), Cell::number(percent(rate)).in_colour(colour)]
    };
    let rows = [
        row("writes that their check blocked", health.write_block, None),
        row("blocked writes that the model set right", health.self_correction, Some(Colour::Green)),
        row("writes that passed and failed", health.failure_after_validation, Some(Colour::Red)),
    ];
    aligned(&rows, colours)
}

fn functions(health: &Health, span: &Span, colours: Colours) -> String {
    if health.functions.is_empty() {
        return "No calls.\n".to_owned();
    }
    let heading = ["calls", "p95"].map(|name| Cell::text(format!("{name} by {}", span.unit())));
    let heading = row("function", HEADINGS.map(Cell::number), heading);
    let functions = health.functions.iter().map(|row| function(row, span));
    let mut rows: Vec<_> = std::iter::once(heading).chain(functions).collect();
    let is_too_long = |line: &str| line.chars().count() > COLUMNS;
    if aligned(&rows, Colours(false)).lines().any(is_too_long) {
        for [.., times] in &mut rows {
            *times = Cell::text("");
        }
    }
    aligned(&rows, colours)
}

fn function(function: &FunctionHealth, span: &Span) -> [Cell; 9] {
    let calls = function.periods.iter().map(|period| (period.start, period.figures.calls));
    let curves = [span.axis.counts(calls), span.axis.times(times(function))];
    let curves = curves.map(|curve| Cell::text(curve).in_colour(Some(Colour::Grey)));
    row(&shown(&function.tool), figures(&function.figures), curves)
}

fn row(name: &str, figures: [Cell; 6], [calls, times]: [Cell; 2]) -> [Cell; 9] {
    let [count, ok, blocked, failed, p50, p95] = figures;
    [Cell::text(name), count, ok, blocked, failed, p50, p95, calls, times]
}

fn counts(health: &Health, colours: Colours) -> String {
    let asked = &health.questions;
    let questions = format!(
        "{} asked, {} answered, {} expired, {} closed, {} open; {} that no call waits for",
        asked.asked, asked.answered, asked.expired, asked.closed, asked.open, asked.unheld
    );
    let rows = [
        ("retries", health.retries.to_string()),
        ("questions", questions),
        ("guardrails", names(&health.guardrails)),
        ("set right", names(&health.warnings)),
        ("mistakes", names(&health.errors)),
        ("kinds of error", names(&health.error_types)),
    ];
    aligned(&rows.map(|(name, text)| [Cell::text(name), Cell::text(text)]), colours)
}

/// Names with their counts, the most frequent first.
fn names(counts: &BTreeMap<String, u64>) -> String {
    if counts.is_empty() {
        return "none".to_owned();
    }
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let names: Vec<_> = counts.into_iter().map(|(name, count)| format!("{} {count}", shown(name))).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use hpd_examples::reading::Colours;
    use hpd_host::journal::health::{Health, Period};

    use crate::events::{DAY, blocked, call, counted, took};
    use crate::span::Span;

    fn page(health: &Health, colours: bool) -> String {
        super::page(health, &Span::new(health, None, None).unwrap(), Colours(colours))
    }

    fn line<'p>(page: &'p str, start: &str) -> &'p str {
        page.lines().find(|line| line.starts_with(start)).unwrap()
    }

    #[test]
    fn what_is_not_zero_has_its_colour() {
        let page = page(&counted(Period::Day, [(0, call("pay")), (0, blocked("pay"))]), true);
        let coloured = "pay           1   0        \u{1b}[33m1\u{1b}[0m       0    -    -  \u{1b}[90m█\u{1b}[0m             \u{1b}[90m·\u{1b}[0m";
        assert_eq!(line(&page, "pay"), coloured);
    }

    #[test]
    fn times_have_a_curve_beside_that_of_calls() {
        let page = page(
            &counted(Period::Day, [(0, call("pay")), (0, took("pay", 64.0)), (2 * DAY, took("pay", 20.0))]),
            false,
        );
        assert_eq!(
            line(&page, "function"),
            "function  calls  ok  blocked  failed    p50    p95  calls by day  p95 by day"
        );
        assert_eq!(
            line(&page, "pay"),
            "pay           1   2        0       0  20 ms  64 ms  █▁▁           █·▄"
        );
    }

    #[test]
    fn no_line_is_longer_than_a_hundred_columns_for_a_curve_of_times() {
        let of_days = |days: u64| {
            page(&counted(Period::Day, [(0, call("pay")), ((days - 1) * DAY, call("pay"))]), false)
        };
        assert_eq!(line(&of_days(25), "pay").chars().count(), 100);
        let end = format!("█{}█", "▁".repeat(24));
        assert!(line(&of_days(26), "pay").ends_with(&end));
        assert!(line(&of_days(26), "function").ends_with("calls by day"));
    }

    #[test]
    fn nothing_of_a_name_reaches_the_terminal_unseen() {
        let page = page(&counted(Period::Day, [(0, call("\u{1b}[2J\u{202e}"))]), false);
        assert!(page.contains(r"\u{1b}[2J\u{202e}") && !page.contains(['\u{1b}', '\u{202e}']), "{page}");
    }
}
