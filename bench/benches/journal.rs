//! The overhead of a journal for a call, by the kind of journal and the number of concurrent sessions. A read has two
//! events, and a third one if its arguments were repaired. A write that waits for the user has three events, and its call
//! is written four times. The output is a table of medians.

use std::env;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hpd_host::approval::{CallState, OutcomeNotes, PendingVerdict, StoredOutcome};
use hpd_host::events::{
    ArgumentsReadEvent, Event, NewEvent, ReadingNote, ResultStatus, ToolCallEvent, ToolResultEvent,
    TurnStartedEvent,
};
use hpd_host::journal::{Durability, EventFilter, Journal, JournalOptions, MemoryJournal, SqliteJournal};
use hpd_host::system::Timestamp;
use hpd_host::testing::store_kit::sample_call;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};

const START: u64 = 1_767_225_600_000;
const ROUNDS: usize = 5;

type Shared = Arc<dyn Journal>;

fn event(session: usize, number: usize, event: Event) -> NewEvent {
    NewEvent::new(format!("session {session}"), Timestamp::from_millis(START + number as u64), event)
        .turn(Some(format!("session {session}, turn {number}")))
        .call_id(Some(format!("call {number}")))
}

fn called(session: usize, number: usize) -> NewEvent {
    let call = ToolCallEvent::new("get_invoice", false)
        .tool_id(Some("Books.get_invoice".to_owned()))
        .arguments(Some(format!(r#"{{"InvoiceId": "INV-{number}"}}"#)));
    event(session, number, Event::ToolCall(call))
}

fn ended(session: usize, number: usize) -> NewEvent {
    let result = ToolResultEvent::new("get_invoice", true, ResultStatus::Ok, false).result(Some(json!({
            "InvoiceId": format!("INV-{number}"), "ContactId": "acme", "Total": "1190.00", "Lines": [
                {"Item": "Tea", "Quantity": 3, "Price": "330.00"}, {"Item": "Cups", "Quantity": 2, "Price": "100.00"},
            ],
        }))).attempts(1).duration_ms(Some(1.5));
    event(session, number, Event::ToolResult(result))
}

fn repaired(session: usize, number: usize) -> NewEvent {
    let note = ReadingNote::new("STRING_TO_NUMBER", "/Limit", "a string was read as a number")
        .from(Some("\"20\"".to_owned()))
        .to(Some("20".to_owned()));
    let read = ArgumentsReadEvent::new("get_invoice")
        .arguments(Some(json!({"InvoiceId": format!("INV-{number}"), "Limit": 20})))
        .notes(vec![note]);
    event(session, number, Event::ArgumentsRead(read))
}

/// A call that reads.
async fn read(journal: &dyn Journal, session: usize, number: usize) {
    journal.post(vec![called(session, number)]).await.expect("there is room");
    journal.append(vec![ended(session, number)]).await.expect("the journal is written");
}

/// A call that reads, after its arguments were repaired.
async fn read_repaired(journal: &dyn Journal, session: usize, number: usize) {
    journal.post(vec![called(session, number)]).await.expect("there is room");
    journal.post(vec![repaired(session, number)]).await.expect("there is room");
    journal.append(vec![ended(session, number)]).await.expect("the journal is written");
}

/// A call that writes, from the question to its end.
async fn write(journal: &dyn Journal, session: usize, number: usize) {
    let mut call = sample_call(&format!("{session} {number}"), CallState::AwaitingApproval);
    call.owner.session = format!("session {session}");
    let call = call.sealed(None);
    let (id, now) = (call.id.clone(), call.created);
    journal.insert(call, 10).await.expect("the call is inserted");
    journal.decide(&id, PendingVerdict::Approved, now).await.expect("the call is decided");
    journal.claim(&id, now, Timestamp::from_millis(START)).await.expect("the call is claimed");
    let outcome = StoredOutcome { is_error: false, text: "Void.".to_owned(), notes: OutcomeNotes::default() };
    journal.finish(&id, CallState::Succeeded, outcome).await.expect("the call is finished");
}

#[derive(Clone, Copy)]
enum Call {
    Read,
    ReadRepaired,
    Write,
}

/// How long so many calls take, in a round.
fn round(
    runtime: &Runtime,
    journal: &Shared,
    sessions: usize,
    calls: usize,
    first: usize,
    call: Call,
) -> Duration {
    let start = Instant::now();
    runtime.block_on(async {
        let tasks: Vec<_> = (0..sessions)
            .map(|session| {
                let journal = Arc::clone(journal);
                tokio::spawn(async move {
                    for number in first..first + calls / sessions {
                        match call {
                            Call::Read => read(&*journal, session, number).await,
                            Call::ReadRepaired => read_repaired(&*journal, session, number).await,
                            Call::Write => write(&*journal, session, number).await,
                        }
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("no session fails");
        }
    });
    start.elapsed()
}

/// The median time of a call.
fn median(runtime: &Runtime, journal: &Shared, sessions: usize, calls: usize, call: Call) -> String {
    let share = calls / sessions;
    // No call has the id of another one.
    let first = sessions * 1_000_000;
    let mut times: Vec<_> = (0..ROUNDS)
        .map(|number| round(runtime, journal, sessions, share * sessions, first + number * share, call))
        .collect();
    times.sort();
    shown(times[ROUNDS / 2] / u32::try_from(share * sessions).unwrap_or(u32::MAX))
}

fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1_000_000.0;
    if micros < 1_000.0 { format!("{micros:.0} µs") } else { format!("{:.2} ms", micros / 1_000.0) }
}

/// Journals, with how many calls of a round are enough.
fn journals(folder: &Path) -> Vec<(&'static str, Shared, usize)> {
    let sqlite = |name: &str, durability| -> Shared {
        let options = JournalOptions { durability, ..JournalOptions::default() };
        Arc::new(SqliteJournal::open_with(folder.join(name), options).expect("the file can be made"))
    };
    vec![
        ("`MemoryJournal`", Arc::new(MemoryJournal::new()), 2_048),
        ("SQLite in memory", Arc::new(SqliteJournal::in_memory().expect("there is a thread")), 2_048),
        ("SQLite, relaxed", sqlite("relaxed.db", Durability::Relaxed), 2_048),
        ("SQLite, durable", sqlite("durable.db", Durability::Durable), 512),
    ]
}

fn calls(runtime: &Runtime, folder: &Path) {
    println!(
        "| journal | a read, 1 session | 64 sessions | a repaired read, 1 session | 64 sessions | a write, 1 session | 64 sessions |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, journal, calls) in journals(folder) {
        let cells: Vec<_> = [Call::Read, Call::ReadRepaired, Call::Write]
            .into_iter()
            .flat_map(|call| [(1, call), (64, call)])
            .map(|(sessions, call)| median(runtime, &journal, sessions, calls, call))
            .collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
}

/// The cost of reading in a journal of ten thousand turns.
fn reads(runtime: &Runtime, folder: &Path) {
    let options = JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() };
    let path = folder.join("turns.db");
    let journal = SqliteJournal::open_with(&path, options).expect("the file can be made");
    let turns = 10_000;
    runtime.block_on(async {
        for turn in 0..turns {
            let session = turn % 64;
            let says = Event::TurnStarted(TurnStartedEvent::new(Some("What is open?".to_owned())));
            let events = vec![event(session, turn, says), called(session, turn), ended(session, turn)];
            journal.post(events).await.expect("there is room");
        }
        journal.append(Vec::new()).await.expect("the journal is written");
    });
    let size = std::fs::metadata(&path).map_or(0, |file| file.len()) / 1_024 / 1_024;
    println!("\nIn a journal of {turns} turns ({} events, {size} MB):\n", turns * 3);
    println!("| | |\n|---|---:|");
    let session = EventFilter::default().session("session 7".to_owned());
    let turn = EventFilter::default().turn("session 7, turn 71".to_owned());
    for (name, filter) in [("all events of a session", session), ("all events of a turn", turn)] {
        let read = || runtime.block_on(journal.read(&filter)).map_or(0, |events| events.len());
        println!("| {name} ({}) | {} |", read(), timed(|| assert!(read() > 0)));
    }
    println!("| `verify` | {} |", timed(|| drop(runtime.block_on(journal.verify(None)))));
}

fn timed(run: impl Fn()) -> String {
    let mut times: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    shown(times[ROUNDS / 2])
}

fn main() {
    // `cargo test` runs it too, to see that it does.
    if env::args().any(|argument| argument == "--test") {
        return;
    }
    let runtime = Builder::new_current_thread().enable_time().build().expect("there is a runtime");
    let folder = tempfile::tempdir().expect("there is room for files");
    calls(&runtime, folder.path());
    reads(&runtime, folder.path());
}
