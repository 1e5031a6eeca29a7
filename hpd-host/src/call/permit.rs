//! The room after validation: the host's filters. It is the only maker of a `PermittedCall`.

use hpd_runtime::CallContext;

use super::denied::Denied;
use super::error::CallError;
use super::gate::Place;
use super::validate::ValidCall;
use crate::filter::{Asked, Stage};

/// A call that no filter has anything against.
pub(super) struct PermittedCall<'a> {
    call: ValidCall<'a>,
    asked: Option<Box<Asked<'a>>>,
}

impl<'a> PermittedCall<'a> {
    /// The call, and the filters that are asked again before it runs.
    pub(super) fn into_parts(self) -> (ValidCall<'a>, Option<Box<Asked<'a>>>) {
        (self.call, self.asked)
    }
}

/// Whether filters have to be asked.
pub(super) enum Permit<'a> {
    /// There are none.
    Free(PermittedCall<'a>),
    /// There are some.
    Guarded(Box<GuardedCall<'a>>),
}

/// A call that filters are asked about.
pub(super) struct GuardedCall<'a> {
    call: ValidCall<'a>,
    asked: Box<Asked<'a>>,
}

/// Looks for filters.
#[inline]
pub(super) fn permit<'a>(place: Place<'a>, call: ValidCall<'a>) -> Permit<'a> {
    match place.toolbox.filters_of(place.index) {
        None => Permit::Free(PermittedCall { call, asked: None }),
        Some(filters) => {
            let tool = place.toolbox.at(place.index);
            let asked = Box::new(Asked { tool, filters, resolved: call.resolved() });
            Permit::Guarded(Box::new(GuardedCall { call, asked }))
        }
    }
}

impl<'a> GuardedCall<'a> {
    /// Asks the filters.
    ///
    /// # Errors
    ///
    /// One of them denied the call.
    pub(super) async fn ask(self, context: &CallContext<'_>) -> Result<PermittedCall<'a>, CallError> {
        let Self { call, asked } = self;
        ask(&asked, Stage::Validated, context).await?;
        Ok(PermittedCall { call, asked: Some(asked) })
    }
}

/// Asks filters at one stage.
pub(super) async fn ask(asked: &Asked<'_>, stage: Stage, context: &CallContext<'_>) -> Result<(), CallError> {
    let denied = |denial| CallError::Denied(Box::new(Denied::new(asked.tool, stage, denial)));
    asked.ask(stage, context).await.map_err(denied)
}
