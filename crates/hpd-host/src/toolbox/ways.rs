//! The choices of one turn: by the turn itself, else by its session, else by the toolbox.

use hpd_runtime::TurnContext;
use hpd_runtime::list::Access;

use super::Toolbox;
use crate::session::Session;

/// The choices of one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ways {
    /// The tools that calls reach.
    pub(crate) access: Access,
}

impl Ways {
    /// Those of a toolbox, where neither turn nor session choose.
    pub(super) const fn of_toolbox() -> Self {
        Self { access: Access::Expanded }
    }
}

impl Toolbox {
    /// Those of this view of the toolbox.
    #[inline]
    pub(crate) const fn ways(&self) -> Ways {
        self.ways
    }

    /// Whether a turn of a session may go as this view of the toolbox does.
    #[inline]
    pub(crate) fn goes_as(&self, session: &Session, turn: &TurnContext) -> bool {
        Self::ways_of(session, turn) == self.ways
    }

    #[inline]
    pub(super) fn ways_of(session: &Session, turn: &TurnContext) -> Ways {
        let access = turn.access.or_else(|| session.access());
        Ways { access: access.unwrap_or_default() }
    }

    /// Whether calls reach tools without an expansion.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.ways.access == Access::Open
    }
}
