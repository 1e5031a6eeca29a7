//! Writes: frozen, assessed, asked about, and carried out. Only the stored call runs.
//!
//! ```text
//! UnapprovedWrite -freeze-> FrozenCall -weigh-> Weighed -ask-> question | StoredWrite
//! Decision -decide-> StoredWrite
//! ```
//!
//! A `StoredWrite` goes through the stages of the path again, from `validate`.

mod after_corrections;
mod ask;
mod asked_input;
mod carry_out;
mod decide;
mod delivery;
mod edit;
mod elsewhere;
mod find;
mod freeze;
mod known;
mod offers;
mod weigh;

use hpd_journal::pending::Question;

use super::desk::Desk;
use super::journaled::tell_run;
use crate::approval::{Permission, QuestionChannel};
use crate::call_error::{CallError, NotApproved};
use crate::outcome::OutcomeKind;
use delivery::{Delivered, Delivery};

pub(super) use after_corrections::after_corrections;
pub(super) use carry_out::{Ending, FORWARDED, Mandate, NotNoted, Settled, StoredWrite, lease_of, note_end};
pub(super) use decide::{decide, sent_call};
pub(super) use elsewhere::{record, resume};
pub(super) use find::find;
pub(super) use freeze::{FrozenCall, UnapprovedWrite, freeze, inputs_of, notes, owner};

/// Continues a write: asks the user, or stores it as approved where that is allowed.
///
/// # Errors
///
/// It is denied, too many calls wait already, or the store failed.
pub(super) async fn settle(mut frozen: FrozenCall, desk: Desk<'_>) -> Result<Settled, CallError> {
    frozen.known = known::known_texts(&frozen).await;
    frozen.session.message().act();
    let delivery = Delivery::of(&frozen, ask::new_id(&frozen)?);
    let (weighed, permission) = match delivery.reserve().await? {
        Delivered::New(weighed, permission) => (weighed, permission),
        Delivered::Earlier(Settled::Done(OutcomeKind::Confirm(question))) => {
            return Ok(asked(*question, QuestionChannel::of(desk.turn)));
        }
        Delivered::Earlier(settled) => return Ok(settled),
    };
    match permission {
        Permission::Allow => {
            let approved = ask::store_allowed(&frozen, delivery.row.clone(), &weighed).await?;
            if !delivery.is_current().await? {
                return Err(ask::withdraw(&frozen, &approved).await);
            }
            if let Some(journal) = desk.journal {
                // From now on the store records its events.
                journal.note_recorded();
                tell_run(desk.toolbox, desk.session, journal).await;
            }
            Ok(Settled::Approved(Box::new(StoredWrite::new(approved))))
        }
        Permission::Ask | Permission::Deny => {
            let channel = QuestionChannel::of(desk.turn);
            if channel == QuestionChannel::Nowhere {
                return Err(NotApproved::nobody_to_approve(&frozen.sent.name));
            }
            Ok(asked(ask::ask(&frozen, &delivery, &weighed).await?, channel))
        }
    }
}

/// A question that goes to the user over this channel.
fn asked(question: Question, channel: QuestionChannel<'_>) -> Settled {
    Settled::Done(OutcomeKind::Confirm(Box::new(question.answered_at(channel.place()))))
}
