//! The words by which claims are found: a list for each role of a word in a sentence.

mod english;
mod german;
mod verbs;

use super::say::TruthSentences;

/// An action or an object: the words for it in names of tools, and the words for it in texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synonyms {
    /// Words for it in names of tools: `create`, `add`, `record`. In texts they follow "couldn't".
    pub names: Vec<String>,
    /// Words for the completed action in texts: "created", "added", "recorded". For an object, the names in texts.
    pub said: Vec<String>,
    /// Words for the ongoing action in texts: "creating". For an object, none.
    pub doing: Vec<String>,
}

/// The words of a language. An entry may be several words with spaces between them. An entry that begins with an
/// apostrophe is the end of a word: "'s been".
///
/// A language is a list, and not code: fill one in, or add to an existing one. Words are found between spaces and
/// punctuation, so lists fail in two cases. The first is a word joined to the next one: of "l'ordre" only the whole is
/// found, neither "l'" nor "ordre". The second is a language without spaces between words (Chinese, Japanese, Thai).
/// Such languages need another [`ClaimDetector`](crate::guardrail::ClaimDetector).
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
    /// Actions.
    pub actions: Vec<Synonyms>,
    /// Objects, if texts and names of tools have different words for them: "customer" and `contact`.
    pub things: Vec<Synonyms>,
    /// Endings of plurals, with those of singulars: "ies" and "y".
    pub plurals: Vec<(String, String)>,
    /// Words for the speaker of a claim: "i", "we have".
    pub speakers: Vec<String>,
    /// Words between an object and its action: "has been".
    pub passives: Vec<String>,
    /// Words between an object and its action that may also describe the past: "was". With a date, the claim is a
    /// report.
    pub simple_passives: Vec<String>,
    /// Words for an ability of the speaker, before a name of an action: "i was able to".
    pub managed: Vec<String>,
    /// Words for a success, after an object: "went through".
    pub outcomes: Vec<String>,
    /// Words for a success without a verb, at the end of a short sentence: "successful".
    pub short_outcomes: Vec<String>,
    /// Words that report everything as done, as a sentence or before a comma: "all set".
    pub whole: Vec<String>,
    /// Words that stress a success: "successfully".
    pub stresses: Vec<String>,
    /// Signs of success: "✅".
    pub marks: Vec<String>,
    /// Words for a failure, with or without an action after them: "something went wrong".
    pub failures: Vec<String>,
    /// Words before an action that failed: "couldn't".
    pub failed_actions: Vec<String>,
    /// Words between an object and an action that was not done: "was not".
    pub failed_passives: Vec<String>,
    /// Words after an object whose action failed: "did not go through".
    pub failed_outcomes: Vec<String>,
    /// Words that do not change a claim, in any position: "also", "now".
    pub fillers: Vec<String>,
    /// Words before the first sentence that say nothing: "great", "unfortunately".
    pub openings: Vec<String>,
    /// Words that deny: "not".
    pub negations: Vec<String>,
    /// Words that begin a condition: "once".
    pub conditions: Vec<String>,
    /// Words of plans, wishes and abilities: "will".
    pub plans: Vec<String>,
    /// Words that make a sentence a report or a guess: "it seems", "according to".
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
    /// Words that connect an object with its description: "which".
    pub relatives: Vec<String>,
    /// The word before an actor: "by".
    pub agents: Vec<String>,
    /// Words after that word that name no actor: "email".
    pub no_agents: Vec<String>,
    /// Words between statements that can be true independently: "but".
    pub breaks: Vec<String>,
    /// Words that continue a statement: "and".
    pub joins: Vec<String>,
    /// Words before objects: "the".
    pub determiners: Vec<String>,
    /// Words for an object that was named before: "it".
    pub pronouns: Vec<String>,
    /// Words between objects: "for".
    pub prepositions: Vec<String>,
    /// Words that show that a statement has a verb of its own: "is".
    pub verbs: Vec<String>,
    /// Parts of an answer that exist only there: "summary".
    pub own_work: Vec<String>,
    /// Records outside of the answer whose name ends with a word of `own_work`: "credit note".
    pub compounds: Vec<String>,
    /// Words for one of several objects, whose actions may have ended differently: "second".
    pub others: Vec<String>,
    /// Words for lookups, not for writes: "fetch", "fetching".
    pub looks: Vec<String>,
    /// Words for the state since an action: "your new balance". After a false claim of success, a statement with such
    /// words is removed too.
    pub since: Vec<String>,
    /// Words that claim two actions: "both".
    pub both: Vec<String>,
    /// Words for numbers, from two on.
    pub numbers: Vec<String>,
    /// Words that describe a state if an action follows them: "is" in "the invoice is paid". The claim counts only if
    /// nothing follows the action.
    pub states: Vec<String>,
    /// Actions that also apply to texts: "added", "updated". The model may have done them within its answer. If none is
    /// listed, that holds for all actions.
    pub edits: Vec<String>,
    /// Places in the answer: "below".
    pub here: Vec<String>,
    /// Words for a pending step, after the action that led to it: "for your approval".
    pub waits: Vec<String>,
    /// Words before the reason of a failure: "because", "due to". Other text after a failure may limit the failure to a
    /// part. Such a sentence is no claim.
    pub reasons: Vec<String>,
    /// Words before the consequence of a failure: "so", "and no". A consequence does not limit the failure.
    pub consequences: Vec<String>,
    /// Words that announce a text for another person, if a colon follows: "draft". The text after it claims nothing.
    pub drafts: Vec<String>,
    /// Words that retract the text before them: "correction". A final answer that corrects itself stays whole.
    pub corrections: Vec<String>,
    /// Abbreviations that end with a full stop, without it: "inc".
    pub abbreviations: Vec<String>,
    /// Whether the verb is at the end of a statement, far from its subject.
    pub verb_last: bool,
    /// The sentences that replace false claims: English by default.
    pub sentences: TruthSentences,
}

/// Words in one text, with `|` between them.
fn list(words: &str) -> Vec<String> {
    words.split('|').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Actions or things, one a line: names, words in texts, and words for the ongoing action, with `;` between them.
fn synonyms(lines: &[&str]) -> Vec<Synonyms> {
    let read = |line: &&str| {
        let mut parts = line.split(';').map(list);
        let mut next = || parts.next().unwrap_or_default();
        Synonyms { names: next(), said: next(), doing: next() }
    };
    lines.iter().map(read).collect()
}
