//! What is kept does not grow with the journal.

use hpd_host::journal::health::{MOST_NAMES, MOST_PERIODS, MOST_WATCHED, OTHERS};

use crate::events::{HOUR, blocked, call, counted, mcq, of_turn, passed, records};

#[test]
fn functions_beyond_the_most_count_as_others() {
    let health = of_turn((0..MOST_NAMES + 3).map(|number| call(&format!("f{number:05}"))));
    assert_eq!(health.functions.len(), MOST_NAMES + 1);
    assert_eq!((health.functions[0].tool.as_str(), health.functions[0].calls), (OTHERS, 3));
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
    assert_eq!(health.functions[0].calls, hours);
}

#[test]
fn a_late_event_of_an_old_period_counts_in_the_totals_alone() {
    let hours = u64::try_from(MOST_PERIODS).unwrap() + 1;
    let events = (1..hours).chain([0]).map(|hour| ("s", "t", hour * HOUR, call("pay")));
    let health = counted(&records(events));
    assert_eq!((health.periods.len(), health.functions[0].periods.len()), (MOST_PERIODS, MOST_PERIODS));
    assert_eq!(health.periods[0].start.as_millis(), HOUR);
    assert_eq!(health.functions[0].calls, hours);
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
