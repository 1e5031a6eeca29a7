//! The purpose of a process.

use std::env;

use serde::{Deserialize, Serialize};

use crate::place::Place;

/// The variable that gives a process its order. Where it is not set, the tests run.
pub(crate) const ORDER: &str = "HPD_CRASH_ORDER";

/// The work of a process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Order {
    /// Recovers the calls of earlier processes, and makes calls.
    Script(ScriptOrder),
    /// Carries out the tasks that it reads, one per line.
    Desk(Place),
    /// Makes as many calls as it can.
    Load(LoadOrder),
    /// Writes, removes the oldest entries, and verifies in slices, all at once.
    Retention(Place),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ScriptOrder {
    pub(crate) place: Place,
    /// The how manieth process it is: ids of calls begin with it.
    pub(crate) round: u32,
    /// How many sessions there are at once.
    pub(crate) sessions: u32,
    /// Whether it makes calls with secrets. The user's messages about them are erased, and then the write-ahead log of
    /// SQLite is emptied.
    pub(crate) has_secrets: bool,
    /// Where it waits to be killed, and the how manieth time it comes there.
    pub(crate) stop: Option<(String, u32)>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LoadOrder {
    /// `None`: without a journal.
    pub(crate) place: Option<Place>,
    pub(crate) calls: usize,
    pub(crate) sessions: usize,
}

impl Order {
    /// The order of this process.
    pub(crate) fn of_this_process() -> Option<Self> {
        let order = env::var(ORDER).ok()?;
        Some(serde_json::from_str(&order).expect("it was written by the process that started this one"))
    }

    pub(crate) fn as_text(&self) -> String {
        serde_json::to_string(self).expect("it can be written")
    }
}
