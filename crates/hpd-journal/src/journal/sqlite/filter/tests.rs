//! SQLite's query plans: which index, and how much work.

use hpd_runtime::spec::QualifiedId;
use rusqlite::{Connection, StatementStatus, params_from_iter};

use super::{Query, value};
use crate::journal::database::calls_of;
use crate::journal::plan::Lead;
use crate::journal::sqlite::pages::planned;
use crate::journal::sqlite::schema::{MIGRATIONS, migrate};
use crate::journal::{EventFilter, SessionFilter};
use crate::pending::{CallState, PendingFilter};
use crate::system::Timestamp;

/// A journal of so many entries, by turns of two sessions.
fn journal(entries: u64) -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, MIGRATIONS).unwrap();
    let write = format!(
        "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers LIMIT {entries})
        INSERT INTO journal SELECT number, 's' || (number % 2), (number + 1) / 2, 't' || (number / 10), 'c' || (number / 4),
        number, 'turn_started',
        '{{\"principal\":\"p' || (number % 3) || '\",\"tenant\":\"t' || (number % 2) || '\",\"type\":\"turn_started\"}}', '', '', ''
        FROM numbers"
    );
    connection.execute_batch(&write).unwrap();
    connection
}

/// How it is found.
fn plan(filter: &EventFilter) -> Vec<String> {
    let connection = journal(0);
    let query = Query::of(filter);
    let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", query.sql)).unwrap();
    let rows = statement.query_map(params_from_iter(&query.parameters), |row| row.get("detail")).unwrap();
    rows.map(Result::unwrap).collect()
}

/// How many steps SQLite's machine takes for a page of ten.
fn steps(connection: &Connection, filter: &EventFilter) -> i32 {
    let query = Query::of(filter);
    let mut statement = connection.prepare(&query.sql).unwrap();
    let mut rows = statement.query(params_from_iter(&query.parameters)).unwrap();
    for _ in 0..10 {
        assert!(rows.next().unwrap().is_some());
    }
    drop(rows);
    statement.get_status(StatementStatus::VmStep)
}

fn page() -> EventFilter {
    EventFilter { limit: Some(10), ..EventFilter::default() }
}

fn of_session() -> EventFilter {
    EventFilter { session: Some("s1".to_owned()), ..page() }
}

fn of_principal() -> EventFilter {
    EventFilter { principal: Some("p1".to_owned()), ..page() }
}

fn of_tenant() -> EventFilter {
    EventFilter { tenant: Some("t1".to_owned()), ..page() }
}

/// Pages as they are read by streams, by health, and by who looks at the end.
fn all_pages() -> Vec<EventFilter> {
    let moment = |millis| Some(Timestamp::from_millis(millis));
    let pages = [
        page(),
        EventFilter { after_entry: Some(100), ..page() },
        EventFilter { after_entry: Some(100), from: moment(1), until: moment(1_000_000), ..page() },
        EventFilter { after_entry: Some(100), kinds: vec!["turn_started"], ..page() },
        of_session(),
        EventFilter { after_seq: Some(50), ..of_session() },
        EventFilter { after_seq: Some(50), from: moment(1), ..of_session() },
        EventFilter { after_entry: Some(100), ..of_session() },
        of_principal(),
        of_tenant(),
        EventFilter { after_entry: Some(100), from: moment(1), until: moment(1_000_000), ..of_tenant() },
        EventFilter { after_seq: Some(50), principal: Some("p1".to_owned()), ..of_session() },
    ];
    pages.into_iter().flat_map(|page| [page.clone(), EventFilter { newest: true, ..page }]).collect()
}

#[test]
fn a_page_costs_the_same_in_a_longer_journal() {
    let (short, long) = (journal(1_000), journal(16_000));
    for filter in all_pages() {
        let steps = [steps(&short, &filter), steps(&long, &filter)];
        assert_eq!(steps[0], steps[1], "{filter:?}");
    }
}

#[test]
fn a_page_of_all_is_found_by_the_numbers_of_the_journal() {
    assert_eq!(plan(&page()), ["SCAN journal"]);
    let behind = EventFilter { after_entry: Some(1), ..page() };
    assert_eq!(plan(&behind), ["SEARCH journal USING INTEGER PRIMARY KEY (rowid>?)"]);
    let from = EventFilter { from: Some(Timestamp::from_millis(1)), ..behind };
    assert_eq!(plan(&from), ["SEARCH journal USING INTEGER PRIMARY KEY (rowid>?)"]);
}

#[test]
fn a_page_of_a_session_is_found_by_its_numbers() {
    let index = "sqlite_autoindex_journal_1";
    assert_eq!(plan(&of_session()), [format!("SEARCH journal USING INDEX {index} (session=?)")]);
    let behind = EventFilter { after_seq: Some(1), ..of_session() };
    assert_eq!(plan(&behind), [format!("SEARCH journal USING INDEX {index} (session=? AND seq>?)")]);
}

#[test]
fn the_events_of_a_turn_and_of_a_call_are_found_by_them() {
    let of_turn = EventFilter { turn: Some("t1".to_owned()), ..of_session() };
    assert_eq!(plan(&of_turn), ["SEARCH journal USING INDEX journal_by_turn (turn=? AND session=?)"]);
    let of_call = EventFilter { call_id: Some("c1".to_owned()), ..page() };
    assert_eq!(plan(&of_call), ["SEARCH journal USING INDEX journal_by_call (call_id=?)"]);
}

/// All of them are read anyway, and only they.
#[test]
fn all_events_of_a_time_are_found_by_their_moments() {
    let moment = |millis| Some(Timestamp::from_millis(millis));
    let of_time = EventFilter { from: moment(1), until: moment(2), ..EventFilter::default() };
    assert_eq!(
        plan(&of_time),
        ["SEARCH journal USING INDEX journal_by_at (at>? AND at<?)", "USE TEMP B-TREE FOR ORDER BY"]
    );
}

#[test]
fn calls_of_a_session_and_a_tool_are_found_by_them() {
    let connection = journal(0);
    let plan = |filter: PendingFilter| {
        let (condition, parameters) = calls_of(&filter);
        let sql = format!("EXPLAIN QUERY PLAN SELECT call FROM pending_calls WHERE {condition}");
        let mut statement = connection.prepare(&sql).unwrap();
        let parameters = params_from_iter(parameters.into_iter().map(value));
        let details = statement.query_map(parameters, |row| row.get::<_, String>("detail")).unwrap();
        details.map(Result::unwrap).collect::<Vec<_>>()
    };
    let of_tool =
        PendingFilter::default().session("s1".to_owned()).tool(QualifiedId::from("Books.void_invoice"));
    let index = "SEARCH pending_calls USING INDEX pending_calls_by_tool";
    assert_eq!(plan(of_tool.clone()), [format!("{index} (session=? AND tool=?)")]);
    let recent = of_tool.from(Timestamp::from_millis(1));
    assert_eq!(plan(recent), [format!("{index} (session=? AND tool=? AND created>?)")]);
    let waiting = PendingFilter::default().session("s1".to_owned()).states(vec![CallState::AwaitingApproval]);
    assert_eq!(
        plan(waiting),
        ["SEARCH pending_calls USING INDEX pending_calls_by_session (session=? AND state=?)"]
    );
}

#[test]
fn the_events_of_a_principal_and_of_a_tenant_are_found_by_them() {
    let [principal, tenant] = ["journal_by_principal", "journal_by_tenant"];
    assert_eq!(plan(&of_principal()), [format!("SEARCH journal USING INDEX {principal} (<expr>=?)")]);
    assert_eq!(plan(&of_tenant()), [format!("SEARCH journal USING INDEX {tenant} (<expr>=?)")]);
    let behind = EventFilter { after_entry: Some(1), from: Some(Timestamp::from_millis(1)), ..of_tenant() };
    assert_eq!(plan(&behind), [format!("SEARCH journal USING INDEX {tenant} (<expr>=? AND rowid>?)")]);
    let both = EventFilter { principal: Some("p1".to_owned()), ..of_tenant() };
    assert_eq!(plan(&both), [format!("SEARCH journal USING INDEX {tenant} (<expr>=?)")]);
}

#[test]
fn a_session_a_turn_and_a_call_are_found_before_their_principal() {
    let people = EventFilter { tenant: Some("t1".to_owned()), ..of_principal() };
    for (narrow, index) in [
        (of_session(), "sqlite_autoindex_journal_1 (session=?)"),
        (
            EventFilter { turn: Some("t1".to_owned()), ..of_session() },
            "journal_by_turn (turn=? AND session=?)",
        ),
        (EventFilter { call_id: Some("c1".to_owned()), ..page() }, "journal_by_call (call_id=?)"),
    ] {
        let EventFilter { principal, tenant, .. } = people.clone();
        let filter = EventFilter { principal, tenant, ..narrow };
        assert_eq!(plan(&filter), [format!("SEARCH journal USING INDEX {index}")]);
    }
}

#[test]
fn the_events_of_a_kind_and_of_a_tool_are_found_by_them() {
    let of_kind = EventFilter { kinds: vec!["mcq"], ..page() };
    assert_eq!(plan(&of_kind), ["SEARCH journal USING INDEX journal_by_kind (kind=?)"]);
    let between = EventFilter { after_entry: Some(1), before_entry: Some(9), ..of_kind };
    assert_eq!(
        plan(&between),
        ["SEARCH journal USING INDEX journal_by_kind (kind=? AND rowid>? AND rowid<?)"]
    );
    let of_tool = EventFilter { tool: Some("pay".to_owned()), ..page() };
    assert_eq!(plan(&of_tool), ["SEARCH journal USING INDEX journal_by_tool (<expr>=?)"]);
    let of_both = EventFilter { from: Some(Timestamp::from_millis(1)), kinds: vec!["mcq"], ..of_tool };
    assert_eq!(plan(&of_both), ["SEARCH journal USING INDEX journal_by_tool (<expr>=?)"]);
}

/// Without a temporary table: each kind has the order of the journal.
#[test]
fn the_events_of_several_kinds_are_merged() {
    let of_kinds = EventFilter { kinds: vec!["mcq", "decision", "mcq"], newest: true, ..page() };
    let index = "SEARCH journal USING INDEX journal_by_kind (kind=?)";
    assert_eq!(plan(&of_kinds), ["MERGE (UNION ALL)", "LEFT", index, "RIGHT", index]);
}

#[test]
fn each_condition_can_lead() {
    let connection = journal(0);
    let filter = EventFilter {
        call_id: Some("c1".to_owned()),
        tool: Some("pay".to_owned()),
        kinds: vec!["mcq"],
        tenant: Some("t1".to_owned()),
        principal: Some("p1".to_owned()),
        after_entry: Some(1),
        from: Some(Timestamp::from_millis(1)),
        ..of_session()
    };
    let plan = |lead| {
        let query = Query::led_by(lead, &filter);
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", query.sql)).unwrap();
        let rows = statement.query_map(params_from_iter(&query.parameters), |row| row.get("detail")).unwrap();
        let details: Vec<String> = rows.map(Result::unwrap).collect();
        details.join(", ").replace("SEARCH journal USING ", "")
    };
    assert_eq!(plan(Lead::Entries), "INTEGER PRIMARY KEY (rowid>?)");
    assert_eq!(plan(Lead::Call), "INDEX journal_by_call (call_id=? AND rowid>?)");
    assert_eq!(plan(Lead::Session), "INDEX sqlite_autoindex_journal_1 (session=?)");
    assert_eq!(plan(Lead::Tool), "INDEX journal_by_tool (<expr>=? AND rowid>?)");
    assert_eq!(plan(Lead::Kinds), "INDEX journal_by_kind (kind=? AND rowid>?)");
    assert_eq!(plan(Lead::Tenant), "INDEX journal_by_tenant (<expr>=? AND rowid>?)");
    assert_eq!(plan(Lead::Principal), "INDEX journal_by_principal (<expr>=? AND rowid>?)");
}

#[test]
fn a_window_has_the_ranges_of_its_parts() {
    let connection = journal(10_000);
    let moment = |millis| Some(Timestamp::from_millis(millis));
    let ranges = |filter: &EventFilter| planned(&connection, filter).unwrap().ranges;
    let middle = EventFilter { from: moment(5_000), until: moment(5_200), ..page() };
    // The last part is open, and comes last.
    assert_eq!(ranges(&middle), [(4_095, 6_144), (9_215, u64::MAX)]);
    assert_eq!(ranges(&EventFilter { before_entry: Some(5_100), ..middle.clone() }), [(4_095, 5_100)]);
    let after = EventFilter { after_entry: Some(5_500), before_entry: Some(9_000), ..middle };
    assert_eq!(ranges(&after), [(5_500, 6_144)]);
    assert_eq!(ranges(&EventFilter { from: moment(20_000), ..page() }), [(9_215, u64::MAX)]);
    assert_eq!(
        ranges(&EventFilter { until: moment(1), newest: true, ..page() }),
        [(9_215, u64::MAX), (0, 1_024)]
    );
    // An entry from the future opens its part to all later windows, and no other one.
    connection.execute_batch("UPDATE journal_parts SET latest = 1000000 WHERE part = 2").unwrap();
    assert_eq!(ranges(&EventFilter { from: moment(20_000), ..page() }), [(2_047, 3_072), (9_215, u64::MAX)]);
}

#[test]
fn the_condition_with_the_fewest_entries_leads() {
    let connection = journal(10_000);
    let lead = |filter: &EventFilter| planned(&connection, filter).unwrap().lead;
    assert_eq!(lead(&EventFilter { kinds: vec!["mcq"], ..of_session() }), Lead::Kinds);
    assert_eq!(lead(&EventFilter { kinds: vec!["turn_started"], ..of_session() }), Lead::Session);
    assert_eq!(lead(&EventFilter { kinds: vec!["turn_started"], ..of_principal() }), Lead::Principal);
    assert_eq!(lead(&EventFilter { principal: Some("nobody".to_owned()), ..of_tenant() }), Lead::Principal);
}

#[test]
fn sessions_are_found_from_the_end_of_the_journal() {
    let connection = journal(0);
    let plan = |filter: &SessionFilter| {
        let query = Query::of_sessions(filter);
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {}", query.sql)).unwrap();
        let rows = statement.query_map(params_from_iter(&query.parameters), |row| row.get("detail")).unwrap();
        rows.map(Result::unwrap).filter(|detail: &String| !detail.contains("SUBQUERY")).collect::<Vec<_>>()
    };
    let other = "SEARCH other USING INDEX sqlite_autoindex_journal_1 (session=?)".to_owned();
    let all = plan(&SessionFilter::default());
    let later = "SEARCH other USING INDEX sqlite_autoindex_journal_1 (session=? AND seq>?)".to_owned();
    assert_eq!(all, ["SCAN last".to_owned(), later, other.clone(), other]);
    let of_tenant = plan(&SessionFilter::default().tenant("t1".to_owned()).before(9));
    assert_eq!(of_tenant[0], "SEARCH last USING INDEX journal_by_tenant (<expr>=? AND rowid<?)");
    assert_eq!(of_tenant[1..], all[1..]);
}
