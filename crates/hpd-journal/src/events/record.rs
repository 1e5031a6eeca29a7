//! Stored events, with their numbers.

use serde::{Deserialize, Serialize};

use super::Event;
use crate::system::Timestamp;

/// An event to store.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct NewEvent {
    /// The session's id.
    pub session: String,
    /// The id of the turn.
    pub turn: Option<String>,
    /// The provider's id of the call: an external value. A toolbox replaces U+0000 in it by U+FFFD, since some
    /// databases can't store U+0000.
    pub call_id: Option<String>,
    /// The id of the principal on whose behalf it happened, if it is known.
    pub principal: Option<String>,
    /// The tenant of the principal.
    pub tenant: Option<String>,
    /// When it happened.
    pub at: Timestamp,
    /// The event.
    pub event: Event,
}

/// An external id in a form that every database can store.
pub fn id_to_keep(id: &str) -> String {
    id.replace('\0', "\u{fffd}")
}

/// An event that is kept. As JSON:
/// `{"entry":17,"session":"s1","seq":3,"turn":"..","call_id":"..","principal":"..","tenant":"..","at":1767225600000,
/// "type":"tool_result","data":{..}}`. Unknown keys of `turn` to `tenant` are absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EventRecord {
    /// Its number in the journal, from 1; all sessions together.
    pub entry: u64,
    /// The session's id.
    pub session: String,
    /// Its number in the session, from 1 and without gaps.
    pub seq: u64,
    /// The id of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The provider's id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_id: Option<String>,
    /// The id of the principal on whose behalf it happened, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub principal: Option<String>,
    /// The tenant of the principal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tenant: Option<String>,
    /// When it happened: milliseconds since the Unix epoch.
    pub at: Timestamp,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}
