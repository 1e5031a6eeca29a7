//! The second stage: the source of each argument. For most tools, only the model's text.

use hpd_runtime::RawCall;
use hpd_runtime::args::Node;

use super::gate::{AdmittedCall, Place};
use crate::collect::CollectPlan;
use crate::tool::{FunctionRole, Role};

/// A call with the text of all its arguments.
pub(super) struct ResolvedCall<'t> {
    place: Place<'t>,
    function: &'t FunctionRole,
    call: &'t RawCall,
}

impl<'t> ResolvedCall<'t> {
    pub(super) const fn place(&self) -> Place<'t> {
        self.place
    }

    pub(super) const fn into_parts(self) -> (Place<'t>, &'t FunctionRole, &'t RawCall) {
        (self.place, self.function, self.call)
    }
}

/// Whether the model's arguments are all.
pub(super) enum Resolve<'t> {
    /// They are.
    Ready(ResolvedCall<'t>),
    /// Some arguments may have other sources.
    Collect(CollectCall<'t>),
}

/// A call of a tool whose arguments have further sources.
#[derive(Clone, Copy)]
pub(super) struct CollectCall<'a> {
    pub(super) place: Place<'a>,
    pub(super) function: &'a FunctionRole,
    pub(super) plan: &'a CollectPlan,
    /// The user's values for this call.
    pub(super) supplied: &'a [(String, Node<'static>)],
}

impl<'a> CollectCall<'a> {
    /// A call of any tool whose arguments a model writes. `None` if there is nothing to say of its parameters.
    pub(super) fn of(place: Place<'a>, plan: &'a CollectPlan) -> Option<Self> {
        match &place.toolbox.at(place.index).role {
            Role::Function(function) => Some(Self { place, function, plan, supplied: &[] }),
            Role::Container(_) | Role::Bridge(_) => None,
        }
    }
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
    let is_needed = plan.is_always_needed() || {
        let config = call.place().toolbox.safeguards().config_of(plan);
        plan.is_needed(config.as_deref())
    };
    if !is_needed {
        return Resolve::Ready(resolved(call));
    }
    let (place, function, _) = call.into_parts();
    Resolve::Collect(CollectCall { place, function, plan, supplied: &[] })
}

/// A call with collected values: `whole` has them all.
pub(super) const fn collected<'t>(call: &CollectCall<'t>, whole: &'t RawCall) -> ResolvedCall<'t> {
    ResolvedCall { place: call.place, function: call.function, call: whole }
}

/// Takes arguments as they are: they were frozen, or the model gives all.
pub(super) const fn resolved(call: AdmittedCall<'_>) -> ResolvedCall<'_> {
    let (place, function, call) = call.into_parts();
    ResolvedCall { place, function, call }
}
