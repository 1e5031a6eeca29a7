//! Claims of failure. A possible limit of a successful action is none: "I couldn't set its date".

use std::ops::Range;

use super::claim::About;
use super::lexicon::{Found, Role};
use super::matching::is_updating;
use super::objects::{Order, about};
use super::reading::Clause;
use super::sentence::{Sentence, is_guard};
use super::statement::{Place, Statement};
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
    let about = match found.role {
        Role::Failure => {
            // "Something went wrong while .." names the failed action only after the clause.
            let rest = Clause { words: found.end..sentence.reading.words.len(), joint: clause.joint };
            if sentence.behind_openings(&rest) == rest.words.end {
                return Some(Statement::failure(None));
            }
            went_wrong(sentence, found, &rest)
        }
        Role::FailedAction => not_managed(sentence, found, clause),
        Role::FailedPassive => not_done(sentence, found, clause),
        Role::FailedOutcome => outcome(sentence, found, clause),
        _ => None,
    };
    about.map(|about| Statement::failure(Some(about)))
}

/// "An error occurred while creating the payment".
fn went_wrong(sentence: &Sentence<'_, '_>, found: Found, rest: &Clause) -> Option<About> {
    let mut words = rest.words.clone();
    let verb = words.clone().find(|&word| action_at(sentence, word).is_some());
    let is_preposition = |word: &usize| sentence.reading.role_at(*word, Role::Preposition).is_some();
    let start = verb
        .map_or_else(|| words.find(|word| !is_preposition(word)).unwrap_or(rest.words.end), |verb| verb + 1);
    let action = verb.and_then(|verb| action_at(sentence, verb));
    let is_claim = !looks(sentence, rest.words.clone()) && ends(sentence, behind_thing(sentence, start));
    let found = Found { end: start, ..found };
    is_claim.then(|| about(sentence, action, found, rest, Order::BehindFirst))
}

/// "I couldn't create the payment".
fn not_managed(sentence: &Sentence<'_, '_>, found: Found, clause: &Clause) -> Option<About> {
    let verb = sentence.reading.next_word(found.end, clause.words.end)?;
    let action = named_at(sentence, verb)?;
    let verb = Found { start: verb, end: verb + 1, role: Role::Named(action), begins_within: false };
    let is_claim =
        is_said_by_speaker(sentence, found, clause) && ends(sentence, behind_thing(sentence, verb.end));
    is_claim.then(|| about(sentence, Some(action), verb, clause, Order::BehindFirst))
}

/// "The payment was not recorded".
fn not_done(sentence: &Sentence<'_, '_>, found: Found, clause: &Clause) -> Option<About> {
    let verb = sentence.reading.next_word(found.end, clause.words.end)?;
    let done = sentence.reading.at(verb).iter().find(|found| matches!(found.role, Role::Done(_)))?;
    let Role::Done(action) = done.role else { return None };
    // "konnte nicht erfasst werden"
    let is_behind = |role| sentence.lexicon.verb_last && sentence.reading.role_at(done.end, role).is_some();
    let end = done.end + usize::from(is_behind(Role::Plan));
    let is_claim = ends(sentence, end) && is_one_thing(sentence, clause.words.start..found.start);
    is_claim.then(|| about(sentence, Some(action), *done, clause, Order::BeforeFirst))
}

/// "The payment failed".
fn outcome(sentence: &Sentence<'_, '_>, found: Found, clause: &Clause) -> Option<About> {
    let subject = sentence.behind_openings(clause)..found.start;
    let behind = sentence.reading.words.get(clause.words.end);
    let is_label =
        sentence.frame.place == Place::Announces || behind.is_some_and(|word| word.before == Gap::Colon);
    let is_claim = !subject.is_empty()
        && !is_label
        && !looks(sentence, clause.words.clone())
        && ends(sentence, found.end)
        && is_one_thing(sentence, subject.clone());
    let is_all = sentence.reading.next_word(found.end, sentence.reading.words.len()).is_none();
    let doing = doing_at(sentence, subject.start);
    // "Updating the address failed" may be all that did; of "deleting the mail failed" the action is enough.
    let is_enough =
        |action| is_all && !sentence.lexicon.names_of(action).first().is_some_and(|name| is_updating(name));
    is_claim.then(|| match doing.filter(|(_, action)| !is_enough(*action)) {
        Some(doing) => about(sentence, Some(doing.1), doing.0, clause, Order::BehindFirst),
        None => about(sentence, None, found, clause, Order::BeforeFirst),
    })
}

/// The ongoing action at a word.
fn doing_at(sentence: &Sentence<'_, '_>, word: usize) -> Option<(Found, usize)> {
    sentence.reading.at(word).iter().find_map(|found| match found.role {
        Role::Doing(action) => Some((*found, action)),
        _ => None,
    })
}

fn looks(sentence: &Sentence<'_, '_>, mut words: Range<usize>) -> bool {
    words.any(|word| sentence.reading.role_at(word, Role::Look).is_some())
}

/// Whether a thing is named without anything that tells it from others: "the payment", and not "the payment to Acme" or
/// `INV-42`.
fn is_one_thing(sentence: &Sentence<'_, '_>, words: Range<usize>) -> bool {
    let tells_apart = |word: usize| {
        let is_number = sentence.reading.words[word].text.chars().any(char::is_numeric);
        let is_joint = sentence.reading.role_at(word, Role::Preposition).is_some();
        is_number || (is_joint && !sentence.reading.is_filler(word))
    };
    !words.into_iter().any(tells_apart)
}

/// Where a thing ends that is named from here on.
fn behind_thing(sentence: &Sentence<'_, '_>, start: usize) -> usize {
    let reading = sentence.reading;
    let ends = |word: usize| {
        let is_end =
            |role| matches!(role, Role::Preposition | Role::Verb | Role::Break | Role::Join | Role::Reason);
        (word > start && reading.words[word].before != Gap::Space)
            || reading.at(word).iter().any(|found| is_end(found.role) && !reading.is_filler(word))
    };
    (start..reading.words.len()).find(|word| ends(*word)).unwrap_or(reading.words.len())
}

/// Whether the text from here on cannot limit the failure: it is empty, a reason, or a consequence.
fn ends(sentence: &Sentence<'_, '_>, from: usize) -> bool {
    let reading = sentence.reading;
    let Some(behind) = reading.next_word(from, reading.words.len()) else { return true };
    let goes_on = |word: usize| {
        reading.words[word].before != Gap::Space
            || [Role::Break, Role::Join].into_iter().any(|role| reading.role_at(word, role).is_some())
    };
    if reading.role_at(behind, Role::Consequence).is_some() {
        // The action after it may be the successful one: "so I tried once more".
        let tells_more =
            (behind..reading.words.len()).any(|word| reading.role_at(word, Role::Speaker).is_some());
        return !tells_more && !sentence.is_dated;
    }
    let reason = reading.role_at(behind, Role::Reason);
    reason.is_some_and(|reason| !(reason.end..reading.words.len()).any(goes_on))
}

/// Whether the model alone is the subject of the failed action.
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
