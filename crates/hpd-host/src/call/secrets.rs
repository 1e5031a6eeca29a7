//! Sensitive values of calls: the session knows them before anything runs. They are hidden in errors before anything
//! reads these, and in the debug output of results.

use std::borrow::Cow;

use hpd_journal::__private::{Secrets, mask};
use hpd_runtime::RawCall;
use hpd_runtime::args::Node;

use super::gate::Place;
use crate::call_error::{CallError, FunctionError};
use crate::outcome::{DebugMask, Outcome, OutcomeKind};
use crate::session::Session;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// Lets the session know the sensitive values of a valid call.
pub(super) fn learn(place: Place<'_>, session: &Session, call: &RawCall) {
    let own = values_of(place.toolbox, place.toolbox.at(place.index), call);
    if !own.is_empty() {
        session.journal_turn().learn(&own);
    }
}

/// The same for arguments of a tool from all sources, as they are collected.
pub(super) fn learn_collected(toolbox: &Toolbox, session: &Session, tool: &Tool, arguments: &Node<'_>) {
    if !tool.sensitive_parameters().is_empty() {
        session.journal_turn().learn(&values_in(toolbox, tool, &[arguments.to_json().into()]));
    }
}

/// An error without sensitive values: of its call, and of earlier calls of the session.
#[cold]
pub(super) fn conceal(
    toolbox: &Toolbox,
    session: &Session,
    call: &RawCall,
    mut error: CallError,
) -> CallError {
    if toolbox.safeguards().has_sensitive_parameters || session.journal_turn().knows_secrets() {
        let own = toolbox.called(call).map(|tool| values_of(toolbox, tool, call)).unwrap_or_default();
        error.hide(&own, &known_with(session, &own));
    }
    error
}

/// The same for the error of a function, before it is attempted again.
#[cold]
pub(super) fn hide_in_function_error(
    toolbox: &Toolbox,
    session: &Session,
    call: &RawCall,
    error: &mut FunctionError,
) {
    if toolbox.safeguards().has_sensitive_parameters || session.journal_turn().knows_secrets() {
        let own = toolbox.called(call).map(|tool| values_of(toolbox, tool, call)).unwrap_or_default();
        error.hide(&own, &known_with(session, &own));
    }
}

/// The same for the end of a forwarded call. The arguments are unknown here; a restored session does not know the
/// values either, so the cause of the error is left out then.
pub(super) fn hide_in_completed(
    toolbox: &Toolbox,
    session: &Session,
    tool: Option<&Tool>,
    is_known: bool,
    error: &mut FunctionError,
) {
    if toolbox.safeguards().has_sensitive_parameters || session.journal_turn().knows_secrets() {
        let is_known = is_known || tool.is_some_and(|tool| tool.sensitive_parameters().is_empty());
        let own = if is_known { Secrets::default() } else { Secrets::unknown() };
        error.hide(&Secrets::default(), &session.journal_turn().secrets());
        error.hide_source(&own);
    }
}

/// Hides the values that the session knows in the debug output of a result.
#[cold]
pub(super) fn hide_in_debug_output(session: &Session, outcome: &mut Outcome) {
    if let OutcomeKind::Result(result) = &mut outcome.kind {
        result.extra.set_mask(DebugMask::of(session.journal_turn().secrets()));
    }
}

/// What the session knows, now with these values.
fn known_with(session: &Session, own: &Secrets) -> Secrets {
    let turn = session.journal_turn();
    if !own.is_empty() {
        turn.learn(own);
    }
    turn.secrets()
}

/// The values of a call's sensitive parameters: as they were sent, and as the function receives them.
fn values_of(toolbox: &Toolbox, tool: &Tool, call: &RawCall) -> Secrets {
    if tool.sensitive_parameters().is_empty() {
        return Secrets::default();
    }
    let received = toolbox.received(call).map(Cow::Owned);
    let texts = [Cow::Borrowed(&**call.raw_text()), Cow::Borrowed(&*call.arguments)];
    values_in(toolbox, tool, &texts.into_iter().chain(received).collect::<Vec<_>>())
}

fn values_in(toolbox: &Toolbox, tool: &Tool, texts: &[Cow<'_, str>]) -> Secrets {
    let sensitive: Vec<_> = tool.sensitive_parameters().into_iter().map(str::to_owned).collect();
    let mut values = Secrets::default();
    if !sensitive.is_empty() {
        for text in texts {
            values.learn(&mask(text, &sensitive).1);
        }
        values.spare(&toolbox.safeguards().public_names);
    }
    values
}
