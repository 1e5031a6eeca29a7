//! How well a claim fits a tool.

use rustc_hash::FxHashSet;

use super::claim::AboutWords;
use super::truth::WriteTruth;
use super::verbs::{Noun, tool_words, verb_of};

/// How well a claim fits a tool, the better the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The object alone.
    Object,
    /// The action alone.
    Action,
    /// The action, and a word beside the object.
    Rough,
    /// The action, if the tool's name says no more: `pay`, or `create_payment` of who paid.
    OnlyAction,
    /// The action and the object.
    Whole,
}

impl Fit {
    /// Whether a claim is about the one rather than the other.
    pub(super) fn beats(self, other: Self) -> bool {
        self.rank() > other.rank()
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Object | Self::Action => 0,
            Self::Rough => 1,
            Self::OnlyAction | Self::Whole => 2,
        }
    }
}

/// Verbs that say no more than their noun: to make a payment is to pay.
const MAKING: [&str; 9] = ["create", "make", "add", "new", "record", "process", "post", "submit", "issue"];
/// Verbs that may mean any action on their noun.
const UPDATING: [&str; 8] = ["update", "change", "edit", "modify", "set", "patch", "save", "put"];

/// The words of a claim, ready for the comparison with many tools.
pub(super) struct Wanted<'a> {
    about: &'a AboutWords,
    actions: FxHashSet<&'a str>,
    object: Option<Noun<&'a str>>,
    others: Vec<Noun<&'a str>>,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(about: &'a AboutWords) -> Self {
        Self {
            about,
            actions: about.actions.iter().map(String::as_str).collect(),
            object: about.object.as_deref().map(Noun::new),
            others: about.others.iter().map(|noun| Noun::new(noun.as_str())).collect(),
        }
    }

    fn has_action(&self, word: &str) -> bool {
        self.actions.contains(word)
    }
}

/// A tool that writes, with the writes that were made with it.
pub(super) struct Tool<'e> {
    pub(super) name: &'e str,
    words: Vec<Noun<String>>,
    /// The verbs of the nouns that the tool makes: the `pay` of `create_payment`.
    made: Vec<String>,
    /// Whether the tool's action may be anything: an update may close, cancel or approve.
    pub(super) may_do_anything: bool,
    pub(super) writes: Vec<&'e WriteTruth>,
}

impl<'e> Tool<'e> {
    pub(super) fn new(name: &'e str) -> Self {
        let words = tool_words(name);
        let has_any = |verbs: &[&str]| words.iter().any(|word| verbs.contains(&word.as_str()));
        let made = words.iter().filter(|_| has_any(&MAKING)).filter_map(|word| verb_of(word));
        Self {
            name,
            made: made.map(str::to_owned).collect(),
            may_do_anything: has_any(&UPDATING),
            words: words.into_iter().map(Noun::new).collect(),
            writes: Vec::new(),
        }
    }

    /// How well a claim fits, if it does at all.
    pub(super) fn fit(&self, wanted: &Wanted<'_>) -> Option<Fit> {
        if wanted.actions.is_empty() {
            return (!wanted.about.has_no_noun() && self.is_just(wanted)).then_some(Fit::Whole);
        }
        let is_action = |word: &&Noun<String>| wanted.has_action(&word.text);
        let by_action = self.words.iter().any(|word| is_action(&word));
        let objects = || self.words.iter().filter(|word| !is_action(word));
        let names = |noun: &Noun<&str>| objects().any(|object| object.is_same(noun));
        let by_object = wanted.object.as_ref().is_some_and(names);
        match (by_action, by_object) {
            (true, true) => Some(Fit::Whole),
            (true, false) if objects().next().is_none() => Some(Fit::OnlyAction),
            (true, false) if wanted.others.iter().any(names) => Some(Fit::Rough),
            (true, false) => Some(Fit::Action),
            (false, _) if self.is_made(wanted) => Some(Fit::OnlyAction),
            (false, true) => Some(Fit::Object),
            (false, false) => None,
        }
    }

    /// Whether the claim's verb is that of a noun that the tool makes: "paid" and `create_payment`.
    fn is_made(&self, wanted: &Wanted<'_>) -> bool {
        self.made.iter().any(|verb| wanted.has_action(verb))
    }

    /// Whether a claimed failure is exactly the tool's action, as far as action and object are named.
    pub(super) fn is_just(&self, wanted: &Wanted<'_>) -> bool {
        let is_named = |noun: &Noun<&str>| {
            let verb = verb_of(noun.text);
            self.words.iter().any(|word| word.is_same(noun) || verb == Some(word.text.as_str()))
        };
        let is_done = wanted.actions.is_empty()
            || self.words.iter().any(|word| wanted.has_action(&word.text))
            || self.is_made(wanted);
        is_done && wanted.object.iter().chain(&wanted.others).all(is_named)
    }
}

/// The tools that fit a claim, with how well.
pub(super) struct Fits<'j, 'e>(Vec<(Fit, &'j Tool<'e>)>);

impl<'j, 'e> Fits<'j, 'e> {
    pub(super) fn new(tools: &'j [Tool<'e>], about: &AboutWords) -> Self {
        let wanted = Wanted::new(about);
        Self(tools.iter().filter_map(|tool| Some((tool.fit(&wanted)?, tool))).collect())
    }

    /// How well the best tool fits that has such a write.
    pub(super) fn best(&self, is_it: impl Fn(&WriteTruth) -> bool) -> Option<Fit> {
        let fitting = self.0.iter().filter(|(_, tool)| tool.writes.iter().any(|write| is_it(write)));
        fitting.map(|(fit, _)| *fit).max()
    }

    /// The tools that fit so.
    pub(super) fn tools(&self, is_enough: impl Fn(Fit) -> bool) -> impl Iterator<Item = &'j Tool<'e>> {
        self.0.iter().filter(move |(fit, _)| is_enough(*fit)).map(|(_, tool)| *tool)
    }

    /// The writes of the tools that fit so well.
    pub(super) fn writes(&self, wanted: Fit) -> impl Iterator<Item = &'e WriteTruth> {
        self.tools(move |fit| fit == wanted).flat_map(|tool| tool.writes.iter().copied())
    }
}
