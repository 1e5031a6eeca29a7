//! Time a call.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::harness::{Call, Case, measured_calls};
use crate::stats::{median, minimum};

/// How long one sample should take: long for the clock's resolution, short for a noisy spell to be shared by all.
const SAMPLE_NANOSECONDS: f64 = 1.5e6;
/// The calls by which the duration of a sample is estimated.
const TRIAL_CALLS: u32 = 100;

/// The time of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Timing {
    /// The group's name.
    pub group: String,
    /// The contender.
    pub contender: String,
    /// Nanoseconds a call, the median of the rounds.
    pub median: f64,
    /// Nanoseconds a call, the best of the rounds.
    pub minimum: f64,
}

/// Times the cases in interleaved rounds, so that a noisy spell of the machine hits all of them alike.
pub(crate) fn time(cases: &[Case], rounds: u32) -> Vec<Timing> {
    let mut runs: Vec<Run> = cases.iter().map(Run::calibrated).collect();
    for _ in 0..rounds {
        for run in &mut runs {
            let sample = nanoseconds_a_call(&mut run.call, run.calls);
            run.samples.push(sample);
        }
    }
    cases.iter().zip(&runs).filter_map(|(case, run)| timing(case, &run.samples)).collect()
}

struct Run {
    call: Call,
    calls: u32,
    samples: Vec<f64>,
}

impl Run {
    fn calibrated(case: &Case) -> Self {
        let mut call = case.warmed_up();
        let calls = calls_a_sample(nanoseconds_a_call(&mut call, TRIAL_CALLS));
        Self { call, calls, samples: vec![] }
    }
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

/// `None` without samples: no rounds were asked for.
fn timing(case: &Case, samples: &[f64]) -> Option<Timing> {
    Some(Timing {
        group: case.group.name().to_owned(),
        contender: case.contender.to_owned(),
        median: median(samples)?,
        minimum: minimum(samples)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::{Answer, Group};

    #[test]
    fn a_sample_of_a_fast_call_has_many_calls_and_of_a_slow_one_at_least_one() {
        assert_eq!(calls_a_sample(0.0), 100_000);
        assert_eq!(calls_a_sample(1_500.0), 1_000);
        assert_eq!(calls_a_sample(1e9), 1);
    }

    #[test]
    fn a_slow_case_takes_longer_than_a_fast_one() {
        let fast = Case::new(Group::Add, "fast", || || Answer::Text(String::new()));
        let slow = Case::new(Group::Add, "slow", || || Answer::Text("x".repeat(1 << 20)));
        let timings = time(&[fast, slow], 3);
        assert_eq!(timings.len(), 2);
        assert!(timings[0].median < timings[1].median, "{timings:?}");
        assert!(timings.iter().all(|timing| timing.minimum <= timing.median), "{timings:?}");
    }
}
