//! Whether the call may run. It is the only maker of an `ApprovedCall`.

use super::permit::PermittedCall;
use super::validate::Work;
use crate::filter::Asked;

/// A call that may run, once.
pub(super) struct ApprovedCall<'a> {
    work: Work<'a>,
    direct: bool,
    asked: Option<Box<Asked<'a>>>,
}

impl<'a> ApprovedCall<'a> {
    /// What is to be done, whether its result goes straight to the user, and the filters that are asked before it is.
    pub(super) fn into_parts(self) -> (Work<'a>, bool, Option<Box<Asked<'a>>>) {
        (self.work, self.direct, self.asked)
    }
}

/// Approves every permitted call: there is no rule yet that withholds one.
pub(super) fn confirm(call: PermittedCall<'_>) -> ApprovedCall<'_> {
    let (call, asked) = call.into_parts();
    let (work, direct) = call.into_work();
    ApprovedCall { work, direct, asked }
}
