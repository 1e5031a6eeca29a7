//! The tool that searches for tools.

use std::sync::Arc;

use hpd_runtime::args::{Leniency, Limits};
use hpd_runtime::spec::{Metadata, QualifiedId, ToolKind};

use super::assemble::Assembly;
use crate::problem::BuildProblem;
use crate::tool::{
    AddedJob, AddedTool, FunctionRole, Reveal, Role, SEARCH, SEARCH_SCHEMA, SEARCH_TEXT, SearchJob, Tool,
    ToolSearch,
};

impl Assembly {
    /// Adds the tool that searches for tools. It comes before all others, so that it is theirs that is reported if one has
    /// its name.
    pub(super) fn add_search(&mut self, search: &Arc<dyn ToolSearch>, limits: Limits, leniency: Leniency) {
        let id = QualifiedId::new(None, SEARCH);
        let called = self.added_names.search.clone();
        let job = AddedJob::Search(SearchJob(Arc::clone(search)));
        let added = match AddedTool::new(&called, SEARCH_SCHEMA, job, limits, leniency) {
            Ok(added) => added,
            Err(error) => {
                return self.report(BuildProblem::Schema { id: id.to_string(), problem: error.to_string() });
            }
        };
        let Some(name) = self.legal(&id, &called) else { return };
        self.push(Tool {
            name,
            // A provider that has a form of its own for searches doesn't know another name.
            original_name: (called != SEARCH).then(|| SEARCH.into()),
            id,
            title: None,
            description: SEARCH_TEXT.into(),
            input_schema: SEARCH_SCHEMA.into(),
            narrowing: None,
            metadata: Metadata::new(ToolKind::Function { parent_plugin: None }),
            role: Role::Function(FunctionRole::Added(Box::new(added))),
            reveal: Reveal::default(),
            is_plain: false,
        });
    }
}
