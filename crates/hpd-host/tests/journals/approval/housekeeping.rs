//! Regular work: known ends, expiry, retention.

use std::sync::Arc;
use std::time::Duration;

use futures_executor::block_on;
use hpd_host::approval::{PendingFilter, Permission, StoreError};
use hpd_host::journal::{EventFilter, Journal, MemoryJournal, Retention};
use hpd_host::system::{HousekeepingPart, System, Timestamp};
use hpd_host::testing::{Asked, FakeClock, FakeTimer, Tapped};
use hpd_host::{Approval, RawCall, Session, Toolbox, ToolboxBuilder, plugin};

const START: Timestamp = Timestamp::from_millis(1_767_225_600_000);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

struct Notes;

#[plugin]
#[expect(clippy::unused_async, reason = "an asynchronous write needs no thread")]
impl Notes {
    /// Saves a note.
    #[ai_function(write, risk = low)]
    async fn save(
        &self,
        /** The text. */
        text: String,
    ) -> String {
        format!("Saved: {text}")
    }
}

fn toolbox(clock: &FakeClock, journal: impl Journal + 'static) -> ToolboxBuilder {
    let system = System::new().clock(clock.clone()).monotonic_clock(clock.clone());
    Toolbox::builder().plugin(Notes).system(system).journal(journal)
}

fn save(toolbox: &Toolbox, id: &str) {
    let call = RawCall::new(id, "save", r#"{"text": "milk"}"#);
    block_on(toolbox.call(&Session::with_id("s"), &call));
}

fn entries(toolbox: &Toolbox) -> usize {
    block_on(toolbox.journal().unwrap().read(&EventFilter::default())).unwrap().len()
}

#[test]
fn one_pass_ends_calls_and_removes_old_entries() {
    let clock = FakeClock::at(START);
    let builder =
        toolbox(&clock, MemoryJournal::new()).retention(Retention::of(30 * DAY).reason("by contract"));
    let toolbox = builder.build().unwrap();
    save(&toolbox, "1");
    let report = block_on(toolbox.housekeeping());
    assert_eq!((report.expired, report.unknown, report.pruned), (0, 0, 0));
    clock.advance(31 * DAY);
    let report = block_on(toolbox.housekeeping());
    assert_eq!((report.expired, report.unknown, report.errors.len()), (1, 0, 0));
    assert!(report.pruned > 0, "{report:?}");
    // What happened since stays: the expiry and the removal.
    assert_eq!(entries(&toolbox), 2);
    // Once an hour at most.
    save(&toolbox, "2");
    clock.advance(Duration::from_secs(60));
    assert_eq!(block_on(toolbox.housekeeping()).pruned, 0);
}

#[test]
fn without_retention_everything_stays() {
    let clock = FakeClock::at(START);
    let toolbox = toolbox(&clock, MemoryJournal::new()).build().unwrap();
    save(&toolbox, "1");
    let before = entries(&toolbox);
    clock.advance(3_650 * DAY);
    let report = block_on(toolbox.housekeeping());
    assert_eq!((report.expired, report.pruned), (1, 0));
    assert_eq!(entries(&toolbox), before + 1);
}

#[test]
fn a_part_that_fails_does_not_stop_the_others() {
    for (method, part, text) in [
        ("expire", HousekeepingPart::Expiry, "calls past their time were not ended: the store failed"),
        ("prune", HousekeepingPart::Retention, "old entries were not removed: the store failed"),
    ] {
        let clock = FakeClock::at(START);
        let failing = move |asked: &Asked<'_>| {
            if asked.method() == method { Err(StoreError::new("no connection")) } else { Ok(()) }
        };
        let journal = Tapped::new(MemoryJournal::new(), failing);
        let toolbox = toolbox(&clock, journal).retention(Retention::of(DAY)).build().unwrap();
        save(&toolbox, "1");
        clock.advance(2 * DAY);
        let report = block_on(toolbox.housekeeping());
        assert_eq!(report.errors.len(), 1, "{method}");
        assert_eq!((report.errors[0].part, report.errors[0].to_string().as_str()), (part, text));
        assert_eq!(report.expired, usize::from(method != "expire"));
        assert_eq!(report.pruned > 0, method != "prune");
    }
}

#[test]
fn known_ends_are_told_first() {
    let clock = FakeClock::at(START);
    let fails = Arc::new(std::sync::atomic::AtomicBool::new(true));
    let failing = Arc::clone(&fails);
    let journal = Tapped::new(MemoryJournal::new(), move |asked: &Asked<'_>| match asked {
        Asked::Finish(..) if failing.load(std::sync::atomic::Ordering::SeqCst) => {
            Err(StoreError::new("no connection"))
        }
        _ => Ok(()),
    });
    let approval = Approval::new().writes(Permission::Allow);
    let toolbox = toolbox(&clock, journal).approval(approval).build().unwrap();
    save(&toolbox, "1");
    let report = block_on(toolbox.housekeeping());
    assert_eq!((report.ends_recorded, report.ends_waiting, report.ends_dropped), (0, 1, 0));
    fails.store(false, std::sync::atomic::Ordering::SeqCst);
    clock.advance(DAY);
    let report = block_on(toolbox.housekeeping());
    assert_eq!((report.unknown, report.ends_waiting), (0, 0));
    let call = block_on(toolbox.journal().unwrap().list(&PendingFilter::default())).unwrap().remove(0);
    assert_eq!(call.state.as_str(), "succeeded");
}

#[test]
fn the_task_works_until_its_guard_is_dropped() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (clock, timer) = (FakeClock::at(START), FakeTimer::new());
        let builder = toolbox(&clock, MemoryJournal::new());
        let toolbox = builder.system(System::new().timer(timer.clone())).build().unwrap();
        let session = Session::with_id("s");
        let ask = async |id: &str| {
            let call = RawCall::new(id, "save", r#"{"text": "milk"}"#);
            toolbox.call(&session, &call).await;
            clock.advance(DAY);
        };
        let open = async || {
            for _ in 0..20 {
                tokio::task::yield_now().await;
            }
            let rows = toolbox.journal().unwrap().list(&PendingFilter::default()).await.unwrap();
            rows.iter().filter(|row| row.state.is_open()).count()
        };
        ask("1").await;
        let guard = toolbox.spawn_housekeeping(Duration::from_secs(60));
        assert_eq!(open().await, 0);
        ask("2").await;
        assert_eq!(open().await, 1);
        timer.advance(Duration::from_secs(60));
        assert_eq!(open().await, 0);
        drop(guard);
        ask("3").await;
        timer.advance(Duration::from_secs(60));
        assert_eq!(open().await, 1);
    });
}

#[test]
fn the_task_does_not_keep_the_toolbox() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let journal = Arc::new(MemoryJournal::new());
        let toolbox = toolbox(&FakeClock::at(START), Arc::clone(&journal)).build().unwrap();
        let _guard = toolbox.spawn_housekeeping(Duration::from_secs(3_600));
        tokio::task::yield_now().await;
        drop(toolbox);
        assert_eq!(Arc::strong_count(&journal), 1);
    });
}
