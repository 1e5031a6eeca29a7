//! Permissions of the host and of the user.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hpd_runtime::Principal;
use hpd_runtime::spec::{QualifiedId, Risk};
use serde::{Deserialize, Serialize};

/// The permission for a call. Stricter ones are greater: of several, the strictest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// It runs without a question.
    Allow,
    /// The user is asked.
    Ask,
    /// It does not run.
    Deny,
}

/// How long a user's permission holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lifetime {
    /// For the next call of the tool.
    Once,
    /// As long as the session.
    Session,
}

/// The host's permissions by tool, for every principal. By default, the user is asked about a write, and a read is
/// allowed.
///
/// Of several rules for one tool, the strictest counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use]
pub(crate) struct Permissions {
    by_tool: BTreeMap<QualifiedId, Permission>,
}

impl Permissions {
    /// Adds a rule for a tool.
    pub(crate) fn tool(mut self, tool: QualifiedId, permission: Permission) -> Self {
        let rule = self.by_tool.entry(tool).or_insert(permission);
        *rule = permission.max(*rule);
        self
    }

    /// Adds the rules of others.
    pub(crate) fn merge(&mut self, others: Self) {
        for (tool, permission) in others.by_tool {
            let rule = self.by_tool.entry(tool).or_insert(permission);
            *rule = permission.max(*rule);
        }
    }

    /// The strictest rule for a tool, if there is one.
    pub(crate) fn of(&self, tool: &QualifiedId) -> Option<Permission> {
        self.by_tool.get(tool).copied()
    }

    /// The tools that have rules.
    pub(crate) fn tools(&self) -> impl Iterator<Item = &QualifiedId> {
        self.by_tool.keys()
    }
}

/// A user's permission in a session. Only a [`UserChannel`](super::UserChannel) creates one; no model text can.
#[derive(Debug, PartialEq, Eq)]
#[must_use]
pub struct Grant(GrantedPermission);

impl Grant {
    pub(super) const fn new(
        tool: QualifiedId,
        permission: Permission,
        lifetime: Lifetime,
        principal: Principal,
    ) -> Self {
        Self(GrantedPermission { tool, permission, lifetime, principal })
    }
}

/// A permission of a user in a session, as a session is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrantedPermission {
    pub(crate) tool: QualifiedId,
    pub(crate) permission: Permission,
    pub(crate) lifetime: Lifetime,
    /// Its owner: in a session of several people, none permits for others.
    #[serde(flatten, with = "StoredPrincipal")]
    pub(crate) principal: Principal,
}

/// A principal as a permission is stored: without the keys that have no value.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Principal")]
struct StoredPrincipal {
    #[serde(rename = "principal", default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tenant: Option<String>,
}

impl GrantedPermission {
    fn is_about(&self, call: &Permitted<'_>) -> bool {
        self.tool == *call.tool && self.principal == *call.principal
    }

    /// Whether this one says something else in place of the other.
    fn replaces(&self, other: &Self) -> bool {
        self.tool == other.tool && self.lifetime == other.lifetime && self.principal == other.principal
    }
}

/// A call whose permission is looked up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Permitted<'a> {
    pub(crate) tool: &'a QualifiedId,
    pub(crate) principal: &'a Principal,
    /// The host's permission for the tool.
    pub(crate) host: Option<Permission>,
    /// The raised risk; `None` for a read.
    pub(crate) risk: Option<Risk>,
}

impl Permitted<'_> {
    /// The permission for a call, given the user's permission in the session.
    ///
    /// An `Allow` by the user removes the default question only. It does not override the host's rules or the question
    /// of a high risk.
    fn with(&self, granted: Option<Permission>) -> Permission {
        let by_default = match (self.risk, granted) {
            (None | Some(Risk::Low | Risk::Medium), Some(Permission::Allow)) | (None, None) => {
                Permission::Allow
            }
            _ => Permission::Ask,
        };
        let said = self.host.into_iter().chain(granted.filter(|granted| *granted != Permission::Allow));
        said.max().unwrap_or(by_default)
    }
}

/// The permissions of users in one session.
#[derive(Debug, Default)]
pub(crate) struct SessionPermissions {
    /// Whether there are any: unrestricted sessions skip the lookup.
    any: AtomicBool,
    granted: Mutex<Vec<GrantedPermission>>,
}

impl SessionPermissions {
    /// Adds a user's permission. It replaces an earlier one of the same tool and lifetime. Of different lifetimes, the
    /// stricter counts.
    pub(crate) fn add(&self, Grant(grant): Grant) {
        let mut granted = self.granted();
        granted.retain(|other| !grant.replaces(other));
        granted.push(grant);
        self.any.store(true, Ordering::Release);
    }

    /// The permission for a call. A permission for one call is consumed by the first call that needs it, so of
    /// simultaneous calls exactly one gets it.
    pub(crate) fn take(&self, call: &Permitted<'_>) -> Permission {
        let mut granted = self.granted();
        let strictest = |lifetimes: &[Lifetime]| {
            let said =
                granted.iter().filter(|grant| lifetimes.contains(&grant.lifetime) && grant.is_about(call));
            said.map(|grant| grant.permission).max()
        };
        let permission = call.with(strictest(&[Lifetime::Once, Lifetime::Session]));
        if permission != call.with(strictest(&[Lifetime::Session])) {
            granted.retain(|grant| !(grant.lifetime == Lifetime::Once && grant.is_about(call)));
        }
        permission
    }

    /// Whether the user forbade a call.
    pub(crate) fn denies(&self, call: &Permitted<'_>) -> bool {
        let granted = self.granted();
        granted.iter().any(|grant| grant.permission == Permission::Deny && grant.is_about(call))
    }

    /// Whether a tool has a permission.
    pub(crate) fn names(&self, tool: &QualifiedId) -> bool {
        self.granted().iter().any(|grant| grant.tool == *tool)
    }

    /// Whether there is any permission.
    #[inline]
    pub(crate) fn is_any(&self) -> bool {
        self.any.load(Ordering::Acquire)
    }

    /// All permissions of users, in order.
    pub(crate) fn to_stored(&self) -> Vec<GrantedPermission> {
        self.granted().clone()
    }

    /// The permissions of a stored session.
    pub(crate) fn from_stored(granted: Vec<GrantedPermission>) -> Self {
        Self { any: AtomicBool::new(!granted.is_empty()), granted: Mutex::new(granted) }
    }

    fn granted(&self) -> MutexGuard<'_, Vec<GrantedPermission>> {
        // The list is always consistent, so a panic in another holder leaves nothing half done.
        self.granted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
