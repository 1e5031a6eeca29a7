//! Many sessions at once share transactions, and a flush waits for what was posted.

use futures_util::future::join_all;
use hpd_host::journal::{BatchStatus, EventFilter, Journal};

use crate::Tested;
use crate::common::database::{Database, message};

/// The calls of each session: as of a read, one event is posted and one is waited for.
const CALLS: usize = 16;

/// The transactions of this many sessions, and their sizes.
fn crowd(sessions: usize) -> Option<(u64, BatchStatus)> {
    let database = Tested::empty()?;
    let journal = database.durable();
    database.block_on(async {
        let session = async |number: usize| {
            let name = format!("session {number}");
            for _ in 0..CALLS {
                journal.post(vec![message(&name, "call")]).await.unwrap();
                journal.append(vec![message(&name, "result")]).await.unwrap();
            }
        };
        join_all((0..sessions).map(session)).await;
    });
    let status = journal.status();
    let transactions = status.commits.count;
    println!(
        "{sessions} sessions: {transactions} transactions, {} events each, at most {} requests, {} us each",
        status.batches.entries / transactions.max(1),
        status.batches.max_requests,
        status.commits.mean_us.unwrap_or_default()
    );
    assert_eq!(status.batches.entries, u64::try_from(sessions * CALLS * 2).unwrap());
    assert_eq!((status.lost.total, status.queue.length, status.queue.in_line), (0, 0, 0));
    Some((transactions, status.batches))
}

#[test]
fn sessions_at_once_share_transactions() {
    for sessions in [1, 64] {
        let Some((transactions, batches)) = crowd(sessions) else { return };
        assert!(batches.max_requests <= 2 * u64::try_from(sessions).unwrap());
        assert!(transactions <= batches.requests);
    }
    let Some((transactions, batches)) = crowd(256) else { return };
    assert!(batches.max_requests > 64, "{batches:?}");
    assert!(batches.entries / transactions > 64, "{transactions} transactions, {batches:?}");
}

#[test]
fn a_flush_waits_for_what_was_posted_and_writes_nothing() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.durable();
    database.block_on(async {
        journal.flush().await.unwrap();
        assert_eq!(journal.head().await.unwrap().number, 0);
        for number in 1..=20 {
            journal.post(vec![message("ours", "hello")]).await.unwrap();
            journal.flush().await.unwrap();
            assert_eq!(journal.read(&EventFilter::default()).await.unwrap().len(), number);
        }
        assert_eq!(journal.head().await.unwrap().number, 20);
    });
}

#[test]
fn a_read_sees_every_write_that_was_answered() {
    let Some(database) = Tested::empty() else { return };
    let journal = database.durable();
    database.block_on(async {
        for number in 1..=50 {
            journal.append(vec![message("ours", "hello")]).await.unwrap();
            assert_eq!(journal.head().await.unwrap().number, number);
        }
    });
}
