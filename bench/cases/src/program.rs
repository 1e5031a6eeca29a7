//! The command line of a contender's program.

use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use crate::contender::{Case, Contender};
use crate::group::Pace;
use crate::sample::{counted_calls, measured_calls, nanoseconds};
use crate::verify::verify;

const HELP: &str = "\
    list                 the cases, a line of JSON each
    verify               runs every case once, and compares the results
    answer CASE          what a case comes to
    sample CASE          nanoseconds a call
    count CASE           the calls that callgrind counts
    once CASE TIMES      one case so many times, for a profiler";

/// A case, as `list` says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// The name, for the other commands.
    pub name: String,
    /// The group's name.
    pub group: String,
    /// The contender.
    pub contender: String,
    /// What the contender checks, in words.
    pub checks: String,
    /// The variant of the payload, unless it is the usual one.
    pub variant: Option<String>,
    /// The calls that callgrind counts; none for what runs once after each set-up.
    pub counted: Option<u32>,
}

/// The `main` of a contender's program, and the test of its results. It takes the function that gives the contenders.
#[macro_export]
macro_rules! program {
    ($contenders:ident) => {
        fn main() -> std::process::ExitCode {
            $crate::program::run(&$contenders())
        }

        #[cfg(test)]
        mod tests {
            #[test]
            fn all_results_are_right() {
                assert_eq!($crate::verify(&super::$contenders()), Ok(()));
            }
        }
    };
}

/// Does what the command line says.
pub fn run(contenders: &[Contender]) -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match execute(contenders, &words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn execute(contenders: &[Contender], words: &[&str]) -> Result<(), String> {
    match words {
        ["list"] => cases(contenders).iter().try_for_each(|case| {
            let line = serde_json::to_string(&listed(case)).map_err(|error| error.to_string())?;
            println!("{line}");
            Ok(())
        }),
        ["verify"] => verify(contenders),
        ["answer", name] => {
            println!("{}", found(contenders, name)?.warmed_up()());
            Ok(())
        }
        ["sample", name] => {
            println!("{}", nanoseconds(&found(contenders, name)?));
            Ok(())
        }
        ["count", name] => {
            count(&found(contenders, name)?);
            Ok(())
        }
        ["once", name, times] => {
            let times = times.parse().map_err(|_| format!("TIMES is a whole number, not `{times}`"))?;
            measured_calls(&mut found(contenders, name)?.warmed_up(), times);
            Ok(())
        }
        _ => Err(HELP.to_owned()),
    }
}

fn cases(contenders: &[Contender]) -> Vec<Case> {
    contenders.iter().flat_map(Contender::cases).collect()
}

fn found(contenders: &[Contender], name: &str) -> Result<Case, String> {
    let mut cases = cases(contenders).into_iter();
    cases.find(|case| case.name() == name).ok_or_else(|| format!("no case `{name}`; see `list`"))
}

/// Runs the calls that callgrind counts. The calls before them are made outside of the function that it looks for.
fn count(case: &Case) {
    if let Some((before, counted)) = counted_calls(case.group.pace()) {
        let mut call = case.warmed_up();
        for _ in 0..before {
            std::hint::black_box(call());
        }
        measured_calls(&mut call, counted);
    }
}

fn listed(case: &Case) -> Listed {
    let pace: Pace = case.group.pace();
    Listed {
        name: case.name(),
        group: case.group.name().to_owned(),
        contender: case.contender.to_owned(),
        checks: case.checks.words().to_owned(),
        variant: case.variant.map(str::to_owned),
        counted: counted_calls(pace).map(|(_, counted)| counted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender::{Answer, Checks};
    use crate::group::Group;

    #[test]
    fn what_is_no_command_and_no_case_is_said() {
        let contenders = [Contender::new("x", Checks::Nothing)
            .on([Group::Add], |_, _| || Answer::Text(r#"{"sum":42.75}"#.to_owned()))];
        assert_eq!(execute(&contenders, &["answer", "add: x"]), Ok(()));
        assert_eq!(execute(&contenders, &["answer", "y"]), Err("no case `y`; see `list`".to_owned()));
        let problem = execute(&contenders, &["once", "add: x", "many"]);
        assert_eq!(problem, Err("TIMES is a whole number, not `many`".to_owned()));
        assert_eq!(execute(&contenders, &["tmie"]), Err(HELP.to_owned()));
        assert_eq!(execute(&contenders, &[]), Err(HELP.to_owned()));
    }
}
