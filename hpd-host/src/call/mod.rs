//! The path of a call: one room a stage, one type in, one type out.
//!
//! ```text
//! RawCall -parse-> ParsedCall -gate-> Expand | Admit -resolve-> ResolvedCall -validate-> ValidCall
//!         -confirm-> ApprovedCall -invoke-> Outcome
//! ```
//!
//! Fields of these types are private to their rooms, so that no room can forge what a later one takes: only `confirm`
//! makes an `ApprovedCall`, and `invoke` consumes it.

mod confirm;
mod error;
mod expand;
mod gate;
mod invoke;
mod local;
mod parse;
mod resolve;
mod validate;

use hpd_runtime::{CallContext, RawCall, TurnContext};

pub use error::{CallError, FunctionError, HiddenTool, TooManyCalls, UnknownTool};
use gate::Gate;
use invoke::Step;

use crate::outcome::{Outcome, OutcomeKind};
use crate::session::Session;
use crate::toolbox::{Checked, Toolbox};

/// Answers one call.
#[inline]
pub(crate) async fn answer(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
) -> Outcome {
    let context = CallContext::new(raw, turn);
    let kind = match advance(toolbox, session, &context) {
        Ok(Step::Done(kind)) => kind,
        Ok(Step::Running(call)) => call.finish(&context).await.unwrap_or_else(OutcomeKind::Error),
        Err(error) => OutcomeKind::Error(error),
    };
    Outcome::new(context, kind)
}

/// The rooms in their order. Only a function that is asynchronous is left to wait for.
fn advance<'a>(
    toolbox: &'a Toolbox,
    session: &Session,
    context: &'a CallContext<'a>,
) -> Result<Step<'a>, CallError> {
    let parsed = parse::parse(context.call());
    let admitted = match gate::gate(toolbox, session, parsed)? {
        Gate::Expand(container) => {
            let expansion = expand::expand(toolbox, session, &container);
            return Ok(Step::Done(OutcomeKind::Expanded(Box::new(expansion))));
        }
        Gate::Admit(admitted) => admitted,
    };
    let resolved = resolve::resolve(admitted);
    let valid = validate::validate(resolved, context)?;
    let approved = confirm::confirm(valid);
    invoke::invoke(approved, context)
}

/// Goes the same way up to, but not including, the run or the expansion.
pub(crate) fn check(toolbox: &Toolbox, session: &Session, raw: &RawCall) -> Result<Checked, CallError> {
    let turn = TurnContext::default();
    let context = CallContext::new(raw, &turn);
    let arguments = match gate::gate(toolbox, session, parse::parse(raw))? {
        Gate::Expand(_) => None,
        Gate::Admit(admitted) => validate::validate(resolve::resolve(admitted), &context)?.received(),
    };
    Ok(Checked { arguments, warnings: context.warnings().to_vec() })
}

/// The answer to a call beyond the number that a turn may have.
pub(crate) fn refuse_beyond(turn: &TurnContext, raw: &RawCall, limit: usize) -> Outcome {
    let error = CallError::TooManyCalls(Box::new(TooManyCalls::new(limit)));
    Outcome::new(CallContext::new(raw, turn), OutcomeKind::Error(error))
}
