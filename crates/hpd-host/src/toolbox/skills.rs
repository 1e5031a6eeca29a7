//! Skills that no macro declares, and the tool that reads documents of skills.

use std::collections::BTreeSet;
use std::sync::Arc;

use hpd_runtime::__private::nearest;
use hpd_runtime::spec::{Metadata, QualifiedId, SkillMetadata, ToolKind};

use super::assemble::{Assembly, Container};
use super::names::legal_name;
use super::nested::Nested;
use super::reveal;
use crate::problem::BuildProblem;
use crate::skill::{DocumentSource, IMPORTED, ImportedSkill, check_description, check_name};
use crate::tool::{
    AddedJob, AddedTool, ContainerKind, DocumentProblem, DocumentReader, FunctionRole, Library, Named,
    READ_DOCUMENT, READ_DOCUMENT_SCHEMA, READ_DOCUMENT_TEXT, Reveal, Role, Tool, ToolIndex,
    container_description,
};

/// The qualified id of an imported skill, as text.
pub(super) fn imported_id(skill: &ImportedSkill) -> String {
    format!("{IMPORTED}.{}", skill.name)
}

impl Assembly {
    /// Adds an imported skill. Its functions are linked later, when all are known.
    pub(super) fn add_imported(&mut self, skill: &ImportedSkill) {
        let id = QualifiedId::new(Some(IMPORTED), &skill.name);
        let checks = [check_name(&skill.name), check_description(&skill.description)];
        let mut problems: Vec<_> = checks.into_iter().filter_map(Result::err).collect();
        if self.tools.iter().any(|tool| tool.id == id) {
            problems.push("it was registered twice: register it once".to_owned());
        }
        if !problems.is_empty() {
            let refused = |problem| BuildProblem::Skill { skill: skill.name.clone(), problem };
            return problems.into_iter().map(refused).for_each(|problem| self.report(problem));
        }
        let name = legal_name(&skill.name);
        let metadata = Metadata::new(ToolKind::Skill(SkillMetadata {
            plugin_name: IMPORTED.to_owned(),
            function_names: Vec::new(),
            referenced_functions: Vec::new(),
            referenced_plugins: Vec::new(),
            parent_skill_container: None,
        }));
        let description = skill.description.clone();
        let container = Container { name: &name, title: None, description, metadata };
        let kind = ContainerKind::Imported(Box::new(skill.clone()));
        if let Some(index) = self.add_container(id, container, Vec::new(), kind)
            && name != skill.name
        {
            self.tools[index].original_name = Some(skill.name.as_str().into());
        }
        if let Some(within) = &skill.within {
            let child = self.tools.iter().position(|tool| tool.id.as_str() == imported_id(skill));
            self.nested.push(Nested { id: imported_id(skill), within: within.clone(), child });
        }
    }

    /// Links the functions of imported skills.
    pub(super) fn link_imported(&mut self) {
        for container in 0..self.tools.len() {
            let Some(skill) = imported(&self.tools[container]) else { continue };
            let wanted = skill.allowed_tools.clone();
            let mut functions = Vec::new();
            for tool in wanted {
                match find_function(&self.tools, &tool) {
                    Some(function) => functions.push(function),
                    None => self.reports.push(BuildProblem::AllowedTool {
                        skill: self.tools[container].id.to_string(),
                        suggestion: nearest_function(&self.tools, &tool),
                        tool,
                    }),
                }
            }
            for &function in &functions {
                reveal::reveal(&mut self.tools, container, function);
            }
            describe(&mut self.tools, container);
        }
    }

    /// Adds the tool that reads documents, if any skill has some. Comes last, when all tools are there.
    pub(super) fn add_documents(&mut self, sources: &[Arc<dyn DocumentSource>], part_bytes: usize) {
        let mut problems = Vec::new();
        let library = Library::collect(&self.tools, sources, &mut problems);
        let has_problems = !problems.is_empty();
        for problem in problems {
            let problem = self.build_problem(problem);
            self.report(problem);
        }
        if library.is_empty() && !has_problems {
            return;
        }
        let called = self.added_names.reader.clone();
        let namesakes: Vec<_> =
            self.tools.iter().filter(|tool| tool.name() == called).map(|tool| tool.id.to_string()).collect();
        if !namesakes.is_empty() {
            return namesakes
                .into_iter()
                .for_each(|id| self.report(BuildProblem::ReservedName { id, name: called.to_string() }));
        }
        let id = QualifiedId::new(None, READ_DOCUMENT);
        let job = AddedJob::Documents(DocumentReader::new(library, part_bytes));
        let reader = match AddedTool::new(&called, READ_DOCUMENT_SCHEMA, job, self.limits, self.leniency) {
            Ok(reader) => reader,
            Err(error) => {
                return self.report(BuildProblem::Schema { id: id.to_string(), problem: error.to_string() });
            }
        };
        let Some(name) = self.legal(&id, &called) else { return };
        self.push(Tool {
            name,
            original_name: None,
            id,
            title: None,
            description: READ_DOCUMENT_TEXT.into(),
            input_schema: READ_DOCUMENT_SCHEMA.into(),
            narrowing: None,
            metadata: Metadata::new(ToolKind::Function { parent_plugin: None }),
            role: Role::Function(FunctionRole::Added(Box::new(reader))),
            reveal: Reveal::default(),
            is_plain: false,
        });
    }

    fn build_problem(&self, problem: DocumentProblem) -> BuildProblem {
        let name = |skill: ToolIndex| self.tools[skill].id.to_string();
        match problem {
            DocumentProblem::Same { id, skills } => {
                BuildProblem::SameDocument { document: id, skills: skills.map(name) }
            }
            DocumentProblem::NoSource { id, skill } => {
                BuildProblem::NoDocumentSource { document: id, skill: name(skill) }
            }
        }
    }
}

fn imported(tool: &Tool) -> Option<&ImportedSkill> {
    match &tool.role {
        Role::Container(container) => match &container.kind {
            ContainerKind::Imported(skill) => Some(skill),
            _ => None,
        },
        Role::Function(_) | Role::Bridge(_) => None,
    }
}

fn functions(tools: &[Tool]) -> impl Iterator<Item = (ToolIndex, &Tool)> {
    tools.iter().enumerate().filter(|(_, tool)| matches!(tool.role, Role::Function(_)))
}

/// The function that a skill names: by its qualified id, or else by its name, by its source and its name there, or by the latter
/// alone. `None` if several functions are called so: a permission may follow.
fn find_function(tools: &[Tool], wanted: &str) -> Option<ToolIndex> {
    let by_id = functions(tools).find(|(_, tool)| tool.id.as_str() == wanted);
    let mut called = functions(tools).filter(|(_, tool)| is_called(tool, wanted));
    let by_name = || called.next().filter(|_| called.next().is_none());
    by_id.or_else(by_name).map(|(index, _)| index)
}

fn is_called(tool: &Tool, wanted: &str) -> bool {
    tool.name() == wanted || tool.original_name() == wanted || is_at_source(wanted, tool)
}

/// Whether a text is `books.pay` or `mcp__books__pay`, for the tool `pay` of the source `books`.
fn is_at_source(wanted: &str, tool: &Tool) -> bool {
    let Some(function) = tool.outside() else { return false };
    let (wanted, between) = wanted.strip_prefix("mcp__").map_or((wanted, "."), |rest| (rest, "__"));
    let rest = wanted.strip_prefix(&*function.source).and_then(|rest| rest.strip_prefix(between));
    rest == Some(&*function.name)
}

fn nearest_function(tools: &[Tool], wanted: &str) -> Option<String> {
    // Several are called so: an id is one of them.
    if let Some((_, tool)) = functions(tools).find(|(_, tool)| is_called(tool, wanted)) {
        return Some(tool.id.to_string());
    }
    let names = functions(tools).flat_map(|(_, tool)| [tool.name(), tool.id.as_str()]);
    nearest(wanted, names).map(str::to_owned)
}

/// Adds a skill's members to its metadata and description.
fn describe(tools: &mut [Tool], container: ToolIndex) {
    let Role::Container(role) = &tools[container].role else { return };
    let members: Vec<_> = role.members.iter().map(|&member| &tools[member]).collect();
    let names: Vec<_> = members.iter().map(|tool| tool.name().to_owned()).collect();
    let ids = members.iter().map(|tool| tool.id.to_string()).collect();
    let mut plugins = BTreeSet::new();
    let parents = members.iter().filter_map(|tool| match &tool.metadata.kind {
        ToolKind::Function { parent_plugin } => parent_plugin.clone(),
        ToolKind::Container(_) | ToolKind::Skill(_) => None,
    });
    let parents = parents.filter(|plugin| plugins.insert(plugin.clone())).collect();
    let tool = &mut tools[container];
    tool.description = container_description(&tool.description, Named::First, &names, &[]).into();
    if let ToolKind::Skill(metadata) = &mut tool.metadata.kind {
        metadata.function_names = names;
        metadata.referenced_functions = ids;
        metadata.referenced_plugins = parents;
    }
}
