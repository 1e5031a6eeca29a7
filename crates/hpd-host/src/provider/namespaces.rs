//! The native list of `OpenAI`: containers are namespaces, and their members are deferred.

use hpd_runtime::spec::ToolName;
use rustc_hash::{FxHashMap, FxHashSet};

use super::answer::raw;
use super::native::{array, entry};
use crate::listing::ToolList;
use crate::tool::{ContainerRole, Role, Tool, ToolIndex};

/// The search that `OpenAI` runs itself.
const HOSTED_SEARCH: &str = r#"{"type":"tool_search"}"#;

/// A list, of definitions in its order; `None` where a tool can't be listed.
pub(super) fn namespaces(list: &ToolList, written: &[Option<String>]) -> String {
    let homes = list.homes();
    let mut members = deferred_members(list, written, &homes);
    let around = Around::of(list, &homes, &members);
    let mut has_deferred = !members.is_empty();
    let mut taken = list.names().map(str::to_owned).collect();
    let (mut entries, mut own_search) = (Vec::new(), None);
    for (place, (tool, &index)) in list.iter().zip(list.indices()).enumerate() {
        let alone = written[place].as_deref().filter(|_| homes[place].is_none());
        match &tool.role {
            Role::Container(role) => {
                if let Some(text) = alone.filter(|_| role.kind.is_skill()) {
                    has_deferred |= list.is_deferred(index);
                    entries.push(entry(text, list.is_deferred(index)));
                }
                if let Some(members) = members.remove(&index) {
                    let name = namespace_name(tool, role, &mut taken);
                    let description = around.description(list, index);
                    entries.push(namespace(&name, &description, members));
                }
            }
            // The provider asks for it in its own form.
            Role::Function(_) if tool.searches() => own_search = Some(client_search(tool)),
            Role::Function(_) | Role::Bridge(_) => entries.extend(alone.map(str::to_owned)),
        }
    }
    let search = has_deferred.then(|| own_search.unwrap_or_else(|| HOSTED_SEARCH.to_owned()));
    array(entries.into_iter().chain(search))
}

/// The definitions of deferred functions and skills, by container.
fn deferred_members(
    list: &ToolList,
    written: &[Option<String>],
    homes: &[Option<ToolIndex>],
) -> FxHashMap<ToolIndex, Vec<String>> {
    let mut members: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for ((tool, text), home) in list.iter().zip(written).zip(homes) {
        if let (true, Some(text), Some(home)) = (is_called(tool), text, home) {
            members.entry(*home).or_default().push(entry(text, true));
        }
    }
    members
}

/// Whether a tool is called by its name there: scopes and sources are namespaces.
fn is_called(tool: &Tool) -> bool {
    match &tool.role {
        Role::Container(role) => role.kind.is_skill(),
        Role::Function(_) | Role::Bridge(_) => true,
    }
}

/// Which containers lie in one that is no namespace, since nothing but containers is in it.
struct Around(FxHashMap<ToolIndex, ToolIndex>);

impl Around {
    fn of(list: &ToolList, homes: &[Option<ToolIndex>], members: &FxHashMap<ToolIndex, Vec<String>>) -> Self {
        let homes = list.indices().iter().zip(homes);
        let around = homes.filter_map(|(&index, home)| Some((index, (*home)?)));
        Self(around.filter(|(_, home)| !members.contains_key(home)).collect())
    }

    /// The description of a namespace: the texts of the containers around it that are none come first, or no model would
    /// read them.
    fn description(&self, list: &ToolList, container: ToolIndex) -> String {
        let around = std::iter::successors(Some(container), |inner| self.0.get(inner).copied());
        let mut texts: Vec<_> = around.filter_map(|index| list.at(index).namespace_description()).collect();
        texts.reverse();
        texts.join(" ")
    }
}

/// The name of a container's namespace. A skill is called by its own name, beside the namespace of its functions: a namespace
/// that is called like its function is `OpenAI`'s own word for a function in none.
fn namespace_name(tool: &Tool, role: &ContainerRole, taken: &mut FxHashSet<String>) -> String {
    let name = tool.name();
    if !role.kind.is_skill() {
        return name.to_owned();
    }
    let mut number = 1;
    loop {
        let end = if number == 1 { "_functions".to_owned() } else { format!("_functions_{number}") };
        // Legal names are ASCII.
        let free = format!("{}{end}", &name[..name.len().min(ToolName::MAX_BYTES - end.len())]);
        if taken.insert(free.clone()) {
            return free;
        }
        number += 1;
    }
}

/// The search that this program runs.
fn client_search(tool: &Tool) -> String {
    format!(
        r#"{{"type":"tool_search","execution":"client","description":{},"parameters":{}}}"#,
        raw(&tool.description()).get(),
        tool.input_schema()
    )
}

fn namespace(name: &str, description: &str, entries: Vec<String>) -> String {
    format!(
        r#"{{"type":"namespace","name":{},"description":{},"tools":{}}}"#,
        raw(&name).get(),
        raw(&description).get(),
        array(entries.into_iter())
    )
}
