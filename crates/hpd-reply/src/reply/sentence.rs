//! Whether a message is a value, or a sentence.

use super::text::words as words_of;
use super::{ReplyWords, WordList};

/// Words of a free text with digits in it, as addresses have.
const MAX_WITH_DIGITS: usize = 12;
/// Words of any other free text.
const MAX: usize = 6;

/// Words that end in a full stop within a value.
const SHORTENED: [&str; 14] =
    ["st", "ave", "rd", "blvd", "ln", "apt", "no", "nr", "mr", "mrs", "ms", "dr", "str", "jr"];

/// Whether a message is a sentence rather than a value.
pub(super) fn is_sentence(text: &str, words: &ReplyWords) -> bool {
    let opens = words_of(text).next().is_some_and(|first| words.has(WordList::Opener, &first));
    let has_small = text.contains(char::is_lowercase);
    // "OR" and "ME" are states.
    let is_code = |token: &&str| {
        let chars = token.trim_matches(|c: char| !c.is_alphanumeric());
        has_small && chars.chars().count() == 2 && chars.chars().all(char::is_uppercase)
    };
    let mut said = text.split_whitespace().filter(|token| !is_code(token)).flat_map(words_of);
    opens || said.any(|word| words.has(WordList::Mark, &word)) || asks(text) || has_two_sentences(text)
}

/// Whether a message is a text that may be a value.
pub(super) fn is_free_text(text: &str, words: &ReplyWords) -> bool {
    let count = text.split_whitespace().count();
    let max = if text.contains(|c: char| c.is_ascii_digit()) { MAX_WITH_DIGITS } else { MAX };
    (1..=max).contains(&count)
        && has_substance(text)
        && !text.contains(['\n', '\r', '\t', '<', '>', '{', '}', '=', '|', '\\', '`'])
        && !text.contains(": ")
        && !words.knows(text)
        && !is_sentence(text, words)
}

/// Whether a text has more than one character.
fn has_substance(text: &str) -> bool {
    let mut chars = text.chars().filter(|c| c.is_alphanumeric());
    match (chars.next(), chars.next()) {
        (Some(only), None) => only.is_numeric(),
        (first, _) => first.is_some(),
    }
}

/// Whether a text looks like a value and not like a remark: a digit, an `@`, or a capital at its start.
pub(super) fn is_datum(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() || c == '@')
        || text.chars().next().is_some_and(char::is_uppercase)
}

/// Whether something is asked, or left open.
pub(super) fn asks(text: &str) -> bool {
    let ends = |token: &str| {
        token.trim_end_matches(['"', '\'', '”', ')', '!', '.']).ends_with(['?', '？'])
            || token.starts_with('¿')
    };
    text.split_whitespace().any(ends) || text.ends_with("...") || text.ends_with('…')
}

/// Whether a sentence ends within the text.
fn has_two_sentences(text: &str) -> bool {
    let mut tokens = text.split_whitespace().peekable();
    while let Some(token) = tokens.next() {
        let ends = token.strip_suffix(['.', '!', ';']);
        let (Some(word), true) = (ends, tokens.peek().is_some()) else { continue };
        let is_short = word.chars().count() == 1 || SHORTENED.contains(&word.to_lowercase().as_str());
        if !(is_short && token.ends_with('.')) {
            return true;
        }
    }
    false
}
