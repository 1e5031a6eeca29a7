//! Rules about session records. A store that keeps none passes, after a line that says so.

use std::io::{self, Write};

use hpd_runtime::Principal;

use super::race::race;
use super::under_test::{RuleResult, StoreUnderTest, same};
use crate::pending::{Owner, SessionRecord};

/// A record of this revision.
pub(in crate::testing) fn record(revision: u64, state: &str) -> SessionRecord {
    SessionRecord { revision, state: state.to_owned(), seal: format!("seal of {state}") }
}

/// The owner of a record.
pub(in crate::testing) fn owner(session: &str, principal: Option<&str>, tenant: Option<&str>) -> Owner {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let principal = Principal { id: owned(principal), tenant: owned(tenant) };
    Owner { session: session.to_owned(), principal }
}

/// Whether a store keeps records. If not, a line says that its rules are skipped.
pub(in crate::testing) fn keeps_records(keeps: bool) -> bool {
    if !keeps {
        // Not by a macro: the output of tests by macros is hidden where they pass.
        let _ = writeln!(io::stderr(), "skipped: the store keeps no session records");
    }
    keeps
}

async fn is(store: &StoreUnderTest<'_>, owner: &Owner, wanted: Option<(u64, &str)>) -> RuleResult {
    let found = store.record(owner).await?;
    let found = found.as_ref().map(|record| (record.revision, &*record.state, &*record.seal));
    let seal = wanted.map_or_else(String::new, |(_, state)| format!("seal of {state}"));
    let wanted = wanted.map(|(revision, state)| (revision, state, &*seal));
    same(&format!("the record of {owner:?}"), &found, &wanted)
}

/// The first record of an owner has revision 1. Each later one has the next revision; all others are refused.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn session_records_have_revisions(store: &StoreUnderTest<'_>) -> RuleResult {
    if !keeps_records(store.keeps_records()) {
        return Ok(());
    }
    let alex = &owner("session", Some("alex"), Some("acme"));
    is(store, alex, None).await?;
    for early in [0, 2, u64::MAX] {
        same(&format!("revision {early} first"), &store.put(alex, record(early, "early")).await?, &false)?;
    }
    is(store, alex, None).await?;
    for (revision, state) in [(1, "one"), (2, "two"), (3, "three")] {
        let what = format!("revision {revision}");
        same(&what, &store.put(alex, record(revision, state)).await?, &true)?;
        for stale in [0, 1, revision - 1, revision, revision + 2] {
            let what = format!("revision {stale} after {revision}");
            same(&what, &store.put(alex, record(stale, "stale")).await?, &false)?;
        }
        is(store, alex, Some((revision, state))).await?;
    }
    Ok(())
}

/// Each owner has a record of its own: a session, its principal, and the principal's tenant. A missing name is no empty
/// one.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn session_records_are_of_their_owners(store: &StoreUnderTest<'_>) -> RuleResult {
    if !keeps_records(store.keeps_records()) {
        return Ok(());
    }
    let owners = [
        owner("session", None, None),
        owner("session", Some(""), None),
        owner("session", None, Some("")),
        owner("session", Some(""), Some("")),
        owner("session", Some("alex"), None),
        owner("session", None, Some("alex")),
        owner("session", Some("alex"), Some("acme")),
        owner("session", Some("alex"), Some("other")),
        owner("session", Some("bo"), Some("acme")),
        owner("", Some("alex"), Some("acme")),
        owner("other session", Some("alex"), Some("acme")),
    ];
    for (number, owner) in owners.iter().enumerate() {
        is(store, owner, None).await?;
        let state = number.to_string();
        same(&format!("the first record of {owner:?}"), &store.put(owner, record(1, &state)).await?, &true)?;
    }
    for (number, owner) in owners.iter().enumerate().step_by(2) {
        same(&format!("the next of {owner:?}"), &store.put(owner, record(2, "next")).await?, &true)?;
        is(store, owner, Some((2, "next"))).await?;
        same(
            &format!("the same of {owner:?}"),
            &store.put(owner, record(2, &number.to_string())).await?,
            &false,
        )?;
    }
    for (number, owner) in owners.iter().enumerate().skip(1).step_by(2) {
        is(store, owner, Some((1, &number.to_string()))).await?;
    }
    Ok(())
}

/// Of many simultaneous records of one revision, one is written.
///
/// # Errors
///
/// The store broke the rule; the error describes its actual behaviour.
pub(super) async fn one_of_many_session_records_is_written(store: &StoreUnderTest<'_>) -> RuleResult {
    if !keeps_records(store.keeps_records()) {
        return Ok(());
    }
    for owner in [owner("session", None, None), owner("session", Some("alex"), Some("acme"))] {
        for revision in 1..=3 {
            let written = race(store, async |store, number| {
                Ok((store.put(&owner, record(revision, &number.to_string())).await?, number))
            })?;
            let won: Vec<_> = written.iter().filter(|(is_written, _)| *is_written).collect();
            let [(_, won)] = won.as_slice() else {
                return Err(format!("written with revision {revision}: {}, not 1", won.len()));
            };
            is(store, &owner, Some((revision, &won.to_string()))).await?;
        }
    }
    Ok(())
}
