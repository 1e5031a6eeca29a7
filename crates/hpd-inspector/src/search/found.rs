//! The calls that a search finds in the pages of a journal.

use std::collections::{BTreeSet, HashMap, HashSet};

use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord, ValidationStatus};
use hpd_host::journal::{CallKey, CallTimeline, EventFilter, Journal, call_timelines, timelines};

use super::wanted::Wanted;
use super::{Asked, FOUND};

/// Events that belong to a call, and have no tool: the pages of a tool are without them.
const WITHOUT_TOOL: [&str; 3] = ["arguments_read", "expanded", "collapsed"];

/// How many events without a tool are read, whatever their calls are.
const FEW: usize = 200;

/// What a search has found.
pub(super) struct Found<'j, 'a> {
    journal: &'j dyn Journal,
    asked: &'a Asked,
    wanted: Option<Wanted<'a>>,
    pub(super) calls: Vec<CallTimeline>,
    /// The first entries of those that were looked at, and all entries of those that are on several pages.
    known: HashSet<u64>,
    /// Calls with later events in newer pages.
    cut: HashSet<CallKey>,
}

/// The events of a call in one page.
struct Part {
    events: CallTimeline,
    /// It may have more events in other pages.
    is_cut: bool,
    /// What is looked for is in this part.
    fits: bool,
    /// It was looked into before it had all of its events.
    is_new: bool,
}

impl<'j, 'a> Found<'j, 'a> {
    pub(super) fn new(journal: &'j dyn Journal, asked: &'a Asked, wanted: Option<Wanted<'a>>) -> Self {
        Self { journal, asked, wanted, calls: Vec::new(), known: HashSet::new(), cut: HashSet::new() }
    }

    /// Adds the calls of a page that fit, the newest first. All events of the page are before an entry.
    pub(super) async fn look_through(
        &mut self,
        page: Vec<EventRecord>,
        before: Option<u64>,
    ) -> Result<(), StoreError> {
        let after = page.first().map_or(0, |first| first.entry);
        let mut parts = self.parts(page);
        self.add_without_tool(&mut parts, after, before).await?;
        self.complete(&mut parts).await?;
        for Part { events: whole, fits, is_new, is_cut } in parts {
            let is_first = self.known.insert(whole.first_entry());
            if is_cut {
                self.known.extend(whole.events.iter().map(|record| record.entry));
            }
            let fits = fits || (is_first && is_new && self.has_wanted(&whole));
            if is_first && fits && self.asked.takes_state(&whole) {
                self.calls.push(whole);
                if self.calls.len() >= FOUND {
                    break;
                }
            }
        }
        Ok(())
    }

    fn has_wanted(&mut self, call: &CallTimeline) -> bool {
        self.wanted.as_mut().is_none_or(|wanted| wanted.is_in(call))
    }

    /// The parts of calls in a page that may fit, the newest first.
    fn parts(&mut self, page: Vec<EventRecord>) -> Vec<Part> {
        let (all, mut parts) = (timelines(page), Vec::new());
        let repeated = repeated(&all);
        for part in all.into_iter().rev() {
            let first = part.events.first().filter(|first| !self.known.contains(&first.entry));
            let Some(first) = first else { continue };
            let has_no_begin = first.call_id.is_some() && !part.has_begin();
            let is_in = |calls: &HashSet<CallKey>| {
                !calls.is_empty() && CallKey::of(first).is_some_and(|key| calls.contains(&key))
            };
            let (goes_on, is_repeated) = (is_in(&self.cut), is_in(&repeated));
            // Where a tool is asked for, the part is without the events that have none.
            let has_more = first.call_id.is_some() && !self.asked.tool.trim().is_empty();
            if has_no_begin {
                self.cut.extend(CallKey::of(first));
            }
            // The newest event says the state. Where newer pages have one, only the whole call does.
            let is_other = !goes_on && says_state(&part) && !self.asked.takes_state(&part);
            let fits = self.has_wanted(&part);
            if !is_other && (fits || has_more) {
                parts.push(Part { events: part, is_cut: has_no_begin || goes_on || is_repeated, fits, is_new: false });
            }
        }
        parts
    }

    /// Adds the events without a tool to those parts where nothing is found yet. Others change no state.
    async fn add_without_tool(
        &self,
        parts: &mut [Part],
        first: u64,
        before: Option<u64>,
    ) -> Result<(), StoreError> {
        let needs_more = |part: &Part| !part.fits && !part.is_cut;
        let keys = parts.iter().filter(|part| needs_more(part)).filter_map(|part| part.events.events.first());
        let calls: BTreeSet<_> = keys.filter_map(CallKey::of).collect();
        if calls.is_empty() {
            return Ok(());
        }
        let all = EventFilter::default()
            .kinds(WITHOUT_TOOL.to_vec())
            .after_entry(first.saturating_sub(1))
            .before_entry(before);
        // Between the entries of the page are few such events of other tools, or it is asked for the calls.
        let mut more = self.journal.read(&all.clone().limit(FEW)).await?;
        if more.len() >= FEW {
            more = self.journal.read(&all.calls(calls)).await?;
        }
        if more.is_empty() {
            return Ok(());
        }
        let mut places: HashMap<CallKey, &mut Part> = HashMap::new();
        for part in parts.iter_mut().filter(|part| needs_more(part)) {
            let key = part.events.events.first().and_then(CallKey::of);
            places.extend(key.map(|key| (key, part)));
        }
        for record in more {
            if let Some(part) = CallKey::of(&record).and_then(|key| places.get_mut(&key)) {
                part.events.events.push(record);
                part.is_new = true;
            }
        }
        for part in places.into_values().filter(|part| part.is_new) {
            part.events.events.sort_by_key(|record| record.entry);
        }
        Ok(())
    }

    /// Replaces parts of calls by the whole calls. The events of other pages belong to them, too.
    async fn complete(&self, parts: &mut [Part]) -> Result<(), StoreError> {
        let cut = parts.iter().filter(|part| part.is_cut).filter_map(|part| part.events.events.first().cloned());
        let mut whole = call_timelines(self.journal, &cut.collect::<Vec<_>>()).await?.into_iter();
        for part in parts.iter_mut().filter(|part| part.is_cut) {
            if let Some(whole) = whole.next() {
                (part.events, part.is_new) = (whole, true);
            }
        }
        Ok(())
    }
}

/// Calls whose id another one of the turn had before. It is not known by their keys which of them an event belongs to.
fn repeated(calls: &[CallTimeline]) -> HashSet<CallKey> {
    let mut known = HashSet::new();
    let keys = calls.iter().filter_map(|call| call.events.first().and_then(CallKey::of));
    keys.filter(|key| !known.insert(key.clone())).collect()
}

/// Whether the last event of a call says how far it is.
fn says_state(call: &CallTimeline) -> bool {
    call.events.last().is_some_and(|last| match &last.event {
        Event::WriteValidation(check) => check.status == ValidationStatus::Blocked,
        Event::ArgumentsRead(_) | Event::Recovered(_) => false,
        _ => true,
    })
}
