//! The points at which a process waits to be killed.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use hpd_host::system::{Random, RandomError, SystemRandom};

use crate::said::{Said, say};

/// All points, in the order in which a write that is asked about comes across them.
pub(crate) const POINTS: [&str; 16] = [
    "before post",
    "after post",
    "before insert",
    "after insert",
    "before decide",
    "after decide",
    "before claim",
    "after claim",
    "before the effect",
    "after the effect",
    "before finish",
    "after finish",
    "before append",
    "after append",
    IN_TRANSACTION,
    IN_BATCH,
];

/// Between two entries of one transaction.
pub(crate) const IN_TRANSACTION: &str = "in a transaction";

/// The same, when all sessions wait to be written, and so are written together.
pub(crate) const IN_BATCH: &str = "in a batch";

/// Where this process waits to be killed.
static STOP: OnceLock<Stop> = OnceLock::new();

struct Stop {
    point: String,
    /// How often the point is still to be reached.
    left: AtomicU32,
}

/// From now on this process stops where the point is reached for the `nth` time.
pub(crate) fn stop_at(point: String, nth: u32) {
    assert!(POINTS.contains(&&*point), "no such point: {point}");
    assert!(STOP.set(Stop { point, left: AtomicU32::new(nth) }).is_ok(), "a process stops at one point");
}

/// So many entries before it stops in a batch, the journal is held up until all sessions wait. They have as many to be
/// written together.
const GATHERED: u32 = 6;

/// Lets all sessions come to where they wait for the journal, if this is where they are to.
fn gather() {
    let stop = STOP.get().filter(|stop| stop.point == IN_BATCH);
    if stop.is_some_and(|stop| stop.left.load(Ordering::SeqCst) == GATHERED) {
        thread::sleep(Duration::from_millis(50));
    }
}

/// Waits to be killed, if this is where.
pub(crate) fn reach(point: &str) {
    let Some(stop) = STOP.get().filter(|stop| stop.point == point) else { return };
    if stop.left.fetch_sub(1, Ordering::SeqCst) == 1 {
        say(&Said::At(point.to_owned()));
        wait_to_be_killed();
    }
}

/// Blocks this thread, and all threads that wait for it.
pub(crate) fn wait_to_be_killed() -> ! {
    loop {
        thread::park();
    }
}

/// The random bytes of a journal. It takes them for each entry, when it has begun a transaction and not ended it.
pub(crate) struct StoppingRandom;

impl Random for StoppingRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        gather();
        reach(IN_TRANSACTION);
        reach(IN_BATCH);
        SystemRandom.fill(bytes)
    }
}
