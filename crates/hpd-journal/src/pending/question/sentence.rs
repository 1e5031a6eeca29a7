//! The question in the author's words, filled from the frozen arguments and from the preview.
//!
//! ```text
//! Create payment of {Amount} for {contact}?
//! Create payment of 5000 for Acme Corp?
//! ```
//!
//! A value inside a sentence could pass for another part of it. So texts are quoted, unless they are plain names or
//! numbers. Markup is escaped (`shown.rs`). Some values fit no sentence: absent ones, objects, lists of objects, texts
//! of the other direction. The title then stays, and the list below shows the value.

use hpd_runtime::args::Node;

use super::input::QuestionInput;
use super::shown::{START, Shown, WHOLE};
use crate::pending::phrase::{Part, parts};
use hpd_runtime::__private::text::HIDDEN;

/// The most items of a list that a sentence holds.
const MAX_ITEMS: usize = 5;
/// The most characters of a text without quotes.
const LONGEST_BARE: usize = 60;
/// The most words of it.
const MAX_WORDS: usize = 4;
/// A shorter text occurs in many others by chance.
const SHORTEST_SECRET: usize = 3;

/// The parts of the question, if all of its names have values that a sentence can hold.
pub(super) fn sentence(template: &str, input: &QuestionInput<'_>) -> Option<Vec<Shown>> {
    let parts = parts(template);
    let filling = Filling { input, said: words_of(&parts) };
    let shown = parts.into_iter().map(|part| match part {
        // The author's own text, which was checked when the tool was made.
        Part::Text(text) => Some(plain(text.to_owned())),
        Part::Value(name) => filling.value(name),
    });
    shown.collect()
}

fn plain(text: String) -> Shown {
    Shown { text, left_out: 0, strange: false, note: String::new() }
}

/// The words of a template in lower case.
fn words_of(parts: &[Part<'_>]) -> Vec<String> {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(*text),
        Part::Value(_) => None,
    });
    let words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

struct Filling<'a> {
    input: &'a QuestionInput<'a>,
    /// The words around the values.
    said: Vec<String>,
}

impl Filling<'_> {
    fn value(&self, name: &str) -> Option<Shown> {
        if self.input.is_sensitive(name) {
            return Some(plain(HIDDEN.to_owned()));
        }
        if let Some(value) = self.input.arguments.get(name) {
            return self.words(value);
        }
        let value = self.input.shown.get(name)?;
        if self.is_secret(value) { Some(plain(HIDDEN.to_owned())) } else { self.words(value) }
    }

    /// A value as a part of the sentence.
    fn words(&self, value: &Node<'_>) -> Option<Shown> {
        match value {
            Node::Null | Node::Object(_) => None,
            Node::Bool(_) | Node::Number(_) => Some(Shown::of(value, START)),
            Node::String(text) => self.text(text),
            Node::Array(items) => self.list(items),
        }
    }

    fn text(&self, text: &str) -> Option<Shown> {
        if is_bare(text, &self.said) {
            return Some(plain(text.to_owned()));
        }
        let shown = Shown::quoted(text, START, false);
        // Alone on a line of the list it misleads no reader.
        let is_safe_alone = || !Shown::quoted(text, WHOLE, true).strange;
        if shown.strange && is_safe_alone() { None } else { Some(shown) }
    }

    /// Items in a row. An item with items of its own does not fit.
    fn list(&self, items: &[Node<'_>]) -> Option<Shown> {
        let is_word = |item: &Node<'_>| !matches!(item, Node::Null | Node::Object(_) | Node::Array(_));
        if items.is_empty() || items.len() > MAX_ITEMS || !items.iter().all(is_word) {
            return None;
        }
        let shown: Vec<Shown> = items.iter().map(|item| self.words(item)).collect::<Option<_>>()?;
        Some(Shown::joined(shown, ", "))
    }

    /// Whether a value of the preview repeats a sensitive argument.
    fn is_secret(&self, value: &Node<'_>) -> bool {
        let secrets = self.input.sensitive.iter().filter_map(|name| self.input.arguments.get(name));
        let mut hidden = Vec::new();
        for secret in secrets {
            texts(secret, &mut hidden);
        }
        let mut said = Vec::new();
        texts(value, &mut said);
        said.iter().any(|said| {
            hidden
                .iter()
                .any(|secret| *secret == *said || secret.len() >= SHORTEST_SECRET && said.contains(secret))
        })
    }
}

/// The texts and numbers in a value.
fn texts<'v>(value: &'v Node<'_>, found: &mut Vec<&'v str>) {
    match value {
        Node::String(text) | Node::Number(text) => found.push(text),
        Node::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Node::Object(members) => members.iter().for_each(|(_, value)| texts(value, found)),
        Node::Null | Node::Bool(_) => {}
    }
}

/// Whether a text needs no quotes: a number, an amount with its currency, or a short name without words of the
/// sentence. "Bob against INV-7" in place of a name would change the meaning.
fn is_bare(text: &str, said: &[String]) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_alone = words.len() == 1;
    let is_word = |word: &&str| {
        let is_name = is_alone || !word.starts_with(char::is_lowercase);
        is_name && is_plain_word(word) && !said.contains(&word.to_lowercase())
    };
    words.len() <= MAX_WORDS
        && text.chars().count() <= LONGEST_BARE
        && words.iter().all(is_word)
        && is_shown_as_it_is(text)
}

/// Whether nothing in it is escaped, and its direction does not reorder neighbouring text.
fn is_shown_as_it_is(text: &str) -> bool {
    let shown = Shown::quoted(text, WHOLE, false);
    shown.text.len() == text.len() + 2 && !shown.strange && shown.note.is_empty()
}

/// Whether a word has only alphanumeric characters, and inner punctuation that neither ends a sentence nor begins a
/// link.
fn is_plain_word(word: &str) -> bool {
    let is_currency = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '₹');
    let amount = word.strip_prefix(is_currency).or_else(|| word.strip_suffix(is_currency));
    let word = match amount {
        Some(amount) if !amount.starts_with(|c: char| c.is_ascii_digit()) => return false,
        Some(amount) => amount,
        None => word,
    };
    let chars: Vec<char> = word.chars().collect();
    let beside = |at: usize, is_it: fn(char) -> bool| {
        let before = at.checked_sub(1).and_then(|before| chars.get(before));
        [before, chars.get(at + 1)].into_iter().all(|c| c.is_some_and(|c| is_it(*c)))
    };
    !chars.is_empty()
        && chars.iter().enumerate().all(|(at, c)| match c {
            '-' | '_' | '’' | '\'' => beside(at, char::is_alphanumeric),
            '.' | ',' => beside(at, |c| c.is_ascii_digit()),
            _ => c.is_alphanumeric(),
        })
}
