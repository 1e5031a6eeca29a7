//! Fifth room: whether the call may run. It is the only maker of an `ApprovedCall`.

use super::validate::{ValidCall, Work};

/// A call that may run, once.
pub(super) struct ApprovedCall<'a> {
    work: Work<'a>,
    direct: bool,
}

impl<'a> ApprovedCall<'a> {
    /// What is to be done, and whether its result goes straight to the user.
    pub(super) fn into_work(self) -> (Work<'a>, bool) {
        (self.work, self.direct)
    }
}

/// Approves every valid call: there is no rule yet that withholds one.
pub(super) fn confirm(call: ValidCall<'_>) -> ApprovedCall<'_> {
    let (work, direct) = call.into_work();
    ApprovedCall { work, direct }
}
