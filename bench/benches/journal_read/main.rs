//! The cost of reading in a journal of a million events: pages by each part of a filter, sessions, turns, health.
//!
//! `cargo bench --package hpd-bench --bench journal_read -- --store sqlite --at /tmp/read.db`, or `--store postgres --at
//! postgresql://..`. A place without a journal gets one, which stays. `--events N` is its length.

mod make;
mod questions;

use std::time::{Duration, Instant};
use std::{env, error, fs};

use hpd_journal::Timestamp;
use hpd_journal::journal::{Durability, Journal, JournalOptions, PostgresJournal, SqliteJournal};
use hpd_journal::pending::StoreError;
use tokio::runtime::{Builder, Runtime};

use questions::{Logs, ask, ask_logs};

/// The moment of the first event, in milliseconds since the Unix epoch.
const START: u64 = 1_767_225_600_000;
/// How often each question is asked.
const TIMES: usize = 50;

type Failure = Box<dyn error::Error>;

/// Where the journal is.
enum Place {
    Sqlite(String),
    Postgres(String),
}

impl Place {
    fn open(&self, runtime: &Runtime) -> Result<Box<dyn Journal>, Failure> {
        let options = JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() };
        Ok(match self {
            Self::Sqlite(path) => Box::new(SqliteJournal::open_with(path, options)?),
            Self::Postgres(address) => Box::new(runtime.block_on(PostgresJournal::connect(address))?),
        })
    }

    /// A connection for queries on the view.
    fn logs(&self, runtime: &Runtime) -> Result<Logs, Failure> {
        Ok(match self {
            Self::Sqlite(path) => Logs::Sqlite(rusqlite::Connection::open(path)?),
            Self::Postgres(address) => {
                let (client, connection) =
                    runtime.block_on(tokio_postgres::connect(address, tokio_postgres::NoTls))?;
                runtime.spawn(connection);
                Logs::Postgres(client)
            }
        })
    }

    /// The bytes of the journal.
    fn size(&self, runtime: &Runtime) -> Result<u64, Failure> {
        Ok(match self {
            Self::Sqlite(path) => fs::metadata(path)?.len(),
            Self::Postgres(address) => {
                let sql = "SELECT sum(pg_total_relation_size(oid))::bigint FROM pg_class
                    WHERE relnamespace = 'hpd'::regnamespace AND relkind = 'r'";
                let logs = Self::Postgres(address.clone()).logs(runtime)?;
                let Logs::Postgres(client) = logs else { return Ok(0) };
                u64::try_from(runtime.block_on(client.query_one(sql, &[]))?.get::<_, i64>(0))?
            }
        })
    }
}

/// The median and the 95th percentile.
fn shown(mut times: Vec<Duration>) -> String {
    let first = times.first().copied().unwrap_or_default();
    times.sort();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    let millis = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1_000.0);
    format!("{} | {} | {}", millis(first), millis(at(50)), millis(at(95)))
}

/// The resident memory of this process, in MB.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
    kilobytes.unwrap_or_default() / 1_024
}

fn run(place: &Place, events: u64) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let start = Instant::now();
    let journal = place.open(&runtime)?;
    println!("opened in {:.1} s", start.elapsed().as_secs_f64());
    if runtime.block_on(journal.head())?.number == 0 {
        let time = runtime.block_on(make::make(&*journal, events, START))?;
        println!("{events} events in {:.1} s, {} a second", time.as_secs_f64(), {
            u128::from(events) * 1_000 / time.as_millis().max(1)
        });
    }
    let entries = runtime.block_on(journal.head())?.number;
    println!("{entries} entries, {} bytes each, memory {} MB", place.size(&runtime)? / entries, memory());
    println!("\n| | first | median | p95 |\n|---|---:|---:|---:|");
    ask(&runtime, &*journal)?;
    ask_logs(&runtime, &mut place.logs(&runtime)?)?;
    println!("\nmemory {} MB", memory());
    Ok(())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<_> = env::args().collect();
    let value = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    // `cargo test` runs it too, to see that it does.
    let Some(at) = value("--at") else { return Ok(()) };
    let place = match value("--store").as_deref() {
        Some("postgres") => Place::Postgres(at),
        _ => Place::Sqlite(at),
    };
    run(&place, value("--events").map_or(Ok(1_000_000), |events| events.parse())?)
}
