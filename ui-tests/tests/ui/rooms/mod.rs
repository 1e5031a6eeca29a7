//! The rooms of each crate: its top-level modules. Their dependencies have no circle.

mod attributes;
mod cases;
mod doors;
mod graph;
mod paths;
mod source;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use graph::Graph;
use paths::Reader;
use source::{Files, Module};

/// The room of the items that the root of a crate defines itself.
const LIB: &str = "lib";

/// The dependencies between the rooms of a crate with this root.
fn graph(root: &Path, files: &Files<'_>) -> Graph {
    let modules = source::modules(root, files);
    let doors = doors::Doors::of(&modules);
    let mut rooms: Vec<&str> = modules.iter().map(Module::room).collect();
    rooms.sort_unstable();
    rooms.dedup();
    let mut graph = Graph::default();
    for room in rooms {
        let modules: Vec<_> = modules.iter().filter(|module| module.room() == room).collect();
        for path in Reader::new(room, &doors).read(&modules) {
            graph.add(room, path);
        }
    }
    graph
}

/// The name and the root of each library and program of the workspace that is in a folder `src`.
fn crates() -> Vec<(String, PathBuf)> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version=1"]);
    let output = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let targets = packages.iter().flat_map(|package| package["targets"].as_array().unwrap());
    let text = |target: &Value, key: &str| target[key].as_str().unwrap().to_owned();
    targets
        .map(|target| (text(target, "name"), PathBuf::from(text(target, "src_path"))))
        .filter(|(_, root)| root.ancestors().nth(1).is_some_and(|folder| folder.ends_with("src")))
        .collect()
}

fn read(file: &Path) -> Option<String> {
    fs::read_to_string(file).ok()
}

#[test]
fn no_crate_has_rooms_in_a_circle() {
    let circles = crates().into_iter().flat_map(|(name, root)| {
        let circles = graph(&root, &read).circles();
        circles.into_iter().map(move |circle| format!("{name}: {circle}"))
    });
    let circles: Vec<_> = circles.collect();
    assert!(circles.is_empty(), "rooms depend on each other in a circle:\n{}", circles.concat());
}

/// The test reads the crates, and finds their dependencies.
#[test]
fn each_phase_of_the_macros_is_found() {
    let crates = crates();
    let (_, root) = crates.iter().find(|(name, _)| name == "hpd_macros").unwrap();
    let found = graph(root, &read);
    for (from, to) in [(LIB, "entry"), ("entry", "parse"), ("entry", "expand"), ("check", "model")] {
        assert!(found.has(from, to), "{from} -> {to}");
    }
    assert!(!found.has("model", "entry"));
}
