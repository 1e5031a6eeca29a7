//! The inspector over a journal of a million events: pages, also while the journal is verified; health; memory with twenty
//! viewers; how soon events of another process are in a page.
//!
//! `cargo bench --package hpd-bench --bench inspector -- --at /tmp/inspected.db`. A file without a journal gets one, which
//! stays. `--events N` is its length.

#[path = "journal_read/make.rs"]
mod make;

use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, error, fs};

use hpd_inspector::{Inspector, router};
use hpd_journal::Timestamp;
use hpd_journal::events::{Event, NewEvent, TurnStartedEvent};
use hpd_journal::journal::{Durability, EventFilter, Journal, JournalOptions, SessionFilter, SqliteJournal};
use hpd_journal::pending::StoreError;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The moment of the first event, in milliseconds since the Unix epoch.
const START: u64 = 1_767_225_600_000;
/// How often each page is asked for.
const TIMES: usize = 50;
/// How many viewers look on at once.
const VIEWERS: usize = 20;

type Failure = Box<dyn error::Error + Send + Sync>;

/// A reader who was let in.
#[derive(Clone)]
struct Reader {
    host: String,
    cookie: String,
}

impl Reader {
    async fn open(&self, path: &str) -> Result<TcpStream, Failure> {
        let mut stream = TcpStream::connect(&self.host).await?;
        let Self { host, cookie } = self;
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        Ok(stream)
    }

    async fn get(&self, path: &str) -> Result<String, Failure> {
        let mut text = String::new();
        self.open(path).await?.read_to_string(&mut text).await?;
        if !text.starts_with("HTTP/1.1 200") {
            return Err(format!("{path}: {}", text.lines().next().unwrap_or_default()).into());
        }
        Ok(text)
    }
}

/// Median and 95th percentile, in milliseconds.
fn shown(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    let millis = |time: Duration| format!("{:.1}", time.as_secs_f64() * 1_000.0);
    format!("{} | {}", millis(at(50)), millis(at(95)))
}

/// The resident memory of this process, in MB.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
    kilobytes.unwrap_or_default() / 1_024
}

async fn ask(reader: &Reader, path: &str) -> Result<String, Failure> {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let began = Instant::now();
        reader.get(path).await?;
        times.push(began.elapsed());
    }
    Ok(shown(times))
}

async fn pages(reader: &Reader, journal: &dyn Journal) -> Result<(), Failure> {
    let sessions = journal.sessions(&SessionFilter::default().limit(2_000)).await?;
    let longest =
        sessions.iter().max_by_key(|session| session.events).ok_or("the journal has no sessions")?;
    let head = journal.head().await?.number;
    let (id, half) = (&longest.session, longest.events / 2);
    println!("\nThe longest of the newest sessions has {} events.\n", longest.events);
    let paths = [
        "/".to_owned(),
        format!("/?before={}", head / 2),
        format!("/session/{id}"),
        format!("/session/{id}?before={half}"),
        format!("/session/{id}/thinking"),
        format!("/call/{}", head / 2),
        "/search?tool=void_invoice&status=warn".to_owned(),
        "/search?text=nothing-has-this".to_owned(),
    ];
    println!(
        "| page | median | p95 | median while verifying | p95 while verifying |\n|---|---:|---:|---:|---:|"
    );
    let mut alone = Vec::new();
    for path in &paths {
        alone.push(ask(reader, path).await?);
    }
    let verified = async {
        let began = Instant::now();
        let verification = journal.verify(None).await?;
        Ok::<_, Failure>((began.elapsed(), verification.is_whole()))
    };
    let asked = async {
        for (path, alone) in paths.iter().zip(&alone) {
            let path_shown = path.replace(id.as_str(), "LONG");
            println!("| `{path_shown}` | {alone} | {} |", ask(reader, path).await?);
        }
        Ok::<_, Failure>(())
    };
    let (verified, asked) = tokio::join!(verified, asked);
    asked?;
    let (time, is_whole) = verified?;
    println!("\nVerified in {:.1} s meanwhile, whole: {is_whole}.", time.as_secs_f64());
    Ok(())
}

async fn health(reader: &Reader) -> Result<(), Failure> {
    for (name, path) in [("everything", "/health?span=all"), ("the last 24 hours", "/health")] {
        let (began, mut looks) = (Instant::now(), 0);
        while reader.get(path).await?.contains("data-refresh") {
            looks += 1;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let first = began.elapsed().as_secs_f64();
        println!(
            "\nHealth of {name}: first in {first:.1} s, {looks} looks at its progress; again | {} ms.",
            ask(reader, path).await?
        );
    }
    Ok(())
}

/// Viewers of live pages, and events of another process.
async fn live(reader: &Reader, file: &str) -> Result<(), Failure> {
    let mut viewers = Vec::new();
    for _ in 0..VIEWERS {
        viewers.push(reader.open("/session/live/status").await?);
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let other = SqliteJournal::open_with(
        file,
        JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() },
    )?;
    let mut times = Vec::new();
    for number in 0..40_u64 {
        let event = Event::TurnStarted(TurnStartedEvent::new(None));
        let began = Instant::now();
        other.append(vec![NewEvent::new("live", Timestamp::from_millis(START + number), event)]).await?;
        for viewer in &mut viewers {
            let mut buffer = [0; 4_096];
            loop {
                let count = viewer.read(&mut buffer).await?;
                if buffer.get(..count).is_some_and(|read| read.windows(7).any(|part| part == b"Working")) {
                    break;
                }
            }
        }
        times.push(began.elapsed());
        tokio::time::sleep(Duration::from_millis(37)).await;
    }
    println!("\nAn event of another process reaches all of {VIEWERS} viewers | {} ms.", shown(times));
    println!("\nMemory with {VIEWERS} viewers: {} MB.", memory());
    Ok(())
}

async fn run(file: &str, events: u64) -> Result<(), Failure> {
    let options = || JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() };
    {
        let journal = SqliteJournal::open_with(file, options())?;
        if journal.head().await?.number == 0 {
            let time = make::make(&journal, events).await?;
            println!("{events} events in {:.1} s", time.as_secs_f64());
        }
    }
    let journal: Arc<dyn Journal> = Arc::new(SqliteJournal::open_to_read(file, options())?);
    println!("{} entries, {} MB", journal.head().await?.number, fs::metadata(file)?.len() / 1_000_000);
    let first = journal.read(&EventFilter::default().limit(1)).await?;
    println!("memory at the start: {} MB, {} event read", memory(), first.len());
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let host = listener.local_addr()?.to_string();
    let inspector = Inspector::of_journal(Arc::clone(&journal));
    let link = inspector.link(&format!("http://{host}"))?;
    tokio::spawn(async move { axum::serve(listener, router(inspector)).await });
    let mut reader = Reader { host: host.clone(), cookie: String::new() };
    let entered = reader.get(link.strip_prefix(&format!("http://{host}")).unwrap_or_default()).await?;
    let cookie = entered.split("set-cookie: ").nth(1).and_then(|rest| rest.split(';').next());
    reader.cookie = cookie.ok_or("no cookie")?.to_owned();
    pages(&reader, &*journal).await?;
    health(&reader).await?;
    live(&reader, file).await
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
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(run(&at, events))
}
