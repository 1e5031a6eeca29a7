//! The common parts of all databases: the storage of moments and calls, and SQL conditions for entries and calls. A
//! condition's parameter is `$1`.

use std::borrow::Cow;
use std::fmt::Display;

use hpd_runtime::Principal;

use super::payload::{self, literal};
use super::plan::{Lead, PART, RANGES, whole};
use super::{Erasure, EventFilter, LOG};
use crate::events::EventRecord;
use crate::pending::{PendingCall, PendingFilter, StoreError};
use crate::system::Timestamp;

/// The tables that every journal has since version 1, beside the one that tells its version.
const TABLES: [&str; 5] = ["journal", "journal_anchor", "journal_sessions", "pending_calls", "tool_registry"];

/// A table that a journal would have and a database with these has not: then it is another program's.
pub(crate) fn missing_table(names: &[String], versions: &'static str) -> Option<&'static str> {
    std::iter::once(versions).chain(TABLES).find(|table| !names.iter().any(|name| name == table))
}

/// The error for a journal of a newer version.
pub(crate) fn newer(found: impl Display, known: impl Display) -> String {
    format!(
        "the journal is of version {found}, and this program knows versions up to {known}: use a newer program"
    )
}

/// The error for a database without a journal's table.
pub(crate) fn lacks(table: &str) -> String {
    format!("it is not empty, and has no table \"{table}\"")
}

/// The columns of an entry, in the order in which they are written and read.
pub(crate) const ENTRY: &str =
    "entry, session, seq, turn, call_id, at, kind, payload, salt, payload_hash, hash";

/// Those of them that an event is read from.
const EVENT: &str = "entry, session, seq, turn, call_id, at, kind, payload";

/// The same for an event in outline, which has no call.
const OUTLINE: &str = "entry, session, seq, turn, CAST(NULL AS text) AS call_id, at, kind, payload";

/// The columns that the events of a filter are read from.
pub(crate) fn columns(filter: &EventFilter) -> &'static str {
    if filter.outline && filter.calls.is_empty() { OUTLINE } else { EVENT }
}

/// Entries whose contents may be erased. Events about erasures are never erased: without them, an erasure would look
/// like damage. Neither are those about lost events.
pub(crate) const ERASABLE: &str = "payload IS NOT NULL AND NOT (session = '' AND turn IS NULL AND kind IN ('erased', 'pruned', 'journal_gap'))";

/// Calls that wait for the user, or to be run.
pub(crate) const OPEN: &str = "state IN ('needs_input', 'awaiting_approval', 'approved')";

/// Calls that are done with.
pub(crate) const ENDED: &str = "ended IS NOT NULL";

/// A condition for entries that also takes these.
pub(crate) fn or_these(condition: &str, entries: &[u64]) -> String {
    if entries.is_empty() {
        return condition.to_owned();
    }
    let numbers: Vec<_> = entries.iter().map(u64::to_string).collect();
    format!("({condition} OR entry IN ({}))", numbers.join(", "))
}

/// Calls that ended before the moment `$1`. A call from after `$2`, which is now, goes when no entry has such a time any
/// more: its own entries are gone then.
pub(crate) fn old_calls(schema: &str) -> String {
    format!("ended < $1 OR (ended > $2 AND NOT EXISTS (SELECT 1 FROM {schema}journal WHERE at > $2))")
}

/// Calls whose time is over at a moment.
pub(crate) fn over() -> String {
    format!("({OPEN} AND expires <= $1) OR (state = 'executing' AND lease <= $1)")
}

/// The last moment that a database can hold: later ones are written as this one, and linked so.
pub(crate) const LAST_MOMENT: Timestamp = Timestamp::from_millis(i64::MAX.unsigned_abs());

/// A moment as it is stored.
pub(crate) fn stored_moment(moment: Timestamp) -> i64 {
    i64::try_from(moment.as_millis()).unwrap_or(i64::MAX)
}

/// A stored call.
pub(crate) fn stored_call(text: &str) -> Result<PendingCall, StoreError> {
    PendingCall::from_stored(text)
}

/// A row of an event. Its contents are read where the database has them: they are not copied.
pub(crate) struct EventRow<'r> {
    pub(crate) entry: u64,
    pub(crate) session: String,
    pub(crate) seq: u64,
    pub(crate) turn: Option<String>,
    pub(crate) call_id: Option<String>,
    pub(crate) at: u64,
    pub(crate) kind: Cow<'r, str>,
    pub(crate) payload: Cow<'r, str>,
}

impl EventRow<'_> {
    /// The event as a filter wants it; `None` if it is of another call. One that can't be read is left out, and that is
    /// logged.
    pub(crate) fn record(self, filter: &EventFilter) -> Option<EventRecord> {
        let Self { entry, session, seq, turn, mut call_id, at, kind, payload } = self;
        if !filter.takes_call_of(&session, turn.as_ref(), call_id.as_ref()) {
            return None;
        }
        let event = if filter.outline { payload::outline(&payload) } else { payload::event(&payload) };
        if event.is_none() {
            tracing::warn!(
                target: LOG,
                entry,
                kind = &*kind,
                "an event of the journal can't be read, and is left out"
            );
        }
        let event = event?;
        if filter.outline {
            call_id = None;
        }
        let of = if filter.outline { Principal::unknown() } else { payload::principal(&payload) };
        let (principal, tenant, at) = (of.id, of.tenant, Timestamp::from_millis(at));
        Some(EventRecord { entry, session, seq, turn, call_id, principal, tenant, at, event })
    }
}

/// The right side of a comparison.
#[derive(Clone, Copy)]
pub(crate) enum Compared<'a> {
    Text(&'a str),
    OptionalText(Option<&'a str>),
    Number(u64),
    Moment(Timestamp),
}

/// The comparisons of a filter: column, operator and value. Types and the limit are separate.
pub(crate) fn comparisons(filter: &EventFilter) -> impl Iterator<Item = (&'static str, Compared<'_>)> {
    [
        ("session =", filter.session.as_deref().map(Compared::Text)),
        ("turn =", filter.turn.as_deref().map(Compared::Text)),
        ("call_id =", filter.call_id.as_deref().map(Compared::Text)),
        ("seq >", filter.after_seq.map(Compared::Number)),
        ("seq <", filter.before_seq.map(Compared::Number)),
        ("entry >", filter.after_entry.map(Compared::Number)),
        ("entry <", filter.before_entry.map(Compared::Number)),
        ("at >=", filter.from.map(Compared::Moment)),
        ("at <", filter.until.map(Compared::Moment)),
    ]
    .into_iter()
    .filter_map(|(comparison, value)| Some((comparison, value?)))
}

/// The condition for the calls that a filter may take, and its parameters `$1`, `$2`, ... The filter itself decides:
/// the columns for tool and principal are empty in calls of older versions.
pub(crate) fn calls_of(filter: &PendingFilter) -> (String, Vec<Compared<'_>>) {
    let principal = filter.principal.as_ref();
    let comparisons = [
        ("session = {}", filter.session.as_deref().map(Compared::Text)),
        ("tool IN ({}, '')", filter.tool.as_ref().map(|tool| Compared::Text(tool.as_str()))),
        ("created >= {}", filter.from.map(Compared::Moment)),
        (
            "(principal IS NOT DISTINCT FROM {} OR tool = '')",
            principal.map(|principal| Compared::OptionalText(principal.id())),
        ),
        (
            "(tenant IS NOT DISTINCT FROM {} OR tool = '')",
            principal.map(|principal| Compared::OptionalText(principal.tenant())),
        ),
    ];
    let mut conditions = vec!["TRUE".to_owned()];
    let mut parameters = Vec::new();
    for (comparison, value) in comparisons {
        let Some(value) = value else { continue };
        parameters.push(value);
        conditions.push(comparison.replace("{}", &format!("${}", parameters.len())));
    }
    if !filter.states.is_empty() {
        let words: Vec<_> = filter.states.iter().map(|state| format!("'{state}'")).collect();
        conditions.push(format!("state IN ({})", words.join(", ")));
    }
    (conditions.join(" AND "), parameters)
}

/// The record of the owner `$1`, `$2`, `$3`: session, principal and tenant. The last two may be NULL.
pub(crate) const OF_OWNER: &str = "session = $1 \
    AND (principal IS NULL) = (CAST($2 AS text) IS NULL) AND coalesce(principal, '') = coalesce(CAST($2 AS text), '') \
    AND (tenant IS NULL) = (CAST($3 AS text) IS NULL) AND coalesce(tenant, '') = coalesce(CAST($3 AS text), '')";

/// Contents with a principal or a tenant. The indexes of both have this condition, so a filter repeats it.
pub(crate) const OF_SOMEONE: &str = r#"substr(payload, 1, 13) = '{"principal":'"#;

/// The principal and the tenant of a filter, each with the SQL expression that finds it in contents, and as
/// contents have it.
pub(crate) fn principals(
    filter: &EventFilter,
    [principal, tenant]: [&'static str; 2],
) -> impl Iterator<Item = (Lead, &'static str, String)> {
    let wanted = [(Lead::Principal, principal, &filter.principal), (Lead::Tenant, tenant, &filter.tenant)];
    wanted
        .into_iter()
        .filter_map(|(lead, expression, wanted)| Some((lead, expression, literal(wanted.as_deref()?))))
}

/// Contents with a tool. The index of tools has this condition, so a filter repeats it.
pub(crate) const OF_TOOL: &str = "kind IN ('tool_call', 'write_validation', 'tool_retry', 'ask_user', 'mcq', \
    'decision', 'tool_started', 'tool_result', 'recovered')";

/// The parts of the journal that may have events of a window, `$1` to `$2`, and between two entries, as ranges: the first
/// and the last part of each. The last part of all is open, and has the greatest number here.
pub(crate) fn ranges_of_window(newest: bool) -> String {
    let direction = if newest { " DESC" } else { "" };
    let (limit, open) = (RANGES + 1, i64::MAX);
    format!(
        "SELECT min(part), max(CASE WHEN latest = {open} THEN {open} ELSE part END) FROM (
            SELECT part, latest, part - row_number() OVER (ORDER BY part) AS range FROM {{schema}}journal_parts
            WHERE latest >= $1 AND earliest <= $2 AND part >= $3 AND part <= $4
        ) AS parts GROUP BY range ORDER BY 1{direction} LIMIT {limit}"
    )
}

/// The parameters of [`ranges_of_window`].
pub(crate) fn window(filter: &EventFilter) -> [i64; 4] {
    let (after, before) = whole(filter);
    let part = |entry: u64| i64::try_from(entry / PART).unwrap_or(i64::MAX);

    let until = filter.until.map_or(i64::MAX, stored_moment);
    [filter.from.map_or(0, stored_moment), until, part(after.saturating_add(1)), part(before)]
}

/// Each kind once.
pub(crate) fn distinct<'a>(kinds: &[&'a str]) -> Vec<&'a str> {
    let mut distinct = kinds.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// Which long results are removed.
#[derive(Debug, Clone)]
pub(crate) enum Removing {
    /// Those whose time is over.
    Over(Timestamp),
    /// Those of a session.
    Session(String),
}

impl Removing {
    /// The condition, and its parameter.
    pub(crate) fn condition(&self) -> (&'static str, Compared<'_>) {
        match self {
            Self::Over(now) => ("expires <= $1", Compared::Moment(*now)),
            Self::Session(session) => ("session = $1", Compared::Text(session)),
        }
    }
}

/// The conditions of an erasure for entries, calls, session records and long results, and their parameter.
pub(crate) struct Erasing<'a> {
    pub(crate) entries: &'static str,
    pub(crate) calls: &'static str,
    /// For long results, too; `None` if the erasure leaves both.
    pub(crate) records: Option<&'static str>,
    pub(crate) value: Compared<'a>,
}

impl<'a> Erasing<'a> {
    pub(crate) fn of(what: &'a Erasure) -> Self {
        let (entries, calls, records, value) = match what {
            Erasure::Session(session) => {
                let condition = "session = $1";
                (condition, condition, Some(condition), Compared::Text(session))
            }
            Erasure::Turn(turn) => ("turn = $1", "turn = $1", None, Compared::Text(turn)),
            Erasure::Before(moment) => {
                ("at < $1", "created < $1", Some("updated < $1"), Compared::Moment(*moment))
            }
            Erasure::QueryOf(turn) => {
                ("turn = $1 AND kind = 'turn_started'", "turn = $1 AND FALSE", None, Compared::Text(turn))
            }
        };
        Self { entries, calls, records, value }
    }
}
