//! An event as a row of the journal.

use std::fmt;

use hpd_runtime::Principal;

use super::chain::{ChainHead, ChainKey, LinkParts};
use super::payload;
use crate::events::{EventRecord, NewEvent};
use crate::pending::StoreError;
use crate::system::{Random, Timestamp, random_id};

/// A row of the journal: an event, its numbers, and its link in the chain.
///
/// The link covers the salted hash of the contents, not the contents. Erased contents leave the chain verifiable. Their
/// salt is erased too, so that the contents can't be guessed from the hash.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Its number in the journal, from 1.
    pub number: u64,
    /// The session's id; empty for events about the journal itself.
    pub session: String,
    /// Its number in the session, from 1.
    pub seq: u64,
    /// The id of the turn.
    pub turn: Option<String>,
    /// The provider's id of the call.
    pub call_id: Option<String>,
    /// When it happened.
    pub at: Timestamp,
    /// The [type](crate::events::Event::kind) of the event.
    pub kind: String,
    /// The event as JSON, `{"type": .., "data": ..}`; `None` if it was erased. If the principal or the tenant is known,
    /// it begins with both: `{"principal": .., "tenant": .., "type": ..}`.
    pub payload: Option<String>,
    /// The salt, hashed before the contents: 32 hexadecimal digits; `None` if they were erased.
    pub salt: Option<String>,
    /// SHA-256 of salt and contents, each with its length before it, in 64 hexadecimal digits.
    pub payload_hash: String,
    /// The link, in 64 hexadecimal digits: a hash over the previous link and all other fields of this entry, except the
    /// contents and the salt. The hash is SHA-256, or HMAC-SHA-256 with a key.
    pub hash: String,
}

impl Entry {
    /// The entry that comes after `head`.
    ///
    /// # Errors
    ///
    /// There are no random bytes.
    pub(crate) fn after(
        head: &ChainHead,
        seq: u64,
        new: &NewEvent,
        random: &dyn Random,
        key: Option<&ChainKey>,
    ) -> Result<Self, StoreError> {
        Self::recording(head, seq, (new, new.at), random, key)
    }

    /// As [`after`](Self::after), at another moment. The event is not copied.
    ///
    /// # Errors
    ///
    /// As [`after`](Self::after).
    pub(crate) fn recording(
        head: &ChainHead,
        seq: u64,
        (new, at): (&NewEvent, Timestamp),
        random: &dyn Random,
        key: Option<&ChainKey>,
    ) -> Result<Self, StoreError> {
        let salt = random_id(random).map_err(StoreError::new)?;
        let payload = payload::written(new).map_err(StoreError::new)?;
        let mut entry = Self {
            number: head.number + 1,
            session: new.session.clone(),
            seq,
            turn: new.turn.clone(),
            call_id: new.call_id.clone(),
            at,
            kind: new.event.kind().to_owned(),
            payload_hash: super::chain::payload_hash(&salt, &payload),
            payload: Some(payload),
            salt: Some(salt),
            hash: String::new(),
        };
        entry.hash = entry.link(&head.hash, key);
        Ok(entry)
    }

    /// The link of this entry after another.
    pub(crate) fn link(&self, before: &str, key: Option<&ChainKey>) -> String {
        LinkParts { before, entry: self }.hash(key)
    }

    /// Whether a key of the chain made the link of this entry after another.
    pub(crate) fn has_link(&self, before: &str, key: Option<&ChainKey>) -> bool {
        LinkParts { before, entry: self }.hashes(key).any(|link| link == self.hash)
    }

    /// The valid links of this entry after another, one for each key.
    pub(crate) fn links(&self, before: &str, key: Option<&ChainKey>) -> Vec<String> {
        LinkParts { before, entry: self }.hashes(key).collect()
    }

    /// Whether it records an erasure, a removal or lost events. Such an entry is never erased.
    pub(crate) fn is_of_the_journal(&self) -> bool {
        self.session.is_empty()
            && self.turn.is_none()
            && ["erased", "pruned", "journal_gap"].contains(&&*self.kind)
    }

    /// The end of the chain after this entry.
    pub fn head(&self) -> ChainHead {
        ChainHead { number: self.number, hash: self.hash.clone() }
    }

    /// The event with its numbers; `None` if it was erased, or can't be read.
    pub fn record(&self) -> Option<EventRecord> {
        let payload = self.payload.as_deref()?;
        let event = payload::event(payload)?;
        let Principal { id: principal, tenant } = payload::principal(payload);
        Some(EventRecord {
            entry: self.number,
            session: self.session.clone(),
            seq: self.seq,
            turn: self.turn.clone(),
            call_id: self.call_id.clone(),
            principal,
            tenant,
            at: self.at,
            event,
        })
    }
}

/// Without the contents: they hold user texts, nonces and phrases.
impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("number", &self.number)
            .field("seq", &self.seq)
            .field("at", &self.at)
            .field("kind", &self.kind)
            .field("hash", &self.hash)
            .finish_non_exhaustive()
    }
}
