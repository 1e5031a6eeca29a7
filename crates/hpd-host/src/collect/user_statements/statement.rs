//! A message of the user, reduced to the user's own words.

use super::negated::negated;
use super::passages::{GAP, own_words};
use super::words::{Word, ends_question, ends_sentence, words};

/// Bytes of a message that may answer a question. A longer one is read like any other text.
const LONGEST_ANSWER: usize = 1000;

/// The user's own words of a message, with single blanks between them. A passage that is left out leaves a gap.
pub(crate) struct Statement {
    /// The words that count as the user's.
    pub(crate) said: String,
    /// Those that may answer a question: without sentences that ask.
    pub(crate) answers: String,
}

impl Statement {
    pub(crate) fn new(text: &str) -> Self {
        let own = own_words(text);
        let words = words(&own);
        let mut left_out = negated(&words);
        let said = joined(&words, &left_out);
        if said.len() > LONGEST_ANSWER {
            return Self { said, answers: String::new() };
        }
        leave_out_questions(&words, &mut left_out);
        let answers = joined(&words, &left_out);
        Self { said, answers }
    }
}

/// The words that are not left out. Each run of others is one gap.
fn joined(words: &[Word<'_>], left_out: &[bool]) -> String {
    let mut text = String::new();
    let mut is_gap = false;
    for (word, left_out) in words.iter().zip(left_out) {
        if *left_out || word.text.contains(GAP) {
            is_gap = true;
            continue;
        }
        if std::mem::take(&mut is_gap) {
            push(&mut text, "\0");
        }
        push(&mut text, word.text);
    }
    text
}

fn push(text: &mut String, word: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(word);
}

/// Leaves out each sentence that asks: "Is it 456 Oak Ave?" answers nothing.
fn leave_out_questions(words: &[Word<'_>], left_out: &mut [bool]) {
    let mut start = 0;
    for (at, word) in words.iter().enumerate() {
        if word.begins_line {
            start = at;
        }
        if ends_question(word) {
            left_out[start..=at].fill(true);
        }
        if ends_sentence(word) {
            start = at + 1;
        }
    }
}
