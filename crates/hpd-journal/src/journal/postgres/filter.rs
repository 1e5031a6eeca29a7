//! Events and sessions that are asked for, as queries.

use tokio_postgres::types::{ToSql, Type};

use super::read::value;
use crate::journal::database::{OF_SOMEONE, OF_TOOL, columns, comparisons, distinct, principals};
use crate::journal::payload::tool_literal;
use crate::journal::plan::{Lead, MANY, ids_of_calls, turns_of_calls};
use crate::journal::{EventFilter, SessionFilter};

/// Settings of a transaction that reads a page. The order of each page is that of an index. Without these, a planner that
/// expects few entries finds all of a condition, and sorts them. And to compute the key of an index costs so much that no
/// other index is taken, whose entries would have to be compared with the key.
pub(super) const IN_ORDER: &str = "; SET LOCAL enable_sort = off; \
    SET LOCAL enable_bitmapscan = off; SET LOCAL cpu_operator_cost = 1000";

/// Settings of a transaction that reads other events. A planner that expects many of a list of calls looks at all entries.
pub(super) const BY_INDEX: &str = "; SET LOCAL enable_seqscan = off";

/// Whether a page is found in the order of an index. The index of turns has no order, and several calls have none.
pub(super) fn is_led(filter: &EventFilter) -> bool {
    filter.limit.is_some() && filter.turn.is_none() && filter.calls.is_empty()
}

/// A parameter of a query, with its type: the server is not asked for that first.
pub(super) type Parameter = (Box<dyn ToSql + Sync + Send>, Type);

/// Parameters as a query takes them.
pub(super) fn typed(parameters: &[Parameter]) -> impl ExactSizeIterator<Item = (&(dyn ToSql + Sync), Type)> {
    parameters.iter().map(|(value, of)| (&**value as &(dyn ToSql + Sync), of.clone()))
}

/// A query and its parameters.
#[derive(Default)]
pub(super) struct Query {
    pub(super) text: String,
    pub(super) parameters: Vec<Parameter>,
}

impl Query {
    /// Entries with contents, in the order of the journal; the last first, where the newest are asked for. One index finds
    /// them.
    pub(super) fn led_by(lead: Lead, filter: &EventFilter) -> Self {
        let mut query = Self::default();
        query.text = query.entries(columns(filter), lead, filter);
        query
    }

    /// For each of these, the entry that comes after many others; NULL where there are fewer.
    pub(super) fn many(leads: &[Lead], filter: &EventFilter) -> Self {
        let mut query = Self::default();
        let counts = leads.iter().map(|lead| {
            let alone = lead.alone(filter).limit(usize::try_from(MANY + 1).unwrap_or(usize::MAX));
            let entries = query.entries("entry, seq", *lead, &alone);
            let (order, direction) = (lead.order(), direction(filter.newest));
            format!(
                "(SELECT entry FROM ({entries}) AS entries ORDER BY {order}{direction} LIMIT 1 OFFSET {MANY})"
            )
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        query.text = format!("SELECT {counts}");
        query
    }

    /// The sessions of the newest `count` entries of a filter, by the last of these, the newest first; `count` is enough
    /// for one session at least. The last column says whether this is the last of all.
    ///
    /// Each of the entries would have to be asked whether the session has a later one. Here each session is.
    pub(super) fn of_sessions(filter: &SessionFilter, before: Option<u64>, count: usize) -> Self {
        let mut query = Self::default();
        let all = EventFilter {
            principal: filter.principal.clone(),
            tenant: filter.tenant.clone(),
            newest: true,
            ..EventFilter::default()
        };
        let newest = EventFilter { before_entry: before, limit: Some(count), ..all.clone() };
        let newest = query.entries("session, entry", Lead::of(&newest), &newest);
        // The session leads to its other events.
        let others = query.conditions(Lead::Session, &all, false).conditions;
        let of_session = |column, which| {
            format!(
                "(SELECT {column} FROM {{schema}}.journal AS other \
                 WHERE other.session = last.session AND {others}{which} ORDER BY other.seq LIMIT 1)"
            )
        };
        query.text = format!(
            "SELECT session, seq, last.entry, at, {} AS first_entry, {} AS first_at, oldest, looked_at, {} IS NULL \
             FROM (SELECT max(entry) AS entry, min(min(entry)) OVER () AS oldest, \
                 (sum(count(*)) OVER ())::bigint AS looked_at FROM ({newest}) AS newest GROUP BY session) AS of_sessions \
             JOIN {{schema}}.journal AS last ON last.entry = of_sessions.entry ORDER BY last.entry DESC",
            of_session("other.entry", ""),
            of_session("other.at", ""),
            of_session("other.seq", " AND other.seq > last.seq"),
        );
        query
    }

    /// The entries of a filter. Those of several kinds are found kind by kind, since the index of kinds has each in its
    /// order.
    fn entries(&mut self, columns: &str, lead: Lead, filter: &EventFilter) -> String {
        let kinds = distinct(&filter.kinds);
        if lead != Lead::Kinds || kinds.len() == 1 || filter.limit.is_none() {
            return self.select(columns, lead, filter);
        }
        let of_kinds = kinds.into_iter().map(|kind| {
            let of_kind = self.select(columns, lead, &filter.clone().kinds(vec![kind]));
            format!("({of_kind})")
        });
        let of_kinds = of_kinds.collect::<Vec<_>>().join(" UNION ALL ");
        let limit = self.limit(filter.limit);
        format!(
            "SELECT {columns} FROM ({of_kinds}) AS of_kinds ORDER BY entry{}{limit}",
            direction(filter.newest)
        )
    }

    fn select(&mut self, columns: &str, lead: Lead, filter: &EventFilter) -> String {
        let Led { conditions, order } = self.conditions(lead, filter, is_led(filter));
        let limit = self.limit(filter.limit);
        format!("SELECT {columns} FROM {{schema}}.journal WHERE {conditions} ORDER BY {order}{limit}")
    }

    fn limit(&mut self, limit: Option<usize>) -> String {
        let Some(limit) = limit else { return String::new() };
        format!(" LIMIT {}", self.number(u64::try_from(limit).unwrap_or(u64::MAX)))
    }

    /// The conditions of a filter, and the order. Where one index leads, no condition fits another one.
    fn conditions(&mut self, lead: Lead, filter: &EventFilter, is_led: bool) -> Led {
        let direction = direction(filter.newest);
        // By the index of their numbers, the entries of a turn or a call would be searched for in the whole journal.
        let order = if matches!(lead, Lead::Turn | Lead::Call) { "entry + 0" } else { lead.order() };
        let mut conditions =
            Led { conditions: "payload IS NOT NULL".to_owned(), order: format!("{order}{direction}") };
        for (comparison, compared) in comparisons(filter) {
            // Entries of a call have a key below.
            if comparison != "call_id =" {
                let condition = format!("{comparison} ({})", self.boxed(value(compared)));
                conditions.add_for(has_index(lead, comparison), &condition);
            }
        }
        for (of, rows, expression, text) in keys(filter) {
            // A short text is its own start.
            let is_short = text.chars().count() < usize::from(START);
            let place = self.text(text);
            let (key, of_key) = (format!("left({expression}, {START})"), format!("left({place}, {START})"));
            let whole = format!("{expression} = {place}");
            if of != lead {
                conditions.add_for(false, &format!("{rows} AND {whole}"));
                continue;
            }
            conditions.add(rows);
            if !is_short {
                conditions.add(&whole);
            }
            if is_led && of == Lead::Call {
                self.lead_by(&mut conditions, (&key, &of_key), filter);
            } else {
                conditions.add(&format!("{key} = {of_key}"));
            }
        }
        self.add_calls(&mut conditions, lead, filter);
        match distinct(&filter.kinds).as_slice() {
            [] => {}
            [kind] if is_led && lead == Lead::Kinds => {
                let place = self.text((*kind).to_owned());
                self.lead_by(&mut conditions, ("kind", &place), filter);
            }
            kinds => {
                let place = self.texts(kinds.iter().map(|kind| (*kind).to_owned()).collect());
                conditions.add_for(lead == Lead::Kinds, &format!("kind = ANY ({place})"));
            }
        }
        conditions
    }

    /// Entries with this key, by comparisons of both columns of its index. An equation would let a planner take the index
    /// of the numbers, and look at all entries: this key costs little where it is computed.
    fn lead_by(&mut self, led: &mut Led, (key, value): (&str, &str), filter: &EventFilter) {
        let after = self.number(filter.after_entry.unwrap_or(0));
        let before = self.number(filter.before_entry.unwrap_or(u64::MAX));
        led.add(&format!("({key}, entry) > ({value}, {after})"));
        led.add(&format!("({key}, entry) < ({value}, {before})"));
        let direction = direction(filter.newest);
        led.order = format!("{key}{direction}, entry{direction}");
    }

    /// The calls of a filter, by their turns or by the starts of their ids. Who reads the rows compares all of a call.
    fn add_calls(&mut self, conditions: &mut Led, lead: Lead, filter: &EventFilter) {
        if filter.calls.is_empty() {
            return;
        }
        if let Some(turns) = turns_of_calls(filter) {
            let turns = self.texts(turns.into_iter().map(str::to_owned).collect());
            conditions.add_for(filter.turn.is_none(), &format!("turn = ANY ({turns})"));
        }
        let ids = ids_of_calls(filter);
        if lead == Lead::Call && filter.call_id.is_none() {
            let starts = ids.iter().map(|id| id.chars().take(usize::from(START)).collect());
            let starts = self.texts(starts.collect());
            conditions.add(&format!("call_id IS NOT NULL AND left(call_id, {START}) = ANY ({starts})"));
        }
        let ids = self.texts(ids.into_iter().map(str::to_owned).collect());
        conditions.add_for(false, &format!("call_id = ANY ({ids})"));
    }

    fn number(&mut self, number: u64) -> String {
        self.boxed((Box::new(i64::try_from(number).unwrap_or(i64::MAX)), Type::INT8))
    }

    fn text(&mut self, text: String) -> String {
        self.boxed((Box::new(text), Type::TEXT))
    }

    fn texts(&mut self, texts: Vec<String>) -> String {
        self.boxed((Box::new(texts), Type::TEXT_ARRAY))
    }

    /// The place of a new parameter.
    fn boxed(&mut self, parameter: Parameter) -> String {
        self.parameters.push(parameter);
        format!("${}", self.parameters.len())
    }
}

/// Whether the index that leads has the column of this comparison. Moments are in none.
fn has_index(lead: Lead, comparison: &str) -> bool {
    match comparison {
        "turn =" => lead == Lead::Turn,
        "session =" | "seq >" | "seq <" => lead == Lead::Session,
        "entry >" | "entry <" => !matches!(lead, Lead::Turn | Lead::Session),
        _ => true,
    }
}

/// The conditions of a query, and its order.
struct Led {
    conditions: String,
    order: String,
}

impl Led {
    fn add(&mut self, condition: &str) {
        self.conditions = format!("{} AND {condition}", self.conditions);
    }

    /// A condition; one for which no index is taken, unless it has one here. Without statistics, as right after much was
    /// written, a planner would also look up in another index, which may have a great part of the journal.
    fn add_for(&mut self, has_index: bool, condition: &str) {
        if has_index {
            self.add(condition);
        } else {
            self.add(&format!("({condition}) IS TRUE"));
        }
    }
}

fn direction(newest: bool) -> &'static str {
    if newest { " DESC" } else { "" }
}

/// The texts of a filter whose index has their start: which rows are in the index, the expression, and the text.
fn keys(filter: &EventFilter) -> impl Iterator<Item = (Lead, &'static str, &'static str, String)> {
    let call = filter.call_id.clone().map(|call| (Lead::Call, "call_id IS NOT NULL", "call_id", call));
    let tool = filter.tool.as_deref().map(|tool| (Lead::Tool, OF_TOOL, TOOL, tool_literal(tool)));
    let people = principals(filter, [PRINCIPAL, TENANT]);
    let people = people.map(|(lead, expression, text)| (lead, OF_SOMEONE, expression, text));
    call.into_iter().chain(tool).chain(people)
}

/// How many characters of a text are in its index: PostgreSQL refuses long texts there.
const START: u8 = 200;
/// The tool in contents, as a literal of JSON. Its index has the same expression.
const TOOL: &str = concat!(
    r#"CASE kind WHEN 'mcq' THEN left(substr(payload, strpos(payload, '"pending_tool":"') + 15), "#,
    r#"strpos(rtrim(substr(payload, strpos(payload, '"pending_tool":"') + 15), '}') || ',"', '","')) "#,
    r#"ELSE left(substr(payload, strpos(payload, '"tool":"') + 7), "#,
    r#"strpos(rtrim(substr(payload, strpos(payload, '"tool":"') + 7), '}') || ',"', '","')) END"#,
);
/// The principal in contents, as a literal of JSON: the text between the keys. Its index has the same expression.
const PRINCIPAL: &str = r#"substr(payload, 14, greatest(strpos(payload, ',"tenant":') - 14, 0))"#;
/// The tenant, likewise.
const TENANT: &str = concat!(
    r#"substr(payload, strpos(payload, ',"tenant":') + 10, "#,
    r#"greatest(strpos(payload, ',"type":') - strpos(payload, ',"tenant":') - 10, 0))"#
);
