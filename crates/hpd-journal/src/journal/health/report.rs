//! The report.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Latency, Period, Questions, Rate};
use crate::system::Timestamp;

/// Health figures. The [module's documentation](super) defines each figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[non_exhaustive]
pub struct Health {
    /// When the first event happened that was counted.
    pub first: Option<Timestamp>,
    /// When the last one happened.
    pub last: Option<Timestamp>,
    /// How many events there were.
    pub events: u64,
    /// How often the check of a write blocks it. If the rate is above zero, the check catches mistakes.
    pub write_block: Rate,
    /// How often the model corrects a blocked write.
    pub self_correction: Rate,
    /// How often a write fails that passed its check. It should be near zero.
    pub failure_after_validation: Rate,
    /// The ends of writes that passed their check.
    pub passed_writes: Endings,
    /// How often something was tried once more.
    pub retries: u64,
    /// Counts of questions to users.
    pub questions: Questions,
    /// How often each guardrail was triggered.
    pub guardrails: BTreeMap<String, u64>,
    /// The number of warnings in arguments, by code.
    pub warnings: BTreeMap<String, u64>,
    /// How often each mistake was made in arguments, by code.
    pub errors: BTreeMap<String, u64>,
    /// How often calls ended in each kind of error.
    pub error_types: BTreeMap<String, u64>,
    /// The functions and containers that were called, and the called names without a tool, sorted by name.
    pub functions: Vec<FunctionHealth>,
    /// How long a period is.
    pub by: Period,
    /// The periods in which something happened to calls, the oldest first.
    pub periods: Vec<PeriodHealth>,
    /// Whether older periods are left out of the lists of periods. The other figures include them.
    pub has_older_periods: bool,
}

/// The ends of writes that passed their check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Endings {
    /// Writes that ran and succeeded.
    pub ok: u64,
    /// Writes that were taken up to be run, and then failed or did not run.
    pub error: u64,
    /// Writes that may or may not have taken effect: nobody knows.
    pub unknown: u64,
    /// Writes that the user rejected.
    pub rejected: u64,
    /// Writes that were cancelled.
    pub cancelled: u64,
    /// Writes that were approved, but refused by a later check.
    pub blocked: u64,
    /// Writes whose time was over.
    pub expired: u64,
}

/// Figures of calls. In JSON their keys are merged into the object that contains the figures.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[non_exhaustive]
pub struct CallFigures {
    /// How many calls were made.
    pub calls: u64,
    /// How many succeeded.
    pub ok: u64,
    /// How many were blocked by the check of their arguments.
    pub blocked: u64,
    /// How many failed otherwise.
    pub failed: u64,
    /// How long they took.
    pub latency: Latency,
}

/// How the calls of a function go.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[non_exhaustive]
pub struct FunctionHealth {
    /// The name that was called.
    pub tool: String,
    /// Its calls, those of older periods too.
    #[serde(flatten)]
    pub figures: CallFigures,
    /// The periods in which something happened to its calls, the oldest first.
    pub periods: Vec<PeriodHealth>,
}

/// How calls went in a period: all calls, or those of a function.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PeriodHealth {
    /// When it began.
    pub start: Timestamp,
    /// The figures of its calls.
    #[serde(flatten)]
    pub figures: CallFigures,
}

impl Endings {
    /// The share of the writes counted in `error` and `unknown` in those counted in `ok`, `error` and `unknown`.
    pub const fn failures(&self) -> Rate {
        let count = self.error + self.unknown;
        Rate { count, of: self.ok + count }
    }
}
