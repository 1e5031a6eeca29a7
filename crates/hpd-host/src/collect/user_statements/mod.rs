//! The user's statements, and which values occur in them.

mod find;
mod mail;
mod markup;
mod negated;
mod number;
mod passages;
mod phone;
mod statement;
mod tokens;
mod words;

use std::collections::VecDeque;
use std::fmt;

pub(crate) use find::Sought;
pub(crate) use statement::Statement;

/// Bytes that are remembered.
const MAX_BYTES: usize = 64 * 1024;
/// Places of one value that are looked at: more than a call has parameters with one value.
const MAX_PLACES: usize = 64;

/// What the user's statements say about a value of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Nothing.
    Nothing,
    /// It occurs in a statement.
    Mentioned,
    /// It occurs in the answer to a question about its parameter.
    Answered,
}

/// The user's statements in a session, the latest 64 KiB.
///
/// A value occurs if one message contains it as a whole: between blanks, with optional punctuation around it. So `milk`
/// occurs in "Buy (milk).", but not in "milkshake" or "milk-free". `456 Oak Ave` occurs in "to 456  Oak Ave, please".
/// Case matters: "put it in the list" does not contain a country `IN`. Doubtful cases do not count: the user is then
/// asked once more.
///
/// Only the user's own words count ([`Statement`]): no quotes, no code, no forwarded mails, and nothing after a negation.
/// One place serves one parameter of a call.
///
/// Numbers are compared by value: `5000` occurs in "₹5,000.00". Booleans, `null`, lists and objects never occur, nor do
/// single characters and digits: these match by chance.
#[derive(Clone, Default)]
pub(crate) struct UserStatements {
    /// Each with single blanks between its words, and none at its ends.
    messages: VecDeque<String>,
    bytes: usize,
}

impl UserStatements {
    /// Adds the user's own words of a message.
    pub(crate) fn add(&mut self, statement: &Statement) {
        let mut message = statement.said.clone();
        if message.len() > MAX_BYTES {
            // Only whole words are kept: half a word could be a value that the user never gave.
            let cut = message.len() - MAX_BYTES - 1;
            let start = message.bytes().skip(cut).position(|byte| byte == b' ').map(|at| cut + at + 1);
            message.drain(..start.unwrap_or(message.len()));
        }
        self.push(message);
    }

    /// Moves the statements of others behind these.
    pub(crate) fn append(&mut self, mut others: Self) {
        others.messages.drain(..).for_each(|message| self.push(message));
    }

    /// Takes the last statement away, if it has these words.
    pub(crate) fn remove_last(&mut self, statement: &Statement) {
        if self.messages.back().is_some_and(|last| *last == statement.said) {
            self.bytes -= statement.said.len();
            self.messages.pop_back();
        }
    }

    /// The messages, the oldest first.
    pub(crate) fn messages(&self) -> impl Iterator<Item = &str> {
        self.messages.iter().map(String::as_str)
    }

    fn push(&mut self, message: String) {
        if message.is_empty() {
            return;
        }
        self.bytes += message.len();
        self.messages.push_back(message);
        while self.bytes > MAX_BYTES {
            let Some(oldest) = self.messages.pop_front() else { break };
            self.bytes -= oldest.len();
        }
    }
}

/// Which of the values of a call occur in messages, each at a place of its own.
pub(crate) fn occurring<'m>(messages: impl Iterator<Item = &'m str>, values: &[Sought<'_>]) -> Vec<bool> {
    let mut places = vec![Vec::new(); values.len()];
    for (number, message) in messages.enumerate() {
        for (value, places) in values.iter().zip(&mut places) {
            let found = value.places(message, MAX_PLACES - places.len().min(MAX_PLACES));
            places.extend(found.into_iter().map(|place| (number, place)));
        }
    }
    tokens::served(&places)
}

/// How much it is, and none of it.
impl fmt::Debug for UserStatements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UserStatements")
            .field("messages", &self.messages.len())
            .field("bytes", &self.bytes)
            .finish()
    }
}

#[cfg(test)]
mod tests;
