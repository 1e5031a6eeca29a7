//! The contract of the journals, a test each.

use std::cell::Cell;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::check::Contract;
use crate::crashes::{Report, kill_many};
use crate::place::{Database, Place};
use crate::runner::Test;

/// What must hold however many processes are killed.
const CONTRACT: [(&str, Contract); 7] = [
    ("no_effect_happens_twice_or_unannounced", Contract::OneEffect),
    ("nothing_that_was_stored_or_decided_is_lost", Contract::NothingLost),
    ("no_success_stands_without_its_row_and_its_effect", Contract::NoSuccessAlone),
    ("what_is_found_running_becomes_unknown", Contract::FoundRunningIsUnknown),
    ("numbers_have_no_gaps", Contract::NoGaps),
    ("the_chain_is_whole", Contract::ChainWhole),
    ("what_is_told_of_each_call_is_what_became_of_it", Contract::EventsMatch),
];

static SQLITE: LazyLock<Report> = LazyLock::new(|| sqlite("SQLite", false));
static SQLITE_RELAXED: LazyLock<Report> = LazyLock::new(|| sqlite("SQLite, relaxed", true));

pub(crate) fn tests() -> Vec<Test> {
    of("sqlite", &SQLITE).chain(of("sqlite_relaxed", &SQLITE_RELAXED)).collect()
}

/// The tests of one journal. The first that runs does the work for all.
fn of(journal: &'static str, report: &'static LazyLock<Report>) -> impl Iterator<Item = Test> {
    let contract = CONTRACT.into_iter().map(move |(name, contract)| {
        Test::new(format!("{journal}::{name}"), move || holds(report, contract))
    });
    let resumed = Test::new(format!("{journal}::what_was_approved_before_a_kill_runs_after_it"), || {
        assert!(report.resumed > 0, "no process was killed between approval and run");
    });
    contract.chain([resumed])
}

fn holds(report: &Report, contract: Contract) {
    let violations = report.violations.iter().filter(|violation| violation.contract == contract);
    let whats: Vec<_> = violations.map(|violation| &*violation.what).collect();
    assert!(whats.is_empty(), "{} violations:\n{}", whats.len(), whats.join("\n"));
}

fn sqlite(name: &'static str, is_relaxed: bool) -> Report {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let databases = Cell::new(0);
    let report = kill_many(name, || {
        databases.set(databases.get() + 1);
        sqlite_in(&folder.path().join(databases.get().to_string()), is_relaxed)
    });
    println!("{report}");
    report
}

/// A new database in a folder of its own.
pub(crate) fn sqlite_in(folder: &Path, is_relaxed: bool) -> Place {
    fs::create_dir(folder).expect("the folder can be made");
    Place {
        database: Database::Sqlite(folder.join("journal.db")),
        is_relaxed,
        effects: folder.join("effects"),
    }
}
