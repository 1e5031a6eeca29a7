//! Calls rustdoc.
//!
//! The variable `RUSTC_BOOTSTRAP` must reach rustdoc alone: build scripts notice it, and every crate would be built
//! again. So cargo calls this program as its rustdoc, which sets the variable and calls the real one.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

/// Set where cargo calls this program in place of rustdoc.
const WRAPPER: &str = "HPD_PUBLIC_API_AS_RUSTDOC";

pub(crate) fn is_wrapper() -> bool {
    env::var_os(WRAPPER).is_some()
}

/// Calls the real rustdoc with this program's arguments.
pub(crate) fn run() -> ExitCode {
    let status = Command::new("rustdoc").args(env::args_os().skip(1)).env("RUSTC_BOOTSTRAP", "1").status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("rustdoc can't be called: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The JSON of a crate's items, hidden ones too: other crates re-export them by a public name.
pub(crate) fn json_of(root: &Path, name: &str) -> io::Result<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(root)
        .args(["rustdoc", "--quiet", "--locked", "--package", name, "--lib", "--all-features", "--"])
        .args(["-Z", "unstable-options", "--output-format", "json", "--document-hidden-items"])
        .env("RUSTDOC", env::current_exe()?)
        .env(WRAPPER, "1")
        .status()?;
    if !status.success() {
        return Err(io::Error::other(format!("rustdoc has no JSON for `{name}`")));
    }
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    fs::read_to_string(root.join(target).join("doc").join(format!("{}.json", name.replace('-', "_"))))
}
