//! The dependencies between rooms, and the circles of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::paths::Outward;

#[derive(Default)]
pub(super) struct Graph {
    /// From a room, to the rooms that it depends on, with every path.
    edges: BTreeMap<String, BTreeMap<String, Vec<Outward>>>,
}

impl Graph {
    pub(super) fn add(&mut self, from: &str, path: Outward) {
        let edges = self.edges.entry(from.to_owned()).or_default();
        edges.entry(path.to.clone()).or_default().push(path);
    }

    /// Whether a room depends on another one directly.
    pub(super) fn has(&self, from: &str, to: &str) -> bool {
        self.edges.get(from).is_some_and(|edges| edges.contains_key(to))
    }

    /// The rooms that a room depends on, directly or not.
    fn below<'a>(&'a self, room: &str) -> BTreeSet<&'a str> {
        let mut below = BTreeSet::new();
        let mut open = vec![room];
        while let Some(room) = open.pop() {
            for to in self.edges.get(room).into_iter().flat_map(BTreeMap::keys) {
                if below.insert(to.as_str()) {
                    open.push(to);
                }
            }
        }
        below
    }

    /// Each circle: its rooms, then its dependencies with every path.
    pub(super) fn circles(&self) -> Vec<String> {
        let below: BTreeMap<&str, _> =
            self.edges.keys().map(|room| (room.as_str(), self.below(room))).collect();
        let mut circles: BTreeSet<Vec<&str>> = BTreeSet::new();
        for (room, reached) in &below {
            let comes_back = |other: &&&str| below.get(**other).is_some_and(|it| it.contains(room));
            let circle: Vec<_> = reached.iter().filter(comes_back).copied().collect();
            if !circle.is_empty() {
                circles.insert(circle);
            }
        }
        circles.iter().map(|rooms| self.shown(rooms)).collect()
    }

    fn shown(&self, rooms: &[&str]) -> String {
        let mut text = format!("{} rooms in a circle: {}\n", rooms.len(), rooms.join(", "));
        for (from, edges) in &self.edges {
            for (to, paths) in edges {
                if !rooms.contains(&from.as_str()) || !rooms.contains(&to.as_str()) {
                    continue;
                }
                writeln!(text, "  {from} -> {to}").unwrap();
                for Outward { file, line, path, .. } in paths {
                    writeln!(text, "    {}:{line}: {path}", file.display()).unwrap();
                }
            }
        }
        text
    }
}
