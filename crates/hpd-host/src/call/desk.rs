//! Where calls are answered, and by whom they are made.

use hpd_runtime::{RawCall, TurnContext};

use super::journaled::JournalHandle;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// Where a call is answered.
#[derive(Clone, Copy)]
pub(super) struct Desk<'a> {
    pub(super) toolbox: &'a Toolbox,
    pub(super) session: &'a Session,
    pub(super) turn: &'a TurnContext,
    /// The journal's handle of the call, if there is a journal.
    pub(super) journal: Option<&'a JournalHandle>,
}

/// Who calls, and on whose behalf.
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
