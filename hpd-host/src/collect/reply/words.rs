//! The words by which replies are understood.

use std::collections::BTreeSet;

use super::languages::{ENGLISH, GERMAN, Language};
use super::text::normal;

/// The words by which replies are understood: a list for each thing that can be meant. They are compared whole, without
/// regard to case, space and punctuation at the ends.
///
/// ```
/// use hpd_host::collect::ReplyWords;
///
/// let words = ReplyWords::english().and(ReplyWords::german()).cancel(["drop it"]);
/// # let _ = words;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct ReplyWords {
    pub(super) cancel: BTreeSet<String>,
    pub(super) yes: BTreeSet<String>,
    pub(super) no: BTreeSet<String>,
    pub(super) truthy: BTreeSet<String>,
    pub(super) falsy: BTreeSet<String>,
    /// Before a value: "it is".
    pub(super) before: BTreeSet<String>,
    /// Before what a value is called: "my".
    pub(super) my: BTreeSet<String>,
    /// Between what a value is called and the value: "is".
    pub(super) is: BTreeSet<String>,
    /// Behind a value: "please".
    pub(super) please: BTreeSet<String>,
    /// First words of questions and requests.
    pub(super) openers: BTreeSet<String>,
    /// Words that stand in sentences, and not in values.
    pub(super) marks: BTreeSet<String>,
    /// Texts that say that there is no value.
    pub(super) unsure: BTreeSet<String>,
}

impl ReplyWords {
    /// English.
    pub fn english() -> Self {
        Self::of(&ENGLISH)
    }

    /// German: a small list.
    pub fn german() -> Self {
        Self::of(&GERMAN)
    }

    fn of(language: &Language) -> Self {
        let set = |words: &str| words.split('|').map(normal).collect();
        Self {
            cancel: set(language.cancel),
            yes: set(language.yes),
            no: set(language.no),
            truthy: set(language.truthy),
            falsy: set(language.falsy),
            before: set(language.before),
            my: set(language.my),
            is: set(language.is),
            please: set(language.please),
            openers: set(language.openers),
            marks: set(language.marks),
            unsure: set(language.unsure),
        }
    }

    /// The words of both languages.
    pub fn and(mut self, other: Self) -> Self {
        for (mine, theirs) in [
            (&mut self.cancel, other.cancel),
            (&mut self.yes, other.yes),
            (&mut self.no, other.no),
            (&mut self.truthy, other.truthy),
            (&mut self.falsy, other.falsy),
            (&mut self.before, other.before),
            (&mut self.my, other.my),
            (&mut self.is, other.is),
            (&mut self.please, other.please),
            (&mut self.openers, other.openers),
            (&mut self.marks, other.marks),
            (&mut self.unsure, other.unsure),
        ] {
            mine.extend(theirs);
        }
        self
    }

    /// Whether a message is nothing but a word of these.
    pub(crate) fn is_answer(&self, text: &str) -> bool {
        let said = normal(text.trim());
        self.knows(&said) || self.cancel.contains(&said)
    }

    /// Adds texts that give a call up.
    pub fn cancel<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.cancel, words);
        self
    }

    /// Adds texts that confirm what was asked.
    pub fn yes<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.yes, words);
        self
    }

    /// Adds texts that deny what was asked.
    pub fn no<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.no, words);
        self
    }

    /// Adds words with which questions and requests begin: what begins with one of them is no value.
    pub fn requests<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.openers, words);
        self
    }

    /// Adds words that stand in sentences: what one of them stands in is no value.
    pub fn sentences<W: AsRef<str>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        add(&mut self.marks, words);
        self
    }
}

/// English.
impl Default for ReplyWords {
    fn default() -> Self {
        Self::english()
    }
}

impl ReplyWords {
    /// Whether a text is an answer by itself, or says that there is none: it is never the value of a text.
    pub(super) fn knows(&self, said: &str) -> bool {
        [&self.yes, &self.no, &self.truthy, &self.falsy, &self.unsure]
            .iter()
            .any(|words| words.contains(said))
    }
}

fn add<W: AsRef<str>>(words: &mut BTreeSet<String>, more: impl IntoIterator<Item = W>) {
    words.extend(more.into_iter().map(|word| normal(word.as_ref())).filter(|word| !word.is_empty()));
}
