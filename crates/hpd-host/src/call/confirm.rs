//! Whether the call may run. It is the only maker of an `ApprovedCall`.

use hpd_runtime::CallContext;

use super::gate::Place;
use super::permit::{self, PermittedCall};
use super::validate::Work;
use super::write::{Mandate, UnapprovedWrite};
use crate::call_error::CallError;
use crate::filter::{Asked, Stage};
use crate::session::Session;

/// A call that may run, once.
pub(super) struct ApprovedCall<'a> {
    work: Work<'a>,
    /// The filters that are asked again before it runs.
    asked: Option<Box<Asked<'a>>>,
}

impl<'a> ApprovedCall<'a> {
    /// The work.
    ///
    /// # Errors
    ///
    /// Filters have to be asked first.
    #[inline]
    pub(super) fn into_work(self) -> Result<Work<'a>, Box<Self>> {
        match self.asked {
            None => Ok(self.work),
            Some(_) => Err(Box::new(self)),
        }
    }

    /// Asks the filters again, if there are any.
    ///
    /// # Errors
    ///
    /// One of them denied the call.
    pub(super) async fn ask_again(mut self, context: &CallContext<'_>) -> Result<Self, CallError> {
        if let Some(asked) = self.asked.take() {
            permit::ask(&asked, Stage::Running, context).await?;
        }
        Ok(self)
    }
}

/// Whether a call may run as it is.
pub(super) enum Confirm<'a> {
    /// It only reads, and needs no question.
    Approved(ApprovedCall<'a>),
    /// It changes something, or is to be asked about.
    Unapproved(Box<UnapprovedWrite<'a>>),
}

/// Approves a call that only reads.
///
/// # Errors
///
/// The arguments of a write can't be read again, so they can't be shown.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn confirm<'a>(call: PermittedCall<'a>, session: &Session) -> Result<Confirm<'a>, CallError> {
    let place = call.place();
    let is_guarded = !place.is_plain() && place.toolbox.safeguards().is_guarded(place.index);
    if is_guarded || session.owner_states().are_restricted() {
        return withhold(place, call, session);
    }
    Ok(Confirm::Approved(approved(call)))
}

#[cold]
fn withhold<'a>(
    place: Place<'a>,
    call: PermittedCall<'a>,
    session: &Session,
) -> Result<Confirm<'a>, CallError> {
    let tool = place.toolbox.at(place.index);
    if !place.toolbox.safeguards().is_guarded(place.index) && !session.owner_states().name(tool.id()) {
        return Ok(Confirm::Approved(approved(call)));
    }
    let resolved = call.resolved().ok_or_else(CallError::internal)?;
    Ok(Confirm::Unapproved(Box::new(UnapprovedWrite { place, resolved })))
}

/// Approves a call that a stored approval lets through.
pub(super) fn confirm_approved<'a>(call: PermittedCall<'a>, _: &Mandate) -> ApprovedCall<'a> {
    approved(call)
}

#[inline]
fn approved(call: PermittedCall<'_>) -> ApprovedCall<'_> {
    let (call, asked) = call.into_parts();
    ApprovedCall { work: call.into_work(), asked }
}
