//! Which plugins a toolbox holds: the registered ones, and those that skills refer to.

use std::any::TypeId;
use std::collections::HashMap;

use hpd_runtime::BoundPlugin;
use hpd_runtime::spec::{FunctionInfo, FunctionSpec, PluginRef, SkillInfo};

use super::BuildProblem;
use super::builder::Entry;
use crate::external::ExternalSource;

/// A plugin of a toolbox.
pub(super) struct Registered {
    pub(super) plugin: BoundPlugin,
    /// Tool names are `prefix__name`.
    pub(super) prefix: Option<String>,
    /// By the host, not because a skill refers to it.
    pub(super) explicit: bool,
}

/// Everything that a toolbox is built of, in the order of registration.
pub(super) struct Plugins {
    pub(super) entries: Vec<Entry>,
    by_type: HashMap<TypeId, usize>,
}

impl Plugins {
    /// Takes what the host registered and adds what skills refer to.
    pub(super) fn collect(entries: Vec<Entry>, problems: &mut Vec<BuildProblem>) -> Self {
        let mut plugins = Self { entries: Vec::new(), by_type: HashMap::new() };
        for entry in entries {
            match entry {
                Entry::Plugin(registered) => plugins.add(registered, problems),
                Entry::External(source) => plugins.add_source(source, problems),
                other => plugins.entries.push(other),
            }
        }
        plugins.add_referenced(problems);
        plugins
    }

    pub(super) fn plugin_of(&self, reference: &PluginRef) -> Option<&Registered> {
        match self.entries.get(*self.by_type.get(&reference.type_id)?)? {
            Entry::Plugin(registered) => Some(registered),
            _ => None,
        }
    }

    /// The sources of tools from outside.
    pub(super) fn sources(&self) -> impl Iterator<Item = &ExternalSource> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::External(source) => Some(source),
            _ => None,
        })
    }

    /// The names of the containers that the host put something into.
    pub(super) fn nested_in(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::External(source) => source.within.as_deref(),
            Entry::Skill(skill) => skill.within.as_deref(),
            Entry::Plugin(_) | Entry::Function(_) | Entry::ReferencedFunction(_) => None,
        })
    }

    /// Whether any skill has documents.
    pub(super) fn have_documents(&self) -> bool {
        self.entries.iter().any(|entry| match entry {
            Entry::Plugin(registered) => registered.plugin.skills().any(|skill| !skill.documents.is_empty()),
            Entry::Skill(skill) => !skill.documents.is_empty(),
            Entry::Function(_) | Entry::ReferencedFunction(_) | Entry::External(_) => false,
        })
    }

    /// Whether a plugin or source is called so, whatever the case of the letters.
    pub(super) fn is_group(&self, name: &str) -> bool {
        let is_meant = |group: &str| group.to_lowercase() == name.to_lowercase();
        self.registered().any(|registered| is_meant(registered.plugin.name()))
            || self.sources().any(|source| is_meant(&source.plugin_name()))
    }

    fn registered(&self) -> impl Iterator<Item = &Registered> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Plugin(registered) => Some(registered),
            _ => None,
        })
    }

    fn add(&mut self, registered: Registered, problems: &mut Vec<BuildProblem>) {
        let plugin = registered.plugin.name().to_owned();
        if registered.prefix.as_deref() == Some("") {
            problems.push(BuildProblem::EmptyPrefix { plugin: plugin.clone() });
        }
        let type_id = registered.plugin.type_id();
        if self.by_type.contains_key(&type_id) {
            problems.push(BuildProblem::SamePlugin { plugin, twice: true });
            return;
        }
        if self.registered().any(|other| other.plugin.name() == plugin) {
            problems.push(BuildProblem::SamePlugin { plugin, twice: false });
            return;
        }
        if self.sources().any(|source| source.plugin_name() == plugin) {
            problems.push(BuildProblem::SameSource { source: plugin });
            return;
        }
        self.by_type.insert(type_id, self.entries.len());
        self.entries.push(Entry::Plugin(registered));
    }

    fn add_source(&mut self, source: ExternalSource, problems: &mut Vec<BuildProblem>) {
        let name = source.plugin_name();
        let is_taken = self.sources().any(|other| other.plugin_name() == name)
            || self.registered().any(|plugin| plugin.plugin.name() == name);
        if is_taken {
            problems.push(BuildProblem::SameSource { source: name });
            return;
        }
        for (tool, rules) in &source.rules.tools {
            if let Some(problem) = rules.problem() {
                problems.push(BuildProblem::Rules { id: format!("{name}.{tool}"), problem });
            }
        }
        self.entries.push(Entry::External(source));
    }

    /// A skill of an added plugin may refer to further plugins, so this goes on until nothing new is found.
    fn add_referenced(&mut self, problems: &mut Vec<BuildProblem>) {
        let mut next = 0;
        while next < self.entries.len() {
            let mut found = References::default();
            if let Entry::Plugin(registered) = &self.entries[next] {
                for skill in registered.plugin.skills() {
                    found.of_skill(skill);
                }
            }
            next += 1;
            for (skill, reference) in found.plugins {
                self.add_reference(skill, &reference, problems);
            }
            for function in found.functions {
                self.add_function(function);
            }
        }
    }

    fn add_reference(&mut self, skill: &SkillInfo, reference: &PluginRef, problems: &mut Vec<BuildProblem>) {
        if self.by_type.contains_key(&reference.type_id) {
            return;
        }
        if let Some(plugin) = (reference.make)() {
            return self.add(Registered { plugin, prefix: None, explicit: false }, problems);
        }
        let problem =
            BuildProblem::NeedsInstance { plugin: reference.name.to_owned(), referred_by: qualified(skill) };
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    fn add_function(&mut self, spec: &'static FunctionSpec<()>) {
        let known = self.entries.iter().any(|entry| {
            matches!(entry, Entry::Function(other) | Entry::ReferencedFunction(other) if is_same(other.info, spec.info))
        });
        if !known {
            self.entries.push(Entry::ReferencedFunction(spec));
        }
    }
}

/// Whether two rows are of one function. Its row may stand in the program more than once, so that its address alone does
/// not tell.
fn is_same(left: &'static FunctionInfo, right: &'static FunctionInfo) -> bool {
    let params =
        |info: &'static FunctionInfo| info.params.iter().map(|param| (param.name, param.description));
    std::ptr::eq(left, right)
        || (left.name == right.name
            && left.description == right.description
            && params(left).eq(params(right)))
}

/// `Plugin.skill`.
pub(super) fn qualified(skill: &SkillInfo) -> String {
    format!("{}.{}", (skill.plugin)().name, skill.name)
}

/// What a skill refers to.
#[derive(Default)]
struct References {
    plugins: Vec<(&'static SkillInfo, PluginRef)>,
    functions: Vec<&'static FunctionSpec<()>>,
}

impl References {
    fn of_skill(&mut self, skill: &'static SkillInfo) {
        for function in skill.functions {
            self.plugins.extend(function.plugin.map(|plugin| (skill, plugin())));
            self.functions.extend(function.free.map(|free| free()));
        }
        self.plugins.extend(skill.skills.iter().map(|other| (skill, (other.plugin)())));
    }
}
