//! Time a call.

use serde::{Deserialize, Serialize};

use hpd_bench_cases::program::Listed;

use crate::error::{Error, Result};
use crate::programs::Program;
use crate::stats::{median, minimum};

/// The rounds of a case that needs a set-up for each call: it takes seconds.
const ROUNDS_OF_SLOW: u32 = 7;

/// The time of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Timing {
    /// The program's name.
    pub program: String,
    /// The group's name.
    pub group: String,
    /// The contender.
    pub contender: String,
    /// What it checks.
    pub checks: String,
    /// How many samples were taken.
    pub rounds: usize,
    /// Nanoseconds a call, the median of the rounds.
    pub median: f64,
    /// Nanoseconds a call, the best of the rounds.
    pub minimum: f64,
}

/// Times the usual payloads in interleaved rounds, so that a noisy spell of the machine hits all of them alike. Each
/// sample is a process of its own.
///
/// # Errors
///
/// A program can't be run.
pub(crate) fn time(programs: &[Program], rounds: u32) -> Result<Vec<Timing>> {
    let mut runs = vec![];
    for &program in programs {
        let usual = program.cases()?.into_iter().filter(|case| case.variant.is_none());
        runs.extend(usual.map(|case| Run { program, case, samples: vec![] }));
    }
    for round in 0..rounds {
        for run in &mut runs {
            if run.case.counted.is_some() || round < ROUNDS_OF_SLOW {
                run.sample()?;
            }
        }
    }
    Ok(runs.into_iter().filter_map(Run::timing).collect())
}

struct Run {
    program: Program,
    case: Listed,
    samples: Vec<f64>,
}

impl Run {
    fn sample(&mut self) -> Result<()> {
        let text = self.program.run(&["sample", &self.case.name])?;
        let sample = text.trim().parse().map_err(|error| Error::program(&self.case.name, error))?;
        self.samples.push(sample);
        Ok(())
    }

    /// `None` without samples: no rounds were asked for.
    fn timing(self) -> Option<Timing> {
        Some(Timing {
            median: median(&self.samples)?,
            minimum: minimum(&self.samples)?,
            rounds: self.samples.len(),
            program: self.program.name().to_owned(),
            group: self.case.group,
            contender: self.case.contender,
            checks: self.case.checks,
        })
    }
}
