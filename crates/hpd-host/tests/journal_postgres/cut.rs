//! Connections that end inside of a commit: whether it took effect is not known, and the next transaction finds out.

use std::time::Duration;

use hpd_host::Session;
use hpd_host::approval::{CallState, PendingStore};
use hpd_host::journal::{EventFilter, Journal};
use hpd_host::testing::store_kit::sample_call;

use crate::common::database::{message, patient};
use crate::proxy::Way;
use crate::silent::Bench;

const PATIENCE: Duration = Duration::from_secs(10);

/// The types of all events.
async fn kinds(bench: &Bench) -> Vec<&'static str> {
    let events = bench.journal.read(&EventFilter::default()).await.unwrap();
    assert!(bench.journal.verify(None).await.unwrap().is_whole());
    events.iter().map(|record| record.event.kind()).collect()
}

#[test]
fn an_event_whose_commit_had_no_answer_is_there_once_and_is_not_lost() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        bench.proxy.turn(Way::CutAfterCommit);
        bench.journal.append(vec![message("ours", "first")]).await.unwrap_err();
        assert_eq!((bench.proxy.cuts(), bench.journal.status().lost.unreported), (1, 1));
        bench.proxy.turn(Way::Open);
        bench.journal.append(vec![message("ours", "second")]).await.unwrap();
        assert_eq!(kinds(&bench).await, ["turn_started", "turn_started"]);
        let status = bench.journal.status();
        assert_eq!((status.lost.total, status.lost.unreported, status.breaker.opened), (0, 0, 0));
    });
}

#[test]
fn an_event_whose_commit_did_not_come_is_lost_and_named() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        bench.proxy.turn(Way::CutBeforeCommit);
        bench.journal.append(vec![message("ours", "first")]).await.unwrap_err();
        bench.proxy.turn(Way::Open);
        bench.journal.append(vec![message("ours", "second")]).await.unwrap();
        assert_eq!(kinds(&bench).await, ["journal_gap", "turn_started"]);
        assert_eq!(bench.journal.status().lost.total, 1);
    });
}

#[test]
fn a_report_whose_commit_had_no_answer_is_there_once() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        bench.proxy.turn(Way::CutBeforeCommit);
        bench.journal.append(vec![message("ours", "lost")]).await.unwrap_err();
        bench.proxy.turn(Way::CutAfterCommit);
        bench.journal.append(vec![message("ours", "first")]).await.unwrap_err();
        bench.proxy.turn(Way::Open);
        bench.journal.append(vec![message("ours", "second")]).await.unwrap();
        assert_eq!(kinds(&bench).await, ["journal_gap", "turn_started", "turn_started"]);
        let lost = bench.journal.status().lost;
        assert_eq!((lost.total, lost.unreported), (1, 0));
    });
}

#[test]
fn a_step_whose_commit_had_no_answer_is_taken_once() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    let call = patient(sample_call("call", CallState::Approved), "session");
    bench.desk.block_on(async {
        let journal = &bench.journal;
        bench.proxy.turn(Way::CutAfterCommit);
        journal.insert(call.clone(), 9).await.unwrap_err();
        assert_eq!(journal.get(&call.id).await.unwrap(), Some(call.clone()));
        journal.claim(&call.id, call.created, call.expires).await.unwrap_err();
        bench.proxy.turn(Way::Open);
        assert_eq!(journal.claim(&call.id, call.created, call.expires).await.unwrap(), None);
        let stored = journal.get(&call.id).await.unwrap().unwrap();
        assert_eq!(stored.state, CallState::Executing);
        assert!(journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn a_write_whose_step_had_no_answer_does_not_run() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        bench.proxy.turn(Way::CutAfterCommit);
        let text = bench.call(&Session::with_id("ours"), "put").await;
        assert!(text.contains("did not run"), "{text}");
        assert_eq!(bench.ran(), 0);
        bench.proxy.turn(Way::Open);
        assert_eq!(bench.call(&Session::with_id("other"), "put").await, "Put in 5.");
        assert_eq!(bench.ran(), 1);
        assert!(bench.journal.verify(None).await.unwrap().is_whole());
    });
}
