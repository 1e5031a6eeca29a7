//! Pending calls in memory, with indices: no step and no list of a session looks at the calls of other sessions.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use hpd_runtime::Principal;

use super::{PendingCall, PendingFilter, PendingId};
use crate::system::Timestamp;

/// The place of a call in lists: the oldest first, those of one moment by id.
type Place = (Timestamp, PendingId);

/// Pending calls by id, session, principal and end.
#[derive(Debug, Default)]
pub(crate) struct CallTable {
    by_id: HashMap<PendingId, PendingCall>,
    open: BTreeSet<Place>,
    open_of_session: HashMap<String, BTreeSet<Place>>,
    open_of_principal: HashMap<Principal, BTreeSet<Place>>,
    /// Those that run, or are done with.
    others_of_session: HashMap<String, BTreeSet<Place>>,
    /// When the time of an open or running call is over.
    ends: BTreeSet<Place>,
    /// How many calls were looked at.
    #[cfg(test)]
    looked_at: std::sync::atomic::AtomicUsize,
}

impl CallTable {
    pub(crate) fn get(&self, id: &PendingId) -> Option<&PendingCall> {
        self.by_id.get(id)
    }

    /// Adds a call, or replaces the one of its id.
    pub(crate) fn put(&mut self, call: PendingCall) {
        self.remove(&call.id);
        let place = (call.created, call.id.clone());
        if let Some(end) = end_of(&call) {
            self.ends.insert((end, call.id.clone()));
        }
        if call.state.is_open() {
            self.open.insert(place.clone());
            add(&mut self.open_of_principal, &call.owner.principal, place.clone());
            add(&mut self.open_of_session, &call.owner.session, place);
        } else {
            add(&mut self.others_of_session, &call.owner.session, place);
        }
        self.by_id.insert(call.id.clone(), call);
    }

    pub(crate) fn remove(&mut self, id: &PendingId) -> Option<PendingCall> {
        let call = self.by_id.remove(id)?;
        let place = (call.created, call.id.clone());
        if let Some(end) = end_of(&call) {
            self.ends.remove(&(end, call.id.clone()));
        }
        if call.state.is_open() {
            self.open.remove(&place);
            take(&mut self.open_of_principal, &call.owner.principal, &place);
            take(&mut self.open_of_session, &call.owner.session, &place);
        } else {
            take(&mut self.others_of_session, &call.owner.session, &place);
        }
        Some(call)
    }

    /// All calls, in any order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &PendingCall> {
        self.by_id.values()
    }

    /// The open calls of a session, the oldest first.
    pub(crate) fn open_of(&self, session: &str) -> Vec<PendingCall> {
        self.at(self.open_of_session.get(session).into_iter().flatten()).cloned().collect()
    }

    /// The open and running calls whose time is over at this moment, the oldest first.
    pub(crate) fn over(&self, now: Timestamp) -> Vec<PendingCall> {
        let over = self.ends.iter().take_while(|(end, _)| *end <= now);
        PendingCall::oldest_first(self.at(over).cloned())
    }

    /// The calls that a filter takes, the oldest first.
    pub(crate) fn list(&self, filter: &PendingFilter) -> Vec<PendingCall> {
        let is_open_only = !filter.states.is_empty() && filter.states.iter().all(|state| state.is_open());
        let takes = |call: &&PendingCall| filter.takes(call);
        if let Some(session) = &filter.session {
            let open = since(self.open_of_session.get(session), filter);
            let open = self.at(open).filter(takes).cloned();
            if is_open_only {
                return open.collect();
            }
            let others = since(self.others_of_session.get(session), filter);
            return PendingCall::oldest_first(open.chain(self.at(others).filter(takes).cloned()));
        }
        if !is_open_only {
            return PendingCall::oldest_first(self.seen(self.iter()).filter(takes).cloned());
        }
        let open = match &filter.principal {
            Some(principal) => since(self.open_of_principal.get(principal), filter),
            None => since(Some(&self.open), filter),
        };
        self.at(open).filter(takes).cloned().collect()
    }

    fn at<'a>(&'a self, places: impl Iterator<Item = &'a Place>) -> impl Iterator<Item = &'a PendingCall> {
        self.seen(places.filter_map(|(_, id)| self.by_id.get(id)))
    }

    /// Counts the calls, in tests.
    #[cfg_attr(not(test), expect(clippy::unused_self, reason = "only tests count"))]
    fn seen<'a>(
        &'a self,
        calls: impl Iterator<Item = &'a PendingCall>,
    ) -> impl Iterator<Item = &'a PendingCall> {
        #[cfg(test)]
        let calls = calls.inspect(|_| {
            self.looked_at.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        });
        calls
    }
}

/// When the time of a call is over, unless it is done with.
fn end_of(call: &PendingCall) -> Option<Timestamp> {
    if call.state.is_open() {
        return Some(call.expires);
    }
    call.lease.filter(|_| !call.state.is_final())
}

/// The places from the first moment on that a filter takes.
fn since<'a>(
    places: Option<&'a BTreeSet<Place>>,
    filter: &PendingFilter,
) -> impl Iterator<Item = &'a Place> + use<'a> {
    let first = (filter.from.unwrap_or_default(), PendingId::new(""));
    places.into_iter().flat_map(move |places| places.range(first.clone()..))
}

fn add<K: Clone + Eq + Hash>(places: &mut HashMap<K, BTreeSet<Place>>, key: &K, place: Place) {
    match places.get_mut(key) {
        Some(places) => {
            places.insert(place);
        }
        None => {
            places.insert(key.clone(), BTreeSet::from([place]));
        }
    }
}

/// A key without places is removed, so that sessions that are over leave nothing.
fn take<K: Eq + Hash>(places: &mut HashMap<K, BTreeSet<Place>>, key: &K, place: &Place) {
    if let Some(left) = places.get_mut(key) {
        left.remove(place);
        if left.is_empty() {
            places.remove(key);
        }
    }
}

#[cfg(test)]
mod tests;
