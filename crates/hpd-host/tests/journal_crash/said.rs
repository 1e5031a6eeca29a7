//! The messages of a process to its parent, one per line. A message before the kill is a promise.

use std::io::Write;

use hpd_host::approval::{CallState, PendingId, PendingVerdict};
use serde::{Deserialize, Serialize};

/// A message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Said {
    /// The journal is open.
    Opened,
    /// The calls of earlier processes are recovered.
    Recovered,
    /// It waits at this point.
    At(String),
    /// A call is stored.
    Inserted(PendingId),
    /// Something is decided.
    Decided(PendingId, PendingVerdict),
    /// A call was taken to run.
    Claimed(PendingId),
    /// The end of a call is stored.
    Finished(PendingId, CallState),
    /// A call that ran when another process was killed is unknown from now on.
    Unknown(PendingId),
    /// A call that another process had approved, and not run, is run.
    Resumed(PendingId),
    /// A call of the model was answered, by the id that it gave it; whether it succeeded.
    Answered { call: String, is_success: bool },
    /// Entries up to this number are written.
    Written(u64),
    /// Entries up to this number are removed, on purpose.
    Removed(u64),
    /// So many entries were verified while others were written and removed, and nothing was wrong.
    Verified(u64),
    /// The answer to a task.
    Reply(String),
    /// Everything is done.
    Done,
}

/// Says it at once.
pub(crate) fn say(said: &Said) {
    let mut line = serde_json::to_string(said).expect("it can be written");
    line.push('\n');
    let mut output = std::io::stdout().lock();
    // The parent process may be gone: then the message is not needed.
    let _ = output.write_all(line.as_bytes()).and_then(|()| output.flush());
}

/// The message in a line; `None` if it was cut off, since the process was killed in the middle of it.
pub(crate) fn hear(line: &str) -> Option<Said> {
    serde_json::from_str(line).ok()
}
