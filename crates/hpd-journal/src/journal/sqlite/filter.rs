//! Events that are asked for, as a query.

use std::collections::BTreeSet;

use rusqlite::types::Value;

use super::entries;
use crate::journal::database::{
    Compared, OF_SOMEONE, OF_TOOL, columns, comparisons, distinct, principals, stored_moment,
};
use crate::journal::payload::tool_literal;
use crate::journal::plan::{Lead, MANY, ids_of_calls, turns_of_calls};
use crate::journal::{EventFilter, SessionFilter};

/// A query and its parameters.
#[derive(Debug, Default)]
pub(super) struct Query {
    pub(super) sql: String,
    pub(super) parameters: Vec<Value>,
}

impl Query {
    /// Entries with contents, in the order of the journal; the last first, where the newest are asked for. There is no
    /// limit: who takes no more has none found.
    #[cfg(test)]
    pub(super) fn of(filter: &EventFilter) -> Self {
        Self::led_by(Lead::of(filter), filter)
    }

    /// As [`of`](Self::of), found by one index.
    pub(super) fn led_by(lead: Lead, filter: &EventFilter) -> Self {
        let direction = if filter.newest { " DESC" } else { "" };
        let mut query = Self::default();
        let entries = query.entries(columns(filter), lead, filter);
        query.sql = format!("{entries} ORDER BY {}{direction}", lead.order());
        query
    }

    /// For each of these, the entry that comes after many others; NULL where there are fewer.
    pub(super) fn many(leads: &[Lead], filter: &EventFilter) -> Self {
        let mut query = Self::default();
        let direction = if filter.newest { " DESC" } else { "" };
        let counts = leads.iter().map(|lead| {
            let entries = query.entries("entry, seq", *lead, &lead.alone(filter));
            let order = lead.order();
            format!("(SELECT entry FROM ({entries}) ORDER BY {order}{direction} LIMIT 1 OFFSET {MANY})")
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        query.sql = format!("SELECT {counts}");
        query
    }

    /// Sessions by their last event, the newest first.
    pub(super) fn of_sessions(filter: &SessionFilter) -> Self {
        let mut query = Self::default();
        let of_someone = EventFilter {
            principal: filter.principal.clone(),
            tenant: filter.tenant.clone(),
            before_entry: filter.before,
            ..EventFilter::default()
        };
        let lead = Lead::of(&of_someone);
        let last = query.conditions(lead, &of_someone);
        // The session leads to its other events.
        let all = EventFilter { before_entry: None, ..of_someone };
        let others = query.conditions(Lead::Session, &all);
        let of_session = |column, which| {
            format!(
                "(SELECT {column} FROM journal AS other WHERE other.session = last.session AND {others}{which} \
                 ORDER BY other.seq LIMIT 1)"
            )
        };
        query.sql = format!(
            "SELECT session, seq, entry, at, {}, {} FROM journal AS last WHERE session <> '' AND {last} \
             AND {} IS NULL ORDER BY last.entry DESC",
            of_session("other.entry", ""),
            of_session("other.at", ""),
            of_session("other.seq", " AND other.seq > last.seq"),
        );
        query
    }

    /// The entries of a filter. Those of several kinds are merged, since the index of kinds has each in its order.
    fn entries(&mut self, columns: &str, lead: Lead, filter: &EventFilter) -> String {
        let kinds = distinct(&filter.kinds);
        let is_merged = lead == Lead::Kinds && kinds.len() > 1 && filter.limit.is_some();
        let filters: Vec<_> = if is_merged {
            kinds.into_iter().map(|kind| filter.clone().kinds(vec![kind])).collect()
        } else {
            vec![filter.clone()]
        };
        let entries = filters
            .iter()
            .map(|filter| format!("SELECT {columns} FROM journal WHERE {}", self.conditions(lead, filter)));
        entries.collect::<Vec<_>>().join(" UNION ALL ")
    }

    fn conditions(&mut self, lead: Lead, filter: &EventFilter) -> String {
        let mut sql = "payload IS NOT NULL".to_owned();
        let mut add = |condition: &str| sql = format!("{sql} AND {condition}");
        for (comparison, compared) in comparisons(filter) {
            let has_index = match comparison {
                "turn =" => lead == Lead::Turn,
                "call_id =" => lead == Lead::Call,
                "session =" => matches!(lead, Lead::Session | Lead::Turn),
                "entry >" | "entry <" => lead != Lead::Session,
                "seq >" | "seq <" => lead == Lead::Session,
                // A page is found in the order of the journal. By their moments, all entries would be found and sorted for
                // each page.
                _ => filter.limit.is_none() && lead == Lead::Entries,
            };
            add(&format!("{}{comparison} {}", without_index(has_index), self.parameter(value(compared))));
        }
        if let Some(turns) = turns_of_calls(filter) {
            let leads = lead == Lead::Turn && filter.turn.is_none();
            add(&format!("{}turn IN {}", without_index(leads), self.list(turns)));
        }
        if !filter.calls.is_empty() {
            let leads = lead == Lead::Call && filter.call_id.is_none();
            add(&format!("{}call_id IN {}", without_index(leads), self.list(ids_of_calls(filter))));
        }
        for (of, expression, literal) in principals(filter, [PRINCIPAL, TENANT]) {
            let has_index = lead == of;
            let place = self.parameter(Value::Text(literal));
            add(&format!("{OF_SOMEONE} AND {}{expression} = {place}", without_index(has_index)));
        }
        if let Some(tool) = &filter.tool {
            let place = self.parameter(Value::Text(tool_literal(tool)));
            let without = without_index(lead == Lead::Tool);
            add(&format!("{without}{OF_TOOL} AND {without}({TOOL}) = {place}"));
        }
        let kinds = distinct(&filter.kinds);
        let places: Vec<_> =
            kinds.iter().map(|kind| self.parameter(Value::Text((*kind).to_owned()))).collect();
        let has_index = without_index(lead == Lead::Kinds);
        match places.as_slice() {
            [] => {}
            [place] => add(&format!("{has_index}kind = {place}")),
            places => add(&format!("{has_index}kind IN ({})", places.join(", "))),
        }
        sql
    }

    /// A list of texts, as one parameter: the statement is the same for each count of them.
    fn list(&mut self, texts: BTreeSet<&str>) -> String {
        let texts = serde_json::Value::from_iter(texts).to_string();
        format!("(SELECT value FROM json_each({}))", self.parameter(Value::Text(texts)))
    }

    /// The place of a new parameter.
    fn parameter(&mut self, value: Value) -> String {
        self.parameters.push(value);
        format!("?{}", self.parameters.len())
    }
}

/// Keeps SQLite from the index of a column, unless it leads.
fn without_index(has_index: bool) -> &'static str {
    if has_index { "" } else { "+" }
}

/// The tool in contents, as a literal of JSON. Its index has the same expression.
const TOOL: &str = concat!(
    r#"CASE kind WHEN 'mcq' THEN substr(substr(payload, instr(payload, '"pending_tool":"') + 15), 1, "#,
    r#"instr(rtrim(substr(payload, instr(payload, '"pending_tool":"') + 15), '}') || ',"', '","')) "#,
    r#"ELSE substr(substr(payload, instr(payload, '"tool":"') + 7), 1, "#,
    r#"instr(rtrim(substr(payload, instr(payload, '"tool":"') + 7), '}') || ',"', '","')) END"#,
);
/// The principal in contents, as a literal of JSON: the text between the keys. Its index has the same expression.
const PRINCIPAL: &str = r#"substr(payload, 14, instr(payload, ',"tenant":') - 14)"#;
/// The tenant, likewise.
const TENANT: &str = concat!(
    r#"substr(payload, instr(payload, ',"tenant":') + 10, "#,
    r#"instr(payload, ',"type":') - instr(payload, ',"tenant":') - 10)"#
);

/// As SQLite stores it.
pub(super) fn value(compared: Compared<'_>) -> Value {
    match compared {
        Compared::Text(text) | Compared::OptionalText(Some(text)) => Value::Text(text.to_owned()),
        Compared::OptionalText(None) => Value::Null,
        Compared::Number(number) => Value::Integer(entries::number(number)),
        Compared::Moment(moment) => Value::Integer(stored_moment(moment)),
    }
}

#[cfg(test)]
mod tests;
