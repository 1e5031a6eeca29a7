//! The places of a value in a message.

use std::ops::Range;

use hpd_runtime::args::{Decimal, Node};

use super::number::{is_single_digit, read_number};
use super::passages::GAP;
use super::phone::{phone, phones};

/// Maximum opening punctuation before a value.
const MAX_OPENERS: usize = 8;

/// A value, and whether it is compared as a phone number, too.
#[derive(Clone, Copy)]
pub(crate) struct Sought<'a> {
    pub(crate) value: &'a Node<'a>,
    pub(crate) is_phone: bool,
}

impl Sought<'_> {
    /// The first places of the value in a message, `max` at most.
    pub(super) fn places(&self, message: &str, max: usize) -> Vec<Range<usize>> {
        let mut places = match self.value {
            Node::String(text) => places_of_text(message, text, max),
            Node::Number(text) => {
                Decimal::parse(text).map(|number| places_of_number(message, &number, max)).unwrap_or_default()
            }
            Node::Null | Node::Bool(_) | Node::Array(_) | Node::Object(_) => Vec::new(),
        };
        if let (true, Node::String(text)) = (self.is_phone, self.value)
            && let Some(number) = phone(text)
        {
            let said = phones(message).filter(|(_, said)| *said == number).map(|(place, _)| place);
            places.extend(said.take(max));
        }
        places
    }
}

fn places_of_text(message: &str, text: &str, max: usize) -> Vec<Range<usize>> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_chance = !says_something(&text)
        || text.contains(GAP)
        || text.eq_ignore_ascii_case("true")
        || text.eq_ignore_ascii_case("false")
        || Decimal::parse(&text).is_some_and(|number| is_single_digit(&number));
    if is_chance {
        return Vec::new();
    }
    let after_blanks = message.match_indices(' ').map(|(at, _)| at + 1);
    let starts = std::iter::once(0).chain(after_blanks);
    let place = |start| {
        let found = start + starts_with_text(&message[start..], &text)?;
        Some(found..found + text.len())
    };
    starts.filter_map(place).take(max).collect()
}

fn places_of_number(message: &str, number: &Decimal, max: usize) -> Vec<Range<usize>> {
    if is_single_digit(number) {
        return Vec::new();
    }
    let mut start = 0;
    let words = message.split(' ').map(|word| {
        let place = start..start + word.len();
        start = place.end + 1;
        (place, word)
    });
    let says = |word: &str| read_number(trim_word(word)).is_some_and(|said| said == *number);
    words.filter(|(_, word)| says(word)).map(|(place, _)| place).take(max).collect()
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

/// Where a text comes next, after signs that open and before signs that close.
fn starts_with_text(rest: &str, text: &str) -> Option<usize> {
    let openers = rest.char_indices().take(MAX_OPENERS).take_while(|(_, sign)| is_opener(*sign));
    let behind_openers = openers.map(|(at, sign)| at + sign.len_utf8());
    std::iter::once(0).chain(behind_openers).find(|start| {
        let after = rest.get(*start..).and_then(|rest| rest.strip_prefix(text));
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
