//! Cargo, timed.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde::{Deserialize, Serialize};

use super::cpu;
use super::library::Library;
use super::project::Project;
use super::shape::Shape;
use super::source::{program, source};
use crate::error::{Error, Result};
use crate::programs::{run, stdout, target};
use crate::stats::{minimum, slope};

/// The sizes between which the slope is taken: large enough that start-up and linking cancel out.
const FEW: u32 = 50;
const MANY: u32 = 200;
/// Milliseconds from which a build is not repeated: what noise adds is a small share of it.
pub(crate) const LONG: f64 = 20_000.0;
/// How many tools a whole program has.
const BASE: u32 = 3;

/// The cost of a function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cost {
    /// The library's name.
    pub library: String,
    /// The name of the functions' shape.
    pub shape: String,
    /// How many crates of the registry a crate that uses the library pulls in.
    pub crates: usize,
    /// How often each build was timed.
    pub repetitions: u32,
    /// Milliseconds of processor time of `cargo check` a function.
    pub check_ms: f64,
    /// Milliseconds of processor time of `cargo build --release` a function.
    pub release_ms: f64,
    /// Bytes of the stripped release binary a function.
    pub bytes: f64,
}

/// The size of a whole program.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Base {
    /// The library's name.
    pub library: String,
    /// Bytes of the stripped release binary.
    pub bytes: f64,
}

/// Measures a library; `runtime` is the folder of hpd-runtime. Each build is repeated unless it is [`LONG`], and the best
/// counts, since noise only adds.
///
/// # Errors
///
/// The crates can't be written, or they can't be built.
pub(crate) fn measure(library: Library, shape: Shape, runtime: &Path, repetitions: u32) -> Result<Cost> {
    let (folder, runtime) = (folder(library)?, absolute(runtime)?);
    let (name, dependencies) = (shape.name(), library.dependencies(&runtime));
    let project = Project::generate(&folder, name, &runtime, &dependencies, &[FEW, MANY], |size| {
        source(library, shape, size)
    })?;
    Ok(Cost {
        library: library.name().to_owned(),
        shape: shape.name().to_owned(),
        crates: crates_of(&project)?,
        repetitions,
        check_ms: slope_of(&project, &["check"], repetitions)?,
        release_ms: slope_of(&project, &["build", "--release"], repetitions)?,
        bytes: slope((FEW, stripped_size(&project, FEW)?), (MANY, stripped_size(&project, MANY)?)),
    })
}

/// Measures a program with three tools that are listed and called.
///
/// # Errors
///
/// The crate can't be written, or it can't be built.
pub(crate) fn base(library: Library, runtime: &Path) -> Result<Base> {
    let runtime = absolute(runtime)?;
    let (folder, dependencies) = (folder(library)?, library.dependencies_of_program(&runtime));
    let write = |size| program(library, size);
    let project = Project::generate(&folder, "base", &runtime, &dependencies, &[BASE], write)?;
    cargo(&project, &["build", "--release"], BASE)?;
    Ok(Base { library: library.name().to_owned(), bytes: stripped_size(&project, BASE)? })
}

/// Where the crates of a library and their builds are.
fn folder(library: Library) -> Result<PathBuf> {
    Ok(target()?.join("compile").join(library.name()))
}

fn absolute(runtime: &Path) -> Result<PathBuf> {
    runtime.canonicalize().map_err(|error| Error::file("open", runtime, &error))
}

fn slope_of(project: &Project, command: &[&str], repetitions: u32) -> Result<f64> {
    // The first build is for the dependencies, and is not timed.
    cargo(project, command, FEW)?;
    let (mut few, mut many) = (vec![], vec![]);
    // Sizes take turns, so that a noisy spell of the machine hits both.
    for _ in 0..repetitions {
        for (size, samples) in [(FEW, &mut few), (MANY, &mut many)] {
            if samples.first().is_none_or(|first| *first < LONG) {
                samples.push(milliseconds(project, command, size)?);
            }
        }
    }
    let best = |samples: &[f64]| minimum(samples).ok_or_else(|| Error::new("no build was timed"));
    Ok(slope((FEW, best(&few)?), (MANY, best(&many)?)))
}

fn milliseconds(project: &Project, command: &[&str], size: u32) -> Result<f64> {
    project.touch(size)?;
    let stopwatch = cpu::Stopwatch::start();
    cargo(project, command, size)?;
    Ok(stopwatch.milliseconds())
}

fn crates_of(project: &Project) -> Result<usize> {
    let output = cargo(project, &["tree", "--prefix", "none"], FEW)?;
    Ok(count_crates(&stdout(&output)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_of_the_registry_counts_once_and_two_versions_of_it_twice() {
        let tree = "functions-50 v0.0.0 (/somewhere)\nserde v1.0.0\nsyn v2.0.0 (proc-macro)\nserde v1.0.0 (*)\nsyn v3.0.0\n\n";
        assert_eq!(count_crates(tree), 3);
    }
}
