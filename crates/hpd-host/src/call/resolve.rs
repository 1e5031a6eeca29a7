//! The third stage: the source of each argument. For most tools, only the model's text.

use super::collect::CollectCall;
use super::gate::{AdmittedCall, Place};
use crate::collect::CollectPlan;
use crate::tool::FunctionRole;

/// A call whose arguments are all there: those of its context.
pub(super) struct ResolvedCall<'t> {
    place: Place<'t>,
    function: &'t FunctionRole,
}

impl<'t> ResolvedCall<'t> {
    pub(super) const fn place(&self) -> Place<'t> {
        self.place
    }

    pub(super) const fn into_parts(self) -> (Place<'t>, &'t FunctionRole) {
        (self.place, self.function)
    }
}

/// Whether the model's arguments are all.
pub(super) enum Resolve<'t> {
    /// They are.
    Ready(ResolvedCall<'t>),
    /// Some arguments may have other sources.
    Collect(CollectCall<'t>),
}

/// Looks whether anything is to be collected.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn resolve(call: AdmittedCall<'_>) -> Resolve<'_> {
    let place = call.place();
    if place.is_plain() {
        return Resolve::Ready(resolved(call));
    }
    match place.toolbox.safeguards().plan_of(place.index) {
        None => Resolve::Ready(resolved(call)),
        Some(plan) => collect_or_not(call, plan),
    }
}

#[cold]
fn collect_or_not<'t>(call: AdmittedCall<'t>, plan: &'t CollectPlan) -> Resolve<'t> {
    let config = call.place().toolbox.safeguards().config_of(plan);
    if !plan.is_needed(config.as_deref()) {
        return Resolve::Ready(resolved(call));
    }
    let (place, function) = call.into_parts();
    Resolve::Collect(CollectCall { place, function, plan })
}

/// A call with collected values, from which the context was made.
pub(super) const fn collected<'t>(call: &CollectCall<'t>) -> ResolvedCall<'t> {
    ResolvedCall { place: call.place, function: call.function }
}

/// Takes arguments as they are: they were frozen, or the model gives all.
pub(super) const fn resolved(call: AdmittedCall<'_>) -> ResolvedCall<'_> {
    let (place, function) = call.into_parts();
    ResolvedCall { place, function }
}
