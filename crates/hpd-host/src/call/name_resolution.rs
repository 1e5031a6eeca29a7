//! Resolves names that no tool has.

use std::borrow::Cow;

use hpd_journal::__private::fold;
use rustc_hash::FxHashSet;

use crate::call_error::CallMistake;
use crate::listing::{self, Visit, door};
use crate::session::Session;
use crate::tool::{Role, Tool, ToolIndex, own_name};
use crate::toolbox::Toolbox;

/// The intended tool of an unknown name. Only tools within the session's reach are named: visible ones, and members of
/// expandable containers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Meaning {
    /// One tool, without doubt.
    Exactly(ToolIndex, CallMistake),
    /// A similar name: a few characters differ.
    Nearly(ToolIndex),
    /// Any of several tools.
    OneOf(Vec<ToolIndex>),
    /// Nothing that is known.
    Nothing,
}

/// Separators between a container's name and a member's.
const SEPARATORS: [&str; 4] = [".", ":", "/", "__"];
/// Prefixes that models invent.
const NAMESPACES: [&str; 6] = ["functions", "function", "tools", "tool", "defaultapi", "api"];

/// Maximum bytes of a compared name. A tool's name has 64, and a few groups may precede it. A longer one is not worth
/// its cost.
const LONGEST_COMPARED: usize = 512;

/// Resolves a name that no tool has.
#[cold]
pub(super) fn meaning(toolbox: &Toolbox, session: &Session, name: &str) -> Meaning {
    if name.len() > LONGEST_COMPARED {
        return Meaning::Nothing;
    }
    let names = Names { toolbox, session };
    let folded = fold(name);
    let spelt = || names.all_spelt(&folded);
    names
        .after_group(name)
        .or_else(|| one_of(spelt(), |index| Meaning::Exactly(index, CallMistake::MisspeltName)))
        .or_else(|| {
            let joined = names.joined(&folded);
            one_of(joined, |index| Meaning::Exactly(index, CallMistake::QualifiedName))
        })
        // The host chose a prefix, so the name without it is not a name of the tool.
        .or_else(|| one_of(names.reachable(toolbox.lookup().own(&folded)), Meaning::Nearly))
        .or_else(|| names.near(name, &folded).map(Meaning::Nearly))
        .unwrap_or(Meaning::Nothing)
}

/// The meaning of a name that may mean any of these tools.
fn one_of(mut found: Vec<ToolIndex>, exactly: impl FnOnce(ToolIndex) -> Meaning) -> Option<Meaning> {
    match found.as_slice() {
        [] => None,
        [index] => Some(exactly(*index)),
        _ => {
            found.truncate(MAX_NAMED);
            Some(Meaning::OneOf(found))
        }
    }
}

/// Tools that an answer names at most, where any of them may be meant.
const MAX_NAMED: usize = 5;

/// A member of a container, as a model names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NamedMember {
    pub(super) index: ToolIndex,
    /// A few characters differ.
    pub(super) is_misspelt: bool,
}

/// The only member of a container, plugin or source with this name. Its own name matches, or one with a prefix, up to
/// case and separators. Otherwise, the only member with a similar name.
pub(super) fn member_named(
    toolbox: &Toolbox,
    session: &Session,
    members: &[ToolIndex],
    name: &str,
) -> Option<NamedMember> {
    if name.len() > LONGEST_COMPARED {
        return None;
    }
    let names = Names { toolbox, session };
    let all = inside(toolbox, members);
    let mut found = names.member_at_any_depth(members, name);
    if found.is_empty() {
        let bare = splits(name).map(|(_, rest)| names.member_at_any_depth(members, rest));
        found = bare.into_iter().find(|found| !found.is_empty()).unwrap_or_default();
    }
    if found.is_empty() {
        found = names.joined(&fold(name));
        found.retain(|index| all.contains(index));
    }
    match found.as_slice() {
        [index] => Some(NamedMember { index: *index, is_misspelt: false }),
        [] => {
            let index = names.near_member(&all, name)?;
            let others: Vec<_> = all.iter().copied().filter(|&other| other != index).collect();
            let is_only = names.near_member(&others, name).is_none();
            is_only.then_some(NamedMember { index, is_misspelt: true })
        }
        _ => None,
    }
}

/// These tools, and the members of containers among them, at any depth, nearest first.
pub(super) fn inside<'m>(toolbox: &Toolbox, members: &'m [ToolIndex]) -> Cow<'m, [ToolIndex]> {
    if !members.iter().any(|&member| toolbox.at(member).is_container()) {
        return members.into();
    }
    let mut known: FxHashSet<ToolIndex> = members.iter().copied().collect();
    let mut all = members.to_vec();
    let mut next = 0;
    while let Some(&index) = all.get(next) {
        next += 1;
        if let Role::Container(container) = &toolbox.at(index).role {
            all.extend(container.members.iter().copied().filter(|&member| known.insert(member)));
        }
    }
    all.into()
}

/// Names that are cut at more places mean nothing: no groups lie in each other so deeply.
const MAX_CUTS: usize = 16;

/// [`every_split`], unless they are too many to look into.
fn splits(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_hopeless = every_split(name).nth(MAX_CUTS).is_some();
    every_split(name).take(if is_hopeless { 0 } else { MAX_CUTS })
}

/// A name split at each separator. The first part may have a prefix itself.
fn every_split(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let cuts = name.char_indices().flat_map(move |(at, _)| {
        SEPARATORS
            .iter()
            .filter(move |separator| name[at..].starts_with(**separator))
            .map(move |separator| (at, separator.len()))
    });
    cuts.flat_map(move |(at, length)| {
        let (before, rest) = (&name[..at], &name[at + length..]);
        let start = SEPARATORS.iter().filter_map(|s| before.rfind(s).map(|at| at + s.len())).max();
        [Some(before), start.map(|start| &before[start..])]
            .into_iter()
            .flatten()
            .map(move |group| (group, rest))
    })
}

struct Names<'a> {
    toolbox: &'a Toolbox,
    session: &'a Session,
}

impl Names<'_> {
    fn can_reach(&self, index: ToolIndex) -> bool {
        listing::may_call(self.toolbox, self.session, index, Visit::Look)
            || door(self.toolbox, self.session, index).is_some()
    }

    fn reachable(&self, indices: &[ToolIndex]) -> Vec<ToolIndex> {
        indices.iter().copied().filter(|&index| self.can_reach(index)).collect()
    }

    /// The tools that are called so but for case and separators.
    fn all_spelt(&self, folded: &str) -> Vec<ToolIndex> {
        self.reachable(self.toolbox.lookup().spelt(folded))
    }

    /// The meaning of a name that follows a group's name and a separator.
    fn after_group(&self, name: &str) -> Option<Meaning> {
        let exactly = |index| Meaning::Exactly(index, CallMistake::QualifiedName);
        splits(name).find_map(|(group, rest)| {
            let group = fold(group);
            let members = self.toolbox.lookup().members(&group);
            one_of(self.member_at_any_depth(members, rest), exactly).or_else(|| {
                let tools = if NAMESPACES.contains(&group.as_str()) { self.tool(rest) } else { Vec::new() };
                one_of(tools, exactly)
            })
        })
    }

    /// The tools whose names follow a group's, with or without separators: `Math_Add`, `Math->Add`, `MathAdd`. A
    /// namespace may come before both.
    fn joined(&self, folded: &str) -> Vec<ToolIndex> {
        let mut found = Vec::new();
        self.after_groups(folded, &mut found);
        for (_, rest) in joints(folded).filter(|(namespace, _)| NAMESPACES.contains(namespace)) {
            found.extend(self.all_spelt(rest));
            self.after_groups(rest, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn after_groups(&self, folded: &str, found: &mut Vec<ToolIndex>) {
        for (group, rest) in joints(folded) {
            self.joined_members(self.toolbox.lookup().members(group), rest, MAX_GROUPS, found);
        }
    }

    /// The members with the name `rest`, also after the names of containers among them.
    fn joined_members(&self, members: &[ToolIndex], rest: &str, depth: usize, found: &mut Vec<ToolIndex>) {
        for &member in members {
            let tool = self.toolbox.at(member);
            if is_called(tool, rest) && self.can_reach(member) {
                found.push(member);
            }
            if let (Role::Container(container), Some(depth)) = (&tool.role, depth.checked_sub(1)) {
                self.joined_members(&container.members, rest, depth, found);
                let after = rest.strip_prefix(fold(tool.name()).as_str()).unwrap_or_default();
                if !after.is_empty() {
                    self.joined_members(&container.members, after, depth, found);
                }
            }
        }
    }

    /// The members that are called so; the stricter way of comparing counts first.
    fn members(&self, members: &[ToolIndex], name: &str) -> Vec<ToolIndex> {
        let folded = fold(name);
        if folded.is_empty() {
            return Vec::new();
        }
        let ways: [&dyn Fn(&Tool) -> bool; 3] =
            [&|tool| tool.name() == name, &|tool| own_name(tool) == name, &|tool| is_called(tool, &folded)];
        let found = ways.into_iter().map(|is_meant| {
            let meant = members.iter().copied().filter(|&index| is_meant(self.toolbox.at(index)));
            meant.filter(|&index| self.can_reach(index)).collect::<Vec<_>>()
        });
        found.into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The members that are called so, or else the tools in containers among the members.
    fn member_at_any_depth(&self, members: &[ToolIndex], name: &str) -> Vec<ToolIndex> {
        let found = self.members(members, name);
        if !found.is_empty() {
            return found;
        }
        let all = inside(self.toolbox, members);
        if all.len() == members.len() { found } else { self.members(&all, name) }
    }

    /// The tools that are called so.
    fn tool(&self, name: &str) -> Vec<ToolIndex> {
        match self.toolbox.index(name) {
            Some(index) => self.reachable(&[index]),
            None => self.all_spelt(&fold(name)),
        }
    }

    /// The nearest one: among the members of a group that is named before it, or else among all.
    fn near(&self, name: &str, folded: &str) -> Option<ToolIndex> {
        let in_group = |group: &str, rest: &str| {
            self.near_member(&inside(self.toolbox, self.toolbox.lookup().members(group)), rest)
        };
        let cut = splits(name).find_map(|(group, rest)| in_group(&fold(group), rest));
        cut.or_else(|| self.toolbox.lookup().nearest(name, |index| self.can_reach(index)))
            // The longest group leaves the least to guess.
            .or_else(|| joints(folded).rev().find_map(|(group, rest)| in_group(group, rest)))
    }

    fn near_member(&self, members: &[ToolIndex], name: &str) -> Option<ToolIndex> {
        let reachable = members.iter().copied().filter(|&index| self.can_reach(index));
        let names: Vec<_> = reachable.map(|index| (self.toolbox.at(index).name(), index)).collect();
        let near = hpd_runtime::__private::nearest(name, names.iter().map(|(name, _)| *name))?;
        names.iter().find(|(name, _)| *name == near).map(|(_, index)| *index)
    }
}

/// Containers that are looked into for a name whose parts nothing separates.
const MAX_GROUPS: usize = 4;

/// A folded name, split at each character.
fn joints(folded: &str) -> impl DoubleEndedIterator<Item = (&str, &str)> {
    folded.char_indices().filter(|(at, _)| *at > 0).map(|(at, _)| folded.split_at(at))
}

/// Whether this is a name of the tool, up to case and separators: its name for models, its own, or its source's.
fn is_called(tool: &Tool, folded: &str) -> bool {
    [tool.name(), own_name(tool), tool.original_name()].iter().any(|known| fold(known) == folded)
}

#[cfg(test)]
mod tests {
    use super::{joints, splits};

    #[test]
    fn a_name_is_cut_at_every_separator() {
        let cuts = |name| splits(name).collect::<Vec<_>>();
        assert_eq!(cuts("Math.add"), [("Math", "add")]);
        assert_eq!(cuts("Math:add"), [("Math", "add")]);
        assert_eq!(cuts("Math/add"), [("Math", "add")]);
        assert_eq!(cuts("Math__add"), [("Math", "add")]);
        assert_eq!(cuts("a.b.c"), [("a", "b.c"), ("a.b", "c"), ("b", "c")]);
        assert_eq!(cuts("add"), []);
    }

    #[test]
    fn a_name_without_separators_is_cut_at_every_letter() {
        assert_eq!(joints("abc").collect::<Vec<_>>(), [("a", "bc"), ("ab", "c")]);
        assert_eq!(joints("ä").count(), 0);
    }

    #[test]
    fn a_name_that_is_cut_too_often_means_nothing() {
        assert_eq!(splits(&"a.".repeat(8)).count(), 15);
        assert_eq!(splits(&"a.".repeat(9)).count(), 0);
    }
}
