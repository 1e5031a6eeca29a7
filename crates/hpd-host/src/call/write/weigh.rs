//! How much is at stake in a write, and whether anybody has to be asked.

use hpd_runtime::spec::Risk;

use super::freeze::FrozenCall;
use crate::approval::{Assessed, EarlierWrites, Permission, Permitted, Raised, assess};
use crate::call_error::{CallError, Denied};
use crate::filter::{Denial, Stage};

/// The assessment of a write.
pub(super) struct Weighed {
    /// The risk; `None` for a read that needs a question.
    pub(super) risk: Option<Risk>,
    /// The host's permission, combined with its rules.
    host: Option<Permission>,
}

/// Assesses a call by the host's rules. No rule lowers another's result: risks rise, and the strictest permission
/// counts.
///
/// # Errors
///
/// A rule, the host or the user denies it.
pub(super) fn weigh(call: &FrozenCall<'_>) -> Result<Weighed, CallError> {
    let safeguards = call.toolbox.safeguards();
    let tool = call.tool();
    // A write without a declared risk may be as harmful as any.
    let declared = tool.is_write().then(|| tool.risk().unwrap_or(Risk::High));
    let earlier: EarlierWrites = call.session.user().writes().collect();
    let assessed = Assessed::new(tool.id(), declared, &call.arguments)
        .with_provenance(&call.frozen.provenance)
        .on_behalf_of(&call.owner.principal)
        .after(&earlier, safeguards.now());
    let raised = assess(&safeguards.escalations, &assessed);
    let host = raised.over(safeguards.permission_of(tool));
    let Raised { risk, denial, .. } = raised;
    if let Some(denial) = denial {
        return Err(denied(call, denial));
    }
    let weighed = Weighed { risk, host };
    if host == Some(Permission::Deny) || call.session.permissions().denies(&weighed.permitted(call)) {
        // A denial for one call applies to this one.
        weighed.permission(call);
        let for_model = "This is not permitted here.".to_owned();
        return Err(denied(call, Denial { for_model, for_log: "a permission denies it".to_owned() }));
    }
    Ok(weighed)
}

impl Weighed {
    /// Whether the user is asked. Consumes a permission for one call.
    pub(super) fn permission(&self, call: &FrozenCall<'_>) -> Permission {
        call.session.permissions().take(&self.permitted(call))
    }

    fn permitted<'a>(&self, call: &'a FrozenCall<'_>) -> Permitted<'a> {
        Permitted {
            tool: call.tool().id(),
            principal: &call.owner.principal,
            host: self.host,
            risk: self.risk,
        }
    }
}

fn denied(call: &FrozenCall<'_>, denial: Denial) -> CallError {
    CallError::Denied(Box::new(Denied::new(call.tool(), Stage::Validated, denial)))
}
