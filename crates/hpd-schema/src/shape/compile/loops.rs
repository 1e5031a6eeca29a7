//! Reference cycles that never descend into the value. Such a schema has no meaning, and checking it would not end.

use super::ShapeError;
use crate::shape::{Condition, ShapeId, ShapeNode};

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    Open,
    Done,
}

pub(super) fn check(nodes: &[ShapeNode]) -> Result<(), ShapeError> {
    let mut marks = vec![Mark::New; nodes.len()];
    for start in 0..nodes.len() {
        // A walk without recursion: a chain of references may be long.
        let mut open: Vec<(usize, Vec<ShapeId>)> = Vec::new();
        let mut next = (marks[start] == Mark::New).then_some(start);
        while let Some(at) = next {
            marks[at] = Mark::Open;
            open.push((at, same_value(&nodes[at])));
            next = None;
            while let (Some((at, below)), None) = (open.last_mut(), next) {
                match below.pop().map(|id| id.0 as usize) {
                    None => {
                        marks[*at] = Mark::Done;
                        open.pop();
                    }
                    Some(below) => match marks[below] {
                        Mark::Done => {}
                        Mark::New => next = Some(below),
                        Mark::Open => return Err(loop_error()),
                    },
                }
            }
        }
    }
    Ok(())
}

/// The nodes that are checked against the same value as the node.
fn same_value(node: &ShapeNode) -> Vec<ShapeId> {
    let lists = node.all_of.iter().chain(&node.any_of).chain(&node.one_of);
    let conditional = node.condition.as_deref().into_iter().flat_map(Condition::ids);
    let dependents = node.object.iter().flat_map(|rules| &rules.dependents);
    let dependents = dependents.filter_map(|dependent| dependent.schema);
    lists.chain(&node.not).chain(&node.reference).copied().chain(conditional).chain(dependents).collect()
}

fn loop_error() -> ShapeError {
    ShapeError { pointer: String::new(), message: "has a `$ref` that leads back to itself".to_owned() }
}
