//! The calls that a search finds in the pages of a journal.

use std::cmp::Reverse;
use std::collections::HashSet;

use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord, ValidationStatus};
use hpd_host::journal::{CallKey, CallTimeline, Journal, call_timelines, timelines};
use hpd_host::system::Timestamp;

use super::wanted::Wanted;
use super::{Asked, FOUND};
use crate::card::Ends;

/// Events that belong to a call, and have no tool: the pages of a tool are without them.
const WITHOUT_TOOL: [&str; 3] = ["arguments_read", "expanded", "collapsed"];

/// How many events without a tool are read, whatever their calls are.
const FEW: usize = 200;

/// What a search has found.
pub(super) struct Found<'a> {
    journal: &'a dyn Journal,
    now: Timestamp,
    asked: &'a Asked,
    wanted: Option<Wanted<'a>>,
    pub(super) calls: Vec<CallTimeline>,
    /// How calls ended of which no event says so.
    pub(super) ends: Ends,
    /// The entries of those that were looked at as a whole, and the first entries of all others.
    known: HashSet<u64>,
    /// Calls with later events in newer pages.
    cut: HashSet<CallKey>,
}

/// The events of a call in one page. One of them has the code and the text that are searched for.
struct Part {
    events: CallTimeline,
    /// It may have more events in other pages.
    is_cut: bool,
}

impl<'a> Found<'a> {
    pub(super) fn new(
        journal: &'a dyn Journal,
        asked: &'a Asked,
        wanted: Option<Wanted<'a>>,
        now: Timestamp,
    ) -> Self {
        let (known, cut) = (HashSet::new(), HashSet::new());
        Self { journal, now, asked, wanted, calls: Vec::new(), ends: Ends::default(), known, cut }
    }

    /// Adds the calls of a page that fit, the newest first. All events of the page are before an entry.
    pub(super) async fn look_through(
        &mut self,
        page: Vec<EventRecord>,
        before: Option<u64>,
    ) -> Result<(), StoreError> {
        let Some(after) = page.first().map(|first| first.entry.saturating_sub(1)) else { return Ok(()) };
        let calls = timelines(page);
        if !self.asked.status.is_empty() {
            self.ends.learn(self.journal, &calls, self.now).await?;
        }
        let more = self.without_tool(&calls, after, before).await?;
        let mut parts = self.parts(calls);
        parts.extend(more);
        parts.sort_by_key(|part| Reverse(part.events.first_entry()));
        self.complete(&mut parts).await?;
        for Part { events: whole, is_cut } in parts {
            let is_new = self.known.insert(whole.first_entry());
            if is_cut {
                self.known.extend(whole.events.iter().map(|record| record.entry));
            }
            if !is_new || !self.asked.takes_tool(&whole) {
                continue;
            }
            self.ends.learn(self.journal, std::slice::from_ref(&whole), self.now).await?;
            if self.asked.takes_state(&whole, &self.ends) {
                self.calls.push(whole);
                if self.calls.len() >= FOUND {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The parts of calls in a page that may fit.
    fn parts(&mut self, calls: Vec<CallTimeline>) -> Vec<Part> {
        let repeated = repeated(&calls);
        let mut parts = Vec::new();
        for part in calls.into_iter().rev() {
            let first = part.events.first().filter(|first| !self.known.contains(&first.entry));
            let Some(first) = first else { continue };
            let has_no_begin = first.call_id.is_some() && !part.has_begin();
            let is_in = |calls: &HashSet<CallKey>| {
                !calls.is_empty() && CallKey::of(first).is_some_and(|key| calls.contains(&key))
            };
            let (goes_on, is_repeated) = (is_in(&self.cut), is_in(&repeated));
            if has_no_begin {
                self.cut.extend(CallKey::of(first));
            }
            // The newest event says the state. Where newer pages have one, only the whole call does.
            let is_other = !goes_on && says_state(&part) && !self.asked.takes_state(&part, &self.ends);
            if !is_other && self.wanted.as_mut().is_none_or(|wanted| wanted.is_in(&part)) {
                parts.push(Part { events: part, is_cut: has_no_begin || goes_on || is_repeated });
            }
        }
        parts
    }

    /// The events of a page that have no tool and fit, each as a part of its call. Where a tool is asked for, the page is
    /// without them, and it is not known yet whether the tool of their calls is the one.
    async fn without_tool(
        &mut self,
        calls: &[CallTimeline],
        after: u64,
        before: Option<u64>,
    ) -> Result<Vec<Part>, StoreError> {
        let Some(wanted) = self.wanted.as_mut().filter(|_| self.asked.has_tool()) else {
            return Ok(Vec::new());
        };
        let all = self.asked.filter().tool(None).kinds(WITHOUT_TOOL.to_vec()).newest(false);
        let all = all.after_entry(after).before_entry(before);
        // In most journals there are few between the entries of a page. Else those of its calls are asked for, in one query.
        let mut found = self.journal.read(&all.clone().limit(FEW)).await?;
        if found.len() >= FEW {
            let keys = calls.iter().filter_map(|call| call.events.first().and_then(CallKey::of));
            let keys = keys.chain(self.cut.iter().cloned()).collect();
            found = self.journal.read(&all.limit(None).calls(keys)).await?;
        }
        let parts = found.into_iter().filter(|record| record.call_id.is_some());
        let parts = parts.flat_map(|record| timelines([record])).filter(|part| wanted.is_in(part));
        Ok(parts.map(|events| Part { events, is_cut: true }).collect())
    }

    /// Replaces parts of calls by the whole calls, with their events in other pages, in one query.
    async fn complete(&self, parts: &mut [Part]) -> Result<(), StoreError> {
        let cut =
            parts.iter().filter(|part| part.is_cut).filter_map(|part| part.events.events.first().cloned());
        let mut whole = call_timelines(self.journal, &cut.collect::<Vec<_>>()).await?.into_iter();
        for part in parts.iter_mut().filter(|part| part.is_cut) {
            if let Some(whole) = whole.next() {
                part.events = whole;
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
