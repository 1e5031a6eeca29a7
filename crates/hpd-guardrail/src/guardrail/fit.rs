//! How well a claim fits a tool.

use super::claim::AboutWords;
use super::truth::WriteTruth;
use super::verbs::{is_same_object, tool_words, verb_of};

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

/// A tool that writes, with the writes that were made with it.
pub(super) struct Tool<'e> {
    pub(super) name: &'e str,
    words: Vec<String>,
    pub(super) writes: Vec<&'e WriteTruth>,
}

impl<'e> Tool<'e> {
    pub(super) fn new(name: &'e str) -> Self {
        Self { name, words: tool_words(name), writes: Vec::new() }
    }

    /// How well a claim fits, if it does at all.
    pub(super) fn fit(&self, about: &AboutWords) -> Option<Fit> {
        if about.actions.is_empty() {
            return (!about.has_no_noun() && self.is_just(about)).then_some(Fit::Whole);
        }
        let is_action = |word: &String| about.actions.contains(word);
        let mut objects = self.words.iter().filter(|word| !is_action(word)).peekable();
        let is_alone = objects.peek().is_none();
        let objects: Vec<&String> = objects.collect();
        let names = |noun: &String| objects.iter().any(|object| is_same_object(object, noun));
        let by_action = self.words.iter().any(is_action);
        let by_object = about.object.as_ref().is_some_and(names);
        match (by_action, by_object) {
            (true, true) => Some(Fit::Whole),
            (true, false) if is_alone => Some(Fit::OnlyAction),
            (true, false) if about.others.iter().any(names) => Some(Fit::Rough),
            (true, false) => Some(Fit::Action),
            (false, _) if self.is_made(about) => Some(Fit::OnlyAction),
            (false, true) => Some(Fit::Object),
            (false, false) => None,
        }
    }

    /// Whether the claim's verb is that of a noun that the tool makes: "paid" and `create_payment`.
    fn is_made(&self, about: &AboutWords) -> bool {
        let is_making = self.words.iter().any(|word| MAKING.contains(&word.as_str()));
        let is_action = |verb: &str| about.actions.iter().any(|action| action == verb);
        is_making && self.words.iter().filter_map(|word| verb_of(word)).any(is_action)
    }

    /// Whether a claimed failure is exactly the tool's action, as far as action and object are named.
    pub(super) fn is_just(&self, about: &AboutWords) -> bool {
        let is_named = |noun: &String| {
            self.words.iter().any(|word| is_same_object(word, noun) || verb_of(noun) == Some(word.as_str()))
        };
        let is_done = about.actions.is_empty()
            || self.words.iter().any(|word| about.actions.contains(word))
            || self.is_made(about);
        is_done && about.object.iter().chain(&about.others).all(is_named)
    }

    /// Whether the tool's action may be anything: an update may close, cancel or approve.
    pub(super) fn may_do_anything(&self) -> bool {
        self.words.iter().any(|word| UPDATING.contains(&word.as_str()))
    }
}

/// The tools that fit a claim, with how well.
pub(super) struct Fits<'j, 'e>(Vec<(Fit, &'j Tool<'e>)>);

impl<'j, 'e> Fits<'j, 'e> {
    pub(super) fn new(tools: &'j [Tool<'e>], about: &AboutWords) -> Self {
        Self(tools.iter().filter_map(|tool| Some((tool.fit(about)?, tool))).collect())
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
