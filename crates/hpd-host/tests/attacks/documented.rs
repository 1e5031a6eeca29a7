//! `docs/threat-model.md` names a test for each promise.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            sources(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            found.push(entry);
        }
    }
}

#[test]
fn each_promise_names_a_test_that_exists() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(here.join("../../docs/threat-model.md")).unwrap();
    let mut files = Vec::new();
    sources(&here.join("tests"), &mut files);
    let (promises, open) = page.split_once("## Not promised today").unwrap();
    let mut named = BTreeSet::new();
    for row in promises.lines().filter(|line| line.starts_with("| ") && line.contains("::")) {
        let test = row.rsplit('|').nth(1).unwrap().trim().trim_matches('`');
        let (file, function) = test.split_once("::").unwrap_or_else(|| panic!("no test in {row}"));
        let is_in = |path: &PathBuf| {
            path.file_stem().is_some_and(|stem| stem == file)
                && fs::read_to_string(path).unwrap().contains(&format!("fn {function}("))
        };
        assert!(files.iter().any(is_in), "{test} does not exist");
        assert!(named.insert(test.to_owned()), "{test} is named twice");
    }
    assert!(named.len() > 35 && open.lines().count() > 10, "only {} promises were found", named.len());
}
