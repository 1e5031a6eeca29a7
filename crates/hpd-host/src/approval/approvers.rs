//! Who may answer a question about a write.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hpd_journal::pending::{PendingCall, PendingView};
use hpd_journal::{KeyRing, Timestamp};
use hpd_runtime::Principal;

/// The host's rule.
type Rule = dyn Fn(&Principal, &PendingView) -> bool + Send + Sync;

/// Who may answer: by the host's rule, or the principal who was asked.
#[derive(Clone, Default)]
pub(crate) struct Approvers(Option<Arc<Rule>>);

impl Approvers {
    pub(crate) fn by(rule: impl Fn(&Principal, &PendingView) -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(rule)))
    }

    /// Whether the host has a rule.
    pub(crate) const fn have_rule(&self) -> bool {
        self.0.is_some()
    }

    /// Whether a principal may answer the question about a call. A call that was changed in the store takes no answer.
    pub(crate) fn may_answer(
        &self,
        principal: &Principal,
        call: &PendingCall,
        keys: Option<&KeyRing>,
        now: Timestamp,
    ) -> bool {
        call.digest_is_right(keys) && self.permits(principal, call, now)
    }

    /// The same for a call whose digest is right.
    pub(crate) fn permits(&self, principal: &Principal, call: &PendingCall, now: Timestamp) -> bool {
        let owner = &call.owner.principal;
        let Some(rule) = &self.0 else { return principal == owner };
        let is_own_edit = principal != owner && call.edited_by.contains(principal);
        if principal.tenant != owner.tenant || is_own_edit || is_nobody_for(principal, owner) {
            return false;
        }
        let view = PendingView::of(call, false, now);
        catch_unwind(AssertUnwindSafe(|| rule(principal, &view))).unwrap_or_else(|_| {
            tracing::error!(target: "hpd::approval", pending = %call.id, "the rule on who may answer panicked");
            false
        })
    }
}

/// Whether a principal is unknown, and the owner of the call is known.
pub(crate) const fn is_nobody_for(principal: &Principal, owner: &Principal) -> bool {
    principal.id.is_none() && owner.id.is_some()
}
