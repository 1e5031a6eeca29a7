//! Finding tools by names that are not quite theirs.

use hpd_journal::__private::fold;
use hpd_runtime::error::NameList;
use rustc_hash::FxHashMap;

use crate::tool::{Role, Tool, ToolIndex, own_name};

/// An index of names for calls whose name is wrong, made once.
#[derive(Debug)]
pub(crate) struct Lookup {
    names: NameList,
    by_fold: FxHashMap<Box<str>, Vec<ToolIndex>>,
    /// Tools by the names that they have without a prefix, or at their source, where models see another one.
    by_own_fold: FxHashMap<Box<str>, Vec<ToolIndex>>,
    /// Members of containers, plugins and sources, by their folded names.
    groups: FxHashMap<Box<str>, Vec<ToolIndex>>,
}

impl Lookup {
    pub(super) fn new(tools: &[Tool]) -> Self {
        let mut by_fold: FxHashMap<Box<str>, Vec<ToolIndex>> = FxHashMap::default();
        let mut by_own_fold: FxHashMap<Box<str>, Vec<ToolIndex>> = FxHashMap::default();
        let mut groups: FxHashMap<Box<str>, Vec<ToolIndex>> = FxHashMap::default();
        for (index, tool) in tools.iter().enumerate() {
            let seen = fold(tool.name());
            for own in [own_name(tool), tool.original_name()].map(fold) {
                let known = by_own_fold.entry(own.as_str().into()).or_default();
                if own != seen && known.last() != Some(&index) {
                    known.push(index);
                }
            }
            by_fold.entry(seen.into()).or_default().push(index);
            let plugin = tool.plugin();
            // The host's name for a source may differ from the name of its container.
            let source = tool.outside().map(|function| &*function.source);
            for group in plugin.into_iter().chain(source) {
                groups.entry(fold(group).into()).or_default().push(index);
            }
            if let Role::Container(container) = &tool.role {
                for name in [tool.name(), tool.id().as_str(), tool.original_name()] {
                    groups.entry(fold(name).into()).or_default().extend(&container.members);
                }
            }
        }
        for members in groups.values_mut() {
            members.sort_unstable();
            members.dedup();
        }
        Self { names: tools.iter().map(Tool::name).collect(), by_fold, by_own_fold, groups }
    }

    /// The tools that are called so but for case and separators.
    pub(crate) fn spelt(&self, folded: &str) -> &[ToolIndex] {
        self.by_fold.get(folded).map_or(&[], Vec::as_slice)
    }

    /// The tools that are called so in their plugin or at their source, and otherwise for models.
    pub(crate) fn own(&self, folded: &str) -> &[ToolIndex] {
        self.by_own_fold.get(folded).map_or(&[], Vec::as_slice)
    }

    /// The members of the container, plugin or source that is called so but for case and separators.
    pub(crate) fn members(&self, folded: &str) -> &[ToolIndex] {
        self.groups.get(folded).map_or(&[], Vec::as_slice)
    }

    /// The tool with the nearest name, of all that `accept` admits.
    pub(crate) fn nearest(&self, name: &str, accept: impl FnMut(ToolIndex) -> bool) -> Option<ToolIndex> {
        self.names.nearest(name, accept)
    }
}
