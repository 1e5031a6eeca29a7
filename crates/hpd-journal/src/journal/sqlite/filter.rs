//! Events that are asked for, as a query.

use rusqlite::types::Value;

use super::entries;
use crate::journal::EventFilter;
use crate::journal::database::{Compared, ENTRY, OF_SOMEONE, comparisons, principals, stored_moment};

/// A query and its parameters.
pub(super) struct Query {
    pub(super) sql: String,
    pub(super) parameters: Vec<Value>,
}

impl Query {
    /// Entries with contents, in the order of the journal; the last first, where the newest are asked for. There is no
    /// limit: who takes no more has none found.
    pub(super) fn of(filter: &EventFilter) -> Self {
        let mut query = Self {
            sql: format!("SELECT {ENTRY} FROM journal WHERE payload IS NOT NULL"),
            parameters: vec![],
        };
        for (comparison, compared) in comparisons(filter) {
            // A page is found in the order of the journal. By their moments, all entries would be found and sorted for
            // each page.
            let is_by_moment = matches!(compared, Compared::Moment(_));
            let without_index = if is_by_moment && filter.limit.is_some() { "+" } else { "" };
            query.sql = format!("{} AND {without_index}{comparison} ?", query.sql);
            query.parameters.push(value(compared));
        }
        query.add_principals(filter);
        if !filter.kinds.is_empty() {
            let places = vec!["?"; filter.kinds.len()].join(", ");
            query.sql = format!("{} AND kind IN ({places})", query.sql);
            query.parameters.extend(filter.kinds.iter().map(|kind| Value::Text((*kind).to_owned())));
        }
        let direction = if filter.newest { " DESC" } else { "" };
        query.sql = format!("{} ORDER BY {}{direction}", query.sql, filter.order());
        query
    }

    /// The principal and the tenant. An index finds them in the order of the journal; a session, a turn or a call has
    /// fewer entries, and is found first.
    fn add_principals(&mut self, filter: &EventFilter) {
        let is_narrow = filter.session.is_some() || filter.turn.is_some() || filter.call_id.is_some();
        let without_index = if is_narrow { "+" } else { "" };
        for (expression, literal) in principals(filter, [PRINCIPAL, TENANT]) {
            self.sql = format!("{} AND {OF_SOMEONE} AND {without_index}{expression} = ?", self.sql);
            self.parameters.push(Value::Text(literal));
        }
    }
}

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
