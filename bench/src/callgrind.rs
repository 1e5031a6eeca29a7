//! Instructions a call, counted by callgrind. Unlike time, they do not depend on the machine's other load.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use hpd_bench_cases::program::Listed;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::programs::{Program, run};

/// The function that has the calls and nothing else. With a pattern in its place, only one of the two options counts.
const MEASURED: &str = "hpd_bench_cases::sample::measured_calls";

/// The instructions of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Instructions {
    /// The program's name.
    pub program: String,
    /// The group's name.
    pub group: String,
    /// The contender.
    pub contender: String,
    /// What it checks.
    pub checks: String,
    /// The variant of the payload, unless it is the usual one.
    pub variant: Option<String>,
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

/// Counts the instructions of all cases of a program in one run under valgrind.
///
/// # Errors
///
/// Valgrind can't be run, or does not count each case.
pub(crate) fn count(program: Program) -> Result<Vec<Instructions>> {
    let folder = std::env::temp_dir().join(format!("hpd-bench-{}-{}", program.name(), std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| Error::file("create", &folder, &error))?;
    let counts = count_into(program, &folder);
    // Leftovers are in the folder for temporary files: the system removes them.
    let _ = fs::remove_dir_all(&folder);
    counts
}

fn count_into(program: Program, folder: &Path) -> Result<Vec<Instructions>> {
    let profile = folder.join("profile");
    run(
        Command::new("valgrind")
            // A profile after each case. Setting a case up is left out by name.
            .args(["--tool=callgrind", "--collect-atstart=no"])
            .args([format!("--toggle-collect={MEASURED}"), format!("--dump-after={MEASURED}")])
            .arg(format!("--callgrind-out-file={}", profile.display()))
            .arg(program.file()?)
            .arg("count")
            .env("LC_ALL", "C")
            .env("RUST_BACKTRACE", "0"),
        "valgrind",
    )?;
    let counted = |case: Listed| Some((case.counted?, case));
    let cases = program.cases()?.into_iter().filter_map(counted);
    cases
        .enumerate()
        .map(|(index, (calls, case))| {
            let file = folder.join(format!("profile.{}", index + 1));
            let text = fs::read_to_string(&file).map_err(|error| Error::file("read", &file, &error))?;
            let total = parse_total(&text)
                .ok_or_else(|| Error::program("valgrind", format!("{}: no count", case.name)))?;
            Ok(Instructions {
                program: program.name().to_owned(),
                group: case.group,
                contender: case.contender,
                checks: case.checks,
                variant: case.variant,
                a_call: total / f64::from(calls),
            })
        })
        .collect()
}

/// The count in a profile, `totals: 456`. Zero is no count: then the function that is measured was not found.
fn parse_total(profile: &str) -> Option<f64> {
    let count = profile.lines().find_map(|line| line.strip_prefix("totals:"))?.trim();
    count.parse().ok().filter(|count| *count > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_a_profile() {
        assert_eq!(
            parse_total("version: 1\npart: 3\nevents: Ir\nfn=(1)\n0 7\n\ntotals: 1234567\n"),
            Some(1_234_567.0)
        );
    }

    #[test]
    fn a_profile_without_a_count_has_none() {
        for profile in ["events: Ir\n", "totals: lots\n", "totals: 0\n"] {
            assert_eq!(parse_total(profile), None, "{profile}");
        }
    }
}
