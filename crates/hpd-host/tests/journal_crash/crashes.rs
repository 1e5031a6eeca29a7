//! The kills, and the count of their results.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::time::{Duration, Instant};

use hpd_host::approval::CallState;
use hpd_host::journal::ChainHead;
use hpd_host::system::{Clock, Random, SystemClock, SystemRandom};
use hpd_host::testing::SeededRandom;

use crate::check::{Contract, Violation, check};
use crate::found::Found;
use crate::order::{Order, ScriptOrder};
use crate::place::Place;
use crate::process::Process;
use crate::promises::Promises;
use crate::recover::recover;
use crate::runtime::block_on;
use crate::said::Said;
use crate::stop::{IN_BATCH, IN_TRANSACTION, POINTS};
use crate::till;

/// Default number of killed processes for each journal.
const KILLS: u32 = 200;
/// The variable that sets another number.
const KILLS_VARIABLE: &str = "HPD_CRASHES";
/// How many of them leave something in the same database.
const OF_ONE_DATABASE: u32 = 20;
/// The seed of the random numbers.
const NUMBERS: u64 = 7;

/// The results.
#[derive(Debug, Default)]
pub(crate) struct Report {
    name: &'static str,
    kills: BTreeMap<String, u32>,
    states: BTreeMap<&'static str, usize>,
    pub(crate) resumed: usize,
    effects: usize,
    databases: u32,
    took: Duration,
    pub(crate) violations: Vec<Violation>,
}

/// Kills the wanted number of processes, each at a point or at any moment, and checks the journal after each. `None`
/// if there is no place for a journal.
pub(crate) fn kill_many(name: &'static str, new_place: impl Fn() -> Option<Place>) -> Option<Report> {
    let kills = kills();
    let began = Instant::now();
    let mut report = Report { name, ..Report::default() };
    let mut dice = Dice(SeededRandom::new(NUMBERS));
    let mut usual = Duration::from_millis(500);
    let mut left = kills;
    while left > 0 {
        let series = Series::begin(new_place()?);
        let of_this = left.min(OF_ONE_DATABASE);
        series.run(left, of_this, &mut dice, &mut usual, &mut report);
        left -= of_this;
    }
    report.took = began.elapsed();
    Some(report)
}

/// How many processes are killed.
pub(crate) fn kills() -> u32 {
    env::var(KILLS_VARIABLE).map_or(KILLS, |kills| kills.parse().expect("it is a number"))
}

/// Kills that leave something in one database.
struct Series {
    place: Place,
    promises: Promises,
    head: Option<ChainHead>,
}

/// When a process is killed.
enum Moment {
    /// At a point, when it comes there for the nth time.
    At(&'static str, u32),
    /// After this time, from the start or from when the journal is open.
    After { is_open: bool, time: Duration },
}

impl Series {
    fn begin(place: Place) -> Self {
        Self { place, promises: Promises::default(), head: None }
    }

    fn run(mut self, left: u32, kills: u32, dice: &mut Dice, usual: &mut Duration, report: &mut Report) {
        for round in left - kills..left {
            let moment = dice.moment(round, *usual);
            let (said, took) = self.kill(round, &moment);
            if said.last() == Some(&Said::Done) {
                // The mean of the old and the new value.
                *usual = (*usual + took) / 2;
            }
            let name = moment.name(&said);
            self.promises.take(said);
            block_on(self.place.wait_until_closed());
            self.look(&format!("killed as number {round}, {name}"), report);
            *report.kills.entry(name).or_default() += 1;
        }
        self.end(report);
    }

    /// The messages of a process before it was killed, and its running time.
    fn kill(&self, round: u32, moment: &Moment) -> (Vec<Said>, Duration) {
        let stop = match moment {
            Moment::At(point, nth) => Some(((*point).to_owned(), *nth)),
            Moment::After { .. } => None,
        };
        let sessions = if matches!(moment, Moment::At(IN_BATCH, _)) { 8 } else { 4 };
        let order = ScriptOrder { place: self.place.clone(), round, sessions, has_secrets: true, stop };
        let mut process = Process::start(&Order::Script(order));
        let mut began = Instant::now();
        match moment {
            Moment::At(..) => drop(process.wait_for(|said| matches!(said, Said::At(_) | Said::Done))),
            Moment::After { is_open, time } => {
                if *is_open {
                    process.wait_for(|said| *said == Said::Opened);
                    began = Instant::now();
                }
                process.is_done_by(began + *time);
            }
        }
        let took = began.elapsed();
        (process.kill(), took)
    }

    /// Checks the contents, without changing them.
    fn look(&mut self, when: &str, report: &mut Report) -> Found {
        let found = block_on(async {
            let journal = self.place.open(SystemRandom).await;
            Found::read(&*journal, &self.place, self.head.as_ref()).await.expect("the journal can be read")
        });
        let violations = check(&found, &self.promises).into_iter();
        let with_when =
            |Violation { contract, what }| Violation { contract, what: format!("{when}: {what}") };
        report.violations.extend(violations.map(with_when));
        self.head = Some(found.head.clone());
        self.promises.left_running = found.in_state(CallState::Executing).map(|row| row.id.clone()).collect();
        found
    }

    /// Recovers, lets all deadlines pass, and counts the rest.
    fn end(mut self, report: &mut Report) {
        let mut said = vec![Said::Recovered];
        block_on(async {
            let journal = self.place.open(SystemRandom).await;
            let toolbox = till::toolbox(&self.place.effects, journal.clone());
            recover(&toolbox, &*journal, |more| said.push(more)).await;
            let later = SystemClock.now().after(Duration::from_secs(60 * 60));
            journal.expire(later).await.expect("the journal can be written");
        });
        self.promises.take(said);
        let found = self.look("in the end", report);
        for row in &found.rows {
            *report.states.entry(row.state.as_str()).or_default() += 1;
            if !row.state.is_final() {
                let what = format!("{row:?} is not done with");
                report.violations.push(Violation { contract: Contract::FoundRunningIsUnknown, what });
            }
        }
        report.resumed += self.promises.resumed.len();
        report.effects += found.effects.len();
        report.databases += 1;
    }
}

impl Moment {
    /// As it is counted.
    fn name(&self, said: &[Said]) -> String {
        match self {
            _ if said.last() == Some(&Said::Done) => "after everything".to_owned(),
            Self::At(point, _) => (*point).to_owned(),
            Self::After { is_open: false, .. } => "at any moment from the start".to_owned(),
            Self::After { is_open: true, .. } => "at any moment, the journal being open".to_owned(),
        }
    }
}

/// Random numbers.
pub(crate) struct Dice(pub(crate) SeededRandom);

impl Dice {
    /// A number below this one.
    pub(crate) fn below(&self, end: u64) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes).expect("there are always more");
        u64::from_le_bytes(bytes) % end
    }

    fn moment(&self, round: u32, usual: Duration) -> Moment {
        if round.is_multiple_of(2) {
            let point = POINTS[usize::try_from(round / 2).expect("it is small") % POINTS.len()];
            let (first, last) = match point {
                IN_TRANSACTION => (1, 80),
                IN_BATCH => (10, 80),
                "before append" | "after append" => (1, 4),
                _ => (1, 12),
            };
            let nth = first + self.below(last + 1 - first);
            return Moment::At(point, u32::try_from(nth).expect("it is small"));
        }
        let usual = u64::try_from(usual.as_micros()).expect("it is not long");
        let time = Duration::from_micros(self.below(usual));
        Moment::After { is_open: self.below(4) > 0, time }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kills: u32 = self.kills.values().sum();
        let name = self.name;
        writeln!(
            f,
            "{name}: {kills} processes killed, {} databases, {:.1} s",
            self.databases,
            self.took.as_secs_f64()
        )?;
        for (moment, kills) in &self.kills {
            writeln!(f, "  {kills:5}  {moment}")?;
        }
        writeln!(f, "  {:5}  effects", self.effects)?;
        for (state, rows) in &self.states {
            writeln!(f, "  {rows:5}  calls {state}")?;
        }
        writeln!(f, "  {:5}  calls approved before a kill, and run after it", self.resumed)?;
        write!(f, "  {:5}  violations", self.violations.len())
    }
}
