//! The user's statements, and whether a value occurs in them.

mod number;
mod phone;

use std::collections::VecDeque;
use std::fmt;

use hpd_runtime::args::{Decimal, Node};

use number::{is_single_digit, read_number};
use phone::{phone, phones};

/// Bytes that are remembered.
const MAX_BYTES: usize = 64 * 1024;
/// Maximum opening punctuation before a value.
const MAX_OPENERS: usize = 8;

/// The user's statements in a session, the latest 64 KiB.
///
/// A value occurs if one message contains it as a whole: between blanks, with optional punctuation around it. So `milk`
/// occurs in "Buy (milk).", but not in "milkshake" or "milk-free". `456 Oak Ave` occurs in "to 456  Oak Ave, please".
/// Case matters: "put it in the list" does not contain a country `IN`. Doubtful cases do not count: the user is then
/// asked once more.
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
    /// Adds a statement of the user.
    pub(crate) fn add(&mut self, text: &str) {
        let mut message = String::new();
        for word in text.split_whitespace() {
            if !message.is_empty() {
                message.push(' ');
            }
            message.push_str(word);
        }
        if message.len() > MAX_BYTES {
            // Only whole words are kept: half a word could be a value that the user never gave.
            let cut = message.len() - MAX_BYTES - 1;
            let start = message.bytes().skip(cut).position(|byte| byte == b' ').map(|at| cut + at + 1);
            message.drain(..start.unwrap_or(message.len()));
        }
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

    /// Whether a value occurs in the user's statements.
    pub(crate) fn contains(&self, value: &Node<'_>) -> bool {
        match value {
            Node::String(text) => self.contains_text(text),
            Node::Number(text) => Decimal::parse(text).is_some_and(|number| self.contains_number(&number)),
            Node::Null | Node::Bool(_) | Node::Array(_) | Node::Object(_) => false,
        }
    }

    /// Whether a phone number occurs in the user's statements, with other signs between its digits.
    pub(crate) fn contains_phone(&self, value: &Node<'_>) -> bool {
        let Node::String(text) = value else { return false };
        let number = phone(text);
        number.as_ref().is_some_and(|number| {
            self.messages.iter().any(|message| phones(message).any(|said| said == *number))
        })
    }

    fn contains_text(&self, text: &str) -> bool {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_chance = !says_something(&text)
            || text.eq_ignore_ascii_case("true")
            || text.eq_ignore_ascii_case("false")
            || Decimal::parse(&text).is_some_and(|number| is_single_digit(&number));
        !is_chance && self.messages.iter().any(|message| holds_text(message, &text))
    }

    fn contains_number(&self, number: &Decimal) -> bool {
        let says = |word: &str| read_number(trim_word(word)).is_some_and(|said| said == *number);
        !is_single_digit(number) && self.messages.iter().any(|message| message.split(' ').any(says))
    }
}

/// Whether a text is more than one character, more than signs, and more than one digit with signs.
fn says_something(text: &str) -> bool {
    let mut chars = text.chars().filter(|c| c.is_alphanumeric());
    match (chars.next(), chars.next()) {
        (Some(_), Some(_)) => true,
        (Some(only), None) => !only.is_numeric() && text.chars().nth(1).is_some(),
        (None, _) => false,
    }
}

/// Whether a message contains a text as a whole.
fn holds_text(message: &str, text: &str) -> bool {
    let after_blanks = message.match_indices(' ').map(|(at, _)| at + 1);
    std::iter::once(0).chain(after_blanks).any(|start| starts_with_text(&message[start..], text))
}

/// Whether a text comes next, after signs that open and before signs that close.
fn starts_with_text(rest: &str, text: &str) -> bool {
    let openers = rest.char_indices().take(MAX_OPENERS).take_while(|(_, sign)| is_opener(*sign));
    let behind_openers = openers.map(|(at, sign)| at + sign.len_utf8());
    std::iter::once(0).chain(behind_openers).any(|start| {
        let after = rest.get(start..).and_then(|rest| rest.strip_prefix(text));
        after.is_some_and(|after| after.chars().find(|sign| !is_closer(*sign)).is_none_or(|sign| sign == ' '))
    })
}

/// A word without the signs of punctuation around it.
fn trim_word(word: &str) -> &str {
    word.trim_start_matches(is_opener).trim_end_matches(is_closer)
}

/// Whether punctuation may directly precede a value. Characters that can belong to a value (`-`, `+`, `@`, `$`) may
/// not.
const fn is_opener(sign: char) -> bool {
    matches!(sign, '(' | '[' | '{' | '<' | '"' | '\'' | '`' | '#')
        || matches!(sign, '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›' | '¿' | '¡')
        || matches!(sign, '「' | '『' | '（' | '【' | '《')
}

/// Whether punctuation may directly follow a value.
const fn is_closer(sign: char) -> bool {
    matches!(sign, ')' | ']' | '}' | '>' | '"' | '\'' | '`' | '.' | ',' | ';' | ':' | '!' | '?' | '…')
        || matches!(sign, '“' | '”' | '‘' | '’' | '«' | '»' | '‹' | '›')
        || matches!(sign, '」' | '』' | '）' | '】' | '》' | '。' | '，' | '、' | '；' | '：' | '！' | '？')
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
