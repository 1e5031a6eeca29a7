//! The list of mistakes in the README names tests that exist.

use std::fs;
use std::path::Path;

#[test]
fn each_mistake_has_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("the README is there");
    let rows: Vec<_> = readme.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() > 47, "{}", rows.len());
    for row in rows {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, mistake, test, grade, _] = cells[..] else { panic!("{row}") };
        let name = test.trim_matches('`');
        let file = match Path::new(name).extension() {
            Some(_) => root.join("..").join(name),
            None => root.join("fail").join(format!("{name}.stderr")),
        };
        assert!(file.is_file(), "{mistake}: {name}");
        assert!(["A", "B"].contains(&grade), "{mistake}: {grade}");
    }
}
