//! The verbs of texts and of the names of tools.

use std::sync::LazyLock;

use hpd_runtime::__private::text::in_words;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// The names of each verb of the list, in all rows that have it.
static NAMES: LazyLock<FxHashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut names = FxHashMap::<&str, Vec<&str>>::default();
    for row in ACTIONS {
        let verbs: Vec<&str> = row.split(' ').map(|action| verb_and_past(action).0).collect();
        let own: FxHashSet<&str> = verbs.iter().copied().collect();
        for verb in own {
            names.entry(verb).or_default().extend(&verbs);
        }
    }
    names
});

/// The verbs of each irregular past.
static IRREGULAR: LazyLock<FxHashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut verbs = FxHashMap::<&str, Vec<&str>>::default();
    for action in ACTIONS.iter().flat_map(|row| row.split(' ')) {
        if let (verb, Some(past)) = verb_and_past(action) {
            verbs.entry(past).or_default().push(verb);
        }
    }
    verbs
});

/// A verb of the list, and its past if that is irregular.
fn verb_and_past(action: &'static str) -> (&'static str, Option<&'static str>) {
    action.split_once('=').map_or((action, None), |(verb, past)| (verb, Some(past)))
}

/// The irregular pasts of the list.
pub(super) fn irregular_pasts() -> impl Iterator<Item = &'static str> {
    IRREGULAR.keys().copied()
}

/// The actions that a word says are done, as tools name them; none if it is no such verb.
pub(super) fn done(word: &str, tools: &ToolVerbs) -> Vec<String> {
    let mut names = Vec::new();
    for verb in regular(word) {
        add_names(&verb, tools, &mut names);
    }
    for verb in IRREGULAR.get(word).into_iter().flatten() {
        add_names(verb, tools, &mut names);
    }
    names
}

/// The names of an action in tools, from its verb; none if no tool and no list knows it.
pub(super) fn named(verb: &str, tools: &ToolVerbs) -> Vec<String> {
    let mut names = Vec::new();
    add_names(verb, tools, &mut names);
    names
}

fn add_names(verb: &str, tools: &ToolVerbs, names: &mut Vec<String>) {
    match NAMES.get(verb) {
        Some(known) => names.extend(known.iter().map(|name| (*name).to_owned())),
        None if tools.contains(verb) => names.push(verb.to_owned()),
        None => {}
    }
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

/// The row of each noun of the list of objects.
static OBJECT_ROWS: LazyLock<FxHashMap<&str, usize>> = LazyLock::new(|| {
    let rows = OBJECTS.iter().enumerate();
    rows.flat_map(|(row, nouns)| nouns.split(' ').map(move |noun| (noun, row))).collect()
});

/// A noun, compared with others by its meaning.
#[derive(Debug, Clone)]
pub(super) struct Noun<T> {
    pub(super) text: T,
    row: Option<usize>,
}

impl<T: AsRef<str>> Noun<T> {
    pub(super) fn new(text: T) -> Self {
        let row = OBJECT_ROWS.get(text.as_ref()).copied();
        Self { text, row }
    }

    /// Whether both name the same object.
    pub(super) fn is_same(&self, other: &Noun<impl AsRef<str>>) -> bool {
        (self.row.is_some() && self.row == other.row) || self.text.as_ref() == other.text.as_ref()
    }
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
