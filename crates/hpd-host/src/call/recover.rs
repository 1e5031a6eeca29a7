//! Wrong calls with an unambiguous intent: applies the host's [`Recovery`].

use hpd_journal::BoxFuture;
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::{CallContext, RawCall, TurnContext, Warning};

use super::expand::expand_container;
use super::gate::Recovering;
use super::journaled;
use super::member::MeantCall;
use super::parse::ParsedCall;
use crate::call_error::{CallError, CallMistake};
use crate::listing::{self, Visit, door};
use crate::outcome::{Expansion, Outcome, OutcomeKind, Recovered};
use crate::session::Session;
use crate::tool::ToolIndex;
use crate::toolbox::{Recovery, Toolbox};

/// A call in recovery.
pub(super) struct RecoverCall {
    mistake: CallMistake,
    /// The container that was called, to be expanded.
    container: Option<ToolIndex>,
    /// The tool that was meant.
    meant: Option<ToolIndex>,
    /// The arguments for `meant`; `None` if it is not called.
    arguments: Option<String>,
    /// Repairs of the text that named it.
    warnings: Vec<Warning>,
}

impl Recovering<'_> {
    /// The recovery for a wrong call that means a tool.
    fn for_tool(&self, tool: ToolIndex) -> Recovery {
        self.max.min(self.toolbox.recovery_of(tool))
    }
}

/// Recovers the call of a tool by a wrong name, or of a hidden tool. `None` if it stays an error. A name that is only
/// similar to the tool's expands, and runs nothing.
#[cold]
pub(super) fn of_name(
    how: &Recovering<'_>,
    call: ParsedCall<'_>,
    meant: ToolIndex,
    mistake: CallMistake,
    is_certain: bool,
) -> Option<RecoverCall> {
    let Recovering { toolbox, session, .. } = *how;
    let is_hidden = !listing::may_call(toolbox, session, meant, Visit::Look);
    if is_hidden && door(toolbox, session, meant).is_none() {
        return None;
    }
    let arguments = match how.for_tool(meant) {
        Recovery::Reject => return None,
        Recovery::ExpandAndRun if is_certain => Some(call.arguments().to_owned()),
        // There is nothing to expand.
        _ if !is_hidden => return None,
        Recovery::Expand | Recovery::ExpandAndRun => None,
    };
    Some(RecoverCall { mistake, container: None, meant: Some(meant), arguments, warnings: Vec::new() })
}

/// Recovers the call of a container with parameters; `None` if it stays an error. `meant` is the member that the
/// parameters name, if they name one. A write with a misspelt name does not run on a guess.
#[cold]
pub(super) fn of_container(
    how: &Recovering<'_>,
    container: ToolIndex,
    meant: Option<&MeantCall>,
) -> Option<RecoverCall> {
    let recovery = how.for_tool(meant.map_or(container, |meant| meant.member.index));
    if recovery == Recovery::Reject {
        return None;
    }
    let is_guess = |meant: &MeantCall| {
        let tool = how.toolbox.at(meant.member.index);
        meant.member.is_misspelt && (tool.is_write() || tool.is_unclassified())
    };
    let run = meant.filter(|meant| recovery == Recovery::ExpandAndRun && !is_guess(meant));
    Some(RecoverCall {
        mistake: CallMistake::ContainerWithParameters,
        container: Some(container),
        meant: meant.map(|meant| meant.member.index),
        arguments: run.map(|meant| meant.arguments.clone()),
        warnings: run.map(|meant| meant.warnings.clone()).unwrap_or_default(),
    })
}

/// Recovers a call and describes how. The meant call passes every check. Boxed, since it takes the whole path again.
pub(super) fn answer<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
    call: RecoverCall,
) -> BoxFuture<'a, Outcome> {
    Box::pin(set_right(toolbox, session, turn, raw, call))
}

async fn set_right(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
    call: RecoverCall,
) -> Outcome {
    let expanded = expand_all(toolbox, session, &call);
    let RecoverCall { mistake, meant, arguments, warnings, .. } = call;
    let inner = meant.zip(arguments).map(|(meant, arguments)| {
        RawCall::new(raw.id.clone(), toolbox.at(meant).name(), arguments).stopped_by(raw.stop_reason)
    });
    let meant = meant.map(|index| toolbox.at(index).name().to_owned());
    let mut recovered = Recovered { mistake, expanded, meant, ran: None, went_on: inner.is_some() };
    journaled::tell_recovery(toolbox, session, turn, &recovered, inner.as_ref()).await;
    let mut outcome = if let Some(inner) = inner {
        let mut outcome =
            super::answer_call(toolbox, session, turn, &inner, Recovery::Reject, super::Part::Inner).await;
        if let Some(response) = refused(&mut outcome) {
            say_what_happened(toolbox, response, &recovered, &inner.name);
        }
        recovered.ran = outcome.has_run().then(|| inner.name.to_string());
        outcome
    } else {
        let expansion = recovered.expanded.last().cloned();
        // There is a container to expand, or the call would have stayed an error.
        let kind = OutcomeKind::Expanded(Box::new(expansion.unwrap_or_default()));
        Outcome::new(CallContext::new(raw, turn), kind)
    };
    outcome.warnings.splice(..0, warnings);
    Outcome { tool_name: raw.name.clone(), recovered: Some(Box::new(recovered)), ..outcome }
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
