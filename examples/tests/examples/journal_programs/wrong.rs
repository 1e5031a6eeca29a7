//! The programs' errors when they can't show anything: one line.

use std::fs;

use crate::journal_programs::kept::Kept;
use crate::journal_programs::{program, said};

const PROGRAMS: [&str; 2] = ["journal", "health"];

/// Both programs' errors for a file, without their names and the file's.
fn of_file(kept: &Kept) -> [String; 2] {
    PROGRAMS.map(|name| {
        let said = said(&mut program(name, &kept.file));
        let start = format!("{name}: {}: ", kept.file.display());
        said.strip_prefix(&start).map_or_else(|| format!("not {start}: {said}"), str::to_owned)
    })
}

#[test]
fn a_file_that_is_not_there_is_not_made() {
    let kept = Kept::empty();
    assert_eq!(of_file(&kept), ["No such file or directory (os error 2)\n"; 2]);
    assert!(!kept.file.exists());
}

/// Both programs' errors for a file with these bytes, which stays unchanged.
fn of_bytes(bytes: &[u8]) -> [String; 2] {
    let kept = Kept::empty();
    kept.write("calls.db", bytes);
    let said = of_file(&kept);
    assert_eq!(fs::read(&kept.file).expect("the file is there"), bytes);
    said
}

#[test]
fn no_journal_is_made_of_an_empty_file() {
    assert_eq!(of_bytes(b""), ["the file is empty\n"; 2]);
}

#[test]
fn other_files_are_no_journals_and_stay_as_they_are() {
    let mut damaged = b"SQLite format 3\0".to_vec();
    damaged.resize(4_096, 0);
    for bytes in [&b"no database"[..], b"SQLite format 3\0", &damaged] {
        assert_eq!(of_bytes(bytes), ["the journal can't be opened: file is not a database\n"; 2]);
    }
}

#[test]
fn a_database_of_another_program_is_said_to_be_one() {
    let kept = Kept::new();
    let mut bytes = kept.bytes();
    // Where SQLite keeps the application_id.
    bytes[68..72].copy_from_slice(&7_u32.to_be_bytes());
    let said = "the file is a database of another program: its application_id is 7; \
                give the journal a file of its own\n";
    assert_eq!(of_bytes(&bytes), [said; 2]);
}

#[test]
fn without_a_journal_it_is_said_how_to_get_one() {
    for name in PROGRAMS {
        let command = program(name, "unused".as_ref());
        let mut bare = std::process::Command::new(command.get_program());
        let expected = format!(
            "{name}: give a journal with --journal FILE, or --journal postgresql://USER@HOST/DATABASE: \
             a program keeps one with hpd_host::journal::SqliteJournal::open(FILE)\n"
        );
        assert_eq!(said(&mut bare), expected);
    }
}

fn of_options(name: &str, options: &[&str]) -> String {
    said(program(name, "unused".as_ref()).args(options))
}

#[test]
fn options_that_are_not_known_are_named() {
    for name in PROGRAMS {
        assert_eq!(of_options(name, &["--jsn"]), format!("{name}: invalid option '--jsn'\n"));
        assert_eq!(
            of_options(name, &["x\u{1b}[2J"]),
            format!("{name}: unexpected argument \"x\\u{{1b}}[2J\"\n")
        );
    }
}

#[test]
fn values_that_are_not_known_are_named() {
    let moment = "a moment is 30m, 24h or 7d ago, a date as 2026-01-31, or a time as 2026-01-31T08:00:00Z";
    for name in PROGRAMS {
        let said = of_options(name, &["--since", "soon"]);
        assert_eq!(said, format!("{name}: cannot parse argument \"soon\": {moment}\n"));
    }
    let said = of_options("health", &["--by", "week"]);
    assert_eq!(said, "health: cannot parse argument \"week\": a period is hour or day\n");
    let said = of_options("journal", &["--status", "fine"]);
    let statuses = "called, asked, approved, running, forwarded, ok, error, unknown, rejected, cancelled, blocked, expired";
    assert_eq!(said, format!("journal: cannot parse argument \"fine\": a status is one of {statuses}\n"));
    let said = of_options("journal", &["--verify", "--head", "7"]);
    let head = "a head is a number, a colon, and 64 hexadecimal digits";
    assert_eq!(said, format!("journal: cannot parse argument \"7\": {head}\n"));
}

#[test]
fn options_that_would_not_matter_are_refused() {
    for (options, reason) in [
        (&["--json", "--call", "c"][..], "give one of --json, --call and --verify"),
        (&["--json", "--tool", "pay"], "--json goes with --session, --since and --follow only"),
        (&["--call", "c", "--follow"], "--call goes with --session only"),
        (&["--verify", "--write"], "--verify is of the whole journal: it goes with --head and --key only"),
        (&["--key", "file"], "--key and --head go with --verify"),
    ] {
        assert_eq!(of_options("journal", options), format!("journal: {reason}\n"));
    }
}

#[test]
fn a_call_that_nothing_is_told_of_is_named() {
    let kept = Kept::new();
    let said = said(program("journal", &kept.file).args(["--call", "c9"]));
    assert_eq!(said, "journal: nothing is told of a call c9\n");
}

#[test]
fn a_function_that_nothing_is_told_of_is_named() {
    let kept = Kept::new();
    let said = said(program("health", &kept.file).args(["--tool", "pya\u{1b}"]));
    assert_eq!(said, "health: nothing is told of a function pya\\u{1b}\n");
}
