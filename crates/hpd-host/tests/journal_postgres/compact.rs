//! Tables that become smaller.

use hpd_host::journal::{Journal, JournalOptions};
use hpd_host::system::Timestamp;

use crate::common::database::message;
use crate::desk::{Desk, new_schema, reason};

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
        let compacted = journal.compact().await.unwrap();
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
