//! The tools that a toolbox adds beside those of plugins and sources: how their arguments are read, and what they do.

use std::fmt;
use std::sync::Arc;

use hpd_runtime::__private::{Accepted, OwnNames, SchemaPlan};
use hpd_runtime::args::{Leniency, Limits, Reading, StopReason};
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::shape::ShapeError;

use super::{DocumentReader, ToolSearch};

/// A tool that the toolbox adds.
#[derive(Debug)]
pub(crate) struct AddedTool {
    plan: SchemaPlan,
    leniency: Leniency,
    /// The tool's name.
    pub(crate) name: Box<str>,
    pub(crate) job: AddedJob,
}

/// What it does.
#[derive(Debug)]
pub(crate) enum AddedJob {
    /// It reads documents of skills.
    Documents(DocumentReader),
    /// It reads long results.
    Results,
    /// It searches for tools.
    Search(SearchJob),
}

/// The host's search.
pub(crate) struct SearchJob(pub(crate) Arc<dyn ToolSearch>);

impl fmt::Debug for SearchJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SearchJob")
    }
}

impl AddedTool {
    /// Works out how arguments are read.
    pub(crate) fn new(
        name: &str,
        schema: &str,
        job: AddedJob,
        limits: Limits,
        leniency: Leniency,
    ) -> Result<Self, ShapeError> {
        // The texts of the schemas are JSON.
        let schema = serde_json::from_str(schema).unwrap_or_default();
        let plan = SchemaPlan::new(&schema, limits)?.named(OwnNames::new([name]));
        Ok(Self { plan, leniency, name: name.into(), job })
    }

    /// Reads and checks an argument text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub(crate) fn read(
        &self,
        text: &str,
        stop_reason: StopReason,
    ) -> Result<Accepted, Box<ValidationErrorResponse>> {
        self.plan.read(text, &self.reading(stop_reason))
    }

    pub(crate) const fn reading(&self, stop_reason: StopReason) -> Reading {
        Reading { leniency: self.leniency, writes: false, stop_reason }
    }

    pub(crate) const fn plan(&self) -> &SchemaPlan {
        &self.plan
    }
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::{Leniency, Limits};

    use super::{AddedJob, AddedTool};
    use crate::tool::{READ_DOCUMENT_SCHEMA, READ_RESULT_SCHEMA, SEARCH_SCHEMA};

    #[test]
    fn the_schemas_are_some() {
        for schema in [READ_DOCUMENT_SCHEMA, READ_RESULT_SCHEMA, SEARCH_SCHEMA] {
            assert!(serde_json::from_str::<serde_json::Value>(schema).is_ok());
            let added = AddedTool::new("a", schema, AddedJob::Results, Limits::default(), Leniency::Safe);
            assert!(added.is_ok());
        }
    }
}
