//! Events and sessions that are asked for, as queries.

use tokio_postgres::types::ToSql;

use super::read::value;
use crate::journal::database::{EVENT, OF_SOMEONE, OF_TOOL, comparisons, distinct, principals};
use crate::journal::payload::tool_literal;
use crate::journal::plan::{Lead, MANY};
use crate::journal::{EventFilter, SessionFilter};

/// Settings of a transaction that reads a page. The order of each page is that of an index. Without these, a planner that
/// expects few entries finds all of a condition, and sorts them. To compile a page's query costs more than to run it.
pub(super) const IN_ORDER: &str = "; SET LOCAL enable_sort = off; \
    SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off";

/// Whether a page is found in the order of an index. The index of turns has no order.
pub(super) fn is_led(filter: &EventFilter) -> bool {
    filter.limit.is_some() && filter.turn.is_none()
}

pub(super) type Parameters = Vec<Box<dyn ToSql + Sync + Send>>;

/// A query and its parameters.
#[derive(Default)]
pub(super) struct Query {
    pub(super) text: String,
    pub(super) parameters: Parameters,
}

impl Query {
    /// Entries with contents, in the order of the journal; the last first, where the newest are asked for. One index finds
    /// them.
    pub(super) fn led_by(lead: Lead, filter: &EventFilter) -> Self {
        let mut query = Self::default();
        query.text = query.entries(EVENT, lead, filter);
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

    /// Sessions by their last event, the newest first.
    pub(super) fn of_sessions(filter: &SessionFilter) -> Self {
        let mut query = Self::default();
        let of_someone = EventFilter {
            principal: filter.principal.clone(),
            tenant: filter.tenant.clone(),
            before_entry: filter.before,
            newest: true,
            ..EventFilter::default()
        };
        let lead = Lead::of(&of_someone);
        let Led { conditions: last, order } = query.conditions(lead, &of_someone, true);
        let all = EventFilter { before_entry: None, ..of_someone };
        // The session leads to its other events.
        let others = query.conditions(Lead::Session, &all, false).conditions;
        let of_session = |column, which| {
            format!(
                "(SELECT {column} FROM {{schema}}.journal AS other \
                 WHERE other.session = last.session AND {others}{which} ORDER BY other.seq LIMIT 1)"
            )
        };
        let limit = query.limit(filter.limit);
        query.text = format!(
            "SELECT session, seq, entry, at, {} AS first_entry, {} AS first_at FROM {{schema}}.journal AS last \
             WHERE session <> '' AND {last} AND {} IS NULL ORDER BY {order}{limit}",
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
        format!(" LIMIT {}::bigint", self.parameter(i64::try_from(limit).unwrap_or(i64::MAX)))
    }

    /// The conditions of a filter, and the order. If they are led, no other index has this order.
    fn conditions(&mut self, lead: Lead, filter: &EventFilter, is_led: bool) -> Led {
        let direction = direction(filter.newest);
        let mut conditions = Led {
            conditions: "payload IS NOT NULL".to_owned(),
            order: format!("{}{direction}", lead.order()),
        };
        for (comparison, compared) in comparisons(filter) {
            // Entries of a call have a key below.
            if comparison != "call_id =" {
                let place = self.boxed(value(compared));
                conditions.add(&format!("{comparison} ({place})"));
            }
        }
        for (of, rows, expression, text) in keys(filter) {
            let place = self.parameter(text);
            let (key, of_key) = (format!("left({expression}, {START})"), format!("left({place}, {START})"));
            conditions.add(&format!("{rows} AND {expression} = {place}"));
            if is_led && of == lead {
                self.lead_by(&mut conditions, (&key, &of_key), filter);
            } else {
                conditions.add(&format!("{key} = {of_key}"));
            }
        }
        match distinct(&filter.kinds).as_slice() {
            [] => {}
            [kind] if is_led && lead == Lead::Kinds => {
                let place = self.parameter((*kind).to_owned());
                self.lead_by(&mut conditions, ("kind", &format!("{place}::text")), filter);
            }
            kinds => {
                let kinds: Vec<String> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
                let place = self.parameter(kinds);
                conditions.add(&format!("kind = ANY ({place})"));
            }
        }
        conditions
    }

    /// Entries with this key, by comparisons of both columns of its index. An equation would let a planner take the index
    /// of the numbers, and look at all entries.
    fn lead_by(&mut self, led: &mut Led, (key, value): (&str, &str), filter: &EventFilter) {
        let number = |number| i64::try_from(number).unwrap_or(i64::MAX);
        let after = self.parameter(number(filter.after_entry.unwrap_or(0)));
        let before = self.parameter(number(filter.before_entry.unwrap_or(u64::MAX)));
        led.add(&format!("({key}, entry) > ({value}, {after}::bigint)"));
        led.add(&format!("({key}, entry) < ({value}, {before}::bigint)"));
        let direction = direction(filter.newest);
        led.order = format!("{key}{direction}, entry{direction}");
    }

    fn parameter(&mut self, value: impl ToSql + Sync + Send + 'static) -> String {
        self.boxed(Box::new(value))
    }

    /// The place of a new parameter.
    fn boxed(&mut self, value: Box<dyn ToSql + Sync + Send>) -> String {
        self.parameters.push(value);
        format!("${}", self.parameters.len())
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
