//! Figures that are computed once, beside the pages, and then kept up to date in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hpd_host::approval::StoreError;
use hpd_host::events::{Event, EventRecord};
use hpd_host::journal::health::{Health, HealthBuilder, HealthSpan, Period};
use hpd_host::journal::{EventFilter, Journal};
use hpd_host::system::Timestamp;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::JoinHandle;

use crate::unreadable::why_unreadable;

/// How long a page waits for its figures. Then it tells how far they are.
const PATIENCE: Duration = Duration::from_millis(40);
/// How many spans are kept. The one that was asked for least recently goes first.
const SPANS: usize = 6;
/// An hour in milliseconds.
const HOUR: u64 = 3_600_000;

/// Which figures: of so many hours, or of all, from a moment on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub(crate) hours: Option<u64>,
    pub(crate) from: Option<Timestamp>,
}

impl Span {
    /// The span of so many hours. It begins with a full hour: until the next one, only new events are counted.
    pub(crate) fn new(hours: Option<u64>, now: Timestamp) -> Self {
        let from = hours.map(|hours| {
            let from = now.as_millis().saturating_sub(hours * HOUR);
            Timestamp::from_millis(from - from % HOUR)
        });
        Self { hours, from }
    }

    /// A day is shown by hour, anything longer by day.
    const fn period(&self) -> Period {
        if matches!(self.hours, Some(..=24)) { Period::Hour } else { Period::Day }
    }

    /// The same span an hour ago.
    fn an_hour_ago(&self) -> Option<Self> {
        let from = self.from?.as_millis().saturating_sub(HOUR);
        Some(Self { hours: self.hours, from: Some(Timestamp::from_millis(from)) })
    }
}

/// How far the figures of a span are.
#[derive(Debug, Clone)]
pub(crate) enum Figures {
    /// So much of the journal is counted, from 0 to 1.
    Counting(f64),
    /// All events are counted. `erased` is the moment at which some of them were erased or removed later: the rest is being
    /// counted again.
    Ready { health: Arc<Health>, erased: Option<Timestamp> },
}

impl Figures {
    const fn of(health: Arc<Health>) -> Self {
        Self::Ready { health, erased: None }
    }
}

/// The figures, when they are counted; or why the journal can't be read, in words.
type Counting = Result<Arc<Health>, String>;

/// The figures of the last spans.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    spans: Mutex<Spans>,
    is_prepared: AtomicBool,
}

#[derive(Debug, Default)]
struct Spans {
    kept: HashMap<Span, (u64, Arc<Kept>)>,
    asked: u64,
}

/// The figures of a span, and who counts.
#[derive(Debug)]
struct Kept {
    counted: AsyncMutex<Counted>,
    figures: watch::Sender<Figures>,
    /// The reason why the last count failed, until a page has shown it.
    failed: Mutex<Option<String>>,
}

/// What is counted.
#[derive(Debug)]
struct Counted {
    builder: HealthBuilder,
    /// The number of the first event.
    first: Option<u64>,
    through: u64,
}

impl Counted {
    fn new(span: &Span) -> Self {
        Self { builder: HealthBuilder::new(span.period()), first: None, through: 0 }
    }

    /// The moment at which counted events were erased or removed later, if any were.
    async fn outdated(&self, journal: &dyn Journal) -> Result<Option<Timestamp>, StoreError> {
        let Some(first) = self.first.filter(|first| *first <= self.through) else { return Ok(None) };
        let is_counted = |record: &&EventRecord| match &record.event {
            Event::Erased(erased) => {
                erased.entries.iter().any(|(begin, end)| *begin <= self.through && *end >= first)
            }
            Event::Pruned(pruned) => pruned.through >= first,
            _ => false,
        };
        let removals = journal.read(&removals_after(self.through)).await?;
        Ok(removals.iter().find(is_counted).map(|record| record.at))
    }
}

/// The events that tell of an erasure or a removal.
fn removals_after(entry: u64) -> EventFilter {
    EventFilter::default().session(String::new()).kinds(vec!["erased", "pruned"]).after_entry(entry)
}

impl Keeper {
    /// The figures of a span, with all events of now; or how far they are.
    ///
    /// # Errors
    ///
    /// The journal can't be read: why, in words.
    pub(crate) async fn figures(&self, journal: &Arc<dyn Journal>, span: &Span) -> Result<Figures, String> {
        let figures = self.counted(journal, span).await?;
        // A new hour has begun: figures that begin an hour earlier are shown until the new ones are there.
        Ok(match (&figures, span.an_hour_ago().and_then(|before| self.known(&before))) {
            (Figures::Counting(_), Some(before)) if before.is_untouched(&**journal).await => {
                Figures::of(before.health)
            }
            _ => figures,
        })
    }

    /// Begins to count a span, so that a later look finds its figures. Once is enough.
    pub(crate) fn prepare(&self, journal: &Arc<dyn Journal>, span: &Span) {
        if !self.is_prepared.swap(true, Ordering::Relaxed) {
            // It goes on by itself.
            drop(self.kept(span).start(journal, span));
        }
    }

    async fn counted(&self, journal: &Arc<dyn Journal>, span: &Span) -> Result<Figures, String> {
        let kept = self.kept(span);
        match tokio::time::timeout(PATIENCE, kept.start(journal, span)).await {
            Ok(Ok(counted)) => counted.map(Figures::of),
            // The runtime ends, or the count has a mistake, which the log has.
            Ok(Err(_)) => Err("The count of its events broke off. Load the page again.".to_owned()),
            // Those of a moment ago are shown until the new ones are there. A count that failed is begun again.
            Err(_) => kept.failed().map_or_else(|| Ok(kept.figures.borrow().clone()), Err),
        }
    }

    /// The figures of a span as they were counted last.
    fn known(&self, span: &Span) -> Option<Known> {
        let spans = self.spans.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, kept) = spans.kept.get(span)?;
        let through = kept.counted.try_lock().ok()?.through;
        match &*kept.figures.borrow() {
            Figures::Ready { health, erased: None } => Some(Known { health: Arc::clone(health), through }),
            _ => None,
        }
    }

    fn kept(&self, span: &Span) -> Arc<Kept> {
        // The map is always consistent, so a panic in another holder leaves nothing half done.
        let mut spans = self.spans.lock().unwrap_or_else(PoisonError::into_inner);
        spans.asked += 1;
        let asked = spans.asked;
        if !spans.kept.contains_key(span) && spans.kept.len() >= SPANS {
            let oldest = spans.kept.iter().min_by_key(|(_, (asked, _))| *asked).map(|(span, _)| span.clone());
            oldest.and_then(|oldest| spans.kept.remove(&oldest));
        }
        let new = || (asked, Arc::new(Kept::new(span)));
        let (last, kept) = spans.kept.entry(span.clone()).or_insert_with(new);
        *last = asked;
        Arc::clone(kept)
    }
}

/// Figures through an entry.
struct Known {
    health: Arc<Health>,
    through: u64,
}

impl Known {
    /// Whether nothing was erased or removed since. A journal that can't be read says nothing.
    async fn is_untouched(&self, journal: &dyn Journal) -> bool {
        journal.read(&removals_after(self.through).limit(1)).await.is_ok_and(|found| found.is_empty())
    }
}

impl Kept {
    fn new(span: &Span) -> Self {
        let counted = Counted::new(span);
        let figures = watch::Sender::new(Figures::Counting(0.0));
        Self { counted: AsyncMutex::new(counted), figures, failed: Mutex::default() }
    }

    /// The reason why the last count failed. It is returned once.
    fn failed(&self) -> Option<String> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Counts the events that are new, also after the page has its answer.
    fn start(self: &Arc<Self>, journal: &Arc<dyn Journal>, span: &Span) -> JoinHandle<Counting> {
        let (journal, counting, span) = (Arc::clone(journal), Arc::clone(self), span.clone());
        tokio::spawn(async move {
            let counted = counting.count(&*journal, &span).await.map_err(|error| why_unreadable(&error));
            let failed = counted.as_ref().err().cloned();
            *counting.failed.lock().unwrap_or_else(PoisonError::into_inner) = failed;
            counted
        })
    }

    /// Counts the events that are new. One counts at a time.
    async fn count(&self, journal: &dyn Journal, span: &Span) -> Result<Arc<Health>, StoreError> {
        let mut counted = self.counted.lock().await;
        let head = journal.head().await?.number;
        let known = match &*self.figures.borrow() {
            Figures::Ready { health, erased: None } if counted.through == head => Some(Arc::clone(health)),
            _ => None,
        };
        if let Some(health) = known {
            return Ok(health);
        }
        if let Some(at) = self.read(journal, span, &mut counted, head).await? {
            self.figures.send_if_modified(|figures| match figures {
                Figures::Ready { erased, .. } => {
                    *erased = Some(at);
                    true
                }
                Figures::Counting(_) => false,
            });
            *counted = Counted::new(span);
            self.read(journal, span, &mut counted, head).await?;
        }
        let health = Arc::new(counted.builder.clone().finish());
        self.figures.send_replace(Figures::of(Arc::clone(&health)));
        Ok(health)
    }

    /// Counts the events that are new. Ends early, with the moment, if counted ones were erased or removed.
    async fn read(
        &self,
        journal: &dyn Journal,
        span: &Span,
        counted: &mut Counted,
        head: u64,
    ) -> Result<Option<Timestamp>, StoreError> {
        let began = counted.through;
        if let Some(at) = counted.outdated(journal).await? {
            return Ok(Some(at));
        }
        if counted.first.is_none() {
            let mut first = EventFilter::default().limit(1).outline(true);
            first.from = span.from;
            counted.first = journal.read(&first).await?.first().map(|first| first.entry);
        }
        let Counted { builder, through, .. } = counted;
        let of = HealthSpan { from: span.from, ..HealthSpan::default() };
        let report = |counted_through| {
            *through = counted_through;
            let share = share(counted_through - began, head - began);
            self.figures.send_if_modified(|figures| {
                let counts = matches!(figures, Figures::Counting(_));
                if counts {
                    *figures = Figures::Counting(share);
                }
                counts
            });
        };
        builder.add_entries(journal, &of, (began, head), report).await?;
        counted.through = head;
        Ok(None)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share for a reader")]
fn share(done: u64, of: u64) -> f64 {
    done as f64 / of.max(1) as f64
}
