//! Instructions for each call, counted by callgrind. Unlike time, they do not depend on the machine's other load.

use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::harness::Case;
use crate::stats::slope;

/// The two numbers of calls whose difference is the count: one-time costs cancel out.
const FEW: u32 = 50;
const MANY: u32 = 350;

/// The instructions of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Instructions {
    /// The group's name.
    pub group: String,
    /// The contender.
    pub contender: String,
    /// Instructions a call.
    pub a_call: f64,
}

/// Whether valgrind can be run.
pub(crate) fn is_available() -> bool {
    Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Counts the instructions of a case: this very program (`itself`) is run under valgrind, twice.
///
/// # Errors
///
/// Valgrind can't be run, or says something that is not a count.
pub(crate) fn count(itself: &Path, case: &Case) -> Result<Instructions> {
    let few = collected(itself, &case.name(), FEW)?;
    let many = collected(itself, &case.name(), MANY)?;
    Ok(Instructions {
        group: case.group.name().to_owned(),
        contender: case.contender.to_owned(),
        a_call: slope((FEW, few), (MANY, many)),
    })
}

fn collected(itself: &Path, case: &str, calls: u32) -> Result<f64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        // Setting up a table of a thousand tools is left out by name; hashing makes it cost something else in every
        // run.
        .args(["--collect-atstart=no", "--toggle-collect=*measured_calls*"])
        .arg(itself)
        .args(["once", case, &calls.to_string()])
        .env("LC_ALL", "C")
        .env("RUST_BACKTRACE", "0")
        .output()
        .map_err(|error| Error::program("valgrind", error))?;
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(Error::program("valgrind", log));
    }
    parse_collected(&log).ok_or_else(|| Error::program("valgrind", format!("no count in its log:\n{log}")))
}

/// The count in callgrind's log, `==123== Collected : 456`. Zero is no count: then the function that is measured was
/// not found.
fn parse_collected(log: &str) -> Option<f64> {
    let count = log.lines().find_map(|line| line.split_once("Collected :"))?.1.trim();
    count.parse().ok().filter(|count| *count > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_the_log() {
        let log = "==7== Callgrind, a call-graph generating cache profiler\n==7== Events    : Ir\n==7== Collected : 1234567\n==7== \n";
        assert_eq!(parse_collected(log), Some(1_234_567.0));
    }

    #[test]
    fn a_log_without_a_count_has_none() {
        assert_eq!(parse_collected("==7== Events    : Ir\n"), None);
    }

    #[test]
    fn a_count_that_is_no_number_is_none() {
        assert_eq!(parse_collected("==7== Collected : lots\n"), None);
    }

    #[test]
    fn nothing_collected_is_no_count() {
        assert_eq!(parse_collected("==7== Collected : 0\n"), None);
    }
}
