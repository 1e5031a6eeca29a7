//! Which writes a claim is about.

use super::claim::{About, Claim};
use super::truth::WriteTruth;
use crate::collect::in_words;

/// The names of tools in words, looked up once.
pub(super) struct Matcher<'t> {
    truths: Vec<(&'t WriteTruth, Vec<String>)>,
}

/// How well a claim fits a write: the least is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Action and object; inside, which object.
    Both(usize),
    /// The object alone.
    Object(usize),
    /// The action alone.
    Action,
}

impl<'t> Matcher<'t> {
    pub(super) fn new(truths: &'t [WriteTruth]) -> Self {
        let words =
            |truth: &WriteTruth| in_words(&truth.tool).to_lowercase().split(' ').map(str::to_owned).collect();
        Self { truths: truths.iter().map(|truth| (truth, words(truth))).collect() }
    }

    /// The writes of this turn.
    pub(super) fn of_this_turn(&self) -> Vec<&'t WriteTruth> {
        self.truths.iter().map(|(truth, _)| *truth).filter(|truth| !truth.is_earlier).collect()
    }

    /// The writes that a claim of a success can be about: those that fit best. Where none fits, all of this turn.
    pub(super) fn best(&self, claim: &Claim) -> Vec<&'t WriteTruth> {
        let fits: Vec<_> =
            self.truths.iter().filter_map(|(truth, words)| Some((fit(claim, words)?, *truth))).collect();
        // An earlier write is reported only by what it was done with.
        let can_be = |fit: Fit, truth: &WriteTruth| !truth.is_earlier || matches!(fit, Fit::Both(_));
        let best = fits.iter().filter(|(fit, truth)| can_be(*fit, truth)).map(|(fit, _)| *fit).min();
        match best {
            None => self.of_this_turn(),
            Some(best) => {
                let kept = fits.into_iter().filter(|(fit, truth)| *fit == best && can_be(*fit, truth));
                kept.map(|(_, truth)| truth).collect()
            }
        }
    }

    /// The writes of this turn that a claim of a failure is about: action and object must both be those of the tool, as far as
    /// the claim names them.
    pub(super) fn exact(&self, claim: &Claim) -> Vec<&'t WriteTruth> {
        let Some(about) = &claim.about else { return self.of_this_turn() };
        let is_it = |words: &[String]| {
            let by_action = about.actions.is_empty() || has_action(about, words);
            let names_nothing = about.objects.is_empty() && !about.actions.is_empty();
            by_action && (names_nothing || object(about, words).is_some())
        };
        let these = self.truths.iter().filter(|(truth, words)| !truth.is_earlier && is_it(words));
        these.map(|(truth, _)| *truth).collect()
    }
}

fn fit(claim: &Claim, words: &[String]) -> Option<Fit> {
    let about = claim.about.as_ref()?;
    match (has_action(about, words), object(about, words)) {
        (true, Some(object)) => Some(Fit::Both(object)),
        (false, Some(object)) => Some(Fit::Object(object)),
        (true, None) => Some(Fit::Action),
        (false, None) => None,
    }
}

fn has_action(about: &About, words: &[String]) -> bool {
    about.actions.iter().any(|action| words.contains(action))
}

/// Which object of a claim stands in the name of a tool. What the claim's action is called is no object.
fn object(about: &About, words: &[String]) -> Option<usize> {
    about.objects.iter().position(|object| words.contains(object) && !about.actions.contains(object))
}
