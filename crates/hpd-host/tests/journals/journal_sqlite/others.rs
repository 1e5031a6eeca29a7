//! Events of other processes: streams hear of them soon, without asking.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{FutureExt, StreamExt};
use hpd_host::events::{EventStream, StreamItem, StreamStart};
use hpd_host::journal::{Journal, JournalOptions, SqliteJournal};
use hpd_host::testing::journal_kit::sample_event;

use crate::journal_sqlite::Folder;

/// A loaded machine takes its time. The usual time is in `bench/INSPECTOR.md`.
const AT_LAST: Duration = Duration::from_secs(20);

/// The numbers of the next events.
fn next(stream: &mut EventStream, count: usize) -> Vec<u64> {
    let (mut numbers, began) = (Vec::new(), Instant::now());
    while numbers.len() < count && began.elapsed() < AT_LAST {
        match stream.next().now_or_never() {
            Some(Some(Ok(StreamItem::Event(record)))) => numbers.push(record.entry),
            Some(other) => panic!("the stream ended: {other:?}"),
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    }
    numbers
}

fn write(journal: &SqliteJournal, sessions: &[&str]) {
    let events = sessions.iter().map(|session| sample_event(session, "turn", 1));
    futures_executor::block_on(journal.append(events.collect())).unwrap();
}

#[test]
fn events_of_two_processes_are_heard_in_their_order_and_once() {
    let folder = Folder::new();
    let (here, there) = (Arc::new(folder.journal()), folder.journal());
    write(&there, &["s1"]);
    let mut all = EventStream::of_all(here.clone(), StreamStart::After(0));
    let mut one = EventStream::of_session(here.clone(), "s1", StreamStart::After(0));
    let mut now = EventStream::of_session(here.clone(), "s1", StreamStart::Now);
    assert!(now.next().now_or_never().is_none());
    assert_eq!(next(&mut all, 1), [1]);
    assert_eq!(next(&mut one, 1), [1]);
    write(&there, &["s1", "s2"]);
    write(&here, &["s2"]);
    write(&there, &["s1"]);
    assert_eq!(next(&mut all, 4), [2, 3, 4, 5]);
    assert_eq!(next(&mut one, 2), [2, 5]);
    assert_eq!(next(&mut now, 2), [2, 5]);
    std::thread::sleep(Duration::from_millis(300));
    assert!(all.next().now_or_never().is_none() && one.next().now_or_never().is_none());
}

#[test]
fn a_journal_that_is_only_read_hears_of_all_events() {
    let folder = Folder::new();
    let there = folder.journal();
    let here = Arc::new(SqliteJournal::open_to_read(folder.file(), JournalOptions::default()).unwrap());
    let mut all = EventStream::of_all(here, StreamStart::After(0));
    assert!(all.next().now_or_never().is_none());
    for entry in 1..=3 {
        write(&there, &["s1"]);
        assert_eq!(next(&mut all, 1), [entry]);
    }
}

#[test]
fn a_journal_with_listeners_leaves_no_file_behind_when_it_is_dropped() {
    let folder = Folder::new();
    let here = Arc::new(folder.journal());
    let mut all = EventStream::of_all(here.clone(), StreamStart::After(0));
    write(&here, &["s1"]);
    assert_eq!(next(&mut all, 1), [1]);
    std::thread::sleep(Duration::from_millis(150));
    drop((all, here));
    let files: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["journal.db"]);
}
