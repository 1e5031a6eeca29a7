//! What is meant by a name that no tool has.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::unknown::Mistake;
use crate::session::Session;
use crate::toolbox::{Role, Tool, ToolIndex, Toolbox, fold};
use crate::visibility::{self, Visit, door};

/// What is meant by a name that no tool has. Nothing is ever named that the session can't get at: it sees the tool, or may
/// expand a container on the way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// One tool, without doubt.
    Exactly(ToolIndex, Mistake),
    /// Perhaps this one: a few letters differ.
    Nearly(ToolIndex),
    /// Nothing that is known.
    Nothing,
}

/// What stands between a container's name and a member's.
const SEPARATORS: [&str; 4] = [".", ":", "/", "__"];
/// What models put before names of their own accord.
const NAMESPACES: [&str; 6] = ["functions", "function", "tools", "tool", "defaultapi", "api"];

/// Bytes of a name that is compared with others: a tool's name has 64, and a few groups may stand before it. A longer one
/// means nothing, and would cost more than its length to look into.
const LONGEST_COMPARED: usize = 512;

/// Finds out what is meant by a name that no tool has.
#[cold]
pub(super) fn meaning(toolbox: &Toolbox, session: &Session, name: &str) -> Meaning {
    if name.len() > LONGEST_COMPARED {
        return Meaning::Nothing;
    }
    let names = Names { toolbox, session };
    let mut nearly = None;
    for (group, rest) in splits(name) {
        let members = toolbox.lookup().members(group);
        if let Some(index) = names.member_at_any_depth(members, rest) {
            return Meaning::Exactly(index, Mistake::QualifiedName);
        }
        if NAMESPACES.contains(&fold(group).as_str())
            && let Some(index) = names.tool(rest)
        {
            return Meaning::Exactly(index, Mistake::QualifiedName);
        }
        nearly = nearly.or_else(|| names.near_member(&inside(toolbox, members), rest));
    }
    let seen = |&&index: &&ToolIndex| names.sees(index);
    if let [index] = toolbox.lookup().spelt(name).iter().filter(seen).collect::<Vec<_>>()[..] {
        return Meaning::Exactly(*index, Mistake::MisspeltName);
    }
    let nearly = nearly.or_else(|| toolbox.lookup().nearest(name, |index| names.sees(index)));
    nearly.map_or(Meaning::Nothing, Meaning::Nearly)
}

/// The one member of a container, plugin or source that is called so: by its own name or with something before it, up to
/// case and separators.
pub(super) fn member_named(
    toolbox: &Toolbox,
    session: &Session,
    members: &[ToolIndex],
    name: &str,
) -> Option<ToolIndex> {
    if name.len() > LONGEST_COMPARED {
        return None;
    }
    let names = Names { toolbox, session };
    let bare = || splits(name).find_map(|(_, rest)| names.member_at_any_depth(members, rest));
    names.member_at_any_depth(members, name).or_else(bare)
}

/// These tools, and what lies in the containers among them, at any depth: what is nearer comes first.
fn inside<'m>(toolbox: &Toolbox, members: &'m [ToolIndex]) -> Cow<'m, [ToolIndex]> {
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
const MOST_CUTS: usize = 16;

/// [`every_split`], unless they are too many to look into.
fn splits(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_hopeless = every_split(name).nth(MOST_CUTS).is_some();
    every_split(name).take(if is_hopeless { 0 } else { MOST_CUTS })
}

/// A name, cut at each separator into what stands before it and what behind. What stands before may itself have something
/// before it.
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
    fn sees(&self, index: ToolIndex) -> bool {
        visibility::may_call(self.toolbox, self.session, index, Visit::Look)
    }

    fn can_reach(&self, index: ToolIndex) -> bool {
        self.sees(index) || door(self.toolbox, self.session, index).is_some()
    }

    /// The one member that is called so; the stricter way of comparing counts first.
    fn member(&self, members: &[ToolIndex], name: &str) -> Option<ToolIndex> {
        let folded = fold(name);
        if folded.is_empty() {
            return None;
        }
        let ways: [&dyn Fn(&Tool) -> bool; 3] =
            [&|tool| tool.name() == name, &|tool| own_name(tool) == name, &|tool| {
                [tool.name(), own_name(tool), tool.original_name()].iter().any(|known| fold(known) == folded)
            }];
        for is_meant in ways {
            let meant = members.iter().copied().filter(|&index| is_meant(self.toolbox.at(index)));
            let mut meant = meant.filter(|&index| self.can_reach(index));
            if let Some(first) = meant.next() {
                return meant.next().is_none().then_some(first);
            }
        }
        None
    }

    /// The one member that is called so, or else the one tool in a container among the members.
    fn member_at_any_depth(&self, members: &[ToolIndex], name: &str) -> Option<ToolIndex> {
        self.member(members, name).or_else(|| {
            let all = inside(self.toolbox, members);
            if all.len() == members.len() { None } else { self.member(&all, name) }
        })
    }

    /// The one tool that is called so.
    fn tool(&self, name: &str) -> Option<ToolIndex> {
        match self.toolbox.index(name) {
            Some(index) => self.can_reach(index).then_some(index),
            None => self.member(self.toolbox.lookup().spelt(name), name),
        }
    }

    fn near_member(&self, members: &[ToolIndex], name: &str) -> Option<ToolIndex> {
        let reachable = members.iter().copied().filter(|&index| self.can_reach(index));
        let names: Vec<_> = reachable.map(|index| (self.toolbox.at(index).name(), index)).collect();
        let near = hpd_runtime::error::nearest(name, names.iter().map(|(name, _)| *name))?;
        names.iter().find(|(name, _)| *name == near).map(|(_, index)| *index)
    }
}

/// The name of a tool without its plugin's, whatever prefix the model sees.
fn own_name(tool: &Tool) -> &str {
    tool.id().as_str().split_once('.').map_or(tool.id().as_str(), |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::splits;

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
    fn a_name_that_is_cut_too_often_means_nothing() {
        assert_eq!(splits(&"a.".repeat(8)).count(), 15);
        assert_eq!(splits(&"a.".repeat(9)).count(), 0);
    }
}
