//! The states of a set while it is put together.

use super::program::StateId;

/// The part of all states that is better sorted than looked for.
const FEW_TO_SORT: usize = 8;

/// The states that are in a set that is put together.
pub(super) struct Marks {
    marked: Vec<bool>,
    states: Vec<StateId>,
}

impl Marks {
    /// For a program of so many states.
    pub(super) fn new(states: usize) -> Self {
        Self { marked: vec![false; states], states: Vec::new() }
    }

    /// Adds a state; `false` if it is there already.
    pub(super) fn add(&mut self, id: StateId) -> bool {
        let is_new = !std::mem::replace(&mut self.marked[id as usize], true);
        if is_new {
            self.states.push(id);
        }
        is_new
    }

    /// The states in order; none is marked any more.
    pub(super) fn take(&mut self) -> Vec<StateId> {
        // Of many, their marks are quicker to go through than they are to sort.
        if self.states.len() * FEW_TO_SORT > self.marked.len() {
            self.states.clear();
            let marked =
                (0..).zip(&mut self.marked).filter_map(|(id, mark)| std::mem::take(mark).then_some(id));
            self.states.extend(marked);
        } else {
            for id in &self.states {
                self.marked[*id as usize] = false;
            }
            self.states.sort_unstable();
        }
        std::mem::take(&mut self.states)
    }
}
