//! The kept figures do not grow with the journal.

use hpd_host::events::EventRecord;
use hpd_host::journal::health::{
    Health, HealthBuilder, MAX_NAMES, MAX_PERIODS, MAX_ROOM, MAX_WATCHED, OTHERS, Period, PeriodHealth,
};
use hpd_host::system::Timestamp;

use crate::health::events::{HOUR, blocked, call, counted, mcq, of_turn, passed, records, took};

#[test]
fn functions_beyond_the_most_count_as_others() {
    let health = of_turn((0..MAX_NAMES + 3).map(|number| call(&format!("f{number:05}"))));
    assert_eq!(health.functions.len(), MAX_NAMES + 1);
    assert_eq!((health.functions[0].tool.as_str(), health.functions[0].figures.calls), (OTHERS, 3));
}

#[test]
fn the_newest_periods_are_told_apart() {
    let hours = u64::try_from(MAX_PERIODS).unwrap() + 2;
    let all = records((0..hours).map(|hour| ("s", "t", hour * HOUR, call("pay"))));
    let within = counted(&all[..MAX_PERIODS]);
    assert!(!within.has_older_periods);
    let health = counted(&all);
    assert!(health.has_older_periods);
    assert_eq!((health.periods.len(), health.functions[0].periods.len()), (MAX_PERIODS, MAX_PERIODS));
    assert_eq!(health.periods[0].start.as_millis(), 2 * HOUR);
    assert_eq!(health.functions[0].figures.calls, hours);
}

#[test]
fn times_of_forgotten_periods_stay_in_the_totals() {
    let hours = u64::try_from(MAX_PERIODS).unwrap() + 2;
    let health = counted(&records((0..hours).map(|hour| ("s", "t", hour * HOUR, took("pay", 8.0)))));
    let pay = &health.functions[0];
    assert_eq!(pay.figures.latency.count, hours);
    assert_eq!(pay.periods[0].start.as_millis(), 2 * HOUR);
    assert!(pay.periods.iter().all(|period| period.figures.latency.count == 1));
}

const FUNCTIONS: usize = 500;

/// In hours; long enough that the figures of functions exceed the capacity.
const TOO_LONG: u64 = 500;

/// Each function succeeds once in each hour; `late` comes in the end.
fn of_too_long(late: &[EventRecord]) -> Health {
    let first: Vec<_> =
        (0..FUNCTIONS).map(|number| ("s", "t", 0, took(&format!("f{number:03}"), 5.0))).collect();
    let mut results = records(first);
    let mut builder = HealthBuilder::new(Period::Hour);
    for hour in 0..TOO_LONG {
        for result in &mut results {
            result.at = Timestamp::from_millis(hour * HOUR);
            builder.add(result);
        }
    }
    for record in late {
        builder.add(record);
    }
    builder.finish()
}

/// The hours that stay separate where the capacity is exceeded. A period of a function takes 256 bytes, and 16 for its
/// one time.
fn hours_with_room() -> impl Iterator<Item = u64> {
    let max = MAX_ROOM / (FUNCTIONS * (256 + 16));
    TOO_LONG - u64::try_from(max).unwrap()..TOO_LONG
}

fn hours(periods: &[PeriodHealth]) -> impl Iterator<Item = u64> {
    periods.iter().map(|period| period.start.as_millis() / HOUR)
}

#[test]
fn fewer_periods_are_told_apart_where_all_would_take_too_much_room() {
    let health = of_too_long(&[]);
    assert!(health.has_older_periods);
    assert!(hours(&health.periods).eq(hours_with_room()));
    for function in &health.functions {
        assert!(hours(&function.periods).eq(hours_with_room()), "{}", function.tool);
        assert_eq!(function.figures.latency.count, TOO_LONG);
    }
}

#[test]
fn a_late_event_does_not_bring_back_a_period_that_had_no_room() {
    let health = of_too_long(&records([("s", "t", 0, took("f000", 5.0))]));
    assert!(hours(&health.periods).eq(hours_with_room()));
    assert!(hours(&health.functions[0].periods).eq(hours_with_room()));
    assert_eq!(health.functions[0].figures.ok, TOO_LONG + 1);
}

#[test]
fn a_late_event_of_an_old_period_counts_in_the_totals_alone() {
    let hours = u64::try_from(MAX_PERIODS).unwrap() + 1;
    let events = (1..hours).chain([0]).map(|hour| ("s", "t", hour * HOUR, call("pay")));
    let health = counted(&records(events));
    assert_eq!((health.periods.len(), health.functions[0].periods.len()), (MAX_PERIODS, MAX_PERIODS));
    assert_eq!(health.periods[0].start.as_millis(), HOUR);
    assert_eq!(health.functions[0].figures.calls, hours);
}

#[test]
fn a_blocked_write_that_is_no_longer_watched_was_not_corrected() {
    let turns: Vec<_> = (0..=MAX_WATCHED).map(|number| number.to_string()).collect();
    let blocks = turns.iter().map(|turn| ("s", turn.as_str(), 0, blocked("pay")));
    let passes = turns[..2].iter().map(|turn| ("s", turn.as_str(), 0, passed("pay")));
    let health = counted(&records(blocks.chain(passes)));
    assert_eq!(health.self_correction.count, 1);
}

#[test]
fn a_question_that_is_no_longer_watched_is_open() {
    let asked = u64::try_from(MAX_WATCHED).unwrap() + 1;
    let questions = of_turn((0..asked).map(|number| mcq(&number.to_string()))).questions;
    assert_eq!((questions.asked, questions.open), (asked, asked));
}
