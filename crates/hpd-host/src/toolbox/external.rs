//! From sources of external tools to tools.

use std::cell::RefCell;
use std::ops::Deref;
use std::sync::Arc;

use hpd_runtime::__private::nearest;
use hpd_runtime::spec::{ContainerMetadata, Metadata, QualifiedId, ToolKind, ToolName};
use serde_json::Value;

use super::assemble::{Assembly, Container};
use super::names::{NamePool, SourceNames};
use super::nested::Nested;
use super::plugins::Plugins;
use super::reveal;
use crate::external::{ExternalSource, ExternalTool, RuleNote, ToolRules, apply_rules, in_written_order};
use crate::problem::BuildProblem;
use crate::tool::{
    Blocked, Checks, ContainerKind, ExternalFunction, ExternalSettings, FunctionRole, Listing, Named, Place,
    Reveal, Role, SourceContainer, Tool, ToolIndex, argument_schema, container_description,
};

/// A source with the function that adds its tools. Only [`new`](Self::new) names the function: a program that registers no
/// source is linked without the code of external tools.
#[derive(Clone)]
pub(super) struct RegisteredSource {
    source: Arc<ExternalSource>,
    add: fn(&mut Assembly, &Arc<ExternalSource>, &SourceNames, &NamePool, &Plugins),
}

impl RegisteredSource {
    pub(super) fn new(source: ExternalSource) -> Self {
        Self { source: Arc::new(source), add: Assembly::add_external }
    }

    /// Adds the tools of the source.
    pub(super) fn add(
        &self,
        assembly: &mut Assembly,
        names: &SourceNames,
        pool: &NamePool,
        plugins: &Plugins,
    ) {
        (self.add)(assembly, &self.source, names, pool, plugins);
    }
}

impl Deref for RegisteredSource {
    type Target = ExternalSource;

    fn deref(&self) -> &ExternalSource {
        &self.source
    }
}

impl Assembly {
    /// Adds the tools of a source: in a container or, if there is only one, by itself. One that can't be offered is
    /// reported and left out: the others are of use without it.
    fn add_external(
        &mut self,
        source: &Arc<ExternalSource>,
        names: &SourceNames,
        pool: &NamePool,
        plugins: &Plugins,
    ) {
        let plugin = source.plugin_name();
        let is_blocked = self.report_list(source, &plugin);
        let from: Arc<str> = source.name.as_str().into();
        let refusing = match Checks::of_none(self.limits) {
            Ok(refusing) => Arc::new(refusing),
            Err(error) => {
                self.reports.push(BuildProblem::NoTool { source: plugin, problem: error.to_string() });
                return;
            }
        };
        let mut tools = Vec::new();
        for (place, name) in (0..source.list.tools.len()).zip(&names.tools) {
            let tool = &source.list.tools[place];
            let id = QualifiedId::new(Some(&plugin), &tool.name);
            let Some(name) = name else {
                self.reports.push(BuildProblem::ListedTwice { id: id.to_string() });
                continue;
            };
            if let Some(taken_by) = &name.taken_by {
                self.reports.push(BuildProblem::Renamed {
                    id: id.to_string(),
                    name: name.wanted.clone(),
                    offered_as: name.offered.clone(),
                    taken_by: taken_by.clone(),
                });
            }
            let offered = |wanted: &str| names.offered(source, wanted, pool);
            match self.outside_function(source, (&from, &refusing), (place, &name.offered), &id, offered) {
                Ok((mut function, schema)) => {
                    function.blocked = is_blocked.then_some(Blocked::RuleWithoutTool);
                    tools.push(offer(tool, &name.offered, id, &plugin, function, &schema));
                }
                Err(problem) => self.reports.push(problem),
            }
        }
        let container = &names.container.offered;
        let holds_others = plugins.has_nested(source, container);
        self.place(source, container, holds_others, tools.into_iter().flatten().collect());
    }

    /// Problems with a source as a whole. Returns whether its rules are for a tool that it does not have: a tool may have
    /// a new name, which the rules do not know.
    fn report_list(&mut self, source: &ExternalSource, plugin: &str) -> bool {
        for problem in &source.list.problems {
            let problem = problem.to_string();
            self.reports.push(BuildProblem::NoTool { source: plugin.to_owned(), problem });
        }
        let names = || source.list.tools.iter().map(|tool| tool.name.as_str());
        let without_tool = || source.rules.tools.keys().filter(|tool| !names().any(|name| name == *tool));
        for tool in without_tool() {
            self.reports.push(BuildProblem::RuleWithoutTool {
                source: plugin.to_owned(),
                tool: tool.clone(),
                suggestion: nearest(tool, names()).map(str::to_owned),
            });
        }
        without_tool().next().is_some()
    }

    /// How the calls of a tool are checked, and the schema that the model sees.
    fn outside_function(
        &mut self,
        source: &Arc<ExternalSource>,
        (from, refusing): (&Arc<str>, &Arc<Checks>),
        (place, offered_as): (usize, &str),
        id: &QualifiedId,
        offered: impl Fn(&str) -> Option<String>,
    ) -> Result<(ExternalFunction, Value), BuildProblem> {
        let tool = &source.list.tools[place];
        let no_rules = ToolRules::new();
        let rules = source.rules.tools.get(&tool.name).unwrap_or(&no_rules);
        let ill_formed = |problem| BuildProblem::Schema { id: id.to_string(), problem };
        let schema = argument_schema(&tool.input_schema).map_err(ill_formed)?;
        let contradictory = |problem| BuildProblem::Rules { id: id.to_string(), problem };
        let rules = &rules.spelt_as(&schema).map_err(contradictory)?;
        let obtained = RefCell::new(Vec::new());
        let offered = |wanted: &str| {
            let name = offered(wanted)?;
            obtained.borrow_mut().push((wanted.to_owned(), name.clone()));
            Some(name)
        };
        let applied = apply_rules(rules, schema, source.unknown_fields, offered)
            .map_err(|problem| BuildProblem::Rules { id: id.to_string(), problem })?;
        let settings = ExternalSettings {
            id: id.clone(),
            source: from.clone(),
            origin: Arc::clone(source),
            limits: self.limits,
            leniency: rules.leniency.unwrap_or(self.leniency),
            refusing: Arc::clone(refusing),
            listing: Listing {
                place,
                offered: offered_as.into(),
                obtained: obtained.into_inner().into_boxed_slice(),
            },
        };
        let (function, checks) = ExternalFunction::new(tool, rules, &applied, settings)
            .map_err(|error| BuildProblem::Schema { id: id.to_string(), problem: error.to_string() })?;
        self.reports.extend(checks.unchecked().iter().map(|unsupported| BuildProblem::Unchecked {
            id: id.to_string(),
            keyword: unsupported.keyword.clone(),
            pointer: unsupported.pointer.clone(),
        }));
        self.reports.extend(applied.remarks.into_iter().map(|remark| remark_on(id, remark)));
        Ok((function, applied.published))
    }

    /// Puts tools where the model finds them.
    fn place(&mut self, source: &ExternalSource, container_name: &str, holds_others: bool, tools: Vec<Tool>) {
        let wants_container = source.always_wrap || source.post_expansion.is_some();
        let wrapped = tools.len() > 1 || (wants_container && !tools.is_empty()) || holds_others;
        let container = if wrapped { self.wrap(source, container_name, &tools) } else { None };
        let mut outermost = container;
        for mut tool in tools {
            if container.is_none() {
                tool.metadata = Metadata::new(ToolKind::Function { parent_plugin: None });
            }
            tool.reveal.place = match container {
                Some(container) => Place::Scope { container, explicit: true },
                None => Place::Plugin { explicit: true },
            };
            let member = self.push(tool);
            outermost = outermost.or(Some(member));
            if let Some(container) = container {
                reveal::reveal(&mut self.tools, container, member);
            }
        }
        if let Some(within) = source.within.clone() {
            self.nested.push(Nested { id: source.plugin_name(), within, child: outermost });
        }
    }

    fn wrap(&mut self, source: &ExternalSource, name: &str, tools: &[Tool]) -> Option<ToolIndex> {
        let plugin = source.plugin_name();
        let names: Vec<_> = tools.iter().map(|tool| tool.name().to_owned()).collect();
        let members = if source.description.is_some() { Named::First } else { Named::All };
        let description = container_description(&source.container_text(), members, &names, &[]);
        let kind = ContainerKind::External(Box::new(SourceContainer {
            text: source.container_text(),
            named: members,
            post_expansion: source.post_expansion.clone(),
        }));
        let id = QualifiedId::new(None, &plugin);
        let metadata = Metadata::new(ToolKind::Container(ContainerMetadata {
            plugin_name: plugin,
            function_names: names,
            skill_names: Vec::new(),
            source_type: source.source_type,
        }));
        let container = Container { name, title: source.title.as_deref(), description, metadata };
        let sensitive = tools.iter().filter_map(Tool::outside).flat_map(ExternalFunction::sensitive_fields);
        let sensitive = sensitive.map(|field| field.to_owned().into()).collect();
        let container = self.add_container(id, container, sensitive, kind)?;
        self.tools[container].reveal.place = Place::Container { explicit: true, outer: None };
        Some(container)
    }
}

/// The tool as the model sees it. Its name was made legal before.
fn offer(
    tool: &ExternalTool,
    offered: &str,
    id: QualifiedId,
    plugin: &str,
    function: ExternalFunction,
    schema: &Value,
) -> Option<Tool> {
    Some(Tool {
        name: ToolName::new(offered).ok()?,
        original_name: (offered != tool.name).then(|| tool.name.as_str().into()),
        id,
        title: tool.title.as_deref().map(Box::from),
        description: tool.description.as_str().into(),
        input_schema: in_written_order(schema, tool.written.as_deref()).into(),
        narrowing: None,
        metadata: Metadata::new(ToolKind::Function { parent_plugin: Some(plugin.to_owned()) }),
        role: Role::Function(FunctionRole::External(Box::new(function))),
        reveal: Reveal::default(),
        is_plain: false,
    })
}

fn remark_on(id: &QualifiedId, remark: RuleNote) -> BuildProblem {
    let id = id.to_string();
    match remark {
        RuleNote::UnknownField { field, suggestion } => BuildProblem::RuleField { id, field, suggestion },
        RuleNote::UnknownObtain { field, tool } => BuildProblem::RuleObtain { id, field, tool },
    }
}
