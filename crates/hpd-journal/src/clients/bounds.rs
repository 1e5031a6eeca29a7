//! The records of a run or a message.

use crate::events::{Event, EventRecord};

/// The records of a run or a message.
#[derive(Debug)]
pub(super) enum Bounds {
    /// Begun by a record: the records of a turn, and late ones while it is open.
    Turn {
        session: String,
        /// The turn, if the journal has one.
        turn: Option<String>,
    },
    /// Begun by the host: all records of a session, until the host ends it. The first record decides the session.
    Host {
        /// The session, once it is known.
        session: Option<String>,
    },
}

impl Bounds {
    /// Begun by a record.
    pub(super) fn of_turn(record: &EventRecord) -> Self {
        Self::Turn { session: record.session.clone(), turn: record.turn.clone() }
    }

    /// Begun by the host.
    pub(super) const fn of_host() -> Self {
        Self::Host { session: None }
    }

    /// Whether a record belongs to it.
    pub(super) fn take(&mut self, record: &EventRecord) -> bool {
        match self {
            Self::Turn { session, turn } => !begins_other_turn(record, session, turn.as_deref()),
            Self::Host { session } => {
                *session.get_or_insert_with(|| record.session.clone()) == record.session
            }
        }
    }
}

/// Whether a record begins another turn than this one of this session. Only a user message or a call begins a turn.
/// Other records of another turn come late, from a resumed call.
fn begins_other_turn(record: &EventRecord, session: &str, turn: Option<&str>) -> bool {
    if record.session != session {
        return true;
    }
    let is_same = record.turn.as_deref() == turn;
    match record.event {
        Event::TurnStarted(_) => !is_same || turn.is_none(),
        Event::ToolCall(_) => !is_same && record.turn.is_some(),
        _ => false,
    }
}
