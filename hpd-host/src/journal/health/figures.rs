//! What is counted of each function, and in each period.

use std::collections::BTreeMap;

use super::latency::Histogram;
use super::{FunctionHealth, FunctionPeriod, PeriodHealth};
use crate::events::{Event, ResultStatus, ToolResultEvent, ValidationStatus};
use crate::system::Timestamp;

/// Counts of calls.
#[derive(Debug, Default)]
pub(super) struct Figures {
    calls: u64,
    ok: u64,
    blocked: u64,
    failed: u64,
    times: Histogram,
}

/// Counts of the calls of a function.
#[derive(Debug, Default)]
pub(super) struct FunctionFigures {
    figures: Figures,
    periods: BTreeMap<Timestamp, FunctionPeriod>,
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
        // What the check blocked is told as an error too, and counted there.
        let was_blocked = result.validation_status == Some(ValidationStatus::Blocked);
        self.failed += u64::from(is_failure && !was_blocked);
        self.ok += u64::from(result.status == ResultStatus::Ok);
        if let Some(millis) = result.duration_ms.filter(|_| result.attempts > 0) {
            self.times.add(millis);
        }
    }

    pub(super) fn into_period(self, start: Timestamp) -> PeriodHealth {
        let Self { calls, ok, blocked, failed, times } = self;
        PeriodHealth { start, calls, ok, blocked, failed, latency: times.latency() }
    }
}

impl FunctionFigures {
    pub(super) fn add(&mut self, event: &Event, period: Option<Timestamp>) {
        self.figures.add(event);
        let Some(start) = period else { return };
        let (is_call, is_ok) = match event {
            Event::ToolCall(_) => (true, false),
            Event::ToolResult(result) => (false, result.status == ResultStatus::Ok),
            _ => return,
        };
        let empty = FunctionPeriod { start, calls: 0, ok: 0 };
        let period = self.periods.entry(start).or_insert(empty);
        period.calls += u64::from(is_call);
        period.ok += u64::from(is_ok);
    }

    pub(super) fn forget(&mut self, period: Timestamp) {
        self.periods.remove(&period);
    }

    pub(super) fn into_function(self, tool: String) -> FunctionHealth {
        let Figures { calls, ok, blocked, failed, times } = self.figures;
        let periods = self.periods.into_values().collect();
        FunctionHealth { tool, calls, ok, blocked, failed, latency: times.latency(), periods }
    }
}
