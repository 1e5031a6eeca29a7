//! Many calls at once through a toolbox with a journal.

use std::fmt;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hpd_host::approval::CallState;
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::SystemRandom;
use hpd_host::{RawCall, Session, Toolbox};

use crate::check::check_alone;
use crate::contract::temporary_folder;
use crate::found::Found;
use crate::order::{LoadOrder, Order};
use crate::place::{Place, sqlite_in};
use crate::process::Process;
use crate::runtime::block_on;
use crate::said::{Said, say};
use crate::stop::wait_to_be_killed;
use crate::till;

const CALLS: usize = 10_000;
const SESSIONS: usize = 64;
/// Every so manieth call writes.
const WRITES: usize = 4;
/// Maximum growth of memory meanwhile, in bytes: the contents of the queue and of a batch, and the cache of the
/// database.
const MAX_MEMORY: u64 = 10 << 20;

/// All calls are answered and recorded, and memory does not grow with their number.
pub(crate) fn nothing_is_lost_under_load() {
    let folder = temporary_folder();
    println!("{CALLS} calls from {SESSIONS} sessions at once, every {WRITES}th a write:");
    println!("  without a journal: {}", measure(None));
    for (name, is_relaxed) in [("durable", false), ("relaxed", true)] {
        let place = sqlite_in(folder.path(), is_relaxed);
        let load = measure(Some(&place));
        println!("  {name}: {load}");
        look(&place);
        assert!(load.memory < MAX_MEMORY, "{name}: {load}");
    }
}

/// The cost of the calls.
struct Load {
    time: Duration,
    memory: u64,
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = self.time.as_micros() / CALLS as u128;
        write!(f, "{micros} us a call, {} KiB more memory at most", self.memory >> 10)
    }
}

/// Has another process make the calls.
fn measure(place: Option<&Place>) -> Load {
    let order = LoadOrder { place: place.cloned(), calls: CALLS, sessions: SESSIONS };
    let mut process = Process::start(&Order::Load(order));
    let said = process.wait_for(|said| matches!(said, Said::Reply(_)));
    process.kill();
    let Said::Reply(reply) = said else { panic!("it was waited for a reply") };
    let numbers: Vec<u64> = reply.split(' ').map(|number| number.parse().expect("it is one")).collect();
    Load { time: Duration::from_micros(numbers[0]), memory: numbers[1] }
}

/// Everything is there, each write had its effect, and the events of each call match its end.
fn look(place: &Place) {
    let found = block_on(async {
        let journal = place.open(SystemRandom).await;
        Found::read(&*journal, place, None).await.expect("the journal can be read")
    });
    let of_kind = |kind| found.events.iter().filter(|record| record.event.kind() == kind).count();
    let writes = CALLS.div_ceil(WRITES);
    let ended = ["tool_call", "tool_result", "tool_started"].map(of_kind);
    assert_eq!(ended, [CALLS, CALLS, writes]);
    assert_eq!((found.in_state(CallState::Succeeded).count(), found.effects.len()), (writes, writes));
    let violations = check_alone(&found);
    assert!(violations.is_empty(), "{violations:#?}");
}

/// Makes the calls, and says how long that took, and by how much memory grew.
pub(crate) async fn run(order: LoadOrder) {
    let LoadOrder { place, calls, sessions } = order;
    let toolbox = Arc::new(match &place {
        Some(place) => till::toolbox(&place.effects, place.open(SystemRandom).await),
        None => till::builder(Path::new("/dev/null")).build().expect("nothing is wrong with it"),
    });
    let before = memory("VmRSS");
    let began = Instant::now();
    let numbers = |session| (session..calls).step_by(sessions).collect();
    let talks = (0..sessions).map(|session| {
        let (toolbox, numbers) = (Arc::clone(&toolbox), numbers(session));
        tokio::spawn(async move { talk(&toolbox, &format!("s{session}"), numbers).await })
    });
    for talk in talks.collect::<Vec<_>>() {
        talk.await.expect("no conversation panics");
    }
    let took = began.elapsed().as_micros();
    say(&Said::Reply(format!("{took} {}", memory("VmHWM").saturating_sub(before))));
    wait_to_be_killed();
}

/// The calls of one session, one after the other.
async fn talk(toolbox: &Toolbox, session: &str, numbers: Vec<usize>) {
    let session = Session::with_id(session);
    for number in numbers {
        let (tool, arguments) =
            if number % WRITES == 0 { ("put", r#"{"amount": 5}"#) } else { ("look", "{}") };
        let call = RawCall::new(format!("c{number}"), tool, arguments);
        let outcome = toolbox.call(&session, &call).await;
        assert!(matches!(outcome.kind, OutcomeKind::Result(_)), "{:?}", outcome.kind);
    }
}

/// A number of bytes that the system reports for this process.
fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("this is Linux");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("it is told");
    let kibibytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
    kibibytes.expect("it is a number") << 10
}
