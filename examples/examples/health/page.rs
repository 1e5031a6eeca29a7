//! The figures as a page.

use std::collections::BTreeMap;

use hpd_examples::reading::{Cell, Colour, Colours, aligned, shown, utc};
use hpd_host::Timestamp;
use hpd_host::journal::health::{FunctionHealth, Health, Period, Rate};

use crate::quantity::{percent, time};
use crate::spark::Axis;

const MINUTES: &str = "%Y-%m-%d %H:%M";

/// The page. `since` and `until` say from when to when the curves go, if not from the first event to the last.
pub(crate) fn page(
    health: &Health,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
    colours: Colours,
) -> String {
    let Some((first, last)) = health.first.zip(health.last) else {
        return "Nothing happened.\n".to_owned();
    };
    let (from, to) = (since.unwrap_or(first), until.unwrap_or(last));
    let axis = Axis::new(health.by, from, to.max(last));
    let heading =
        format!("{} to {} UTC, {}\n", utc(from, MINUTES), utc(to, MINUTES), plural(health.events, "event"));
    let functions = functions(health, axis, colours);
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

fn functions(health: &Health, axis: Axis, colours: Colours) -> String {
    if health.functions.is_empty() {
        return "No calls.\n".to_owned();
    }
    let unit = match health.by {
        Period::Hour => "hour",
        Period::Day => "day",
    };
    let unit = if axis.step == 1 { unit.to_owned() } else { plural(axis.step, unit) };
    let [calls, ok, blocked, failed, p50, p95] =
        ["calls", "ok", "blocked", "failed", "p50", "p95"].map(Cell::number);
    let curve = Cell::text(format!("calls by {unit}"));
    let heading = [Cell::text("function"), calls, ok, blocked, failed, p50, p95, curve];
    let rows: Vec<_> =
        std::iter::once(heading).chain(health.functions.iter().map(|row| function(row, axis))).collect();
    aligned(&rows, colours)
}

fn function(row: &FunctionHealth, axis: Axis) -> [Cell; 8] {
    let count =
        |count: u64, colour: Colour| Cell::number(count.to_string()).in_colour((count > 0).then_some(colour));
    let curve = axis.curve(row.periods.iter().map(|period| (period.start, period.calls)));
    [
        Cell::text(shown(&row.tool)),
        Cell::number(row.calls.to_string()),
        count(row.ok, Colour::Green),
        count(row.blocked, Colour::Yellow),
        count(row.failed, Colour::Red),
        Cell::number(time(row.latency.p50_ms)),
        Cell::number(time(row.latency.p95_ms)),
        Cell::text(curve).in_colour(Some(Colour::Grey)),
    ]
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

fn plural(count: u64, name: &str) -> String {
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use hpd_examples::reading::Colours;
    use hpd_host::Timestamp;
    use hpd_host::events::{Event, EventRecord, ToolCallEvent, ValidationStatus, WriteValidationEvent};
    use hpd_host::journal::health::{HealthBuilder, Period};

    use super::page;

    fn record(at: u64, event: Event) -> EventRecord {
        let at = Timestamp::from_millis(at);
        EventRecord { entry: 1, session: "s".to_owned(), seq: 1, turn: None, call_id: None, at, event }
    }

    fn call(tool: &str) -> Event {
        let tool = tool.to_owned();
        Event::ToolCall(ToolCallEvent { tool, tool_id: None, is_write: true, arguments: None })
    }

    #[test]
    fn an_empty_journal_has_a_page() {
        let health = HealthBuilder::new(Period::Day).finish();
        assert_eq!(page(&health, None, None, Colours(true)), "Nothing happened.\n");
    }

    #[test]
    fn what_is_not_zero_has_its_colour() {
        let mut builder = HealthBuilder::new(Period::Day);
        builder.add(&record(0, call("pay")));
        builder.add(&record(
            0,
            Event::WriteValidation(WriteValidationEvent {
                tool: "pay".to_owned(),
                status: ValidationStatus::Blocked,
                missing_fields: Vec::new(),
                errors: Vec::new(),
                fields_validated: Vec::new(),
                message: None,
                duration_ms: None,
            }),
        ));
        let page = page(&builder.finish(), None, None, Colours(true));
        let row = page.lines().find(|line| line.starts_with("pay"));
        let coloured =
            "pay           1   0        \u{1b}[33m1\u{1b}[0m       0    -    -  \u{1b}[90m█\u{1b}[0m";
        assert_eq!(row, Some(coloured));
    }

    #[test]
    fn nothing_of_a_name_reaches_the_terminal_unseen() {
        let mut builder = HealthBuilder::new(Period::Day);
        builder.add(&record(0, call("\u{1b}[2J\u{202e}")));
        let page = page(&builder.finish(), None, None, Colours(false));
        assert!(page.contains(r"\u{1b}[2J\u{202e}") && !page.contains(['\u{1b}', '\u{202e}']), "{page}");
    }
}
