//! Lists the public items of each library crate, by their paths, and compares them with `docs/public-api/`.
//!
//! `cargo run -p hpd-public-api` compares, `cargo run -p hpd-public-api -- --write` writes the files. The items come
//! from rustdoc's JSON. It is unstable, so it is read by the pinned toolchain only, with `RUSTC_BOOTSTRAP=1`.

mod json;
mod list;
mod rustdoc;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use json::Crates;

/// The library crates, those without dependencies on others first.
const CRATES: [&str; 14] = [
    "hpd-words",
    "hpd-macros",
    "hpd-json",
    "hpd-schema",
    "hpd-repair",
    "hpd-dialect",
    "hpd-runtime",
    "hpd-journal",
    "hpd-document",
    "hpd-reply",
    "hpd-guardrail",
    "hpd-host",
    "hpd-mcp",
    "hpd-inspector",
];

fn main() -> ExitCode {
    if rustdoc::is_wrapper() {
        return rustdoc::run();
    }
    let writes = match env::args().nth(1).as_deref() {
        None => false,
        Some("--write") => true,
        Some(other) => {
            eprintln!("unknown option `{other}`: there is only `--write`");
            return ExitCode::FAILURE;
        }
    };
    match run(writes) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all lists are as they are committed, or were written.
fn run(writes: bool) -> io::Result<bool> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    let mut crates = Crates::default();
    for name in CRATES {
        crates.add(&rustdoc::json_of(root, name)?)?;
    }
    let folder = root.join("docs/public-api");
    fs::create_dir_all(&folder)?;
    let mut is_same = true;
    for name in CRATES {
        let items = list::items(&crates, &name.replace('-', "_"))?;
        let file = folder.join(format!("{name}.txt"));
        let names = items.iter().filter(|item| list::is_at_root(item)).count();
        println!("{name}: {names} names at the root, {} items", items.len());
        if writes {
            let lines: Vec<_> = items.iter().map(String::as_str).chain([""]).collect();
            fs::write(&file, lines.join("\n"))?;
        } else {
            is_same &= compare(&file, &items);
        }
    }
    if !is_same {
        println!(
            "The public items have changed. `just public-api` writes the lists: commit them with the change."
        );
    }
    Ok(is_same)
}

/// Prints the differences between a committed list and the items. Whether there are none.
fn compare(file: &Path, items: &BTreeSet<String>) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let committed: BTreeSet<String> = text.lines().map(str::to_owned).collect();
    for item in committed.difference(items) {
        println!("- {item}");
    }
    for item in items.difference(&committed) {
        println!("+ {item}");
    }
    committed == *items
}
