//! Looking for a pattern in steps that are counted.
//!
//! All states that may be reached are followed at once, so that a character never costs more than there are states; and what
//! a set of states comes to at a kind of character is kept, so that it mostly costs no more than a look. That makes the time
//! of a search depend on what the text and the pattern do to each other, which no bound told before would do justice to.

use std::collections::HashMap;

use super::program::{Program, State, StateId};

/// States that are gone through for one step.
const STATES_A_STEP: usize = 2;
/// Characters that are looked at for one step, where what they lead to is known.
const LETTERS_A_STEP: usize = 16;
/// Numbers that are kept of what sets lead to, before all are forgotten.
const KEPT: usize = 32 * 1024;
/// What a set leads to is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// Whether a pattern stands in a text; `None` if `spend` does not allow for as many steps as that takes.
pub(super) fn search(program: &Program, text: &str, spend: &dyn Fn(usize) -> bool) -> Option<bool> {
    // Who has no steps left gets no start either.
    if !spend(1) {
        return None;
    }
    let mut run = Run::new(program);
    let mut set = run.begin(text.is_empty());
    if !spend(run.visited / STATES_A_STEP) {
        return None;
    }
    for (index, letter) in text.chars().enumerate() {
        if run.found[set] {
            return Some(true);
        }
        if index % LETTERS_A_STEP == 0 && !spend(1) {
            return None;
        }
        let kind = program.kind(letter);
        let known = run.known[set * program.kinds() + usize::from(kind)];
        set = if known == UNKNOWN {
            let before = run.visited;
            let next = run.go_on(set, kind);
            if !spend((run.visited - before).div_ceil(STATES_A_STEP)) {
                return None;
            }
            next
        } else {
            known as usize
        };
        if run.sets[set].is_empty() && run.again.is_empty() {
            return Some(false);
        }
    }
    Some(run.found[set] || run.ends(set, text.is_empty()))
}

/// A search in progress.
struct Run<'p> {
    program: &'p Program,
    /// Sets of states, each in order.
    sets: Vec<Box<[StateId]>>,
    places: HashMap<Box<[StateId]>, usize>,
    /// Whether the pattern was found in a set.
    found: Vec<bool>,
    /// What each set leads to, by the kinds of characters.
    known: Vec<u32>,
    /// The states in which the pattern starts anew behind any character.
    again: Box<[StateId]>,
    /// How many numbers are kept.
    kept: usize,
    /// How often all were forgotten.
    forgotten: usize,
    marks: Marks,
    /// States that are still to be gone through.
    waiting: Vec<StateId>,
    /// How many states were gone through in all.
    visited: usize,
}

/// The states that are in a set that is put together.
struct Marks {
    marked: Vec<bool>,
    states: Vec<StateId>,
}

/// Where in the text a set is put together.
#[derive(Clone, Copy)]
struct Side {
    at_start: bool,
    at_end: bool,
}

impl<'p> Run<'p> {
    fn new(program: &'p Program) -> Self {
        let marks = Marks { marked: vec![false; program.states.len()], states: Vec::new() };
        let mut run = Self {
            program,
            sets: Vec::new(),
            places: HashMap::new(),
            found: Vec::new(),
            known: Vec::new(),
            again: Box::default(),
            kept: 0,
            forgotten: 0,
            marks,
            waiting: Vec::new(),
            visited: 0,
        };
        run.reach(program.start, Side { at_start: false, at_end: false });
        run.again = run.take();
        run
    }

    /// The set at the start of a text.
    fn begin(&mut self, at_end: bool) -> usize {
        self.reach(self.program.start, Side { at_start: true, at_end });
        self.keep()
    }

    /// The set that a set leads to at a character.
    fn go_on(&mut self, set: usize, kind: u16) -> usize {
        let program = self.program;
        let from = std::mem::take(&mut self.sets[set]);
        self.visited += from.len() + self.again.len();
        for id in &from {
            if let State::Kinds(kinds, next) = &program.states[*id as usize]
                && kinds.iter().any(|(low, high)| (*low..=*high).contains(&kind))
            {
                self.reach(*next, Side { at_start: false, at_end: false });
            }
        }
        self.sets[set] = from;
        let again = std::mem::take(&mut self.again);
        again.iter().for_each(|id| self.marks.add(*id));
        self.again = again;
        let forgotten = self.forgotten;
        let next = self.keep();
        if self.forgotten == forgotten {
            self.known[set * program.kinds() + usize::from(kind)] = u32::try_from(next).unwrap_or(UNKNOWN);
        }
        next
    }

    /// Whether the pattern is found because the text ends in a set.
    fn ends(&mut self, set: usize, at_start: bool) -> bool {
        for id in std::mem::take(&mut self.sets[set]) {
            self.reach(id, Side { at_start, at_end: true });
        }
        self.take().iter().any(|id| matches!(self.program.states[*id as usize], State::Found))
    }

    /// Adds a state and all that it leads to without a character. What waits for the end of the text is kept.
    fn reach(&mut self, id: StateId, side: Side) {
        self.waiting.push(id);
        while let Some(id) = self.waiting.pop() {
            if self.marks.marked[id as usize] {
                continue;
            }
            self.visited += 1;
            self.marks.add(id);
            match &self.program.states[id as usize] {
                State::Split(targets) => self.waiting.extend(targets),
                State::Start(next) if side.at_start => self.waiting.push(*next),
                State::End(next) if side.at_end => self.waiting.push(*next),
                _ => {}
            }
        }
    }

    /// The place of the set that was put together, which is kept for when it comes again.
    fn keep(&mut self) -> usize {
        let program = self.program;
        let states = self.take();
        if let Some(place) = self.places.get(&states) {
            return *place;
        }
        if self.kept > KEPT {
            self.forget();
        }
        let place = self.sets.len();
        self.kept += 2 * states.len() + program.kinds();
        self.found.push(states.iter().any(|id| matches!(program.states[*id as usize], State::Found)));
        self.known.resize(self.known.len() + program.kinds(), UNKNOWN);
        self.places.insert(states.clone(), place);
        self.sets.push(states);
        place
    }

    /// The states that were put together and wait for something: the others have led on already.
    fn take(&mut self) -> Box<[StateId]> {
        let states = self.marks.take();
        let waits =
            |id: &StateId| !matches!(self.program.states[*id as usize], State::Split(_) | State::Start(_));
        states.into_iter().filter(waits).collect()
    }

    fn forget(&mut self) {
        self.sets.clear();
        self.places.clear();
        self.found.clear();
        self.known.clear();
        self.kept = 0;
        self.forgotten += 1;
    }
}

impl Marks {
    fn add(&mut self, id: StateId) {
        if !std::mem::replace(&mut self.marked[id as usize], true) {
            self.states.push(id);
        }
    }

    /// The states in order; none is marked any more.
    fn take(&mut self) -> Vec<StateId> {
        for id in &self.states {
            self.marked[*id as usize] = false;
        }
        self.states.sort_unstable();
        std::mem::take(&mut self.states)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use crate::shape::pattern::Pattern;

    /// Patterns over few letters, with everything that a pattern may have.
    fn patterns() -> impl Strategy<Value = String> {
        let leaf = prop::sample::select(vec![
            "a",
            "b",
            "é",
            ".",
            r"\d",
            r"\w",
            r"\W",
            r"\s",
            r"\S",
            "[ab]",
            "[^a]",
            "[a-c-]",
            "[^]",
            "[]",
            r"[\d_-]",
            "^",
            "$",
            "",
            r"[^\s\w]",
            r"\x62",
            r"[\b-\x61]",
            "[é-ü]",
            "1",
        ]);
        leaf.prop_map(str::to_owned).prop_recursive(4, 24, 4, |inner| {
            let count =
                prop::sample::select(vec!["*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "{0}", "{3,5}?"]);
            prop_oneof![
                prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
                prop::collection::vec(inner.clone(), 1..4)
                    .prop_map(|parts| format!("(?:{})", parts.join("|"))),
                (inner.clone(), count).prop_map(|(part, count)| format!("({part}){count}")),
                inner.prop_map(|part| format!("(?<n>{part})")),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4096) })]

        #[test]
        fn a_search_finds_what_the_other_finds(pattern in patterns(), texts in prop::collection::vec("[abcé1 \n-]{0,7}", 8)) {
            let Some(compiled) = Pattern::compile(&pattern, false) else { return Ok(()) };
            prop_assert!(compiled.program.is_some(), "{}", pattern);
            for text in texts {
                prop_assert_eq!(compiled.search(&text, &|_| true), Some(compiled.is_match(&text)), "{} in {:?}", pattern, text);
            }
        }
    }

    /// The steps of a search.
    fn steps(pattern: &str, text: &str) -> usize {
        let (compiled, steps) = (Pattern::compile(pattern, false).unwrap(), Cell::new(0));
        let found = compiled.search(text, &|more| {
            steps.set(steps.get() + more);
            true
        });
        assert_eq!(found, Some(compiled.is_match(text)), "{pattern}");
        steps.get()
    }

    #[test]
    fn ordinary_searches_take_few_steps() {
        let (long, words) = ("a".repeat(64_000), "the quick brown fox ".repeat(3_200));
        for (pattern, text, most) in [
            ("(a?){99}a{99}$", &*long, 40_000),
            ("(.*a){20}b", &long, 15_000),
            ("^(a+)+$", &long, 5_000),
            (&format!("{}b", "a".repeat(511)), &long, 150_000),
            (&"abcdefgh".repeat(30), &words, 5_000),
            (r"^[\w.-]+@[a-z]([a-z-]{0,61}[a-z])?(\.[a-z]([a-z-]{0,61}[a-z])?)*$", &words, 100),
            ("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "123e4567-e89b-12d3-a456-426614174000", 100),
        ] {
            let steps = steps(pattern, text);
            assert!(steps <= most, "{pattern}: {steps}");
        }
    }

    #[test]
    fn what_takes_too_long_is_given_up() {
        let text: String = (0..64_000_u32)
            .map(|i| if i.wrapping_mul(2_654_435_761) >> 13 & 1 == 0 { 'a' } else { 'b' })
            .collect();
        let compiled = Pattern::compile("[ab]*a[ab]{400}c", false).unwrap();
        let left = Cell::new(100_000_usize);
        let spend = |steps| left.get().checked_sub(steps).map(|rest| left.set(rest)).is_some();
        assert_eq!(compiled.search(&text, &spend), None);
        // Words of which both sides count are for the other one alone, by the length of the text.
        assert_eq!(
            Pattern::compile(r"\bb\b", false).unwrap().search(&"a".repeat(9), &|steps| steps < 9),
            None
        );
        // A pattern of one's own takes the time that it takes.
        assert_eq!(Pattern::compile("b", true).unwrap().search("a", &|_| false), Some(false));
    }
}
