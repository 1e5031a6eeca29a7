//! The programs of the contenders. Each is built alone, with its own features and, apart from hpd's, its own lock file.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use hpd_bench_cases::program::Listed;

use crate::error::{Error, Result};

/// The folder of the benchmark.
const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// A contender's program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    /// Serde, and code by hand.
    ByHand,
    /// hpd.
    Hpd,
    /// swiftide.
    Swiftide,
    /// adk-rust.
    AdkRust,
    /// llm-tool.
    LlmTool,
    /// rig.
    Rig,
    /// rmcp.
    Rmcp,
    /// pmcp.
    Pmcp,
    /// mcpkit.
    Mcpkit,
    /// turbomcp.
    Turbomcp,
    /// The `jsonschema` crate.
    Jsonschema,
}

impl Program {
    /// All of them, in the order of the report. The first has the cases to which others are compared.
    pub(crate) const ALL: [Self; 11] = [
        Self::ByHand,
        Self::Jsonschema,
        Self::Hpd,
        Self::Swiftide,
        Self::AdkRust,
        Self::LlmTool,
        Self::Rig,
        Self::Rmcp,
        Self::Pmcp,
        Self::Mcpkit,
        Self::Turbomcp,
    ];

    /// The name on the command line, which is that of the folder in `peers`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ByHand => "by-hand",
            Self::Hpd => "hpd",
            Self::Swiftide => "swiftide",
            Self::AdkRust => "adk-rust",
            Self::LlmTool => "llm-tool",
            Self::Rig => "rig",
            Self::Rmcp => "rmcp",
            Self::Pmcp => "pmcp",
            Self::Mcpkit => "mcpkit",
            Self::Turbomcp => "turbomcp",
            Self::Jsonschema => "jsonschema",
        }
    }

    /// The crate whose version the report names.
    pub(crate) fn library(self) -> &'static str {
        match self {
            Self::ByHand | Self::Hpd => "serde_json",
            Self::AdkRust => "adk-tool",
            Self::Rig => "rig-core",
            other => other.name(),
        }
    }

    /// The lock file that it is built with.
    pub(crate) fn lock_file(self) -> PathBuf {
        self.package().unwrap_or_else(|| Path::new(FOLDER).join("..")).join("Cargo.lock")
    }

    /// The folder of its package, if it has one of its own.
    fn package(self) -> Option<PathBuf> {
        (self != Self::Hpd).then(|| Path::new(FOLDER).join("peers").join(self.name()))
    }

    /// Builds it. hpd's program is built with this one.
    ///
    /// # Errors
    ///
    /// Cargo can't build it.
    pub(crate) fn build(self) -> Result<()> {
        let Some(package) = self.package() else { return Ok(()) };
        let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(program);
        // Some ask for a newer compiler than they need.
        command.args(["build", "--release", "--locked", "--ignore-rust-version", "--target-dir"]);
        command.arg(target()?.join("peers")).current_dir(package).env("CARGO_INCREMENTAL", "0");
        run(&mut command, "cargo build").map(|_| ())
    }

    /// Its file.
    ///
    /// # Errors
    ///
    /// The path of this program is unknown.
    pub(crate) fn file(self) -> Result<PathBuf> {
        let target = target()?;
        Ok(match self {
            Self::Hpd => target.join("release/peer-hpd"),
            other => target.join("peers/release").join(format!("peer-{}", other.name())),
        })
    }

    /// Runs it.
    ///
    /// # Errors
    ///
    /// It can't be run, or says that it failed.
    pub(crate) fn run(self, words: &[&str]) -> Result<String> {
        let line = format!("peer-{} {}", self.name(), words.join(" "));
        run(Command::new(self.file()?).args(words), &line).map(|output| stdout(&output))
    }

    /// Its cases.
    ///
    /// # Errors
    ///
    /// It can't be run.
    pub(crate) fn cases(self) -> Result<Vec<Listed>> {
        let parse = |line: &str| {
            serde_json::from_str(line)
                .map_err(|error| Error::program(self.name(), format!("{line}: {error}")))
        };
        self.run(&["list"])?.lines().map(parse).collect()
    }
}

/// The bytes of ten thousand external tools' values, and of a toolbox with them.
///
/// # Errors
///
/// The program that counts them can't be run, or prints something else.
pub(crate) fn memory() -> Result<(f64, f64)> {
    let output = run(&mut Command::new(target()?.join("release/peer-hpd-memory")), "peer-hpd-memory")?;
    let text = stdout(&output);
    let mut numbers = text.split_whitespace().map(str::parse);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(sources)), Some(Ok(toolbox))) => Ok((sources, toolbox)),
        _ => Err(Error::program("peer-hpd-memory", text)),
    }
}

/// Runs a command to its end. `line` names it in errors.
///
/// # Errors
///
/// It can't be run, or says that it failed.
pub(crate) fn run(command: &mut Command, line: &str) -> Result<Output> {
    let output = command.output().map_err(|error| Error::program(line, error))?;
    if output.status.success() {
        Ok(output)
    } else {
        Err(Error::program(line, String::from_utf8_lossy(&output.stderr)))
    }
}

/// What a command printed.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The folder of builds, in which this program is.
///
/// # Errors
///
/// The path of this program is unknown.
pub(crate) fn target() -> Result<PathBuf> {
    let itself = std::env::current_exe()
        .map_err(|error| Error::new(format!("can't find this program's own file: {error}")))?;
    let folder =
        itself.ancestors().nth(2).ok_or_else(|| Error::new("this program is in no folder of builds"))?;
    Ok(folder.to_path_buf())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_has_a_package_and_a_lock_file() {
        for program in Program::ALL {
            assert!(program.lock_file().is_file(), "{}", program.name());
        }
    }
}
