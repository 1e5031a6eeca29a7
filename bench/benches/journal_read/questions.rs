//! The questions, and how long their answers take.

use std::time::{Duration, Instant};

use hpd_journal::events::EventRecord;
use hpd_journal::journal::health::{HealthSpan, health};
use hpd_journal::journal::{EventFilter, Journal, SessionFilter};
use tokio::runtime::Runtime;

use super::make::{Numbers, READS, WRITES, principal, tenant};
use super::{Failure, START, TIMES, Timestamp, shown};

/// The events from which questions take their ids and moments.
struct Known {
    records: Vec<EventRecord>,
    end: u64,
}

impl Known {
    fn of(runtime: &Runtime, journal: &dyn Journal) -> Result<Self, Failure> {
        let head = runtime.block_on(journal.head())?.number;
        let mut records = Vec::new();
        for part in 0..TIMES as u64 {
            let filter = EventFilter::default().after_entry(head / TIMES as u64 * part).limit(30);
            records.extend(runtime.block_on(journal.read(&filter))?);
        }
        let last = runtime.block_on(journal.read(&EventFilter::default().limit(1).newest(true)))?;
        Ok(Self { records, end: last.first().map_or(START, |record| record.at.as_millis()) })
    }

    /// A record somewhere in the journal.
    fn record(&self, time: usize) -> &EventRecord {
        let place = time * 30 + 1 + time % 20;
        self.records.get(place % self.records.len()).expect("the journal has events")
    }

    /// A record of a call.
    fn call(&self, time: usize) -> &EventRecord {
        let mut records = self.records.iter().skip(time * 30);
        records.find(|record| record.call_id.is_some()).unwrap_or_else(|| self.record(time))
    }
}

fn window(filter: EventFilter, from: u64, millis: u64) -> EventFilter {
    filter.from(Timestamp::from_millis(from)).until(Timestamp::from_millis(from + millis))
}

type Make = fn(&Known, EventFilter, usize) -> EventFilter;

fn somewhere(known: &Known, time: usize) -> u64 {
    START + Numbers::new(time as u64).below(known.end - START)
}

const HOUR: u64 = 3_600_000;

/// The pages, each by its name.
const PAGES: &[(&str, Make)] = &[
    ("first page", |_, page, _| page),
    ("last page", |_, page, _| page.newest(true)),
    ("window: the last 30 s, without events", |known, page, _| {
        page.from(Timestamp::from_millis(known.end + 1_000))
    }),
    ("window: 30 s in the middle", |known, page, time| {
        let from = somewhere(known, time);
        window(page, from, 30_000)
    }),
    ("window: an hour in the middle", |known, page, time| {
        let from = somewhere(known, time);
        window(page, from, HOUR)
    }),
    ("window: half of all, the newest of it", |known, page, _| {
        window(page, START, (known.end - START) / 2).newest(true)
    }),
    ("kind `tool_call`", |_, page, _| page.kinds(vec!["tool_call"])),
    ("kind `guardrail`, rare", |_, page, _| page.kinds(vec!["guardrail"])),
    ("kind `detector_failed`, without events", |_, page, _| page.kinds(vec!["detector_failed"])),
    ("kinds `guardrail` and `turn_started`, the newest", |_, page, _| {
        page.kinds(vec!["guardrail", "turn_started"]).newest(true)
    }),
    ("tool", |_, page, time| page.tool(WRITES[time % 3].to_owned())),
    ("tool without events", |_, page, _| page.tool("nothing".to_owned())),
    ("tool and an hour", |known, page, time| {
        let from = somewhere(known, time);
        window(page.tool(READS[time % 6].to_owned()), from, HOUR)
    }),
    ("tool and the last 30 s", |known, page, time| {
        page.tool(READS[time % 6].to_owned()).from(Timestamp::from_millis(known.end + 1_000))
    }),
    ("before an entry in the middle", |known, page, time| {
        page.before_entry(known.record(time).entry).newest(true)
    }),
    ("window before an entry in the middle", |known, page, time| {
        let record = known.record(time);
        let from = record.at.as_millis().saturating_sub(HOUR);
        window(page, from, 2 * HOUR).before_entry(record.entry).newest(true)
    }),
    ("call id", |known, page, time| page.call_id(known.call(time).call_id.clone())),
    ("session", |known, page, time| page.session(known.record(time).session.clone())),
    ("session, the newest", |known, page, time| {
        page.session(known.record(time).session.clone()).newest(true)
    }),
    ("turn", |known, page, time| page.turn(known.record(time).turn.clone())),
    ("principal", |_, page, time| page.principal(principal(time as u64 % 20))),
    ("tenant, the newest", |_, page, time| page.tenant(tenant(time as u64 % 4)).newest(true)),
    ("principal without events", |_, page, _| page.principal("nobody".to_owned())),
    ("session and kind", |known, page, time| {
        page.session(known.record(time).session.clone()).kinds(vec!["write_validation"])
    }),
    ("session and kind without events", |known, page, time| {
        page.session(known.record(time).session.clone()).kinds(vec!["guardrail"])
    }),
    ("tenant and kind, rare", |_, page, time| page.tenant(tenant(time as u64 % 4)).kinds(vec!["guardrail"])),
    ("principal and an hour", |known, page, time| {
        let from = somewhere(known, time);
        window(page.principal(principal(time as u64 % 20)), from, HOUR)
    }),
    ("principal and the last 30 s", |known, page, time| {
        page.principal(principal(time as u64 % 20)).from(Timestamp::from_millis(known.end + 1_000))
    }),
    ("principal and kind", |_, page, time| {
        page.principal(principal(time as u64 % 20)).kinds(vec!["write_validation"])
    }),
];

fn measured(mut run: impl FnMut(usize) -> Result<usize, Failure>) -> Result<(String, usize), Failure> {
    let mut times: Vec<Duration> = Vec::new();
    let mut found = 0;
    for time in 0..TIMES {
        let start = Instant::now();
        found += run(time)?;
        times.push(start.elapsed());
        // What takes so long is not asked as often.
        if times.iter().sum::<Duration>() > Duration::from_secs(15) && time >= 2 {
            break;
        }
    }
    let count = times.len();
    Ok((shown(times), found / count))
}

fn print(name: &str, run: impl FnMut(usize) -> Result<usize, Failure>) -> Result<(), Failure> {
    let (times, found) = measured(run)?;
    println!("| {name} ({found}) | {times} |");
    Ok(())
}

/// Asks for pages, and for the health of windows.
pub(crate) fn ask(runtime: &Runtime, journal: &dyn Journal) -> Result<(), Failure> {
    let known = Known::of(runtime, journal)?;
    for (name, make) in PAGES {
        print(name, |time| {
            let page = make(&known, EventFilter::default().limit(100), time);
            Ok(runtime.block_on(journal.read(&page))?.len())
        })?;
    }
    let spans: [(&str, u64, u64); 3] = [
        ("`health` of the last 30 s, without events", known.end + 1_000, 30_000),
        ("`health` of an hour", START + 10 * HOUR, HOUR),
        ("`health` of 10 hours", START + 10 * HOUR, 10 * HOUR),
    ];
    for (name, from, millis) in spans {
        print(name, |_| {
            let span = HealthSpan {
                from: Some(Timestamp::from_millis(from)),
                until: Some(Timestamp::from_millis(from + millis)),
                ..HealthSpan::default()
            };
            Ok(usize::try_from(runtime.block_on(health(journal, &span))?.events)?)
        })?;
    }
    ask_sessions(runtime, journal, &known)
}

fn ask_sessions(runtime: &Runtime, journal: &dyn Journal, known: &Known) -> Result<(), Failure> {
    type MakeSessions = fn(&Known, SessionFilter, usize) -> SessionFilter;
    let pages: [(&str, MakeSessions); 4] = [
        ("sessions, the newest 50", |_, page, _| page),
        ("sessions, 50 from the middle", |known, page, time| page.before(known.record(time).entry)),
        ("sessions of a principal, 50", |_, page, time| page.principal(principal(time as u64 % 20))),
        ("sessions of a tenant, 50 from the middle", |known, page, time| {
            page.tenant(tenant(time as u64 % 4)).before(known.record(time).entry)
        }),
    ];
    for (name, make) in pages {
        print(name, |time| {
            let page = make(known, SessionFilter::default().limit(50), time);
            Ok(runtime.block_on(journal.sessions(&page))?.len())
        })?;
    }
    Ok(())
}

/// A connection for queries on the view.
pub(crate) enum Logs {
    Sqlite(rusqlite::Connection),
    Postgres(tokio_postgres::Client),
}

impl Logs {
    fn rows(&mut self, runtime: &Runtime, guardrail: &str, session: Option<&str>) -> Result<usize, Failure> {
        let of_session = session.map_or(String::new(), |session| format!("AND session_id = '{session}' "));
        Ok(match self {
            Self::Sqlite(connection) => {
                let sql = format!(
                    "SELECT query, write_tool_results, created_at FROM query_routing_logs
                    WHERE EXISTS (SELECT 1 FROM json_each(guardrails_triggered) WHERE value = '{guardrail}')
                    {of_session} ORDER BY created_at DESC LIMIT 20"
                );
                let mut statement = connection.prepare(&sql)?;
                let mut rows = statement.query(())?;
                let mut count = 0;
                while let Some(row) = rows.next()? {
                    let _: Option<String> = row.get(1)?;
                    count += 1;
                }
                count
            }
            Self::Postgres(client) => {
                let sql = format!(
                    "SELECT query, write_tool_results::text, created_at FROM hpd.query_routing_logs
                    WHERE '{guardrail}' = ANY(guardrails_triggered)
                    {of_session} ORDER BY created_at DESC LIMIT 20"
                );
                runtime.block_on(client.query(&sql, &[]))?.len()
            }
        })
    }
}

/// Asks the view.
pub(crate) fn ask_logs(runtime: &Runtime, logs: &mut Logs) -> Result<(), Failure> {
    let session = format!("session-{:08x}", 95_usize.wrapping_mul(0x9e37_79b1));
    let questions = [
        ("turns with a blocked write", "write_preflight_block", None),
        ("turns with a guardrail, rare", "hallucinated_success", None),
        ("turns with another guardrail, without turns", "false_failure", None),
        ("turns of a session with a blocked write", "write_preflight_block", Some(session.as_str())),
    ];
    for (name, guardrail, session) in questions {
        print(name, |_| logs.rows(runtime, guardrail, session))?;
    }
    Ok(())
}
