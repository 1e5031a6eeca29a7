//! Instructions a call, counted by callgrind. Unlike time, they do not depend on the machine's other load.

use std::num::NonZero;
use std::process::{Command, Stdio};
use std::thread;

use hpd_bench_cases::program::Listed;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::programs::{Program, run};

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

/// Counts the instructions of all cases of a program. Each case is a process of its own: what others left on the heap
/// would change the count by a tenth.
///
/// # Errors
///
/// Valgrind can't be run, or says something that is not a count.
pub(crate) fn count(program: Program) -> Result<Vec<Instructions>> {
    let counted = |case: Listed| Some((case.counted?, case));
    let cases: Vec<(u32, Listed)> = program.cases()?.into_iter().filter_map(counted).collect();
    let totals = side_by_side(&cases, |(_, case)| collected(program, &case.name))?;
    let instructions = cases.into_iter().zip(totals).map(|((calls, case), total)| Instructions {
        program: program.name().to_owned(),
        group: case.group,
        contender: case.contender,
        checks: case.checks,
        variant: case.variant,
        a_call: total / f64::from(calls),
    });
    Ok(instructions.collect())
}

/// Counts on all processors at once: the counts do not depend on it. They come in the order of the items.
fn side_by_side<T: Sync>(items: &[T], count: impl Fn(&T) -> Result<f64> + Sync) -> Result<Vec<f64>> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let share = items.len().div_ceil(workers).max(1);
    thread::scope(|scope| {
        let count = &count;
        let workers: Vec<_> = items
            .chunks(share)
            .map(|items| scope.spawn(move || items.iter().map(count).collect::<Result<Vec<f64>>>()))
            .collect();
        let counts = workers.into_iter().map(|worker| {
            worker.join().unwrap_or_else(|_| Err(Error::new("a thread that counts instructions ended early")))
        });
        Ok(counts.collect::<Result<Vec<_>>>()?.concat())
    })
}

fn collected(program: Program, case: &str) -> Result<f64> {
    let output = run(
        Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
            // Setting a case up is left out by name.
            .args(["--collect-atstart=no", "--toggle-collect=hpd_bench_cases::sample::measured_calls"])
            .arg(program.file()?)
            .args(["count", case])
            // What a call frees, the next one gets back. Else the count depends on what the set-up left on the heap.
            .env("GLIBC_TUNABLES", "glibc.malloc.tcache_count=2000")
            .env("LC_ALL", "C")
            .env("RUST_BACKTRACE", "0"),
        "valgrind",
    )?;
    let log = String::from_utf8_lossy(&output.stderr);
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
    fn counts_come_in_the_order_of_the_items() {
        assert_eq!(side_by_side(&[3.0, 1.0, 2.0], |item| Ok(item * 2.0)).unwrap(), [6.0, 2.0, 4.0]);
        assert_eq!(side_by_side(&[], |item: &f64| Ok(*item)).unwrap(), [0.0; 0]);
        assert!(side_by_side(&[1.0, 2.0], |_| Err(Error::new("no"))).is_err());
    }

    #[test]
    fn the_count_is_read_from_the_log() {
        let log = "==7== Callgrind, a call-graph generating cache profiler\n==7== Events    : Ir\n==7== Collected : 1234567\n==7== \n";
        assert_eq!(parse_collected(log), Some(1_234_567.0));
    }

    #[test]
    fn a_log_without_a_count_has_none() {
        for log in ["==7== Events    : Ir\n", "==7== Collected : lots\n", "==7== Collected : 0\n"] {
            assert_eq!(parse_collected(log), None, "{log}");
        }
    }
}
