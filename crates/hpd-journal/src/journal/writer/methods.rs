//! The methods of a journal that has a writer: each is a request to it.

/// Makes a type a [`Journal`](crate::journal::Journal) that has the fields `requests` ([`Requests`](super::Requests))
/// and `shared` ([`Shared`](super::Shared)).
macro_rules! journal_methods {
    ($journal:ty) => {
        const _: () = {
            use crate::system::BoxFuture;
            use $crate::events::{EventHub, EventRecord, NewEvent};
            use $crate::journal::retention::Pruning;
            use $crate::journal::{
                ChainHead, Compacted, Erasure, EventFilter, Journal, MissingEvents, RegisteredTool,
                SessionFilter, SessionSummary, Verification, VerifyProgress, VerifySlice,
            };
            use $crate::pending::{
                CallState, Decided, DecidedBy, InsertError, Owner, PendingCall, PendingFilter, PendingId,
                PendingStore, PendingVerdict, SessionRecord, StoreError, StoredOutcome,
            };
            use $crate::results::{KeptResult, ResultStore};
            use $crate::system::Timestamp;

            impl ResultStore for $journal {
                fn keep(&self, result: KeptResult) -> BoxFuture<'_, Result<(), StoreError>> {
                    self.requests.keep_result(result)
                }

                fn kept<'a>(
                    &'a self,
                    owner: &'a Owner,
                    id: &'a str,
                    now: Timestamp,
                ) -> BoxFuture<'a, Result<Option<KeptResult>, StoreError>> {
                    self.requests.kept_result(owner, id, now)
                }

                fn drop_expired(&self, now: Timestamp) -> BoxFuture<'_, Result<u64, StoreError>> {
                    self.requests.remove_results($crate::journal::database::Removing::Over(now))
                }

                fn erase_results<'a>(&'a self, session: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
                    let what = $crate::journal::database::Removing::Session(session.to_owned());
                    self.requests.remove_results(what)
                }
            }

            impl PendingStore for $journal {
                fn insert(
                    &self,
                    call: PendingCall,
                    max_open: usize,
                ) -> BoxFuture<'_, Result<(), InsertError>> {
                    self.requests.insert(call, max_open)
                }

                fn get<'a>(
                    &'a self,
                    id: &'a PendingId,
                ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
                    self.requests.get(id)
                }

                fn decide<'a>(
                    &'a self,
                    id: &'a PendingId,
                    verdict: PendingVerdict,
                    now: Timestamp,
                ) -> BoxFuture<'a, Result<Decided, StoreError>> {
                    self.requests.decide(id, verdict, None, now)
                }

                fn decide_by<'a>(
                    &'a self,
                    id: &'a PendingId,
                    verdict: PendingVerdict,
                    by: DecidedBy,
                    now: Timestamp,
                ) -> BoxFuture<'a, Result<Decided, StoreError>> {
                    self.requests.decide(id, verdict, Some(by), now)
                }

                fn claim<'a>(
                    &'a self,
                    id: &'a PendingId,
                    now: Timestamp,
                    lease: Timestamp,
                ) -> BoxFuture<'a, Result<Option<PendingCall>, StoreError>> {
                    self.requests.claim(id, now, lease)
                }

                fn finish<'a>(
                    &'a self,
                    id: &'a PendingId,
                    state: CallState,
                    outcome: StoredOutcome,
                ) -> BoxFuture<'a, Result<bool, StoreError>> {
                    self.requests.finish(id, state, outcome)
                }

                fn expire(&self, now: Timestamp) -> BoxFuture<'_, Result<Vec<PendingCall>, StoreError>> {
                    self.requests.expire(now)
                }

                fn list<'a>(
                    &'a self,
                    filter: &'a PendingFilter,
                ) -> BoxFuture<'a, Result<Vec<PendingCall>, StoreError>> {
                    self.requests.list(filter)
                }

                fn keeps_session_records(&self) -> bool {
                    true
                }

                fn session_record<'a>(
                    &'a self,
                    owner: &'a Owner,
                ) -> BoxFuture<'a, Result<Option<SessionRecord>, StoreError>> {
                    self.requests.session_record(owner)
                }

                fn put_session_record<'a>(
                    &'a self,
                    owner: &'a Owner,
                    record: SessionRecord,
                    now: Timestamp,
                ) -> BoxFuture<'a, Result<bool, StoreError>> {
                    self.requests.put_session_record(owner, record, now)
                }
            }

            impl Journal for $journal {
                fn append(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
                    self.requests.append(events)
                }

                fn post(&self, events: Vec<NewEvent>) -> BoxFuture<'_, Result<(), StoreError>> {
                    self.requests.post(events)
                }

                fn read<'a>(
                    &'a self,
                    filter: &'a EventFilter,
                ) -> BoxFuture<'a, Result<Vec<EventRecord>, StoreError>> {
                    self.requests.events(filter)
                }

                fn sessions<'a>(
                    &'a self,
                    filter: &'a SessionFilter,
                ) -> BoxFuture<'a, Result<Vec<SessionSummary>, StoreError>> {
                    self.requests.sessions(filter)
                }

                fn missing<'a>(
                    &'a self,
                    session: &'a str,
                    seqs: (u64, u64),
                ) -> BoxFuture<'a, Result<MissingEvents, StoreError>> {
                    self.requests.missing(session, seqs)
                }

                fn register_tools(
                    &self,
                    tools: Vec<RegisteredTool>,
                ) -> BoxFuture<'_, Result<(), StoreError>> {
                    self.requests.register_tools(tools)
                }

                fn registered_tools(&self) -> BoxFuture<'_, Result<Vec<RegisteredTool>, StoreError>> {
                    self.requests.registered_tools()
                }

                fn head(&self) -> BoxFuture<'_, Result<ChainHead, StoreError>> {
                    self.requests.head()
                }

                fn verify<'a>(
                    &'a self,
                    known: Option<&'a ChainHead>,
                ) -> BoxFuture<'a, Result<Verification, StoreError>> {
                    self.requests.verify(known)
                }

                fn verify_slice(
                    &self,
                    progress: VerifyProgress,
                    max_entries: u64,
                ) -> BoxFuture<'_, Result<VerifySlice, StoreError>> {
                    self.requests.verify_slice(progress, max_entries)
                }

                fn erase<'a>(
                    &'a self,
                    what: &'a Erasure,
                    reason: &'a str,
                ) -> BoxFuture<'a, Result<u64, StoreError>> {
                    self.requests.erase(what, reason)
                }

                fn prune<'a>(
                    &'a self,
                    before: Timestamp,
                    reason: &'a str,
                ) -> BoxFuture<'a, Result<u64, StoreError>> {
                    self.requests.prune(Pruning::Before(before), reason)
                }

                fn prune_through<'a>(
                    &'a self,
                    entry: u64,
                    reason: &'a str,
                ) -> BoxFuture<'a, Result<u64, StoreError>> {
                    self.requests.prune(Pruning::Through(entry), reason)
                }

                fn status(&self) -> $crate::journal::JournalStatus {
                    self.requests.status()
                }

                fn compact(&self) -> BoxFuture<'_, Result<Compacted, StoreError>> {
                    self.requests.compact()
                }

                fn results(&self) -> Option<&dyn ResultStore> {
                    Some(self)
                }

                fn hub(&self) -> &EventHub {
                    &self.shared.hub
                }

                fn patience(&self) -> std::time::Duration {
                    self.shared.options.patience
                }
            }
        };
    };
}

pub(crate) use journal_methods;
