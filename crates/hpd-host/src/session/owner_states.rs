//! A session's copies of the permissions and counts of its principals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hpd_runtime::Principal;
use hpd_runtime::spec::QualifiedId;

use super::owner_state::{OwnerState, PermissionChange};
use crate::approval::GrantedPermission;

/// The permissions and counts of a session's principals. Where a store keeps session records, the store decides. These are
/// copies then, with changes that the store does not know yet.
#[derive(Debug, Default)]
pub(crate) struct OwnerStates {
    /// Whether a call may be restricted: unrestricted sessions skip the lookup.
    is_restricted: AtomicBool,
    /// Whether the store may have records that were never read: the session has an id from outside.
    may_lack: AtomicBool,
    copies: Mutex<Vec<StateCopy>>,
}

/// The copy of one principal.
#[derive(Debug, Clone)]
struct StateCopy {
    principal: Principal,
    /// Grows with each change of the copy.
    revision: u64,
    /// Whether the record in the store was read.
    is_read: bool,
    state: OwnerState,
    /// Changes that the store may not know, in order.
    changes: Vec<PermissionChange>,
    /// How many changes before these the store knows.
    stored_changes: usize,
    /// The revision of the record that the copy has.
    record: u64,
}

/// A copy as it was read.
#[derive(Debug, Default)]
pub(crate) struct StateSnapshot {
    pub(crate) revision: u64,
    pub(crate) state: OwnerState,
    pub(crate) changes: Vec<PermissionChange>,
    /// The number of all changes until now, with those that the store knew before.
    pub(crate) through: usize,
}

impl OwnerStates {
    /// Those of a session that is taken up again, with changes that the store may not know. A session with an id may have
    /// records.
    pub(super) fn of_stored(has_id: bool, changes: Vec<PermissionChange>) -> Self {
        let owner_states = Self { may_lack: has_id.into(), ..Self::default() };
        for change in changes {
            owner_states.change(change);
        }
        owner_states
    }

    /// A change by the user. The store gets it with the next write, or when the permissions are saved.
    pub(super) fn change(&self, change: PermissionChange) {
        let principal = change.permission().principal().clone();
        self.with(&principal, |copy| {
            copy.state.apply(&change);
            copy.changes.push(change);
            copy.revision += 1;
        });
    }

    /// The copy of a principal, to be changed by compare-and-set.
    pub(crate) fn snapshot(&self, principal: &Principal) -> StateSnapshot {
        let copies = self.lock();
        let copy = copies.iter().find(|copy| copy.principal == *principal);
        copy.map(|copy| StateSnapshot {
            revision: copy.revision,
            state: copy.state.clone(),
            changes: copy.changes.clone(),
            through: copy.stored_changes + copy.changes.len(),
        })
        .unwrap_or_default()
    }

    /// Replaces a copy, if nothing changed it since the snapshot. Returns whether it was replaced.
    pub(crate) fn replace(&self, principal: &Principal, revision: u64, state: OwnerState) -> bool {
        self.with(principal, |copy| {
            let is_same = copy.revision == revision;
            if is_same {
                copy.is_read = true;
                copy.state = state;
                copy.revision += 1;
            }
            is_same
        })
    }

    /// Takes over the state of a record of this revision, which has the changes of a snapshot. Calls run side by side:
    /// another one may have stored some of the changes, or have a later record.
    pub(crate) fn take_over(
        &self,
        principal: &Principal,
        snapshot: &StateSnapshot,
        mut state: OwnerState,
        record: u64,
    ) {
        self.with(principal, |copy| {
            copy.is_read = true;
            let known = snapshot.through.saturating_sub(copy.stored_changes).min(copy.changes.len());
            copy.changes.drain(..known);
            copy.stored_changes += known;
            if copy.revision == snapshot.revision || record > copy.record {
                for change in &copy.changes {
                    state.apply(change);
                }
                copy.state = state;
                copy.record = record;
            }
            copy.revision += 1;
        });
    }

    /// Whether the store may have a record of a principal that was never read.
    #[inline]
    pub(crate) fn lacks(&self, principal: &Principal) -> bool {
        self.may_lack.load(Ordering::Relaxed) && self.was_never_read(principal)
    }

    #[cold]
    fn was_never_read(&self, principal: &Principal) -> bool {
        !self.lock().iter().any(|copy| copy.principal == *principal && copy.is_read)
    }

    /// Whether there may be a permission or denial.
    #[inline]
    pub(crate) fn are_restricted(&self) -> bool {
        self.is_restricted.load(Ordering::Acquire)
    }

    /// Whether a tool has a permission or denial.
    pub(crate) fn name(&self, tool: &QualifiedId) -> bool {
        self.lock().iter().any(|copy| copy.state.grants.names(tool))
    }

    /// The permissions of a user, in order.
    pub(super) fn of(&self, principal: &Principal) -> Vec<GrantedPermission> {
        self.snapshot(principal).state.grants.iter().cloned().collect()
    }

    /// Takes a permission back. Returns whether it was there.
    pub(super) fn revoke(&self, permission: &GrantedPermission, principal: &Principal) -> bool {
        let is_there = *permission.principal() == *principal
            && self.of(principal).iter().any(|granted| granted.replaces(permission));
        if is_there {
            self.change(PermissionChange::Revoked(permission.clone()));
        }
        is_there
    }

    /// The permissions of all users.
    pub(super) fn all(&self) -> Vec<GrantedPermission> {
        let copies = self.lock();
        copies.iter().flat_map(|copy| copy.state.grants.iter()).cloned().collect()
    }

    /// Works with a copy, which there is then.
    fn with<T>(&self, principal: &Principal, work: impl FnOnce(&mut StateCopy) -> T) -> T {
        let mut copies = self.lock();
        let index = copies.iter().position(|copy| copy.principal == *principal).unwrap_or_else(|| {
            copies.push(StateCopy::new(principal.clone()));
            copies.len() - 1
        });
        let copy = &mut copies[index];
        let done = work(copy);
        let is_restricted = copies.iter().any(|copy| !copy.state.grants.is_empty());
        self.is_restricted.store(is_restricted, Ordering::Release);
        done
    }

    fn lock(&self) -> MutexGuard<'_, Vec<StateCopy>> {
        // A copy is always consistent, so a panic in another holder leaves nothing half done.
        self.copies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateCopy {
    fn new(principal: Principal) -> Self {
        let (state, changes) = (OwnerState::default(), Vec::new());
        Self { principal, revision: 0, is_read: false, state, changes, stored_changes: 0, record: 0 }
    }
}
