//! Events that are read by page, also where another version wrote some of them.

use std::sync::Arc;
use std::time::Duration;

use hpd_host::events::StreamItem;
use hpd_host::journal::{EventFilter, Journal, JournalOptions, PostgresJournal};
use hpd_host::system::Timestamp;
use tokio_postgres::Client;

use crate::desk::{Desk, new_schema};
use crate::support_pages::{WRITE_LATER_EVENTS, message, pages, told_behind_the_end, told_up_to, write_ten};

/// A journal of ten entries, of which this version can read the first two and the last two.
fn with_later_events(desk: &Desk) -> PostgresJournal {
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    desk.block_on(async {
        write_ten(&journal).await;
        client.batch_execute("ALTER TABLE journal DISABLE TRIGGER USER").await.unwrap();
        assert_eq!(client.execute(WRITE_LATER_EVENTS, &[]).await.unwrap(), 6);
    });
    journal
}

#[test]
fn what_cant_be_read_does_not_count_for_a_limit() {
    let Some(desk) = Desk::new() else { return };
    let journal = with_later_events(&desk);
    let pages = |limit, newest| desk.block_on(pages(&journal, limit, newest));
    assert_eq!(pages(2, false), [[1, 2], [1, 2]]);
    assert_eq!(pages(3, false), [[1, 2, 9], [1, 2, 9]]);
    assert_eq!(pages(3, true), [[2, 9, 10], [2, 9, 10]]);
    assert_eq!(pages(5, true), [[1, 2, 9, 10], [1, 2, 9, 10]]);
}

#[test]
fn a_stream_goes_on_behind_pages_that_cant_be_read() {
    let Some(desk) = Desk::new() else { return };
    let journal = with_later_events(&desk);
    assert_eq!(desk.block_on(told_up_to(Arc::new(journal), 10)), [1, 2, 9, 10]);
}

#[test]
fn a_stream_behind_what_no_journal_has_begins_anew() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    desk.block_on(write_ten(&journal));
    let told = desk.block_on(told_behind_the_end(Arc::new(journal)));
    assert_eq!(told, vec![StreamItem::Lagged { after: 0 }; 8]);
}

/// How many rows of the journal the server looks at to read a page: by an index, and without one.
fn rows_looked_at(desk: &Desk, schema: &str, filter: &EventFilter) -> (i64, i64) {
    let client = desk.client(schema);
    let counts =
        "SELECT idx_tup_fetch, seq_tup_read FROM pg_stat_user_tables WHERE relid = 'journal'::regclass";
    desk.block_on(async {
        let count = async || {
            let row = client.query_one(counts, &[]).await.unwrap();
            (row.get::<_, i64>(0), row.get::<_, i64>(1))
        };
        wait_until_gone(&client, schema).await;
        let before = count().await;
        let journal = PostgresJournal::in_schema(desk.pool(schema), schema, JournalOptions::default()).await;
        journal.unwrap().read(filter).await.unwrap();
        wait_until_gone(&client, schema).await;
        let after = count().await;
        (after.0 - before.0, after.1 - before.1)
    })
}

/// A connection says how much it has looked at when it is closed.
async fn wait_until_gone(client: &Client, schema: &str) {
    let others =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()";
    while client.query_one(others, &[&schema]).await.unwrap().get::<_, i64>(0) > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[test]
fn a_page_costs_what_it_has() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    for thousand in 0..4_u64 {
        let events = (0..1_000).map(|number| {
            let of = number % 4;
            message(thousand * 1_000 + number)
                .tenant(Some(format!("t{of}")))
                .principal(Some(format!("p{of}")))
        });
        let events = events.collect();
        desk.block_on(journal.append(events)).unwrap();
    }
    drop(journal);
    let page = EventFilter::default().limit(100);
    let of_session = page.clone().session("s1".to_owned());
    let pages = [
        page.clone().after_entry(500),
        page.clone().after_entry(500).from(Timestamp::from_millis(1)),
        of_session.clone().after_seq(500),
        of_session,
        page.clone().tenant("t1".to_owned()),
        page.clone().principal("p1".to_owned()).after_entry(500),
    ];
    // Whatever the server knows of the table: it looks from time to time.
    for statistics in ["", "ANALYZE journal"] {
        desk.block_on(desk.client(&schema).batch_execute(statistics)).unwrap();
        for page in &pages {
            for newest in [false, true] {
                let page = page.clone().newest(newest);
                assert_eq!(rows_looked_at(&desk, &schema, &page), (100, 0), "{statistics} {page:?}");
            }
        }
    }
}
