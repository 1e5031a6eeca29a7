//! Names and descriptions that the toolbox makes up.

use hpd_runtime::ToolName;
use hpd_runtime::check::first_names;
use rustc_hash::FxHashMap;

use super::{BuildProblem, Tool, ToolIndex};

/// A legal name for a tool from outside: what no provider takes becomes `_`.
pub(super) fn legal_name(name: &str) -> String {
    let mut legal: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' })
        .collect();
    if !legal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        legal.insert(0, '_');
    }
    legal.truncate(ToolName::MAX_BYTES);
    legal
}

/// What the model reads of a container: the author's text, and how to see what is inside.
pub(super) fn container_description(text: &str, functions: &[String], skills: &[String]) -> String {
    let groups: Vec<_> = [("function", functions), ("skill", skills)]
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(what, names)| {
            let plural = if names.len() == 1 { "" } else { "s" };
            format!("{} {what}{plural}: {}", names.len(), first_names(names))
        })
        .collect();
    if groups.is_empty() {
        return text.to_owned();
    }
    let sentence =
        |text: &str| if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") };
    let inside = sentence(&format!("Call it without arguments to reveal {}", groups.join(" and ")));
    format!("{} {inside}", sentence(text))
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
    // Original names lead to their tool too, unless that would hide one that is legally called so.
    for (index, tool) in tools.iter().enumerate() {
        if let Some(original) = &tool.original_name {
            by_name.entry(original.clone()).or_insert(index);
        }
    }
    by_name
}
