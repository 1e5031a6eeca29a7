//! The verbs of texts and of the names of tools.

use hpd_runtime::__private::text::in_words;
use rustc_hash::FxHashSet;

use super::phrases::{ACTIONS, OBJECTS};

/// The verbs of all tools' names.
pub(super) type ToolVerbs = FxHashSet<String>;

/// The verbs in the names of tools: the first word (`water_bed`), also after a full stop (`bed.water`), or the last one
/// after a plural (`beds_water`).
pub(super) fn tool_verbs<'t>(names: impl Iterator<Item = &'t String>) -> ToolVerbs {
    let mut verbs = ToolVerbs::default();
    for part in names.flat_map(|name| name.split('.')) {
        let words = in_words(part).to_lowercase();
        let mut words = words.split(' ');
        let first = words.next().unwrap_or_default();
        verbs.extend(words.next_back().filter(|_| singular(first) != first).map(str::to_owned));
        verbs.insert(first.to_owned());
    }
    verbs
}

/// The words of a tool's name, in lower case, singular.
pub(super) fn tool_words(name: &str) -> Vec<String> {
    in_words(name).to_lowercase().split(' ').map(singular).collect()
}

/// The actions that a word says are done, as tools name them; none if it is no such verb.
pub(super) fn done(word: &str, tools: &ToolVerbs) -> Vec<String> {
    let mut verbs = regular(word);
    let irregular = ACTIONS.iter().flat_map(|row| row.split(' ')).filter_map(|action| action.split_once('='));
    verbs.extend(irregular.filter(|(_, past)| *past == word).map(|(verb, _)| verb.to_owned()));
    verbs.into_iter().flat_map(|verb| named(&verb, tools)).collect()
}

/// The names of an action in tools, from its verb; none if no tool and no list knows it.
pub(super) fn named(verb: &str, tools: &ToolVerbs) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for row in ACTIONS {
        let row = || row.split(' ').map(|action| action.split('=').next().unwrap_or(action));
        if row().any(|action| action == verb) {
            names.extend(row().map(str::to_owned));
        }
    }
    if names.is_empty() && tools.contains(verb) {
        names.push(verb.to_owned());
    }
    names
}

/// The verbs that a regular past may be of. Some of them are no words, and occur in no name.
fn regular(past: &str) -> Vec<String> {
    if let Some(stem) = past.strip_suffix("ied") {
        return vec![format!("{stem}y")];
    }
    let Some(stem) = past.strip_suffix("ed").filter(|stem| stem.len() > 1 && stem.is_ascii()) else {
        return Vec::new();
    };
    let mut verbs = vec![stem.to_owned(), format!("{stem}e")];
    let (start, last) = stem.split_at(stem.len() - 1);
    if start.ends_with(last) {
        verbs.push(start.to_owned());
    }
    // "organised"
    verbs.extend(stem.strip_suffix("is").map(|stem| format!("{stem}ize")));
    verbs
}

/// Whether two nouns name the same object.
pub(super) fn is_same_object(one: &str, other: &str) -> bool {
    let is_in = |row: &str, noun: &str| row.split(' ').any(|known| known == noun);
    one == other || OBJECTS.iter().any(|row| is_in(row, one) && is_in(row, other))
}

/// The verb of a noun: "pay" of "payment". It may be no word, and occurs in no name then.
pub(super) fn verb_of(noun: &str) -> Option<&str> {
    let endings = ["lation", "ation", "ment", "ing", "al"];
    endings.iter().find_map(|ending| noun.strip_suffix(ending)).filter(|stem| stem.len() > 2)
}

/// A noun as one object.
pub(super) fn singular(word: &str) -> String {
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    let one = word
        .strip_suffix('s')
        .filter(|stem| stem.chars().count() > 2 && !stem.ends_with(['s', 'u', 'i', '\'']));
    one.unwrap_or(word).to_owned()
}
