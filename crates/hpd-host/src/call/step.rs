//! The steps of a call between its stages.

use hpd_journal::BoxFuture;

use super::confirm::ApprovedCall;
use super::permit::FilteredCall;
use super::recoverable::RecoverCall;
use super::resolve::CollectCall;
use super::write::{StoredWrite, UnapprovedWrite};
use crate::call_error::CallError;
use crate::outcome::OutcomeKind;
use crate::tool::BridgeRole;

/// How far a call has come.
pub(super) enum Step<'a> {
    /// It is answered.
    Done(OutcomeKind),
    /// Its function has to be waited for. In a box, so that the future of a call that has nothing to wait for is small.
    Running(BoxFuture<'a, Result<OutcomeKind, CallError>>),
    /// It holds another call.
    Bridged(&'a BridgeRole),
    /// It has to be recovered first.
    Recover(Box<RecoverCall>),
    /// Values have to be collected first.
    Collect(CollectCall<'a>),
    /// Filters have to be asked before it is approved.
    Filtered(Box<FilteredCall<'a>>),
    /// It changes something: it is stored, and perhaps asked about.
    Unapproved(Box<UnapprovedWrite<'a>>),
    /// It is stored and approved: the stored call goes through the stages again.
    Stored(Box<StoredWrite>),
    /// It is approved. Filters are asked again, and a stored call is claimed, before it runs.
    Approved(Box<ApprovedCall<'a>>),
}

impl Step<'_> {
    /// Whether the arguments of the model's call were read, and nothing has run or waits yet.
    pub(super) const fn is_read(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Running(_) | Self::Filtered(_) | Self::Unapproved(_))
    }
}
