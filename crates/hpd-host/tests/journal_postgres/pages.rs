//! Events that are read by page, also where another version wrote some of them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use hpd_host::events::{Event, StreamItem, ValidationStatus, WriteValidationEvent};
use hpd_host::journal::{CallKey, EventFilter, Journal, JournalOptions, PostgresJournal, SessionFilter};
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

/// A journal of 8,000 entries of one kind, in 800 turns, and in the middle three of another kind.
fn with_rare_events(desk: &Desk, schema: &str) {
    let journal = desk.journal_in(schema, JournalOptions::default());
    for thousand in 0..8_u64 {
        let events = (0..1_000).map(|number| {
            let number = thousand * 1_000 + number;
            let event =
                message(number).tenant(Some("acme".to_owned())).call_id(Some(format!("c{}", number / 4)));
            let event = event.turn(Some(format!("t{}", number / 10)));
            if (4_000..4_003).contains(&number) {
                let check = WriteValidationEvent::new("pay", ValidationStatus::Blocked);
                return event.event(Event::WriteValidation(check));
            }
            event
        });
        desk.block_on(journal.append(events.collect())).unwrap();
    }
}

/// The first calls of these turns.
fn calls(turns: [&str; 2]) -> EventFilter {
    let first =
        |turn: &str| turn.strip_prefix('t').and_then(|number| number.parse::<u64>().ok()).unwrap() * 10 / 4;
    let calls = turns.map(|turn| CallKey::new("s1", Some(turn.to_owned()), format!("c{}", first(turn))));
    EventFilter::default().limit(100).calls(BTreeSet::from(calls))
}

/// Several calls are found by their ids, where turns do not lead to them.
#[test]
fn calls_without_a_turn_cost_what_they_have() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let events =
        (0..4_000).map(|number| message(number).call_id(Some(format!("c{}", number / 4))).turn(None));
    desk.block_on(journal.append(events.collect())).unwrap();
    let ids: Vec<_> = (0..400).map(|number| CallKey::new("s1", None, format!("c{number}"))).collect();
    let filter = EventFilter::default().calls(BTreeSet::from_iter(ids));
    assert_eq!(desk.block_on(journal.read(&filter)).unwrap().len(), 1_600);
    drop(journal);
    for statistics in ["", "ANALYZE journal"] {
        desk.block_on(desk.client(&schema).batch_execute(statistics)).unwrap();
        assert_eq!(rows_looked_at(&desk, &schema, &filter), (1_600, 0), "{statistics}");
    }
}

#[test]
fn a_page_of_sessions_looks_at_each_entry_once() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    // Interleaved sessions, and one that continues after all others.
    let events = (0..6_000_u64).map(|number| {
        let of = if number % 2 == 0 { 1_000 } else { number / 100 };
        let mut event = message(number);
        event.session = format!("s{of}");
        event
    });
    desk.block_on(journal.append(events.collect())).unwrap();
    let sessions = |filter: SessionFilter| {
        let found = desk.block_on(journal.sessions(&filter)).unwrap();
        found
            .into_iter()
            .map(|found| (found.session, found.first_entry, found.last_entry))
            .collect::<Vec<_>>()
    };
    let all = sessions(SessionFilter::default());
    assert_eq!(all.len(), 61);
    assert_eq!(all[0], ("s59".to_owned(), 5_902, 6_000));
    assert_eq!(all[1], ("s1000".to_owned(), 1, 5_999));
    assert_eq!(all[60], ("s0".to_owned(), 2, 100));
    // Also where a page needs several queries.
    assert_eq!(sessions(SessionFilter::default().before(5_000).limit(40)), all[12..52]);
    assert_eq!(sessions(SessionFilter::default().before(101)), all[60..]);
    assert_eq!(sessions(SessionFilter::default().limit(0)), []);
}

#[test]
fn a_page_with_few_events_costs_little() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    with_rare_events(&desk, &schema);
    let page = EventFilter::default().limit(100);
    let moment = Timestamp::from_millis;
    // Each with as many rows as may be looked at.
    let pages = [
        (page.clone().kinds(vec!["write_validation"]), 3),
        (page.clone().kinds(vec!["guardrail"]), 0),
        (page.clone().kinds(vec!["guardrail", "write_validation", "turn_started"]), 103),
        (page.clone().tool("pay".to_owned()), 3),
        (page.clone().tool("nothing".to_owned()).from(moment(2_000)), 0),
        (page.clone().call_id("c9".to_owned()), 4),
        (page.clone().turn("t9".to_owned()), 10),
        // No other index is looked up, which has a great part of the journal.
        (
            page.clone().turn("t9".to_owned()).kinds(vec!["turn_started"]).session("s1".to_owned()).limit(1),
            10,
        ),
        // The planner itself looks at the end of the index of numbers.
        (page.clone().turn("t9".to_owned()).tenant("acme".to_owned()).after_entry(50), 11),
        (calls(["t1", "t700"]).kinds(vec!["turn_started"]).limit(None), 20),
        (calls(["t1", "t700"]).session("s1".to_owned()), 20),
        (page.clone().tenant("nobody".to_owned()), 0),
        // A part of the journal has up to 1,024 entries, and so has the last one, which is open.
        (page.clone().from(moment(9_000)), 1_024),
        (page.clone().from(moment(5_000)).until(moment(5_010)), 2_048),
        (page.clone().from(moment(9_000)).tenant("acme".to_owned()), 1_024),
        (page.clone().before_entry(5_000), 100),
        // What the conditions have is compared by up to 257 entries of each.
        (page.clone().tenant("acme".to_owned()).kinds(vec!["write_validation"]), 263),
        (page.clone().session("s1".to_owned()).kinds(vec!["guardrail"]), 257),
    ];
    for statistics in ["", "ANALYZE journal"] {
        desk.block_on(desk.client(&schema).batch_execute(statistics)).unwrap();
        for (page, most) in &pages {
            for newest in [false, true] {
                let page = page.clone().newest(newest);
                let (by_index, without) = rows_looked_at(&desk, &schema, &page);
                assert_eq!(without, 0, "{statistics} {page:?}");
                assert!(by_index <= *most, "{by_index} rows: {statistics} {page:?}");
            }
        }
    }
}

/// The plan of a query, in one text.
fn plan(desk: &Desk, schema: &str, sql: &str) -> String {
    let rows = desk.block_on(desk.client(schema).query(&format!("EXPLAIN {sql}"), &[])).unwrap();
    rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>().join("\n")
}

#[test]
fn turns_without_the_guardrail_are_not_computed() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    with_rare_events(&desk, &schema);
    let sql = "SELECT query, write_tool_results FROM query_routing_logs
        WHERE 'write_preflight_block' = ANY(guardrails_triggered) ORDER BY created_at DESC LIMIT 20";
    for statistics in ["", "ANALYZE journal_turns"] {
        desk.block_on(desk.client(&schema).batch_execute(statistics)).unwrap();
        let plan = plan(&desk, &schema, sql);
        assert!(plan.contains("journal_by_turn"), "{plan}");
        assert!(!plan.contains("Seq Scan on journal "), "{plan}");
        let found = desk.block_on(desk.client(&schema).query(sql, &[])).unwrap();
        assert_eq!(found.len(), 1);
    }
}

/// The moments of parts are in a table of its own, which a role may lack the right to read.
#[test]
fn who_may_not_read_the_parts_reads_windows() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal_in("partly", JournalOptions::default());
    desk.block_on(write_ten(&journal));
    let role = "CREATE ROLE partly LOGIN; GRANT USAGE ON SCHEMA partly TO partly;
        GRANT SELECT ON partly.journal, partly.journal_versions, partly.journal_anchor, partly.journal_sessions,
            partly.pending_calls, partly.tool_registry TO partly";
    desk.block_on(desk.client("public").batch_execute(role)).unwrap();
    let address = desk.server.url("postgres").replace("postgres@", "partly@");
    desk.block_on(async {
        let journal = PostgresJournal::open(&address, "partly", JournalOptions::default()).await.unwrap();
        let filter = EventFilter::default().from(Timestamp::from_millis(9)).limit(5);
        let entries: Vec<_> = journal.read(&filter).await.unwrap().iter().map(|event| event.entry).collect();
        assert_eq!(entries, [9, 10]);
    });
}
