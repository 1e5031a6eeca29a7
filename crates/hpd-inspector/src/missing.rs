//! Why events of a session are missing, in words.

use std::collections::BTreeSet;

use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord};
use hpd_host::journal::{EventFilter, Journal, MissingEvents};
use maud::{Markup, html};

use crate::text::time;

/// How many erasures and removals are read at a time.
const PAGE: usize = 200;
/// How many times they are read.
const PAGES: usize = 5;
/// How many of them are shown.
const NOTES: usize = 3;

/// Events that are missing: the first and the last of their numbers in the session.
pub(crate) type Gap = (u64, u64);

/// Where events are missing on a page after and before these numbers: from the begin of the session if nothing is older, and
/// to its end if nothing is newer.
pub(crate) fn gaps(
    records: &[EventRecord],
    (after, before): (Option<u64>, Option<u64>),
    has_older: bool,
) -> Vec<Gap> {
    let first = records.first().map(|record| record.seq);
    // A page before a number ends at it, and one after a number begins behind it.
    let begin = match (after, first) {
        (Some(after), _) => after,
        (None, Some(first)) if has_older => first.saturating_sub(1),
        (None, _) => 0,
    };
    let end = match before {
        Some(before) => before,
        // Newer events are on the next page.
        None if after.is_some() => records.last().map_or(u64::MAX, |last| last.seq.saturating_add(1)),
        None => u64::MAX,
    };
    let numbers = records.iter().map(|record| record.seq);
    let bounds = std::iter::once(begin).chain(numbers.clone()).zip(numbers.chain([end]));
    let gap = |(one, next): (u64, u64)| {
        (one.saturating_add(1), if next == u64::MAX { next } else { next.saturating_sub(1) })
    };
    bounds.map(gap).filter(|(first, last)| first <= last).collect()
}

/// Why events are missing: the newest erasures and removals of these very events.
///
/// # Errors
///
/// The journal can't be read.
pub(crate) async fn notes(
    journal: &dyn Journal,
    session: &str,
    gaps: &[Gap],
) -> Result<Vec<Markup>, StoreError> {
    let mut wanted = Wanted::default();
    // Nobody knows how many events there were behind the last one.
    let is_open = gaps.last().is_some_and(|(_, last)| *last == u64::MAX);
    let (closed, open) = gaps.split_at(gaps.len() - usize::from(is_open));
    for gaps in [closed, open] {
        if let (Some((first, _)), Some((_, last))) = (gaps.first(), gaps.last()) {
            wanted.add(&journal.missing(session, (*first, *last)).await?, gaps);
        }
    }
    let kinds = vec!["erased", "pruned"];
    let mut filter = EventFilter::default().session(String::new()).kinds(kinds).newest(true).limit(PAGE);
    // Entries are erased and removed later than they are written.
    filter.after_entry = wanted.erased.first().copied().filter(|_| !wanted.is_removed);
    let mut notes = Vec::new();
    for _ in 0..PAGES {
        if wanted.is_found() {
            break;
        }
        let page = journal.read(&filter).await?;
        notes.extend(page.iter().rev().filter_map(|record| wanted.note(record)));
        filter.before_entry = page.first().filter(|_| filter.may_have_more(&page)).map(|first| first.entry);
        if filter.before_entry.is_none() {
            break;
        }
    }
    notes.truncate(NOTES);
    if wanted.has_unexplained() {
        notes.push(html! { "Events are missing here, and why is not recorded." });
    }
    Ok(notes)
}

/// The missing events whose reason is looked for.
#[derive(Default)]
struct Wanted {
    /// Entries that were erased.
    erased: BTreeSet<u64>,
    /// Whether events were removed, and no removal is found yet.
    is_removed: bool,
    /// Whether the journal does not know what became of an event.
    has_unknown: bool,
}

impl Wanted {
    fn add(&mut self, missing: &MissingEvents, gaps: &[Gap]) {
        let erased: BTreeSet<_> = missing.erased.iter().flat_map(|(first, last)| *first..=*last).collect();
        let is_removed = gaps.iter().any(|(first, _)| *first <= missing.removed_through);
        let known = |last: u64, first: u64| last.min(missing.removed_through).saturating_sub(first - 1);
        let left = |(first, last): &Gap| (last - first + 1) - known(*last, *first);
        // All that is not removed is erased. Where nothing is left, nobody knows how much there was.
        let is_open = gaps.iter().any(|(_, last)| *last == u64::MAX);
        let left: u64 = if is_open { 0 } else { gaps.iter().map(left).sum() };
        let named = u64::try_from(erased.len()).unwrap_or(u64::MAX);
        self.has_unknown |= left > named && named < 1_000;
        self.is_removed |= is_removed;
        self.erased.extend(erased);
    }

    fn is_found(&self) -> bool {
        self.erased.is_empty() && !self.is_removed
    }

    fn has_unexplained(&self) -> bool {
        self.has_unknown || self.is_removed || !self.erased.is_empty()
    }

    /// What an event says about the missing ones, if it is about them.
    fn note(&mut self, record: &EventRecord) -> Option<Markup> {
        match &record.event {
            Event::Erased(erased) => {
                let before = self.erased.len();
                for (first, last) in erased.entries.iter().filter(|(first, last)| first <= last) {
                    let of_it: Vec<_> = self.erased.range(*first..=*last).copied().collect();
                    for entry in of_it {
                        self.erased.remove(&entry);
                    }
                }
                let is_of_it = self.erased.len() < before;
                is_of_it
                    .then(|| html! { "Contents were erased on " (time(record.at)) ": " (erased.reason) "." })
            }
            Event::Pruned(pruned) if self.is_removed => {
                self.is_removed = false;
                Some(html! {
                    "Entries up to " (pruned.through) " were removed on " (time(record.at)) ": " (pruned.reason) "."
                })
            }
            _ => None,
        }
    }
}
