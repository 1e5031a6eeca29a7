//! The figures while they are counted.

use std::collections::BTreeMap;

use super::corrections::Corrections;
use super::figures::{Figures, FunctionFigures, GivenCall, function_of};
use super::questions::OpenQuestions;
use super::tally::ByName;
use super::{Endings, Health, Period, Rate};
use crate::events::{
    Event, EventRecord, RecoveredEvent, ResultStatus, ToolResultEvent, ValidationStatus, WriteValidationEvent,
};
use crate::system::Timestamp;

/// Maximum number of periods with figures of their own: five years of days, or twelve weeks of hours. The newest
/// periods have them; older ones count only in the totals.
pub const MAX_PERIODS: usize = 2_000;

/// Maximum bytes of the figures of functions by period. Beyond it, fewer than [`MAX_PERIODS`] periods have figures of
/// their own. One function takes 256 bytes for one period, and 16 bytes for each distinct duration. The bound fits a
/// thousand periods of a hundred functions, each with 20 distinct durations in every period.
pub const MAX_ROOM: usize = 64_000_000;

/// Counts events, one after the other in the order of the journal.
///
/// ```
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::{Event, EventRecord, ToolCallEvent};
/// use hpd_journal::journal::health::{HealthBuilder, Period};
///
/// let mut builder = HealthBuilder::new(Period::Hour);
/// let call = Event::ToolCall(ToolCallEvent::new("add", false));
/// builder.add(&EventRecord::new(1, "s1", 1, Timestamp::from_millis(3_600_001), call));
/// let health = builder.finish();
/// assert_eq!(health.functions[0].figures.calls, 1);
/// assert_eq!(health.periods[0].start, Timestamp::from_millis(3_600_000));
/// assert_eq!(health.write_block.value(), None);
/// ```
#[derive(Debug, Clone)]
pub struct HealthBuilder {
    by: Period,
    first: Option<Timestamp>,
    last: Option<Timestamp>,
    events: u64,
    checks: Rate,
    corrections: Corrections,
    passed_writes: Endings,
    retries: u64,
    questions: OpenQuestions,
    guardrails: ByName<u64>,
    warnings: ByName<u64>,
    errors: ByName<u64>,
    error_types: ByName<u64>,
    functions: ByName<FunctionFigures>,
    periods: BTreeMap<Timestamp, Figures>,
    /// How many bytes the periods of functions take.
    room: usize,
    /// The newest period that is no longer separate.
    forgotten: Option<Timestamp>,
}

impl HealthBuilder {
    /// Nothing is counted yet.
    pub fn new(by: Period) -> Self {
        Self {
            by,
            first: None,
            last: None,
            events: 0,
            checks: Rate::default(),
            corrections: Corrections::default(),
            passed_writes: Endings::default(),
            retries: 0,
            questions: OpenQuestions::default(),
            guardrails: ByName::default(),
            warnings: ByName::default(),
            errors: ByName::default(),
            error_types: ByName::default(),
            functions: ByName::default(),
            periods: BTreeMap::new(),
            room: 0,
            forgotten: None,
        }
    }

    /// Counts an event.
    pub fn add(&mut self, record: &EventRecord) {
        self.events += 1;
        self.first = Some(self.first.map_or(record.at, |first| first.min(record.at)));
        self.last = self.last.max(Some(record.at));
        self.questions.add(&record.event);
        match &record.event {
            Event::WriteValidation(check) => self.add_check(record, check),
            Event::ToolResult(result) => self.add_result(result),
            Event::ToolRetry(_) => self.retries += 1,
            Event::Recovered(recovered) if recovered.tool != recovered.called => {
                self.move_call(self.by.start_of(record.at), recovered);
            }
            Event::Guardrail(triggered) => self.guardrails.count([&triggered.guardrail]),
            _ => {}
        }
        if let Some(function) = function_of(&record.event) {
            let period = self.count_in_period(record);
            self.room += self.functions.get(function).add(&record.event, period);
            self.forget_old_periods();
        }
    }

    /// A wrong call counts for the function that it was passed on to, not for the called name.
    fn move_call(&mut self, period: Timestamp, recovered: &RecoveredEvent) {
        let period = match self.functions.get(&recovered.called).give_call(period) {
            GivenCall::None => return,
            GivenCall::OfOlderPeriod => None,
            GivenCall::Of(period) => Some(period),
        };
        self.room += self.functions.get(&recovered.tool).take_call(period);
        self.forget_old_periods();
    }

    fn add_check(&mut self, record: &EventRecord, check: &WriteValidationEvent) {
        self.checks.of += 1;
        self.checks.count += u64::from(check.status == ValidationStatus::Blocked);
        self.corrections.add(record, check);
    }

    fn add_result(&mut self, result: &ToolResultEvent) {
        self.warnings.count(&result.warnings);
        self.errors.count(&result.error_codes);
        self.error_types.count(&result.error_type);
        if result.is_write && result.validation_status == Some(ValidationStatus::Passed) {
            self.passed_writes.add(result.status);
        }
    }

    /// The period of the event; `None` if it is older than the separate periods.
    fn count_in_period(&mut self, record: &EventRecord) -> Option<Timestamp> {
        let start = self.by.start_of(record.at);
        if self.forgotten.is_some_and(|forgotten| start <= forgotten) {
            return None;
        }
        self.periods.entry(start).or_default().add(&record.event);
        Some(start)
    }

    fn forget_old_periods(&mut self) {
        while self.periods.len() > MAX_PERIODS || self.room > MAX_ROOM {
            let Some((oldest, _)) = self.periods.pop_first() else { return };
            self.forgotten = Some(oldest);
            for function in self.functions.values_mut() {
                self.room -= function.forget(oldest);
            }
        }
    }

    /// The result.
    pub fn finish(self) -> Health {
        let functions = self.functions.into_map().into_iter().filter(|(_, figures)| figures.is_used());
        let periods = self.periods.into_iter();
        Health {
            first: self.first,
            last: self.last,
            events: self.events,
            write_block: self.checks,
            self_correction: self.corrections.rate(),
            failure_after_validation: self.passed_writes.failures(),
            passed_writes: self.passed_writes,
            retries: self.retries,
            questions: self.questions.questions(),
            guardrails: self.guardrails.into_map(),
            warnings: self.warnings.into_map(),
            errors: self.errors.into_map(),
            error_types: self.error_types.into_map(),
            functions: functions.map(|(tool, figures)| figures.into_function(tool)).collect(),
            by: self.by,
            periods: periods.map(|(start, figures)| figures.of_period(start)).collect(),
            has_older_periods: self.forgotten.is_some(),
        }
    }
}

impl Endings {
    fn add(&mut self, status: ResultStatus) {
        let count = match status {
            ResultStatus::Ok => &mut self.ok,
            ResultStatus::Error => &mut self.error,
            ResultStatus::Unknown => &mut self.unknown,
            ResultStatus::Rejected => &mut self.rejected,
            ResultStatus::Cancelled => &mut self.cancelled,
            ResultStatus::Blocked => &mut self.blocked,
            ResultStatus::Expired => &mut self.expired,
            // It has not ended.
            ResultStatus::Forwarded => return,
        };
        *count += 1;
    }
}
