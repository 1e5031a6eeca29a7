//! The thread that writes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_executor::block_on;
use rusqlite::Connection;

use super::connect::be_patient;
use super::error::failed;
use super::read::{Reader, answer};
use super::watch::Watch;
use super::work::Work;
use crate::journal::LOG;
use crate::journal::writer::{Answer, Command, Kinds, Request, Shared, Waiting, WriteCommand, Written};
use crate::pending::StoreError;

/// How long those who read are waited for when contents were erased. Nobody can write meanwhile.
pub(super) const PATIENCE_TO_EMPTY: Duration = Duration::from_secs(1);

const STILL_IN_LOG: &str = "what was erased from the journal may still be in its write-ahead log, since somebody reads it: \
    that is tried again with each write";

/// The state of the writing thread.
pub(super) struct Writer {
    // Dropped first: of connections that close at once, SQLite takes none for the last one, and the log stays.
    /// Its thread is waited for. `None`: this thread reads too.
    _reader: Option<Reader>,
    pub(super) connection: Connection,
    pub(super) shared: Arc<Shared>,
    /// Contents that were erased may still be in the write-ahead log.
    must_empty_log: bool,
    /// `None` in memory.
    pub(super) watch: Option<Watch>,
}

/// Why a transaction came to nothing.
enum Failure {
    /// It did not begin.
    NotBegun(StoreError),
    /// A command, or the commit, failed.
    RolledBack(StoreError),
    /// It was committed to a file that is not the opened one any more.
    Unknown(StoreError),
}

impl Writer {
    pub(super) fn new(connection: Connection, reader: Option<Reader>, shared: Arc<Shared>) -> Self {
        Self { connection, _reader: reader, shared, must_empty_log: false, watch: None }
    }

    /// The same, with a file that is compared with the opened one.
    pub(super) fn watching(self, watch: Option<Watch>) -> Self {
        Self { watch, ..self }
    }

    /// Carries out requests until no sender and no request is left.
    pub(super) fn run(mut self, mut waiting: Waiting) {
        let batch = self.shared.options.batch;
        while let Some(requests) = block_on(waiting.next(batch)) {
            self.carry_out(requests);
        }
        if let Some(watch) = &self.watch {
            watch.identity().leave(&self.connection);
        }
    }

    /// All that write in one transaction, and then all that read.
    pub(super) fn carry_out(&mut self, requests: Vec<Request>) {
        let (writes, others): (Vec<_>, Vec<_>) =
            requests.into_iter().partition(|request| matches!(request.command, Command::Write(_)));
        let writes = self.shared.flushed(writes);
        if !writes.is_empty() {
            self.write(writes);
        }
        let (reads, compacts): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|request| matches!(request.command, Command::Read(_)));
        for request in reads {
            let identity = self.watch.as_ref().map(Watch::identity);
            answer(&mut self.connection, identity, &self.shared, request);
        }
        for request in compacts {
            let slice = self.compact();
            request.answer(slice.map(Answer::Compacted));
        }
    }

    fn write(&mut self, requests: Vec<Request>) {
        let gap = self.shared.gap();
        let has_gap = gap.is_some();
        match self.transaction(&requests, gap) {
            Ok(written) => self.committed(requests.into_iter().zip(written).collect()),
            // Where the disk is nearly full, what is asked for goes before what was lost.
            Err(Failure::RolledBack(_)) if requests.len() > 1 || has_gap => self.write_each(requests),
            Err(Failure::NotBegun(error) | Failure::RolledBack(error) | Failure::Unknown(error)) => {
                refuse_all(requests, &error);
            }
        }
    }

    /// One transaction each. If one can't begin, the remaining ones fail at once.
    fn write_each(&mut self, requests: Vec<Request>) {
        let mut requests = requests.into_iter();
        while let Some(request) = requests.next() {
            let request = [request];
            match self.transaction(&request, None) {
                Ok(written) => self.committed(request.into_iter().zip(written).collect()),
                Err(Failure::RolledBack(error)) => refuse_all(request, &error),
                Err(Failure::NotBegun(error) | Failure::Unknown(error)) => {
                    return refuse_all(request.into_iter().chain(requests), &error);
                }
            }
        }
    }

    /// The commands in one transaction, after a report of lost events.
    fn transaction(
        &mut self,
        requests: &[Request],
        gap: Option<(WriteCommand, Kinds)>,
    ) -> Result<Vec<Written>, Failure> {
        let patience = self.shared.patience_with(requests);
        let began = Instant::now();
        let mut work = begin(&mut self.connection, &self.shared, self.watch.as_mut(), patience)
            .map_err(Failure::NotBegun)?;
        let (gap, kinds) = gap.unzip();
        let commands = requests.iter().filter_map(|request| match &request.command {
            Command::Write(command) => Some(command),
            Command::Read(_) | Command::Compact => None,
        });
        let mut done = Vec::with_capacity(requests.len() + 1);
        for command in gap.iter().chain(commands) {
            match work.carry_out(command) {
                Ok(written) => done.push(written),
                Err(error) => {
                    work.roll_back();
                    return Err(Failure::RolledBack(error));
                }
            }
        }
        let head = work.head.clone();
        work.commit().map_err(Failure::RolledBack)?;
        if let Some(watch) = &mut self.watch {
            watch.after(head).map_err(Failure::Unknown)?;
        }
        let report = kinds.map(|kinds| (done.remove(0), kinds));
        self.shared.count(began, &done, report);
        Ok(done)
    }

    fn committed(&mut self, done: Vec<(Request, Written)>) {
        let batches = done.iter().filter_map(|(_, written)| match &written.answer {
            Answer::Batch(batch) => Some(batch),
            _ => None,
        });
        let batches: Vec<_> = batches.collect();
        if batches.iter().any(|batch| batch.rest.is_none()) {
            self.must_empty_log = !self.is_log_emptied(PATIENCE_TO_EMPTY);
            if self.must_empty_log {
                tracing::warn!(target: LOG, "{STILL_IN_LOG}");
            }
        } else if self.must_empty_log || !batches.is_empty() {
            self.must_empty_log = !self.is_log_emptied(Duration::ZERO);
        }
        self.shared.committed(done);
    }

    /// Moves all of the write-ahead log into the database, and empties it. Those who read it are waited for so long.
    pub(super) fn is_log_emptied(&mut self, patience: Duration) -> bool {
        let empty = || self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0));
        let is_busy: rusqlite::Result<i64> = self.connection.busy_timeout(patience).and_then(|()| empty());
        let is_as_before = be_patient(&self.connection, self.shared.options.patience);
        self.watch.iter_mut().for_each(Watch::changed);
        match is_busy.and_then(|is_busy| is_as_before.map(|()| is_busy)) {
            Ok(is_busy) => is_busy == 0,
            Err(error) => {
                tracing::error!(target: LOG, %error, "the journal's write-ahead log can't be emptied");
                false
            }
        }
    }
}

/// Begins a transaction in the file that was opened.
pub(super) fn begin<'a>(
    connection: &'a mut Connection,
    shared: &'a Shared,
    watch: Option<&mut Watch>,
    patience: Duration,
) -> Result<Work<'a>, StoreError> {
    be_patient(connection, patience).map_err(failed)?;
    let Some(watch) = watch else { return Work::begin(connection, shared) };
    let begun = Work::begin(connection, shared);
    let work = begun.map_err(|error| watch.identity().check().err().unwrap_or(error))?;
    watch.before(&work.transaction, &work.head)?;
    Ok(work)
}

/// Answers all with the same failure.
fn refuse_all(requests: impl IntoIterator<Item = Request>, error: &StoreError) {
    let reason = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    for request in requests {
        request.answer(Err(StoreError::new(reason.clone())));
    }
}

#[cfg(test)]
mod tests;
