//! The claims of a sentence.

use std::ops::Range;

use super::claim::{About, AboutWords, Claim, ClaimForm};
use super::phrases::Role;
use super::reading::Reading;
use super::verbs::{ToolVerbs, done, named, singular};
use super::words::Gap;

/// Maximum words of a statement that may name its object.
const MAX_NOUNS: usize = 12;

/// The properties of a sentence beside its words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// There is a sign of success in it, or an exclamation mark at its end.
    pub(super) is_stressed: bool,
    pub(super) end: End,
    /// It is an item of a list.
    pub(super) is_item: bool,
}

/// The sign at the end of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Plain,
    Question,
    /// A colon: it announces something.
    Colon,
}

/// Roles that make a sentence no claim of success.
const GUARDS: [Role; 4] = [Role::Negation, Role::Plan, Role::Guard, Role::Draft];
/// Roles that make it none, unless it is in the first person.
const SOFT: [Role; 2] = [Role::Soft, Role::Date];

/// Roles of words that name no object.
const GRAMMAR: [Role; 6] =
    [Role::Determiner, Role::Verb, Role::Speaker, Role::Join, Role::Opening, Role::Date];
/// Roles of words that are no part of a plain object.
const NO_PART: [Role; 9] = [
    Role::Guard,
    Role::Plan,
    Role::Negation,
    Role::Soft,
    Role::Verb,
    Role::DidNot,
    Role::WasNot,
    Role::Preposition,
    Role::Reason,
];

/// The claims of a sentence.
pub(super) fn statements(
    reading: &Reading,
    frame: Frame,
    tools: &ToolVerbs,
    span: &Range<usize>,
) -> Vec<Claim> {
    let sentence = Sentence { reading, frame, tools, span };
    if frame.end != End::Question {
        if let Some(failure) = sentence.failure() {
            return vec![Claim::failure(span.clone(), failure)];
        }
        if sentence.is_all(Role::Whole) {
            return vec![Claim::success(span.clone(), About::Everything).in_form(ClaimForm::Report)];
        }
    }
    sentence.successes()
}

struct Sentence<'r> {
    reading: &'r Reading,
    frame: Frame,
    tools: &'r ToolVerbs,
    span: &'r Range<usize>,
}

impl Sentence<'_> {
    fn successes(&self) -> Vec<Claim> {
        let mut found = Vec::new();
        let mut before: Option<(ClaimForm, Option<String>)> = None;
        for at in 0..self.reading.len() {
            let Some((form, verb)) = self.form(at, before.as_ref().map(|(form, _)| *form)) else { continue };
            let mut about = self.about(at, form, verb);
            if about.object.is_none()
                && let Some((_, object)) = &before
            {
                about.object.clone_from(object);
            }
            before = Some((form, about.object.clone()));
            if about.object.as_ref().is_some_and(|object| self.is_own_work(object)) {
                continue;
            }
            let form = match form {
                ClaimForm::Speaker if self.frame.end == End::Colon => ClaimForm::Announcement,
                form => form,
            };
            found.push(Claim::success(self.span.clone(), About::Words(about)).in_form(form));
        }
        found
    }

    /// How a word says that something was done, and the names of the action; `None` if it does not.
    fn form(&self, at: usize, before: Option<ClaimForm>) -> Option<(ClaimForm, Vec<String>)> {
        let reading = self.reading;
        let word = &reading.words[at].text;
        if reading.end_of(at, Role::Outcome) == Some(reading.len()) && !self.is_guarded(reading.len()) {
            return (at > 0 && !reading.has(&SOFT)).then_some((ClaimForm::Report, Vec::new()));
        }
        let speaker = reading.start_of(at, Role::Speaker).filter(|_| reading.words[at].before == Gap::Space);
        // "I was able to record the payment"
        let is_managed = speaker.is_some() && reading.words[at - 1].text == "to";
        let actions = if is_managed { named(word, self.tools) } else { done(word, self.tools) };
        if actions.is_empty() {
            return None;
        }
        if speaker.is_some() {
            // "I've recorded the payment, shall I send a receipt?"
            let is_question = self.frame.end == End::Question;
            let end = if is_question { self.part(at).end } else { reading.len() };
            return (!self.is_guarded(end)).then_some((ClaimForm::Speaker, actions));
        }
        if self.is_guarded(reading.len()) {
            return None;
        }
        let goes_on = at > 0 && reading.is(at - 1, Role::Join);
        if let Some(form) = before.filter(|_| goes_on) {
            return Some((form, actions));
        }
        if self.frame.end == End::Colon || reading.has(&SOFT) {
            return None;
        }
        let is_last = at + 1 == reading.len();
        let is_state = is_last && reading.start_of(at, Role::State).is_some();
        let is_passive = reading
            .start_of(at, Role::Passive)
            .is_some_and(|start| start > 0 || reading.words[start].text.contains('\''));
        if is_state {
            return Some((ClaimForm::State, actions));
        }
        (is_passive || self.is_short(at)).then_some((ClaimForm::Report, actions))
    }

    /// Whether something in the words up to this one makes them no claim. A question after them does not.
    fn is_guarded(&self, end: usize) -> bool {
        (self.frame.end == End::Question && end == self.reading.len())
            || (0..end).any(|word| self.reading.is_any(word, &GUARDS))
    }

    /// The part of the sentence around a word, without signs and joints.
    fn part(&self, at: usize) -> Range<usize> {
        let starts = |word: &usize| {
            self.reading.words[*word].before != Gap::Space || self.reading.is(*word, Role::Join)
        };
        let start = (0..=at).rev().find(starts).unwrap_or(0);
        start..(at + 1..self.reading.len()).find(starts).unwrap_or(self.reading.len())
    }

    /// "Recorded the payment", "Payment recorded", "✅ Payment of 500 recorded for Acme".
    fn is_short(&self, at: usize) -> bool {
        let reading = self.reading;
        let next_is = |role| reading.is(at + 1, role);
        if at == reading.behind_openings() {
            let is_all = self.frame.is_stressed && at + 1 == reading.len();
            return is_all || (next_is(Role::Determiner) && !self.frame.is_item);
        }
        if at == 0 || (0..reading.len()).any(|word| reading.is(word, Role::Verb)) {
            return false;
        }
        let noun = (0..at).rev().find(|word| !reading.words[*word].text.contains(|c: char| c.is_numeric()));
        let is_one = noun.is_some_and(|noun| singular(&reading.words[noun].text) == reading.words[noun].text);
        let is_free = reading.words[..=at].iter().all(|word| word.before == Gap::Space);
        let is_end = at + 1 == reading.len();
        is_free
            && is_one
            && !reading.is(0, Role::Determiner)
            && (is_end || (self.frame.is_stressed && next_is(Role::Preposition)))
    }

    /// The action and the object of a verb.
    fn about(&self, at: usize, form: ClaimForm, actions: Vec<String>) -> AboutWords {
        let part = self.part(at);
        let (before, behind) = (self.nouns(part.start..at), self.nouns(at + 1..part.end));
        let is_behind = form == ClaimForm::Speaker || at == self.reading.behind_openings();
        let ((object, mut others), (second, rest)) =
            if is_behind { (behind, before) } else { (before, behind) };
        others.extend(second.into_iter().chain(rest));
        AboutWords { actions, object, others }
    }

    /// The object and the other nouns of some words: of "the invoice payment for Acme" the object is the payment. Without
    /// a noun, it is an id: `INV-42`.
    fn nouns(&self, words: Range<usize>) -> (Option<String>, Vec<String>) {
        let (mut object, mut id) = (None, None);
        let mut others = Vec::new();
        let mut is_over = false;
        for word in words.take(MAX_NOUNS * 2) {
            let text = self.reading.words[word].text.trim_end_matches("'s");
            let is_noun = text.chars().count() > 2 && text.chars().all(|c| c.is_alphabetic() || c == '-');
            if self.reading.is_any(word, &[Role::Preposition, Role::Pronoun]) {
                is_over = true;
            } else if is_noun && !self.reading.is_any(word, &GRAMMAR) {
                let noun = singular(text);
                let replaced = if is_over { Some(noun) } else { object.replace(noun) };
                others.extend(replaced);
            } else if !is_over && text.contains(char::is_alphabetic) && text.contains(char::is_numeric) {
                id = Some(text.to_owned());
            }
        }
        (object.or(id), others)
    }

    fn is_own_work(&self, object: &str) -> bool {
        let is_it = |word: usize| {
            singular(&self.reading.words[word].text) == *object && self.reading.is(word, Role::OwnWork)
        };
        (0..self.reading.len()).any(is_it)
    }

    /// Whether the sentence is a phrase with this role, openings aside.
    fn is_all(&self, role: Role) -> bool {
        [0, self.reading.behind_openings()]
            .into_iter()
            .any(|start| self.reading.end_of(start, role) == Some(self.reading.len()))
    }

    /// The failure that the whole sentence claims, with nothing that may limit it: "Sorry, the payment failed."
    fn failure(&self) -> Option<About> {
        let reading = self.reading;
        let start = reading.behind_openings();
        let all = [0, start].into_iter().filter_map(|start| reading.end_of(start, Role::Failure));
        if all.into_iter().any(|end| self.ends(end)) {
            return Some(About::Everything);
        }
        let could_not = reading.end_of(start, Role::CouldNot);
        let objects = could_not.map_or(start, |verb| verb + 1);
        let behind = self.behind_object(objects);
        let word = |at: usize| reading.words.get(at).map(|word| word.text.as_str());
        let (actions, end) = if let Some(verb) = could_not {
            (Some(named(word(verb)?, self.tools)), behind)
        } else if let Some(verb) = reading.end_of(behind, Role::WasNot) {
            (Some(done(word(verb)?, self.tools)), verb + 1)
        } else {
            (None, reading.end_of(behind, Role::DidNot)?)
        };
        let (object, others) = self.nouns(objects..behind);
        let is_known = object.is_some() && actions.as_ref().is_none_or(|actions| !actions.is_empty());
        let about = AboutWords { actions: actions.unwrap_or_default(), object, others };
        (is_known && self.ends(end)).then_some(About::Words(about))
    }

    /// Where a plain object ends: "the payment", without a number, a name or a preposition.
    fn behind_object(&self, start: usize) -> usize {
        let is_part = |word: &usize| {
            let text = &self.reading.words[*word].text;
            let is_noun = text.chars().count() > 2 && text.chars().all(char::is_alphabetic);
            let is_new = *word > start && self.reading.words[*word].before != Gap::Space;
            !is_new
                && !self.reading.is_any(*word, &NO_PART)
                && (is_noun || self.reading.is(*word, Role::Determiner))
        };
        (start..self.reading.len()).find(|word| !is_part(word)).unwrap_or(self.reading.len())
    }

    /// Whether nothing follows that could limit a failure: a reason does not.
    fn ends(&self, at: usize) -> bool {
        let is_plain = |word: &usize| {
            self.reading.words[*word].before == Gap::Space && !self.reading.is(*word, Role::Join)
        };
        let reason = self.reading.end_of(at, Role::Reason);
        at == self.reading.len() && self.frame.end != End::Colon
            || reason.is_some_and(|reason| (reason..self.reading.len()).all(|word| is_plain(&word)))
    }
}
