//! Whether a journal was changed after it was written.

use super::Entry;
use super::chain::{ChainHead, ChainKey, payload_hash};
use super::ranges::Ranges;
use crate::events::Event;

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
    /// The damage, in the order of the journal; empty if there is none.
    pub damage: Vec<Damage>,
}

impl Verification {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.damage.is_empty()
    }
}

/// Goes through a journal, an entry at a time.
pub(crate) struct Verifier {
    key: Option<ChainKey>,
    known: Option<ChainHead>,
    anchor: ChainHead,
    last: Last,
    entries: u64,
    /// Entries without contents.
    gone: Ranges,
    /// Those that events name as erased, as pairs of the first and the last.
    named: Vec<(u64, u64)>,
    /// Removals according to events.
    removed: Vec<ChainHead>,
    damage: Vec<Damage>,
}

/// The entry that was looked at last.
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
        let last = Last {
            number: anchor.number,
            hash: anchor.hash.clone(),
            others: Vec::new(),
            standing: Standing::InPlace,
        };
        let mut verifier = Self {
            key: key.cloned(),
            known: known.cloned(),
            anchor,
            last,
            entries: 0,
            gone: Ranges::default(),
            named: Vec::new(),
            removed: Vec::new(),
            damage: Vec::new(),
        };
        verifier.compare();
        verifier
    }

    /// Looks at the next entry, in the order of numbers.
    pub(crate) fn check(&mut self, entry: &Entry) {
        self.entries += 1;
        if entry.number <= self.last.number {
            self.damage.push(Damage::NotLinked { entry: entry.number });
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
            self.damage.push(Damage::Missing { first: next, last: entry.number - 1 });
        }
        let contents = Contents::of(entry);
        let standing = match contents {
            Contents::Edited => {
                self.damage.push(Damage::Edited { entry: entry.number });
                Standing::InPlace
            }
            // The predecessor of an entry after a gap is unknown.
            _ if fits || !is_next => Standing::InPlace,
            _ if self.last.standing == Standing::OutOfPlace => {
                self.damage.push(Damage::NotLinked { entry: entry.number });
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
            self.damage.push(Damage::Edited { entry });
        } else {
            self.last.standing = Standing::OutOfPlace;
            self.damage.push(Damage::NotLinked { entry });
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
                self.named.extend(erased.entries.into_iter().map(before));
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
            self.damage.push(Damage::NotTheHead { entry: number });
        }
    }

    /// The result.
    pub(crate) fn finish(mut self) -> Verification {
        self.settle(true);
        if let Some(known) = self.known.take() {
            self.damage.push(Damage::NotTheHead { entry: known.number });
        }
        let pruned_through = self.confirm_anchor();
        let mut erased = 0;
        let named = disjoint(self.named);
        for entry in self.gone.numbers() {
            if contains(&named, entry) {
                erased += 1;
            } else {
                self.damage.push(Damage::Erased { entry });
            }
        }
        self.damage.sort_by_key(Damage::place);
        Verification { entries: self.entries, erased, pruned_through, damage: self.damage }
    }
}

impl Verifier {
    /// The number of the last entry removed on purpose. Other entries before the first one are missing.
    fn confirm_anchor(&mut self) -> u64 {
        if self.anchor.number == 0 || self.removed.contains(&self.anchor) {
            return self.anchor.number;
        }
        let earlier =
            self.removed.iter().map(|head| head.number).filter(|number| *number < self.anchor.number);
        let confirmed = earlier.max().unwrap_or(0);
        self.damage.push(Damage::Missing { first: confirmed + 1, last: self.anchor.number });
        confirmed
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

/// Whether a number is in one of the pairs, which rise.
fn contains(pairs: &[(u64, u64)], number: u64) -> bool {
    let behind = pairs.partition_point(|(_, last)| *last < number);
    pairs.get(behind).is_some_and(|(first, _)| *first <= number)
}

#[cfg(test)]
mod tests;
