//! Words around a value: "my phone number is ..", ".. please".

use hpd_runtime::__private::text::in_words;

use super::sentence::is_datum;
use super::text::{unquoted, words as words_of};
use super::value::Kind;
use super::{ReplyWords, Wanted, WordList};

/// Words between "my" and "is".
const MAX_WORDS: usize = 4;

/// The text of the value. If words around a free text were removed, the rest must look like a value. "my phone is
/// 555-1234" has one, "my phone is broken" has none.
pub(super) fn unwrap<'t>(
    text: &'t str,
    wanted: &Wanted<'_>,
    kind: &Kind<'_>,
    words: &ReplyWords,
) -> Option<&'t str> {
    let polite = without_suffix(text, words);
    match inner(polite, wanted, words) {
        Some(Inner { text, is_labelled: true }) if kind.is_text() => {
            Some(unquoted(text).unwrap_or_else(|| without_stop(text)))
        }
        Some(Inner { text, .. }) => value_of(text, kind),
        None => Some(polite),
    }
}

/// The text of a value after its name, as [`unwrap`] finds it.
pub(super) fn said_value<'t>(text: &'t str, kind: &Kind<'_>, words: &ReplyWords) -> Option<&'t str> {
    value_of(without_suffix(text, words), kind)
}

fn value_of<'t>(text: &'t str, kind: &Kind<'_>) -> Option<&'t str> {
    if !kind.is_text() {
        return Some(text);
    }
    let quoted = unquoted(text);
    let is_value = quoted.is_some() || is_datum(text);
    is_value.then(|| quoted.unwrap_or_else(|| without_stop(text)))
}

/// The text between the surrounding words.
struct Inner<'t> {
    text: &'t str,
    /// After the parameter's name and a colon, which is never by chance.
    is_labelled: bool,
}

/// The text without a final "please".
fn without_suffix<'t>(text: &'t str, words: &ReplyWords) -> &'t str {
    let stopped = text.trim_end_matches(['.', '!']);
    let Some((before, last)) = stopped.rsplit_once(char::is_whitespace) else { return text };
    if words.has(WordList::Please, &last.to_lowercase()) {
        before.trim_end().trim_end_matches(',').trim_end()
    } else {
        text
    }
}

/// The text after "it is", "my phone is" or "phone:".
fn inner<'t>(text: &'t str, wanted: &Wanted<'_>, words: &ReplyWords) -> Option<Inner<'t>> {
    let said = |text: &'t str| Inner { text, is_labelled: false };
    let starts = tokens(text);
    // "it is", "it's", "use"
    for count in (1..=MAX_WORDS.min(starts.len().saturating_sub(1))).rev() {
        let first: Vec<_> = starts.iter().take(count).map(|(word, _)| word.as_str()).collect();
        if words.has(WordList::Lead, &first.join(" ")) {
            return text.get(starts.get(count)?.1..).map(said);
        }
    }
    // "phone: .."
    if let Some((label, value)) = text.split_once(": ") {
        let is_label = names(label, wanted) && words_of(label).count() <= MAX_WORDS;
        let value = value.trim();
        return (is_label && !value.is_empty()).then_some(Inner { text: value, is_labelled: true });
    }
    // "my phone is"
    let copula = starts.iter().take(MAX_WORDS + 2).position(|(word, _)| words.has(WordList::Is, word))?;
    let mut label = starts.get(..copula)?;
    if let Some((first, rest)) = label.split_first() {
        label = if words.has(WordList::My, &first.0) { rest } else { label };
    }
    let label: Vec<_> = label.iter().map(|(word, _)| word.as_str()).collect();
    names(&label.join(" "), wanted).then_some(())?;
    text.get(starts.get(copula + 1)?.1..).map(said)
}

/// Whether words name a parameter: each occurs in its name, title or description.
pub(super) fn names(label: &str, wanted: &Wanted<'_>) -> bool {
    let title = wanted.title.unwrap_or_default();
    all_stand_in(label, &format!("{} {title} {}", in_words(wanted.name), wanted.description))
}

/// The same of its name and title alone.
pub(super) fn is_named(label: &str, wanted: &Wanted<'_>) -> bool {
    all_stand_in(label, &format!("{} {}", in_words(wanted.name), wanted.title.unwrap_or_default()))
}

fn all_stand_in(label: &str, called: &str) -> bool {
    let called: Vec<_> = words_of(called).collect();
    let mut said = words_of(label).peekable();
    said.peek().is_some() && said.all(|word| called.contains(&word))
}

/// The words of a text in lower case, with their positions.
fn tokens(text: &str) -> Vec<(String, usize)> {
    let start = |word: &str| word.as_ptr().addr() - text.as_ptr().addr();
    text.split_whitespace().map(|word| (words_of(word).next().unwrap_or_default(), start(word))).collect()
}

fn without_stop(text: &str) -> &str {
    let rest = text.strip_suffix('.').unwrap_or(text);
    // "5 Main St." keeps its final point.
    if rest.contains(' ') { text } else { rest }
}
