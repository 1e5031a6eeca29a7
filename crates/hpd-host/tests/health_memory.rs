//! How much memory the figures of a journal take. It is a program of its own, since memory is counted for all of it.

use hpd_host::events::{Event, EventRecord, ResultStatus, ToolResultEvent};
use hpd_host::journal::health::{HealthBuilder, MAX_NAMES, MAX_ROOM, Period};
use hpd_host::system::Timestamp;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A result of a function, whose name is as long as names are kept.
fn result(function: usize) -> EventRecord {
    // Hundreds of lengths, so that those of all functions in an hour take memory too.
    let duration_ms = 2_f64.powf(f64::from(u32::try_from(function % 688).unwrap()) / 16.0 - 11.0);
    let result = ToolResultEvent::new(format!("{function:0128}"), true, ResultStatus::Ok, false)
        .attempts(1)
        .duration_ms(Some(duration_ms));
    EventRecord::new(1, "s", 1, Timestamp::from_millis(0), Event::ToolResult(result))
}

#[test]
fn functions_in_many_periods_take_no_more_memory_than_their_room() {
    let mut results: Vec<_> = (0..MAX_NAMES).map(result).collect();
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let mut builder = HealthBuilder::new(Period::Hour);
    for hour in 0..250 {
        for result in &mut results {
            result.at = Timestamp::from_millis(hour * Period::Hour.as_millis());
            builder.add(result);
        }
    }
    let health = builder.finish();
    let bytes = MEMORY.peak_usage() - before;
    assert!(health.has_older_periods, "the room is full");
    assert!(bytes <= MAX_ROOM, "{bytes} bytes");
}
