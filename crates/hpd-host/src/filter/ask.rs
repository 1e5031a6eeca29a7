//! Asking the filters of a call.

use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt;
use hpd_runtime::CallContext;

use super::context::Resolved;
use super::filters::Either;
use super::{Denial, FilterContext, Stage, Verdict};
use crate::tool::Tool;

/// A call that filters are asked about.
pub(crate) struct Asked<'a> {
    pub(crate) tool: &'a Tool,
    pub(crate) filters: &'a [Either],
    pub(crate) resolved: Resolved,
}

impl Asked<'_> {
    /// Asks one filter after the other; the first denial ends it.
    ///
    /// # Errors
    ///
    /// The denial.
    pub(crate) async fn ask(&self, stage: Stage, call: &CallContext<'_>) -> Result<(), Denial> {
        let context = FilterContext { stage, tool: self.tool, resolved: &self.resolved, call };
        for filter in self.filters {
            match verdict(filter, &context).await.into_denial() {
                None => {}
                Some(denial) => return Err(denial),
            }
        }
        Ok(())
    }
}

/// Filters see shared references only: after a panic, only their own state could be broken.
async fn verdict(filter: &Either, context: &FilterContext<'_>) -> Verdict {
    let verdict = match filter {
        Either::Sync(filter) => catch_unwind(AssertUnwindSafe(|| filter.check(context))),
        Either::Async(filter) => match catch_unwind(AssertUnwindSafe(|| filter.check(context))) {
            Ok(future) => AssertUnwindSafe(future).catch_unwind().await,
            Err(panic) => Err(panic),
        },
    };
    verdict.unwrap_or_else(|_| Verdict::panicked())
}
