//! Entries are written, removed by their numbers, and verified in slices at once, by processes that are killed.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use futures_util::future::join3;
use hpd_host::events::{Event, NewEvent, TurnStartedEvent};
use hpd_host::journal::{ChainHead, EventFilter, Journal, verify_with};
use hpd_host::system::{Clock, SystemClock, SystemRandom};
use hpd_host::testing::SeededRandom;

use crate::crashes::{Dice, kills};
use crate::order::Order;
use crate::place::Place;
use crate::process::Process;
use crate::runtime::block_on;
use crate::said::{Said, say};

/// How many entries stay when others are removed.
const KEPT: u64 = 20;
/// How many entries are written at once.
const AT_ONCE: u64 = 10;
/// Of the kills of a store, one for so many is for retention.
const OF_ALL_KILLS: u32 = 4;
/// How many processes use the same database.
const OF_ONE_DATABASE: u32 = 20;
/// The seed of the random numbers.
const NUMBERS: u64 = 11;

/// Writes, removes and verifies until it is killed.
pub(crate) async fn run(place: Place) {
    let journal = place.open(SystemRandom).await;
    say(&Said::Opened);
    join3(write(&*journal), remove(&*journal), verify(&*journal)).await;
}

async fn verify(journal: &dyn Journal) {
    loop {
        let mut checked = 0;
        let found = verify_with(journal, None, |progress| {
            checked = progress.checked();
            ControlFlow::Continue(())
        });
        let found = found.await.expect("the journal can be read").expect("it was not ended early");
        assert!(found.is_whole(), "{found:?}");
        say(&Said::Verified(checked.max(found.entries)));
    }
}

async fn write(journal: &dyn Journal) {
    loop {
        let event = |number: u64| {
            let says = TurnStartedEvent::new(Some(format!("Count {number} coins.")));
            NewEvent::new(format!("s{}", number % 3), SystemClock.now(), Event::TurnStarted(says))
        };
        journal.append((0..AT_ONCE).map(event).collect()).await.expect("the journal can be written");
        // Others may have written more.
        say(&Said::Written(journal.head().await.expect("the journal can be read").number));
    }
}

async fn remove(journal: &dyn Journal) {
    loop {
        let head = journal.head().await.expect("the journal can be read").number;
        let through = head.saturating_sub(KEPT);
        let removed = journal.prune_through(through, "too old").await.expect("the journal can be written");
        if removed > 0 {
            say(&Said::Removed(through));
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// What the processes said until they were killed.
#[derive(Default)]
struct Report {
    kills: u32,
    written: u64,
    removals: u64,
    verified: u64,
}

/// Kills the wanted number of processes, each at any moment. Afterwards the journal is whole, nothing that was written and
/// not removed is lost, and nothing that was removed is there.
pub(crate) fn kill_many(name: &str, new_place: impl Fn() -> Option<Place>) {
    let began = Instant::now();
    let dice = Dice(SeededRandom::new(NUMBERS));
    let mut report = Report::default();
    let kills = kills() / OF_ALL_KILLS;
    while report.kills < kills {
        let Some(place) = new_place() else { return };
        let mut known = None;
        for _ in 0..OF_ONE_DATABASE.min(kills - report.kills) {
            let (written, removed) = kill(&place, &dice, &mut report);
            block_on(place.wait_until_closed());
            known = Some(block_on(look(&place, known.as_ref(), written, removed)));
        }
        report.written += known.map_or(0, |head| head.number);
    }
    println!("{name}: {report}, {:.1} s", began.elapsed().as_secs_f64());
    // A few processes may all be killed before they remove anything.
    assert!(kills < 20 || (report.removals > 0 && report.verified > 0), "{report}");
}

/// Starts a process and kills it: the last entry that it wrote, and the last that it removed.
fn kill(place: &Place, dice: &Dice, report: &mut Report) -> (u64, u64) {
    let mut process = Process::start(&Order::Retention(place.clone()));
    process.wait_for(|said| *said == Said::Opened);
    process.is_done_by(Instant::now() + Duration::from_millis(dice.below(600)));
    report.kills += 1;
    let (mut written, mut removed) = (0, 0);
    for said in process.kill() {
        match said {
            Said::Written(entry) => written = entry,
            Said::Removed(entry) => {
                report.removals += 1;
                removed = entry;
            }
            Said::Verified(entries) => report.verified += entries,
            _ => {}
        }
    }
    (written, removed)
}

/// Checks the journal; its head.
async fn look(place: &Place, known: Option<&ChainHead>, written: u64, removed: u64) -> ChainHead {
    let journal = place.open(SystemRandom).await;
    let found = journal.verify(known).await.expect("the journal can be read");
    let head = journal.head().await.expect("the journal can be read");
    assert!(found.is_whole(), "{found:?}");
    assert!(head.number >= written, "{written} entries were written, and {} are there", head.number);
    let pruned = found.pruned_through;
    assert!(pruned >= removed, "{removed} entries were removed, and {pruned} are gone");
    let events = journal.read(&EventFilter::default()).await.expect("the journal can be read");
    let numbers: Vec<_> = events.iter().map(|record| record.entry).collect();
    assert_eq!(numbers, (pruned + 1..=head.number).collect::<Vec<_>>());
    head
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kills, written, removals, verified } = self;
        write!(
            f,
            "{kills} processes killed, {written} entries written, {removals} removals, {verified} entries verified"
        )
    }
}
