//! Permissions and counts of a principal in a session: read from the store, and changed by compare-and-set.

use std::fmt;

use hpd_journal::BoxFuture;
use hpd_journal::pending::{Owner, SessionRecord, StoreError};
use hpd_runtime::{Principal, RawCall, TurnContext};

use crate::session::{OwnerState, Session, StateSnapshot};
use crate::toolbox::{Safeguards, Toolbox};

/// How often a change is tried anew after others changed the record in between.
const MAX_TRIES: usize = 128;

/// The purpose of seals on session records.
const PURPOSE: &str = "session record";

/// Why permissions and counts are not known.
#[derive(Debug)]
pub(crate) enum OwnerStateError {
    /// The store failed.
    Store(StoreError),
    /// The record can't be read, or its seal is wrong.
    Unreadable,
    /// Others changed the record again and again.
    TooBusy,
}

impl fmt::Display for OwnerStateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Unreadable => f.write_str("the stored session record is damaged"),
            Self::TooBusy => f.write_str("the session record is changed all the time"),
        }
    }
}

impl std::error::Error for OwnerStateError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            Self::Unreadable | Self::TooBusy => None,
        }
    }
}

impl From<OwnerStateError> for StoreError {
    fn from(error: OwnerStateError) -> Self {
        match error {
            OwnerStateError::Store(error) => error,
            other => Self::new(other.to_string()),
        }
    }
}

/// Changes the permissions and counts of an owner. `change` sees them as they are in the store, and is called again after
/// another caller changed them. A change that changes nothing writes nothing.
///
/// # Errors
///
/// The store failed, or its record is damaged. The change was not made then.
pub(crate) async fn change_owner_state<R>(
    toolbox: &Toolbox,
    session: &Session,
    owner: &Owner,
    mut change: impl FnMut(&mut OwnerState) -> R,
) -> Result<R, OwnerStateError> {
    let safeguards = toolbox.safeguards();
    let owner_states = session.owner_states();
    for _ in 0..MAX_TRIES {
        let copy = owner_states.snapshot(&owner.principal);
        if !safeguards.store.keeps_session_records() {
            let StateSnapshot { revision, mut state, .. } = copy;
            let changed = change(&mut state);
            if owner_states.replace(&owner.principal, revision, state) {
                return Ok(changed);
            }
            continue;
        }
        let record = safeguards.store.session_record(owner).await.map_err(OwnerStateError::Store)?;
        let revision = record.as_ref().map_or(0, |record| record.revision);
        let before = record.map(|record| read(safeguards, owner, &record)).transpose()?;
        // A store without a record may be a new one: the session knows what it read from another.
        let mut after = before.clone().unwrap_or_else(|| copy.state.clone());
        let before = before.unwrap_or_default();
        for unknown in &copy.changes {
            after.apply(unknown);
        }
        let changed = change(&mut after);
        let is_known = before == after;
        if is_known || put(safeguards, owner, revision + 1, &after).await? {
            let revision = if is_known { revision } else { revision + 1 };
            owner_states.take_over(&owner.principal, &copy, after, revision);
            return Ok(changed);
        }
    }
    Err(OwnerStateError::TooBusy)
}

/// Reads the permissions and counts of a principal into the session, and stores changes that the store does not know.
///
/// # Errors
///
/// As for [`change_owner_state`].
pub(crate) async fn sync_owner_state(
    toolbox: &Toolbox,
    session: &Session,
    principal: &Principal,
) -> Result<(), OwnerStateError> {
    let random = toolbox.safeguards().random();
    let id = session.id_or_new(random).map_err(|error| OwnerStateError::Store(StoreError::new(error)))?;
    let owner = Owner { session: id.to_owned(), principal: principal.clone() };
    let tries = change_owner_state(toolbox, session, &owner, |state| state.tries.clone()).await?;
    session.tries().restore(&tries, session.message().hash());
    Ok(())
}

/// Reads the permissions and counts of a turn's principal, if the session was taken up again and lacks them. While the
/// store fails, reads are answered by the permissions that the session knows.
pub(super) async fn read_owner_state(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
) {
    if !session.owner_states().lacks(&turn.principal) {
        return;
    }
    let read = sync_owner_state(toolbox, session, &turn.principal).await;
    if let Err(error) = read {
        // A write reads them again, and is refused then.
        let tool = &*raw.name;
        tracing::warn!(target: "hpd::call", { tool, %error }, "the permissions of a session can't be read");
    }
}

/// Stores the failed calls of a session. Boxed, since failures are rare.
#[cold]
pub(super) fn save_tries<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
) -> BoxFuture<'a, ()> {
    Box::pin(async move {
        let safeguards = toolbox.safeguards();
        if !safeguards.store.keeps_session_records() {
            return;
        }
        // Without random bytes, the counts hold for this session in memory.
        let Ok(id) = session.id_or_new(safeguards.random()) else { return };
        let owner = Owner { session: id.to_owned(), principal: turn.principal.clone() };
        let tries = session.tries().to_stored(session.message().hash());
        let saved = change_owner_state(toolbox, session, &owner, |state| state.tries = tries.clone()).await;
        if let Err(error) = saved {
            tracing::warn!(target: "hpd::call", %error, "the counts of failed calls are not stored");
        }
    })
}

fn read(
    safeguards: &Safeguards,
    owner: &Owner,
    record: &SessionRecord,
) -> Result<OwnerState, OwnerStateError> {
    let mut state: OwnerState =
        serde_json::from_str(&record.state).map_err(|_| OwnerStateError::Unreadable)?;
    if let Some(keys) = &safeguards.keys {
        let (owner_text, revision) = sealed_parts(owner, record.revision)?;
        if !keys.is_seal(&record.seal, PURPOSE, &[&owner_text, &revision, &record.state]) {
            // Whoever can write a record can also remove it, so what makes calls stricter still counts.
            state.grants.keep_strict();
            let session = owner.session.as_str();
            tracing::error!(target: "hpd::call", session, "a session record has no seal of the keys: it allows nothing");
        }
    }
    Ok(state)
}

async fn put(
    safeguards: &Safeguards,
    owner: &Owner,
    revision: u64,
    state: &OwnerState,
) -> Result<bool, OwnerStateError> {
    let state = serde_json::to_string(state).map_err(|_| OwnerStateError::Unreadable)?;
    let seal = match &safeguards.keys {
        Some(keys) => {
            let (owner, revision) = sealed_parts(owner, revision)?;
            keys.seal(PURPOSE, &[&owner, &revision, &state])
        }
        None => String::new(),
    };
    let record = SessionRecord { revision, state, seal };
    let now = safeguards.now();
    safeguards.store.put_session_record(owner, record, now).await.map_err(OwnerStateError::Store)
}

/// Owner and revision as texts, for the seal.
fn sealed_parts(owner: &Owner, revision: u64) -> Result<(String, String), OwnerStateError> {
    let owner = serde_json::to_string(owner).map_err(|_| OwnerStateError::Unreadable)?;
    Ok((owner, revision.to_string()))
}
