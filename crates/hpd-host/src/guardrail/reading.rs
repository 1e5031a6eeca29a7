//! The known facts about the words of a sentence.

use std::ops::Range;

use super::lexicon::{Found, Lexicon, Role};
use super::words::{Gap, Word};

/// How a clause follows the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// It is the first one.
    Start,
    /// It continues: "and".
    Join,
    /// A comma.
    Comma,
    /// It is independent: "but", a dash.
    Break,
    /// It is the announced text, or the value of a label.
    Colon,
}

/// Words that make one statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clause {
    pub(super) words: Range<usize>,
    pub(super) joint: Joint,
}

/// A sentence with everything that is known of its words.
pub(super) struct Reading<'w> {
    pub(super) words: &'w [Word],
    starting: Vec<Vec<Found>>,
    ending: Vec<Vec<Found>>,
    is_filler: Vec<bool>,
    is_tie: Vec<bool>,
}

impl<'w> Reading<'w> {
    pub(super) fn new(words: &'w [Word], lexicon: &Lexicon) -> Self {
        let found = lexicon.find(words);
        let mut is_filler = vec![false; words.len()];
        for filler in found.iter().filter(|found| found.role == Role::Filler) {
            is_filler[filler.start..filler.end].fill(true);
        }
        let mut is_tie = vec![false; words.len()];
        for tie in found.iter().filter(|found| found.role.is_tie()) {
            is_tie[tie.start + usize::from(tie.begins_within)..tie.end].fill(true);
        }
        let mut starting = vec![Vec::new(); words.len() + 1];
        let mut ending = vec![Vec::new(); words.len() + 1];
        for found in found {
            starting[found.start].push(found);
            ending[found.end].push(found);
        }
        Self { words, starting, ending, is_filler, is_tie }
    }

    /// The phrases that begin at a word.
    pub(super) fn at(&self, word: usize) -> &[Found] {
        self.starting.get(word).map_or(&[], Vec::as_slice)
    }

    pub(super) fn role_at(&self, word: usize, role: Role) -> Option<Found> {
        self.at(word).iter().copied().find(|found| found.role == role)
    }

    /// Whether a phrase with this role occurs anywhere.
    pub(super) fn has(&self, role: Role) -> bool {
        self.starting.iter().flatten().any(|found| found.role == role)
    }

    pub(super) fn is_filler(&self, word: usize) -> bool {
        self.is_filler.get(word).copied().unwrap_or(false)
    }

    /// Whether a word only connects things with actions, and names none: "has been".
    pub(super) fn is_tie(&self, word: usize) -> bool {
        self.is_tie.get(word).copied().unwrap_or(false)
    }

    /// The phrase right before a word, fillers aside, and not before `from`.
    pub(super) fn before(&self, word: usize, from: usize, is_it: impl Fn(Role) -> bool) -> Option<Found> {
        let mut end = word;
        loop {
            let found = self.ending[end].iter().filter(|found| found.start >= from && is_it(found.role));
            if let Some(found) = found.max_by_key(|found| found.end - found.start) {
                return Some(*found);
            }
            if end <= from || !self.is_filler(end - 1) {
                return None;
            }
            end -= 1;
        }
    }

    /// The first word from here on that is no filler.
    pub(super) fn next_word(&self, from: usize, end: usize) -> Option<usize> {
        (from..end).find(|&word| !self.is_filler(word))
    }

    /// Whether a word guards the text after it, and is no filler.
    pub(super) fn has_guard(&self, word: usize, is_it: impl Fn(Role) -> bool) -> bool {
        let found = self.at(word).iter().filter(|found| is_it(found.role));
        found.into_iter().any(|found| !(found.start..found.end).all(|word| self.is_filler(word)))
    }

    /// The clauses, without the words that join them.
    pub(super) fn clauses(&self) -> Vec<Clause> {
        let mut clauses: Vec<Clause> = Vec::new();
        let mut start = 0;
        let mut joint = Joint::Start;
        let mut word = 0;
        while word < self.words.len() {
            let by_gap = match self.words[word].before {
                Gap::Space => None,
                Gap::Comma => Some(Joint::Comma),
                Gap::Break => Some(Joint::Break),
                Gap::Colon => Some(Joint::Colon),
            };
            let by_word = self.joining(word);
            if let Some(next) = by_word.map(|(next, _)| next).or(by_gap) {
                if word > start {
                    clauses.push(Clause { words: start..word, joint });
                }
                let is_first = clauses.is_empty();
                start = by_word.map_or(word, |(_, end)| end);
                joint = if is_first { Joint::Start } else { next };
                word = start.max(word + 1);
            } else {
                word += 1;
            }
        }
        if start < self.words.len() {
            clauses.push(Clause { words: start..self.words.len(), joint });
        }
        clauses
    }

    fn joining(&self, word: usize) -> Option<(Joint, usize)> {
        if self.is_filler(word) {
            return None;
        }
        let join = |role, joint| self.role_at(word, role).map(|found| (joint, found.end));
        join(Role::Break, Joint::Break).or_else(|| join(Role::Join, Joint::Join))
    }
}
