//! Events of other processes: streams hear of them soon, without asking.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use hpd_host::events::{EventStream, StreamItem, StreamStart};
use hpd_host::journal::{Journal, JournalOptions, PostgresJournal};
use hpd_host::testing::journal_kit::sample_event;

use crate::desk::{Desk, new_schema};
use crate::proxy::{Proxy, Way};

/// A loaded machine takes its time. The usual time is in `bench/INSPECTOR.md`.
const AT_LAST: Duration = Duration::from_secs(20);

async fn next(stream: &mut EventStream) -> u64 {
    match tokio::time::timeout(AT_LAST, stream.next()).await {
        Ok(Some(Ok(StreamItem::Event(record)))) => record.entry,
        other => panic!("no event: {other:?}"),
    }
}

async fn write(journal: &PostgresJournal, session: &str) {
    journal.append(vec![sample_event(session, "turn", 1)]).await.unwrap();
}

/// Events of two processes, for a journal that was opened in this way.
async fn assert_heard(here: Arc<PostgresJournal>, there: &PostgresJournal) {
    write(there, "s1").await;
    let mut all = EventStream::of_all(here.clone(), StreamStart::After(0));
    let mut one = EventStream::of_session(here.clone(), "s1", StreamStart::After(0));
    assert_eq!((next(&mut all).await, next(&mut one).await), (1, 1));
    for entry in 2..6 {
        // The last one is of this process.
        write(if entry < 5 { there } else { &here }, "s1").await;
        assert_eq!((next(&mut all).await, next(&mut one).await), (entry, entry));
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(all.next().now_or_never().is_none() && one.next().now_or_never().is_none());
}

#[test]
fn a_journal_by_its_address_hears_of_commits() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let there = desk.journal_in(&schema, JournalOptions::default());
    desk.block_on(async {
        let address = desk.server.url("postgres");
        let here = PostgresJournal::open(&address, &schema, JournalOptions::default()).await.unwrap();
        assert_heard(Arc::new(here), &there).await;
    });
}

#[test]
fn a_journal_over_a_pool_asks_for_the_end() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let there = desk.journal_in(&schema, JournalOptions::default());
    let here = desk.journal_in(&schema, JournalOptions::default());
    desk.block_on(assert_heard(Arc::new(here), &there));
}

/// A pooler or another server may refuse `NOTIFY`: nothing is lost, and other processes hear of the events all the same.
#[test]
fn a_commit_that_may_not_tell_of_itself_is_made_and_heard() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    drop(desk.journal_in(&schema, JournalOptions::default()));
    desk.block_on(async {
        let proxy = Proxy::start(desk.server.socket()).await.unwrap();
        proxy.turn(Way::RefusedToTell);
        let open = async |address: &str| {
            PostgresJournal::open(address, &schema, JournalOptions::default()).await.unwrap()
        };
        let there = open(&proxy.url("postgres")).await;
        let here = open(&desk.server.url("postgres")).await;
        assert_heard(Arc::new(here), &there).await;
        // The later commits do not try it again at once.
        assert_eq!(proxy.cuts(), 1);
        assert_eq!(there.head().await.unwrap().number, 5);
        assert!(there.verify(None).await.unwrap().is_whole());
    });
}
