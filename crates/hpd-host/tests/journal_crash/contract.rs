//! The contract of the journals, a test each.

use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use tempfile::TempDir;

use crate::check::Contract;
use crate::crashes::{Report, kill_many};
use crate::place::{Place, sqlite_in};
use crate::runner::Test;
use crate::{load, power, races, retention, spoilt};

/// A journal that is tested.
struct Store {
    name: &'static str,
    /// A new journal with its files in this folder; `None`, after a line that says so, if there can be none here.
    new_place: fn(&Path) -> Option<Place>,
    report: OnceLock<Option<Report>>,
}

impl Store {
    fn new(name: &'static str, new_place: fn(&Path) -> Option<Place>) -> Self {
        Self { name, new_place, report: OnceLock::new() }
    }
}

static STORES: LazyLock<Vec<Store>> = LazyLock::new(|| {
    vec![
        Store::new("sqlite", |folder| Some(sqlite_in(folder, false))),
        Store::new("sqlite_relaxed", |folder| Some(sqlite_in(folder, true))),
        #[cfg(feature = "postgres")]
        Store::new("postgres", |folder| crate::postgres::postgres_in(folder, false)),
        #[cfg(feature = "postgres")]
        Store::new("postgres_relaxed", |folder| crate::postgres::postgres_in(folder, true)),
    ]
});

/// Conditions that must hold after any number of kills.
const CONTRACT: [(&str, Contract); 7] = [
    ("no_effect_happens_twice_or_unannounced", Contract::OneEffect),
    ("nothing_that_was_stored_or_decided_is_lost", Contract::NothingLost),
    ("no_success_stands_without_its_row_and_its_effect", Contract::NoSuccessAlone),
    ("what_is_found_running_becomes_unknown", Contract::FoundRunningIsUnknown),
    ("numbers_have_no_gaps", Contract::NoGaps),
    ("the_chain_is_whole", Contract::ChainWhole),
    ("what_is_told_of_each_call_is_what_became_of_it", Contract::EventsMatch),
];

/// Concurrent actions of two processes in a place, with the checks of their results.
type Race = fn(Place);

/// Conditions that must hold for concurrent actions of two processes.
const RACES: [(&str, Race); 3] = [
    ("one_answer_in_two_processes_runs_once", races::one_answer),
    ("what_one_process_ends_and_another_approves_ends", races::expired_while_approved),
    ("what_one_process_ends_and_another_claims_is_one_of_both", races::expired_while_claimed),
];

/// All tests.
pub(crate) fn tests() -> Vec<Test> {
    let mut tests: Vec<_> = STORES.iter().flat_map(Store::tests).collect();
    tests.push(Test::new(
        "sqlite::a_log_that_lost_something_is_a_shorter_journal",
        power::a_log_that_lost_something,
    ));
    tests.push(Test::new("sqlite::nothing_is_lost_under_load", load::nothing_is_lost_under_load));
    tests.push(Test::new("each_violation_is_found", spoilt::each_violation_is_found));
    tests
}

impl Store {
    fn tests(&'static self) -> impl Iterator<Item = Test> {
        let name = self.name;
        let contract = CONTRACT.into_iter().map(move |(holds, contract)| {
            Test::new(format!("{name}::{holds}"), move || self.assert_holds(contract))
        });
        let resumed = Test::new(format!("{name}::what_was_approved_before_a_kill_runs_after_it"), || {
            let resumed = self.report().is_none_or(|report| report.resumed > 0);
            assert!(resumed, "no process was killed between approval and run");
        });
        let races = RACES
            .into_iter()
            .map(move |(holds, race)| Test::new(format!("{name}::{holds}"), move || self.race(race)));
        let retention =
            Test::new(format!("{name}::a_removal_that_is_killed_leaves_a_whole_journal"), move || {
                let folder = temporary_folder();
                retention::kill_many(name, || (self.new_place)(folder.path()));
            });
        contract.chain([resumed]).chain(races).chain([retention])
    }

    /// The results of the kills. The first test that asks does the work for all.
    fn report(&self) -> Option<&Report> {
        let report = self.report.get_or_init(|| {
            let folder = temporary_folder();
            let report = kill_many(self.name, || (self.new_place)(folder.path()))?;
            println!("{report}");
            Some(report)
        });
        report.as_ref()
    }

    fn assert_holds(&self, contract: Contract) {
        let Some(report) = self.report() else { return };
        let violations = report.violations.iter().filter(|violation| violation.contract == contract);
        let whats: Vec<_> = violations.map(|violation| &*violation.what).collect();
        // A single fault is usually found again after each further kill.
        let first = &whats[..whats.len().min(10)];
        assert!(whats.is_empty(), "{} violations, first these:\n{}", whats.len(), first.join("\n"));
    }

    fn race(&self, race: Race) {
        let folder = temporary_folder();
        if let Some(place) = (self.new_place)(folder.path()) {
            race(place);
        }
    }
}

pub(crate) fn temporary_folder() -> TempDir {
    tempfile::tempdir().expect("there is a folder for temporary files")
}
