//! Repeated calls, timed or under callgrind.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

use crate::contender::{Call, Case};
use crate::group::Pace;

/// How long a sample should take: long for the clock's resolution, short for a noisy spell to be shared by all.
const SAMPLE_NANOSECONDS: f64 = 1.5e6;

/// Repeats a call. Callgrind counts inside this function only: it goes by the name.
#[inline(never)]
pub fn measured_calls(call: &mut Call, times: u32) {
    for _ in 0..times {
        black_box(call());
    }
}

/// The calls that callgrind does not count, and those that it counts; `None` for what runs once after each set-up.
pub(crate) fn counted_calls(pace: Pace) -> Option<(u32, u32)> {
    match pace {
        Pace::Quick => Some((50, 300)),
        Pace::Steady => Some((10, 60)),
        Pace::Slow => Some((2, 5)),
        Pace::Once => None,
    }
}

/// Nanoseconds a call, of one sample.
pub(crate) fn nanoseconds(case: &Case) -> f64 {
    let mut call = case.warmed_up();
    let trials = match case.group.pace() {
        Pace::Quick => 100,
        Pace::Steady => 20,
        Pace::Slow => 3,
        Pace::Once => return nanoseconds_once(&mut call),
    };
    let calls = calls_a_sample(nanoseconds_a_call(&mut call, trials));
    nanoseconds_a_call(&mut call, calls)
}

/// The processor time of one call, in all of its threads: it takes so long that other load would count in the time on a
/// clock. The end of what the call made is not timed.
fn nanoseconds_once(call: &mut Call) -> f64 {
    let (clock, start) = (Instant::now(), processor_nanoseconds());
    let answer = black_box(call());
    let (elapsed, end) = (clock.elapsed(), processor_nanoseconds());
    drop(answer);
    match (start, end) {
        (Some(start), Some(end)) => end - start,
        // The system does not tell.
        _ => elapsed.as_secs_f64() * 1e9,
    }
}

/// The processor time that this process has used, to a tick of Linux.
fn processor_nanoseconds() -> Option<f64> {
    const NANOSECONDS_A_TICK: f64 = 1e7;
    Some(parse_ticks(&fs::read_to_string("/proc/self/stat").ok()?)? * NANOSECONDS_A_TICK)
}

/// The fields `utime` and `stime`. The name of the program may have spaces; it ends with the last bracket.
fn parse_ticks(stat: &str) -> Option<f64> {
    let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
    let mut next = || fields.next()?.parse::<f64>().ok();
    Some(next()? + next()?)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before the cast")]
fn calls_a_sample(nanoseconds_a_call: f64) -> u32 {
    (SAMPLE_NANOSECONDS / nanoseconds_a_call).clamp(1.0, 100_000.0) as u32
}

fn nanoseconds_a_call(call: &mut Call, calls: u32) -> f64 {
    let start = Instant::now();
    measured_calls(call, calls);
    start.elapsed().as_secs_f64() * 1e9 / f64::from(calls)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::{Answer, Checks, Contender};
    use crate::group::Group;

    #[test]
    fn a_sample_of_a_fast_call_has_many_calls_and_of_a_slow_one_at_least_one() {
        assert_eq!(calls_a_sample(0.0), 100_000);
        assert_eq!(calls_a_sample(1_500.0), 1_000);
        assert_eq!(calls_a_sample(1e9), 1);
    }

    #[test]
    fn user_and_system_time_are_added() {
        assert_eq!(parse_ticks("7 (a) b) S 1 2 3 4 5 6 7 8 9 10 300 45 0 0 20 0 1"), Some(345.0));
        assert_eq!(parse_ticks("7 (a) S 1"), None);
    }

    #[test]
    fn a_slow_case_takes_longer_than_a_fast_one() {
        let sample = |bytes: usize| {
            let contender = Contender::new("x", Checks::Nothing)
                .on([Group::Add], move |_, _| move || Answer::Text("x".repeat(bytes)));
            let case = contender.cases().next().unwrap();
            nanoseconds(&case)
        };
        assert!(sample(0) < sample(1 << 20));
    }
}
