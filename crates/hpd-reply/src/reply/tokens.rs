//! The words of a message, and where its parts may end.

use super::text::{is_punctuation, plain};
use super::{ReplyWords, WordList};

/// Words of an answer that is understood in parts. Longer ones are for the model.
const MAX: usize = 40;
/// Words of the longest entry of a list.
const LONGEST: usize = 6;

/// A word of a message.
pub(super) struct Token {
    /// In lower case, without punctuation and apostrophes.
    pub(super) word: String,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether punctuation after it may end a part.
    pub(super) closes: bool,
    /// Whether a colon follows it.
    pub(super) labels: bool,
}

/// The words of a message; `None` if there are too many.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens: Vec<Token> = Vec::new();
    for piece in pieces(text) {
        let start = piece.as_ptr().addr() - text.as_ptr().addr();
        let word = plain(piece);
        let is_dash = word.chars().all(|c| matches!(c, '-' | '–' | '—'));
        if is_dash {
            if let Some(last) = tokens.last_mut() {
                last.closes = true;
            }
            continue;
        }
        if tokens.len() == MAX {
            return None;
        }
        tokens.push(Token {
            word,
            start,
            end: start + piece.len(),
            closes: piece.ends_with([',', ';', '.', '!', ':']),
            labels: piece.ends_with(':'),
        });
    }
    Some(tokens)
}

/// The parts between whitespace, and between two words joined by punctuation: "yes,that's".
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| {
        let mut rest = Some(word);
        std::iter::from_fn(move || {
            let whole = rest?;
            let letter_before = |at: usize| whole[..at].chars().next_back().is_some_and(char::is_alphabetic);
            let letter_behind = |at: usize| whole[at + 1..].chars().next().is_some_and(char::is_alphabetic);
            let split = whole
                .match_indices([',', ';', '!'])
                .map(|(at, _)| at)
                .find(|at| letter_before(*at) && letter_behind(*at));
            rest = split.map(|at| &whole[at + 1..]);
            Some(split.map_or(whole, |at| &whole[..=at]))
        })
    })
}

/// How many words from the first one are the longest entry of a list; 0 if none are.
pub(super) fn longest(tokens: &[Token], list: WordList, words: &ReplyWords) -> usize {
    let mut text = String::new();
    let mut found = 0;
    for (count, token) in tokens.iter().take(LONGEST).enumerate() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&token.word);
        if words.has(list, &text) {
            found = count + 1;
        }
    }
    found
}

/// A part of a message without the punctuation that ends it. The full stop of "5 Main St." belongs to it.
pub(super) fn trimmed(text: &str) -> &str {
    let text = text.trim_end_matches([',', ';', '!', ':']);
    match text.strip_suffix('.') {
        Some(rest) if !rest.contains(' ') => rest.trim_end_matches(is_punctuation),
        _ => text,
    }
}
