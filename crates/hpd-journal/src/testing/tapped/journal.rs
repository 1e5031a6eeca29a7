//! A journal that is forwarded to.

use std::time::Duration;

use super::{Answered, Asked, Tap, Tapped};
use crate::events::{EventHub, EventRecord, NewEvent};
use crate::journal::{
    ChainHead, Compacted, Erasure, EventFilter, Journal, JournalStatus, MissingEvents, RegisteredTool,
    SessionFilter, SessionSummary, Verification, VerifyProgress, VerifySlice,
};
use crate::pending::StoreError;
use crate::results::ResultStore;
use crate::system::BoxFuture;
use crate::system::Timestamp;

impl<J: Journal, T: Tap> Journal for Tapped<J, T> {
    fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let asked = events.clone();
            let append = || self.inner().append(events);
            self.between(Asked::Append(&asked), append, |()| Answered::Done).await
        })
    }

    fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let asked = events.clone();
            let post = || self.inner().post(events);
            self.between(Asked::Post(&asked), post, |()| Answered::Done).await
        })
    }

    fn read<'a>(&'a self, filter: &'a EventFilter) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>> {
        let read = || self.inner().read(filter);
        Box::pin(self.between(Asked::Read(filter), read, |events| Answered::Events(events)))
    }

    fn sessions<'a>(
        &'a self,
        filter: &'a SessionFilter,
    ) -> BoxFuture<'a, Result<Vec<SessionSummary>, StoreError>> {
        let sessions = || self.inner().sessions(filter);
        Box::pin(self.between(Asked::Sessions(filter), sessions, |found| Answered::Sessions(found)))
    }

    fn missing<'a>(
        &'a self,
        session: &'a str,
        seqs: (u64, u64),
    ) -> BoxFuture<'a, Result<MissingEvents, StoreError>> {
        let missing = move || self.inner().missing(session, seqs);
        Box::pin(self.between(Asked::Missing(session, seqs), missing, |found| Answered::Missing(found)))
    }

    fn register_tools(&self, tools: Vec<RegisteredTool>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let asked = tools.clone();
            let register = || self.inner().register_tools(tools);
            self.between(Asked::RegisterTools(&asked), register, |()| Answered::Done).await
        })
    }

    fn registered_tools(&self) -> BoxFuture<'_, Result<Vec<RegisteredTool>, StoreError>> {
        let tools = || self.inner().registered_tools();
        Box::pin(self.between(Asked::RegisteredTools, tools, |tools| Answered::Tools(tools)))
    }

    fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>> {
        Box::pin(self.between(Asked::Head, || self.inner().head(), |head| Answered::Head(head)))
    }

    fn verify<'a>(&'a self, known: Option<&'a ChainHead>) -> BoxFuture<'a, Result<Verification, StoreError>> {
        let verify = move || self.inner().verify(known);
        Box::pin(self.between(Asked::Verify(known), verify, |found| Answered::Verified(found)))
    }

    fn verify_slice(
        &self,
        progress: VerifyProgress,
        max_entries: u64,
    ) -> BoxFuture<'_, Result<VerifySlice, StoreError>> {
        Box::pin(async move {
            let asked = progress.clone();
            let verify = || self.inner().verify_slice(progress, max_entries);
            let asked = Asked::VerifySlice(&asked, max_entries);
            self.between(asked, verify, |slice| Answered::Slice(slice)).await
        })
    }

    fn erase<'a>(&'a self, what: &'a Erasure, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        let erase = || self.inner().erase(what, reason);
        Box::pin(self.between(Asked::Erase(what, reason), erase, |entries| Answered::Entries(entries)))
    }

    fn prune<'a>(&'a self, before: Timestamp, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        let prune = move || self.inner().prune(before, reason);
        Box::pin(self.between(Asked::Prune(before, reason), prune, |entries| Answered::Entries(entries)))
    }

    fn prune_through<'a>(&'a self, entry: u64, reason: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        let prune = move || self.inner().prune_through(entry, reason);
        let asked = Asked::PruneThrough(entry, reason);
        Box::pin(self.between(asked, prune, |entries| Answered::Entries(entries)))
    }

    fn compact(&self) -> BoxFuture<'_, Result<Compacted, StoreError>> {
        let compact = || self.inner().compact();
        Box::pin(self.between(Asked::Compact, compact, |sizes| Answered::Compacted(sizes)))
    }

    fn hub(&self) -> &EventHub {
        self.inner().hub()
    }

    // No tap of its own: it waits for what was posted, and a test that counts requests counts those.
    fn flush(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        self.inner().flush()
    }

    fn results(&self) -> Option<&dyn ResultStore> {
        self.inner().results()
    }

    fn status(&self) -> JournalStatus {
        self.inner().status()
    }

    fn patience(&self) -> Duration {
        self.inner().patience()
    }
}
