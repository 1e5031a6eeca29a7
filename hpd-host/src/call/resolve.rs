//! Third room: where each argument comes from. Of most tools all come from the model's text.

use super::collect::CollectCall;
use super::gate::{AdmittedCall, Place};
use crate::collect::CollectPlan;
use crate::toolbox::FunctionRole;

/// A call whose arguments are all there.
pub(super) struct ResolvedCall<'t, 'c> {
    place: Place<'t>,
    function: &'t FunctionRole,
    arguments: &'c str,
}

impl<'t, 'c> ResolvedCall<'t, 'c> {
    pub(super) const fn place(&self) -> Place<'t> {
        self.place
    }

    pub(super) const fn into_parts(self) -> (Place<'t>, &'t FunctionRole, &'c str) {
        (self.place, self.function, self.arguments)
    }
}

/// Whether the model's arguments are all.
pub(super) enum Resolve<'t, 'c> {
    /// They are.
    Ready(ResolvedCall<'t, 'c>),
    /// Others may come from elsewhere.
    Collect(CollectCall<'t>),
}

/// Looks whether anything is to be collected.
#[inline]
pub(super) fn resolve<'t, 'c>(call: AdmittedCall<'t, 'c>) -> Resolve<'t, 'c> {
    let Place { toolbox, index } = call.place();
    match toolbox.safeguards().plan_of(index) {
        None => Resolve::Ready(resolved(call)),
        Some(plan) => collect_or_not(call, plan),
    }
}

#[cold]
fn collect_or_not<'t, 'c>(call: AdmittedCall<'t, 'c>, plan: &'t CollectPlan) -> Resolve<'t, 'c> {
    let config = call.place().toolbox.safeguards().config_of(plan);
    if !plan.is_needed(config.as_deref()) {
        return Resolve::Ready(resolved(call));
    }
    let (place, function, _) = call.into_parts();
    Resolve::Collect(CollectCall { place, function, plan })
}

/// A call with what was collected for it.
pub(super) const fn collected<'t, 'c>(call: &CollectCall<'t>, arguments: &'c str) -> ResolvedCall<'t, 'c> {
    ResolvedCall { place: call.place, function: call.function, arguments }
}

/// Takes arguments as they are: they were frozen, or the model gives all.
pub(super) const fn resolved<'t, 'c>(call: AdmittedCall<'t, 'c>) -> ResolvedCall<'t, 'c> {
    let (place, function, arguments) = call.into_parts();
    ResolvedCall { place, function, arguments }
}
