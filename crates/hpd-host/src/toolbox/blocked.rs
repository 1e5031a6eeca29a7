//! Tools that are blocked since an earlier snapshot of the toolbox.

use std::sync::Arc;

use super::ToolboxBuilder;
use super::assemble::Assembly;
use super::snapshot::Past;
use crate::approval::ruled_fields;
use crate::external::OnChange;
use crate::problem::BuildProblem;
use crate::tool::{Blocked, Tool};

impl Assembly {
    /// Blocks sources that lost a tool which a rule or a stricter permission names: the tool may have a new name.
    pub(super) fn block_without_settings(&mut self, gone: &[BuildProblem], recipe: &ToolboxBuilder) {
        for problem in gone {
            let BuildProblem::UnknownTool { setting, id, .. } = problem else { continue };
            if *setting != "preview" && recipe.approval.is_strict_about(id) {
                for tool in self.tools.iter_mut().filter(|tool| is_of_same_source(tool, id)) {
                    tool.block(Blocked::RuleWithoutTool);
                }
            }
        }
    }

    /// Blocks tools that lost a field which a rule reads: the rule would not see its value any more.
    pub(super) fn block_without_fields(&mut self, recipe: &mut ToolboxBuilder) {
        let ruled = ruled_fields(recipe.approval.rules(), &self.tools);
        for (field, id) in recipe.past.ruled.difference(&ruled) {
            if let Some(tool) = self.tools.iter_mut().find(|tool| tool.id() == id) {
                let scope = Some(id.to_string());
                self.reports.push(BuildProblem::EscalationField { field: field.clone(), scope });
                tool.block(Blocked::RuleWithoutField);
            }
        }
        recipe.past.ruled.extend(ruled);
    }

    /// Blocks tools that changed since an earlier snapshot, where their sources want it.
    pub(super) fn block_changed(&mut self, past: &mut Past) {
        for tool in &mut self.tools {
            let Some(origin) = tool.outside().map(|function| Arc::clone(&function.origin)) else { continue };
            if origin.on_change != OnChange::Block {
                continue;
            }
            if past.has_changed(tool, origin.version.as_deref()) {
                self.reports.push(BuildProblem::ChangedTool { id: tool.id().to_string() });
                tool.block(Blocked::Changed);
            }
        }
    }
}

/// Whether an id is that of a tool of the same source.
fn is_of_same_source(tool: &Tool, id: &str) -> bool {
    let is_in = |source: &str| id.strip_prefix(source).is_some_and(|rest| rest.starts_with('.'));
    tool.outside().is_some_and(|function| is_in(&function.origin.plugin_name()) || is_in(&function.source))
}
