//! The old sides of the guide "Migration" are the examples of the packages that are migrated from. They are compiled there.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The first line of an old side that the example does not have at its place.
fn missing<'a>(diff: &'a str, example: &str) -> Option<&'a str> {
    let mut lines = example.lines();
    let old = diff.lines().filter_map(|line| line.strip_prefix('-').or_else(|| line.strip_prefix(' ')));
    old.filter(|line| !line.trim().is_empty()).find(|&line| !lines.any(|has| has == line))
}

#[test]
fn old_sides_are_compiled_examples() {
    let guide = read("../docs/migration.md");
    let mut diffs = guide.split("```diff\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    for peer in ["rmcp", "rig"] {
        let diff = diffs.next().unwrap_or_else(|| panic!("there is no diff from {peer}"));
        let example = read(&format!("peers/{peer}/examples/migration.rs"));
        assert_eq!(missing(diff, &example), None, "from {peer}");
    }
    assert_eq!(diffs.next(), None);
}

#[test]
fn a_changed_line_is_noticed() {
    let example = "fn old() {\n    one();\n    two();\n}\n";
    assert_eq!(missing("-fn old() {\n+fn new() {\n-    one();\n }\n", example), None);
    assert_eq!(missing(" fn old() {\n-    three();\n", example), Some("    three();"));
    assert_eq!(missing("-    two();\n-    one();\n", example), Some("    one();"));
}
