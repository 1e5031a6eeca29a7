//! Where the questions of a turn go to.

use hpd_runtime::TurnContext;

/// Where the questions of a turn go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuestionChannel<'a> {
    /// The user is asked while the turn lasts.
    Here,
    /// The user answers at this place.
    Elsewhere(&'a str),
    /// The user can't be asked.
    Nowhere,
}

impl<'a> QuestionChannel<'a> {
    pub(crate) fn of(turn: &'a TurnContext) -> Self {
        match &turn.answer_at {
            _ if turn.can_ask => Self::Here,
            Some(place) => Self::Elsewhere(place),
            None => Self::Nowhere,
        }
    }

    /// The place, if the user answers elsewhere.
    pub(crate) const fn place(self) -> Option<&'a str> {
        match self {
            Self::Elsewhere(place) => Some(place),
            Self::Here | Self::Nowhere => None,
        }
    }
}
