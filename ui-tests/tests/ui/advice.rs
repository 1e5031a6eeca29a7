//! The compiler's notes tell people what to write: it compiles.

use std::fs;
use std::path::{Path, PathBuf};

/// Words in backticks that are no code to write by themselves.
const NAMES: &[&str] = &[
    "Part",
    "String",
    "Vec",
    "Mutex",
    "Cell",
    "RefCell",
    "Arc",
    "Rc",
    "OrTell",
    "hpd-host",
    "hpd-runtime",
    "Result<_, ToolError>",
    "#[plugin]",
    "#[scope(\"..\")]",
    "#[ai_function]",
    "#[skill(..)]",
    "&'static str",
    "{Self}",
    "Send",
    "Send + Sync",
    "Box<dyn std::error::Error>",
];
/// Lines of `Cargo.toml`, with features of the runtime.
const FEATURES: &str = "features = [\"";

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
}

/// Without blanks, so that a long line may be broken.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The code in the notes of a source.
fn advised(source: &str) -> Vec<String> {
    let notes = source.lines().filter_map(|line| line.trim().strip_prefix("note = \""));
    let mut advice = Vec::new();
    for note in notes {
        let note = note.replace("\\\"", "\"");
        advice.extend(note.split('`').skip(1).step_by(2).map(str::to_owned));
    }
    advice
}

#[test]
fn what_notes_advise_compiles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("../hpd-runtime/src"), &mut files);
    sources(&root.join("../crates/hpd-host/src"), &mut files);
    let written = squeezed(&fs::read_to_string(root.join("pass/advice.rs")).expect("the case is there"));
    let manifest = fs::read_to_string(root.join("../hpd-runtime/Cargo.toml")).expect("the manifest is there");
    let workspace = fs::read_to_string(root.join("../Cargo.toml")).expect("the manifest is there");
    let mut found = 0;
    for file in files {
        for code in advised(&fs::read_to_string(&file).expect("the source can be read")) {
            if NAMES.contains(&&*code) {
                continue;
            }
            found += 1;
            if let Some(feature) = code.strip_prefix(FEATURES) {
                let feature = feature.trim_end_matches("\"]");
                assert!(manifest.contains(&format!("\n{feature} = [")), "{feature} is a feature");
                continue;
            }
            if code.starts_with("schemars = ") {
                assert!(workspace.contains(&code), "{code} is the version of the workspace");
                continue;
            }
            assert!(
                written.contains(&squeezed(&code)),
                "`{code}` of {} is not in pass/advice.rs",
                file.display()
            );
        }
    }
    assert!(found > 10, "{found}");
}
