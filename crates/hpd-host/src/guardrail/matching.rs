//! How well a claim fits a tool.

use hpd_runtime::__private::text::in_words;

use super::claim::About;
use super::nouns::{is_ending, is_making, verbs_of};

/// How well a claim fits a tool, the better the greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Match {
    /// Words around the thing that was done something with.
    Near,
    /// The action alone, or the thing alone.
    Half { by_action: bool },
    /// The action, and words around the thing.
    Rough,
    /// The action, where the tool's name says no more: `pay`, or `create_payment` of who paid.
    AllOfTool,
    /// Action and thing.
    Whole,
}

impl Match {
    /// Whether a claim is about the one rather than the other. An action and a thing are as good as one another.
    pub(super) fn beats(self, other: Self) -> bool {
        self.rank() > other.rank()
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Near => 0,
            Self::Half { .. } => 1,
            Self::Rough => 2,
            Self::AllOfTool | Self::Whole => 3,
        }
    }

    pub(super) const fn is_by_action(self) -> bool {
        !matches!(self, Self::Near | Self::Half { by_action: false })
    }
}

/// The action and thing of a claim, prepared for many tools.
pub(super) struct Query<'a> {
    about: &'a About,
    /// Verbs of the nouns that it names: `pay` of "the payment".
    verbs: Vec<String>,
    /// Whether its verb says only that the noun's action is done.
    is_made: bool,
}

impl<'a> Query<'a> {
    pub(super) fn new(about: &'a About) -> Self {
        let verbs = about.objects.iter().flat_map(|noun| verbs_of(noun)).collect();
        Self {
            about,
            verbs,
            is_made: about.actions.iter().any(|action| is_making(action) || is_ending(action)),
        }
    }
}

/// The words of a tool's name, and its other names.
pub(super) struct ToolWords {
    /// In lower case, singular.
    words: Vec<String>,
    /// Verbs of its nouns, where its own verb says no more than they: `pay` of `create_payment`.
    verbs: Vec<String>,
}

impl ToolWords {
    pub(super) fn new(name: &str) -> Self {
        let words: Vec<String> = in_words(name).to_lowercase().split(' ').map(singular).collect();
        let is_made = words.iter().any(|word| is_making(word));
        let nouns = words.iter().filter(|word| is_made && !is_making(word));
        let verbs = nouns.flat_map(|noun| verbs_of(noun)).collect();
        Self { words, verbs }
    }

    /// How well a claim fits, if it does at all.
    pub(super) fn find_match(&self, query: &Query<'_>) -> Option<Match> {
        let about = query.about;
        let is_named = |action: &String| self.words.contains(action);
        let by_action = about.actions.iter().any(is_named);
        let mut things = self.words.iter().filter(|word| !about.actions.contains(word)).peekable();
        let names_action_alone = things.peek().is_none() && !self.words.is_empty();
        let has = |named: &[String]| named.iter().any(|word| is_named(word) && !about.actions.contains(word));
        match (by_action, has(&about.objects), has(&about.others)) {
            (true, true, _) => Some(Match::Whole),
            _ if self.is_noun_of(query) => Some(Match::Whole),
            _ if (by_action && names_action_alone) || self.is_verb_of(about) => Some(Match::AllOfTool),
            (true, false, true) => Some(Match::Rough),
            (true, false, false) => Some(Match::Half { by_action: true }),
            (false, true, _) => Some(Match::Half { by_action: false }),
            (false, false, true) => Some(Match::Near),
            (false, false, false) => None,
        }
    }

    /// Whether a claimed failure is exactly the tool's action, as far as action and thing are named.
    pub(super) fn is_just(&self, query: &Query<'_>) -> bool {
        let about = query.about;
        if about.names_nothing() {
            return about.actions.iter().any(|action| self.words.contains(action));
        }
        if about.actions.is_empty() {
            return query.verbs.iter().any(|word| self.words.contains(word));
        }
        self.find_match(query) >= Some(Match::AllOfTool)
    }

    /// Whether the claim's verb matches a noun of the tool: "paid" and `create_payment`.
    fn is_verb_of(&self, about: &About) -> bool {
        about.actions.iter().any(|action| self.verbs.contains(action))
    }

    /// Whether the claim's noun matches a verb of the tool: "made the payment" and `pay_bill`.
    fn is_noun_of(&self, query: &Query<'_>) -> bool {
        let is_thing = |verb: &String| query.about.objects.contains(verb) && !self.begins_with_deed(verb);
        let is_verb = |verb: &String| self.words.contains(verb) && !is_thing(verb);
        query.is_made && query.verbs.iter().any(is_verb)
    }

    /// Whether the tool's name begins with its action, in a word that is a noun as well. "Processed the refund" matches
    /// `refund_order`, and not `refund_cancel`.
    fn begins_with_deed(&self, word: &str) -> bool {
        const DEEDS: [&str; 8] =
            ["refund", "transfer", "import", "export", "upload", "reply", "invite", "deploy"];
        const OTHERS: [&str; 16] = [
            "cancel", "delete", "remove", "revoke", "reject", "approve", "retry", "list", "get", "update",
            "void", "close", "undo", "stop", "reverse", "schedule",
        ];
        let is_other = |word: &String| OTHERS.contains(&&**word);
        DEEDS.contains(&word)
            && self.words.first().is_some_and(|first| first == word)
            && !self.words.iter().any(is_other)
    }

    /// Whether the tool's action may be anything: an update may close, cancel or approve.
    pub(super) fn may_do_anything(&self) -> bool {
        self.words.iter().any(|word| is_updating(word))
    }
}

/// Whether a verb may mean anything, or any part of a thing.
pub(super) fn is_updating(verb: &str) -> bool {
    ["update", "change", "edit", "modify", "set", "patch", "save", "put"].contains(&verb)
}

/// A word in the name of a tool as one thing.
fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) if stem.len() > 1 => return format!("{stem}y"),
        _ => {}
    }
    let one = word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with(['s', 'u', 'i']));
    one.unwrap_or(word).to_owned()
}
