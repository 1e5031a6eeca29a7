//! The words by which claims are found: a list for each thing that a word can do in a sentence.

mod english;
mod german;
mod verbs;

use super::say::TruthSentences;

/// An action or a thing: how it is called in the names of tools, and how in texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synonyms {
    /// Words in names of tools, each of which means this: `create`, `add`, `record`. In texts they stand behind
    /// "couldn't".
    pub names: Vec<String>,
    /// What a text says when it is done: "created", "added", "recorded". For a thing, what it is called.
    pub said: Vec<String>,
    /// What a text says while it is done: "creating". For a thing, nothing.
    pub doing: Vec<String>,
}

/// The words of a language. Each may be several words with blanks between them. One that begins with an apostrophe is
/// the end of a word: "'s been".
///
/// A language is a list, and not code: fill one in, or add to a list that exists. Words are found between blanks and
/// signs, so two things can't be said by a list: words that grow together with the next one (of "l'ordre" neither "l'"
/// nor "ordre" is found, only the whole), and languages that have no blanks between words (Chinese, Japanese, Thai).
/// Those need a [`ClaimDetector`](crate::guardrail::ClaimDetector) of their own.
///
/// ```
/// use hpd_host::guardrail::{ClaimDetector, Wording, WordingDetector};
///
/// let mut wording = Wording::english();
/// wording.whole.push("sorted".to_owned());
/// assert_eq!(WordingDetector::new(&wording).claims("Sorted!").len(), 1);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    /// What can be done.
    pub actions: Vec<Synonyms>,
    /// What it can be done with, where texts and names of tools call it differently: "customer" and `contact`.
    pub things: Vec<Synonyms>,
    /// Endings of many things, and what one has instead: "ies" and "y".
    pub plurals: Vec<(String, String)>,
    /// Who claims something that was done: "i", "we have".
    pub speakers: Vec<String>,
    /// What stands between a thing and what was done with it: "has been".
    pub passives: Vec<String>,
    /// The same where it may also tell of the past: "was". A date makes it a report.
    pub simple_passives: Vec<String>,
    /// Who could do something, before a name of an action: "i was able to".
    pub managed: Vec<String>,
    /// What says that something succeeded, behind a thing: "went through".
    pub outcomes: Vec<String>,
    /// The same without a verb, at the end of a short sentence: "successful".
    pub short_outcomes: Vec<String>,
    /// What says that everything is done, as a sentence or before a comma: "all set".
    pub whole: Vec<String>,
    /// What stresses that something succeeded: "successfully".
    pub stresses: Vec<String>,
    /// Signs of success: "✅".
    pub marks: Vec<String>,
    /// What says that something failed and may say what: "something went wrong".
    pub failures: Vec<String>,
    /// What stands before an action that failed: "couldn't".
    pub failed_actions: Vec<String>,
    /// What stands between a thing and what was not done with it: "was not".
    pub failed_passives: Vec<String>,
    /// What stands behind a thing that failed: "did not go through".
    pub failed_outcomes: Vec<String>,
    /// Words that do not change what is claimed, wherever they stand: "also", "now".
    pub fillers: Vec<String>,
    /// Words before the first sentence that say nothing: "great", "unfortunately".
    pub openings: Vec<String>,
    /// Words that deny: "not".
    pub negations: Vec<String>,
    /// Words that begin a condition: "once".
    pub conditions: Vec<String>,
    /// Words of plans, wishes and abilities: "will".
    pub plans: Vec<String>,
    /// Words that make a sentence a report or a guess of somebody: "it seems", "according to".
    pub hedges: Vec<String>,
    /// Words of a past that is over: "last week".
    pub past: Vec<String>,
    /// Words of a past that may be over: "already".
    pub maybe_past: Vec<String>,
    /// Words before a date: "on".
    pub before_dates: Vec<String>,
    /// Months and days of the week.
    pub dates: Vec<String>,
    /// First words of questions: "shall".
    pub questions: Vec<String>,
    /// Words that tie a thing to what is told of it: "which".
    pub relatives: Vec<String>,
    /// The word before somebody who did something: "by".
    pub agents: Vec<String>,
    /// What stands behind that word and is nobody: "email".
    pub no_agents: Vec<String>,
    /// Words between statements of which each can be true: "but".
    pub breaks: Vec<String>,
    /// Words that go on with a statement: "and".
    pub joins: Vec<String>,
    /// Words before things: "the".
    pub determiners: Vec<String>,
    /// Words for a thing that was named before: "it".
    pub pronouns: Vec<String>,
    /// Words between things: "for".
    pub prepositions: Vec<String>,
    /// Words that show that a statement has a verb of its own: "is".
    pub verbs: Vec<String>,
    /// What a model writes into its answer, and not elsewhere: "summary".
    pub own_work: Vec<String>,
    /// What ends with such a word, and is kept elsewhere: "credit note".
    pub compounds: Vec<String>,
    /// Words for one of several, of which the others may have ended differently: "second".
    pub others: Vec<String>,
    /// What is looked up rather than written: "fetch", "fetching".
    pub looks: Vec<String>,
    /// What tells what is so since something was done: "your new balance". After a success that was none it goes with
    /// it.
    pub since: Vec<String>,
    /// What says that two things were done: "both".
    pub both: Vec<String>,
    /// Words for numbers, from two on.
    pub numbers: Vec<String>,
    /// Words that say how something is, before what was done with it: "is". Nothing may follow.
    pub states: Vec<String>,
    /// What is done to texts as well: "added", "updated". The model may have done it within its answer; if none is
    /// listed, that holds for everything.
    pub edits: Vec<String>,
    /// Where something stands in the answer: "below".
    pub here: Vec<String>,
    /// What says that something still waits, behind what was done for it: "for your approval".
    pub waits: Vec<String>,
    /// Words before the reason of a failure: "because", "due to". Anything else behind a failure may limit it.
    pub reasons: Vec<String>,
    /// Words before what follows from a failure: "so", "and no". They don't limit it.
    pub consequences: Vec<String>,
    /// Words that announce a text for somebody else, where they stand before a colon: "draft". Behind it nothing is
    /// claimed.
    pub drafts: Vec<String>,
    /// What takes back what was said before it: "correction". A reply that corrects itself stays whole.
    pub corrections: Vec<String>,
    /// Abbreviations that end with a full stop, without it: "inc".
    pub abbreviations: Vec<String>,
    /// Whether what was done stands at the end of a statement, far from who did it.
    pub verb_last: bool,
    /// What is said of writes instead of what is struck: English, if nothing else is set.
    pub sentences: TruthSentences,
}

/// Words in one text, with `|` between them.
fn list(words: &str) -> Vec<String> {
    words.split('|').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Actions or things: one a line, its names, what is said, and what is said meanwhile, with `;` between them.
fn synonyms(lines: &[&str]) -> Vec<Synonyms> {
    let read = |line: &&str| {
        let mut parts = line.split(';').map(list);
        let mut next = || parts.next().unwrap_or_default();
        Synonyms { names: next(), said: next(), doing: next() }
    };
    lines.iter().map(read).collect()
}
