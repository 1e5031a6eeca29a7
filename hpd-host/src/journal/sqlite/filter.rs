//! Events that are asked for, as a query.

use rusqlite::types::Value;

use super::entries::{COLUMNS, number};
use crate::journal::EventFilter;
use crate::system::Timestamp;

/// A query and its parameters.
pub(super) struct Query {
    pub(super) sql: String,
    pub(super) parameters: Vec<Value>,
}

impl Query {
    /// Entries with contents, in the order of the journal; the last first, where the newest are asked for. There is no limit: who takes
    /// no more has none found.
    pub(super) fn of(filter: &EventFilter) -> Self {
        let mut query = Self {
            sql: format!("SELECT {COLUMNS} FROM journal WHERE payload IS NOT NULL"),
            parameters: vec![],
        };
        let text = |text: &Option<String>| text.clone().map(Value::Text);
        let integer = |value: Option<u64>| value.map(|value| Value::Integer(number(value)));
        query.and("session =", text(&filter.session));
        query.and("turn =", text(&filter.turn));
        query.and("call_id =", text(&filter.call_id));
        query.and("seq >", integer(filter.after_seq));
        query.and("entry >", integer(filter.after_entry));
        // A page is found in the order of the journal. By their moments, all entries would be found and sorted for each page.
        let at = if filter.limit.is_some() { "+at" } else { "at" };
        query.and(&format!("{at} >="), integer(filter.from.map(Timestamp::as_millis)));
        query.and(&format!("{at} <"), integer(filter.until.map(Timestamp::as_millis)));
        if !filter.kinds.is_empty() {
            let places = vec!["?"; filter.kinds.len()].join(", ");
            query.sql = format!("{} AND kind IN ({places})", query.sql);
            query.parameters.extend(filter.kinds.iter().map(|kind| Value::Text((*kind).to_owned())));
        }
        let direction = if filter.newest { " DESC" } else { "" };
        query.sql = format!("{} ORDER BY {}{direction}", query.sql, filter.order());
        query
    }

    fn and(&mut self, comparison: &str, value: Option<Value>) {
        let Some(value) = value else { return };
        self.sql = format!("{} AND {comparison} ?", self.sql);
        self.parameters.push(value);
    }
}

#[cfg(test)]
mod tests;
