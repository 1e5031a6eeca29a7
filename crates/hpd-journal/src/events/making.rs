//! Constructors and setters of the events: their types may grow.

use hpd_runtime::Principal;
use hpd_runtime::args::Caller;
use serde_json::Value;

use super::{
    AskUserEvent, DecisionEvent, ErasedEvent, Event, EventRecord, ExpandedEvent, GuardrailEvent, NewEvent,
    PrunedEvent, RecoveredEvent, ResultStatus, ToolCallEvent, ToolResultEvent, ToolRetryEvent,
    ToolStartedEvent, TurnStartedEvent, ValidationStatus, WriteValidationEvent,
};
use crate::pending::{CallState, DecidedBy, PendingId};
use crate::setters::setters;
use crate::system::Timestamp;

impl TurnStartedEvent {
    /// An event with the text of the user, if it is recorded.
    #[must_use]
    pub const fn new(query: Option<String>) -> Self {
        Self { query, channel: None }
    }
}

impl ToolCallEvent {
    /// A call of a tool.
    #[must_use]
    pub fn new(tool: impl Into<String>, is_write: bool) -> Self {
        Self { tool: tool.into(), is_write, tool_id: None, arguments: None, caller: None }
    }
}

impl WriteValidationEvent {
    /// The check of a write.
    #[must_use]
    pub fn new(tool: impl Into<String>, status: ValidationStatus) -> Self {
        Self {
            tool: tool.into(),
            status,
            missing_fields: Vec::new(),
            errors: Vec::new(),
            fields_validated: Vec::new(),
            message: None,
            duration_ms: None,
            asks_user: false,
        }
    }
}

impl ToolRetryEvent {
    /// An attempt after the first: its number, counted from 1, and why it is made.
    #[must_use]
    pub fn new(tool: impl Into<String>, attempt: u32, reason: impl Into<String>) -> Self {
        Self { tool: tool.into(), attempt, reason: reason.into() }
    }
}

impl AskUserEvent {
    /// A question for values.
    #[must_use]
    pub fn new(tool: impl Into<String>, question: impl Into<String>) -> Self {
        Self {
            tool: tool.into(),
            question: question.into(),
            pending_id: None,
            missing: Vec::new(),
            uncertain: Vec::new(),
        }
    }
}

impl DecisionEvent {
    /// A verdict about a pending call, and the state after it.
    #[must_use]
    pub fn new(
        tool: impl Into<String>,
        pending_id: PendingId,
        verdict: impl Into<String>,
        state: CallState,
    ) -> Self {
        Self { tool: tool.into(), pending_id, verdict: verdict.into(), state, tries: 0, decided_by: None }
    }
}

impl ToolStartedEvent {
    /// The start of a stored call.
    #[must_use]
    pub fn new(tool: impl Into<String>, pending_id: PendingId) -> Self {
        Self { tool: tool.into(), pending_id }
    }
}

impl ToolResultEvent {
    /// The end of a call.
    #[must_use]
    pub fn new(tool: impl Into<String>, success: bool, status: ResultStatus, is_write: bool) -> Self {
        Self {
            tool: tool.into(),
            success,
            status,
            is_write,
            result: None,
            error: None,
            error_type: None,
            error_codes: Vec::new(),
            validation_status: None,
            fields_checked: Vec::new(),
            warnings: Vec::new(),
            attempts: 0,
            duration_ms: None,
            pending_id: None,
        }
    }
}

impl RecoveredEvent {
    /// The recovery of a wrong call.
    #[must_use]
    pub fn new(called: impl Into<String>, mistake: impl Into<String>, tool: impl Into<String>) -> Self {
        Self { called: called.into(), mistake: mistake.into(), tool: tool.into(), meant: None, ran: None }
    }
}

impl ExpandedEvent {
    /// The expansion of a container.
    #[must_use]
    pub fn new(container: impl Into<String>, functions: Vec<String>) -> Self {
        Self { container: container.into(), functions }
    }
}

impl GuardrailEvent {
    /// A correction of the final answer.
    #[must_use]
    pub fn new(guardrail: impl Into<String>, claims: Vec<String>, replacement: impl Into<String>) -> Self {
        Self { guardrail: guardrail.into(), claims, replacement: replacement.into() }
    }
}

impl ErasedEvent {
    /// An erasure, by the first and last entry of each range.
    #[must_use]
    pub fn new(entries: Vec<(u64, u64)>, reason: impl Into<String>) -> Self {
        Self { entries, reason: reason.into() }
    }
}

impl PrunedEvent {
    /// A removal of the oldest entries. The last removed entry has the number `through` and this `hash`.
    #[must_use]
    pub fn new(through: u64, hash: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { through, hash: hash.into(), reason: reason.into() }
    }
}

impl EventRecord {
    /// An event with its numbers in the journal and in its session.
    #[must_use]
    pub fn new(entry: u64, session: impl Into<String>, seq: u64, at: Timestamp, event: Event) -> Self {
        Self {
            entry,
            session: session.into(),
            seq,
            at,
            event,
            turn: None,
            call_id: None,
            principal: None,
            tenant: None,
        }
    }
}

impl NewEvent {
    /// An event of a session.
    #[must_use]
    pub fn new(session: impl Into<String>, at: Timestamp, event: Event) -> Self {
        Self { session: session.into(), at, event, turn: None, call_id: None, principal: None, tenant: None }
    }

    /// Sets the principal on whose behalf it happened, and its tenant.
    ///
    /// ```
    /// use hpd_journal::Timestamp;
    /// use hpd_journal::events::{Event, NewEvent, TurnStartedEvent};
    /// use hpd_runtime::Principal;
    ///
    /// let started = Event::TurnStarted(TurnStartedEvent::new(None));
    /// let event = NewEvent::new("s1", Timestamp::from_millis(0), started)
    ///     .on_behalf_of(&Principal::new("alex").in_tenant("acme"));
    /// assert_eq!(event.tenant.as_deref(), Some("acme"));
    /// ```
    #[must_use]
    pub fn on_behalf_of(self, principal: &Principal) -> Self {
        Self { principal: principal.id.clone(), tenant: principal.tenant.clone(), ..self }
    }
}

setters!(TurnStartedEvent { query: Option<String>, channel: Option<String> });
setters!(ToolCallEvent {
    tool: String,
    is_write: bool,
    tool_id: Option<String>,
    arguments: Option<String>,
    caller: Option<Caller>,
});
setters!(WriteValidationEvent { tool: String, status: ValidationStatus, missing_fields: Vec<String>, errors: Vec<String>, fields_validated: Vec<String>, message: Option<String>, duration_ms: Option<f64>, asks_user: bool });
setters!(ToolRetryEvent { tool: String, attempt: u32, reason: String });
setters!(AskUserEvent { tool: String, question: String, pending_id: Option<PendingId>, missing: Vec<String>, uncertain: Vec<String> });
setters!(DecisionEvent { tool: String, pending_id: PendingId, verdict: String, state: CallState, tries: u8, decided_by: Option<DecidedBy> });
setters!(ToolStartedEvent { tool: String, pending_id: PendingId });
setters!(ToolResultEvent { tool: String, success: bool, status: ResultStatus, is_write: bool, result: Option<Value>, error: Option<Value>, error_type: Option<String>, error_codes: Vec<String>, validation_status: Option<ValidationStatus>, fields_checked: Vec<String>, warnings: Vec<String>, attempts: u32, duration_ms: Option<f64>, pending_id: Option<PendingId> });
setters!(RecoveredEvent { called: String, mistake: String, tool: String, meant: Option<String>, ran: Option<String> });
setters!(ExpandedEvent { container: String, functions: Vec<String> });
setters!(GuardrailEvent { guardrail: String, claims: Vec<String>, replacement: String });
setters!(ErasedEvent { entries: Vec<(u64, u64)>, reason: String });
setters!(PrunedEvent { through: u64, hash: String, reason: String });
setters!(EventRecord { entry: u64, session: String, seq: u64, at: Timestamp, event: Event, turn: Option<String>, call_id: Option<String>, principal: Option<String>, tenant: Option<String> });
setters!(NewEvent { session: String, at: Timestamp, event: Event, turn: Option<String>, call_id: Option<String>, principal: Option<String>, tenant: Option<String> });
