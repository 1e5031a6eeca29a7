//! A server that says nothing: each request ends with the patience, and later ones end at once until it answers again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use deadpool_postgres::{Manager, Pool};
use futures_util::StreamExt;
use futures_util::future::join_all;
use hpd_host::approval::{Answer, Decision, Permission, UserChannel};
use hpd_host::events::{Event, EventStream, JournalGapEvent, StreamStart};
use hpd_host::journal::health::{HealthSpan, health};
use hpd_host::journal::{EventFilter, Journal, JournalOptions, PostgresJournal};
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
use tokio_postgres::NoTls;

use crate::common::database::message;
use crate::desk::{Desk, new_schema, reason};
use crate::proxy::{Proxy, Way};

const PATIENCE: Duration = Duration::from_secs(1);
/// Beyond the patience, on a machine that does much else.
const MARGIN: Duration = Duration::from_millis(1_500);
/// At once, on such a machine.
const AT_ONCE: Duration = Duration::from_millis(500);
/// Until a silence is noticed, or is over.
const NOTICED: Duration = Duration::from_secs(30);

struct Till {
    ran: Arc<AtomicU32>,
}

#[plugin]
impl Till {
    /// Looks inside.
    #[ai_function]
    fn look() -> String {
        "There is enough.".to_owned()
    }

    /// Puts something in. Nobody is asked.
    #[ai_function(write, risk = low)]
    fn put(
        &self,
        /** How much. */
        amount: u32,
    ) -> String {
        self.ran.fetch_add(1, Ordering::SeqCst);
        format!("Put in {amount}.")
    }

    /// Takes something out. The user is asked.
    #[ai_function(write, risk = low)]
    fn take(
        &self,
        /** How much. */
        amount: u32,
    ) -> String {
        self.ran.fetch_add(1, Ordering::SeqCst);
        format!("Took {amount}.")
    }
}

/// A toolbox whose journal is behind a proxy.
pub(crate) struct Bench {
    pub(crate) desk: Desk,
    pub(crate) proxy: Proxy,
    pub(crate) journal: Arc<PostgresJournal>,
    toolbox: Toolbox,
    ran: Arc<AtomicU32>,
}

impl Bench {
    pub(crate) fn new(patience: Duration) -> Option<Self> {
        let desk = Desk::new()?;
        let options = JournalOptions { patience, ..JournalOptions::default() };
        let (proxy, journal) = desk.block_on(async {
            let proxy = Proxy::start(desk.server.socket()).await.unwrap();
            let manager = Manager::new(proxy.url("postgres").parse().unwrap(), NoTls);
            let pool = Pool::builder(manager).max_size(8).build().unwrap();
            let journal = PostgresJournal::in_schema(pool, &new_schema(), options).await.unwrap();
            (proxy, Arc::new(journal))
        });
        let ran = Arc::new(AtomicU32::new(0));
        let toolbox = Toolbox::builder()
            .plugin(Till { ran: Arc::clone(&ran) })
            .approval(Approval::new().permission("Till.put", Permission::Allow).max_pending_calls(1_000))
            .journal(Arc::clone(&journal))
            .build()
            .unwrap();
        Some(Self { desk, proxy, journal, toolbox, ran })
    }

    pub(crate) fn ran(&self) -> u32 {
        self.ran.load(Ordering::SeqCst)
    }

    pub(crate) async fn call(&self, session: &Session, name: &str) -> String {
        let arguments = if name == "look" { "{}" } else { r#"{"amount": 5}"# };
        let outcome = self.toolbox.call(session, &RawCall::new("c1", name, arguments)).await;
        outcome.for_model_as_text().into_owned()
    }

    /// A question, and the decision about it.
    async fn asked(&self, session: &Session) -> Decision {
        let call = RawCall::new("c2", "take", r#"{"amount": 7}"#);
        let outcome = self.toolbox.call(session, &call).await;
        let OutcomeKind::Confirm(question) = &outcome.kind else { panic!("it is asked") };
        UserChannel::local().decision(Answer::confirm(question))
    }

    /// The server answers, and all connections are warm.
    async fn answering(&self) {
        self.proxy.turn(Way::Open);
        let began = Instant::now();
        loop {
            self.until(|journal| journal.status().breaker.open_since.is_none()).await;
            let appends = (0..4).map(|_| self.journal.append(vec![message("warm", "up")]));
            let heads = (0..7).map(|_| self.journal.head());
            let (appended, heads) = futures_util::future::join(join_all(appends), join_all(heads)).await;
            if appended.iter().all(Result::is_ok) && heads.iter().all(Result::is_ok) {
                break;
            }
            // To connect may take longer than the patience on a machine that does much else.
            assert!(began.elapsed() < NOTICED, "it answers: {appended:?}, {heads:?}");
        }
        self.until(|journal| journal.status().lost.unreported == 0).await;
    }

    /// Waits until something is so.
    pub(crate) async fn until(&self, is_so: impl Fn(&PostgresJournal) -> bool) {
        let began = Instant::now();
        while !is_so(&self.journal) {
            assert!(began.elapsed() < NOTICED, "it is not noticed");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// The kinds of requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    ReadCall,
    WriteCall,
    Decide,
    Read,
    ReadAll,
    Head,
    Verify,
    Health,
    CheckAnswer,
    PendingCalls,
    ExpirePending,
    Stream,
}

impl Asked {
    const ALL: [Self; 12] = [
        Self::ReadCall,
        Self::WriteCall,
        Self::Decide,
        Self::Read,
        Self::ReadAll,
        Self::Head,
        Self::Verify,
        Self::Health,
        Self::CheckAnswer,
        Self::PendingCalls,
        Self::ExpirePending,
        Self::Stream,
    ];

    /// What is needed for it, and then the request: it ends with whether it failed.
    async fn prepare(self, bench: &Bench) -> BoxFuture<'_, bool> {
        let (journal, toolbox) = (&*bench.journal, &bench.toolbox);
        let session = Session::new();
        match self {
            Self::ReadCall => Box::pin(async move {
                assert_eq!(bench.call(&session, "look").await, "There is enough.");
                true
            }),
            Self::WriteCall => Box::pin(async move { bench.call(&session, "put").await != "Put in 5." }),
            Self::Decide => {
                let decision = bench.asked(&session).await;
                Box::pin(async move { toolbox.decide(&session, &decision).await.is_err() })
            }
            Self::Read => {
                Box::pin(async move { journal.read(&EventFilter::default().limit(10)).await.is_err() })
            }
            Self::ReadAll => Box::pin(async move { journal.read(&EventFilter::default()).await.is_err() }),
            Self::Head => Box::pin(async move { journal.head().await.is_err() }),
            Self::Verify => Box::pin(async move { journal.verify(None).await.is_err() }),
            Self::Health => Box::pin(async move { health(journal, &HealthSpan::default()).await.is_err() }),
            Self::CheckAnswer => {
                bench.call(&session, "look").await;
                Box::pin(async move { toolbox.check_final_answer(&session, "It is done.").await.is_err() })
            }
            Self::PendingCalls => {
                bench.call(&session, "look").await;
                Box::pin(async move { toolbox.pending_calls(&session, &UserChannel::local()).await.is_err() })
            }
            Self::ExpirePending => Box::pin(async move { toolbox.expire_pending().await.is_err() }),
            Self::Stream => Box::pin(async move {
                let journal: Arc<dyn Journal> = Arc::clone(&bench.journal) as _;
                let mut stream = EventStream::of_all(journal, StreamStart::After(0));
                stream.next().await.is_some_and(|item| item.is_err())
            }),
        }
    }
}

/// How long a request took. It failed, or is one that may not fail.
async fn measured(asked: Asked, request: BoxFuture<'_, bool>) -> (Asked, Duration) {
    let began = Instant::now();
    assert!(request.await, "{asked:?} has no answer of a silent server");
    (asked, began.elapsed())
}

fn check(what: &str, measured: &[(Asked, Duration)], bound: Duration) {
    for (asked, took) in measured {
        println!("{what}: {asked:?} {} ms", took.as_millis());
    }
    for (asked, took) in measured {
        assert!(*took <= bound, "{what}: {asked:?} took {took:?}");
    }
}

#[test]
fn each_request_alone_ends_with_the_patience_and_the_next_one_at_once() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    let (mut alone, mut open) = (Vec::new(), Vec::new());
    bench.desk.block_on(async {
        for asked in Asked::ALL {
            bench.answering().await;
            let (first, second) = (asked.prepare(&bench).await, asked.prepare(&bench).await);
            let ran = bench.ran();
            bench.proxy.turn(Way::Dropped);
            alone.push(measured(asked, first).await);
            bench.until(|journal| journal.status().breaker.open_since.is_some()).await;
            open.push(measured(asked, second).await);
            assert_eq!(bench.ran(), ran, "no write runs");
        }
        bench.answering().await;
        assert!(bench.journal.verify(None).await.unwrap().is_whole());
    });
    check("alone", &alone, PATIENCE + MARGIN);
    check("open", &open, AT_ONCE);
}

#[test]
fn requests_at_once_end_with_the_patience() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    let (at_once, open) = bench.desk.block_on(async {
        bench.answering().await;
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for asked in Asked::ALL {
            first.push(measured(asked, asked.prepare(&bench).await));
            second.push(measured(asked, asked.prepare(&bench).await));
        }
        bench.proxy.turn(Way::Dropped);
        let at_once = join_all(first).await;
        bench.until(|journal| journal.status().breaker.open_since.is_some()).await;
        let open = join_all(second).await;
        bench.answering().await;
        assert!(bench.journal.verify(None).await.unwrap().is_whole());
        (at_once, open)
    });
    check("at once", &at_once, PATIENCE + MARGIN);
    check("at once, open", &open, AT_ONCE);
}

#[test]
fn the_journal_names_what_it_lost_and_counts_its_silences() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        bench.answering().await;
        let before = bench.journal.head().await.unwrap().number;
        let status_before = bench.journal.status();
        bench.proxy.turn(Way::Dropped);
        let error = bench.journal.append(vec![message("ours", "lost")]).await.unwrap_err();
        assert!(
            ["PostgreSQL does not answer in time", "the journal did not answer in time"]
                .contains(&&*reason(&error)),
            "{}",
            reason(&error)
        );
        bench.until(|journal| journal.status().breaker.open_since.is_some()).await;
        let error = bench.journal.append(vec![message("ours", "lost"), message("ours", "too")]).await;
        let text = reason(&error.unwrap_err());
        assert!(text.starts_with("the journal has not answered for "), "{text}");
        assert!(text.ends_with(" s: requests fail at once, and one probe tries again"), "{text}");
        assert_eq!(reason(&bench.journal.head().await.unwrap_err()), text);

        bench.proxy.turn(Way::Open);
        // Without any further request.
        bench.until(|journal| journal.status().lost.unreported == 0).await;
        let status = bench.journal.status();
        let lost_before = status_before.lost.kinds.get("turn_started").copied().unwrap_or_default();
        assert_eq!(status.lost.total, status_before.lost.total + 3);
        assert_eq!(status.lost.kinds.get("turn_started"), Some(&(lost_before + 3)));
        let (opened, closed) = (status_before.breaker.opened, status_before.breaker.closed);
        assert_eq!((status.breaker.opened, status.breaker.closed), (opened + 1, closed + 1));
        assert!(status.breaker.open_since.is_none() && status.breaker.last_silence.is_some());
        bench.journal.append(vec![message("ours", "after")]).await.unwrap();
        let filter = EventFilter::default().after_entry(before);
        let events = bench.journal.read(&filter).await.unwrap();
        let [gap, after] = &*events else { panic!("a gap and an event: {events:?}") };
        let Event::JournalGap(JournalGapEvent { since, until, lost, kinds, .. }) = &gap.event else {
            panic!("a gap: {gap:?}");
        };
        assert_eq!((&*gap.session, *lost, kinds.get("turn_started")), ("", 3, Some(&3)));
        assert!(since <= until);
        assert_eq!(after.event.kind(), "turn_started");
        assert!(bench.journal.verify(None).await.unwrap().is_whole());
    });
}

#[test]
fn a_slow_server_is_not_silent() {
    let Some(bench) = Bench::new(JournalOptions::default().patience) else { return };
    bench.desk.block_on(async {
        bench.answering().await;
        let before = bench.journal.status();
        bench.proxy.turn(Way::Delayed);
        let session = Session::new();
        assert_eq!(bench.call(&session, "look").await, "There is enough.");
        assert_eq!(bench.journal.head().await.unwrap().hash.len(), 64);
        bench.journal.append(vec![message("ours", "slow")]).await.unwrap();
        bench.proxy.turn(Way::Open);
        let status = bench.journal.status();
        assert_eq!((status.breaker.opened, status.lost.total), (before.breaker.opened, before.lost.total));
    });
}

#[test]
fn one_probe_at_a_time_tries_a_silent_server() {
    let Some(bench) = Bench::new(PATIENCE) else { return };
    bench.desk.block_on(async {
        bench.answering().await;
        bench.proxy.turn(Way::Dropped);
        bench.journal.head().await.unwrap_err();
        bench.until(|journal| journal.status().breaker.open_since.is_some()).await;
        let before = bench.proxy.connections();
        let began = Instant::now();
        while began.elapsed() < Duration::from_secs(3) {
            bench.journal.head().await.unwrap_err();
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let probes = bench.proxy.connections() - before;
        assert!((1..=8).contains(&probes), "{probes} probes");
    });
}
