//! Long results of a toolbox: the tool that reads them, and where they are kept.

use hpd_journal::journal::Journal;
use hpd_journal::pending::{Owner, StoreError};
use hpd_runtime::args::{Leniency, Limits};
use hpd_runtime::spec::{Metadata, QualifiedId, ToolKind};

use super::Toolbox;
use super::assemble::Assembly;
use crate::problem::BuildProblem;
use crate::results::{KeptResult, LEAST_PART, LargeResults, ResultStore, TOKEN_BYTES};
use crate::tool::{
    AddedJob, AddedTool, FunctionRole, Place, READ_RESULT, READ_RESULT_SCHEMA, READ_RESULT_TEXT, Reveal,
    Role, Tool,
};

impl Toolbox {
    pub(crate) fn large_results(&self) -> &LargeResults {
        &self.safeguards().large_results
    }

    /// Where long results are kept.
    pub(crate) fn result_store(&self) -> &dyn ResultStore {
        let safeguards = self.safeguards();
        let given = safeguards.large_results.given_store().map(AsRef::as_ref);
        let journal = || safeguards.journal.as_ref().and_then(Journal::results);
        given.or_else(journal).unwrap_or(&*safeguards.results)
    }

    /// A long result that is kept for an owner.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub(crate) async fn kept_result(
        &self,
        owner: &Owner,
        id: &str,
    ) -> Result<Option<KeptResult>, StoreError> {
        self.result_store().kept(owner, id, self.safeguards().now()).await
    }

    /// Bytes and tokens of a part of a long result.
    pub(crate) fn limits_of_parts(&self) -> (usize, usize) {
        let tokens = self.max_result_tokens();
        let bytes = self.max_result_bytes().min(tokens.saturating_mul(TOKEN_BYTES));
        (bytes.max(LEAST_PART), tokens)
    }

    /// Erases the long results of a session, of every principal: an erasure in the journal does so for those that the
    /// journal keeps. Returns their number.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn erase_results(&self, session: &str) -> Result<u64, StoreError> {
        self.result_store().erase_results(session).await
    }
}

impl Assembly {
    /// Adds the tool that reads long results, after all others: it is listed once there is one. A tool that has its name
    /// is reported, and results are cut then.
    pub(super) fn add_results(&mut self, limits: Limits, leniency: Leniency) {
        let called = self.added_names.results.clone();
        let is_taken = |tool: &&Tool| tool.name() == called || tool.id().as_str() == READ_RESULT;
        if let Some(tool) = self.tools.iter().find(is_taken) {
            let (id, name) = (tool.id().to_string(), called.into_owned());
            return self.reports.push(BuildProblem::NoKeptResults { id, name });
        }
        let id = QualifiedId::new(None, READ_RESULT);
        let added = match AddedTool::new(&called, READ_RESULT_SCHEMA, AddedJob::Results, limits, leniency) {
            Ok(added) => added,
            Err(error) => {
                return self.report(BuildProblem::Schema { id: id.to_string(), problem: error.to_string() });
            }
        };
        let Some(name) = self.legal(&id, &called) else { return };
        let own = self.tools.len();
        self.push(Tool {
            name,
            original_name: None,
            id,
            title: None,
            description: READ_RESULT_TEXT.into(),
            input_schema: READ_RESULT_SCHEMA.into(),
            narrowing: None,
            metadata: Metadata::new(ToolKind::Function { parent_plugin: None }),
            role: Role::Function(FunctionRole::Added(Box::new(added))),
            // A kept result reveals it: the session notes it as an expansion of the tool itself.
            reveal: Reveal { place: Place::Results, by: vec![own], ..Reveal::default() },
            is_plain: false,
        });
    }
}
