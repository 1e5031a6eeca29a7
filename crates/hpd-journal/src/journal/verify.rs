//! Whether a journal was changed after it was written.

mod progress;

use super::Entry;
use super::chain::{ChainHead, ChainKey, payload_hash};
use super::ranges::Ranges;
use crate::events::Event;

#[cfg(feature = "postgres")]
pub(super) use progress::Slice;
pub use progress::{VerifyProgress, VerifySlice, verify_with};

/// How much damage is kept. A wrong key makes each entry of a journal damage.
const MAX_DAMAGE: usize = 10_000;

/// Damage to a journal. A mismatch is certain; the reported cause is only the likeliest one. Two adjacent edited
/// entries are reported as not linked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// An entry was changed after it was written.
    Edited {
        /// Its number.
        entry: u64,
    },
    /// The contents of an entry are gone, and no event says that they were erased.
    Erased {
        /// Its number.
        entry: u64,
    },
    /// Entries are gone.
    Missing {
        /// The number of the first.
        first: u64,
        /// The number of the last.
        last: u64,
    },
    /// An entry does not follow the previous entry: one of the two was inserted or moved.
    NotLinked {
        /// Its number.
        entry: u64,
    },
    /// The journal ends before the known head, or has another entry there.
    NotTheHead {
        /// The number of the head.
        entry: u64,
    },
}

/// The result of [`verify`](super::Journal::verify).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verification {
    /// How many entries there are.
    pub entries: u64,
    /// How many of them were erased, on purpose.
    pub erased: u64,
    /// The number of the last entry that was removed, on purpose; 0 if none was.
    pub pruned_through: u64,
    /// The damage, in the order of the journal; empty if there is none. At most 10,000.
    pub damage: Vec<Damage>,
    /// The amount of further damage, which `damage` leaves out.
    pub damage_left_out: u64,
}

impl Verification {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.damage.is_empty()
    }
}

/// Goes through a journal, an entry at a time. Its memory grows with the erased stretches of the journal alone.
#[derive(Clone)]
pub(crate) struct Verifier {
    key: Option<ChainKey>,
    known: Option<ChainHead>,
    anchor: ChainHead,
    last: Last,
    entries: u64,
    /// Entries without contents that no event has named as erased so far.
    gone: Ranges,
    /// Entries without contents that events named as erased, as pairs of the first and the last. No pairs overlap.
    erased: Vec<(u64, u64)>,
    /// Removals according to events, up to the anchor or beyond it.
    removed: Vec<ChainHead>,
    /// The last entry before the anchor up to which an event reports a removal; 0 if none does.
    removed_before: u64,
    damage: Vec<Damage>,
    damage_left_out: u64,
}

/// The entry that was looked at last.
#[derive(Clone)]
struct Last {
    number: u64,
    hash: String,
    /// The links that it may have, one for each key, if it has none of them.
    others: Vec<String>,
    standing: Standing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It follows the one before, or its damage is reported.
    InPlace,
    /// It does not fit the one before. The next one shows why: if that fits it, it was in its place, and was edited.
    InDoubt,
    /// It does not belong there.
    OutOfPlace,
}

enum Contents {
    AsWritten,
    Edited,
    Gone,
}

impl Contents {
    fn of(entry: &Entry) -> Self {
        match (&entry.salt, &entry.payload) {
            (Some(salt), Some(payload)) if payload_hash(salt, payload) == entry.payload_hash => {
                Self::AsWritten
            }
            (None, None) => Self::Gone,
            _ => Self::Edited,
        }
    }
}

impl Verifier {
    /// Expects entries after `anchor`: the last removed one, or the default. `known` is a kept head.
    pub(crate) fn new(anchor: ChainHead, key: Option<&ChainKey>, known: Option<&ChainHead>) -> Self {
        let mut verifier = Self {
            key: key.cloned(),
            known: known.cloned(),
            last: Last::removed(&anchor),
            anchor,
            entries: 0,
            gone: Ranges::default(),
            erased: Vec::new(),
            removed: Vec::new(),
            removed_before: 0,
            damage: Vec::new(),
            damage_left_out: 0,
        };
        verifier.compare();
        verifier
    }

    /// Looks at the next entry, in the order of numbers.
    pub(crate) fn check(&mut self, entry: &Entry) {
        self.entries += 1;
        if entry.number <= self.last.number {
            self.found(Damage::NotLinked { entry: entry.number });
            return;
        }
        let next = self.last.number + 1;
        let is_next = entry.number == next;
        let key = self.key.as_ref();
        let is_linked = entry.has_link(&self.last.hash, key);
        let others = if is_next && !is_linked { entry.links(&self.last.hash, key) } else { Vec::new() };
        let fits = is_next && (is_linked || self.fits_another(entry));
        self.settle(fits || !is_next);
        if !is_next {
            self.found(Damage::Missing { first: next, last: entry.number - 1 });
        }
        let contents = Contents::of(entry);
        let standing = match contents {
            Contents::Edited => {
                self.found(Damage::Edited { entry: entry.number });
                Standing::InPlace
            }
            // The predecessor of an entry after a gap is unknown.
            _ if fits || !is_next => Standing::InPlace,
            _ if self.last.standing == Standing::OutOfPlace => {
                self.found(Damage::NotLinked { entry: entry.number });
                Standing::OutOfPlace
            }
            _ => Standing::InDoubt,
        };
        match contents {
            Contents::Gone => self.gone.add(entry.number),
            Contents::AsWritten if fits => self.hear(entry),
            Contents::AsWritten | Contents::Edited => {}
        }
        let others = if fits { Vec::new() } else { others };
        self.last = Last { number: entry.number, hash: entry.hash.clone(), others, standing };
        self.compare();
    }

    /// Whether an entry follows the one that was looked at last, as that ought to be.
    fn fits_another(&self, entry: &Entry) -> bool {
        self.last.others.iter().any(|other| entry.has_link(other, self.key.as_ref()))
    }

    /// Reports the damage of the last entry, if it was in doubt.
    fn settle(&mut self, was_in_place: bool) {
        if self.last.standing != Standing::InDoubt {
            return;
        }
        let entry = self.last.number;
        if was_in_place {
            self.last.standing = Standing::InPlace;
            self.found(Damage::Edited { entry });
        } else {
            self.last.standing = Standing::OutOfPlace;
            self.found(Damage::NotLinked { entry });
        }
    }

    /// Reads claims of an entry about others. Only entries of the journal itself are trusted.
    fn hear(&mut self, entry: &Entry) {
        if !entry.is_of_the_journal() {
            return;
        }
        match entry.record().map(|record| record.event) {
            Some(Event::Erased(erased)) => {
                // Nothing that comes later was erased then.
                let before = |(first, last): (u64, u64)| (first, last.min(entry.number - 1));
                let named = disjoint(erased.entries.into_iter().map(before).collect());
                self.gone.take_out(&named, &mut self.erased);
            }
            Some(Event::Pruned(pruned)) if pruned.through < self.anchor.number => {
                self.removed_before = self.removed_before.max(pruned.through);
            }
            Some(Event::Pruned(pruned)) => {
                self.removed.push(ChainHead { number: pruned.through, hash: pruned.hash });
            }
            _ => {}
        }
    }

    /// Compares the last entry with the kept head.
    fn compare(&mut self) {
        let number = self.last.number;
        let Some(known) = self.known.take_if(|known| known.number <= number) else { return };
        // A head in a gap is missing, which is reported. One before all entries was removed with them.
        let is_same = known.hash == self.last.hash || self.last.others.contains(&known.hash);
        if known.number == number && !is_same {
            self.found(Damage::NotTheHead { entry: number });
        }
    }

    /// Continues after the last removed entry, where entries were removed since the last call. Removed entries do not
    /// count any more.
    pub(crate) fn move_anchor(&mut self, anchor: ChainHead) {
        if anchor.number < self.anchor.number {
            // No removal moves it back, so entries between the two are gone.
            let missing = Damage::Missing { first: anchor.number + 1, last: self.anchor.number };
            if !self.damage.contains(&missing) {
                self.found(missing);
            }
            return;
        }
        if anchor.number > self.last.number {
            self.settle(true);
            self.last = Last::removed(&anchor);
            self.compare();
            self.entries = 0;
        } else {
            self.entries = self.entries.saturating_sub(self.count(anchor.number));
        }
        self.gone.remove_through(anchor.number);
        self.erased.retain_mut(|(first, last)| {
            *first = (*first).max(anchor.number + 1);
            *first <= *last
        });
        let before = self.removed.extract_if(.., |head| head.number < anchor.number);
        self.removed_before = before.map(|head| head.number).fold(self.removed_before, u64::max);
        self.anchor = anchor;
    }

    /// The number of entries after the anchor and up to this one, without those that are missing.
    fn count(&self, through: u64) -> u64 {
        let missing = self.damage.iter().map(|damage| match damage {
            Damage::Missing { first, last } => {
                (*last).min(through).saturating_sub((*first).max(self.anchor.number + 1) - 1)
            }
            _ => 0,
        });
        (through - self.anchor.number).saturating_sub(missing.sum())
    }

    /// Reports that an entry is another one since it was looked at, or is gone: then `later` is the next one.
    fn is_lost(&mut self, entry: u64, later: Option<u64>) {
        self.found(match later {
            Some(later) if later > entry => Damage::Missing { first: entry, last: entry },
            _ => Damage::NotTheHead { entry },
        });
    }

    fn found(&mut self, damage: Damage) {
        if self.damage.len() < MAX_DAMAGE {
            self.damage.push(damage);
        } else {
            self.damage_left_out += 1;
        }
    }

    /// The result. `end` is the end of the chain, where a journal knows it without its entries.
    pub(crate) fn finish(mut self, end: Option<&ChainHead>) -> Verification {
        self.settle(true);
        if let Some(known) = self.known.take() {
            self.found(Damage::NotTheHead { entry: known.number });
        }
        let pruned_through = self.confirm_anchor();
        for entry in std::mem::take(&mut self.gone).numbers() {
            self.found(Damage::Erased { entry });
        }
        self.damage.sort_by_key(Damage::place);
        if let Some(end) = end.filter(|end| !self.ends_with(end)) {
            self.found(Damage::NotTheHead { entry: end.number });
        }
        Verification {
            entries: self.entries,
            erased: self.erased.iter().map(|(first, last)| last - first + 1).sum(),
            pruned_through,
            damage: self.damage,
            damage_left_out: self.damage_left_out,
        }
    }

    /// Whether this is the last entry, or its damage is reported.
    fn ends_with(&self, end: &ChainHead) -> bool {
        let entry = end.number;
        let is_last = (self.last.number, &self.last.hash) == (entry, &end.hash);
        is_last
            || [Damage::Edited { entry }, Damage::NotTheHead { entry }]
                .iter()
                .any(|damage| self.damage.contains(damage))
    }

    /// The number of the last entry removed on purpose. Other entries before the first one are missing.
    fn confirm_anchor(&mut self) -> u64 {
        if self.anchor.number == 0 || self.removed.contains(&self.anchor) {
            return self.anchor.number;
        }
        let confirmed = self.removed_before;
        self.found(Damage::Missing { first: confirmed + 1, last: self.anchor.number });
        confirmed
    }
}

impl Last {
    /// The last removed entry, in place of the one before the first.
    fn removed(anchor: &ChainHead) -> Self {
        Self {
            number: anchor.number,
            hash: anchor.hash.clone(),
            others: Vec::new(),
            standing: Standing::InPlace,
        }
    }
}

impl Damage {
    /// The number of the entry where it is.
    const fn place(&self) -> u64 {
        match self {
            Self::Edited { entry }
            | Self::Erased { entry }
            | Self::NotLinked { entry }
            | Self::NotTheHead { entry } => *entry,
            Self::Missing { first, .. } => *first,
        }
    }
}

/// The same numbers in rising pairs that have none in common.
fn disjoint(mut pairs: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    pairs.retain(|(first, last)| first <= last);
    pairs.sort_unstable();
    pairs.dedup_by(|(first, last), (_, last_before)| {
        let overlaps = *first <= *last_before;
        if overlaps {
            *last_before = (*last_before).max(*last);
        }
        overlaps
    });
    pairs
}

#[cfg(test)]
mod tests;
