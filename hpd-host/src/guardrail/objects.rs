//! What a statement is about.

use std::ops::Range;

use super::claim::About;
use super::lexicon::{Found, Role};
use super::reading::Clause;
use super::statement::Sentence;

/// So many words of a statement may name what it is about.
const MOST_OBJECTS: usize = 12;

/// Where the likeliest words stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// "I've sent the invoice".
    BehindFirst,
    /// "The invoice has been sent".
    BeforeFirst,
}

/// What a statement is about whose verb was found.
pub(super) fn about(
    sentence: &Sentence<'_, '_>,
    action: Option<usize>,
    verb: Found,
    clause: &Clause,
    order: Order,
) -> About {
    let before = objects(sentence, clause.words.start..verb.start);
    let behind = objects(sentence, verb.end..clause.words.end);
    // With verbs at the end, what was done stands before them whoever did it.
    let is_behind = order == Order::BehindFirst && !sentence.lexicon.verb_last;
    let (mut first, second) = if is_behind { (behind, before) } else { (before, behind) };
    first.extend(second);
    About { actions: actions(sentence, action, verb), objects: first }
}

/// A word may be said of several actions: "applied".
fn actions(sentence: &Sentence<'_, '_>, action: Option<usize>, verb: Found) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let same_word = sentence.reading.at(verb.start).iter().filter(|found| found.end == verb.end);
    let others = same_word.filter_map(|found| match (found.role, verb.role) {
        (Role::Done(other), Role::Done(_)) | (Role::Named(other), Role::Named(_)) => Some(other),
        _ => None,
    });
    for action in action.into_iter().chain(others) {
        for name in sentence.lexicon.names_of(action) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    names
}

fn objects(sentence: &Sentence<'_, '_>, words: Range<usize>) -> Vec<String> {
    let mut objects: Vec<String> = Vec::new();
    for word in words {
        if objects.len() >= MOST_OBJECTS {
            break;
        }
        let text = &sentence.reading.words[word].text;
        let is_word =
            text.chars().count() > 2 && text.chars().all(|letter| letter.is_alphabetic() || letter == '-');
        if is_word && !is_grammar(sentence, word) {
            objects.extend(sentence.lexicon.objects_of(text));
        }
    }
    objects
}

/// Whether a word names nothing.
fn is_grammar(sentence: &Sentence<'_, '_>, word: usize) -> bool {
    let reading = sentence.reading;
    reading.is_filler(word)
        || reading.at(word).iter().any(|found| {
            let is_grammar = matches!(
                found.role,
                Role::Determiner
                    | Role::Preposition
                    | Role::Verb
                    | Role::Speaker
                    | Role::Pronoun
                    | Role::Opening
            );
            is_grammar && found.end == word + 1
        })
}

/// Whether what was made is a part of the answer: "I've added a summary below".
pub(super) fn is_own_work(sentence: &Sentence<'_, '_>, first: Option<&String>, clause: &Clause) -> bool {
    let Some(first) = first else { return false };
    let reading = sentence.reading;
    let mut words = clause.words.clone();
    words.any(|word| {
        let is_first = sentence.lexicon.singular(&reading.words[word].text) == *first;
        // "A draft invoice" is an invoice.
        let is_last = reading
            .next_word(word + 1, clause.words.end)
            .is_none_or(|next| is_grammar(sentence, next) || reading.role_at(next, Role::OwnWork).is_some());
        is_first && is_last && reading.role_at(word, Role::OwnWork).is_some()
    })
}
