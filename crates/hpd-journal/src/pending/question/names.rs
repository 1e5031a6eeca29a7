//! Names as the user is shown them.

use super::shown::{Shown, WHOLE};

/// The most characters of a tool's name or title that are shown.
const LONGEST_LABEL: usize = 80;
/// Maximum characters of a field's name without quotes.
const LONGEST_WORD: usize = 128;

/// The action of a tool: its title, or its name in words.
pub(super) fn label(name: &str, title: Option<&str>) -> Shown {
    let words = title.map(str::trim).filter(|title| !title.is_empty());
    Shown::unquoted(&words.map_or_else(|| humanised(name), str::to_owned), LONGEST_LABEL)
}

/// A name of a tool or plugin, as it is.
pub(super) fn name(name: &str) -> Shown {
    Shown::unquoted(name, LONGEST_LABEL)
}

/// The name of a field: as it is where it is a plain word, else in quotes.
pub(super) fn field_name(name: &str) -> Shown {
    if is_word(name) { Shown::unquoted(name, WHOLE) } else { Shown::quoted(name, WHOLE, false) }
}

/// The path of a changed field. Below a parameter of the call, its dots make no address of it: `Lines.Amount`.
pub(super) fn path(name: &str, is_parameter: impl Fn(&str) -> bool) -> Shown {
    match name.split_once('.') {
        Some((first, rest)) if is_word(name) && is_parameter(first) => {
            let parts = [first].into_iter().chain(rest.split('.'));
            Shown::joined(parts.map(|part| Shown::unquoted(part, WHOLE)), ".")
        }
        _ => field_name(name),
    }
}

fn is_word(name: &str) -> bool {
    name.len() <= LONGEST_WORD
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.ends_with(|last: char| last.is_ascii_alphanumeric())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
        && !name.contains("__")
}

/// `create_payment` and `createPayment` are "Create payment".
fn humanised(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    for word in words_of(name) {
        let is_acronym = word.len() > 1 && word.chars().all(char::is_uppercase);
        if words.is_empty() {
            words.extend(word.chars().take(1).flat_map(char::to_uppercase));
            words.extend(word.chars().skip(1));
        } else {
            words.push(' ');
            let lower = if is_acronym { word.to_owned() } else { word.to_lowercase() };
            words.push_str(&lower);
        }
    }
    words
}

fn words_of(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.split(['_', '-', ' ', '.']).filter(|part| !part.is_empty());
    parts.flat_map(|part| {
        let mut before = 'A';
        let starts = part.char_indices().filter(move |(_, c)| {
            let is_start = c.is_uppercase() && !before.is_uppercase();
            before = *c;
            is_start
        });
        let mut from = 0;
        let mut words: Vec<_> = starts.map(|(at, _)| &part[std::mem::replace(&mut from, at)..at]).collect();
        words.push(&part[from..]);
        words
    })
}

/// The same inside a sentence: "create payment", but "PDF export".
pub(super) fn inside(label: &str) -> String {
    let mut chars = label.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), second) if !second.is_some_and(char::is_uppercase) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => label.to_owned(),
    }
}
