//! A sentence, with the properties of the whole.

use super::lexicon::{Lexicon, Role};
use super::reading::{Clause, Reading};
use super::statement::Frame;

/// A sentence, with the properties of the whole.
pub(super) struct Sentence<'r, 'w> {
    pub(super) reading: &'r Reading<'w>,
    pub(super) frame: Frame,
    pub(super) lexicon: &'r Lexicon,
    /// The first word that makes the text after it a report or a guess.
    pub(super) first_hedge: usize,
    pub(super) is_past: bool,
    pub(super) maybe_past: bool,
    pub(super) is_dated: bool,
}

impl<'r, 'w> Sentence<'r, 'w> {
    pub(super) fn new(reading: &'r Reading<'w>, frame: Frame, lexicon: &'r Lexicon) -> Self {
        let all = 0..reading.words.len();
        let has = |role| all.clone().any(|word| reading.role_at(word, role).is_some());
        let first_hedge = all.clone().find(|&word| reading.has_guard(word, |role| role == Role::Hedge));
        Self {
            reading,
            frame,
            lexicon,
            first_hedge: first_hedge.unwrap_or(usize::MAX),
            is_past: all.clone().any(|word| reading.has_guard(word, |role| role == Role::Past)),
            maybe_past: has(Role::MaybePast),
            is_dated: all.clone().any(|word| is_date(reading, word)),
        }
    }

    /// Whether a clause only opens the sentence: "Great", "I'm sorry".
    pub(super) fn is_opening(&self, clause: &Clause) -> bool {
        self.behind_openings(clause) == clause.words.end
    }

    /// The position after a clause's openings.
    pub(super) fn behind_openings(&self, clause: &Clause) -> usize {
        let mut at = clause.words.start;
        while at < clause.words.end {
            let opening =
                self.reading.role_at(at, Role::Opening).filter(|found| found.end <= clause.words.end);
            match opening {
                Some(opening) => at = opening.end,
                None if self.reading.is_filler(at) => at += 1,
                None => break,
            }
        }
        at
    }

    /// Whether a clause says that everything is done, and nothing more.
    pub(super) fn is_whole(&self, clause: &Clause, is_first: bool) -> bool {
        let starts = [clause.words.start, self.behind_openings(clause)];
        is_first
            && starts.iter().any(|&start| {
                let wholes = self.reading.at(start).iter().filter(|found| found.role == Role::Whole);
                wholes.into_iter().any(|whole| {
                    whole.end <= clause.words.end
                        && self.reading.next_word(whole.end, clause.words.end).is_none()
                })
            })
    }

    /// Whether the words before a position announce a text for another person.
    pub(super) fn is_draft(&self, end: usize) -> bool {
        (0..end).any(|word| self.reading.role_at(word, Role::Draft).is_some())
    }

    /// How many things a clause is about, as far as it says so.
    pub(super) fn count(&self, clause: &Clause) -> usize {
        let count = |word: usize| {
            self.reading.at(word).iter().find_map(|found| match found.role {
                Role::Both => Some(2),
                Role::Number(number) => Some(number),
                _ => None,
            })
        };
        let mut words = clause.words.clone().filter(|word| !self.is_behind_preposition(*word, clause));
        words.find_map(count).unwrap_or(1)
    }

    pub(super) fn has_both(&self, clause: &Clause) -> bool {
        clause.words.clone().any(|word| self.reading.role_at(word, Role::Both).is_some())
    }

    /// Whether a word is governed by a preposition: the two of "one of the two bills".
    fn is_behind_preposition(&self, word: usize, clause: &Clause) -> bool {
        let is_determiner = |word: &usize| self.reading.role_at(*word, Role::Determiner).is_some();
        let before = (clause.words.start..word).rev().find(|word| !is_determiner(word));
        before.is_some_and(|word| self.reading.role_at(word, Role::Preposition).is_some())
    }

    /// Whether a word that may be of a plan is the month: "in May".
    pub(super) fn is_month(&self, word: usize) -> bool {
        let is_before = |word| {
            self.reading.role_at(word, Role::Preposition).is_some()
                || self.reading.words[word].text.starts_with(|c: char| c.is_ascii_digit())
        };
        self.reading.role_at(word, Role::Date).is_some() && word.checked_sub(1).is_some_and(is_before)
    }

    pub(super) fn is_preposition(&self, word: usize) -> bool {
        self.reading.role_at(word, Role::Preposition).is_some() || self.reading.is_filler(word)
    }
}

/// Whether a role makes the rest of its clause no claim of success.
pub(super) fn is_guard(role: Role) -> bool {
    matches!(role, Role::Condition | Role::Plan | Role::Negation)
}

/// Whether a word begins a date: "on 3 May", or 2026-05-03.
fn is_date(reading: &Reading<'_>, word: usize) -> bool {
    let text = &reading.words[word].text;
    let is_iso = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(place, byte)| if place == 4 || place == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    let is_before = reading.role_at(word, Role::BeforeDate).is_some();
    is_iso || (is_before && (word + 1..word + 4).any(|next| reading.role_at(next, Role::Date).is_some()))
}
