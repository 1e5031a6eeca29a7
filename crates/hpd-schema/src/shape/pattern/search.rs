//! Pattern search with counted steps.
//!
//! All reachable states are followed at once, so a character never costs more than the number of states. The successor
//! of a state set is cached, so most characters cost one lookup. The time depends on how the text and the pattern
//! interact. No bound computed in advance describes it.

use std::collections::HashMap;

use super::Pattern;
use super::marks::Marks;
use super::program::{Program, State, StateId};

/// Program states, or kinds of characters, allocated for one step.
const STATES_MADE_A_STEP: usize = 16;
/// Patterns whose caches are kept.
const RUNS: usize = 8;
/// Characters examined for one step, where the successor is cached.
const LETTERS_A_STEP: usize = 8;
/// Cached successors, before all are dropped.
const KEPT: usize = 32 * 1024;
/// The successor of a set is not cached yet.
const UNKNOWN: u32 = u32::MAX;

/// The searches of one check. Results for one text mostly recur for the next one.
#[derive(Default)]
pub(in crate::shape) struct Searches<'p> {
    runs: Vec<Run<'p>>,
}

impl<'p> Searches<'p> {
    /// Whether a pattern occurs in a text; `None` if `spend` allows too few steps.
    pub(in crate::shape) fn search(
        &mut self,
        pattern: &'p Pattern,
        text: &str,
        spend: &dyn Fn(usize) -> bool,
    ) -> Option<bool> {
        match &pattern.program {
            _ if !pattern.is_counted => Some(pattern.is_match(text)),
            _ if pattern.runs.is_some() => {
                spend(1 + text.len() / LETTERS_A_STEP).then(|| pattern.is_match(text))
            }
            // Who has no steps left gets no start either.
            Some(_) if !spend(1) => None,
            Some(program) => search(self.run(program, spend)?, text, spend),
            // Patterns that only `regex-lite` supports have no better bound: a step for each byte.
            None => spend(text.len()).then(|| pattern.is_match(text)),
        }
    }

    /// The cache of a program; `None` if no steps are left to build it.
    fn run(&mut self, program: &'p Program, spend: &dyn Fn(usize) -> bool) -> Option<&mut Run<'p>> {
        let place = self.runs.iter().position(|run| std::ptr::eq(run.program, program));
        if place.is_none() {
            // The newest are kept, so that a schema of many patterns does not take memory for all.
            if self.runs.len() >= RUNS {
                self.runs.remove(0);
            }
            let run = Run::new(program);
            if !spend(run.visited + program.states.len() / STATES_MADE_A_STEP) {
                return None;
            }
            self.runs.push(run);
        }
        match place {
            Some(place) => self.runs.get_mut(place),
            None => self.runs.last_mut(),
        }
    }
}

fn search(run: &mut Run<'_>, text: &str, spend: &dyn Fn(usize) -> bool) -> Option<bool> {
    let program = run.program;
    let before = run.visited;
    let mut set = run.begin(text.is_empty());
    if !spend(run.visited - before) {
        return None;
    }
    let kinds = program.kinds();
    for (index, c) in text.chars().enumerate() {
        if let Some(answer) = run.answers[set] {
            return Some(answer);
        }
        if index % LETTERS_A_STEP == 0 && !spend(1) {
            return None;
        }
        let kind = program.kind(c);
        let known = run.known[set * kinds + usize::from(kind)];
        set = if known == UNKNOWN {
            let before = run.visited;
            let next = run.go_on(set, kind);
            if !spend(run.visited - before) {
                return None;
            }
            next
        } else {
            known as usize
        };
    }
    if let Some(answer) = run.answers[set] {
        return Some(answer);
    }
    let before = run.visited;
    let is_found = run.ends(set, text.is_empty());
    spend(run.visited - before).then_some(is_found)
}

/// A search in progress.
struct Run<'p> {
    program: &'p Program,
    /// Sets of states, each in order.
    sets: Vec<Box<[StateId]>>,
    places: HashMap<Box<[StateId]>, usize>,
    /// Whether the pattern was found in a set, as far as the set alone decides that: nothing comes of an empty one.
    answers: Vec<Option<bool>>,
    /// Whether it is found where the text ends in a set, as far as that is known.
    ended: Vec<Option<bool>>,
    /// The set at the start of a text that has characters.
    begun: Option<usize>,
    /// The successor of each set, by kind of character.
    known: Vec<u32>,
    /// The start states of the pattern after any character.
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

/// Where in the text a set is put together.
#[derive(Clone, Copy)]
struct Side {
    at_start: bool,
    at_end: bool,
}

impl<'p> Run<'p> {
    fn new(program: &'p Program) -> Self {
        let marks = Marks::new(program.states.len());
        let mut run = Self {
            program,
            sets: Vec::new(),
            places: HashMap::new(),
            answers: Vec::new(),
            ended: Vec::new(),
            begun: None,
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
        if let (Some(set), false) = (self.begun, at_end) {
            return set;
        }
        self.reach(self.program.start, Side { at_start: true, at_end });
        let set = self.keep();
        self.begun = if at_end { None } else { Some(set) };
        set
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
        for id in &again {
            self.marks.add(*id);
        }
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
        if let (Some(ends), false) = (self.ended[set], at_start) {
            return ends;
        }
        let from = std::mem::take(&mut self.sets[set]);
        for id in &from {
            self.reach(*id, Side { at_start, at_end: true });
        }
        self.sets[set] = from;
        let ends = self.take().iter().any(|id| matches!(self.program.states[*id as usize], State::Found));
        self.ended[set] = if at_start { None } else { Some(ends) };
        ends
    }

    /// Adds a state and all states reachable without a character. Those that need the end of the text are kept.
    fn reach(&mut self, id: StateId, side: Side) {
        self.waiting.push(id);
        while let Some(id) = self.waiting.pop() {
            if !self.marks.add(id) {
                continue;
            }
            self.visited += 1;
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
        self.visited += program.kinds() / STATES_MADE_A_STEP;
        self.answers.push(self.answer(&states));
        self.ended.push(None);
        self.known.resize(self.known.len() + program.kinds(), UNKNOWN);
        self.places.insert(states.clone(), place);
        self.sets.push(states);
        place
    }

    /// The result of the search, if a set alone decides it.
    fn answer(&self, states: &[StateId]) -> Option<bool> {
        let is_found = states.iter().any(|id| matches!(self.program.states[*id as usize], State::Found));
        let is_lost = states.is_empty() && self.again.is_empty();
        (is_found || is_lost).then_some(is_found)
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
        self.answers.clear();
        self.ended.clear();
        self.begun = None;
        self.known.clear();
        self.kept = 0;
        self.forgotten += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::Searches;
    use crate::shape::pattern::Pattern;

    /// Patterns over few characters, with every construct of the language.
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
            prop_assert!(compiled.program.is_some() || compiled.runs.is_some(), "{}", pattern);
            for text in texts {
                prop_assert_eq!(Searches::default().search(&compiled, &text, &|_| true), Some(compiled.regex.is_match(&text)), "{} in {:?}", pattern, text);
            }
        }
    }

    /// The steps of a search.
    fn steps(pattern: &str, text: &str) -> usize {
        let (compiled, steps) = (Pattern::compile(pattern, false).unwrap(), Cell::new(0));
        let found = Searches::default().search(&compiled, text, &|more| {
            steps.set(steps.get() + more);
            true
        });
        assert_eq!(found, Some(compiled.is_match(text)), "{pattern}");
        steps.get()
    }

    #[test]
    fn ordinary_searches_take_few_steps() {
        let (long, words) = ("a".repeat(64_000), "the quick brown fox ".repeat(3_200));
        for (pattern, text, max) in [
            ("(a?){99}a{99}$", &*long, 70_000),
            ("(.*a){20}b", &long, 25_000),
            ("^(a+)+$", &long, 10_000),
            (&format!("{}b", "a".repeat(511)), &long, 300_000),
            (&"abcdefgh".repeat(30), &words, 12_000),
            (r"^[\w.-]+@[a-z]([a-z-]{0,61}[a-z])?(\.[a-z]([a-z-]{0,61}[a-z])?)*$", &words, 300),
            ("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "123e4567-e89b-12d3-a456-426614174000", 100),
        ] {
            let steps = steps(pattern, text);
            assert!(steps <= max, "{pattern}: {steps}");
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
        assert_eq!(Searches::default().search(&compiled, &text, &spend), None);
        // Words of which both sides count are for the other one alone, by the length of the text.
        let words = Pattern::compile(r"\bb\b", false).unwrap();
        assert_eq!(Searches::default().search(&words, &"a".repeat(9), &|steps| steps < 9), None);
        // A pattern of one's own takes the time that it takes.
        let own = Pattern::compile("b", true).unwrap();
        assert_eq!(Searches::default().search(&own, "a", &|_| false), Some(false));
    }
}
