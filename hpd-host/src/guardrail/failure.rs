//! Claims that something could not be done.

use super::claim::About;
use super::lexicon::{Found, Role};
use super::objects::{Order, about};
use super::reading::Clause;
use super::statement::{Sentence, is_guard};

/// The failure that a clause claims; inside, what it is about, if the clause says it.
pub(super) fn failure(sentence: &Sentence<'_, '_>, clause: &Clause) -> Option<Option<About>> {
    let reading = sentence.reading;
    let has = |role| clause.words.clone().any(|word| reading.role_at(word, role).is_some());
    if sentence.is_past || sentence.first_hedge < clause.words.end || has(Role::Other) {
        return None;
    }
    for word in clause.words.clone() {
        for found in reading.at(word).iter().filter(|found| found.end <= clause.words.end) {
            if let Some(about) = failure_at(sentence, *found, clause) {
                return Some(about);
            }
        }
        if reading.has_guard(word, is_guard) {
            return None;
        }
    }
    None
}

fn failure_at(sentence: &Sentence<'_, '_>, found: Found, clause: &Clause) -> Option<Option<About>> {
    let reading = sentence.reading;
    let looks =
        |mut words: std::ops::Range<usize>| words.any(|word| reading.role_at(word, Role::Look).is_some());
    match found.role {
        Role::Failure => {
            let rest = Clause { words: found.end..clause.words.end, joint: clause.joint };
            if sentence.behind_openings(&rest) == rest.words.end {
                return Some(None);
            }
            let is_about_reading = looks(rest.words.clone());
            let action = rest.words.clone().find_map(|word| action_at(sentence, word));
            (!is_about_reading).then(|| Some(about(sentence, action, found, clause, Order::BehindFirst)))
        }
        Role::FailedAction => {
            let verb = reading.next_word(found.end, clause.words.end)?;
            let action = named_at(sentence, verb)?;
            let verb = Found { start: verb, end: verb + 1, role: Role::Named(action) };
            is_said_by_speaker(sentence, found, clause)
                .then(|| Some(about(sentence, Some(action), verb, clause, Order::BehindFirst)))
        }
        Role::FailedPassive => {
            let verb = reading.next_word(found.end, clause.words.end)?;
            let done = reading.at(verb).iter().find(|found| matches!(found.role, Role::Done(_)))?;
            let Role::Done(action) = done.role else { return None };
            Some(Some(about(sentence, Some(action), *done, clause, Order::BeforeFirst)))
        }
        Role::FailedOutcome => {
            let subject = sentence.behind_openings(clause) < found.start;
            let is_title = sentence.frame.announces;
            (subject && !is_title && !looks(clause.words.clone()))
                .then(|| Some(about(sentence, None, found, clause, Order::BeforeFirst)))
        }
        _ => None,
    }
}

/// Whether nobody but the model could not do it.
fn is_said_by_speaker(sentence: &Sentence<'_, '_>, failed: Found, clause: &Clause) -> bool {
    (sentence.behind_openings(clause)..failed.start).all(|word| {
        let is_known = |role| matches!(role, Role::Speaker | Role::Verb | Role::Filler | Role::Opening);
        sentence.reading.at(word).iter().any(|found| is_known(found.role))
    })
}

fn named_at(sentence: &Sentence<'_, '_>, word: usize) -> Option<usize> {
    sentence.reading.at(word).iter().find_map(|found| match found.role {
        Role::Named(action) => Some(action),
        _ => None,
    })
}

fn action_at(sentence: &Sentence<'_, '_>, word: usize) -> Option<usize> {
    sentence.reading.at(word).iter().find_map(|found| match found.role {
        Role::Named(action) | Role::Done(action) | Role::Doing(action) => Some(action),
        _ => None,
    })
}
