//! Whether a journal is as it was written.

/// What is wrong with a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// An entry is not as it was written.
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
    /// An entry does not follow the one before it: it was put there, or moved there.
    NotLinked {
        /// Its number.
        entry: u64,
    },
    /// The journal ends before a head that was kept elsewhere, or is another one there.
    NotTheHead {
        /// The number of the head.
        entry: u64,
    },
}

/// What [`verify`](super::Journal::verify) found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verification {
    /// How many entries there are.
    pub entries: u64,
    /// How many of them were erased, on purpose.
    pub erased: u64,
    /// The number of the last entry that was removed, on purpose; 0 if none was.
    pub pruned_through: u64,
    /// What is wrong, in the order of the journal; empty if nothing is.
    pub damage: Vec<Damage>,
}

impl Verification {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.damage.is_empty()
    }
}
