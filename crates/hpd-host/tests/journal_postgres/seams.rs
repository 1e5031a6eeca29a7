//! Where parts of a journal meet: removal and compaction, silences and connections, lost events and retention.

use std::sync::Arc;
use std::time::{Duration, Instant};

use deadpool_postgres::{Manager, Pool};
use futures_util::future::{join, join_all};
use hpd_host::approval::{CallState, PendingFilter, PendingStore, Permission};
use hpd_host::journal::{EventFilter, Journal, JournalOptions, PostgresJournal, VerifyProgress, VerifySlice};
use hpd_host::system::Timestamp;
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
use tokio_postgres::NoTls;

use crate::common::database::message;
use crate::common::turns::{START, event, says};
use crate::compact::compact_until;
use crate::desk::{Desk, new_schema, reason};
use crate::proxy::{Proxy, Way};
use crate::silent::Bench;

const PATIENCE: Duration = Duration::from_secs(1);

/// So many turns, one second after the other.
async fn write_turns(journal: &PostgresJournal, count: u64) {
    for first in (0..count).step_by(500) {
        let turns = first..count.min(first + 500);
        let events = turns.map(|turn| event(&format!("turn {turn}"), "call", turn * 1_000, says("hello")));
        journal.append(events.collect()).await.unwrap();
    }
}

#[test]
fn turns_of_removed_entries_give_their_room_back() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    let journal = desk.journal_in(&schema, JournalOptions::default());
    let client = desk.client(&schema);
    desk.block_on(async {
        write_turns(&journal, 5_000).await;
        let size = async || {
            let sql = "SELECT pg_total_relation_size('journal_turns')";
            client.query_one(sql, &[]).await.unwrap().get::<_, i64>(0)
        };
        let before = size().await;
        journal.prune(Timestamp::from_millis(u64::MAX), "old").await.unwrap();
        compact_until(&journal, |after| after < 400_000).await;
        let after = size().await;
        assert!(before > 1_000_000 && after < 100_000, "{before} {after}");
    });
}

#[test]
fn a_window_is_right_after_a_removal_and_a_compaction() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    desk.block_on(async {
        write_turns(&journal, 5_000).await;
        let at = |turn: u64| Some(Timestamp::from_millis(START + turn * 1_000));
        for through in [1_023, 2_500] {
            journal.prune_through(through, "old").await.unwrap();
            journal.compact().await.unwrap();
            let window =
                EventFilter::default().from(at(2_400)).until(at(3_100)).session(Some("session".to_owned()));
            for newest in [false, true] {
                let mut page = window.clone().limit(1_000);
                page.newest = newest;
                let entries: Vec<_> =
                    journal.read(&page).await.unwrap().iter().map(|record| record.entry).collect();
                let expected: Vec<_> = (2_401.max(through + 1)..=3_100).collect();
                assert_eq!(entries, expected, "after {through}, newest {newest}");
            }
        }
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn a_compaction_beside_reads_and_writes_is_no_silence() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    desk.block_on(async {
        write_turns(&journal, 2_000).await;
        let work = async {
            for round in 0..40 {
                journal.append(vec![message("ours", &round.to_string())]).await.unwrap();
                journal.read(&EventFilter::default().limit(5)).await.unwrap();
            }
        };
        let (compacted, ()) = join(journal.compact(), work).await;
        compacted.unwrap();
        let status = journal.status();
        assert_eq!((status.breaker.opened, status.lost.total), (0, 0));
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn a_compaction_ends_when_the_server_falls_silent() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        let mut compaction = std::pin::pin!(bench.journal.compact());
        bench.proxy.turn(Way::Delayed);
        let early = tokio::time::timeout(Duration::from_millis(100), &mut compaction).await;
        assert!(early.is_err(), "it takes longer");
        bench.proxy.turn(Way::Dropped);
        let began = Instant::now();
        let ended = tokio::time::timeout(Duration::from_secs(10), compaction).await;
        ended.expect("it ends").unwrap_err();
        assert!(began.elapsed() < 4 * PATIENCE, "{:?}", began.elapsed());
    });
}

#[test]
fn a_compaction_ends_when_the_server_falls_silent_while_it_waits_for_a_table() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    desk.block_on(async {
        let proxy = Proxy::start(desk.server.socket()).await.unwrap();
        let manager = Manager::new(proxy.url("postgres").parse().unwrap(), NoTls);
        let pool = Pool::builder(manager).max_size(8).build().unwrap();
        let options = JournalOptions { patience: PATIENCE, ..JournalOptions::default() };
        let journal = PostgresJournal::in_schema(pool, &schema, options).await.unwrap();
        let (holder, connection) =
            tokio_postgres::connect(&desk.server.url("postgres"), NoTls).await.unwrap();
        tokio::spawn(connection);
        let name = schema.replace('"', "\"\"");
        holder
            .batch_execute(&format!("BEGIN; LOCK TABLE \"{name}\".pending_calls IN SHARE MODE"))
            .await
            .unwrap();
        let mut compaction = std::pin::pin!(journal.compact());
        let early = tokio::time::timeout(PATIENCE / 2, &mut compaction).await;
        assert!(early.is_err(), "it waits for the table");
        proxy.turn(Way::Dropped);
        let ended = tokio::time::timeout(Duration::from_secs(10), compaction).await;
        ended.expect("it ends").unwrap_err();
    });
}

#[test]
fn a_limit_of_the_role_for_statements_does_not_cut_a_compaction() {
    let Some(desk) = Desk::new() else { return };
    let schema = new_schema();
    drop(desk.journal_in(&schema, JournalOptions::default()));
    let pool = desk.pool_with("-c statement_timeout=300ms");
    let holder = desk.client(&schema);
    desk.block_on(async {
        let journal =
            PostgresJournal::in_schema(pool.clone(), &schema, JournalOptions::default()).await.unwrap();
        holder.batch_execute("BEGIN; LOCK TABLE session_records IN SHARE MODE").await.unwrap();
        let release = async {
            tokio::time::sleep(Duration::from_millis(900)).await;
            holder.batch_execute("COMMIT").await.unwrap();
        };
        let (compacted, ()) = join(journal.compact(), release).await;
        compacted.unwrap();
        let client = pool.get().await.unwrap();
        let limits = client
            .query_one("SELECT current_setting('statement_timeout'), current_setting('lock_timeout')", &[])
            .await
            .unwrap();
        assert_eq!((limits.get::<_, &str>(0), limits.get::<_, &str>(1)), ("300ms", "0"));
    });
}

#[test]
fn the_writer_does_not_use_a_connection_from_before_a_silence() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        bench.journal.append(vec![message("ours", "before")]).await.unwrap();
        bench.proxy.turn(Way::Dropped);
        bench.journal.head().await.unwrap_err();
        bench.until(|journal| journal.status().breaker.open_since.is_some()).await;
        bench.proxy.turn(Way::Open);
        bench.until(|journal| journal.status().breaker.open_since.is_none()).await;
        bench.journal.append(vec![message("ours", "after")]).await.unwrap();
        assert_eq!(bench.journal.status().breaker.opened, 1);
    });
}

#[test]
fn a_flush_ends_in_a_silence_and_reports_what_was_lost_after_it() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        bench.proxy.turn(Way::Dropped);
        bench.journal.post(vec![message("ours", "posted")]).await.unwrap();
        let began = Instant::now();
        bench.journal.flush().await.unwrap_err();
        assert!(began.elapsed() < 3 * PATIENCE);
        bench.until(|journal| journal.status().breaker.open_since.is_some()).await;
        let began = Instant::now();
        bench.journal.flush().await.unwrap_err();
        assert!(began.elapsed() < PATIENCE / 2, "at once");
        bench.proxy.turn(Way::Open);
        bench.until(|journal| journal.status().breaker.open_since.is_none()).await;
        bench.journal.flush().await.unwrap();
        let status = bench.journal.status();
        assert_eq!((status.lost.total, status.lost.unreported, status.queue.length), (1, 0, 0));
        // A removal takes the report as any entry.
        let last = bench.journal.head().await.unwrap();
        assert_eq!(bench.journal.prune_through(last.number, "old").await.unwrap(), last.number);
        assert!(bench.journal.verify(Some(&last)).await.unwrap().is_whole());
        assert_eq!(bench.journal.status().lost.total, 1);
    });
}

#[test]
fn slices_of_a_verification_go_on_beside_a_removal_and_a_compaction() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    desk.block_on(async {
        write_turns(&journal, 3_000).await;
        let known = journal.head().await.unwrap();
        let mut progress = VerifyProgress::new(Some(&known));
        let mut slices = 0;
        let found = loop {
            slices += 1;
            match journal.verify_slice(progress, 500).await.unwrap() {
                VerifySlice::Done(found) => break found,
                VerifySlice::More(next) => progress = next,
                other => panic!("another slice: {other:?}"),
            }
            if slices == 2 {
                journal.prune_through(2_200, "old").await.unwrap();
                journal.compact().await.unwrap();
            }
        };
        assert!(found.is_whole() && slices > 2, "{slices}: {found:?}");
    });
}

#[test]
fn removals_count_as_commits() {
    let Some(desk) = Desk::new() else { return };
    let journal = desk.journal();
    desk.block_on(async {
        write_turns(&journal, 500).await;
        let before = journal.status();
        journal.prune_through(400, "old").await.unwrap();
        let after = journal.status();
        assert!(after.commits.count > before.commits.count);
        assert_eq!(after.batches.entries, before.batches.entries + 1);
    });
}

/// A tool during whose run the server falls silent.
struct Line(Arc<Proxy>);

#[plugin]
impl Line {
    /// Cuts the line.
    #[ai_function(write, risk = low)]
    fn cut(&self) -> String {
        self.0.turn(Way::Dropped);
        "The line is cut.".to_owned()
    }
}

#[test]
fn the_end_of_a_write_that_ran_into_a_silence_is_known_after_it() {
    let Some(desk) = Desk::new() else { return };
    desk.block_on(async {
        let proxy = Arc::new(Proxy::start(desk.server.socket()).await.unwrap());
        let manager = Manager::new(proxy.url("postgres").parse().unwrap(), NoTls);
        let pool = Pool::builder(manager).max_size(8).build().unwrap();
        let options = JournalOptions { patience: PATIENCE, ..JournalOptions::default() };
        let journal = Arc::new(PostgresJournal::in_schema(pool, &new_schema(), options).await.unwrap());
        let toolbox = Toolbox::builder()
            .plugin(Line(Arc::clone(&proxy)))
            .approval(Approval::new().permission("Line.cut", Permission::Allow))
            .journal(Arc::clone(&journal))
            .build()
            .unwrap();
        let session = Session::new();
        let began = Instant::now();
        let outcome = toolbox.call(&session, &RawCall::new("c1", "cut", "{}")).await;
        let took = began.elapsed();
        println!("{} after {took:?}", outcome.for_model_as_text());
        assert!(took < 4 * PATIENCE, "{took:?}");
        // Many calls at once fail at once, and housekeeping does not keep them from it.
        let calls = (0..5).map(|_| async {
            toolbox
                .call(&Session::new(), &RawCall::new("c2", "cut", "{}"))
                .await
                .for_model_as_text()
                .into_owned()
        });
        let (report, texts) = join(toolbox.housekeeping(), join_all(calls)).await;
        assert!(texts.iter().all(|text| text.contains("did not run")), "{texts:?}");
        println!("{report:?}");
        proxy.turn(Way::Open);
        while journal.status().breaker.open_since.is_some() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        toolbox.housekeeping().await;
        let rows = journal.list(&PendingFilter::default()).await.unwrap();
        let states: Vec<_> = rows.iter().map(|row| row.state).collect();
        assert_eq!(states, [CallState::Succeeded]);
        let error = journal.get(&rows[0].id).await.map_err(|error| reason(&error));
        assert!(error.unwrap().unwrap().outcome.is_some());
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}
