//! Claims that something could not be done.

use super::claim::{About, ClaimKind};
use super::lexicon::{Found, Role};
use super::objects::{Order, about};
use super::reading::Clause;
use super::statement::{Place, Sentence, Statement, is_guard};
use super::words::Gap;

/// The failure that a clause claims.
pub(super) fn failure(sentence: &Sentence<'_, '_>, clause: &Clause) -> Option<Statement> {
    let reading = sentence.reading;
    let has = |role| clause.words.clone().any(|word| reading.role_at(word, role).is_some());
    if sentence.is_past || sentence.first_hedge < clause.words.end || has(Role::Other) {
        return None;
    }
    for word in clause.words.clone() {
        for found in reading.at(word).iter().filter(|found| found.end <= clause.words.end) {
            if let Some(failure) = failure_at(sentence, *found, clause) {
                return Some(failure);
            }
        }
        if reading.has_guard(word, is_guard) {
            return None;
        }
    }
    None
}

fn failure_at(sentence: &Sentence<'_, '_>, found: Found, clause: &Clause) -> Option<Statement> {
    let reading = sentence.reading;
    let looks =
        |mut words: std::ops::Range<usize>| words.any(|word| reading.role_at(word, Role::Look).is_some());
    match found.role {
        Role::Failure => {
            // "Something went wrong while .." says what only behind the clause.
            let rest = Clause { words: found.end..reading.words.len(), joint: clause.joint };
            if sentence.behind_openings(&rest) == rest.words.end {
                return Some((ClaimKind::Failure, None));
            }
            let is_about_reading = looks(rest.words.clone());
            let action = rest.words.clone().find_map(|word| action_at(sentence, word));
            (!is_about_reading).then(|| failed(about(sentence, action, found, &rest, Order::BehindFirst)))
        }
        Role::FailedAction => {
            let verb = reading.next_word(found.end, clause.words.end)?;
            let action = named_at(sentence, verb)?;
            let verb = Found { start: verb, end: verb + 1, role: Role::Named(action) };
            is_said_by_speaker(sentence, found, clause)
                .then(|| failed(about(sentence, Some(action), verb, clause, Order::BehindFirst)))
        }
        Role::FailedPassive => {
            let verb = reading.next_word(found.end, clause.words.end)?;
            let done = reading.at(verb).iter().find(|found| matches!(found.role, Role::Done(_)))?;
            let Role::Done(action) = done.role else { return None };
            Some(failed(about(sentence, Some(action), *done, clause, Order::BeforeFirst)))
        }
        Role::FailedOutcome => {
            let subject = sentence.behind_openings(clause) < found.start;
            let behind = reading.words.get(clause.words.end);
            let is_label = sentence.frame.place == Place::Announces
                || behind.is_some_and(|word| word.before == Gap::Colon);
            (subject && !is_label && !looks(clause.words.clone()))
                .then(|| failed(about(sentence, None, found, clause, Order::BeforeFirst)))
        }
        _ => None,
    }
}

fn failed(about: About) -> Statement {
    (ClaimKind::Failure, Some(about))
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
