//! What is kept does not grow with the journal.

use hpd_host::Timestamp;
use hpd_host::events::EventRecord;
use hpd_host::journal::health::{
    Health, HealthBuilder, MOST_NAMES, MOST_PERIODS, MOST_ROOM, MOST_WATCHED, OTHERS, Period,
};

use crate::events::{HOUR, blocked, call, counted, mcq, of_turn, passed, records, took};

#[test]
fn functions_beyond_the_most_count_as_others() {
    let health = of_turn((0..MOST_NAMES + 3).map(|number| call(&format!("f{number:05}"))));
    assert_eq!(health.functions.len(), MOST_NAMES + 1);
    assert_eq!((health.functions[0].tool.as_str(), health.functions[0].figures.calls), (OTHERS, 3));
}

#[test]
fn the_newest_periods_are_told_apart() {
    let hours = u64::try_from(MOST_PERIODS).unwrap() + 2;
    let all = records((0..hours).map(|hour| ("s", "t", hour * HOUR, call("pay"))));
    let within = counted(&all[..MOST_PERIODS]);
    assert!(!within.has_older_periods);
    let health = counted(&all);
    assert!(health.has_older_periods);
    assert_eq!((health.periods.len(), health.functions[0].periods.len()), (MOST_PERIODS, MOST_PERIODS));
    assert_eq!(health.periods[0].start.as_millis(), 2 * HOUR);
    assert_eq!(health.functions[0].figures.calls, hours);
}

#[test]
fn times_of_forgotten_periods_stay_in_the_totals() {
    let hours = u64::try_from(MOST_PERIODS).unwrap() + 2;
    let health = counted(&records((0..hours).map(|hour| ("s", "t", hour * HOUR, took("pay", 8.0)))));
    let pay = &health.functions[0];
    assert_eq!(pay.figures.latency.count, hours);
    assert_eq!(pay.periods[0].start.as_millis(), 2 * HOUR);
    assert!(pay.periods.iter().all(|period| period.figures.latency.count == 1));
}

/// So many functions, each of which succeeds once in each of so many hours.
fn each_hour(functions: usize, hours: u64) -> impl Iterator<Item = EventRecord> {
    let first: Vec<_> =
        (0..functions).map(|number| ("s", "t", 0, took(&format!("f{number}"), 5.0))).collect();
    let first = records(first);
    (0..hours).flat_map(move |hour| {
        let at = Timestamp::from_millis(hour * HOUR);
        first.clone().into_iter().map(move |record| EventRecord { at, ..record })
    })
}

/// The room of all functions' periods, whose times are all different from each other.
fn room(health: &Health) -> u64 {
    let periods = health.functions.iter().flat_map(|function| &function.periods);
    periods.map(|period| 256 + 16 * period.figures.latency.count).sum()
}

#[test]
fn fewer_periods_are_told_apart_where_all_would_take_too_much_room() {
    let mut builder = HealthBuilder::new(Period::Hour);
    let (functions, hours) = (500, 500);
    each_hour(functions, hours).for_each(|record| builder.add(&record));
    let health = builder.finish();
    let most = u64::try_from(MOST_ROOM).unwrap();
    let of_period = 500 * (256 + 16);
    assert!((most - of_period..=most).contains(&room(&health)), "{}", room(&health));
    assert!(health.has_older_periods);
    let told: Vec<_> = health.periods.iter().map(|period| period.start.as_millis()).collect();
    assert!(told.iter().copied().eq((hours - most / of_period..hours).map(|hour| hour * HOUR)));
    for function in &health.functions {
        assert!(function.periods.iter().map(|period| period.start.as_millis()).eq(told.iter().copied()));
        assert_eq!(function.figures.latency.count, hours);
    }
}

#[test]
fn a_late_event_of_an_old_period_counts_in_the_totals_alone() {
    let hours = u64::try_from(MOST_PERIODS).unwrap() + 1;
    let events = (1..hours).chain([0]).map(|hour| ("s", "t", hour * HOUR, call("pay")));
    let health = counted(&records(events));
    assert_eq!((health.periods.len(), health.functions[0].periods.len()), (MOST_PERIODS, MOST_PERIODS));
    assert_eq!(health.periods[0].start.as_millis(), HOUR);
    assert_eq!(health.functions[0].figures.calls, hours);
}

#[test]
fn a_blocked_write_that_is_no_longer_watched_was_not_corrected() {
    let turns: Vec<_> = (0..=MOST_WATCHED).map(|number| number.to_string()).collect();
    let blocks = turns.iter().map(|turn| ("s", turn.as_str(), 0, blocked("pay")));
    let passes = turns[..2].iter().map(|turn| ("s", turn.as_str(), 0, passed("pay")));
    let health = counted(&records(blocks.chain(passes)));
    assert_eq!(health.self_correction.count, 1);
}

#[test]
fn a_question_that_is_no_longer_watched_is_open() {
    let asked = u64::try_from(MOST_WATCHED).unwrap() + 1;
    let questions = of_turn((0..asked).map(|number| mcq(&number.to_string()))).questions;
    assert_eq!((questions.asked, questions.open), (asked, asked));
}
