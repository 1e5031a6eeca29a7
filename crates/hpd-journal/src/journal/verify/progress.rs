//! Verification in slices: a journal is free for others between two of them.

#[cfg(feature = "postgres")]
use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use super::{Damage, Verification, Verifier};
use crate::journal::{ChainHead, ChainKey, Entry, Journal};
use crate::pending::StoreError;

/// The state of a verification between two [slices](Journal::verify_slice).
///
/// It belongs to one journal. Its memory does not grow with the journal: it grows by 16 bytes for each run of erased
/// entries, and for at most 10,000 pieces of damage.
#[derive(Clone, Default)]
pub struct VerifyProgress {
    known: Option<ChainHead>,
    /// `None` before the first slice.
    verifier: Option<Box<Verifier>>,
    /// The row after the last one that was looked at, or that one itself if it is an entry.
    next: i64,
    /// The entry that was looked at last.
    seam: Option<ChainHead>,
    checked: u64,
    head: u64,
    #[cfg(feature = "postgres")]
    own: Own,
}

/// What a journal keeps for a run, such as a connection. A clone gets one of its own.
#[cfg(feature = "postgres")]
#[derive(Default)]
struct Own(Option<Box<dyn Any + Send + Sync>>);

#[cfg(feature = "postgres")]
impl Clone for Own {
    fn clone(&self) -> Self {
        Self(None)
    }
}

/// The result of a slice.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum VerifySlice {
    /// More entries follow.
    More(VerifyProgress),
    /// The end of the journal was reached.
    Done(Verification),
}

impl VerifyProgress {
    /// The default size of a slice, in entries.
    pub const ENTRIES: u64 = 2_000;

    /// The greatest size of a slice, in entries.
    const MAX_ENTRIES: u64 = 10_000;

    /// Before the first slice. A head that was kept outside of the database is compared as by
    /// [`verify`](Journal::verify).
    #[must_use]
    pub fn new(known: Option<&ChainHead>) -> Self {
        Self { known: known.cloned(), next: i64::MIN, ..Self::default() }
    }

    /// The kept head.
    pub const fn known(&self) -> Option<&ChainHead> {
        self.known.as_ref()
    }

    /// The number of entries that were checked so far.
    pub const fn checked(&self) -> u64 {
        self.checked
    }

    /// The number of the last checked entry; 0 before the first one.
    pub fn through(&self) -> u64 {
        self.verifier.as_ref().map_or(0, |verifier| verifier.last.number)
    }

    /// The number of the journal's last entry, at the last slice; 0 before the first slice.
    pub const fn head(&self) -> u64 {
        self.head
    }

    /// The damage that was found so far. The last slice may find more: whether contents were erased on purpose shows
    /// later.
    pub fn damage(&self) -> &[Damage] {
        self.verifier.as_ref().map_or(&[], |verifier| &verifier.damage)
    }

    /// Begins a slice. `anchor` is the last removed entry, at the moment of the slice.
    pub(crate) fn slice(mut self, anchor: ChainHead, key: Option<&ChainKey>, max_entries: u64) -> Slice {
        let verifier = match self.verifier.take() {
            Some(mut verifier) => {
                if anchor != verifier.anchor {
                    verifier.move_anchor(anchor);
                }
                verifier
            }
            None => Box::new(Verifier::new(anchor, key, self.known.as_ref())),
        };
        // A removed entry is not there any more, which is right.
        let seam = self.seam.take().filter(|seam| seam.number > verifier.anchor.number);
        let max = max_entries.clamp(1, Self::MAX_ENTRIES) + u64::from(seam.is_some());
        Slice { progress: self, verifier, seam, max, rows: 0 }
    }

    /// Takes what a journal keeps for the run.
    #[cfg(feature = "postgres")]
    pub(crate) fn take_own<T: Any>(&mut self) -> Option<T> {
        self.own.0.take()?.downcast().ok().map(|own| *own)
    }

    /// Keeps something for the run. It is dropped with the progress.
    #[cfg(feature = "postgres")]
    pub(crate) fn keep_own<T: Any + Send + Sync>(&mut self, own: T) {
        self.own.0 = Some(Box::new(own));
    }
}

impl fmt::Debug for VerifyProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VerifyProgress")
            .field("checked", &self.checked)
            .field("through", &self.through())
            .field("head", &self.head)
            .field("damage", &self.damage())
            .finish_non_exhaustive()
    }
}

/// A slice: rows of one moment.
pub(crate) struct Slice {
    progress: VerifyProgress,
    verifier: Box<Verifier>,
    /// The last entry of the slice before: the first row must be this one.
    seam: Option<ChainHead>,
    max: u64,
    rows: u64,
}

impl Slice {
    /// The number of the first row to read.
    pub(crate) const fn from(&self) -> i64 {
        self.progress.next
    }

    /// The number of rows to read.
    pub(crate) const fn max(&self) -> u64 {
        self.max
    }

    /// Looks at the next row, in the order of numbers.
    pub(crate) fn check(&mut self, row: i64, entry: &Entry) {
        self.rows += 1;
        let seam = self.seam.take();
        self.progress.seam = (row > 0 && row < i64::MAX).then(|| entry.head());
        self.progress.next = if self.progress.seam.is_some() { row } else { row.saturating_add(1) };
        if let Some(seam) = seam {
            if seam == entry.head() {
                return;
            }
            self.verifier.is_lost(seam.number, Some(entry.number));
            if seam.number == entry.number {
                return;
            }
        }
        self.progress.checked += 1;
        self.verifier.check(entry);
    }

    /// Ends the slice. `head` is the number of the journal's last entry; `end` is the end of the chain, where a journal
    /// knows it without its entries.
    pub(crate) fn end(mut self, head: u64, end: Option<&ChainHead>) -> VerifySlice {
        if self.rows < self.max {
            if let Some(seam) = self.seam {
                self.verifier.is_lost(seam.number, None);
            }
            return VerifySlice::Done(self.verifier.finish(end));
        }
        let progress = VerifyProgress { verifier: Some(self.verifier), head, ..self.progress };
        VerifySlice::More(progress)
    }
}

/// Runs [`verify_slice`](Journal::verify_slice) until the end. `report` gets the progress after each slice, and ends the
/// verification early with [`ControlFlow::Break`]: then there is no result. A drop of the future ends it too.
///
/// # Errors
///
/// The journal can't be read. Nothing is known then about the remaining entries.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use hpd_journal::journal::{Journal, MemoryJournal, verify_with};
/// use hpd_journal::testing::journal_kit::sample_event;
///
/// # futures_executor::block_on(async {
/// let journal = MemoryJournal::new();
/// journal.append((0..5_000).map(|at| sample_event("s1", "turn", at)).collect()).await?;
///
/// let mut reported = Vec::new();
/// let found = verify_with(&journal, None, |progress| {
///     reported.push(format!("{} of {}", progress.through(), progress.head()));
///     ControlFlow::Continue(())
/// });
/// assert!(found.await?.is_some_and(|found| found.is_whole()));
/// assert_eq!(reported, ["2000 of 5000", "4000 of 5000"]);
/// # Ok::<(), hpd_journal::pending::StoreError>(())
/// # }).unwrap();
/// ```
pub async fn verify_with<J: Journal + ?Sized>(
    journal: &J,
    known: Option<&ChainHead>,
    mut report: impl FnMut(&VerifyProgress) -> ControlFlow<()>,
) -> Result<Option<Verification>, StoreError> {
    let mut progress = VerifyProgress::new(known);
    loop {
        match journal.verify_slice(progress, VerifyProgress::ENTRIES).await? {
            VerifySlice::Done(found) => return Ok(Some(found)),
            VerifySlice::More(next) if report(&next).is_break() => {
                drop(next);
                return Ok(None);
            }
            VerifySlice::More(next) => progress = next,
        }
    }
}
