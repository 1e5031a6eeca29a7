//! Events that are asked for, as a query.

use rusqlite::types::Value;

use super::entries;
use crate::journal::EventFilter;
use crate::journal::database::{Compared, ENTRY, comparisons, stored_moment};

/// A query and its parameters.
pub(super) struct Query {
    pub(super) sql: String,
    pub(super) parameters: Vec<Value>,
}

impl Query {
    /// Entries with contents, in the order of the journal.
    pub(super) fn of(filter: &EventFilter) -> Self {
        let mut query = Self {
            sql: format!("SELECT {ENTRY} FROM journal WHERE payload IS NOT NULL"),
            parameters: vec![],
        };
        for (comparison, compared) in comparisons(filter) {
            query.sql = format!("{} AND {comparison} ?", query.sql);
            query.parameters.push(value(compared));
        }
        if !filter.kinds.is_empty() {
            let places = vec!["?"; filter.kinds.len()].join(", ");
            query.sql = format!("{} AND kind IN ({places})", query.sql);
            query.parameters.extend(filter.kinds.iter().map(|kind| Value::Text((*kind).to_owned())));
        }
        query.sql.push_str(" ORDER BY entry");
        if let Some(limit) = filter.limit {
            query.sql.push_str(" LIMIT ?");
            query.parameters.push(Value::Integer(i64::try_from(limit).unwrap_or(i64::MAX)));
        }
        query
    }
}

/// As SQLite stores it.
pub(super) fn value(compared: Compared<'_>) -> Value {
    match compared {
        Compared::Text(text) => Value::Text(text.to_owned()),
        Compared::Number(number) => Value::Integer(entries::number(number)),
        Compared::Moment(moment) => Value::Integer(stored_moment(moment)),
    }
}
