//! Assembles the list of tools from the registered parts.

use std::borrow::Cow;

use hpd_runtime::__private::ArgumentPlan;
use hpd_runtime::__private::nearest;
use hpd_runtime::args::{Leniency, Limits};
use hpd_runtime::list::ListMode;
use hpd_runtime::schema::SchemaSettings;
use hpd_runtime::spec::{
    BoundFunction, BoundPlugin, FnRef, FunctionInfo, Metadata, QualifiedId, ScopeSpec, SkillInfo, ToolName,
};

use super::builder::{Entry, ToolboxBuilder};
use super::handling::Handling;
use super::names::{NamePool, check_ids, index_names, legal_name};
use super::nested::Nested;
use super::plugins::{Plugins, Registered};
use super::safeguards::Safeguards;
use super::skills::imported_id;
use super::{Toolbox, Tools, reveal, toolbox_number};
use crate::problem::{BuildError, BuildProblem};
use crate::tool::{
    AddedNames, ContainerKind, ContainerRole, FunctionRole, NO_PARAMETERS, Named, READ_DOCUMENT, Reveal,
    Role, RustFunction, Target, Tool, ToolIndex, container_description,
};
use crate::visibility::{Plan, Views};

/// The unfinished list of tools, with the problems so far.
pub(super) struct Assembly {
    pub(super) tools: Vec<Tool>,
    settings: SchemaSettings,
    pub(super) limits: Limits,
    pub(super) leniency: Leniency,
    problems: Vec<BuildProblem>,
    pub(super) reports: Vec<BuildProblem>,
    /// Sources and skills inside other containers.
    pub(super) nested: Vec<Nested>,
    pub(super) added_names: AddedNames,
}

impl Assembly {
    pub(super) fn new(
        settings: SchemaSettings,
        limits: Limits,
        leniency: Leniency,
        added_names: AddedNames,
        problems: Vec<BuildProblem>,
    ) -> Self {
        Self {
            tools: Vec::new(),
            settings,
            limits,
            leniency,
            problems,
            reports: Vec::new(),
            nested: Vec::new(),
            added_names,
        }
    }

    pub(super) fn add_all(&mut self, plugins: &Plugins) {
        let mut pool = self.own_names(plugins);
        let mut outside_names = pool.find_for_sources(plugins.sources()).into_iter();
        for entry in &plugins.entries {
            match entry {
                Entry::Plugin(registered) => self.add_plugin(registered, plugins),
                Entry::Function(function) | Entry::ReferencedFunction(function) => {
                    self.add_free_function(function, plugins);
                }
                Entry::External(source) => {
                    if let Some(names) = outside_names.next() {
                        source.add(self, &names, &pool, plugins);
                    }
                }
                Entry::Skill(skill) => self.add_imported(skill),
            }
        }
        self.link_imported();
    }

    /// The names of own tools, which precede external ones.
    fn own_names(&self, plugins: &Plugins) -> NamePool {
        let mut pool = NamePool::default();
        for tool in &self.tools {
            pool.reserve(tool.name(), tool.id.as_str());
        }
        for entry in &plugins.entries {
            match entry {
                Entry::Plugin(registered) => {
                    let plugin = &registered.plugin;
                    if let Some(scope) = plugin.scope() {
                        pool.reserve(&plugins.container_name(registered, scope), registered.name());
                    }
                    let functions = plugin.functions().map(|info| info.name);
                    for name in functions.chain(plugin.skills().map(|info| info.name)) {
                        let id = registered.id(name);
                        pool.reserve(&plugins.member_name(registered, name), id.as_str());
                    }
                }
                Entry::Function(function) | Entry::ReferencedFunction(function) => {
                    let name = function.info().name;
                    pool.reserve(&plugins.spelt(name), name);
                }
                Entry::Skill(skill) => pool.reserve(&legal_name(&skill.name), &imported_id(skill)),
                Entry::External(_) => {}
            }
        }
        if plugins.have_documents() {
            pool.reserve(&self.added_names.reader, READ_DOCUMENT);
        }
        pool
    }

    /// Links containers to their members, checks names and circles, and closes the list.
    pub(super) fn finish(
        mut self,
        plugins: &Plugins,
        mut recipe: ToolboxBuilder,
    ) -> Result<Toolbox, BuildError> {
        reveal::link(&mut self.tools, plugins, &mut self.problems);
        self.link_nested(plugins);
        check_ids(&self.tools, &mut self.problems);
        let by_name = index_names(&self.tools, &mut self.problems);
        self.block_changed(&mut recipe.past);
        let handling = Handling::new(&recipe, &self.tools, &mut self.problems);
        let safeguards = Safeguards::new(&recipe, handling.random(), &mut self.tools, &mut self.problems);
        let gone = recipe.past.take_gone(&mut self.problems);
        self.block_without_settings(&gone, &recipe);
        self.block_without_fields(&mut recipe);
        self.reports.extend(gone);
        if let Some(error) = BuildError::from_problems(self.problems) {
            return Err(error);
        }
        for (index, tool) in self.tools.iter_mut().enumerate() {
            let needs_nothing = safeguards.are_nothing_to(index) && handling.filters_of(index).is_none();
            tool.is_plain = needs_nothing && tool.sensitive_parameters().is_empty();
        }
        let plan = reveal::plan(&mut self.tools, recipe.visibility.clone());
        let bridge = plan.bridge.filter(|_| recipe.visibility.list != ListMode::Constant);
        let count = plan.results.or(bridge).unwrap_or(self.tools.len());
        recipe.remember_settings();
        self.reports.extend(never_collapsed_in_vain(&self.tools, plugins, &plan));
        self.reports.extend(self.tools.iter().filter_map(named_like_write));
        self.reports.extend(without_preview(&self.tools, &safeguards));
        let sensitive = sensitive_within_reach(&self.tools, &plan);
        let reaches_sensitive = !sensitive.is_empty();
        if reaches_sensitive && safeguards.hides_free_text_by_default() {
            self.reports.push(BuildProblem::FreeTextHidden { tools: sensitive });
        }
        if let Some(prepared) = &recipe.prepared {
            prepared.write(&self.tools);
        }
        self.tools.shrink_to_fit();
        Ok(Toolbox::new(Tools {
            list: self.tools,
            count,
            by_name,
            reports: self.reports,
            amounts: recipe.limits.amounts(recipe.large_results.limit_or_default()),
            leniency: self.leniency,
            plan,
            reaches_sensitive,
            handling,
            safeguards,
            views: Views::default(),
            number: toolbox_number(),
            added_names: self.added_names,
            recipe,
        }))
    }

    fn add_plugin(&mut self, registered: &Registered, plugins: &Plugins) {
        let plugin = &registered.plugin;
        if let Some(scope) = plugin.scope() {
            self.add_scope(registered, scope, plugins);
        }
        for (index, info) in plugin.functions().enumerate() {
            let name = plugins.member_name(registered, info.name);
            if let Some(plan) = self.plan(info, Some(registered), plugins) {
                let target = Target::Member { plugin: plugin.clone(), function: index };
                self.add_function(&name, Some(registered.name()), RustFunction::new(plan, target));
            }
        }
        for (index, info) in plugin.skills().enumerate() {
            self.add_skill(registered, index, info, plugins);
        }
    }

    fn add_scope(&mut self, registered: &Registered, scope: &'static ScopeSpec, plugins: &Plugins) {
        let plugin = &registered.plugin;
        let name_of = |name: &str| plugins.member_name(registered, name);
        let function_names: Vec<_> = plugin.functions().map(|info| name_of(info.name)).collect();
        let skill_names: Vec<_> = plugin.skills().map(|info| name_of(info.name)).collect();
        let name = plugins.container_name(registered, scope);
        let description =
            container_description(scope.description, Named::First, &function_names, &skill_names);
        let metadata = Metadata::of_scope(registered.name(), function_names, skill_names);
        let container = Container { name: &name, title: scope.title, description, metadata };
        let id = QualifiedId::new(None, registered.name());
        self.add_container(id, container, sensitive(plugin), ContainerKind::Scope(scope));
    }

    fn add_skill(
        &mut self,
        registered: &Registered,
        skill: usize,
        info: &'static SkillInfo,
        plugins: &Plugins,
    ) {
        let plugin = &registered.plugin;
        let refer = |function: &FnRef| plugins.referred(function, registered);
        let parent = plugin.scope().map(|scope| plugins.container_name(registered, scope));
        let metadata = Metadata::of_skill(info, registered.name(), refer, parent.as_deref());
        let skills: Vec<_> = info.skills.iter().map(|skill| plugins.skill_name(skill, registered)).collect();
        let description =
            container_description(info.description, Named::First, metadata.function_names(), &skills);
        let name = plugins.member_name(registered, info.name);
        let container = Container { name: &name, title: info.title, description, metadata };
        let kind = ContainerKind::Skill { info, plugin: plugin.clone(), skill };
        self.add_container(registered.id(info.name), container, Vec::new(), kind);
    }

    fn add_free_function(&mut self, function: &BoundFunction, plugins: &Plugins) {
        let name = function.info().name;
        if let Some(problem) = function.problem() {
            self.problems.push(BuildProblem::Schema { id: name.to_owned(), problem: problem.to_owned() });
            return;
        }
        if let Some(plan) = self.plan(function.info(), None, plugins) {
            let function = RustFunction::new(plan, Target::Free(function.clone()));
            self.add_function(&plugins.spelt(name), None, function);
        }
    }

    pub(super) fn report(&mut self, problem: BuildProblem) {
        self.problems.push(problem);
    }

    fn plan(
        &mut self,
        info: &'static FunctionInfo,
        of: Option<&Registered>,
        plugins: &Plugins,
    ) -> Option<ArgumentPlan> {
        match ArgumentPlan::new(info, &self.settings, self.limits) {
            Ok(plan) => {
                let plan = plan.with_leniency(self.leniency).with_obtained(plugins.obtained(info, of));
                let owners = of.into_iter().flat_map(|registered| plugins.owner_names(registered));
                let owners: Vec<_> = owners.collect();
                let plan = plan.with_owners(owners.iter().map(String::as_str));
                Some(plan.with_name(&plugins.spelt(info.name)))
            }
            Err(error) => {
                let id = QualifiedId::new(of.map(Registered::name), info.name);
                self.problems.push(BuildProblem::Schema { id: id.to_string(), problem: error.to_string() });
                None
            }
        }
    }

    fn add_function(
        &mut self,
        name: &str,
        plugin: Option<&str>,
        function: RustFunction,
    ) -> Option<ToolIndex> {
        let info = function.plan.info();
        let id = QualifiedId::new(plugin, info.name);
        let name = self.legal(&id, name)?;
        let input_schema = function.plan.schema().published_json().into();
        Some(self.push(Tool {
            name,
            original_name: None,
            id,
            title: info.title.map(Box::from),
            description: info.description.into(),
            input_schema,
            narrowing: None,
            metadata: Metadata::of_function(info, plugin),
            role: Role::Function(FunctionRole::Here(Box::new(function))),
            reveal: Reveal::default(),
            is_plain: false,
        }))
    }

    pub(super) fn add_container(
        &mut self,
        id: QualifiedId,
        container: Container<'_>,
        sensitive: Vec<Cow<'static, str>>,
        kind: ContainerKind,
    ) -> Option<ToolIndex> {
        let name = self.legal(&id, container.name)?;
        Some(self.push(Tool {
            name,
            original_name: None,
            id,
            title: container.title.map(Box::from),
            description: container.description.into(),
            input_schema: NO_PARAMETERS.into(),
            narrowing: None,
            metadata: container.metadata,
            role: Role::Container(ContainerRole { members: Vec::new(), sensitive, kind }),
            reveal: Reveal::default(),
            is_plain: false,
        }))
    }

    pub(super) fn legal(&mut self, id: &QualifiedId, name: &str) -> Option<ToolName> {
        match ToolName::new(name) {
            Ok(name) => Some(name),
            Err(error) => {
                self.problems
                    .push(BuildProblem::IllegalName { id: id.to_string(), problem: error.to_string() });
                None
            }
        }
    }

    pub(super) fn push(&mut self, tool: Tool) -> ToolIndex {
        self.tools.push(tool);
        self.tools.len() - 1
    }
}

/// The common parts of all kinds of containers.
pub(super) struct Container<'a> {
    pub(super) name: &'a str,
    pub(super) title: Option<&'a str>,
    pub(super) description: String,
    pub(super) metadata: Metadata,
}

/// Names of the visibility policy that no container has. A plugin without a scope and a source with one tool need none.
fn never_collapsed_in_vain(tools: &[Tool], plugins: &Plugins, plan: &Plan) -> Vec<BuildProblem> {
    let containers = tools.iter().filter(|tool| tool.is_container()).map(Tool::name);
    let unknown = plan.never_collapsed_in_vain(tools).filter(|name| !plugins.is_group(name));
    let problems = unknown.map(|name| BuildProblem::NeverCollapse {
        name: name.to_owned(),
        suggestion: nearest(name, containers.clone()).map(str::to_owned),
    });
    problems.collect()
}

/// The qualified ids of the tools with sensitive parameters that some conversation can come to call.
fn sensitive_within_reach(tools: &[Tool], plan: &Plan) -> Vec<String> {
    plan.sensitive_within_reach(tools, |_| false, |_| false).map(|tool| tool.id.to_string()).collect()
}

/// The host can't decide for the function's author, so this prevents no build.
fn named_like_write(tool: &Tool) -> Option<BuildProblem> {
    let word = tool.unmarked_write_word()?;
    Some(BuildProblem::NamedLikeWrite { id: tool.id.to_string(), word })
}

/// The tools whose questions name values that no preview gives.
fn without_preview(tools: &[Tool], safeguards: &Safeguards) -> Vec<BuildProblem> {
    let named = tools.iter().enumerate().filter(|(_, tool)| tool.has_previewed_names());
    let alone = named.filter(|&(index, _)| safeguards.preview_of(index).is_none());
    alone.map(|(_, tool)| BuildProblem::NoPreview { id: tool.id.to_string() }).collect()
}

fn sensitive(plugin: &BoundPlugin) -> Vec<Cow<'static, str>> {
    let params = plugin.functions().flat_map(|info| info.params);
    params.filter(|param| param.sensitive).map(|param| param.name.into()).collect()
}
