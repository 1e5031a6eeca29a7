//! The calls of one model message.

use futures_util::future::join_all;
use hpd_runtime::{RawCall, TurnContext};

use crate::call;
use crate::listing::{Visit, may_call};
use crate::outcome::Outcome;
use crate::session::Session;
use crate::tool::Role;
use crate::toolbox::{Recovery, Toolbox};

/// Answers the calls of one model message; outcomes follow the order of the calls.
///
/// Adjacent calls that only read run concurrently. All others run alone, in order. So an expansion counts for the calls
/// after it, and writes happen in the model's order.
pub(crate) async fn answer(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    calls: &[RawCall],
) -> Vec<Outcome> {
    let mut narrowed = None;
    let toolbox = toolbox.shown_to(session, turn, &mut narrowed);
    let limit = toolbox.max_calls_per_turn();
    let (answered, refused) = calls.split_at(calls.len().min(limit));
    let mut outcomes = Vec::with_capacity(calls.len());
    for group in answered
        .chunk_by(|before, call| only_reads(toolbox, session, before) && only_reads(toolbox, session, call))
    {
        match group {
            [call] => outcomes.push(call::answer(toolbox, session, turn, call).await),
            group => {
                let group = group.iter().map(|call| call::answer(toolbox, session, turn, call));
                outcomes.extend(join_all(group).await);
            }
        }
    }
    for call in refused {
        outcomes.push(call::refuse_beyond(toolbox, session, turn, call, limit).await);
    }
    outcomes
}

/// A call of an unknown or hidden tool has no effect either, unless it is recovered.
fn only_reads(toolbox: &Toolbox, session: &Session, call: &RawCall) -> bool {
    let is_rejected = toolbox.max_recovery() == Recovery::Reject;
    let Some(index) = toolbox.called_index(call) else { return is_rejected };
    let tool = toolbox.at(index);
    match &tool.role {
        Role::Container(_) => false,
        Role::Function(_) => {
            !tool.is_write() && (is_rejected || may_call(toolbox, session, index, Visit::Look))
        }
        Role::Bridge(bridge) => {
            call::inner_call(bridge, call).is_ok_and(|inner| only_reads(toolbox, session, &inner.call))
        }
    }
}
