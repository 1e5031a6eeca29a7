//! The time of a call that only reads, with a journal on a disk: its end is waited for, or handed over. The output is a
//! table of medians.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hpd_host::journal::{Durability, JournalOptions, ReadsAre, SqliteJournal};
use hpd_host::{RawCall, Session, Toolbox, plugin};
use tokio::runtime::{Builder, Runtime};

/// Calls of all sessions together.
const CALLS: usize = 4_096;

struct Books;

#[plugin]
impl Books {
    /// Gets an invoice.
    #[ai_function]
    fn get_invoice(
        /** Its number. */
        number: u32,
    ) -> String {
        format!("INV-{number}: 1190.00, due on Friday")
    }
}

/// The median time of a call, and how many a second all sessions make together.
fn measured(runtime: &Runtime, folder: &Path, reads: ReadsAre, sessions: usize) -> (Duration, f64) {
    let options = JournalOptions { durability: Durability::Durable, ..JournalOptions::default() };
    let file = folder.join(format!("{reads:?} {sessions}.db"));
    let journal = SqliteJournal::open_with(file, options).expect("the file can be made");
    let toolbox = Toolbox::builder().plugin(Books).journal(journal).reads(reads).build();
    let toolbox = Arc::new(toolbox.expect("nothing is wrong with it"));
    let start = Instant::now();
    let mut times = runtime.block_on(async {
        let tasks: Vec<_> = (0..sessions)
            .map(|session| {
                let toolbox = Arc::clone(&toolbox);
                tokio::spawn(async move {
                    let session = Session::with_id(format!("session {session}"));
                    let mut times = Vec::with_capacity(CALLS / sessions);
                    for number in 0..CALLS / sessions {
                        let arguments = format!(r#"{{"number": {number}}}"#);
                        let call = RawCall::new(format!("call {number}"), "get_invoice", arguments);
                        let start = Instant::now();
                        toolbox.call(&session, &call).await;
                        times.push(start.elapsed());
                    }
                    times
                })
            })
            .collect();
        let mut times = Vec::with_capacity(CALLS);
        for task in tasks {
            times.extend(task.await.expect("no session fails"));
        }
        let journal = toolbox.journal().expect("it has one");
        journal.flush().await.expect("the journal is written");
        times
    });
    let all = start.elapsed().as_secs_f64();
    times.sort();
    (times[times.len() / 2], f64::from(u32::try_from(times.len()).unwrap_or(u32::MAX)) / all)
}

fn main() {
    let folder = tempfile::tempdir().expect("there is room");
    let runtime = Builder::new_multi_thread().enable_all().build().expect("threads can be started");
    println!("| reads | sessions | median | calls/s |\n|---|---:|---:|---:|");
    for reads in [ReadsAre::Waited, ReadsAre::HandedOver] {
        for sessions in [1, 8, 64] {
            let (median, rate) = measured(&runtime, folder.path(), reads, sessions);
            println!("| {reads:?} | {sessions} | {median:.1?} | {rate:.0} |");
        }
    }
}
