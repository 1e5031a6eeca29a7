//! Failing databases: the answers, and the remaining state.

use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use futures_executor::block_on;
use rusqlite::Connection;
use tempfile::TempDir;
use tracing::Level;

use super::Writer;
use crate::events::{Event, EventRecord, NewEvent, TurnStartedEvent};
use crate::journal::LOG;
use crate::journal::sqlite::connect::Place;
use crate::journal::sqlite::identity::Identity;
use crate::journal::sqlite::watch::Watch;
use crate::journal::writer::{Answer, Command, ReadCommand, Request, Shared, WriteCommand};
use crate::journal::{
    Durability, EventFilter, Journal, JournalOptions, SqliteJournal, VerifyProgress, VerifySlice,
};
use crate::pending::{CallState, InsertError, PendingCall, StoreError};
use crate::system::Timestamp;
use crate::testing::log_lines;
use crate::testing::store_kit::sample_call;

/// A writer whose connection can be put into any state.
struct Bench {
    writer: Writer,
    shared: Arc<Shared>,
    folder: TempDir,
}

impl Bench {
    fn new() -> Self {
        Self::with_patience(JournalOptions::PATIENCE)
    }

    fn with_patience(patience: Duration) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::File(folder.path().join("journal.db"));
        let options =
            JournalOptions { durability: Durability::Relaxed, patience, ..JournalOptions::default() };
        let connection = place.writer(&options).unwrap();
        let shared = Arc::new(Shared::new(options));
        Self { writer: Writer::new(connection, None, Arc::clone(&shared)), shared, folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("journal.db")
    }

    fn connection(&self) -> &Connection {
        &self.writer.connection
    }

    /// No page more than there is.
    fn fill_disk(&self) {
        // Contents of the write-ahead log count too.
        self.connection().query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).unwrap();
        let pages: i64 = self.connection().query_row("PRAGMA page_count", (), |row| row.get(0)).unwrap();
        self.limit_pages(pages);
    }

    fn limit_pages(&self, pages: i64) {
        self.connection().pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
    }

    /// Carries out simultaneous commands. Returns a word or an error for each.
    fn at_once(&mut self, commands: Vec<WriteCommand>) -> Vec<String> {
        let (requests, answers): (Vec<_>, Vec<_>) =
            commands.into_iter().map(|command| Request::new(Command::Write(command))).unzip();
        self.writer.carry_out(requests);
        answers.into_iter().map(|answer| word(&block_on(answer).unwrap())).collect()
    }

    fn read(&mut self, command: ReadCommand) -> Answer {
        let (request, answer) = Request::new(Command::Read(command));
        self.writer.carry_out(vec![request]);
        block_on(answer).unwrap().unwrap()
    }

    fn events(&mut self) -> Vec<EventRecord> {
        match self.read(ReadCommand::Events(EventFilter::default())) {
            Answer::Events(events) => events,
            _ => panic!("events are read"),
        }
    }

    fn is_whole(&mut self) -> bool {
        let all = ReadCommand::VerifySlice(VerifyProgress::new(None), u64::MAX);
        matches!(self.read(all), Answer::Slice(slice) if matches!(&*slice, VerifySlice::Done(found) if found.is_whole()))
    }

    fn call(&mut self, call: &PendingCall) -> Option<PendingCall> {
        match self.read(ReadCommand::Get(call.id.clone())) {
            Answer::Call(call) => call,
            _ => panic!("a call is read"),
        }
    }
}

fn word(answer: &Result<Answer, StoreError>) -> String {
    match answer {
        Ok(Answer::Done | Answer::Inserted(Ok(()))) => "done".to_owned(),
        Ok(Answer::Inserted(Err(InsertError::Exists))) => "exists".to_owned(),
        Ok(_) => "something else".to_owned(),
        Err(error) => error.source().unwrap().to_string(),
    }
}

fn says(text: &str) -> WriteCommand {
    WriteCommand::Append(vec![NewEvent {
        session: "session".to_owned(),
        turn: None,
        call_id: None,
        principal: None,
        tenant: None,
        at: Timestamp::from_millis(1_000_000),
        event: Event::TurnStarted(TurnStartedEvent::new(Some(text.to_owned()))),
    }])
}

fn insert(call: &PendingCall) -> WriteCommand {
    WriteCommand::Insert { call: Box::new(call.clone()), max_open: 9 }
}

/// A call with a sensitive value, which may be so long that it does not fit anywhere.
fn call(id: &str, question: &str) -> PendingCall {
    let mut call = sample_call(id, CallState::Approved);
    call.notes.sensitive = vec!["InvoiceId".to_owned()];
    question.clone_into(&mut call.sent.name);
    call.sealed(None)
}

#[test]
fn what_does_not_fit_on_the_disk_fails_alone() {
    let mut bench = Bench::new();
    bench.at_once(vec![says("before")]);
    bench.fill_disk();
    let huge = "huge ".repeat(100_000);
    let full = "database or disk is full";
    assert_eq!(bench.at_once(vec![says("first"), says(&huge), says("second")]), ["done", full, "done"]);
    let numbers: Vec<_> = bench.events().iter().map(|event| (event.entry, event.seq)).collect();
    assert_eq!(numbers, [(1, 1), (2, 2), (3, 3)]);
    assert!(bench.is_whole());
}

#[test]
fn a_full_disk_loses_nothing_and_is_written_to_again_when_there_is_room() {
    let mut bench = Bench::new();
    bench.at_once(vec![says("before")]);
    bench.fill_disk();
    let huge = "huge ".repeat(100_000);
    assert_eq!(bench.at_once(vec![says(&huge)]), ["database or disk is full"]);
    assert_eq!(bench.events().len(), 1);
    bench.limit_pages(1_000_000);
    assert_eq!(bench.at_once(vec![says(&huge)]), ["done"]);
    assert_eq!(bench.events().len(), 2);
    assert!(bench.is_whole());
}

#[test]
fn a_call_that_does_not_fit_is_not_there() {
    let mut bench = Bench::new();
    bench.fill_disk();
    let call = call("call", &"huge ".repeat(100_000));
    assert_eq!(bench.at_once(vec![insert(&call)]), ["database or disk is full"]);
    assert_eq!(bench.call(&call), None);
    assert_eq!(bench.events(), []);
    // Nothing was kept for it: a call with its id comes back in its storable form.
    let stored = PendingCall { frozen: sample_call("other", CallState::Approved).frozen, ..call.clone() };
    assert_eq!(bench.shared.sensitive_values.restore(stored.clone()), stored);
}

#[test]
fn sensitive_values_of_a_call_stay_when_another_one_of_its_id_is_refused() {
    let mut bench = Bench::new();
    let (first, other) = (call("call", "first"), call("call", "other"));
    assert_eq!(bench.at_once(vec![insert(&first), insert(&other)]), ["done", "exists"]);
    assert_eq!(bench.call(&first), Some(first));
}

#[test]
fn a_database_that_can_only_be_read_is_an_error_and_is_read() {
    let mut bench = Bench::new();
    bench.at_once(vec![says("before")]);
    bench.connection().pragma_update(None, "query_only", "ON").unwrap();
    let refused = bench.at_once(vec![says("first"), says("second")]);
    assert_eq!(refused, ["attempt to write a readonly database", "attempt to write a readonly database"]);
    assert_eq!(bench.events().len(), 1);
}

#[test]
fn a_lock_that_somebody_keeps_is_an_error_for_all_that_wait() {
    let mut bench = Bench::with_patience(Duration::from_millis(20));
    let other = Connection::open(bench.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = bench.at_once(vec![says("first"), says("second")]);
    assert_eq!(refused, ["database is locked", "database is locked"]);
    other.execute_batch("ROLLBACK").unwrap();
    assert_eq!(bench.at_once(vec![says("third")]), ["done"]);
    assert_eq!(bench.events().len(), 1);
}

#[test]
fn a_log_that_can_not_be_emptied_leaves_the_writer_as_patient_as_before() {
    let mut bench = Bench::new();
    bench.at_once(vec![says("before")]);
    // SQLite refuses to empty the log in a transaction, with an error.
    bench.connection().execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(!bench.writer.is_log_emptied(Duration::ZERO));
    bench.connection().execute_batch("ROLLBACK").unwrap();
    let file = bench.file();
    let (locked, is_locked) = mpsc::channel();
    let holder = thread::spawn(move || {
        let other = Connection::open(file).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        locked.send(()).unwrap();
        thread::sleep(Duration::from_millis(300));
        other.execute_batch("ROLLBACK").unwrap();
    });
    is_locked.recv().unwrap();
    assert_eq!(bench.at_once(vec![says("after")]), ["done"]);
    holder.join().unwrap();
}

#[test]
fn a_stored_call_that_can_not_be_read_is_an_error_that_does_not_quote_it() {
    let mut bench = Bench::new();
    let call = call("call", "first");
    bench.at_once(vec![insert(&call)]);
    bench.connection().execute("UPDATE pending_calls SET call = '{\"id\": 4711}'", ()).unwrap();
    let (now, lease) = (call.created, call.expires);
    let claim = WriteCommand::Claim { id: call.id.clone(), now, lease };
    assert_eq!(bench.at_once(vec![claim, says("hello")]), ["a stored call can't be read", "done"]);
}

#[test]
fn what_is_lost_is_named_by_the_first_entry_after_it() {
    let mut bench = Bench::new();
    bench.at_once(vec![says("before")]);
    bench.fill_disk();
    let lost = Arc::clone(&bench.shared.lost);
    let huge = "huge ".repeat(100_000);
    let (request, answer) = Request::new(Command::Write(says(&huge)));
    bench.writer.carry_out(vec![request.counted_by(&lost)]);
    assert_eq!(word(&block_on(answer).unwrap()), "database or disk is full");
    assert_eq!((lost.status().total, lost.status().unreported), (1, 1));
    bench.limit_pages(1_000_000);
    assert_eq!(bench.at_once(vec![says("after")]), ["done"]);
    let kinds: Vec<_> = bench.events().iter().map(|event| event.event.kind()).collect();
    assert_eq!(kinds, ["turn_started", "journal_gap", "turn_started"]);
    assert_eq!((lost.status().total, lost.status().unreported), (1, 0));
    assert!(bench.is_whole());
}

#[test]
fn a_flush_writes_nothing() {
    let mut bench = Bench::new();
    let flush = || WriteCommand::Append(Vec::new());
    assert_eq!(bench.at_once(vec![flush(), flush()]), ["done", "done"]);
    assert_eq!(bench.shared.meters.commits().count, 0);
    assert_eq!(bench.at_once(vec![says("before"), flush()]), ["done", "done"]);
    assert_eq!((bench.shared.meters.commits().count, bench.events().len()), (1, 1));
}

/// A writer that compares its file with the opened one.
fn watching() -> Bench {
    let mut bench = Bench::new();
    let identity = Identity::of_writer(&bench.file()).unwrap();
    let watch = Watch::new(identity, bench.connection()).unwrap();
    bench.writer.watch = Some(watch);
    bench
}

#[test]
fn the_log_has_a_removed_file_once_and_then_its_return() {
    let mut bench = watching();
    let (file, elsewhere) = (bench.file(), bench.folder.path().join("elsewhere"));
    let lines = log_lines(LOG, Level::INFO, || {
        bench.at_once(vec![says("before")]);
        std::fs::rename(&file, &elsewhere).unwrap();
        for _ in 0..3 {
            let refused = bench.at_once(vec![says("first"), says("second")]);
            assert!(refused.iter().all(|refused| refused.contains("it was removed or moved")), "{refused:?}");
        }
        std::fs::rename(&elsewhere, &file).unwrap();
        assert_eq!(bench.at_once(vec![says("after")]), ["done"]);
        std::fs::rename(&file, &elsewhere).unwrap();
        bench.at_once(vec![says("gone again")]);
    });
    let file = file.display();
    let gone = format!(
        "ERROR message=the journal's file is not the one that was opened: it was removed or moved; put the same file \
         back, or open the journal anew file={file}"
    );
    let back = format!("INFO message=the journal's file is the one that was opened again file={file}");
    assert_eq!(lines, [gone.clone(), back, gone]);
}

#[test]
fn writes_of_a_commit_to_a_removed_file_are_not_tried_again() {
    let mut bench = watching();
    bench.at_once(vec![says("before")]);
    let (file, elsewhere) = (bench.file(), bench.folder.path().join("elsewhere"));
    std::fs::rename(&file, &elsewhere).unwrap();
    // As if the file was moved after the check before the transaction.
    let head = |bench: &Bench| crate::journal::sqlite::entries::head(bench.connection()).unwrap();
    let before = head(&bench);
    let watch = bench.writer.watch.as_mut().unwrap();
    assert!(watch.after(before.clone()).unwrap_err().source().unwrap().to_string().contains("moved"));
    std::fs::rename(&elsewhere, &file).unwrap();
    assert_eq!(head(&bench), before);
    assert_eq!(bench.at_once(vec![says("after")]), ["done"]);
}

/// The connections of the reading threads close before that of the writer, which moves the log into the file.
#[test]
fn no_log_stays_when_a_journal_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let options = || JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() };
    for number in 0..60 {
        let file = folder.path().join(format!("{number}.db"));
        let journal = SqliteJournal::open_with(&file, options()).unwrap();
        block_on(journal.head()).unwrap();
        drop(journal);
        assert!(!folder.path().join(format!("{number}.db-wal")).exists(), "{number}");
    }
}
