//! The environment of the measurements: the processor, the compiler, the versions.

use std::process::Command;

use crate::programs::Program;

/// One sentence about the environment.
pub(super) fn describe() -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok();
    let processor = processor.as_deref().and_then(parse_processor).unwrap_or("an unknown processor");
    let versions: Vec<String> = Program::ALL
        .into_iter()
        .filter(|program| *program != Program::Hpd)
        .filter_map(|program| Some(format!("{} {}", program.library(), version(program, program.library())?)))
        .collect();
    format!("Measured on {processor} with {}; {}.", compiler(), versions.join(", "))
}

fn version(program: Program, package: &str) -> Option<String> {
    let lock = std::fs::read_to_string(program.lock_file()).ok()?;
    parse_version(&lock, package).map(str::to_owned)
}

fn compiler() -> String {
    let program = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Command::new(program)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| parse_compiler(&String::from_utf8_lossy(&output.stdout)))
        .unwrap_or_else(|| "an unknown compiler".to_owned())
}

/// `rustc 1.95.0` of `rustc 1.95.0 (hash date)`.
fn parse_compiler(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    Some(format!("{} {}", words.next()?, words.next()?))
}

fn parse_processor(cpuinfo: &str) -> Option<&str> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim())
}

/// The version of a package in a lock file; the first, if there are several.
fn parse_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let after = lock.split_once(&format!("\nname = \"{package}\"\nversion = \""))?.1;
    Some(after.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_is_in_its_lock_file_and_serde_json_is_the_same_for_all() {
        for program in Program::ALL {
            let version_of = |package| version(program, package).unwrap_or_default();
            let library = version_of(program.library());
            assert!(library.split('.').count() >= 3, "{} {library}", program.library());
            let serde_json = version(Program::Hpd, "serde_json").unwrap();
            assert_eq!(version_of("serde_json"), serde_json, "{}", program.name());
        }
    }

    #[test]
    fn a_package_is_found_by_its_whole_name() {
        let lock = "[[package]]\nname = \"serde_json\"\nversion = \"1.0.9\"\n\n[[package]]\nname = \"serde\"\nversion = \"1.0.2\"\n";
        assert_eq!(parse_version(lock, "serde"), Some("1.0.2"));
        assert_eq!(parse_version(lock, "json"), None);
    }

    #[test]
    fn processor_and_compiler_are_read() {
        assert_eq!(
            parse_processor("processor\t: 0\nmodel name\t: Some CPU @ 3 GHz\n"),
            Some("Some CPU @ 3 GHz")
        );
        assert_eq!(parse_processor("processor\t: 0\n"), None);
        assert_eq!(parse_compiler("rustc 1.95.0 (abc 2026-01-01)\n"), Some("rustc 1.95.0".to_owned()));
        assert_eq!(parse_compiler(""), None);
    }
}
