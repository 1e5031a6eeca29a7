//! The surroundings of a call: toolbox, session, turn and journal handle.

use hpd_runtime::{RawCall, TurnContext};

use super::journaled::JournalHandle;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// The toolbox, session and turn in which a call runs.
#[derive(Clone, Copy)]
pub(super) struct Desk<'a> {
    pub(super) toolbox: &'a Toolbox,
    pub(super) session: &'a Session,
    pub(super) turn: &'a TurnContext,
    /// The journal's handle of the call, if there is a journal.
    pub(super) journal: Option<&'a JournalHandle>,
}

/// The same for a write that may outlive its caller.
pub(super) struct OwnDesk {
    toolbox: Toolbox,
    session: Session,
    turn: TurnContext,
    journal: Option<JournalHandle>,
}

impl OwnDesk {
    pub(super) fn of(desk: Desk<'_>) -> Self {
        let Desk { toolbox, session, turn, journal } = desk;
        Self {
            toolbox: toolbox.clone(),
            session: session.share(),
            turn: turn.clone(),
            journal: journal.cloned(),
        }
    }

    pub(super) const fn desk(&self) -> Desk<'_> {
        let Self { toolbox, session, turn, journal } = self;
        Desk { toolbox, session, turn, journal: journal.as_ref() }
    }
}

/// The origin of a call: its session, its turn and the raw call.
#[derive(Clone, Copy)]
pub(super) struct Caller<'a> {
    pub(super) session: &'a Session,
    pub(super) turn: &'a TurnContext,
    pub(super) raw: &'a RawCall,
    /// The journal's handle of the call, if there is a journal.
    pub(super) journal: Option<&'a JournalHandle>,
}

impl<'a> Desk<'a> {
    /// The caller of a call.
    pub(super) const fn caller(self, raw: &'a RawCall) -> Caller<'a> {
        let Self { session, turn, journal, .. } = self;
        Caller { session, turn, raw, journal }
    }
}
