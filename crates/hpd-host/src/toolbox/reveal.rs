//! The place of each tool, and the containers that reveal it.
//!
//! A container reveals the members of its plugin or source, and its inner containers. A skill reveals its references.
//! Qualified ids identify all of them: a function of the same name in another plugin is another one. `visibility/`
//! computes the list of tools from this.

use std::collections::{HashMap, HashSet};

use hpd_runtime::__private::ReferredFunction;
use hpd_runtime::spec::{PluginRef, QualifiedId, SkillInfo};

use super::builder::Entry;
use super::plugins::{Plugins, Registered, qualified};
use crate::problem::BuildProblem;
use crate::tool::{Place, Role, Tool, ToolIndex};
use crate::visibility::{Plan, VisibilityPolicy};

/// Fills in `reveal` of every tool and `members` of every container.
pub(super) fn link(tools: &mut [Tool], plugins: &Plugins, problems: &mut Vec<BuildProblem>) {
    check_skill_cycles(plugins, problems);
    let index = Index::new(tools);
    for entry in &plugins.entries {
        match entry {
            Entry::Plugin(registered) => link_plugin(tools, &index, registered, plugins, problems),
            Entry::ReferencedFunction(referenced) => {
                if let Some(function) = index.get(referenced.info().name) {
                    tools[function].reveal.place = Place::Plugin { explicit: false };
                }
            }
            // Sources and imported skills are linked when they are added.
            Entry::Function(_) | Entry::External(_) | Entry::Skill(_) => {}
        }
    }
    for registered in plugins.registered() {
        for skill in registered.plugin.skills() {
            link_skill(tools, &index, registered, skill, plugins);
        }
    }
}

/// Applies the toolbox's policy to its tools.
pub(super) fn plan(tools: &mut [Tool], policy: VisibilityPolicy) -> Plan {
    let plan = Plan::new(tools, policy);
    for (index, tool) in tools.iter_mut().enumerate() {
        tool.reveal.always = plan.is_always_listed(index);
    }
    plan
}

fn link_plugin(
    tools: &mut [Tool],
    index: &Index,
    registered: &Registered,
    plugins: &Plugins,
    problems: &mut Vec<BuildProblem>,
) {
    let plugin = &registered.plugin;
    let explicit = registered.explicit;
    let functions = plugin.functions().map(|info| info.name);
    let names = functions.chain(plugin.skills().map(|info| info.name));
    let members: Vec<_> = names.filter_map(|name| index.get(registered.id(name).as_str())).collect();
    let Some(scope) = plugin.scope() else {
        for member in members {
            tools[member].reveal.place = Place::Plugin { explicit };
        }
        return;
    };
    let Some(container) = index.get(registered.name()) else { return };
    for member in members {
        tools[member].reveal.place = Place::Scope { container, explicit };
        reveal(tools, container, member);
    }
    if lies_in_itself(registered, plugins) {
        let path = scope_path(registered, plugins);
        // Each scope of a cycle gets here, and one of them reports it.
        if path.iter().min() == path.first() {
            problems.push(BuildProblem::ScopeCycle { path });
        }
        return;
    }
    let outer = scope.within.map(|outer| outer());
    problems.extend(
        outer.and_then(|outer| plugins.several_instances(&outer, registered, registered.name().to_owned())),
    );
    let outer = outer.and_then(|outer| outer_container(&outer, registered, plugins, index));
    let outer = outer.filter(|_| explicit);
    tools[container].reveal.place = Place::Container { explicit, outer };
    if let Some(outer) = outer {
        reveal(tools, outer, container);
    }
}

fn link_skill(
    tools: &mut [Tool],
    index: &Index,
    registered: &Registered,
    info: &SkillInfo,
    plugins: &Plugins,
) {
    let Some(container) = index.get(registered.id(info.name).as_str()) else { return };
    let functions = info.functions.iter().map(|function| {
        let ReferredFunction { plugin, .. } = plugins.referred(function, registered);
        QualifiedId::new(plugin.as_deref(), function.name)
    });
    let skills = info.skills.iter().filter_map(|skill| plugins.skill_id(skill, registered));
    for member in functions.chain(skills) {
        if let Some(member) = index.get(member.as_str()) {
            reveal(tools, container, member);
        }
    }
}

/// Makes `container` reveal `member`.
pub(super) fn reveal(tools: &mut [Tool], container: ToolIndex, member: ToolIndex) {
    if tools[member].reveal.by.contains(&container) {
        return;
    }
    tools[member].reveal.by.push(container);
    if let Role::Container(role) = &mut tools[container].role {
        role.members.push(member);
    }
}

/// The container around a scope, if the host registered its plugin. The container of an implicit plugin is hidden, so a
/// scope in it has no outer container.
fn outer_container(
    plugin: &PluginRef,
    inner: &Registered,
    plugins: &Plugins,
    index: &Index,
) -> Option<ToolIndex> {
    let outer = plugins.home(plugin, Some(inner)).filter(|outer| outer.explicit)?;
    outer.plugin.scope()?;
    index.get(outer.name())
}

/// The plugins from a scope outwards, as far as they are registered; ends where one comes again.
fn scope_path(registered: &Registered, plugins: &Plugins) -> Vec<String> {
    let mut path = vec![registered.plugin.name().to_owned()];
    let mut scope = registered.plugin.scope();
    while let Some(outer) = scope.and_then(|scope| scope.within) {
        let outer = outer();
        let name = outer.name.to_owned();
        let again = path.contains(&name);
        path.push(name);
        if again {
            break;
        }
        scope = plugins.instances(&outer).next().and_then(|registered| registered.plugin.scope());
    }
    path
}

fn lies_in_itself(registered: &Registered, plugins: &Plugins) -> bool {
    let path = scope_path(registered, plugins);
    path.len() > 1 && path.first() == path.last()
}

/// The compiler refuses cycles in emitted tables. Hand-written tables are checked only here.
fn check_skill_cycles(plugins: &Plugins, problems: &mut Vec<BuildProblem>) {
    let mut walk = Walk::default();
    for entry in &plugins.entries {
        let Entry::Plugin(registered) = entry else { continue };
        for skill in registered.plugin.skills() {
            if let Some(path) = walk.find_circle(skill) {
                problems.push(BuildProblem::SkillCycle { path });
                return;
            }
        }
    }
}

/// A walk through skills, that looks at each of them once.
#[derive(Default)]
struct Walk {
    path: Vec<String>,
    done: HashSet<String>,
}

impl Walk {
    /// The circle that can be reached from a skill, from one of its skills back to itself.
    fn find_circle(&mut self, skill: &SkillInfo) -> Option<Vec<String>> {
        let name = qualified(skill);
        if let Some(start) = self.path.iter().position(|other| *other == name) {
            return Some(self.path[start..].iter().cloned().chain([name]).collect());
        }
        if self.done.contains(&name) {
            return None;
        }
        self.path.push(name.clone());
        let circle = skill.skills.iter().find_map(|next| self.find_circle(next));
        self.path.pop();
        self.done.insert(name);
        circle
    }
}

/// Tools by qualified id.
struct Index(HashMap<Box<str>, ToolIndex>);

impl Index {
    fn new(tools: &[Tool]) -> Self {
        Self(tools.iter().enumerate().map(|(index, tool)| (tool.id.as_str().into(), index)).collect())
    }

    fn get(&self, id: &str) -> Option<ToolIndex> {
        self.0.get(id).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use hpd_runtime::spec::{Instructions, PluginRef, SkillInfo};

    use super::Walk;

    fn farm() -> PluginRef {
        PluginRef { name: "Farm", type_id: TypeId::of::<()>(), make: || None }
    }

    const fn skill(name: &'static str, skills: &'static [&'static SkillInfo]) -> SkillInfo {
        SkillInfo {
            name,
            title: None,
            description: "",
            plugin: farm,
            functions: &[],
            skills,
            instructions: Instructions::None,
            documents: &[],
            meta: &[],
        }
    }

    static FEED: SkillInfo = skill("feed", &[&HATCH, &MILK]);
    static HATCH: SkillInfo = skill("hatch", &[&MILK, &LAY]);
    static LAY: SkillInfo = skill("lay", &[&HATCH]);
    static MILK: SkillInfo = skill("milk", &[]);

    #[test]
    fn a_circle_is_found_from_outside_and_named_once() {
        let circle = Walk::default().find_circle(&FEED).unwrap();
        assert_eq!(circle, ["Farm.hatch", "Farm.lay", "Farm.hatch"]);
    }

    #[test]
    fn a_skill_that_is_reached_twice_is_no_circle() {
        static TWICE: SkillInfo = skill("twice", &[&MILK, &MILK]);
        assert_eq!(Walk::default().find_circle(&TWICE), None);
    }
}
