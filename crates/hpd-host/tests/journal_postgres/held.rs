//! Other clients block the journal: requests fail in time, and succeed again after the block ends.

use std::net::TcpListener;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use deadpool_postgres::{Manager, Pool};
use futures_util::future::join_all;
use hpd_host::approval::{CallState, PendingStore};
use hpd_host::journal::{EventFilter, Journal, JournalOptions, PostgresJournal};
use hpd_host::system::{Random, RandomError, Timestamp};
use hpd_host::testing::store_kit::sample_call;
use hpd_host::{RawCall, Session, Toolbox, plugin};
use tokio::time::timeout;
use tokio_postgres::{Client, NoTls};

use crate::common::database::{message, patient};
use crate::desk::{Desk, new_schema, reason};

/// Longer than anything here takes: a result that is not there by then never comes.
const NEVER: Duration = Duration::from_secs(60);

const HELD: &str = "somebody else holds the journal for longer than it waits: 55P03";

fn options() -> JournalOptions {
    // The limits of the server are only a part shorter: not to be too short on a machine that does much else.
    JournalOptions { patience: Duration::from_secs(2), ..JournalOptions::default() }
}

/// A journal with an entry, and a client that locks it.
fn held(desk: &Desk, how: &str) -> (PostgresJournal, Client) {
    let schema = new_schema();
    let journal = desk.journal_in(&schema, options());
    let holder = desk.client(&schema);
    desk.block_on(async {
        journal.append(vec![message("ours", "first")]).await.unwrap();
        holder.batch_execute(&format!("BEGIN; {how}")).await.unwrap();
    });
    (journal, holder)
}

const WRITERS: &str = "SELECT FROM journal_anchor FOR UPDATE";

#[test]
fn what_can_not_be_written_fails() {
    let Some(desk) = Desk::new() else { return };
    let (journal, holder) = held(&desk, WRITERS);
    desk.block_on(async {
        let append = timeout(NEVER, journal.append(vec![message("ours", "second")]));
        assert_eq!(reason(&append.await.unwrap().unwrap_err()), HELD);
        holder.batch_execute("ROLLBACK").await.unwrap();
        journal.append(vec![message("ours", "third")]).await.unwrap();
        // The first, what names the lost one, and the third.
        assert_eq!(journal.head().await.unwrap().number, 3);
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn those_who_wait_behind_many_others_are_answered_too() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions { batch: 8, ..options() });
    let holder = desk.client(&schema);
    desk.block_on(async {
        holder.batch_execute(&format!("BEGIN; {WRITERS}")).await.unwrap();
        let appends = (0..5_000).map(|_| journal.append(vec![message("ours", "more")]));
        let written = timeout(NEVER, join_all(appends)).await.unwrap();
        assert_eq!(written.iter().filter(|written| written.is_err()).count(), 5_000);
    });
}

#[test]
fn a_step_of_a_call_that_can_not_be_taken_fails() {
    let Some(desk) = Desk::new() else { return };
    let (journal, holder) = held(&desk, "SELECT 1");
    let call = patient(sample_call("call", CallState::Approved), "ours");
    desk.block_on(async {
        journal.insert(call.clone(), 9).await.unwrap();
        holder.batch_execute("SELECT FROM pending_calls FOR UPDATE").await.unwrap();
        let claim = timeout(NEVER, journal.claim(&call.id, call.created, Timestamp::from_millis(u64::MAX)));
        assert_eq!(reason(&claim.await.unwrap().unwrap_err()), HELD);
        assert_eq!(journal.get(&call.id).await.unwrap(), Some(call));
    });
}

#[test]
fn what_can_not_be_read_fails() {
    let Some(desk) = Desk::new() else { return };
    let (journal, holder) = held(&desk, "LOCK TABLE journal");
    desk.block_on(async {
        let filter = EventFilter::default();
        let read = timeout(NEVER, journal.read(&filter));
        assert_eq!(reason(&read.await.unwrap().unwrap_err()), HELD);
        let verify = timeout(NEVER, journal.verify(None));
        assert_eq!(reason(&verify.await.unwrap().unwrap_err()), HELD);
        holder.batch_execute("ROLLBACK").await.unwrap();
        assert_eq!(journal.read(&filter).await.unwrap().len(), 1);
    });
}

#[test]
fn erasing_and_removing_fail() {
    let Some(desk) = Desk::new() else { return };
    let (journal, _holder) = held(&desk, WRITERS);
    desk.block_on(async {
        let prune = timeout(NEVER, journal.prune(Timestamp::from_millis(u64::MAX), "too old"));
        assert_eq!(reason(&prune.await.unwrap().unwrap_err()), HELD);
    });
}

#[test]
fn settings_of_connections_stay_as_they_are() {
    let Some(desk) = Desk::new() else { return };
    let (schema, pool) = (new_schema(), desk.pool("settings"));
    desk.block_on(async {
        let journal = PostgresJournal::in_schema(pool.clone(), &schema, options()).await.unwrap();
        journal.append(vec![message("ours", "first")]).await.unwrap();
        journal.read(&EventFilter::default()).await.unwrap();
        drop(journal);
        // The writer gives its connection back last.
        while pool.status().available < pool.status().size {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        for _ in 0..pool.status().size {
            let client = pool.get().await.unwrap();
            for setting in ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"] {
                let row = client.query_one(&format!("SHOW {setting}"), &[]).await.unwrap();
                assert_eq!(row.get::<_, String>(0), "0", "{setting}");
            }
        }
    });
}

#[test]
fn a_server_that_never_answers_is_not_waited_for() {
    let Some(desk) = Desk::new() else { return };
    // It takes connections, and says nothing.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("postgresql://agent@127.0.0.1:{}/agent", silent.local_addr().unwrap().port());
    let pool = Pool::builder(Manager::new(address.parse().unwrap(), NoTls)).build().unwrap();
    let open = async { timeout(NEVER, PostgresJournal::with_pool(pool, options())).await };
    let opened = desk.block_on(open).unwrap();
    assert_eq!(opened.unwrap_err().to_string(), "PostgreSQL does not answer in time");
}

#[test]
fn connections_that_others_keep_are_not_waited_for() {
    let Some(desk) = Desk::new() else { return };
    let (schema, pool) = (new_schema(), desk.pool("kept"));
    desk.block_on(async {
        let journal = PostgresJournal::in_schema(pool.clone(), &schema, options()).await.unwrap();
        journal.append(vec![message("ours", "first")]).await.unwrap();
        let kept = join_all((1..4).map(|_| pool.get())).await;
        let head = timeout(NEVER, journal.head()).await.unwrap();
        assert_eq!(reason(&head.unwrap_err()), "PostgreSQL does not answer in time");
        drop(kept);
        assert_eq!(journal.head().await.unwrap().number, 1);
    });
}

/// Stands still in the middle of a transaction, as a program does whose machine is paused.
struct Paused {
    begun: Mutex<Sender<()>>,
    goes_on: Mutex<Receiver<()>>,
}

impl Random for Paused {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        // Once it has continued, it does not stop again.
        let _ = self.begun.lock().unwrap().send(());
        let _ = self.goes_on.lock().unwrap().recv();
        bytes.fill(7);
        Ok(())
    }
}

#[test]
fn who_stands_still_in_the_middle_holds_nobody_up() {
    let Some(desk) = Desk::new() else { return };
    let (begun, has_begun) = channel();
    let (go_on, goes_on) = channel();
    let random = Arc::new(Paused { begun: Mutex::new(begun), goes_on: Mutex::new(goes_on) });
    let schema = new_schema();
    let paused = desk.journal_in(&schema, JournalOptions { random, ..options() });
    let journal = desk.journal_in(&schema, JournalOptions::default());
    desk.block_on(async {
        let lost = paused.append(vec![message("theirs", "lost")]);
        tokio::task::spawn_blocking(move || has_begun.recv().unwrap()).await.unwrap();
        let append = timeout(NEVER, journal.append(vec![message("ours", "first")]));
        append.await.unwrap().unwrap();
        drop(go_on);
        lost.await.unwrap_err();
        assert_eq!(journal.head().await.unwrap().number, 1);
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

struct Till;

#[plugin]
impl Till {
    /// Looks inside.
    #[ai_function]
    fn look() -> String {
        "There is enough.".to_owned()
    }
}

#[test]
fn a_call_that_reads_is_answered() {
    let Some(desk) = Desk::new() else { return };
    let (journal, _holder) = held(&desk, WRITERS);
    let toolbox = Toolbox::builder().plugin(Till).journal(journal).build().unwrap();
    let (session, call) = (Session::with_id("ours"), RawCall::new("c1", "look", "{}"));
    let outcome = desk.block_on(async { timeout(NEVER, toolbox.call(&session, &call)).await }).unwrap();
    assert_eq!(outcome.for_model_as_text(), "There is enough.");
}
