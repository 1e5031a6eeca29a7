//! Events that other processes write: found by SQLite's number of the data's version, and published.

use std::ops::RangeInclusive;
use std::sync::{Arc, Weak};
use std::time::Duration;

use rusqlite::Connection;

use super::identity::Identity;
use super::thread::Joined;
use super::{SqliteJournalError, entries, pages};
use crate::events::{EventRecord, Watching};
use crate::journal::writer::Shared;
use crate::journal::{EventFilter, LOG};
use crate::pending::StoreError;

/// How often the version is asked for. To ask takes microseconds.
const PAUSE: Duration = Duration::from_millis(100);
/// How many events are read at a time.
const PAGE: usize = 1_000;

/// The thread that watches the database. It ends with the journal, and has a connection only while somebody listens.
pub(super) struct Others {
    watching: Arc<Watching>,
    // Joined after the thread is told to end.
    _thread: Joined,
}

impl Others {
    /// # Errors
    ///
    /// The journal's thread can't be started.
    pub(super) fn start(identity: Arc<Identity>, shared: &Arc<Shared>) -> Result<Self, SqliteJournalError> {
        let watching = Arc::clone(shared.hub.watching());
        let watcher = Watcher { identity, watching: Arc::clone(&watching), shared: Arc::downgrade(shared) };
        let thread = Joined::start("hpd-journal-others", move || watcher.run())?;
        Ok(Self { watching, _thread: thread })
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        self.watching.end();
    }
}

struct Watcher {
    identity: Arc<Identity>,
    watching: Arc<Watching>,
    /// Nobody waits for the journal's end here.
    shared: Weak<Shared>,
}

/// How far the database was watched.
struct Seen {
    version: i64,
    head: u64,
}

impl Watcher {
    fn run(&self) {
        let mut has_failed = false;
        while self.watching.wait_until_heard() {
            let Err(error) = self.watch() else {
                has_failed = false;
                continue;
            };
            // A file that may not be written can't be watched: that is said once.
            if !has_failed {
                let cause = std::error::Error::source(&error).map(ToString::to_string);
                tracing::warn!(target: LOG, cause, "events of other processes come late");
            }
            has_failed = true;
            self.watching.pause(PAUSE * 10);
        }
    }

    /// Watches until nobody listens.
    fn watch(&self) -> Result<(), StoreError> {
        self.identity.check()?;
        let connection = self.identity.open_anew().map_err(StoreError::new)?;
        let watched = self.watch_on(&connection);
        self.identity.leave(&connection);
        watched
    }

    fn watch_on(&self, connection: &Connection) -> Result<(), StoreError> {
        self.watching.begin();
        let mut seen = Seen { version: version(connection)?, head: entries::head(connection)?.number };
        // Events from before this moment are in the journal: whoever listens reads them.
        let Some(shared) = self.shared.upgrade() else { return Ok(()) };
        shared.hub.ask_to_catch_up();
        drop(shared);
        while self.watching.pause(PAUSE) {
            self.look(connection, &mut seen)?;
        }
        Ok(())
    }

    fn look(&self, connection: &Connection, seen: &mut Seen) -> Result<(), StoreError> {
        let Some(shared) = self.shared.upgrade() else { return Ok(()) };
        shared.hub.forget_gone();
        let version = version(connection)?;
        if version == seen.version {
            return Ok(());
        }
        self.identity.check()?;
        let head = entries::head(connection)?.number;
        for range in self.watching.of_others(seen.head, head) {
            publish(connection, &shared, range)?;
        }
        *seen = Seen { version, head };
        Ok(())
    }
}

/// Publishes the events of these entries, in pages.
fn publish(connection: &Connection, shared: &Shared, range: RangeInclusive<u64>) -> Result<(), StoreError> {
    let mut filter = EventFilter::default()
        .after_entry(range.start().saturating_sub(1))
        .before_entry(range.end().saturating_add(1))
        .limit(PAGE);
    loop {
        let page: Vec<EventRecord> = pages::events(connection, &filter)?;
        let Some(last) = page.last().map(|record| record.entry) else { return Ok(()) };
        let may_go_on = filter.may_have_more(&page);
        shared.hub.publish_of_others(page);
        if !may_go_on {
            return Ok(());
        }
        filter.after_entry = Some(last);
    }
}

/// The version of the data, which each commit of another connection changes.
fn version(connection: &Connection) -> Result<i64, StoreError> {
    connection.pragma_query_value(None, "data_version", |row| row.get(0)).map_err(StoreError::new)
}
