//! A sentence with the phrases that were found in it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::phrases::{PHRASES, Role};
use super::words::Word;

/// The rest of a phrase after its first word, and its role.
type Rest = (Vec<&'static str>, Role);

/// The phrases by their first words.
static PHRASES_BY_WORD: LazyLock<FxHashMap<&str, Vec<Rest>>> = LazyLock::new(|| {
    let mut phrases = FxHashMap::<_, Vec<_>>::default();
    for (role, list) in PHRASES {
        for phrase in list.split('|') {
            let mut words = phrase.split_whitespace();
            if let Some(first) = words.next() {
                phrases.entry(first).or_default().push((words.collect(), role));
            }
        }
    }
    phrases
});

/// The most words of a phrase that is looked for from its end.
const LONGEST: usize = 4;

/// The words of a sentence without its fillers, and the phrases that begin at each, with their ends.
pub(super) struct Reading {
    pub(super) words: Vec<Word>,
    starting: Vec<Vec<(Role, usize)>>,
}

impl Reading {
    pub(super) fn new(all: &[Word]) -> Self {
        let words = without_fillers(all);
        let starting = (0..words.len()).map(|start| found_at(&words, start).collect()).collect();
        Self { words, starting }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// Where the longest phrase with this role ends that begins at a word.
    pub(super) fn end_of(&self, word: usize, role: Role) -> Option<usize> {
        let found = self.starting.get(word)?.iter().filter(|(found, _)| *found == role);
        found.map(|(_, end)| *end).max()
    }

    pub(super) fn is(&self, word: usize, role: Role) -> bool {
        self.end_of(word, role).is_some()
    }

    pub(super) fn is_any(&self, word: usize, roles: &[Role]) -> bool {
        self.starting.get(word).is_some_and(|found| found.iter().any(|(role, _)| roles.contains(role)))
    }

    /// Where the longest phrase with this role begins that ends right before a word.
    pub(super) fn start_of(&self, word: usize, role: Role) -> Option<usize> {
        let ends_here =
            |start: &usize| self.starting[*start].iter().any(|(found, end)| *found == role && *end == word);
        (word.saturating_sub(LONGEST)..word).find(ends_here)
    }

    /// Whether a phrase with one of these roles is found anywhere.
    pub(super) fn has(&self, roles: &[Role]) -> bool {
        self.starting.iter().flatten().any(|(found, _)| roles.contains(found))
    }

    /// The position after the openings.
    pub(super) fn behind_openings(&self) -> usize {
        let mut at = 0;
        while let Some(end) = self.end_of(at, Role::Opening) {
            at = end;
        }
        at
    }
}

/// The phrases that begin at a word, with their ends.
fn found_at(words: &[Word], start: usize) -> impl Iterator<Item = (Role, usize)> {
    let word = &words[start].text;
    // "The payment's been recorded": the verb is a part of the noun.
    let ending = word.rfind('\'').filter(|at| *at > 0).map(|at| &word[at..]);
    [Some(word.as_str()), ending].into_iter().flatten().flat_map(move |first| {
        let phrases = PHRASES_BY_WORD.get(first).into_iter().flatten();
        phrases.filter_map(move |(rest, role)| {
            let end = start + 1 + rest.len();
            let found = words.get(start + 1..end)?;
            found.iter().map(|word| word.text.as_str()).eq(rest.iter().copied()).then_some((*role, end))
        })
    })
}

/// The words without fillers. The gap before a filler is kept.
fn without_fillers(all: &[Word]) -> Vec<Word> {
    let mut kept: Vec<Word> = Vec::with_capacity(all.len());
    let mut behind = 0;
    let mut gap = None;
    for at in 0..all.len() {
        let fillers = found_at(all, at).filter(|(role, _)| *role == Role::Filler);
        behind = fillers.map(|(_, end)| end).fold(behind, usize::max);
        let before = gap.map_or(all[at].before, |gap| all[at].before.max(gap));
        gap = (at < behind).then_some(before);
        if at >= behind {
            kept.push(Word { text: all[at].text.clone(), before });
        }
    }
    kept
}
