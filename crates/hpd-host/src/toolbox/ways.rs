//! The choices of one turn: by the turn itself, else by its session, else by the toolbox.

use hpd_runtime::TurnContext;
use hpd_runtime::list::{Access, ListMode, LongResults};

use super::Toolbox;
use crate::session::Session;
use crate::visibility::VisibilityPolicy;

/// The choices of one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ways {
    /// The tools that calls reach.
    pub(crate) access: Access,
    /// The kind of list.
    pub(crate) list: ListMode,
    /// How long results are read, if the host chose.
    pub(crate) results: Option<LongResults>,
}

impl Ways {
    /// Those of a toolbox, where neither turn nor session choose.
    pub(super) fn of_toolbox(policy: &VisibilityPolicy) -> Self {
        Self::new(Access::Expanded, policy.list, None)
    }

    /// A flat or native list has tools without an expansion, so they are called without one.
    #[inline]
    fn new(access: Access, list: ListMode, results: Option<LongResults>) -> Self {
        let is_open = matches!(list, ListMode::Flat | ListMode::Native);
        Self { access: if is_open { Access::Open } else { access }, list, results }
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
        self.ways_of(session, turn) == self.ways
    }

    #[inline]
    pub(super) fn ways_of(&self, session: &Session, turn: &TurnContext) -> Ways {
        let access = turn.access.or_else(|| session.access());
        let list = turn.list.or_else(|| session.list_mode());
        let list = list.unwrap_or(self.visibility().list);
        Ways::new(access.unwrap_or_default(), list, turn.long_results)
    }

    /// Whether a list has the tool that reads long results from the start.
    pub(crate) fn lists_results(&self) -> bool {
        let Ways { list, results, .. } = self.ways;
        list == ListMode::Native || (list == ListMode::Flat && results == Some(LongResults::Listed))
    }

    /// Whether calls reach tools without an expansion.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.ways.access == Access::Open
    }
}
