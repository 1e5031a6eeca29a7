//! The stage after validation: the host's filters. Only it makes a `PermittedCall`.

use std::pin::pin;

use futures_util::future::{Either, select};
use hpd_runtime::{CallContext, RawCall};

use super::gate::Place;
use super::secrets::learn;
use super::validate::ValidCall;
use crate::call_error::{CallError, Denied, FunctionError};
use crate::filter::{Asked, Either as AnyFilter, Resolved, Stage};
use crate::session::Session;

/// A call that no filter has anything against.
pub(super) struct PermittedCall<'a> {
    place: Place<'a>,
    call: ValidCall<'a>,
    asked: Option<Box<Asked<'a>>>,
}

impl<'a> PermittedCall<'a> {
    pub(super) const fn place(&self) -> Place<'a> {
        self.place
    }

    /// The arguments, all of them; `None` if they can't be read again.
    pub(super) fn resolved(&self) -> Option<Resolved> {
        self.call.resolved()
    }

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
    Filtered(Box<FilteredCall<'a>>),
}

/// A call that filters are asked about.
pub(super) struct FilteredCall<'a> {
    place: Place<'a>,
    call: ValidCall<'a>,
    asked: Box<Asked<'a>>,
}

/// Looks for filters. The session learns the sensitive values of the call before anything sees them.
///
/// # Errors
///
/// There are some, and the arguments can't be shown to them.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn permit<'a>(
    place: Place<'a>,
    call: ValidCall<'a>,
    session: &Session,
    raw: &RawCall,
) -> Result<Permit<'a>, CallError> {
    match if place.is_plain() { None } else { filters_of(place, session, raw) } {
        None => Ok(Permit::Free(PermittedCall { place, call, asked: None })),
        Some(filters) => guard(place, call, filters).map(Permit::Filtered),
    }
}

#[cold]
fn filters_of<'a>(place: Place<'a>, session: &Session, raw: &RawCall) -> Option<&'a [AnyFilter]> {
    learn(place, session, raw);
    place.toolbox.filters_of(place.index)
}

#[cold]
fn guard<'a>(
    place: Place<'a>,
    call: ValidCall<'a>,
    filters: &'a [AnyFilter],
) -> Result<Box<FilteredCall<'a>>, CallError> {
    let tool = place.toolbox.at(place.index);
    // A filter without arguments might allow a call that it would deny.
    let resolved = call.resolved().ok_or_else(CallError::internal)?;
    let asked = Box::new(Asked { tool, filters, resolved });
    Ok(Box::new(FilteredCall { place, call, asked }))
}

impl<'a> FilteredCall<'a> {
    /// A write that the filters allowed a moment ago, before it was stored.
    pub(super) fn asked_before(self) -> PermittedCall<'a> {
        let Self { place, call, asked } = self;
        PermittedCall { place, call, asked: Some(asked) }
    }

    /// Asks the filters.
    ///
    /// # Errors
    ///
    /// One of them denied the call.
    pub(super) async fn ask(self, context: &CallContext<'_>) -> Result<PermittedCall<'a>, CallError> {
        let Self { place, call, asked } = self;
        ask(&asked, Stage::Validated, context).await?;
        Ok(PermittedCall { place, call, asked: Some(asked) })
    }
}

/// Asks filters at one stage, unless the call is given up meanwhile.
///
/// # Errors
///
/// One of them denied the call, or it was cancelled.
pub(super) async fn ask(asked: &Asked<'_>, stage: Stage, context: &CallContext<'_>) -> Result<(), CallError> {
    let denied = |denial| CallError::Denied(Box::new(Denied::new(asked.tool, stage, denial)));
    match select(pin!(asked.ask(stage, context)), context.cancellation().cancelled()).await {
        Either::Left((verdict, _)) => verdict.map_err(denied),
        Either::Right(((), _)) => Err(CallError::Function(Box::new(FunctionError::cancelled()))),
    }
}
