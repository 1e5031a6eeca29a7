//! A session as JSON: `{"version":1,"expanded":["Math","Skills.quick"]}`.

use std::fmt;
use std::sync::Arc;

use hpd_journal::__private::parse_trusted;
use hpd_journal::pending::PendingId;
use hpd_runtime::__private::WrittenValue;
use hpd_runtime::args::{CallOrigin, Caller};
use hpd_runtime::spec::QualifiedId;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::journal_turn::JournalTurn;
use super::owner_state::PermissionChange;
use super::user::SessionId;
use super::{AwaitedCall, Expansions, ForwardedCalls, MessageMark, OwnerStates, Seen, Session, State};
use crate::approval::{GrantedPermission, Permission};

/// The form that this program writes and reads.
const VERSION: u64 = 1;

/// Why a stored session can't be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SessionError {
    /// It is not a JSON text.
    NotJson,
    /// It is JSON of another form.
    Form {
        /// The key that is wrong; empty for the text as a whole.
        key: &'static str,
        /// The expected form.
        expected: &'static str,
    },
    /// Another version of the program wrote it.
    Version {
        /// The version.
        found: u64,
    },
    /// The text has no seal, or none of a key of the ring on this text.
    Seal,
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson => f.write_str("the stored session is not JSON"),
            Self::Form { key: "", expected } => write!(f, "the stored session must be {expected}"),
            Self::Form { key, expected } => write!(f, "`{key}` of the stored session must be {expected}"),
            Self::Seal => f.write_str("the stored session has no seal of a known key"),
            Self::Version { found } => write!(
                f,
                "the stored session has version {found}, and this program reads version {VERSION}: read it with the program that wrote it"
            ),
        }
    }
}

impl std::error::Error for SessionError {}

/// The trust in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Anybody may have written it.
    Outside,
    /// The host sealed it.
    Sealed,
}

/// The stored form.
#[derive(Serialize)]
struct Stored<'a> {
    version: u64,
    /// Left out while there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// In the order of expansion.
    expanded: Vec<&'a QualifiedId>,
    /// Those of `expanded` that came from a text without a seal: in texts with one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claimed: Vec<&'a QualifiedId>,
    /// The least recently used first; left out where that is the order of expansion.
    #[serde(skip_serializing_if = "Option::is_none")]
    by_use: Option<Vec<&'a QualifiedId>>,
    /// The calls that wait for their results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waiting: Vec<StoredCall<'a>>,
    /// The permissions and denials of users.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    permissions: Vec<GrantedPermission>,
    /// The mark of the user's last message, in hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// The turn, if the journal has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
}

/// A call that waits for its result.
#[derive(Serialize)]
struct StoredCall<'a> {
    call_id: &'a str,
    tool_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    caller: Option<&'a str>,
    tool: &'a QualifiedId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pending: Option<&'a PendingId>,
}

impl Session {
    /// The session as a JSON text.
    pub fn to_json(&self) -> String {
        // All keys are strings, so that nothing can fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Restores a session from [`to_json`](Self::to_json), without trust in the text: it grants nothing.
    ///
    /// Permissions, counts and open questions come from the store, by session id and principal. Denials in the text hold.
    /// An expanded skill stays expanded, and allows nothing until it is expanded again.
    /// A forwarded call is completed only by its owner. Anybody who can choose the text can choose the session's id:
    /// without principals, use ids that are not guessable, or [`from_signed`](Self::from_signed). Unknown tool ids are
    /// kept; unknown keys are ignored.
    ///
    /// # Errors
    ///
    /// The text is not JSON, has another form, or another version.
    pub fn from_json(text: &str) -> Result<Self, SessionError> {
        Self::parse(text, Origin::Outside)
    }

    pub(super) fn parse(text: &str, origin: Origin) -> Result<Self, SessionError> {
        parse_session(&parse_trusted(text).map_err(|_| SessionError::NotJson)?.to_value(), origin)
    }
}

/// A session for a seal. A text without one claims all that is in it.
pub(super) struct Sealed<'s>(pub(super) &'s Session);

impl Serialize for Session {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_with(serializer, false)
    }
}

impl Serialize for Sealed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_with(serializer, true)
    }
}

impl Session {
    fn serialize_with<S: Serializer>(&self, serializer: S, with_claims: bool) -> Result<S::Ok, S::Error> {
        let seen = self.seen();
        let (expanded, by_use) = (seen.expansions.in_order(), seen.expansions.by_use());
        let by_use = (by_use != expanded).then_some(by_use);
        let waiting = self.waiting_calls();
        let waiting = waiting.iter().map(stored_call).collect();
        let permissions = self.owner_states().all();
        let message = Some(self.message().hash()).filter(|hash| *hash != 0);
        let message = message.map(|hash| format!("{hash:016x}"));
        let turn = self.journal_turn().current();
        let claimed = if with_claims { seen.expansions.claimed() } else { Vec::new() };
        Stored {
            version: VERSION,
            id: self.id(),
            expanded,
            claimed,
            by_use,
            waiting,
            permissions,
            message,
            turn,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Session {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse_session(&WrittenValue::deserialize(deserializer)?.0, Origin::Outside).map_err(D::Error::custom)
    }
}

fn parse_session(value: &Value, origin: Origin) -> Result<Session, SessionError> {
    let Value::Object(members) = value else {
        return Err(SessionError::Form { key: "", expected: "a JSON object" });
    };
    match members.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(found) => return Err(SessionError::Version { found }),
        None => return Err(SessionError::Form { key: "version", expected: "a whole number" }),
    }
    let claimed = members.get("claimed").map_or(Ok(Vec::new()), |ids| parse_ids(Some(ids), "claimed"))?;
    let is_claimed = |id: &QualifiedId| origin == Origin::Outside || claimed.contains(id);
    let mut expansions = Expansions::from_order(parse_ids(members.get("expanded"), "expanded")?, is_claimed);
    if let Some(by_use) = members.get("by_use") {
        for container in parse_ids(Some(by_use), "by_use")? {
            expansions.touch(&container);
        }
    }
    let forwarded = ForwardedCalls::from_list(parse_waiting(members.get("waiting"), origin)?);
    let id = parse_session_id(members.get("id"))?;
    // Without an id, each copy of the text would have the permissions anew.
    let can_allow = origin == Origin::Sealed && id.get().is_some();
    let changes = parse_permissions(members.get("permissions"), can_allow)?;
    let message = parse_message(members.get("message"))?;
    let journal_turn = parse_turn(members.get("turn"))?;
    let seen = Seen { expansions, ..Seen::default() }.into();
    let has_id = id.get().is_some();
    let (after_call, owner_states) = (has_id.into(), OwnerStates::of_stored(has_id, changes));
    let state =
        State { seen, forwarded, id, after_call, owner_states, message, journal_turn, ..State::default() };
    Ok(Session::of(state))
}

fn parse_ids(value: Option<&Value>, key: &'static str) -> Result<Vec<QualifiedId>, SessionError> {
    let ids = value.and_then(Value::as_array).and_then(|ids| {
        ids.iter().map(|id| id.as_str().map(|id| QualifiedId::new(None, id))).collect::<Option<Vec<_>>>()
    });
    ids.ok_or(SessionError::Form { key, expected: "a list of the ids of containers" })
}

fn parse_session_id(value: Option<&Value>) -> Result<SessionId, SessionError> {
    match value {
        None => Ok(SessionId::default()),
        Some(Value::String(id)) => Ok(SessionId::given(id.as_str())),
        Some(_) => Err(SessionError::Form { key: "id", expected: "a text" }),
    }
}

fn parse_turn(value: Option<&Value>) -> Result<JournalTurn, SessionError> {
    match value {
        None => Ok(JournalTurn::default()),
        Some(Value::String(id)) => Ok(JournalTurn::told_as(id.as_str())),
        Some(_) => Err(SessionError::Form { key: "turn", expected: "a text" }),
    }
}

/// Unreadable permissions refuse the whole session, since denials must not be lost. A text from outside can only deny and
/// ask. The store takes each permission of a sealed text once, by its id.
fn parse_permissions(value: Option<&Value>, can_allow: bool) -> Result<Vec<PermissionChange>, SessionError> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let stored: Result<Vec<GrantedPermission>, _> = serde_json::from_value(value.clone());
    let stored =
        stored.map_err(|_| SessionError::Form { key: "permissions", expected: "a list of permissions" })?;
    let holds = |granted: &GrantedPermission| {
        granted.permission() != Permission::Allow || (can_allow && granted.id().is_some())
    };
    let all = stored.len();
    let changes: Vec<_> = stored.into_iter().filter(holds).map(PermissionChange::Restored).collect();
    let dropped = all - changes.len();
    if dropped > 0 {
        tracing::debug!(target: "hpd::session", dropped, "permissions come from the store, not from a session's text");
    }
    Ok(changes)
}

fn parse_message(value: Option<&Value>) -> Result<MessageMark, SessionError> {
    let Some(value) = value else { return Ok(MessageMark::default()) };
    let hash = value.as_str().and_then(|digits| u64::from_str_radix(digits, 16).ok());
    hash.map(MessageMark::stored)
        .ok_or(SessionError::Form { key: "message", expected: "16 hexadecimal digits" })
}

fn stored_call(call: &AwaitedCall) -> StoredCall<'_> {
    StoredCall {
        call_id: &call.call_id,
        tool_name: &call.tool_name,
        caller: call.origin.as_ref().and_then(|origin| Some(origin.caller.as_ref()?.json())),
        tool: &call.tool,
        pending: call.pending.as_ref(),
    }
}

fn parse_waiting(value: Option<&Value>, origin: Origin) -> Result<Vec<AwaitedCall>, SessionError> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let waiting = value
        .as_array()
        .and_then(|calls| calls.iter().map(|call| parse_waiting_call(call, origin)).collect());
    waiting.ok_or(SessionError::Form { key: "waiting", expected: "a list of calls" })
}

fn parse_waiting_call(call: &Value, origin: Origin) -> Option<AwaitedCall> {
    let text = |key: &str| call.get(key)?.as_str();
    Some(AwaitedCall {
        call_id: text("call_id")?.into(),
        tool_name: text("tool_name")?.into(),
        tool: QualifiedId::new(None, text("tool")?),
        warnings: Vec::new(),
        pending: text("pending").map(PendingId::new),
        origin: text("caller").and_then(Caller::parse).map(|caller| Arc::new(CallOrigin::new().by(caller))),
        is_from_outside: origin == Origin::Outside,
    })
}
