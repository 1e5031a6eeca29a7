//! Wrong calls with an unambiguous intent: expands, and makes the call that was meant.

use std::sync::Arc;

use hpd_runtime::RawCall;
use hpd_runtime::args::Warning;
use hpd_runtime::error::ValidationErrorResponse;

use super::desk::Desk;
use super::expand::expand_container;
use super::journaled;
use super::recoverable::RecoverCall;
use crate::call_error::CallError;
use crate::listing::{self, Visit, door};
use crate::outcome::{Expansion, Outcome, OutcomeKind, Recovered};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// A call that was recovered, until it is known whether anything ran.
pub(super) struct RecoveredCall {
    /// The name that the model called.
    name: Arc<str>,
    /// The name of the tool that was meant, if it is called.
    runs: Option<Arc<str>>,
    recovered: Recovered,
    /// Repairs of the text that named it.
    warnings: Vec<Warning>,
}

/// Expands what a wrong call needs, and returns the call that was meant, if it is made. It passes every check.
pub(super) async fn recover(
    desk: Desk<'_>,
    raw: &RawCall,
    call: RecoverCall,
) -> (RecoveredCall, Option<RawCall>) {
    let Desk { toolbox, session, .. } = desk;
    let expanded = expand_all(toolbox, session, &call);
    let RecoverCall { mistake, meant, arguments, warnings, .. } = call;
    let inner = meant.zip(arguments).map(|(meant, arguments)| {
        let mut inner =
            RawCall::new(raw.id.clone(), toolbox.at(meant).name(), arguments).stopped_by(raw.stop_reason);
        inner.origin.clone_from(&raw.origin);
        inner
    });
    let meant = meant.map(|index| toolbox.at(index).name().to_owned());
    let recovered = Recovered { mistake, expanded, meant, ran: None, went_on: inner.is_some() };
    if let Some(journal) = desk.journal {
        journaled::tell_recovery(toolbox, session, journal, &recovered, inner.as_ref()).await;
    }
    let runs = inner.as_ref().map(|inner| inner.name.clone());
    (RecoveredCall { name: raw.name.clone(), runs, recovered, warnings }, inner)
}

impl RecoveredCall {
    /// The answer if nothing else is called.
    pub(super) fn expansion(&self) -> OutcomeKind {
        let expansion = self.recovered.expanded.last().cloned();
        // There is a container to expand, or the call would have stayed an error.
        OutcomeKind::Expanded(Box::new(expansion.unwrap_or_default()))
    }

    /// The outcome of the wrong call, from that of the call that was meant.
    pub(super) fn end(self, toolbox: &Toolbox, mut outcome: Outcome) -> Outcome {
        let Self { name, runs, mut recovered, warnings } = self;
        if let Some(runs) = runs {
            if let Some(response) = refused(&mut outcome) {
                say_what_happened(toolbox, response, &recovered, &runs);
            }
            recovered.ran = outcome.has_run().then(|| runs.to_string());
        }
        outcome.warnings.splice(..0, warnings);
        Outcome { tool_name: name, recovered: Some(Box::new(recovered)), ..outcome }
    }
}

/// The model's view of refused arguments.
fn refused(outcome: &mut Outcome) -> Option<&mut ValidationErrorResponse> {
    let OutcomeKind::Error(error) = &mut outcome.kind else { return None };
    match error {
        CallError::Validation(response) => Some(response),
        CallError::Repeated(repeated) => match &mut repeated.error {
            CallError::Validation(response) => Some(response),
            _ => None,
        },
        _ => None,
    }
}

/// Explains the failure: the list of tools has changed nevertheless, and the failed call differs from the model's.
fn say_what_happened(
    toolbox: &Toolbox,
    response: &mut ValidationErrorResponse,
    recovered: &Recovered,
    name: &str,
) {
    let new: Vec<_> =
        recovered.newly_expanded().map(|expansion| format!("'{}'", expansion.container)).collect();
    let are = if new.len() == 1 { "is" } else { "are" };
    let expanded =
        if new.is_empty() { String::new() } else { format!(" {} {are} expanded now.", new.join(" and ")) };
    let through = toolbox.through_bridge();
    response.retry_guidance =
        format!("{}{expanded} Call '{name}' by its own name.{through}", response.retry_guidance);
}

/// Expands the called container and those around the meant tool, outermost first.
fn expand_all(toolbox: &Toolbox, session: &Session, call: &RecoverCall) -> Vec<Expansion> {
    let mut expanded: Vec<_> = call
        .container
        .and_then(|container| expand_container(toolbox, session, container))
        .into_iter()
        .collect();
    // A container that was called needs no more than itself, unless a member was meant that it does not show.
    let Some(meant) = call.meant else { return expanded };
    while !listing::may_call(toolbox, session, meant, Visit::Look) {
        let next = door(toolbox, session, meant);
        let expansion = next.and_then(|container| expand_container(toolbox, session, container));
        match expansion {
            // A limit may collapse a container again: none is expanded twice for one call.
            Some(expansion) if !expanded.iter().any(|known| known.container == expansion.container) => {
                expanded.push(expansion);
            }
            _ => break,
        }
    }
    expanded
}
