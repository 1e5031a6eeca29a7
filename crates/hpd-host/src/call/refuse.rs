//! Calls that are not answered.

use hpd_runtime::{CallContext, RawCall, TurnContext};

use super::journaled::CallRecorder;
use crate::call_error::{CallError, TooManyCalls};
use crate::outcome::{Outcome, OutcomeKind};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// The answer to a call beyond the number that a turn may have.
pub(crate) async fn refuse_beyond(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
    limit: usize,
) -> Outcome {
    let telling = CallRecorder::of_call(toolbox, session, &turn.principal, raw).await;
    let error = CallError::TooManyCalls(Box::new(TooManyCalls::new(limit)));
    let outcome = Outcome::new(CallContext::new(raw, turn), OutcomeKind::Error(error));
    toolbox.counts().count(&outcome);
    if let Some(telling) = telling {
        telling.end(&outcome).await;
    }
    outcome
}
