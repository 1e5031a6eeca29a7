//! The tools that a claim may be about.

use super::matching::{Fit, Sought, ToolWords};
use super::truth::WriteTruth;

/// A tool that writes, with the writes that were made with it.
pub(super) struct Tool<'e> {
    pub(super) name: &'e str,
    pub(super) words: ToolWords,
    pub(super) writes: Vec<&'e WriteTruth>,
}

/// The tools that fit a claim, with how well.
pub(super) struct Fits<'j, 'e>(Vec<(Fit, &'j Tool<'e>)>);

impl<'j, 'e> Fits<'j, 'e> {
    pub(super) fn new(tools: &'j [Tool<'e>], sought: &Sought<'_>) -> Self {
        Self(tools.iter().filter_map(|tool| Some((tool.words.fit(sought)?, tool))).collect())
    }

    /// How well the best tool fits that has a write that is so.
    pub(super) fn best(&self, is_it: impl Fn(&WriteTruth) -> bool) -> Option<Fit> {
        let fitting = self.0.iter().filter(|(_, tool)| tool.writes.iter().any(|write| is_it(write)));
        fitting.map(|(fit, _)| *fit).max()
    }

    /// The writes of those tools that fit so well.
    pub(super) fn writes(&self, wanted: Fit) -> impl Iterator<Item = &'e WriteTruth> {
        self.tools(move |fit| fit == wanted).flat_map(|tool| tool.writes.iter().copied())
    }

    /// The tools that fit well enough.
    pub(super) fn tools(&self, is_enough: impl Fn(Fit) -> bool) -> impl Iterator<Item = &'j Tool<'e>> {
        self.0.iter().filter(move |(fit, _)| is_enough(*fit)).map(|(_, tool)| *tool)
    }

    /// Whether a tool fits so well with a write that is so, and may do anything.
    pub(super) fn may_do_anything(&self, wanted: Fit, is_it: impl Fn(&WriteTruth) -> bool) -> bool {
        let mut tools = self.tools(|fit| fit == wanted);
        tools.any(|tool| tool.words.may_do_anything() && tool.writes.iter().any(|write| is_it(write)))
    }
}
