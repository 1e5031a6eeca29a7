//! A journal in memory.

use crate::events::EventHub;

/// A journal in the memory of one process: for tests, and for programs that keep nothing. It is gone when the process ends.
#[derive(Debug, Default)]
pub struct MemoryJournal {
    hub: EventHub,
}
