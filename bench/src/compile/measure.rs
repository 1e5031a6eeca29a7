//! Cargo, timed.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::library::Library;
use super::project::Project;
use crate::error::{Error, Result};
use crate::stats::{minimum, slope};

/// The sizes between which the slope is taken: large enough that start-up and linking cancel out.
const FEW: u32 = 50;
const MANY: u32 = 200;
/// How often each build is repeated; the best counts, since noise only adds.
const REPETITIONS: u32 = 3;

/// The cost of a function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cost {
    /// The library's name.
    pub library: String,
    /// How many crates of the registry a crate that uses the library pulls in.
    pub crates: usize,
    /// Milliseconds of `cargo check` a function.
    pub check_ms: f64,
    /// Milliseconds of `cargo build --release` a function.
    pub release_ms: f64,
    /// Bytes of the stripped release binary a function.
    pub bytes: f64,
}

/// Measures a library; `runtime` is the folder of hpd-runtime.
///
/// # Errors
///
/// The crates can't be written, or they can't be built.
pub(crate) fn measure(library: Library, runtime: &Path) -> Result<Cost> {
    let project = Project::generate(library, runtime, &[FEW, MANY])?;
    Ok(Cost {
        library: library.name().to_owned(),
        crates: crates_of(&project)?,
        check_ms: slope_of(&project, &["check"])?,
        release_ms: slope_of(&project, &["build", "--release"])?,
        bytes: slope((FEW, stripped_size(&project, FEW)?), (MANY, stripped_size(&project, MANY)?)),
    })
}

fn slope_of(project: &Project, command: &[&str]) -> Result<f64> {
    // The first build is for the dependencies, and is not timed.
    cargo(project, command, FEW)?;
    let (mut few, mut many) = (vec![], vec![]);
    // Sizes take turns, so that a noisy spell of the machine hits both.
    for _ in 0..REPETITIONS {
        few.push(milliseconds(project, command, FEW)?);
        many.push(milliseconds(project, command, MANY)?);
    }
    let best = |samples: &[f64]| minimum(samples).ok_or_else(|| Error::new("no build was timed"));
    Ok(slope((FEW, best(&few)?), (MANY, best(&many)?)))
}

fn milliseconds(project: &Project, command: &[&str], size: u32) -> Result<f64> {
    project.touch(size)?;
    let start = Instant::now();
    cargo(project, command, size)?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}

fn crates_of(project: &Project) -> Result<usize> {
    let output = cargo(project, &["tree", "--prefix", "none"], FEW)?;
    Ok(count_crates(&String::from_utf8_lossy(&output.stdout)))
}

/// The different crates of the registry in the output of `cargo tree --prefix none`, where a line is a name, a version and
/// remarks. A crate with a path is the measured crate itself, or one of hpd's.
fn count_crates(tree: &str) -> usize {
    tree.lines()
        .filter(|line| !line.contains(" (/"))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?, words.next()?))
        })
        .collect::<BTreeSet<_>>()
        .len()
}

fn stripped_size(project: &Project, size: u32) -> Result<f64> {
    let binary = project.target().join("release").join(Project::package(size));
    let stripped = binary.with_extension("stripped");
    run(Command::new("strip").arg("-o").arg(&stripped).arg(&binary), "strip")?;
    let bytes = fs::metadata(&stripped).map_err(|error| Error::file("read", &stripped, &error))?.len();
    let bytes = u32::try_from(bytes)
        .map_err(|_| Error::new(format!("`{}` is larger than 4 GB", stripped.display())))?;
    Ok(f64::from(bytes))
}

fn cargo(project: &Project, command: &[&str], size: u32) -> Result<Output> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    run(
        Command::new(program)
            .args(command)
            .args(["--package", &Project::package(size)])
            .current_dir(project.folder())
            .env("CARGO_TARGET_DIR", project.target())
            .env("CARGO_INCREMENTAL", "0"),
        &format!("cargo {}", command.join(" ")),
    )
}

fn run(command: &mut Command, line: &str) -> Result<Output> {
    let output = command.output().map_err(|error| Error::program(line, error))?;
    if output.status.success() {
        Ok(output)
    } else {
        Err(Error::program(line, String::from_utf8_lossy(&output.stderr)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_of_the_registry_counts_once_and_two_versions_of_it_twice() {
        let tree = "functions-50 v0.0.0 (/somewhere)\nserde v1.0.0\nsyn v2.0.0 (proc-macro)\nserde v1.0.0 (*)\nsyn v3.0.0\n\n";
        assert_eq!(count_crates(tree), 3);
    }
}
