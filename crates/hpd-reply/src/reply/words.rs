//! The words by which replies are understood.

use std::collections::BTreeSet;

use super::languages::{ENGLISH, GERMAN, Language};
use super::text::{normal, plain};

/// The purpose of a list of [`ReplyWords`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WordList {
    /// Gives a call up: "never mind".
    Cancel,
    /// Says yes by itself: "yes", "go ahead".
    Yes,
    /// Adds nothing to a yes before it: "it is", "use those".
    Agrees,
    /// Says no by itself: "nope".
    No,
    /// Adds nothing to a no before it: "neither of them".
    Denies,
    /// The yes to a parameter that is true or false.
    Truthy,
    /// The no to a parameter that is true or false.
    Falsy,
    /// Begins a judgement of all that was asked: "that's", "both are".
    Subject,
    /// Stands before a judgement, and does not change it: "still".
    Adverb,
    /// Judges that values are right: "correct".
    Right,
    /// Judges that values are wrong: "not right".
    Wrong,
    /// Means exactly two values: "both".
    Both,
    /// Joins two parts of an answer: "but".
    Join,
    /// Stands before a value: "it is".
    Lead,
    /// Stands before the name of a value: "my".
    My,
    /// Stands between the name of a value and the value: "is".
    Is,
    /// Is polite: "please".
    Please,
    /// Is the first word of questions and requests.
    Opener,
    /// Stands in sentences, and not in values.
    Mark,
    /// Says that there is no value, or no clear answer.
    Unsure,
}

impl WordList {
    const COUNT: usize = Self::Unsure as usize + 1;

    /// Whether its entries are compared with single words, apostrophes included.
    const fn is_of_words(self) -> bool {
        matches!(self, Self::Lead | Self::Opener | Self::Mark)
    }
}

/// The words by which replies are understood: a [list](WordList) for each meaning. Entries are compared whole, without
/// regard to case, space, apostrophes and punctuation. A reply means yes if it begins with a yes, and all of the rest
/// agrees or is polite.
///
/// ```
/// use hpd_reply::{ReplyWords, WordList};
///
/// let words = ReplyWords::english().and(ReplyWords::german()).cancel(["drop it"]);
/// // A language of one's own.
/// let french = ReplyWords::new()
///     .yes(["oui", "d'accord"])
///     .no(["non"])
///     .with(WordList::Subject, ["c'est"])
///     .with(WordList::Right, ["correct", "bon"])
///     .with(WordList::Please, ["merci", "s'il vous plaît"]);
/// # let _ = (words, french);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct ReplyWords {
    lists: [BTreeSet<String>; WordList::COUNT],
}

impl ReplyWords {
    /// No words: a start for a language that is not included.
    pub fn new() -> Self {
        Self { lists: std::array::from_fn(|_| BTreeSet::new()) }
    }

    /// English.
    pub fn english() -> Self {
        Self::of(ENGLISH)
    }

    /// German: a small list.
    pub fn german() -> Self {
        Self::of(GERMAN)
    }

    fn of(language: Language) -> Self {
        language.iter().fold(Self::new(), |words, (list, texts)| words.with(*list, texts.split('|')))
    }

    /// Adds the words of another language.
    pub fn and(mut self, other: Self) -> Self {
        for (mine, theirs) in self.lists.iter_mut().zip(other.lists) {
            mine.extend(theirs);
        }
        self
    }

    /// Adds entries to a list.
    pub fn with<W: AsRef<str>>(mut self, list: WordList, words: impl IntoIterator<Item = W>) -> Self {
        let entry = |word: W| if list.is_of_words() { normal(word.as_ref()) } else { plain(word.as_ref()) };
        let entries = words.into_iter().map(entry).filter(|entry| !entry.is_empty());
        self.lists[list as usize].extend(entries);
        self
    }

    /// Adds texts that give a call up.
    pub fn cancel<W: AsRef<str>>(self, words: impl IntoIterator<Item = W>) -> Self {
        self.with(WordList::Cancel, words)
    }

    /// Adds texts that mean yes.
    pub fn yes<W: AsRef<str>>(self, words: impl IntoIterator<Item = W>) -> Self {
        self.with(WordList::Yes, words)
    }

    /// Adds texts that mean no.
    pub fn no<W: AsRef<str>>(self, words: impl IntoIterator<Item = W>) -> Self {
        self.with(WordList::No, words)
    }

    /// Adds words that begin questions and requests: a message that begins with one of them is no value.
    pub fn requests<W: AsRef<str>>(self, words: impl IntoIterator<Item = W>) -> Self {
        self.with(WordList::Opener, words)
    }

    /// Adds words that occur in sentences, and not in values: a message with one of them is no value.
    pub fn sentences<W: AsRef<str>>(self, words: impl IntoIterator<Item = W>) -> Self {
        self.with(WordList::Mark, words)
    }

    /// Whether a text is an entry of a list, as it is.
    pub(super) fn has(&self, list: WordList, entry: &str) -> bool {
        self.lists[list as usize].contains(entry)
    }

    /// The entries of a list.
    pub(super) fn entries(&self, list: WordList) -> impl Iterator<Item = &str> {
        self.lists[list as usize].iter().map(String::as_str)
    }

    /// Whether a text is an answer by itself, or says that there is none: it is never the value of a text.
    pub(super) fn knows(&self, text: &str) -> bool {
        let said = plain(text);
        let lists = [WordList::Yes, WordList::No, WordList::Truthy, WordList::Falsy, WordList::Unsure];
        lists.iter().any(|list| self.has(*list, &said))
    }
}

/// English.
impl Default for ReplyWords {
    fn default() -> Self {
        Self::english()
    }
}
