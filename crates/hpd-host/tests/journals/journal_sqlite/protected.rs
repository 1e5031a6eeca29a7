//! Files and folders that may only be read, and paths. Some of it happens in a process of its own: with another user,
//! since all permissions are those of an administrator, or with another working directory.

use std::fs::{self, Permissions};
use std::path::{Path, PathBuf};
use std::process::Command;

use futures_executor::block_on;
use hpd_host::journal::{EventFilter, Journal, JournalOptions, SqliteJournal};

use crate::common::database::{Database, message};
use crate::journal_sqlite::Folder;
use crate::journal_sqlite::removed::reason;

/// Tells the process of its own the folder.
const FOLDER: &str = "HPD_FOLDER_OF_A_TEST";

fn folder_of_this_process() -> Option<PathBuf> {
    std::env::var_os(FOLDER).map(PathBuf::from)
}

/// This test again, in a process of its own. `None`, with a message, if it can't run.
fn again(test: &str, folder: &Path, prepare: impl FnOnce(&mut Command)) -> Option<String> {
    let name = format!("journal_sqlite::protected::{test}");
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &name, "--nocapture"]).env(FOLDER, folder);
    prepare(&mut command);
    match command.output() {
        Ok(output) => {
            let said = format!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(output.status.success(), "{said}");
            assert!(said.contains("1 passed"), "{said}");
            Some(said)
        }
        Err(error) => {
            println!("skipped: no process of another user can be started here: {error}");
            None
        }
    }
}

#[test]
fn a_relative_path_stays_the_same_when_the_working_directory_changes() {
    if let Some(folder) = folder_of_this_process() {
        std::env::set_current_dir(&folder).unwrap();
        let journal = SqliteJournal::open("journal.db").unwrap();
        fs::create_dir("inner").unwrap();
        std::env::set_current_dir("inner").unwrap();
        block_on(journal.append(vec![message("ours", "hello")])).unwrap();
        assert_eq!(block_on(journal.read(&EventFilter::default())).unwrap().len(), 1);
        return;
    }
    let folder = Folder::new();
    let said =
        again("a_relative_path_stays_the_same_when_the_working_directory_changes", folder.path(), |_| {});
    if said.is_none() {
        return;
    }
    assert_eq!(block_on(folder.journal().head()).unwrap().number, 1);
    assert!(!folder.path().join("inner/journal.db").exists());
}

#[test]
fn an_empty_path_is_refused() {
    let refusal = SqliteJournal::open("").unwrap_err().to_string();
    assert_eq!(refusal, "the journal can't be opened: cannot make an empty path absolute");
}

#[test]
fn a_database_in_memory_is_no_file() {
    let refusal = SqliteJournal::open(":memory:").unwrap_err().to_string();
    assert_eq!(
        refusal,
        "the journal can't be opened: where it is, SQLite can't keep a write-ahead log (it says \"memory\")"
    );
}

fn open_to_read(path: &Path) -> SqliteJournal {
    SqliteJournal::open_to_read(path, JournalOptions::default()).unwrap()
}

fn refusal_to_read(path: &Path) -> String {
    SqliteJournal::open_to_read(path, JournalOptions::default()).unwrap_err().to_string()
}

#[test]
fn a_journal_that_is_opened_to_be_read_is_not_written_to() {
    let folder = Folder::new();
    let writer = folder.relaxed();
    block_on(writer.append(vec![message("ours", "hello")])).unwrap();
    let reader = open_to_read(&folder.file());
    assert_eq!(
        reason(block_on(reader.append(vec![message("ours", "hello")]))),
        "the journal was opened to be read, and is not written to"
    );
    block_on(writer.append(vec![message("ours", "hello")])).unwrap();
    assert_eq!(block_on(reader.read(&EventFilter::default())).unwrap().len(), 2);
    assert!(block_on(reader.verify(None)).unwrap().is_whole());
    fs::remove_file(folder.file()).unwrap();
    assert_eq!(
        reason(block_on(reader.head())),
        "the journal's file is not the one that was opened: it was removed or moved; \
         put the same file back, or open the journal anew"
    );
}

#[test]
fn nothing_is_made_of_a_file_that_is_opened_to_be_read() {
    let folder = Folder::new();
    assert_eq!(refusal_to_read(&folder.file()), "the journal can't be opened: entity not found");
    assert!(!folder.file().exists());
    fs::write(folder.file(), "").unwrap();
    assert_eq!(refusal_to_read(&folder.file()), "there is no journal: the file is empty");
    fs::write(folder.file(), "This is a letter. ".repeat(100)).unwrap();
    assert_eq!(refusal_to_read(&folder.file()), "the journal can't be opened: file is not a database");
}

#[test]
fn a_newer_journal_is_not_read() {
    let folder = Folder::new();
    drop(folder.journal());
    folder.execute("INSERT INTO journal_schema (version) VALUES (1000)").unwrap();
    let refusal = refusal_to_read(&folder.file());
    assert!(refusal.starts_with("the journal is of version 1000, and this program knows"), "{refusal}");
}

#[cfg(unix)]
mod permissions {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;

    use super::*;

    /// A user without rights of its own, where the tests run as an administrator.
    const OTHER_USER: u32 = 65_534;

    fn protect(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// Whether this process is the one that the permissions bind.
    fn is_bound(test: &str, file: u32, folder: u32) -> Option<PathBuf> {
        if let Some(bound) = folder_of_this_process() {
            return Some(bound.join("journal.db"));
        }
        let made = Folder::new();
        block_on(made.journal().append(vec![message("ours", "hello")])).unwrap();
        protect(&made.file(), file);
        protect(made.path(), folder);
        let is_administrator = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
        again(&format!("permissions::{test}"), made.path(), |command| {
            if is_administrator {
                command.uid(OTHER_USER).gid(OTHER_USER);
            }
        });
        protect(made.path(), 0o755);
        None
    }

    fn refusal(file: &Path) -> String {
        SqliteJournal::open(file).unwrap_err().to_string()
    }

    const NOT_WRITABLE: &str = "the journal can't be opened, since it can't be written: \
        Permission denied (os error 13); `SqliteJournal::open_to_read` reads it";

    #[test]
    fn a_file_that_may_only_be_read_is_refused_and_read() {
        let test = "a_file_that_may_only_be_read_is_refused_and_read";
        let Some(file) = is_bound(test, 0o444, 0o777) else { return };
        assert_eq!(refusal(&file), NOT_WRITABLE);
        let journal = open_to_read(&file);
        assert_eq!(block_on(journal.read(&EventFilter::default())).unwrap().len(), 1);
    }

    #[test]
    fn a_folder_that_may_only_be_read_is_refused_and_its_journal_read() {
        let test = "a_folder_that_may_only_be_read_is_refused_and_its_journal_read";
        let Some(file) = is_bound(test, 0o666, 0o555) else { return };
        assert_eq!(refusal(&file), NOT_WRITABLE);
        assert_eq!(refusal(&file.with_file_name("new.db")), NOT_WRITABLE);
        let journal = open_to_read(&file);
        assert_eq!(block_on(journal.read(&EventFilter::default())).unwrap().len(), 1);
    }

    #[test]
    fn a_file_in_a_protected_folder_is_not_read_after_somebody_changed_it() {
        let test = "a_file_in_a_protected_folder_is_not_read_after_somebody_changed_it";
        let Some(file) = is_bound(test, 0o666, 0o555) else { return };
        let journal = open_to_read(&file);
        assert_eq!(block_on(journal.head()).unwrap().number, 1);
        let changed = fs::OpenOptions::new().append(true).open(&file).unwrap();
        changed.set_len(1_000_000).unwrap();
        assert_eq!(
            reason(block_on(journal.head())),
            "the journal's file is not the one that was opened: another program has overwritten it; open the journal anew"
        );
    }
}
