//! The permissions of users in a session, and the decision whether a call is asked about.

use hpd_journal::Timestamp;
use hpd_runtime::Principal;
use hpd_runtime::args::Node;
use hpd_runtime::spec::{QualifiedId, Risk};
use serde::{Deserialize, Serialize};

use super::host_permission::HostPermission;
use super::{GrantedPermission, Permission};

/// A call whose permission is looked up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Permitted<'a> {
    pub(crate) tool: &'a QualifiedId,
    /// The fingerprint of the tool as it is now.
    pub(crate) fingerprint: &'a str,
    pub(crate) arguments: &'a Node<'a>,
    /// Whether names of arguments are compared without case.
    pub(crate) ignores_case: bool,
    pub(crate) principal: &'a Principal,
    pub(crate) host: HostPermission,
    /// A rule of the host wants a question for this call.
    pub(crate) asks: bool,
    /// The raised risk; `None` for a read.
    pub(crate) risk: Option<Risk>,
    pub(crate) now: Timestamp,
}

impl Permitted<'_> {
    /// The permission for a call, given the user's permission in the session.
    ///
    /// A call of high risk runs without a question only if the host allows the tool by its full id. An `Allow` by the
    /// user lifts the question of a class, up to medium risk. It lifts no question that the host wants by name or by a
    /// rule.
    fn with(&self, granted: Option<Permission>) -> Permission {
        let is_high = self.risk == Some(Risk::High);
        if self.host.permission == Permission::Deny || granted == Some(Permission::Deny) {
            return Permission::Deny;
        }
        if self.asks || self.host.asks_by_name() || granted == Some(Permission::Ask) {
            return Permission::Ask;
        }
        let by_host = self.host.at_risk(self.risk) == Permission::Allow;
        let by_user = granted == Some(Permission::Allow) && !is_high;
        if by_host || by_user { Permission::Allow } else { Permission::Ask }
    }

    /// Whether a user's permission applies to the call. Only an `Allow` depends on what the tool is now.
    fn is_covered_by(&self, grant: &GrantedPermission) -> bool {
        let argument = || {
            let argument = grant.argument.as_ref();
            let is_strict = grant.permission == Permission::Allow;
            argument.is_none_or(|argument| argument.is_in(self.arguments, self.ignores_case, is_strict))
        };
        let is_same_tool = || grant.fingerprint.as_deref() == Some(self.fingerprint);
        self.is_about(grant)
            && self.is_in_force(grant)
            && (grant.permission != Permission::Allow || is_same_tool())
            && argument()
    }

    fn is_in_force(&self, grant: &GrantedPermission) -> bool {
        grant.until.is_none_or(|until| self.now < until) && grant.calls_left() != Some(0)
    }

    fn is_about(&self, grant: &GrantedPermission) -> bool {
        grant.tool == *self.tool && grant.is_of(self.principal)
    }
}

/// Permissions and denials of users in one session.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Grants(Vec<GrantedPermission>);

impl Grants {
    /// Adds a user's permission. It replaces an earlier one of the same tool, argument and lifetime. Of several, the
    /// strictest counts.
    pub(crate) fn add(&mut self, grant: GrantedPermission) {
        self.0.retain(|other| !grant.replaces(other));
        self.0.push(grant);
    }

    /// The permission for a call. A permission for a number of calls is used up by calls that need it.
    pub(crate) fn take(&mut self, call: &Permitted<'_>) -> Permission {
        self.take_noting(call).0
    }

    /// The same, with the permission that was used up for this call: it can be [given back](Self::give_back).
    pub(crate) fn take_noting(&mut self, call: &Permitted<'_>) -> (Permission, Option<GrantedPermission>) {
        let mut noted = None;
        let strictest = |is_counted: fn(&GrantedPermission) -> bool| {
            let covering = self.0.iter().filter(|grant| is_counted(grant) && call.is_covered_by(grant));
            covering.map(GrantedPermission::permission).max()
        };
        let said = strictest(|_| true);
        let permission = call.with(said);
        if permission != call.with(strictest(|grant| grant.calls_left().is_none())) {
            let used = self.0.iter().position(|grant| {
                Some(grant.permission) == said && grant.calls_left().is_some() && call.is_covered_by(grant)
            });
            if let Some(used) = used {
                noted = Some(self.0[used].for_one_call());
                if !self.0[used].use_once() {
                    self.0.remove(used);
                }
            }
        }
        (permission, noted)
    }

    /// Gives back a permission for one call, which did not run. A permission that took its place since then stays.
    pub(crate) fn give_back(&mut self, used: GrantedPermission) {
        match self.0.iter_mut().find(|grant| grant.replaces(&used)) {
            Some(grant) if grant.id() == used.id() => grant.use_back(),
            Some(_) => {}
            None => self.0.push(used),
        }
    }

    /// Whether the user forbade a call.
    pub(crate) fn denies(&self, call: &Permitted<'_>) -> bool {
        self.0.iter().any(|grant| grant.permission == Permission::Deny && call.is_covered_by(grant))
    }

    /// Whether the user allowed the tool when it was another one, in this version of its source.
    pub(crate) fn allowed_another(&self, call: &Permitted<'_>, version: Option<&str>) -> bool {
        let is_another = |grant: &GrantedPermission| {
            grant.permission == Permission::Allow
                && grant.fingerprint.as_deref() != Some(call.fingerprint)
                && grant.version.as_deref() == version
                && call.is_in_force(grant)
        };
        self.0.iter().any(|grant| call.is_about(grant) && is_another(grant))
    }

    /// Whether a user has a permission or denial for a tool.
    pub(crate) fn has_own(&self, tool: &QualifiedId, principal: &Principal) -> bool {
        self.0.iter().any(|grant| grant.tool == *tool && grant.is_of(principal))
    }

    /// Whether a user wants to be asked about a tool.
    pub(crate) fn is_asked_by_user(&self, tool: &QualifiedId, principal: &Principal) -> bool {
        self.0
            .iter()
            .any(|grant| grant.tool == *tool && grant.is_of(principal) && grant.permission == Permission::Ask)
    }

    /// Whether a tool has a permission.
    pub(crate) fn names(&self, tool: &QualifiedId) -> bool {
        self.0.iter().any(|grant| grant.tool == *tool)
    }

    /// Removes all permissions that allow something.
    pub(crate) fn keep_strict(&mut self) {
        self.0.retain(|grant| grant.permission != Permission::Allow);
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The permissions, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &GrantedPermission> {
        self.0.iter()
    }

    /// Takes a permission back. Returns whether it was there.
    pub(crate) fn revoke(&mut self, permission: &GrantedPermission) -> bool {
        let before = self.0.len();
        self.0.retain(|grant| !grant.replaces(permission));
        self.0.len() < before
    }
}

#[cfg(test)]
mod tests;
