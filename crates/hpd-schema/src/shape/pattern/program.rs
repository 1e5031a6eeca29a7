//! A pattern as states that lead to each other.

use super::parse::{Ranges, Tree};

/// A state of a program, by its place.
pub(super) type StateId = u32;

/// States that a program may have: a few for each of the bytes that a compiled pattern may have.
const MAX: usize = 8 * 1024;

/// The condition of a state.
#[derive(Debug)]
pub(super) enum State {
    /// A character of one of these kinds: ranges of them, both ends included.
    Kinds(Box<[(u16, u16)]>, StateId),
    /// None: the search continues in all of these.
    Split(Vec<StateId>),
    /// The start of the text.
    Start(StateId),
    /// The end of the text.
    End(StateId),
    /// The pattern was found.
    Found,
}

/// A pattern as states.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) states: Vec<State>,
    pub(super) start: StateId,
    /// The first characters of all kinds but the first: the pattern tells no two characters of a kind apart.
    bounds: Vec<u32>,
    /// The kinds of ASCII characters.
    ascii: Box<[u16]>,
}

impl Program {
    /// `None` if it would be too large.
    pub(super) fn new(tree: &Tree) -> Option<Self> {
        let mut bounds = Vec::new();
        collect_bounds(tree, &mut bounds);
        bounds.sort_unstable();
        bounds.dedup();
        bounds.retain(|bound| *bound > 0);
        u16::try_from(bounds.len()).ok()?;
        let mut builder = Builder { states: vec![State::Found], bounds: &bounds };
        let start = builder.add(tree, 0)?;
        let states = builder.states;
        let ascii = (0..128).map(|code| kind_in(&bounds, code)).collect();
        Some(Self { states, start, bounds, ascii })
    }

    /// The number of kinds of characters.
    pub(super) fn kinds(&self) -> usize {
        self.bounds.len() + 1
    }

    /// The kind of a character.
    #[inline]
    pub(super) fn kind(&self, c: char) -> u16 {
        let code = u32::from(c);
        let ascii = usize::try_from(code).ok().and_then(|code| self.ascii.get(code));
        ascii.copied().unwrap_or_else(|| kind_in(&self.bounds, code))
    }
}

fn kind_in(bounds: &[u32], code: u32) -> u16 {
    // There are no more than were found to fit.
    u16::try_from(bounds.partition_point(|bound| *bound <= code)).unwrap_or(u16::MAX)
}

fn collect_bounds(tree: &Tree, bounds: &mut Vec<u32>) {
    match tree {
        Tree::Chars(ranges) => bounds.extend(ranges.iter().flat_map(|(low, high)| [*low, high + 1])),
        Tree::Sequence(parts) | Tree::Choice(parts) => {
            for part in parts {
                collect_bounds(part, bounds);
            }
        }
        Tree::Repeat(part, ..) => collect_bounds(part, bounds),
        Tree::Start | Tree::End => {}
    }
}

struct Builder<'b> {
    states: Vec<State>,
    bounds: &'b [u32],
}

impl Builder<'_> {
    /// Adds a tree in front of the state `next`; where it starts.
    fn add(&mut self, tree: &Tree, next: StateId) -> Option<StateId> {
        match tree {
            Tree::Chars(ranges) => {
                let kinds = self.kinds(ranges);
                self.push(State::Kinds(kinds, next))
            }
            Tree::Start => self.push(State::Start(next)),
            Tree::End => self.push(State::End(next)),
            Tree::Sequence(parts) => parts.iter().rev().try_fold(next, |next, part| self.add(part, next)),
            Tree::Choice(parts) => {
                let starts = parts.iter().map(|part| self.add(part, next)).collect::<Option<_>>()?;
                self.push(State::Split(starts))
            }
            Tree::Repeat(part, min, max) => self.repeat(part, *min, *max, next),
        }
    }

    fn repeat(&mut self, part: &Tree, min: u32, max: Option<u32>, next: StateId) -> Option<StateId> {
        let mut start = next;
        match max {
            None => {
                let again = self.push(State::Split(vec![next]))?;
                let inner = self.add(part, again)?;
                if let Some(State::Split(targets)) = self.states.get_mut(again as usize) {
                    targets.push(inner);
                }
                start = again;
            }
            Some(max) => {
                for _ in min..max {
                    let inner = self.add(part, start)?;
                    start = self.push(State::Split(vec![next, inner]))?;
                }
            }
        }
        (0..min).try_fold(start, |next, _| self.add(part, next))
    }

    fn kinds(&self, ranges: &Ranges) -> Box<[(u16, u16)]> {
        let kind = |code| kind_in(self.bounds, code);
        ranges.iter().map(|(low, high)| (kind(*low), kind(*high))).collect()
    }

    fn push(&mut self, state: State) -> Option<StateId> {
        let place = StateId::try_from(self.states.len()).ok().filter(|_| self.states.len() < MAX)?;
        self.states.push(state);
        Some(place)
    }
}
