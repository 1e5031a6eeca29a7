//! How much is at stake in a write, and whether anybody has to be asked.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hpd_runtime::spec::Risk;

use super::super::denied::Denied;
use super::super::error::CallError;
use super::freeze::FrozenCall;
use crate::approval::{Assessed, EarlierWrites, Escalation, Permission, Raise};
use crate::filter::{Denial, Stage};

/// What a write comes to.
pub(super) struct Weighed {
    pub(super) risk: Risk,
    /// Allow or ask.
    pub(super) permission: Permission,
}

/// Weighs a write: the host's permissions and the session's, then every rule. What one of them finds is never taken back by
/// another: risks rise, and the strictest word counts.
///
/// # Errors
///
/// The write is denied.
pub(super) fn weigh(call: &FrozenCall<'_>) -> Result<Weighed, CallError> {
    let safeguards = call.toolbox.safeguards();
    let tool = call.tool();
    // A write of which nobody has said what is at stake may cost everything.
    let declared = tool.risk().unwrap_or(Risk::High);
    let mut weighed = Weighed { risk: declared, permission: Permission::Allow };
    let now = safeguards.now();
    let writes = call.session.user().writes();
    let assessed = Assessed {
        tool: tool.id(),
        name: tool.name(),
        risk: declared,
        arguments: &call.arguments,
        provenance: &call.frozen.provenance,
        principal: call.owner.principal.as_deref(),
        tenant: call.owner.tenant.as_deref(),
        earlier: EarlierWrites::new(&writes, now),
    };
    for rule in &safeguards.escalations {
        match assess(&**rule, &assessed) {
            Raise::No => {}
            Raise::Ask => weighed.permission = weighed.permission.max(Permission::Ask),
            Raise::To(risk) => {
                if risk > weighed.risk {
                    weighed.risk = risk;
                    weighed.permission = weighed.permission.max(Permission::Ask);
                }
            }
            Raise::Deny { for_model, for_log } => return Err(denied(call, for_model, for_log)),
        }
    }
    let permitted = safeguards.permissions.of_write(tool.id(), weighed.risk, call.session.permissions());
    weighed.permission = weighed.permission.max(permitted);
    if weighed.permission == Permission::Deny {
        let text = "This is not permitted here.".to_owned();
        return Err(denied(call, text, "the host's permissions deny it".to_owned()));
    }
    Ok(weighed)
}

/// A rule that panics has not found that nothing is at stake.
fn assess(rule: &dyn Escalation, call: &Assessed<'_>) -> Raise {
    catch_unwind(AssertUnwindSafe(|| rule.assess(call))).unwrap_or_else(|_| Raise::Deny {
        for_model: "This can't be checked at the moment.".to_owned(),
        for_log: "an escalation rule panicked".to_owned(),
    })
}

fn denied(call: &FrozenCall<'_>, for_model: String, for_log: String) -> CallError {
    let denial = Denial { for_model, for_log };
    CallError::Denied(Box::new(Denied::new(call.tool(), Stage::Validated, denial)))
}
