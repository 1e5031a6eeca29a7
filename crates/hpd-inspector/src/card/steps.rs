//! The step that each event is.

use hpd_host::events::{
    DecisionEvent, Event, EventRecord, RecoveredEvent, ResultStatus, ToolCallEvent, ToolResultEvent,
    ValidationStatus, WriteValidationEvent,
};
use hpd_host::journal::CallTimeline;
use maud::html;
use serde_json::Value;

use super::asked::{asked_for_values, asked_to_confirm};
use super::reading::read;
use super::{Board, State, Step, long};
use crate::text::{count, duration, pretty};

/// The step of an event, which is number `at` of its call.
pub(super) fn step(call: &CallTimeline, at: usize, record: &EventRecord, board: Board<'_>) -> Step {
    let before = call.events.get(..at).unwrap_or_default();
    let after = call.events.get(at + 1..).unwrap_or_default();
    match &record.event {
        Event::TurnStarted(turn) => {
            let said = turn.query.as_deref().unwrap_or("(not told by the program)");
            let step = Step::new("turn_started", "Turn", State::Pass).body(long(said, call, board));
            turn.channel.iter().fold(step, |step, channel| step.fact("Channel", channel))
        }
        Event::ToolCall(made) => made_call(made, call, board),
        Event::ArgumentsRead(event) => read(event, call, board),
        Event::WriteValidation(check) => checked(check, before, board),
        Event::ToolRetry(retry) => {
            Step::new("mcp_execute", format!("Retry #{}", retry.attempt), State::Running)
                .detail(format!("Retry #{}: {}", retry.attempt, retry.reason))
                .fact("Tool", &retry.tool)
        }
        Event::AskUser(asked) => asked_for_values(asked, (call, after), board),
        Event::Mcq(question) => asked_to_confirm(question, (call, after), board),
        Event::Decision(decision) => decided(decision),
        Event::ToolStarted(started) => {
            Step::new("mcp_execute", "Step 9f: MCP Execution (started)", State::Running)
                .fact("Tool", &started.tool)
        }
        Event::ToolResult(result) => ended(result, call, board),
        Event::Recovered(recovered) => recovery(recovered),
        Event::Expanded(expanded) => Step::new("expanded", "Expanded", State::Pass)
            .fact("Container", &expanded.container)
            .fact("Can be called now", expanded.functions.join(", ")),
        Event::Collapsed(collapsed) => {
            Step::new("collapsed", "Collapsed", State::Pass).fact("Container", &collapsed.container)
        }
        Event::Guardrail(guardrail) => {
            Step::new("reverse_guardrail", "Step 9h: Reverse Guardrail", State::Warn)
                .fact("Guardrail", &guardrail.guardrail)
                .body(html! {
                    p { "The model said: " @for claim in &guardrail.claims { del { (claim) } " " } }
                    p { "The user reads: " ins { (guardrail.replacement) } }
                })
        }
        other => of_the_journal(other),
    }
}

fn made_call(made: &ToolCallEvent, call: &CallTimeline, board: Board<'_>) -> Step {
    let step = Step::new("tool_call", "Step 9a: Tool Call", State::Pass)
        .fact("Tool", made.tool_id.as_ref().unwrap_or(&made.tool))
        .fact("Write", if made.is_write { "yes" } else { "no" });
    match &made.arguments {
        Some(arguments) if arguments.is_empty() => step.fact("Arguments", "(empty text)"),
        Some(arguments) => step.body(html! { h4 { "Text of the model" } (long(arguments, call, board)) }),
        None => step.fact("Arguments", "(hidden: they may have sensitive values)"),
    }
}

fn checked(check: &WriteValidationEvent, before: &[EventRecord], board: Board<'_>) -> Step {
    let is_retry =
        before.iter().any(|record| matches!(record.event, Event::ToolRetry(_) | Event::WriteValidation(_)));
    let title = if is_retry { "Step 9e (retry): Write Validation" } else { "Step 9e: Write Validation" };
    let is_blocked = check.status == ValidationStatus::Blocked;
    let state = if is_blocked { State::Warn } else { State::Pass };
    let mut step = Step::new("write_validation", title, state)
        .fact("Tool", &check.tool)
        .fact("Status", if is_blocked { "❌ BLOCKED" } else { "✅ PASSED" });
    if is_blocked {
        let missing = check.missing_fields.join(", ");
        let why = if missing.is_empty() { check.errors.join("; ") } else { format!("missing {missing}") };
        step = step.detail(format!("Blocked: {why}"));
        if !missing.is_empty() {
            let name = |field: &String| {
                if board.arrays.has(&check.tool, field) { format!("{field}[]") } else { field.clone() }
            };
            step = step.fact("Missing", check.missing_fields.iter().map(name).collect::<Vec<_>>().join(", "));
        }
        let action =
            if check.asks_user { "Asking the user" } else { "Returning error to LLM for self-correction" };
        step = step.fact("Action", action);
    } else {
        step = step.detail(format!("Validated: {}", check.tool));
        let fields = fields(&check.fields_validated, before);
        step = step.fact("Fields", if fields.is_empty() { "none".to_owned() } else { fields });
    }
    if let Some(ms) = check.duration_ms {
        step = step.fact("Duration", duration(ms));
    }
    if check.errors.is_empty() {
        return step;
    }
    step.body(html! { h4 { "Errors" } ul { @for error in &check.errors { li { (error) } } } })
}

/// The checked fields; an array with its length: `Applications[1]`.
fn fields(names: &[String], before: &[EventRecord]) -> String {
    let arguments = before.iter().rev().find_map(|record| match &record.event {
        Event::ArgumentsRead(read) => read.arguments.clone(),
        Event::ToolCall(call) => serde_json::from_str(call.arguments.as_deref()?).ok(),
        _ => None,
    });
    let name = |name: &String| match arguments.as_ref().and_then(|arguments: &Value| arguments.get(name)) {
        Some(Value::Array(items)) => format!("{name}[{}]", items.len()),
        _ => name.clone(),
    };
    names.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn decided(decision: &DecisionEvent) -> Step {
    let (words, state) = match decision.verdict.as_str() {
        "approved" => ("✅ APPROVED", State::Pass),
        "rejected" => ("❌ REJECTED", State::Warn),
        "wrong_phrase" => ("▲ WRONG PHRASE", State::Warn),
        "cancelled" => ("❌ CANCELLED", State::Warn),
        "replaced" => ("▲ REPLACED by another question", State::Warn),
        "blocked" => ("❌ BLOCKED by a later check", State::Warn),
        "expired" => ("❌ EXPIRED: nobody answered in time", State::Warn),
        other => (other, State::Warn),
    };
    let mut step = Step::new("decision", "Decision", state).fact("Verdict", words);
    let by = match &decision.decided_by {
        Some(by) => {
            let who = by.principal.id().unwrap_or("the user of the program");
            let tenant = by.principal.tenant().map(|tenant| format!(" of {tenant}")).unwrap_or_default();
            let via = by.channel.as_ref().map(|channel| format!(" via {channel}")).unwrap_or_default();
            step = step.moment("Answered", by.at);
            if by.runs_elsewhere {
                step = step.fact("Runs", "in a process that has the function");
            }
            format!("{who}{tenant}{via}")
        }
        None => "the program".to_owned(),
    };
    step = step.fact("By", by);
    if decision.tries > 0 {
        step = step.fact("Wrong phrases", count(u64::from(decision.tries)));
    }
    step
}

fn ended(result: &ToolResultEvent, call: &CallTimeline, board: Board<'_>) -> Step {
    let (words, state) = match result.status {
        ResultStatus::Ok => ("✅ SUCCESS", State::Pass),
        ResultStatus::Error if result.attempts == 0 => ("❌ NOT CARRIED OUT", State::Warn),
        ResultStatus::Error => ("❌ FAILED", State::Fail),
        ResultStatus::Unknown => ("❔ UNKNOWN: nobody knows whether it took effect", State::Unknown),
        ResultStatus::Rejected => ("❌ REJECTED", State::Warn),
        ResultStatus::Cancelled => ("❌ CANCELLED", State::Warn),
        ResultStatus::Blocked => ("❌ BLOCKED", State::Warn),
        ResultStatus::Expired => ("❌ EXPIRED", State::Warn),
        ResultStatus::Forwarded => ("⏳ FORWARDED: its end comes later", State::Waiting),
    };
    let is_run = result.attempts > 0 || result.status == ResultStatus::Ok;
    let title = if is_run { "Step 9f: MCP Execution" } else { "Step 9g: Result for the LLM" };
    let mut step = Step::new("mcp_execute", title, state).fact("Tool", &result.tool).fact("Status", words);
    if let Some(ms) = result.duration_ms {
        step = step.fact("Duration", duration(ms));
    }
    if result.attempts > 1 {
        step = step.fact("Attempts", count(u64::from(result.attempts)));
    }
    for (name, value) in [
        ("Error", result.error_type.clone()),
        ("Codes", list(&result.error_codes)),
        ("Warnings", list(&result.warnings)),
    ] {
        if let Some(value) = value {
            step = step.fact(name, value);
        }
    }
    let Some(said) = result.result.as_ref().or(result.error.as_ref()) else { return step };
    let said = said.as_str().map_or_else(|| pretty(said), str::to_owned);
    step.body(html! { h4 { "Result" } (long(&said, call, board)) })
}

/// Texts as one; `None` if there are none.
fn list(texts: &[String]) -> Option<String> {
    (!texts.is_empty()).then(|| texts.join(", "))
}

fn recovery(recovered: &RecoveredEvent) -> Step {
    let mut step = Step::new("recovered", "Recovery of a wrong call", State::Warn)
        .fact("Called", &recovered.called)
        .fact("Mistake", &recovered.mistake);
    if let Some(meant) = &recovered.meant {
        step = step.fact("Meant", meant);
    }
    step.fact("Ran", recovered.ran.as_deref().unwrap_or("nothing yet"))
}

/// Events that are about the journal itself.
fn of_the_journal(event: &Event) -> Step {
    match event {
        Event::DetectorFailed(failed) => {
            Step::new("reverse_guardrail", "Step 9h: Reverse Guardrail", State::Warn)
                .detail("The host's detector gave no answer: the final answer was checked by words alone.")
                .fact("Reason", &failed.reason)
        }
        Event::Erased(erased) => {
            let ranges = erased.entries.iter().map(|(first, last)| format!("{first}–{last}"));
            Step::new("erased", "Contents were erased on purpose", State::Pass)
                .fact("Entries", ranges.collect::<Vec<_>>().join(", "))
                .fact("Reason", &erased.reason)
        }
        Event::Pruned(pruned) => Step::new("pruned", "Old entries were removed on purpose", State::Pass)
            .fact("Through entry", count(pruned.through))
            .fact("Reason", &pruned.reason),
        Event::JournalGap(gap) => Step::new("journal_gap", "Events could not be written", State::Fail)
            .fact("Lost", count(gap.lost))
            .moment("From", gap.since)
            .moment("To", gap.until),
        other => Step::new("event", other.kind(), State::Pass),
    }
}
