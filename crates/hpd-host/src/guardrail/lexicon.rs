//! A [`Wording`] made ready for looking words up.

use rustc_hash::FxHashMap;

use super::wording::{Synonyms, Wording};
use super::words::{Word, words};

/// The role of a word or a phrase in a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A word in the name of an action, which is done.
    Named(usize),
    /// An action that was done.
    Done(usize),
    /// An ongoing action.
    Doing(usize),
    Speaker,
    Passive,
    SimplePassive,
    Managed,
    Outcome,
    ShortOutcome,
    Whole,
    Stress,
    Failure,
    FailedAction,
    FailedPassive,
    FailedOutcome,
    Filler,
    Opening,
    Negation,
    Condition,
    Plan,
    Hedge,
    Past,
    MaybePast,
    BeforeDate,
    Date,
    Question,
    Relative,
    Agent,
    NoAgent,
    Break,
    Join,
    Determiner,
    Pronoun,
    Preposition,
    Verb,
    OwnWork,
    Compound,
    Other,
    Look,
    Since,
    Both,
    Number(usize),
    State,
    Edit,
    Here,
    Waits,
    Reason,
    Consequence,
    Draft,
    Correction,
}

/// A phrase that was found: `words[start..end]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) role: Role,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it begins with the end of a word: "'s been" of "the payment's been recorded".
    pub(super) begins_within: bool,
}

/// More fillers than these between the words of a phrase are none of it: the time is linear.
const MAX_FILLERS: usize = 3;

/// A wording, by the first words of its phrases.
#[derive(Debug, Clone)]
pub(super) struct Lexicon {
    phrases: FxHashMap<String, Vec<(Vec<String>, Role)>>,
    actions: Vec<Synonyms>,
    things: Vec<Synonyms>,
    plurals: Vec<(String, String)>,
    marks: Vec<String>,
    abbreviations: Vec<String>,
    pub(super) verb_last: bool,
    /// Whether the wording lists actions that also apply to texts.
    pub(super) knows_edits: bool,
}

impl Role {
    /// Whether its words only connect things with actions, and name none.
    pub(super) const fn is_tie(self) -> bool {
        matches!(
            self,
            Self::Passive
                | Self::SimplePassive
                | Self::State
                | Self::Managed
                | Self::FailedAction
                | Self::FailedPassive
                | Self::FailedOutcome
                | Self::Negation
                | Self::Reason
        )
    }
}

impl Lexicon {
    pub(super) fn new(wording: &Wording) -> Self {
        let mut lexicon = Self {
            phrases: FxHashMap::default(),
            actions: wording.actions.clone(),
            things: wording.things.clone(),
            plurals: wording.plurals.clone(),
            marks: wording.marks.iter().filter(|mark| !mark.is_empty()).cloned().collect(),
            abbreviations: wording.abbreviations.clone(),
            verb_last: wording.verb_last,
            knows_edits: !wording.edits.is_empty(),
        };
        for (number, action) in wording.actions.iter().enumerate() {
            lexicon.add(&action.names, Role::Named(number));
            lexicon.add(&action.said, Role::Done(number));
            lexicon.add(&action.doing, Role::Doing(number));
        }
        for (place, number) in wording.numbers.iter().enumerate() {
            lexicon.add(std::slice::from_ref(number), Role::Number(place + 2));
        }
        for (phrases, role) in lists(wording) {
            lexicon.add(phrases, role);
        }
        lexicon
    }

    fn add(&mut self, phrases: &[String], role: Role) {
        for phrase in phrases {
            let mut words = phrase_words(phrase).into_iter();
            if let Some(first) = words.next() {
                self.phrases.entry(first).or_default().push((words.collect(), role));
            }
        }
    }

    /// Everything that is known in these words.
    pub(super) fn find(&self, words: &[Word]) -> Vec<Found> {
        let fillers: Vec<bool> = words.iter().map(|word| self.is_filler(&word.text)).collect();
        let mut found = Vec::new();
        for (start, word) in words.iter().enumerate() {
            // "The payment's been recorded": the verb is a part of the noun.
            let ending = word.text.rfind('\'').filter(|at| *at > 0).map(|at| &word.text[at..]);
            let firsts = ending.map(|ending| (ending, true)).into_iter().chain([(word.text.as_str(), false)]);
            for (first, begins_within) in firsts {
                for (rest, role) in self.phrases.get(first).into_iter().flatten() {
                    if let Some(end) = end_of(rest, start + 1, words, &fillers) {
                        found.push(Found { role: *role, start, end, begins_within });
                    }
                }
            }
        }
        found
    }

    fn is_filler(&self, word: &str) -> bool {
        self.is(word, Role::Filler)
    }

    /// Whether a word is a month or a day of the week.
    pub(super) fn is_date(&self, word: &str) -> bool {
        self.is(word, Role::Date)
    }

    fn is(&self, word: &str, wanted: Role) -> bool {
        let mut phrases = self.phrases.get(word).into_iter().flatten();
        phrases.any(|(rest, role)| rest.is_empty() && *role == wanted)
    }

    /// How the names of tools say an action, with all its synonyms.
    pub(super) fn names_of(&self, action: usize) -> &[String] {
        self.actions.get(action).map_or(&[], |action| &action.names)
    }

    /// The words for it in tool names: its own singular, and the synonyms.
    pub(super) fn objects_of(&self, word: &str) -> Vec<String> {
        let one = self.singular(word);
        let named = self
            .things
            .iter()
            .filter(|thing| thing.said.contains(&one) || thing.said.iter().any(|said| said == word));
        let mut objects: Vec<String> = named.flat_map(|thing| thing.names.clone()).collect();
        objects.insert(0, one);
        objects
    }

    /// A word for many things as one for a single thing.
    pub(super) fn singular(&self, word: &str) -> String {
        for (many, one) in &self.plurals {
            if let Some(stem) = word
                .strip_suffix(many.as_str())
                .filter(|stem| stem.chars().count() > 2 && !stem.ends_with('s'))
            {
                return format!("{stem}{one}");
            }
        }
        word.to_owned()
    }

    /// How long the sign of success is that a text begins with.
    pub(super) fn mark_at(&self, text: &str) -> Option<usize> {
        let mark = self.marks.iter().find(|mark| text.starts_with(mark.as_str()))?;
        // Some signs are followed by one that makes them colourful.
        let rest = &text[mark.len()..];
        Some(mark.len() + rest.len() - rest.trim_start_matches('\u{fe0f}').len())
    }

    /// Whether there is a sign of success in a text.
    pub(super) fn has_mark(&self, text: &str) -> bool {
        self.marks.iter().any(|mark| text.contains(mark.as_str()))
    }

    pub(super) fn is_abbreviation(&self, word: &str) -> bool {
        self.abbreviations.iter().any(|known| known == word)
    }
}

/// The words of a phrase, as they are read in a text. One that begins with an apostrophe is the end of a word.
fn phrase_words(phrase: &str) -> Vec<String> {
    let (mut words, _) = words(phrase, 0..phrase.len());
    if let Some(first) = words.first_mut().filter(|_| phrase.trim_start().starts_with(['\'', '’'])) {
        first.text.insert(0, '\'');
    }
    words.into_iter().map(|word| word.text).filter(|word| !word.is_empty()).collect()
}

/// The end of a phrase, whose first word is right before `at`.
fn end_of(rest: &[String], mut at: usize, words: &[Word], fillers: &[bool]) -> Option<usize> {
    for wanted in rest {
        let max = at + MAX_FILLERS;
        while at < max && fillers.get(at) == Some(&true) && words[at].text != *wanted {
            at += 1;
        }
        if words.get(at)?.text != *wanted {
            return None;
        }
        at += 1;
    }
    Some(at)
}

fn lists(wording: &Wording) -> [(&[String], Role); 46] {
    [
        (&wording.speakers, Role::Speaker),
        (&wording.passives, Role::Passive),
        (&wording.simple_passives, Role::SimplePassive),
        (&wording.managed, Role::Managed),
        (&wording.outcomes, Role::Outcome),
        (&wording.short_outcomes, Role::ShortOutcome),
        (&wording.whole, Role::Whole),
        (&wording.stresses, Role::Stress),
        (&wording.failures, Role::Failure),
        (&wording.failed_actions, Role::FailedAction),
        (&wording.failed_passives, Role::FailedPassive),
        (&wording.failed_outcomes, Role::FailedOutcome),
        (&wording.fillers, Role::Filler),
        (&wording.openings, Role::Opening),
        (&wording.negations, Role::Negation),
        (&wording.conditions, Role::Condition),
        (&wording.plans, Role::Plan),
        (&wording.hedges, Role::Hedge),
        (&wording.past, Role::Past),
        (&wording.maybe_past, Role::MaybePast),
        (&wording.before_dates, Role::BeforeDate),
        (&wording.dates, Role::Date),
        (&wording.questions, Role::Question),
        (&wording.relatives, Role::Relative),
        (&wording.agents, Role::Agent),
        (&wording.no_agents, Role::NoAgent),
        (&wording.breaks, Role::Break),
        (&wording.joins, Role::Join),
        (&wording.determiners, Role::Determiner),
        (&wording.pronouns, Role::Pronoun),
        (&wording.prepositions, Role::Preposition),
        (&wording.verbs, Role::Verb),
        (&wording.own_work, Role::OwnWork),
        (&wording.compounds, Role::Compound),
        (&wording.others, Role::Other),
        (&wording.looks, Role::Look),
        (&wording.since, Role::Since),
        (&wording.both, Role::Both),
        (&wording.states, Role::State),
        (&wording.edits, Role::Edit),
        (&wording.here, Role::Here),
        (&wording.waits, Role::Waits),
        (&wording.reasons, Role::Reason),
        (&wording.consequences, Role::Consequence),
        (&wording.drafts, Role::Draft),
        (&wording.corrections, Role::Correction),
    ]
}

#[cfg(test)]
mod tests {
    use super::{Found, Lexicon, Role, Wording, lists};
    use crate::guardrail::words::words;

    /// All phrases of a wording, with their roles.
    fn phrases(wording: &Wording) -> Vec<(String, Role)> {
        let with = |phrases: &[String], role: Role| -> Vec<(String, Role)> {
            phrases.iter().map(|phrase| (phrase.clone(), role)).collect()
        };
        let mut all: Vec<(String, Role)> =
            lists(wording).into_iter().flat_map(|(phrases, role)| with(phrases, role)).collect();
        for (number, action) in wording.actions.iter().enumerate() {
            all.extend(with(&action.names, Role::Named(number)));
            all.extend(with(&action.said, Role::Done(number)));
            all.extend(with(&action.doing, Role::Doing(number)));
        }
        all
    }

    #[test]
    fn each_phrase_of_each_list_can_be_found() {
        for wording in [Wording::english(), Wording::german()] {
            let lexicon = Lexicon::new(&wording);
            for (phrase, role) in phrases(&wording) {
                let text = if phrase.starts_with('\'') { format!("payment{phrase}") } else { phrase };
                let (words, _) = words(&text, 0..text.len());
                let is_it =
                    |found: &Found| found.role == role && found.start == 0 && found.end == words.len();
                assert!(lexicon.find(&words).iter().any(is_it), "{text:?} as {role:?}");
            }
        }
    }

    #[test]
    fn phrases_of_hosts_are_found_however_they_are_written() {
        let mut wording = Wording::english();
        wording.whole = vec!["Done  Deal".to_owned(), "That’s It".to_owned()];
        let lexicon = Lexicon::new(&wording);
        for text in ["done deal", "that's it"] {
            let (words, _) = words(text, 0..text.len());
            assert!(lexicon.find(&words).iter().any(|found| found.role == Role::Whole), "{text}");
        }
    }
}
