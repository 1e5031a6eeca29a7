//! The contents of a database and of the file of effects.

use std::collections::BTreeMap;

use hpd_host::approval::{CallState, PendingCall, PendingFilter, PendingId, StoreError};
use hpd_host::events::{Event, EventRecord};
use hpd_host::journal::{ChainHead, EventFilter, Journal, Verification};

use crate::place::Place;
use crate::till;

/// Everything that processes left.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) rows: Vec<PendingCall>,
    pub(crate) events: Vec<EventRecord>,
    pub(crate) verification: Verification,
    pub(crate) head: ChainHead,
    /// How often each call had its effect.
    pub(crate) effects: BTreeMap<String, u32>,
}

impl Found {
    /// Reads it all. `known` is the head of the journal at a moment before.
    ///
    /// # Errors
    ///
    /// The journal can't be read.
    pub(crate) async fn read(
        journal: &dyn Journal,
        place: &Place,
        known: Option<&ChainHead>,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            rows: journal.list(&PendingFilter::default()).await?,
            events: journal.read(&EventFilter::default()).await?,
            verification: journal.verify(known).await?,
            head: journal.head().await?,
            effects: till::effects(&place.effects),
        })
    }

    pub(crate) fn row(&self, id: &PendingId) -> Option<&PendingCall> {
        self.rows.iter().find(|row| row.id == *id)
    }

    pub(crate) fn effects_of(&self, row: &PendingCall) -> u32 {
        self.effects.get(row.id.as_str()).copied().unwrap_or_default()
    }

    /// The numbers of the entries that were erased.
    pub(crate) fn erased(&self) -> Vec<u64> {
        let erased = self.events.iter().filter_map(|record| match &record.event {
            Event::Erased(erased) => Some(&erased.entries),
            _ => None,
        });
        erased.flatten().flat_map(|(first, last)| *first..=*last).collect()
    }

    /// The calls in a state.
    pub(crate) fn in_state(&self, state: CallState) -> impl Iterator<Item = &PendingCall> {
        self.rows.iter().filter(move |row| row.state == state)
    }
}
