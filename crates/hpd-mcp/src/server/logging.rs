//! Levels of log messages. The protocol advises against its log messages since 2026-07-28; older clients read them.
#![expect(deprecated, reason = "rmcp marks the types of a deprecated part of the protocol")]

use rmcp::model::{LoggingLevel, SetLevelRequestParams};

/// The request of a client that says how severe the messages have to be.
pub(super) type LevelRequest = SetLevelRequestParams;

/// How severe a message is, from 0.
pub(super) type Severity = u8;

/// The most severe level.
pub(super) const MOST_SEVERE: Severity = 7;

/// The levels, from the least severe one.
const LEVELS: [(&str, LoggingLevel); 8] = [
    ("debug", LoggingLevel::Debug),
    ("info", LoggingLevel::Info),
    ("notice", LoggingLevel::Notice),
    ("warning", LoggingLevel::Warning),
    ("error", LoggingLevel::Error),
    ("critical", LoggingLevel::Critical),
    ("alert", LoggingLevel::Alert),
    ("emergency", LoggingLevel::Emergency),
];

/// A level by its name; `None` for another text.
pub(super) fn severity_of(name: &str) -> Option<Severity> {
    LEVELS.iter().zip(0..).find(|((known, _), _)| *known == name).map(|(_, severity)| severity)
}

/// A level of the protocol.
pub(super) fn severity(level: LoggingLevel) -> Severity {
    LEVELS.iter().zip(0..).find(|((_, known), _)| *known == level).map_or(0, |(_, severity)| severity)
}

/// The level of a request.
pub(super) fn severity_in(request: &LevelRequest) -> Severity {
    severity(request.level)
}
