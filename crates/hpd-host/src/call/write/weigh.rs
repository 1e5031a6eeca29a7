//! How much is at stake in a write, and whether anybody has to be asked.

use std::collections::HashSet;

use hpd_journal::__private::{CautionInput, cautions, without_case};
use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::freeze::FrozenCall;
use crate::approval::{Assessed, GrantedPermission, HostPermission, Permission, Permitted, Raised, assess};
use crate::call_error::{CallError, Denied};
use crate::filter::{Denial, Stage};
use crate::session::OwnerState;

/// The assessment of a write.
pub(super) struct Weighed {
    /// The risk; `None` for a read that needs a question.
    pub(super) risk: Option<Risk>,
    host: HostPermission,
    /// A rule of the host wants a question.
    asks: bool,
}

/// Assesses a call by the host's rules, after the owner's earlier writes. No rule lowers another's result: risks rise, and a denial holds.
///
/// # Errors
///
/// A rule, the host or the user denies it.
pub(super) fn weigh(call: &FrozenCall, state: &mut OwnerState) -> Result<Weighed, CallError> {
    let safeguards = call.toolbox.safeguards();
    let tool = call.tool();
    let earlier = state.earlier_writes();
    let provenance = call.provenance();
    let assessed = Assessed::new(tool.id(), tool.risk(), &call.arguments)
        .with_provenance(&provenance)
        .on_behalf_of(&call.owner.principal)
        .made_by(call.sent.caller.as_ref())
        .after(&earlier, safeguards.now());
    let assessed = if call.ignores_case() { assessed.ignoring_case() } else { assessed };
    let policy = safeguards.policy_of(call.index);
    let Raised { risk, ask, denial } = assess(&policy.rules, &assessed);
    // A read that runs without a question has nothing to show.
    let host = policy.permission_in(&call.toolbox, &call.session);
    let is_shown = tool.is_write() || ask || host.permission > Permission::Allow;
    let risk = if is_shown { risk.max(caution(call)).max(spelt_twice(call)) } else { risk };
    if let Some(denial) = denial {
        return Err(denied(call, denial));
    }
    let weighed = Weighed { risk, host, asks: ask };
    let permitted = weighed.permitted(call);
    if host.permission == Permission::Deny || state.grants.denies(&permitted) {
        // A denial for one call applies to this one.
        state.grants.take(&permitted);
        let for_model = "This is not permitted here.".to_owned();
        return Err(denied(call, Denial { for_model, for_log: "a permission denies it".to_owned() }));
    }
    if tool.is_blocked_by_change() && state.grants.allowed_another(&permitted, tool.source_version()) {
        return Err(CallError::not_released(tool.name()));
    }
    Ok(weighed)
}

impl Weighed {
    /// Whether the user is asked. Uses up a permission for a number of calls, which is returned.
    pub(super) fn permission(
        &self,
        call: &FrozenCall,
        state: &mut OwnerState,
    ) -> (Permission, Option<GrantedPermission>) {
        state.grants.take_noting(&self.permitted(call))
    }

    /// Whether a permission of the user would have lifted the question.
    pub(super) fn can_be_granted(&self) -> bool {
        !self.asks && !self.host.asks_by_name() && self.risk < Some(Risk::High)
    }

    fn permitted<'a>(&self, call: &'a FrozenCall) -> Permitted<'a> {
        Permitted {
            tool: call.tool().id(),
            fingerprint: &call.fingerprint,
            arguments: &call.arguments,
            ignores_case: call.ignores_case(),
            principal: &call.owner.principal,
            host: self.host,
            asks: self.asks,
            risk: self.risk,
            now: call.toolbox.safeguards().now(),
        }
    }
}

/// The risk of a call by its contents alone: high if the user could not see it as it is.
fn caution(call: &FrozenCall) -> Option<Risk> {
    let tool = call.tool();
    let known: Vec<_> = call.known.iter().map(String::as_str).collect();
    cautions(&CautionInput {
        name: tool.name(),
        title: tool.trusted_title(),
        plugin: tool.plugin(),
        arguments: &call.arguments,
        sensitive: &call.sensitive(),
        question: tool.question(),
        known: &known,
    })
}

/// High if an external tool gets a name in two cases: its server may read the value that a rule did not.
fn spelt_twice(call: &FrozenCall) -> Option<Risk> {
    fn is_in(value: &Node<'_>) -> bool {
        match value {
            Node::Array(items) => items.iter().any(is_in),
            Node::Object(members) => {
                let mut names = HashSet::new();
                let mut is_new = |name| names.insert(without_case(name).collect::<String>());
                members.iter().any(|(name, value)| !is_new(name) || is_in(value))
            }
            _ => false,
        }
    }
    (call.ignores_case() && is_in(&call.arguments)).then_some(Risk::High)
}

fn denied(call: &FrozenCall, denial: Denial) -> CallError {
    CallError::Denied(Box::new(Denied::new(call.tool(), Stage::Validated, denial)))
}
