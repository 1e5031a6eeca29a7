//! A call up to its run, without an effect.

use hpd_runtime::{CallContext, RawCall, TurnContext};

use super::bridge::{self, Bridged};
use super::gate::Gate;
use super::resolve::Resolve;
use super::secrets::conceal;
use super::{collect, gate, resolve, validate};
use crate::call_error::CallError;
use crate::listing::Visit;
use crate::outcome::CheckedCall;
use crate::session::Session;
use crate::toolbox::{Recovery, Toolbox};

/// Follows the path up to, but not including, the filters, the run or the expansion. No recovery.
pub(crate) fn check(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
) -> Result<CheckedCall, CallError> {
    follow(toolbox, session, turn, raw).map_err(|error| conceal(toolbox, session, raw, error))
}

fn follow(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
) -> Result<CheckedCall, CallError> {
    let context = CallContext::new(raw, turn);
    let arguments = match gate::gate(toolbox, session, raw, Visit::Look, Recovery::Reject)? {
        Gate::Bridge(bridge) => return check_inner(toolbox, session, turn, bridge::inner_call(bridge, raw)?),
        Gate::Expand(_) | Gate::Recover(_) => None,
        Gate::Admit(admitted) => match resolve::resolve(admitted) {
            Resolve::Ready(call) => validate::validate(call, session, &context)?.received(),
            Resolve::Collect(call) => collect::check(call, session, &context)?,
        },
    };
    Ok(CheckedCall { arguments, warnings: context.warnings().to_vec() })
}

fn check_inner(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    inner: Bridged,
) -> Result<CheckedCall, CallError> {
    let checked = check(toolbox, session, turn, &inner.call)?;
    Ok(CheckedCall { warnings: inner.warnings.into_iter().chain(checked.warnings).collect(), ..checked })
}
