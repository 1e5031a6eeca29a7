//! Permissions and counts of one principal in a session.

use std::collections::{HashMap, VecDeque};

use hpd_journal::Timestamp;
use hpd_journal::pending::PendingId;
use hpd_runtime::spec::QualifiedId;
use serde::{Deserialize, Serialize};

use super::tries::StoredTries;
use crate::approval::{EarlierWrites, GrantedPermission, Grants, Permission};

/// Writes that are remembered. All but one of them ran, as soon as so many did.
const WRITES: usize = EarlierWrites::REMEMBERED;
/// Deliveries of writes that ran before those.
const EARLIER: usize = 4096;
/// Hexadecimal digits of such a delivery. Two that are equal by chance cost one refusal.
const SHORT: usize = 16;
/// Ids of permissions that are remembered.
const PERMISSIONS: usize = 256;

/// Permissions and counts of one principal in a session. The store keeps it as a
/// [session record](hpd_journal::pending::SessionRecord), and a session has a copy.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct OwnerState {
    /// The user's permissions and denials.
    #[serde(skip_serializing_if = "Grants::is_empty")]
    pub(crate) grants: Grants,
    /// The ids of permissions that were added: an older copy of a session does not add them again.
    #[serde(skip_serializing_if = "VecDeque::is_empty")]
    added: VecDeque<String>,
    /// The oldest first.
    #[serde(skip_serializing_if = "VecDeque::is_empty")]
    writes: VecDeque<DeliveredWrite>,
    /// The beginnings of earlier deliveries that ran, the oldest first.
    #[serde(skip_serializing_if = "VecDeque::is_empty")]
    earlier: VecDeque<String>,
    /// Failed calls since the user's last message.
    #[serde(skip_serializing_if = "StoredTries::is_empty")]
    pub(crate) tries: StoredTries,
}

/// A write that was delivered, and maybe ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct DeliveredWrite {
    tool: QualifiedId,
    /// A hash of message, call id, tool and arguments: a second delivery has the same.
    delivery: String,
    /// The stored row.
    row: PendingId,
    /// When it was claimed for the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ran: Option<Timestamp>,
    /// The permission for a number of calls that its run used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used: Option<Box<GrantedPermission>>,
}

/// A change of permissions that a store may not know yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PermissionChange {
    /// The user gave a permission or denial.
    Granted(GrantedPermission),
    /// The user gave it before the session was stored.
    Restored(GrantedPermission),
    /// The user took one back.
    Revoked(GrantedPermission),
}

impl PermissionChange {
    /// The permission.
    pub(super) const fn permission(&self) -> &GrantedPermission {
        match self {
            Self::Granted(permission) | Self::Restored(permission) | Self::Revoked(permission) => permission,
        }
    }
}

impl OwnerState {
    /// Makes a change of permissions. A permission that was added before is not added again.
    pub(crate) fn apply(&mut self, change: &PermissionChange) {
        match change {
            PermissionChange::Granted(permission) => self.grant(permission.clone()),
            PermissionChange::Restored(permission) => {
                // Ids were forgotten where there is no room for more: it may have been used up or taken back.
                let may_be_old = self.added.len() >= PERMISSIONS;
                if permission.permission() != Permission::Allow || !may_be_old {
                    self.grant(permission.clone());
                }
            }
            PermissionChange::Revoked(permission) => {
                self.remember(permission.id());
                self.grants.revoke(permission);
                // It must not come back with a call that did not run.
                for write in &mut self.writes {
                    write.used.take_if(|used| used.replaces(permission));
                }
            }
        }
    }

    /// Adds a permission, unless it was added before.
    pub(crate) fn grant(&mut self, permission: GrantedPermission) {
        if !permission.id().is_some_and(|id| self.added.iter().any(|added| added == id)) {
            self.remember(permission.id());
            self.grants.add(permission);
        }
    }

    fn remember(&mut self, permission: Option<&str>) {
        let Some(id) = permission.filter(|id| !self.added.iter().any(|added| added == id)) else { return };
        keep(&mut self.added, PERMISSIONS, id.to_owned());
    }

    /// The row of an earlier delivery of a write.
    pub(crate) fn delivered(&self, delivery: &str) -> Option<&PendingId> {
        self.writes.iter().rev().find(|write| write.delivery == delivery).map(|write| &write.row)
    }

    /// A write is delivered, under this row from now on. `ran` is the time of its run, if it needs no answer.
    pub(crate) fn deliver(
        &mut self,
        tool: &QualifiedId,
        delivery: &str,
        row: &PendingId,
        ran: Option<Timestamp>,
    ) {
        // An earlier row of the delivery that ran remains counted.
        self.writes.retain(|write| write.delivery != delivery || write.ran.is_some());
        let write = DeliveredWrite {
            tool: tool.clone(),
            delivery: delivery.to_owned(),
            row: row.clone(),
            ran,
            used: None,
        };
        self.keep_write(write);
    }

    /// Adds a write. Of one that goes for it, the delivery remains if it ran.
    fn keep_write(&mut self, write: DeliveredWrite) {
        if self.writes.len() >= WRITES
            && let Some(oldest) = self.take_oldest().filter(|oldest| oldest.ran.is_some())
            && let Some(delivery) = oldest.delivery.get(..SHORT)
        {
            keep(&mut self.earlier, EARLIER, delivery.to_owned());
        }
        self.writes.push_back(write);
    }

    /// Takes out the oldest write that did not run, or else the oldest of the tool that has most: neither questions nor
    /// writes of another tool hide a write from a count.
    fn take_oldest(&mut self) -> Option<DeliveredWrite> {
        if let Some(oldest) = self.writes.iter().position(|write| write.ran.is_none()) {
            return self.writes.remove(oldest);
        }
        let mut counts = HashMap::<_, usize>::new();
        for write in &self.writes {
            *counts.entry(write.tool.as_str()).or_default() += 1;
        }
        let most = counts.values().copied().max();
        let oldest = self.writes.iter().position(|write| counts.get(write.tool.as_str()).copied() == most)?;
        self.writes.remove(oldest)
    }

    /// Whether a delivery ran, so many writes ago that its row is forgotten.
    pub(crate) fn ran_before(&self, delivery: &str) -> bool {
        delivery.get(..SHORT).is_some_and(|delivery| self.earlier.iter().any(|earlier| earlier == delivery))
    }

    /// A write is claimed for its run.
    pub(crate) fn run(&mut self, tool: &QualifiedId, row: &PendingId, at: Timestamp) {
        if let Some(write) = self.writes.iter_mut().find(|write| write.row == *row) {
            write.ran = Some(at);
            return;
        }
        let (tool, row) = (tool.clone(), row.clone());
        self.keep_write(DeliveredWrite { tool, delivery: String::new(), row, ran: Some(at), used: None });
    }

    /// Notes the permission that the run of a write used up.
    pub(crate) fn note_used(&mut self, row: &PendingId, used: Option<GrantedPermission>) {
        if let Some(write) = self.writes.iter_mut().rev().find(|write| write.row == *row) {
            write.used = used.map(Box::new);
        }
    }

    /// A write did not run after all: it does not count, and the permission that it used is given back.
    pub(crate) fn release(&mut self, row: &PendingId) {
        let Some(write) = self.writes.iter_mut().find(|write| write.row == *row) else { return };
        write.ran = None;
        if let Some(used) = write.used.take() {
            self.grants.give_back(*used);
        }
    }

    /// The writes that ran, the oldest delivery first.
    pub(crate) fn earlier_writes(&self) -> EarlierWrites {
        self.writes.iter().filter_map(|write| Some((write.tool.clone(), write.ran?))).collect()
    }
}

/// Adds an item; the oldest one goes if there are too many.
fn keep<T>(items: &mut VecDeque<T>, max: usize, item: T) {
    if items.len() >= max {
        items.pop_front();
    }
    items.push_back(item);
}

#[cfg(test)]
mod tests;
