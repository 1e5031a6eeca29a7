//! Tables that become smaller.

use std::time::{Duration, Instant};

use hpd_host::journal::{Compacted, Journal, JournalOptions, PostgresJournal};
use hpd_host::system::Timestamp;

use crate::common::database::message;
use crate::desk::{Desk, new_schema, reason};

/// Until the transactions of other tests are over.
const PATIENCE: Duration = Duration::from_secs(60);

/// Compacts until the size is right. Rows stay that a running transaction of another test may still see. The size before
/// is that before the first one.
pub(crate) async fn compact_until(journal: &PostgresJournal, is_right: impl Fn(u64) -> bool) -> Compacted {
    let began = Instant::now();
    let mut compacted = journal.compact().await.unwrap();
    while !compacted.after.is_some_and(&is_right) && began.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(500)).await;
        compacted.after = journal.compact().await.unwrap().after;
    }
    compacted
}

#[test]
fn the_tables_of_a_pruned_journal_become_smaller() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    desk.block_on(async {
        for _ in 0..10 {
            let events = (0..500).map(|_| message("ours", &"hello ".repeat(20))).collect();
            journal.append(events).await.unwrap();
        }
        journal.prune(Timestamp::from_millis(u64::MAX), "old").await.unwrap();
        let head = journal.head().await.unwrap();
        let compacted = compact_until(&journal, |after| after < 400_000).await;
        let (before, after) = (compacted.before.unwrap(), compacted.after.unwrap());
        assert!(before > 1_500_000 && after < 400_000, "{before} {after}");
        journal.append(vec![message("ours", "hello")]).await.unwrap();
        assert!(journal.verify(Some(&head)).await.unwrap().is_whole());
    });
}

#[test]
fn only_the_owner_of_the_tables_compacts_them() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    desk.block_on(async {
        client
            .batch_execute(&format!(
                "CREATE ROLE only_a_reader LOGIN; GRANT USAGE ON SCHEMA \"{0}\" TO only_a_reader;
                 GRANT SELECT ON ALL TABLES IN SCHEMA \"{0}\" TO only_a_reader",
                schema.replace('"', "\"\"")
            ))
            .await
            .unwrap();
        let address = desk.server.url("postgres").replace("postgres@", "only_a_reader@");
        let opened = hpd_host::journal::PostgresJournal::open(&address, &schema, JournalOptions::default());
        let refused = opened.await.unwrap().compact().await.unwrap_err();
        assert_eq!(reason(&refused), "only the owner of the journal's tables can compact them");
        journal.compact().await.unwrap();
    });
}
