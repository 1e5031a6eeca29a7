//! What the rooms of a call know of the journal that is told of it. It goes with the turn, as one of the host's own values does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use hpd_runtime::TurnContext;

/// A call that a journal is told of.
#[derive(Debug)]
pub(in super::super) struct CallTrace {
    turn: Option<String>,
    began: Instant,
    is_recorded: AtomicBool,
}

impl CallTrace {
    pub(super) fn new(turn: Option<String>) -> Self {
        Self { turn, began: Instant::now(), is_recorded: AtomicBool::new(false) }
    }

    /// The trace of the call that is made in a turn, if a journal is told of it.
    pub(in super::super) fn of(turn: &TurnContext) -> Option<&Self> {
        turn.extensions.get()
    }

    /// The id of the turn in the journal.
    pub(in super::super) fn turn(&self) -> Option<&str> {
        self.turn.as_deref()
    }

    /// Microseconds since the call began.
    pub(in super::super) fn elapsed_us(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// The call is stored: from now on the journal tells of it itself.
    pub(in super::super) fn note_recorded(&self) {
        self.is_recorded.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_recorded(&self) -> bool {
        self.is_recorded.load(Ordering::Relaxed)
    }
}
