//! Names and descriptions that the toolbox makes up.

use std::collections::{HashMap, HashSet};

use hpd_runtime::spec::ToolName;
use rustc_hash::FxHashMap;

use crate::external::ExternalSource;
use crate::problem::BuildProblem;
use crate::tool::{Tool, ToolIndex};

/// A legal name for an external tool: illegal characters become `_`, and a long name ends in a hash of the whole.
pub(super) fn legal_name(name: &str) -> String {
    let mut legal: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' })
        .collect();
    if !legal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        legal.insert(0, '_');
    }
    if legal.len() > ToolName::MAX_BYTES { with_hash(&legal, name) } else { legal }
}

/// A name with a hash of `text` at its end, cut to the legal length.
fn with_hash(name: &str, text: &str) -> String {
    let hash = format!("_{:08x}", stable_hash(text));
    // Legal names are ASCII.
    format!("{}{hash}", &name[..name.len().min(ToolName::MAX_BYTES - hash.len())])
}

/// FNV-1a, 32 bits: the same in every build, since sessions and prompts outlive a program.
fn stable_hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The names that are given away, with the qualified ids of those who have them.
#[derive(Default)]
pub(super) struct NamePool {
    taken: HashMap<String, String>,
}

/// A free name for an external tool or source.
pub(super) struct FoundName {
    /// The one that it would have had.
    pub(super) wanted: String,
    /// The one that it has.
    pub(super) offered: String,
    /// Who has the other one, if it is another.
    pub(super) taken_by: Option<String>,
}

/// The names of a source.
pub(super) struct SourceNames {
    pub(super) container: FoundName,
    /// One for each tool; none for one that has the name of another of the same source.
    pub(super) tools: Vec<Option<FoundName>>,
}

impl NamePool {
    /// Gives a name to a tool of this program.
    pub(super) fn reserve(&mut self, name: &str, id: &str) {
        self.taken.entry(name.to_owned()).or_insert_with(|| id.to_owned());
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.taken.contains_key(name)
    }

    /// Names for all sources: first for their containers, then for their tools.
    pub(super) fn find_for_sources<'s>(
        &mut self,
        sources: impl Iterator<Item = &'s ExternalSource>,
    ) -> Vec<SourceNames> {
        let sources: Vec<_> = sources.collect();
        let mut found: Vec<_> = sources
            .iter()
            .map(|source| {
                let plugin = source.plugin_name();
                let container = match &source.container_name {
                    Some(name) => self.given(name, &plugin),
                    None => self.find(&plugin, "", &plugin),
                };
                SourceNames { container, tools: Vec::new() }
            })
            .collect();
        for (source, names) in sources.into_iter().zip(&mut found) {
            let plugin = source.plugin_name();
            let mut seen = HashSet::new();
            for tool in &source.list.tools {
                let id = format!("{plugin}.{}", tool.name);
                let is_new = seen.insert(tool.name.as_str());
                names.tools.push(is_new.then(|| self.find(&tool.name, &source.name, &id)));
            }
        }
        found
    }

    /// A name that the host gave: it is used as it is, or the build fails.
    fn given(&mut self, name: &str, id: &str) -> FoundName {
        let taken_by = self.taken.get(name).cloned();
        self.reserve(name, id);
        FoundName { wanted: name.to_owned(), offered: name.to_owned(), taken_by }
    }

    /// A free name: the wanted one, the same with a prefix, or one with a hash.
    fn find(&mut self, name: &str, prefix: &str, id: &str) -> FoundName {
        let wanted = legal_name(name);
        let taken_by = self.taken.get(&wanted).cloned();
        let mut offered = wanted.clone();
        if taken_by.is_some() && !prefix.is_empty() {
            offered = legal_name(&format!("{prefix}__{name}"));
        }
        let mut text = id.to_owned();
        while self.taken.contains_key(&offered) {
            offered = with_hash(&wanted, &text);
            text.push('+');
        }
        self.taken.insert(offered.clone(), id.to_owned());
        FoundName { wanted, offered, taken_by }
    }
}

impl SourceNames {
    /// The model's name of a tool: by the source's name for one of `source`, or by its own.
    pub(super) fn offered(&self, source: &ExternalSource, name: &str, pool: &NamePool) -> Option<String> {
        let mut own = source.list.tools.iter().zip(&self.tools);
        let own = own.find(|(tool, _)| tool.name == name).and_then(|(_, found)| found.as_ref());
        own.map(|found| found.offered.clone()).or_else(|| pool.contains(name).then(|| name.to_owned()))
    }
}

/// Sessions, filters and rules identify tools by qualified id, so ids must be unique. Duplicate names have an error of
/// their own.
pub(super) fn check_ids(tools: &[Tool], problems: &mut Vec<BuildProblem>) {
    let mut by_id: HashMap<&str, &Tool> = HashMap::new();
    for tool in tools {
        match by_id.get(tool.id.as_str()) {
            Some(first) if first.name() != tool.name() => problems.push(BuildProblem::SameId {
                id: tool.id.to_string(),
                names: [first.name().to_owned(), tool.name().to_owned()],
            }),
            Some(_) => {}
            None => {
                by_id.insert(tool.id.as_str(), tool);
            }
        }
    }
}

/// The index of names, in which two tools never share one.
pub(super) fn index_names(
    tools: &[Tool],
    problems: &mut Vec<BuildProblem>,
) -> FxHashMap<Box<str>, ToolIndex> {
    let mut by_name: FxHashMap<Box<str>, ToolIndex> = FxHashMap::default();
    for (index, tool) in tools.iter().enumerate() {
        match by_name.get(tool.name()) {
            Some(first) => problems.push(BuildProblem::SameName {
                name: tool.name().to_owned(),
                ids: [tools[*first].id.to_string(), tool.id.to_string()],
            }),
            None => {
                by_name.insert(tool.name().into(), index);
            }
        }
    }
    // Original names lead to their tool too, unless that would hide another one that is legally called so, or by its full id.
    let ids: HashSet<&str> = tools.iter().map(|tool| tool.id.as_str()).collect();
    for (index, tool) in tools.iter().enumerate() {
        let is_free = |name: &str| !ids.contains(name) || tool.id.as_str() == name;
        if let Some(original) = tool.original_name.as_ref().filter(|name| is_free(name)) {
            by_name.entry(original.clone()).or_insert(index);
        }
    }
    by_name
}
