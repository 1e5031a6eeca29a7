//! Writes: frozen, assessed, asked about, and carried out. Only the stored call runs.
//!
//! ```text
//! UnapprovedWrite -freeze-> FrozenCall -weigh-> Weighed -ask-> question | -carry_out-> Outcome
//! Decision -decide-> approved row -carry_out-> Outcome
//! ```

mod after_corrections;
mod ask;
mod carry_out;
mod decide;
mod freeze;
mod weigh;

use hpd_runtime::CallContext;

pub(super) use after_corrections::after_corrections;
pub(super) use carry_out::{Ending, Mandate, NotNoted, note_end};
pub(super) use decide::decide;
pub(super) use freeze::{notes, owner};

use super::confirm::UnapprovedWrite;
use super::journaled::{JournalHandle, tell_run};
use crate::approval::Permission;
use crate::call_error::CallError;
use crate::outcome::OutcomeKind;
use crate::session::Session;

/// Goes on with a write: asks the user, or carries it out where that is allowed.
///
/// # Errors
///
/// It is denied, too many calls wait already, or the store failed.
pub(super) async fn settle(
    call: UnapprovedWrite<'_>,
    session: &Session,
    context: &CallContext<'_>,
) -> Result<OutcomeKind, CallError> {
    let frozen = freeze::freeze(call, session, context)?;
    let weighed = weigh::weigh(&frozen)?;
    match weighed.permission(&frozen) {
        Permission::Allow => {
            let approved = ask::store_allowed(&frozen, weighed.risk).await?;
            // From now on the store records its events.
            JournalHandle::of(context.turn()).inspect(|trace| trace.note_recorded());
            tell_run(frozen.toolbox, session, context.turn()).await;
            carry_out::carry_out(frozen.toolbox, session, context.turn(), approved).await
        }
        Permission::Ask | Permission::Deny => ask::ask(&frozen, weighed.risk).await,
    }
}
