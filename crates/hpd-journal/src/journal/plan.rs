//! How databases find the events of a page: by one index, in the order of the journal.
//!
//! A database that chooses by itself takes an index of the order and looks at all entries, or takes another index, and
//! sorts all that it finds. So the choice is made here, by what the indexes have for this filter.

use std::collections::BTreeSet;

use super::EventFilter;

/// How many entries each part of the journal has whose first and last moment is known.
pub(crate) const PART: u64 = 1_024;

/// A condition with fewer entries than this is chosen at once. Else the one whose entries are the farthest apart is.
pub(crate) const MANY: u64 = 256;

/// A window with at most this many entries is read without another index.
const FEW: u64 = 4 * PART;

/// How many ranges of a window are read one after the other. Further ones are read as one.
pub(crate) const RANGES: usize = 8;

/// What leads to the entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lead {
    /// Their numbers in the journal.
    Entries,
    Turn,
    Call,
    /// Their numbers in the session.
    Session,
    Tool,
    Kinds,
    Tenant,
    Principal,
}

impl Lead {
    /// Those that a filter has, except the numbers in the journal.
    pub(crate) fn all_of(filter: &EventFilter) -> Vec<Self> {
        let has = [
            (Self::Turn, filter.turn.is_some() || turns_of_calls(filter).is_some()),
            (Self::Call, filter.call_id.is_some() || !filter.calls.is_empty()),
            (Self::Session, filter.session.is_some()),
            (Self::Tool, filter.tool.is_some()),
            (Self::Kinds, !filter.kinds.is_empty()),
            (Self::Tenant, filter.tenant.is_some()),
            (Self::Principal, filter.principal.is_some()),
        ];
        has.into_iter().filter_map(|(lead, has)| has.then_some(lead)).collect()
    }

    /// A filter with the condition of this one alone, between the same entries.
    pub(crate) fn alone(self, filter: &EventFilter) -> EventFilter {
        let of = EventFilter {
            after_entry: filter.after_entry,
            before_entry: filter.before_entry,
            limit: filter.limit,
            newest: filter.newest,
            ..EventFilter::default()
        };
        match self {
            Self::Entries => of,
            Self::Turn => of.turn(filter.turn.clone()),
            Self::Call => of.call_id(filter.call_id.clone()),
            Self::Session => of.session(filter.session.clone()),
            Self::Tool => of.tool(filter.tool.clone()),
            Self::Kinds => of.kinds(filter.kinds.clone()),
            Self::Tenant => of.tenant(filter.tenant.clone()),
            Self::Principal => of.principal(filter.principal.clone()),
        }
    }

    /// The usual one.
    pub(crate) fn of(filter: &EventFilter) -> Self {
        Self::all_of(filter).first().copied().unwrap_or(Self::Entries)
    }

    /// The column of the order. Entries of one session have both numbers in the same order, since each is given both when
    /// it is written.
    pub(crate) fn order(self) -> &'static str {
        if self == Self::Session { "seq" } else { "entry" }
    }
}

/// The turns of the calls that a filter names; `None` if it names none, or not all of them have a turn. Turns have ids of
/// their own, and providers repeat those of calls. So the turns lead to the calls, if possible.
pub(crate) fn turns_of_calls(filter: &EventFilter) -> Option<BTreeSet<&str>> {
    let turns = filter.calls.iter().map(|call| call.turn.as_deref()).collect::<Option<BTreeSet<_>>>();
    turns.filter(|turns| !turns.is_empty())
}

/// The ids of the calls that a filter names.
pub(crate) fn ids_of_calls(filter: &EventFilter) -> BTreeSet<&str> {
    filter.calls.iter().map(|call| &*call.call_id).collect()
}

/// A page: which index leads to it, and the ranges of entries in which it is, in their order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) lead: Lead,
    /// Each after one entry, and before another one.
    pub(crate) ranges: Vec<(u64, u64)>,
}

/// Whether the parts of the journal are asked for the ranges of a page. A turn has few events.
pub(crate) fn needs_ranges(filter: &EventFilter) -> bool {
    let has_window = filter.from.is_some() || filter.until.is_some();
    has_window && filter.limit.is_some() && filter.turn.is_none()
}

/// The range of a filter without its moments.
pub(crate) fn whole(filter: &EventFilter) -> (u64, u64) {
    (filter.after_entry.unwrap_or(0), filter.before_entry.unwrap_or(u64::MAX))
}

/// Ranges of parts, each from one part to another, as ranges of entries. Where there are too many, the last is up to the
/// end of all, and for the newest events the first from the beginning.
pub(crate) fn ranges_of_parts(filter: &EventFilter, parts: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let (after, before) = whole(filter);
    let start = |(first, _): &(u64, u64)| first.saturating_mul(PART).saturating_sub(1);
    let range = |(place, range): (usize, &(u64, u64))| {
        let end = range.1.saturating_add(1).saturating_mul(PART);
        // The range of the open part has no end.
        let later = if filter.newest { place.checked_sub(1) } else { Some(place + 1) };
        let later = later.and_then(|later| parts.get(later)).map(|later| start(later).saturating_add(1));
        (start(range).max(after), end.min(before).min(later.unwrap_or(u64::MAX)))
    };
    let mut ranges: Vec<_> = parts.iter().enumerate().map(range).collect();
    if parts.len() > RANGES
        && let Some(rest) = ranges.get_mut(RANGES)
    {
        *rest = if filter.newest { (after, rest.1) } else { (rest.0, before) };
        ranges.truncate(RANGES + 1);
    }
    ranges
}

/// Whether the conditions of a page are compared before it is read. They are not where one alone can lead, and given calls
/// have few entries.
pub(crate) fn needs_comparison(filter: &EventFilter, ranges: &[(u64, u64)]) -> bool {
    let leads = Lead::all_of(filter);
    let may_lead = filter.turn.is_none() && filter.calls.is_empty() && leads.len() > 1;
    filter.limit.is_some() && may_lead && !is_short(filter, ranges)
}

/// Whether the ranges of a window have few entries.
fn is_short(filter: &EventFilter, ranges: &[(u64, u64)]) -> bool {
    let entries = ranges.iter().map(|(after, before)| before.saturating_sub(*after));
    needs_ranges(filter) && entries.fold(0, u64::saturating_add) <= FEW
}

/// The plan for these ranges. `many` has for each [lead](Lead::all_of) the entry that comes after many others; `None`
/// where there are fewer. It is empty if nothing was compared.
pub(crate) fn plan(filter: &EventFilter, ranges: Vec<(u64, u64)>, many: &[Option<u64>]) -> Plan {
    let usual = Lead::of(filter);
    let lead = if usual == Lead::Session && is_short(filter, &ranges) {
        // The numbers in a session lead to no moment.
        Lead::Entries
    } else {
        let (after, before) = whole(filter);
        let distance = |entry: &Option<u64>| {
            entry.map_or(u64::MAX, |entry| {
                if filter.newest { before.saturating_sub(entry) } else { entry.saturating_sub(after) }
            })
        };
        // The first of those with the fewest entries: those whose entries are the farthest from each other.
        let mut compared: Vec<_> = Lead::all_of(filter).into_iter().zip(many.iter().map(distance)).collect();
        compared.sort_by_key(|(_, distance)| std::cmp::Reverse(*distance));
        compared.first().map_or(usual, |(lead, _)| *lead)
    };
    // Each range of a session would be found from its beginning.
    let bounds = |one: (u64, u64), other: (u64, u64)| (one.0.min(other.0), one.1.max(other.1));
    let hull = ranges.iter().copied().reduce(bounds);
    let ranges = if lead == Lead::Session { hull.into_iter().collect() } else { ranges };
    Plan { lead, ranges }
}

/// The filter for one range of a plan.
pub(crate) fn within(filter: &EventFilter, (after, before): (u64, u64), limit: Option<usize>) -> EventFilter {
    EventFilter {
        after_entry: (after > 0).then_some(after),
        before_entry: (before < u64::MAX).then_some(before),
        limit,
        ..filter.clone()
    }
}

#[cfg(test)]
mod tests;
