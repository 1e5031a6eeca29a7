//! Regular maintenance of the stores: ends that are not recorded yet, calls past their time, retention.

use std::fmt;

use hpd_journal::pending::{CallState, StoreError};

use crate::toolbox::Toolbox;

#[cfg(feature = "tokio")]
mod spawned;

#[cfg(feature = "tokio")]
pub use spawned::Housekeeping;

/// What a pass of [`Toolbox::housekeeping`] did.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct HousekeepingReport {
    /// Ends of calls that this process knew, and that the store took now.
    pub ends_recorded: usize,
    /// Ends that the store does not take yet. They are written again until the lease of their call is over.
    pub ends_waiting: usize,
    /// Ends that were dropped since the program's start, because too many waited. Their calls become unknown.
    pub ends_dropped: u64,
    /// Calls that waited for the user, or for their run, and expired.
    pub expired: usize,
    /// Calls whose lease was over. Whether they took effect is unknown.
    pub unknown: usize,
    /// Entries that were removed from the journal.
    pub pruned: u64,
    /// Long results whose time was over.
    pub results_dropped: u64,
    /// Parts that failed. They did not stop the others.
    pub errors: Vec<HousekeepingError>,
}

/// A part of the housekeeping failed.
#[derive(Debug)]
#[non_exhaustive]
pub struct HousekeepingError {
    /// The part.
    pub part: HousekeepingPart,
    /// The cause.
    pub error: StoreError,
}

/// A part of the housekeeping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HousekeepingPart {
    /// To end the calls past their time.
    Expiry,
    /// To remove old entries from the journal.
    Retention,
    /// To drop long results whose time is over.
    Results,
}

impl fmt::Display for HousekeepingPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Expiry => "calls past their time were not ended",
            Self::Retention => "old entries were not removed",
            Self::Results => "long results past their time were not dropped",
        })
    }
}

impl fmt::Display for HousekeepingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.error)
    }
}

impl std::error::Error for HousekeepingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.error)
    }
}

impl Toolbox {
    /// One pass of regular work. It records the ends of calls that the store did not take before. It ends the calls
    /// whose time is over. At most once an hour, it removes entries by the
    /// [retention](crate::ToolboxBuilder::retention). With the feature `metrics`, it exports the journal's metrics. A
    /// part that fails does not stop the others; the report names it, and so does the log.
    ///
    /// Call it at the program's start and then regularly, for example each minute. With tokio,
    /// [`spawn_housekeeping`](Self::spawn_housekeeping) does so.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use hpd_host::journal::{MemoryJournal, Retention};
    /// use hpd_host::system::{System, Timestamp};
    /// use hpd_host::testing::FakeClock;
    /// use hpd_host::{RawCall, Session, Toolbox, plugin};
    ///
    /// struct Notes;
    ///
    /// #[plugin]
    /// impl Notes {
    ///     /// Saves a note.
    ///     #[ai_function(write, risk = low)]
    ///     fn save(&self, /** The text. */ text: String) -> String {
    ///         format!("Saved: {text}")
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let clock = FakeClock::at(Timestamp::from_millis(1_767_225_600_000));
    /// let day = Duration::from_secs(24 * 60 * 60);
    /// let toolbox = Toolbox::builder()
    ///     .plugin(Notes)
    ///     .journal(MemoryJournal::new())
    ///     .retention(Retention::of(30 * day))
    ///     .system(System::new().clock(clock.clone()))
    ///     .build()?;
    /// let call = RawCall::new("1", "save", r#"{"text": "milk"}"#);
    /// toolbox.call(&Session::new(), &call).await;
    ///
    /// // The question is not answered in time.
    /// clock.advance(day);
    /// let report = toolbox.housekeeping().await;
    /// assert_eq!((report.expired, report.pruned), (1, 0));
    /// assert!(report.errors.is_empty());
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    pub async fn housekeeping(&self) -> HousekeepingReport {
        let mut report = HousekeepingReport::default();
        let pass = self.known_ends().settle(self.monotonic_clock(), self.safeguards().patience()).await;
        report.ends_recorded = pass.stored;
        match self.expire_rows().await {
            Ok(ended) => {
                let is_unknown = |state: &CallState| *state == CallState::Unknown;
                report.unknown = ended.iter().filter(|call| is_unknown(&call.state)).count();
                report.expired = ended.len() - report.unknown;
            }
            Err(error) => report.failed(HousekeepingPart::Expiry, error),
        }
        match self.remove_old_entries().await {
            Ok(removed) => report.pruned = removed,
            Err(error) => report.failed(HousekeepingPart::Retention, error),
        }
        match self.result_store().drop_expired(self.safeguards().now()).await {
            Ok(dropped) => report.results_dropped = dropped,
            Err(error) => report.failed(HousekeepingPart::Results, error),
        }
        report.ends_waiting = self.known_ends().len();
        report.ends_dropped = self.known_ends().dropped();
        self.work_known_ends();
        #[cfg(feature = "metrics")]
        self.export_metrics();
        report
    }

    async fn remove_old_entries(&self) -> Result<u64, StoreError> {
        let safeguards = self.safeguards();
        let (Some(journal), Some(retention)) = (&safeguards.journal, &safeguards.retention) else {
            return Ok(0);
        };
        let now = self.monotonic_clock().elapsed();
        if !safeguards.last_removal.is_due(now) {
            return Ok(0);
        }
        let before = safeguards.now().before(retention.age);
        let removed = journal.prune(before, &retention.reason).await?;
        safeguards.last_removal.note(now);
        Ok(removed)
    }
}

impl HousekeepingReport {
    fn failed(&mut self, part: HousekeepingPart, error: StoreError) {
        let error = HousekeepingError { part, error };
        let cause = std::error::Error::source(&error.error).map(ToString::to_string);
        tracing::error!(target: "hpd::toolbox", %error, cause, "a part of the housekeeping failed");
        self.errors.push(error);
    }
}
