//! The measured pages and figures.

use std::time::{Duration, Instant};

use hpd_host::journal::{Journal, SessionFilter};

use crate::program::Running;
use crate::reader::{Reader, Viewer};
use crate::{Failure, now};

/// The session of many calls.
pub(crate) const LONG: &str = "long";
/// How often each page is asked for.
const TIMES: usize = 60;
/// How many viewers look on at once.
const VIEWERS: u32 = 20;
/// How many calls they see.
const CALLS: u32 = 100;

/// Median, 95th percentile and maximum, in milliseconds.
fn shown(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: usize| times.get((times.len() * share / 100).min(times.len() - 1)).copied();
    let millis = |share| format!("{:.1}", at(share).unwrap_or_default().as_secs_f64() * 1_000.0);
    format!("{} | {} | {}", millis(50), millis(95), millis(100))
}

async fn ask(reader: &Reader, path: &str) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    for _ in 0..TIMES {
        let began = Instant::now();
        reader.get(path).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

async fn paths(journal: &dyn Journal) -> Result<Vec<String>, Failure> {
    let sessions = journal.sessions(&SessionFilter::default().limit(200)).await?;
    let busy = sessions.iter().max_by_key(|session| session.events).ok_or("there is no session")?;
    let (busy, head) = (&busy.session, journal.head().await?.number);
    Ok(vec![
        "/".to_owned(),
        format!("/?before={}", head / 2),
        format!("/session/{busy}"),
        format!("/session/{LONG}"),
        format!("/session/{LONG}?before=100000"),
        format!("/session/{LONG}/thinking"),
        format!("/call/{}", head / 2),
        "/search?tool=void_invoice&status=warn".to_owned(),
        "/search?text=nothing-has-this".to_owned(),
        "/search?tool=void_invoice&text=nothing-has-this".to_owned(),
        "/search?tool=void_invoice&code=NOTHING_HAS_THIS".to_owned(),
        "/blocked".to_owned(),
        "/journal".to_owned(),
        "/tools".to_owned(),
    ])
}

async fn pages(program: &mut Running, reader: &Reader, journal: &dyn Journal) -> Result<(), Failure> {
    println!("\n| page | median | p95 | max |\n|---|---:|---:|---:|");
    let paths = paths(journal).await?;
    for path in &paths {
        println!("| `{path}` | {} |", shown(ask(reader, path).await?));
    }
    println!("\n| page while verifying | median | p95 | max |\n|---|---:|---:|---:|");
    for path in &paths {
        // A verification that has ended would say nothing.
        program.say("verify").await?;
        let times = ask(reader, path).await?;
        let began = Instant::now();
        let verified = program.answer().await?;
        println!("| `{path}` | {} |", shown(times));
        eprintln!("verified in {verified}, {:.1} s after the pages", began.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The first look at a page of health, until it has figures; how many looks at its progress; and the looks after it.
async fn health(reader: &Reader, name: &str, path: &str) -> Result<(), Failure> {
    let (began, mut looks, mut slowest) = (Instant::now(), 0, Duration::ZERO);
    loop {
        let look = Instant::now();
        let page = reader.get(path).await?;
        slowest = slowest.max(look.elapsed());
        if !page.contains("data-refresh") {
            break;
        }
        looks += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let first = began.elapsed().as_secs_f64() * 1_000.0;
    let again = shown(ask(reader, path).await?);
    println!("| {name} | {first:.0} | {looks} | {:.1} | {again} |", slowest.as_secs_f64() * 1_000.0);
    Ok(())
}

/// From a call to the last of the viewers who has its card.
async fn calls(
    program: &mut Running,
    viewers: &mut [Viewer],
    session: &str,
) -> Result<Vec<Duration>, Failure> {
    let mut times = Vec::new();
    for number in 0..CALLS {
        let began = Instant::now();
        program.say(&format!("{session} {number}")).await?;
        let done = format!("INV-{number}: 1190.00, due on Friday");
        for viewer in viewers.iter_mut() {
            viewer.until(|text| text.contains(&done)).await?;
        }
        times.push(began.elapsed());
        program.answer().await?;
        // Another rhythm than that of any timer.
        tokio::time::sleep(Duration::from_millis(37)).await;
    }
    Ok(times)
}

async fn live(at: &str, program: &mut Running, reader: &Reader) -> Result<(), Failure> {
    let mut other = Running::start(at).await?;
    println!("\n| call to card, {VIEWERS} viewers | median | p95 | max |\n|---|---:|---:|---:|");
    // The journal is kept: a session of an earlier run has these calls already.
    let run = format!("{}-{}", now(), std::process::id());
    for (name, is_same) in [("same process", true), ("another process", false)] {
        let session = &format!("live-{}-{run}", if is_same { "same" } else { "other" });
        let mut viewers = Vec::new();
        for _ in 0..VIEWERS {
            viewers.push(Viewer::open(reader, &format!("/session/{session}/live?after=0")).await?);
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let by = if is_same { &mut *program } else { &mut other };
        println!("| {name} | {} |", shown(calls(by, &mut viewers, session).await?));
        let (now, peak) = program.memory()?;
        println!("| memory then, MB | {now} | | peak {peak} |");
    }
    Ok(())
}

/// # Errors
///
/// A program or a page fails.
pub(crate) async fn look(at: &str, journal: &dyn Journal) -> Result<(), Failure> {
    let mut program = Running::start(at).await?;
    println!("memory at the start, MB: {:?}", program.memory()?);
    let reader = Reader::enter(&program.link).await?;
    println!("\n| health | first, ms | looks at progress | slowest of them | median | p95 | max |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    health(&reader, "last 24 hours", "/health").await?;
    health(&reader, "last 7 days", "/health?span=week").await?;
    health(&reader, "everything", "/health?span=all").await?;
    println!("memory, MB: {:?}", program.memory()?);
    pages(&mut program, &reader, journal).await?;
    println!("memory, MB: {:?}", program.memory()?);
    live(at, &mut program, &reader).await
}
