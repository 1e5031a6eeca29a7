//! The programs `journal` and `health`, run as a user runs them, on a small journal.

mod health;
mod journal;
mod kept;
mod postgres;
mod wrong;

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A program that cargo built beside this test, with a journal.
fn program(name: &str, journal: &Path) -> Command {
    let test = std::env::current_exe().expect("a test knows its own path");
    let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let path = profile.join("examples").join(name).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        path.exists(),
        "{} is not built: run all tests of the package, or build its examples first",
        path.display()
    );
    let mut command = Command::new(path);
    command.stdin(Stdio::null()).arg("--journal").arg(journal);
    command
}

/// The output of a successful program.
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("the program starts");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// The error text of a program without output.
fn said(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    assert_eq!((status.code(), stdout.len()), (Some(2), 0), "{stderr:?}");
    String::from_utf8(stderr).expect("it prints UTF-8")
}

/// The exit code and error text of a program whose reader is gone before it prints anything.
fn cut_off(command: &mut Command) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().expect("there can be a pipe");
    drop(reader);
    let output = command.stdout(writer).output().expect("the program starts");
    (output.status.code(), String::from_utf8(output.stderr).expect("it prints UTF-8"))
}
