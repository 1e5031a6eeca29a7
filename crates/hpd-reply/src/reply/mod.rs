//! Parses the user's answer to the one pending call.
//!
//! In doubt a message does not count as an answer. Asking again, or passing the message to the model, costs a moment. A
//! wrong value costs more.

mod hint;
mod judgement;
mod languages;
mod parts;
mod sentence;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod value;
mod words;
mod wrapper;

use hpd_runtime::__private::nearest;
use hpd_runtime::args::Node;

pub use hint::is_phone;
use sentence::is_sentence;
use text::{has_unseen, plain};
use value::Kind;
pub use words::{ReplyWords, WordList};

/// Bytes of a message that may be an answer. Longer ones are for the model.
const LONGEST: usize = 1000;
/// Words of a message that was understood as nothing, and is no request for that.
const FEW: usize = 2;

/// The question that a message may answer: for missing values, and about uncertain values.
#[derive(Default)]
pub struct OpenInput<'a> {
    /// The values that are missing.
    pub missing: Vec<Wanted<'a>>,
    /// The values that the user has to confirm.
    pub uncertain: Vec<Wanted<'a>>,
    /// The name of the function.
    pub action: &'a str,
    /// Whether it is asked about any number of values that have no names.
    asks_both: bool,
}

/// The value that a call waits for.
pub struct Wanted<'a> {
    /// The parameter.
    pub name: &'a str,
    /// Its name for people.
    pub title: Option<&'a str>,
    /// Its purpose.
    pub description: &'a str,
    /// The JSON Schema of the parameter.
    pub schema: &'a Node<'a>,
    /// Whether a value passes all rules of the parameter.
    pub accepts: &'a dyn Fn(&Node<'_>) -> bool,
}

/// The meaning of a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// The message is the value.
    Value(Node<'static>),
    /// All values are right.
    Yes,
    /// Some values are given, and some are confirmed.
    Parts {
        /// The given values, by the names of their parameters.
        values: Vec<(String, Node<'static>)>,
        /// The parameters whose values are right.
        confirmed: Vec<String>,
        /// Whether `confirmed` comes from a yes that names no parameter.
        by_bare_yes: bool,
    },
    /// The values are not right.
    No,
    /// The call is cancelled.
    Cancel,
    /// The message may be an answer, and can't be read as one: the user is asked again.
    Unclear,
    /// The message is something else: a matter for the model.
    NewRequest,
}

/// Reads a message of the user.
pub fn read_reply(text: &str, open: &OpenInput<'_>, words: &ReplyWords) -> Reply {
    let text = text.trim();
    if text.len() > LONGEST {
        return Reply::NewRequest;
    }
    if text.is_empty() || has_unseen(text) {
        return Reply::Unclear;
    }
    let said = plain(text);
    let is_asked = sentence::asks(text);
    if words.has(WordList::Cancel, &said) && !is_asked {
        let lists = |wanted: &Wanted<'_>| Kind::of(wanted.schema).lists(&said);
        return if open.missing.iter().any(lists) { Reply::Unclear } else { Reply::Cancel };
    }
    if let ([wanted], []) = (open.missing.as_slice(), open.uncertain.as_slice()) {
        return read_value(text, &said, wanted, words);
    }
    let read = if is_asked { None } else { parts::read_parts(text, open, words) };
    match read {
        Some(reply) => reply,
        None if open.missing.is_empty() && !open.uncertain.is_empty() => {
            if is_asked {
                Reply::NewRequest
            } else {
                neither(text, &said, words)
            }
        }
        // Several values in one message are for the model to tell apart.
        None if words.knows(&said) => Reply::Unclear,
        None => Reply::NewRequest,
    }
}

impl ReplyWords {
    /// Whether a message is nothing but an answer, whatever the question was: a yes, a no, a doubt or a cancellation.
    pub fn is_answer(&self, text: &str) -> bool {
        self.knows(text)
            || self.has(WordList::Cancel, &plain(text))
            || (!sentence::asks(text) && parts::plain_answer(text, self).is_some())
    }
}

impl<'a> OpenInput<'a> {
    /// A question for missing values and about uncertain ones, before a call of `action`.
    pub fn new(missing: Vec<Wanted<'a>>, uncertain: Vec<Wanted<'a>>, action: &'a str) -> Self {
        Self { missing, uncertain, action, asks_both: false }
    }

    /// All parameters of the question: missing ones come first.
    fn all(&self) -> impl Iterator<Item = &Wanted<'a>> {
        self.missing.iter().chain(&self.uncertain)
    }

    fn wanted(&self, place: usize) -> Option<&Wanted<'a>> {
        self.all().nth(place)
    }
}

impl Wanted<'_> {
    /// The value that a message is, and the certainty that it is one of this parameter. A value from a list is more
    /// certain than a number, and a number more than a text of unknown form.
    fn read_bare(&self, text: &str, words: &ReplyWords) -> Option<(Node<'static>, u8)> {
        let kind = Kind::of(self.schema);
        let rank = match kind {
            Kind::Boolean | Kind::Nothing => return None,
            Kind::Listed(_) | Kind::Formatted => 4,
            Kind::Integer | Kind::Number => 2,
            Kind::Text => hint::rank(self.name, text),
        };
        let text = wrapper::unwrap(text, self, &kind, words)?;
        let value = kind.read(text, self, words).filter(|value| (self.accepts)(value))?;
        Some((value.into_owned(), rank))
    }
}

/// A reply that can only be the value.
fn read_value(text: &str, said: &str, wanted: &Wanted<'_>, words: &ReplyWords) -> Reply {
    let kind = Kind::of(wanted.schema);
    let node = match &kind {
        Kind::Boolean if text.ends_with('?') => None,
        Kind::Boolean => value::boolean(text, words),
        Kind::Nothing => None,
        // Somebody who mistypes "cancel" must not order it.
        Kind::Text if nearest(said, words.entries(WordList::Cancel)).is_some() => None,
        _ => wrapper::unwrap(text, wanted, &kind, words).and_then(|text| kind.read(text, wanted, words)),
    };
    match node.filter(|node| (wanted.accepts)(node)) {
        Some(node) => Reply::Value(node.into_owned()),
        None => neither(text, said, words),
    }
}

/// A message that is no answer: too short, or another statement.
fn neither(text: &str, said: &str, words: &ReplyWords) -> Reply {
    let is_short = said.split(' ').count() <= FEW;
    let is_unclear = words.knows(said) || (is_short && !is_sentence(text, words));
    if is_unclear { Reply::Unclear } else { Reply::NewRequest }
}
