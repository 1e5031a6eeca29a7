//! Third room: where each argument comes from. All of them come from the model's text.

use super::gate::{AdmittedCall, Place};
use crate::toolbox::FunctionRole;

/// A call whose arguments are all there.
pub(super) struct ResolvedCall<'t, 'c> {
    place: Place<'t>,
    function: &'t FunctionRole,
    arguments: &'c str,
}

impl<'t, 'c> ResolvedCall<'t, 'c> {
    pub(super) const fn into_parts(self) -> (Place<'t>, &'t FunctionRole, &'c str) {
        (self.place, self.function, self.arguments)
    }
}

/// Takes the model's arguments as they are.
pub(super) fn resolve<'t, 'c>(call: AdmittedCall<'t, 'c>) -> ResolvedCall<'t, 'c> {
    let (place, function, arguments) = call.into_parts();
    ResolvedCall { place, function, arguments }
}
