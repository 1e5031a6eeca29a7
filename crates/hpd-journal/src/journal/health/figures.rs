//! The counts of each function and of each period.

use std::collections::BTreeMap;

use super::latency::Histogram;
use super::{CallFigures, FunctionHealth, PeriodHealth};
use crate::events::{Event, ResultStatus, ToolResultEvent, ValidationStatus};
use crate::system::Timestamp;

/// Maximum bytes of a function's period beside its times, free space of the tree included.
const PERIOD: usize = 256;

/// Counts of calls.
#[derive(Debug, Clone, Default)]
pub(super) struct Figures {
    calls: u64,
    ok: u64,
    blocked: u64,
    failed: u64,
    times: Histogram,
}

/// Counts of the calls of a function.
#[derive(Debug, Clone, Default)]
pub(super) struct FunctionFigures {
    figures: Figures,
    periods: BTreeMap<Timestamp, Figures>,
    /// Calls were moved to another function later: no counts may be left.
    has_given: bool,
}

/// A call that is counted for another function from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GivenCall {
    /// There is none.
    None,
    /// Its period is no longer counted separately.
    OfOlderPeriod,
    /// It was counted in this period.
    Of(Timestamp),
}

/// The function that an event of a call is about, where it is counted.
pub(super) fn function_of(event: &Event) -> Option<&str> {
    match event {
        Event::ToolCall(call) => Some(&call.tool),
        Event::WriteValidation(check) => Some(&check.tool),
        Event::ToolResult(result) => Some(&result.tool),
        _ => None,
    }
}

impl Figures {
    pub(super) fn add(&mut self, event: &Event) {
        match event {
            Event::ToolCall(_) => self.calls += 1,
            Event::WriteValidation(check) => {
                self.blocked += u64::from(check.status == ValidationStatus::Blocked);
            }
            Event::ToolResult(result) => self.add_result(result),
            _ => {}
        }
    }

    fn add_result(&mut self, result: &ToolResultEvent) {
        let is_failure = matches!(result.status, ResultStatus::Error | ResultStatus::Unknown);
        // A block by the check is reported as an error too, and counted there.
        let was_blocked = result.validation_status == Some(ValidationStatus::Blocked);
        self.failed += u64::from(is_failure && !was_blocked);
        self.ok += u64::from(result.status == ResultStatus::Ok);
        if let Some(millis) = result.duration_ms.filter(|_| result.attempts > 0) {
            self.times.add(millis);
        }
    }

    /// Whether anything was counted, and not given to another function.
    fn is_used(&self) -> bool {
        self.calls + self.ok + self.blocked + self.failed > 0 || self.times.room() > 0
    }

    /// How many bytes it takes as a period of a function, at most.
    const fn room(&self) -> usize {
        PERIOD + self.times.room()
    }

    fn told(&self) -> CallFigures {
        let Self { calls, ok, blocked, failed, ref times } = *self;
        CallFigures { calls, ok, blocked, failed, latency: times.latency() }
    }

    pub(super) fn of_period(&self, start: Timestamp) -> PeriodHealth {
        PeriodHealth { start, figures: self.told() }
    }
}

impl FunctionFigures {
    /// Counts an event. Returns the additional bytes of its period.
    pub(super) fn add(&mut self, event: &Event, period: Option<Timestamp>) -> usize {
        self.figures.add(event);
        let Some(start) = period else { return 0 };
        let before = self.periods.get(&start).map_or(0, Figures::room);
        let period = self.periods.entry(start).or_default();
        period.add(event);
        period.room() - before
    }

    /// Takes a call back that turned out to be one of another function: the last one until a period.
    pub(super) fn give_call(&mut self, until: Timestamp) -> GivenCall {
        let Some(left) = self.figures.calls.checked_sub(1) else { return GivenCall::None };
        (self.figures.calls, self.has_given) = (left, true);
        let last = self.periods.range_mut(..=until).rev().find(|(_, figures)| figures.calls > 0);
        match last {
            None => GivenCall::OfOlderPeriod,
            Some((start, figures)) => {
                figures.calls -= 1;
                GivenCall::Of(*start)
            }
        }
    }

    /// Counts a call that was moved from another function. Returns the additional bytes of its period.
    pub(super) fn take_call(&mut self, period: Option<Timestamp>) -> usize {
        self.figures.calls += 1;
        let Some(start) = period else { return 0 };
        let before = self.periods.get(&start).map_or(0, Figures::room);
        let period = self.periods.entry(start).or_default();
        period.calls += 1;
        period.room() - before
    }

    /// Whether anything is left of it.
    pub(super) fn is_used(&self) -> bool {
        !self.has_given || self.figures.is_used()
    }

    /// Drops a period. Returns its bytes.
    pub(super) fn forget(&mut self, period: Timestamp) -> usize {
        self.periods.remove(&period).map_or(0, |figures| figures.room())
    }

    pub(super) fn into_function(self, tool: String) -> FunctionHealth {
        let used = self.periods.iter().filter(|(_, figures)| !self.has_given || figures.is_used());
        let periods = used.map(|(start, figures)| figures.of_period(*start));
        FunctionHealth { tool, figures: self.figures.told(), periods: periods.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Figures, PERIOD};
    use crate::system::Timestamp;

    /// A leaf of a tree has eleven slots and at least five values. Each leaf has a slot in a branch. A list begins with
    /// four slots.
    #[test]
    fn a_period_takes_no_more_than_its_room() {
        let value = size_of::<(Timestamp, Figures)>();
        let leaf = 11 * value + 16;
        let branch = leaf + 12 * size_of::<usize>();
        let list = 4 * 8;
        assert!(leaf.div_ceil(5) + branch.div_ceil(25) + list <= PERIOD);
    }
}
