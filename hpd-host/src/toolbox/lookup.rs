//! Finding tools by names that are not quite theirs.

use hpd_runtime::error::NameList;
use rustc_hash::FxHashMap;

use super::{Role, Tool, ToolIndex};

/// An index of names for calls whose name is wrong, made once.
#[derive(Debug)]
pub(crate) struct Lookup {
    names: NameList,
    by_fold: FxHashMap<Box<str>, Vec<ToolIndex>>,
    /// Members of containers, plugins and sources, by their folded names.
    groups: FxHashMap<Box<str>, Vec<ToolIndex>>,
}

impl Lookup {
    pub(super) fn new(tools: &[Tool]) -> Self {
        let mut by_fold: FxHashMap<Box<str>, Vec<ToolIndex>> = FxHashMap::default();
        let mut groups: FxHashMap<Box<str>, Vec<ToolIndex>> = FxHashMap::default();
        for (index, tool) in tools.iter().enumerate() {
            by_fold.entry(fold(tool.name()).into()).or_default().push(index);
            if let Some((plugin, _)) = tool.id().as_str().split_once('.') {
                groups.entry(fold(plugin).into()).or_default().push(index);
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
        Self { names: tools.iter().map(Tool::name).collect(), by_fold, groups }
    }

    /// The tools that are called so but for case and separators.
    pub(crate) fn spelt(&self, name: &str) -> &[ToolIndex] {
        self.by_fold.get(fold(name).as_str()).map_or(&[], Vec::as_slice)
    }

    /// The members of the container, plugin or source that is called so but for case and separators.
    pub(crate) fn members(&self, group: &str) -> &[ToolIndex] {
        self.groups.get(fold(group).as_str()).map_or(&[], Vec::as_slice)
    }

    /// The tool of the nearest name, among those that `accept` takes.
    pub(crate) fn nearest(&self, name: &str, accept: impl FnMut(ToolIndex) -> bool) -> Option<ToolIndex> {
        self.names.nearest(name, accept)
    }
}

/// A name without case and separators.
pub(crate) fn fold(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
