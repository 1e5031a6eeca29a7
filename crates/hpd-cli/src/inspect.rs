//! `hpd inspect`: the pages of a journal, until the program is ended.

use std::error::Error;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;

use hpd_host::journal::{Journal, JournalOptions, PostgresJournal, SqliteJournal};
use hpd_inspector::{Inspector, router};
use tokio::net::TcpListener;

use crate::options::Inspect;

/// # Errors
///
/// There is no journal that can be read, or the port is taken.
pub(crate) fn run(options: &Inspect) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(serve(options))
}

async fn serve(options: &Inspect) -> Result<(), Box<dyn Error>> {
    let journal = open(options).await?;
    let listener = TcpListener::bind(("127.0.0.1", options.port)).await.map_err(|error| {
        format!("port {} on 127.0.0.1 can't be used: {error}; take another one by --port", options.port)
    })?;
    let inspector = Inspector::of_journal(journal);
    let link = inspector.link(&format!("http://{}", listener.local_addr()?))?;
    println!("Open this link. It works once, within ten minutes:\n{link}");
    std::io::stdout().flush()?;
    if options.opens && !open_link(&link) {
        eprintln!("hpd: no browser was found: open the link yourself");
    }
    // Streams of open pages do not hold the end up: their connections are closed with the program.
    tokio::select! {
        served = axum::serve(listener, router(inspector)).into_future() => served?,
        ended = tokio::signal::ctrl_c() => ended?,
    }
    Ok(())
}

async fn open(options: &Inspect) -> Result<Arc<dyn Journal>, String> {
    let (place, settings) = (&options.journal, JournalOptions::default());
    let why = |error: &dyn Error| {
        let mut text = format!("{place} can't be shown: {error}");
        let mut source = error.source();
        while let Some(cause) = source {
            text = format!("{text}: {cause}");
            source = cause.source();
        }
        text
    };
    if place.starts_with("postgres://") || place.starts_with("postgresql://") {
        let schema = options.schema.as_deref().unwrap_or(PostgresJournal::SCHEMA);
        let journal = PostgresJournal::open(place, schema, settings).await;
        // The address may have a password.
        return match journal {
            Ok(journal) => Ok(Arc::new(journal)),
            Err(error) => Err(why(&error).replace(place.as_str(), "the database")),
        };
    }
    match SqliteJournal::open_to_read(place, settings) {
        Ok(journal) => Ok(Arc::new(journal)),
        Err(error) => Err(why(&error)),
    }
}

/// Whether the system opens the link.
fn open_link(link: &str) -> bool {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(target_os = "windows") {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Command::new(program).arg(link).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    started.is_ok()
}
