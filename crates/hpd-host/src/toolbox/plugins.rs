//! The plugins of a toolbox: registered ones, and those of skills' references.

use std::any::TypeId;
use std::collections::{HashMap, HashSet};

use hpd_runtime::spec::{BoundFunction, BoundPlugin, FunctionInfo, FunctionSpec, PluginRef, SkillInfo};

use super::builder::Entry;
use super::external::RegisteredSource;
use super::snapshot::Past;
use super::spelling::Spelling;
use crate::external::ExternalSource;
use crate::problem::BuildProblem;

/// A plugin of a toolbox.
#[derive(Clone)]
pub(super) struct Registered {
    pub(super) plugin: BoundPlugin,
    /// Tool names are `prefix__name`.
    pub(super) prefix: Option<String>,
    /// Its name, if its type is registered several times.
    pub(super) instance: Option<String>,
    /// By the host, not because a skill refers to it.
    pub(super) explicit: bool,
}

/// Everything that a toolbox is built of, in the order of registration.
pub(super) struct Plugins {
    pub(super) entries: Vec<Entry>,
    by_type: HashMap<TypeId, Vec<usize>>,
    /// How the names of this program's tools are spelt for models.
    pub(super) spelling: Option<Spelling>,
}

impl Plugins {
    /// Collects the registered plugins, and adds those of skills' references.
    pub(super) fn collect(
        entries: Vec<Entry>,
        spelling: Option<Spelling>,
        past: &Past,
        problems: &mut Vec<BuildProblem>,
    ) -> Self {
        let mut plugins = Self { entries: Vec::new(), by_type: HashMap::new(), spelling };
        let several = registered_several_times(&entries);
        for entry in entries {
            match entry {
                Entry::Plugin(mut registered) => {
                    if several.contains(&registered.plugin.type_id()) {
                        registered.instance.clone_from(&registered.prefix);
                    }
                    plugins.add(registered, problems);
                }
                Entry::External(source) => plugins.add_source(source, problems),
                other => plugins.entries.push(other),
            }
        }
        plugins.add_referenced(past, problems);
        plugins
    }

    /// The instances of a plugin.
    pub(super) fn instances(&self, reference: &PluginRef) -> impl Iterator<Item = &Registered> {
        let places = self.by_type.get(&reference.type_id).into_iter().flatten();
        places.filter_map(|&place| match &self.entries[place] {
            Entry::Plugin(registered) => Some(registered),
            _ => None,
        })
    }

    /// The sources of external tools.
    pub(super) fn sources(&self) -> impl Iterator<Item = &ExternalSource> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::External(source) => Some(&**source),
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

    /// Whether a plugin or source has this name, ignoring case.
    pub(super) fn is_group(&self, name: &str) -> bool {
        let is_meant = |group: &str| group.to_lowercase() == name.to_lowercase();
        self.registered().any(|registered| is_meant(registered.name()))
            || self.sources().any(|source| {
                is_meant(&source.plugin_name()) || source.container_name.as_deref().is_some_and(is_meant)
            })
    }

    pub(super) fn registered(&self) -> impl Iterator<Item = &Registered> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Plugin(registered) => Some(registered),
            _ => None,
        })
    }

    fn add(&mut self, registered: Registered, problems: &mut Vec<BuildProblem>) {
        let plugin = registered.name().to_owned();
        if registered.prefix.as_deref() == Some("") {
            problems.push(BuildProblem::EmptyPrefix { plugin: plugin.clone() });
        }
        let type_id = registered.plugin.type_id();
        if let Some(other) = self.registered().find(|other| other.name() == plugin) {
            let twice = other.plugin.type_id() == type_id;
            problems.push(BuildProblem::SamePlugin { plugin, twice });
            return;
        }
        if self.sources().any(|source| source.plugin_name() == plugin) {
            problems.push(BuildProblem::SameSource { source: plugin });
            return;
        }
        self.by_type.entry(type_id).or_default().push(self.entries.len());
        self.entries.push(Entry::Plugin(registered));
    }

    fn add_source(&mut self, source: RegisteredSource, problems: &mut Vec<BuildProblem>) {
        let name = source.plugin_name();
        let is_taken = self.sources().any(|other| other.plugin_name() == name)
            || self.registered().any(|plugin| plugin.name() == name);
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

    /// A skill of an added plugin may refer to further plugins, so this repeats until none is new.
    fn add_referenced(&mut self, past: &Past, problems: &mut Vec<BuildProblem>) {
        let mut next = 0;
        while next < self.entries.len() {
            let mut found = References::default();
            if let Entry::Plugin(registered) = &self.entries[next] {
                for skill in registered.plugin.skills() {
                    found.of_skill(skill);
                }
                self.report_several(registered, &found, problems);
            }
            next += 1;
            for (skill, reference) in found.plugins {
                self.add_reference(skill, &reference, past, problems);
            }
            for function in found.functions {
                self.add_function(function);
            }
        }
    }

    fn add_reference(
        &mut self,
        skill: &SkillInfo,
        reference: &PluginRef,
        past: &Past,
        problems: &mut Vec<BuildProblem>,
    ) {
        if self.by_type.contains_key(&reference.type_id) {
            return;
        }
        if let Some(plugin) = past.instance(reference).or_else(reference.make) {
            let registered = Registered { plugin, prefix: None, instance: None, explicit: false };
            return self.add(registered, problems);
        }
        let problem =
            BuildProblem::NeedsInstance { plugin: reference.name.to_owned(), referred_by: qualified(skill) };
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// A reference to one of several instances has to say which.
    fn report_several(&self, from: &Registered, found: &References, problems: &mut Vec<BuildProblem>) {
        for (skill, reference) in &found.plugins {
            let problem = self.several_instances(reference, from, from.id(skill.name).to_string());
            problems.extend(problem.filter(|problem| !problems.contains(problem)));
        }
    }

    /// The problem with a reference that could mean several instances.
    pub(super) fn several_instances(
        &self,
        reference: &PluginRef,
        from: &Registered,
        referred_by: String,
    ) -> Option<BuildProblem> {
        let instances: Vec<_> = self.instances(reference).map(|home| home.name().to_owned()).collect();
        let is_open = instances.len() > 1 && self.home(reference, Some(from)).is_none();
        is_open.then(|| BuildProblem::SeveralInstances {
            plugin: reference.name.to_owned(),
            referred_by,
            instances,
        })
    }

    fn add_function(&mut self, spec: &'static FunctionSpec<()>) {
        let known = self.entries.iter().any(|entry| {
            matches!(entry, Entry::Function(other) | Entry::ReferencedFunction(other) if is_same(other.info(), spec.info))
        });
        if !known {
            self.entries.push(Entry::ReferencedFunction(BoundFunction::of(spec)));
        }
    }
}

/// The types of plugins that the host registers more than once.
fn registered_several_times(entries: &[Entry]) -> HashSet<TypeId> {
    let mut seen = HashSet::new();
    let types = entries.iter().filter_map(|entry| match entry {
        Entry::Plugin(registered) => Some(registered.plugin.type_id()),
        _ => None,
    });
    types.filter(|type_id| !seen.insert(*type_id)).collect()
}

/// Whether two rows describe one function. A row may exist more than once in the program, so its address does not
/// decide.
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

/// The references of a skill.
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
