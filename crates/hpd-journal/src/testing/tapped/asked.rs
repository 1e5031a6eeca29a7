//! Requests to a store or journal, and its answers.

use crate::events::{EventRecord, NewEvent};
use crate::journal::{
    ChainHead, Compacted, Erasure, EventFilter, MissingEvents, RegisteredTool, SessionFilter, SessionSummary,
    Verification, VerifyProgress, VerifySlice,
};
use crate::pending::{
    CallState, Decided, Owner, PendingCall, PendingFilter, PendingId, PendingVerdict, SessionRecord,
    StoredOutcome,
};
use crate::system::Timestamp;

/// A request to a [`PendingStore`](crate::pending::PendingStore) or a [`Journal`](crate::journal::Journal): a variant
/// for each method, with its arguments.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Asked<'a> {
    /// To add this call.
    Insert(&'a PendingCall),
    /// For the call with this id.
    Get(&'a PendingId),
    /// To decide about a call, on behalf of a person or not. The row in the answer has the person.
    Decide(&'a PendingId, &'a PendingVerdict),
    /// To claim an approved call, in order to run it.
    Claim(&'a PendingId),
    /// To end a call that ran.
    Finish(&'a PendingId, CallState, &'a StoredOutcome),
    /// Expire: end calls past their time at this moment.
    Expire(Timestamp),
    /// For calls.
    List(&'a PendingFilter),
    /// For the session record of an owner.
    SessionRecord(&'a Owner),
    /// To write a session record.
    PutSessionRecord(&'a Owner, &'a SessionRecord),
    /// To write events.
    Append(&'a [NewEvent]),
    /// To queue events, which are written later.
    Post(&'a [NewEvent]),
    /// For events.
    Read(&'a EventFilter),
    /// For sessions.
    Sessions(&'a SessionFilter),
    /// For the events of a session that are missing between these numbers.
    Missing(&'a str, (u64, u64)),
    /// To record the list of tools.
    RegisterTools(&'a [RegisteredTool]),
    /// For the list of tools.
    RegisteredTools,
    /// For the end of the chain.
    Head,
    /// To look for damage.
    Verify(Option<&'a ChainHead>),
    /// To run a slice of a verification, of at most so many entries.
    VerifySlice(&'a VerifyProgress, u64),
    /// To erase contents, for this reason.
    Erase(&'a Erasure, &'a str),
    /// Prune: remove entries from before this moment, for this reason.
    Prune(Timestamp, &'a str),
    /// To remove entries up to this number, for this reason.
    PruneThrough(u64, &'a str),
    /// To make the files smaller.
    Compact,
}

impl Asked<'_> {
    /// The name of the method, for example `register_tools`.
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Insert(_) => "insert",
            Self::Get(_) => "get",
            Self::Decide(..) => "decide",
            Self::Claim(_) => "claim",
            Self::Finish(..) => "finish",
            Self::Expire(_) => "expire",
            Self::List(_) => "list",
            Self::SessionRecord(_) => "session_record",
            Self::PutSessionRecord(..) => "put_session_record",
            Self::Append(_) => "append",
            Self::Post(_) => "post",
            Self::Read(_) => "read",
            Self::Sessions(_) => "sessions",
            Self::Missing(..) => "missing",
            Self::RegisterTools(_) => "register_tools",
            Self::RegisteredTools => "registered_tools",
            Self::Head => "head",
            Self::Verify(_) => "verify",
            Self::VerifySlice(..) => "verify_slice",
            Self::Erase(..) => "erase",
            Self::Prune(..) => "prune",
            Self::PruneThrough(..) => "prune_through",
            Self::Compact => "compact",
        }
    }
}

/// The answer of a store or journal. A tap may change it before the caller gets it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Answered<'a> {
    /// It was done.
    Done,
    /// The call, if there is one to get or to claim.
    Call(&'a mut Option<PendingCall>),
    /// The result of a decision.
    Decided(&'a mut Decided),
    /// Whether the call was running, and is finished.
    Finished(&'a mut bool),
    /// Calls that were listed, or that `expire` ended.
    Calls(&'a mut Vec<PendingCall>),
    /// The session record, if there is one.
    Record(&'a mut Option<SessionRecord>),
    /// Whether a session record was written.
    Put(&'a mut bool),
    /// Events.
    Events(&'a mut Vec<EventRecord>),
    /// Sessions.
    Sessions(&'a mut Vec<SessionSummary>),
    /// Events that are missing.
    Missing(&'a mut MissingEvents),
    /// The list of tools.
    Tools(&'a mut Vec<RegisteredTool>),
    /// The end of the chain.
    Head(&'a mut ChainHead),
    /// The result.
    Verified(&'a mut Verification),
    /// The result of a slice.
    Slice(&'a mut VerifySlice),
    /// How many entries were erased or removed.
    Entries(&'a mut u64),
    /// The sizes of the files.
    Compacted(&'a mut Compacted),
}

impl Answered<'_> {
    /// The calls in it.
    pub fn calls(&mut self) -> &mut [PendingCall] {
        match self {
            Self::Call(call) => call.as_mut_slice(),
            Self::Decided(Decided::Done(call) | Decided::Repeated(call) | Decided::Conflict(call)) => {
                std::slice::from_mut(call)
            }
            Self::Calls(calls) => calls,
            Self::Done
            | Self::Decided(Decided::Missing)
            | Self::Finished(_)
            | Self::Record(_)
            | Self::Put(_)
            | Self::Events(_)
            | Self::Sessions(_)
            | Self::Missing(_)
            | Self::Tools(_)
            | Self::Head(_)
            | Self::Verified(_)
            | Self::Slice(_)
            | Self::Entries(_)
            | Self::Compacted(_) => &mut [],
        }
    }
}
