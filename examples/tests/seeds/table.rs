//! `docs/seeds.md` names a test for each row.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The cell of a row without a test; its remark says why.
const WITHOUT_TEST: &str = "none";

#[test]
fn each_row_names_a_test_that_exists() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(here.join("../docs/seeds.md")).unwrap();
    let mut named = BTreeSet::new();
    for row in table.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        if cells[1].parse::<u32>().is_err() {
            continue;
        }
        let test = cells[3].trim_matches('`');
        if test == WITHOUT_TEST {
            assert!(!cells[4].is_empty(), "a row without a test says why: {row}");
            continue;
        }
        let (module, function) = test.split_once("::").unwrap_or_else(|| panic!("no test in {row}"));
        let source = fs::read_to_string(here.join(format!("tests/seeds/{module}.rs"))).unwrap();
        assert!(source.contains(&format!("#[test]\nfn {function}()")), "{test} does not exist");
        assert!(named.insert(test.to_owned()), "{test} is named twice");
    }
    assert!(named.len() > 150, "only {} rows were found", named.len());
}
