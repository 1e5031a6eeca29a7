//! The stage before the run: filters are asked again. Only it makes a `ReleasedCall`.

use hpd_runtime::CallContext;

use super::confirm::ApprovedCall;
use super::permit;
use super::validate::Work;
use crate::call_error::CallError;
use crate::filter::{Asked, Stage};

/// A call that runs now.
pub(super) struct ReleasedCall<'a> {
    work: Work<'a>,
}

impl<'a> ReleasedCall<'a> {
    /// The work.
    pub(super) fn into_work(self) -> Work<'a> {
        self.work
    }
}

/// Whether filters have to be asked.
pub(super) enum Release<'a> {
    /// There are none.
    Free(ReleasedCall<'a>),
    /// There are some.
    Filtered(Box<RefilteredCall<'a>>),
}

/// An approved call that filters are asked about once more.
pub(super) struct RefilteredCall<'a> {
    call: ReleasedCall<'a>,
    asked: Box<Asked<'a>>,
}

/// Looks for filters.
#[inline]
pub(super) fn release(call: ApprovedCall<'_>) -> Release<'_> {
    let (work, asked) = call.into_parts();
    let call = ReleasedCall { work };
    match asked {
        None => Release::Free(call),
        Some(asked) => Release::Filtered(Box::new(RefilteredCall { call, asked })),
    }
}

impl<'a> RefilteredCall<'a> {
    /// Asks the filters.
    ///
    /// # Errors
    ///
    /// One of them denied the call.
    pub(super) async fn ask(self, context: &CallContext<'_>) -> Result<ReleasedCall<'a>, CallError> {
        permit::ask(&self.asked, Stage::Running, context).await?;
        Ok(self.call)
    }
}
