//! The inspector over a journal of a million events: pages, also while the journal is verified; health; how soon a call is
//! in a page, of the same process and of another one; memory with twenty viewers.
//!
//! `cargo bench --package hpd-bench --bench inspector -- --at /tmp/inspected.db`, or `--at postgresql://..`. A place without
//! a journal gets one, which stays; its last event is of now. `--events N` is its length.
//!
//! The site is a process of its own, so that its memory is nothing else's. A third process makes calls, too.

mod looks;
#[path = "../journal_read/make.rs"]
mod make;
mod program;
mod reader;

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, error};

use hpd_host::approval::{CallState, PendingVerdict};
use hpd_host::events::{Event, NewEvent, ResultStatus, ToolCallEvent, ToolResultEvent};
use hpd_host::journal::{Durability, Journal, JournalOptions, PostgresJournal, SqliteJournal};
use hpd_host::testing::store_kit::sample_call;
use hpd_journal::Timestamp;
use hpd_journal::pending::StoreError;
use serde_json::json;
use tokio::runtime::Builder;

use looks::{LONG, look};

/// The calls of the longest session, each with two events.
const LONG_CALLS: u64 = 100_000;
/// The stored calls: most of them rejected, and some that wait.
const STORED: usize = 2_000;
const WAITING: usize = 40;
const BATCH: u64 = 500;

pub(crate) type Failure = Box<dyn error::Error + Send + Sync>;

/// # Errors
///
/// The journal can't be opened.
pub(crate) async fn open(at: &str) -> Result<Arc<dyn Journal>, Failure> {
    let options = JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() };
    Ok(if at.contains("://") {
        Arc::new(PostgresJournal::connect(at).await?)
    } else {
        Arc::new(SqliteJournal::open_with(at, options)?)
    })
}

/// Milliseconds since the Unix epoch.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}

/// A session of many calls, from a moment on.
async fn make_long(journal: &dyn Journal, start: u64) -> Result<(), StoreError> {
    let event = |number: u64, event| {
        NewEvent::new(LONG, Timestamp::from_millis(start + number * 10), event)
            .turn(Some(format!("long-turn-{}", number / 10)))
            .call_id(Some(format!("long-call-{number}")))
    };
    for first in (0..LONG_CALLS).step_by(usize::try_from(BATCH).unwrap_or(1)) {
        let events = (first..first + BATCH).flat_map(|number| {
            let call = ToolCallEvent::new("get_invoice", false)
                .arguments(Some(format!(r#"{{"InvoiceId": "INV-{number}"}}"#)));
            let result = ToolResultEvent::new("get_invoice", true, ResultStatus::Ok, false)
                .result(Some(json!({"InvoiceId": format!("INV-{number}"), "Total": "1190.00"})));
            [event(number, Event::ToolCall(call)), event(number, Event::ToolResult(result))]
        });
        journal.append(events.collect()).await?;
    }
    Ok(())
}

/// Stored calls: those that were decided, and those that wait.
async fn make_stored(journal: &dyn Journal) -> Result<(), Failure> {
    for number in 0..STORED {
        let mut call = sample_call(&format!("stored {number}"), CallState::AwaitingApproval);
        call.owner.session = format!("stored {}", number % 100);
        (call.created, call.expires) =
            (Timestamp::from_millis(now()), Timestamp::from_millis(now() + 86_400_000));
        let call = call.sealed(None);
        let (id, at) = (call.id.clone(), call.created);
        journal.insert(call, STORED).await?;
        if number >= WAITING {
            journal.decide(&id, PendingVerdict::Rejected, at).await?;
        }
    }
    Ok(())
}

async fn fill(journal: &dyn Journal, events: u64) -> Result<(), Failure> {
    let rest = events.saturating_sub(LONG_CALLS * 2);
    // Events are 230 ms from each other on average.
    let start = now().saturating_sub(rest * 230);
    make_long(journal, start.saturating_sub(LONG_CALLS * 10)).await?;
    let time = make::make(journal, rest, start).await?;
    make_stored(journal).await?;
    println!("{rest} events in {:.1} s, and {} before", time.as_secs_f64(), LONG_CALLS * 2);
    Ok(())
}

async fn run(at: &str, events: u64) -> Result<(), Failure> {
    let journal = open(at).await?;
    if journal.head().await?.number == 0 {
        fill(&*journal, events).await?;
    }
    println!("{} entries", journal.head().await?.number);
    look(at, &*journal).await
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<_> = env::args().collect();
    let value = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    // `cargo test` runs it too, to see that it does.
    let Some(at) = value("--at") else { return Ok(()) };
    let events = value("--events").map_or(Ok(1_000_000), |events| events.parse())?;
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    if arguments.iter().any(|argument| argument == "--program") {
        return runtime.block_on(program::run(&at));
    }
    runtime.block_on(run(&at, events))
}
