//! Journals that are dropped on their own threads, as by executors that continue a future where it is woken.

use std::pin::Pin;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Wake, Waker};
use std::thread;
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::journal::{EventFilter, Journal};

use crate::common::database::{Database, message};
use crate::journal_sqlite::Folder;

/// A future that continues wherever it is woken.
struct Anywhere(Mutex<Pin<Box<dyn Future<Output = ()> + Send>>>);

impl Wake for Anywhere {
    fn wake(self: Arc<Self>) {
        go_on(&self);
    }
}

fn go_on(task: &Arc<Anywhere>) {
    let waker = Waker::from(Arc::clone(task));
    let _ = task.0.lock().unwrap().as_mut().poll(&mut Context::from_waker(&waker));
}

/// Starts a future that drops the journal at its end. The receiver gets its message after that, with the name of the
/// thread.
fn dropped_where_it_ends(
    begin: impl FnOnce(std::sync::mpsc::Sender<String>) -> Pin<Box<dyn Future<Output = ()> + Send>>,
) -> Receiver<String> {
    let (gone, is_gone) = channel();
    go_on(&Arc::new(Anywhere(Mutex::new(begin(gone)))));
    is_gone
}

fn name_of_thread() -> String {
    thread::current().name().unwrap_or_default().to_owned()
}

#[test]
fn on_the_thread_that_reads() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    // Enough entries that the caller of `read` has to wait.
    block_on(journal.append((0..3_000).map(|_| message("ours", "hello")).collect())).unwrap();
    let is_gone = dropped_where_it_ends(move |gone| {
        Box::pin(async move {
            journal.read(&EventFilter::default()).await.unwrap();
            drop(journal);
            gone.send(name_of_thread()).unwrap();
        })
    });
    assert_eq!(is_gone.recv_timeout(Duration::from_secs(60)).as_deref(), Ok("hpd-journal-reads"));
}

#[test]
fn on_the_thread_that_verifies() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    // Enough entries that the caller of `verify` has to wait.
    block_on(journal.append((0..3_000).map(|_| message("ours", "hello")).collect())).unwrap();
    let is_gone = dropped_where_it_ends(move |gone| {
        Box::pin(async move {
            journal.verify(None).await.unwrap();
            drop(journal);
            gone.send(name_of_thread()).unwrap();
        })
    });
    assert_eq!(is_gone.recv_timeout(Duration::from_secs(60)).as_deref(), Ok("hpd-journal-verify"));
}

#[test]
fn on_the_thread_that_writes() {
    let folder = Folder::new();
    let journal = folder.relaxed();
    let events = (0..3_000).map(|_| message("ours", "hello")).collect();
    let is_gone = dropped_where_it_ends(move |gone| {
        Box::pin(async move {
            journal.append(events).await.unwrap();
            drop(journal);
            gone.send(name_of_thread()).unwrap();
        })
    });
    assert_eq!(is_gone.recv_timeout(Duration::from_secs(60)).as_deref(), Ok("hpd-journal"));
}
