//! Losses of power: any part of the last writes may be gone.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use hpd_host::events::EventRecord;
use hpd_host::system::SystemRandom;
use hpd_host::testing::SeededRandom;

use crate::check::check_alone;
use crate::contract::temporary_folder;
use crate::crashes::Dice;
use crate::found::Found;
use crate::order::{Order, ScriptOrder};
use crate::place::{Database, Place, sqlite_in};
use crate::process::Process;
use crate::runtime::block_on;
use crate::said::Said;

/// How many processes are killed.
const KILLS: u32 = 20;
/// The number of losses for each killed process.
const LOSSES: u32 = 20;
/// The unit that a disk writes at once.
const PAGE: u64 = 4_096;
/// A log of so many bytes is written to the database, and begun anew.
const TAKEN_OVER: u64 = 1_000 * PAGE;

/// After a kill, the write-ahead log is cut off at any byte, or loses a page. The journal is whole up to its new end,
/// and the events of each call match its end.
pub(crate) fn a_log_that_lost_something() {
    let dice = Dice(SeededRandom::new(11));
    let (mut shorter, mut empty) = (0, 0);
    for round in 0..KILLS {
        let folder = temporary_folder();
        let place = sqlite_in(folder.path(), true);
        kill_in_the_middle(&place, round, &dice);
        let whole = read(&copy(&place, folder.path(), None));
        for _ in 0..LOSSES {
            let lost = read(&copy(&place, folder.path(), Some(&dice)));
            let violations = check_alone(&lost);
            assert!(violations.is_empty(), "round {round}: {violations:#?}");
            assert_eq!(changed(&lost, &whole), [], "round {round}");
            shorter += u32::from(lost.head.number < whole.head.number);
            empty += u32::from(lost.head.number == 0);
        }
    }
    println!(
        "{} logs that lost something: {shorter} journals shorter, {empty} of them empty",
        KILLS * LOSSES
    );
    assert!(shorter > empty, "nothing was lost");
}

/// Events of a journal that differ from those of a longer copy, except for erased ones.
fn changed(lost: &Found, whole: &Found) -> Vec<EventRecord> {
    let erased = whole.erased();
    let is_kept = |record: &&EventRecord| whole.events.contains(record) || erased.contains(&record.entry);
    lost.events.iter().filter(|record| !is_kept(record)).cloned().collect()
}

/// Kills a process in the middle of its work. All that it wrote is still in the log, which is too short to be taken
/// over.
fn kill_in_the_middle(place: &Place, round: u32, dice: &Dice) {
    let order = ScriptOrder { place: place.clone(), round, sessions: 4, has_secrets: false, stop: None };
    let mut process = Process::start(&Order::Script(order));
    process.wait_for(|said| *said == Said::Recovered);
    process.is_done_by(Instant::now() + Duration::from_millis(dice.below(100)));
    process.kill();
}

/// The same database at another place, with a log that lost something.
fn copy(place: &Place, folder: &Path, loss: Option<&Dice>) -> Place {
    let copy = sqlite_in(folder, place.is_relaxed);
    fs::copy(file(place), file(&copy)).expect("it can be copied");
    let log = log(&copy);
    fs::copy(self::log(place), &log).expect("it can be copied");
    if let Some(dice) = loss {
        let log = OpenOptions::new().write(true).open(&log).expect("it can be opened");
        lose(&log, dice).expect("the log can be written");
    }
    copy
}

/// Cuts the log off at any byte, or leaves zeros in any page of it.
fn lose(log: &File, dice: &Dice) -> io::Result<()> {
    let length = log.metadata()?.len();
    assert!(length < TAKEN_OVER, "the log may have been taken over: {length} bytes");
    if dice.below(2) == 0 {
        return log.set_len(dice.below(length));
    }
    let page = dice.below(length) / PAGE * PAGE;
    let zeros = usize::try_from(PAGE.min(length - page)).expect("a page is small");
    log.write_all_at(&vec![0; zeros], page)
}

fn read(place: &Place) -> Found {
    block_on(async {
        let journal = place.open(SystemRandom).await;
        Found::read(&*journal, place, None).await.expect("the journal can be read")
    })
}

fn file(place: &Place) -> &Path {
    match &place.database {
        Database::Sqlite(file) => file,
        #[cfg(feature = "postgres")]
        Database::Postgres(_) => panic!("only SQLite has such a log"),
    }
}

fn log(place: &Place) -> PathBuf {
    let mut name = file(place).as_os_str().to_owned();
    name.push("-wal");
    name.into()
}
