//! The tools that a claim may be about.

use super::matching::{Match, Query, ToolWords};
use super::truth::WriteTruth;

/// A tool that writes, with the writes that were made with it.
pub(super) struct Tool<'e> {
    pub(super) name: &'e str,
    pub(super) words: ToolWords,
    pub(super) writes: Vec<&'e WriteTruth>,
}

/// The tools that fit a claim, with how well.
pub(super) struct Matches<'j, 'e>(Vec<(Match, &'j Tool<'e>)>);

impl<'j, 'e> Matches<'j, 'e> {
    pub(super) fn new(tools: &'j [Tool<'e>], query: &Query<'_>) -> Self {
        Self(tools.iter().filter_map(|tool| Some((tool.words.find_match(query)?, tool))).collect())
    }

    /// How well the best tool fits that has a write that is so.
    pub(super) fn best(&self, is_it: impl Fn(&WriteTruth) -> bool) -> Option<Match> {
        let fitting = self.0.iter().filter(|(_, tool)| tool.writes.iter().any(|write| is_it(write)));
        fitting.map(|(found, _)| *found).max()
    }

    /// The writes of those tools that fit so well.
    pub(super) fn writes(&self, wanted: Match) -> impl Iterator<Item = &'e WriteTruth> {
        self.tools(move |found| found == wanted).flat_map(|tool| tool.writes.iter().copied())
    }

    /// The tools that fit well enough.
    pub(super) fn tools(&self, is_enough: impl Fn(Match) -> bool) -> impl Iterator<Item = &'j Tool<'e>> {
        self.0.iter().filter(move |(found, _)| is_enough(*found)).map(|(_, tool)| *tool)
    }

    /// Whether a tool fits so well with a write that is so, and may do anything.
    pub(super) fn may_do_anything(&self, wanted: Match, is_it: impl Fn(&WriteTruth) -> bool) -> bool {
        let mut tools = self.tools(|found| found == wanted);
        tools.any(|tool| tool.words.may_do_anything() && tool.writes.iter().any(|write| is_it(write)))
    }
}
