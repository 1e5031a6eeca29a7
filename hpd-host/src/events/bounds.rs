//! Which records a run or a message is made of.

use super::{Event, EventRecord};

/// Which records a run or a message is made of.
#[derive(Debug)]
pub(super) enum Bounds {
    /// A record began it: those of a turn, and what comes late while it is open.
    Turn {
        session: String,
        /// The turn, if the journal has one.
        turn: Option<String>,
    },
    /// The host began it: those of a session, whatever the turn is, until the host ends it. The first one says which session.
    Host {
        /// The session, once it is known.
        session: Option<String>,
    },
}

impl Bounds {
    /// Those of what a record begins.
    pub(super) fn of_turn(record: &EventRecord) -> Self {
        Self::Turn { session: record.session.clone(), turn: record.turn.clone() }
    }

    /// Those of what the host begins.
    pub(super) const fn of_host() -> Self {
        Self::Host { session: None }
    }

    /// Whether a record is told in it.
    pub(super) fn take(&mut self, record: &EventRecord) -> bool {
        match self {
            Self::Turn { session, turn } => !begins_other_turn(record, session, turn.as_deref()),
            Self::Host { session } => {
                *session.get_or_insert_with(|| record.session.clone()) == record.session
            }
        }
    }
}

/// Whether a record begins another turn than this one of this session. A turn begins with the user's message or with a call; whatever
/// else is of another turn comes late, when a call of that turn goes on.
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
