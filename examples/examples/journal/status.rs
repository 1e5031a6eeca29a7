//! The status of a call so far.

use std::fmt;
use std::str::FromStr;

use hpd_examples::reading::Colour;
use hpd_host::approval::CallState;
use hpd_host::events::{Event, ResultStatus, ValidationStatus};

/// The status of a call so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// The model made it.
    Called,
    /// The user is asked.
    Asked,
    /// The user approved it.
    Approved,
    /// It runs; or it did when the program ended.
    Running,
    /// It ran at the client, or its end comes later.
    Forwarded,
    Ok,
    Error,
    Unknown,
    Rejected,
    Cancelled,
    Blocked,
    Expired,
}

impl Status {
    const ALL: [Self; 12] = [
        Self::Called,
        Self::Asked,
        Self::Approved,
        Self::Running,
        Self::Forwarded,
        Self::Ok,
        Self::Error,
        Self::Unknown,
        Self::Rejected,
        Self::Cancelled,
        Self::Blocked,
        Self::Expired,
    ];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Called => "called",
            Self::Asked => "asked",
            Self::Approved => "approved",
            Self::Running => "running",
            Self::Forwarded => "forwarded",
            Self::Ok => "ok",
            Self::Error => "error",
            Self::Unknown => "unknown",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
            Self::Blocked => "blocked",
            Self::Expired => "expired",
        }
    }

    /// Whether nothing more is to come.
    pub(crate) const fn is_over(self) -> bool {
        !matches!(self, Self::Called | Self::Asked | Self::Approved | Self::Running | Self::Forwarded)
    }

    pub(crate) const fn colour(self) -> Colour {
        match self {
            Self::Ok => Colour::Green,
            Self::Error | Self::Unknown => Colour::Red,
            Self::Blocked | Self::Rejected | Self::Asked => Colour::Yellow,
            _ => Colour::Grey,
        }
    }

    /// The status of a call after one of its events; `None` if nothing changes.
    pub(crate) fn after(event: &Event) -> Option<Self> {
        Some(match event {
            Event::ToolCall(_) => Self::Called,
            // The question comes next, and the call is not over.
            Event::WriteValidation(check) if check.asks_user => Self::Asked,
            Event::WriteValidation(check) if check.status == ValidationStatus::Blocked => Self::Blocked,
            Event::AskUser(_) | Event::Mcq(_) => Self::Asked,
            Event::Decision(decision) => match decision.state {
                CallState::Approved => Self::Approved,
                CallState::Rejected => Self::Rejected,
                // Another call replaces it; the next events are about that one.
                CallState::Cancelled if decision.verdict == "replaced" => return None,
                CallState::Cancelled => Self::Cancelled,
                CallState::Expired => Self::Expired,
                _ => return None,
            },
            Event::ToolStarted(_) => Self::Running,
            Event::ToolResult(result) => match result.status {
                ResultStatus::Error if result.validation_status == Some(ValidationStatus::Blocked) => {
                    Self::Blocked
                }
                ResultStatus::Ok => Self::Ok,
                ResultStatus::Error => Self::Error,
                ResultStatus::Unknown => Self::Unknown,
                ResultStatus::Rejected => Self::Rejected,
                ResultStatus::Cancelled => Self::Cancelled,
                ResultStatus::Blocked => Self::Blocked,
                ResultStatus::Expired => Self::Expired,
                ResultStatus::Forwarded => Self::Forwarded,
            },
            _ => return None,
        })
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|status| status.as_str() == text).ok_or_else(|| {
            let all = Self::ALL.map(Self::as_str).join(", ");
            format!("a status is one of {all}")
        })
    }
}
