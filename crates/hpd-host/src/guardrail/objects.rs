//! The action and thing of a statement.

use std::ops::Range;

use super::claim::About;
use super::lexicon::{Found, Role};
use super::reading::Clause;
use super::sentence::Sentence;
use super::words::Gap;

/// Maximum number of words in a statement that may name its thing.
const MAX_OBJECTS: usize = 12;

/// The position of the thing, relative to its action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// "I've sent the invoice".
    BehindFirst,
    /// "The invoice has been sent".
    BeforeFirst,
}

/// The words of a part of a statement that name things.
#[derive(Default)]
struct Named {
    thing: Vec<String>,
    others: Vec<String>,
    /// A non-word in the thing's place: `INV-42`.
    id: Option<String>,
}

/// The action and thing of a statement with this verb.
pub(super) fn about(
    sentence: &Sentence<'_, '_>,
    action: Option<usize>,
    verb: Found,
    clause: &Clause,
    order: Order,
) -> About {
    let before = named(sentence, clause.words.start..verb.start);
    let behind = named(sentence, verb.end..clause.words.end);
    // In verb-final languages, the thing precedes the verb in the active voice as well.
    let is_behind = order == Order::BehindFirst && !sentence.lexicon.verb_last;
    let (first, second) = if is_behind { (behind, before) } else { (before, behind) };
    let objects = if first.thing.is_empty() { first.id.into_iter().collect() } else { first.thing };
    let others = [first.others, second.thing, second.others].concat();
    About { actions: actions(sentence, action, verb), objects, others }
}

/// A word may mean several actions: "applied".
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

/// The thing is the last of the leading nouns: of "the invoice payment for Acme" it is the payment.
fn named(sentence: &Sentence<'_, '_>, words: Range<usize>) -> Named {
    let mut named = Named::default();
    let mut nouns: Vec<&str> = Vec::new();
    let mut has_thing = false;
    let mut count = 0;
    for word in words {
        let text = &*sentence.reading.words[word].text;
        let ends_nouns = is_grammar(sentence, word) || sentence.reading.words[word].before != Gap::Space;
        if ends_nouns {
            has_thing |= !nouns.is_empty() || is_preposition(sentence, word) || is_pronoun(sentence, word);
        }
        if is_grammar(sentence, word) || count >= MAX_OBJECTS {
            continue;
        }
        let noun = text.strip_suffix("'s").unwrap_or(text);
        if noun.chars().count() > 2 && noun.chars().all(|c| c.is_alphabetic() || c == '-') {
            count += 1;
            if has_thing {
                named.others.extend(sentence.lexicon.objects_of(noun));
            } else {
                nouns.push(noun);
            }
        } else if !has_thing && nouns.is_empty() && noun.chars().any(char::is_alphabetic) {
            named.id = Some(noun.to_owned());
        }
    }
    if let Some(thing) = nouns.pop() {
        named.thing = sentence.lexicon.objects_of(thing);
    }
    named.others.splice(0..0, nouns.into_iter().flat_map(|noun| sentence.lexicon.objects_of(noun)));
    named
}

fn is_preposition(sentence: &Sentence<'_, '_>, word: usize) -> bool {
    sentence.reading.role_at(word, Role::Preposition).is_some() && !sentence.reading.is_filler(word)
}

fn is_pronoun(sentence: &Sentence<'_, '_>, word: usize) -> bool {
    let next = word + 1;
    let is_alone = sentence.reading.words.get(next).is_none() || is_grammar(sentence, next);
    is_alone && sentence.reading.role_at(word, Role::Pronoun).is_some()
}

/// Whether a word names nothing.
fn is_grammar(sentence: &Sentence<'_, '_>, word: usize) -> bool {
    let reading = sentence.reading;
    reading.is_filler(word)
        || reading.is_tie(word)
        || reading.at(word).iter().any(|found| {
            let is_grammar = matches!(
                found.role,
                Role::Determiner
                    | Role::Preposition
                    | Role::Verb
                    | Role::Speaker
                    | Role::Pronoun
                    | Role::Opening
                    | Role::Date
            );
            is_grammar && found.end == word + 1
        })
}

/// Whether the result is a part of the answer: "I've added a summary below".
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
        let is_compound = (clause.words.start..=word)
            .any(|start| reading.role_at(start, Role::Compound).is_some_and(|found| found.end > word));
        is_first && is_last && !is_compound && reading.role_at(word, Role::OwnWork).is_some()
    })
}
