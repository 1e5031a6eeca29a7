//! Reads a bomb, and measures how long it takes and how much memory.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hpd_runtime::__private::SchemaPlan;
use hpd_runtime::args::{Leniency, Limits, Reading, StopReason};
use peak_alloc::PeakAlloc;
use serde_json::Value;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Memory is counted for the whole program, so that bombs go off one at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Maximum time of a bomb. The table's bombs take some ten milliseconds on an idle machine. Other programs may use the
/// processors, and unoptimised code takes twenty times as long. Even then the time is bounded.
const LONGEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 100 });

/// Bytes that may be taken beside the text: eight times as many as a text may have.
const MAX: usize = 8 * 256 * 1024;

/// Times that a bomb is read until it was quick enough: other programs run beside this one.
const TRIES: usize = 10;

/// A text that costs much, unless it is read with care.
pub(crate) struct Bomb {
    /// For the table.
    pub(crate) name: &'static str,
    pub(crate) schema: Value,
    pub(crate) text: String,
    /// The answer under `safe`: `accepted`, or the first error, then the number of errors or warnings.
    pub(crate) answer: String,
}

/// Builds bombs, and lets them go off one after the other.
pub(crate) fn explode(bombs: impl FnOnce() -> Vec<Bomb>) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut wrong = Vec::new();
    for bomb in bombs() {
        let plan = SchemaPlan::new(&bomb.schema, Limits::default()).expect("the schema is right");
        for leniency in [Leniency::Strict, Leniency::Lenient] {
            wrong.extend(measure(&bomb, &plan, leniency).1);
        }
        let (answer, excess) = measure(&bomb, &plan, Leniency::Safe);
        wrong.extend(excess);
        if answer != bomb.answer {
            wrong.push(format!("{}: {answer}", bomb.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The answer to a bomb, and its excess of time or memory.
fn measure(bomb: &Bomb, plan: &SchemaPlan, leniency: Leniency) -> (String, Option<String>) {
    let reading = Reading { leniency, writes: false, stop_reason: StopReason::Unknown };
    let (mut quickest, mut answer, mut peak) = (Duration::MAX, String::new(), 0);
    for _ in 0..TRIES {
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let start = Instant::now();
        let read = plan.read(&bomb.text, &reading);
        quickest = quickest.min(start.elapsed());
        peak = MEMORY.peak_usage().saturating_sub(before);
        answer = match read {
            Ok(accepted) => format!("accepted, {} warnings", accepted.warnings.len()),
            Err(response) => {
                let first = &response.errors[0];
                let count = response.errors.len() + response.more_errors;
                format!("{} {}, {count} errors", first.error_code, first.error_message)
            }
        };
        if quickest <= LONGEST && cfg!(debug_assertions) {
            break;
        }
    }
    println!(
        "| {} | {leniency:?} | {} | {:.2} | {} | {} |",
        bomb.name,
        bomb.text.len(),
        quickest.as_secs_f64() * 1000.0,
        peak.div_ceil(1024),
        answer,
    );
    let excess = (quickest > LONGEST || peak > MAX)
        .then(|| format!("{} under {leniency:?}: {quickest:?}, {peak} bytes", bomb.name));
    (answer, excess)
}
