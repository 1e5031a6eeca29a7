//! The schema of a tool for models under the current configuration. Parameters that need no question are left out;
//! those that the configuration may fill are optional.

use std::sync::Arc;

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::{with_optional, without_properties};

use super::input_schema::InputSchema;
use super::once::OnceMap;
use crate::collect::{CollectPlan, ConfigSource, FieldPlan};

/// The schemas of one tool under its configuration. A changed configuration has another schema at once; each is written
/// once. A configuration has few forms in a toolbox's life.
pub(crate) struct Narrowing {
    plan: Arc<CollectPlan>,
    config: Arc<dyn ConfigSource>,
    schemas: OnceMap<Form, InputSchema>,
}

/// One form of the configuration: the parameters that are left out, and those that are optional.
#[derive(PartialEq, Clone)]
struct Form {
    hidden: Vec<Box<str>>,
    optional: Vec<Box<str>>,
}

impl Narrowing {
    pub(crate) fn new(plan: Arc<CollectPlan>, config: Arc<dyn ConfigSource>) -> Self {
        Self { plan, config, schemas: OnceMap::default() }
    }

    /// The schema as it is now; `None` if the configuration changes nothing about `full`.
    pub(crate) fn now(&self, full: &str) -> Option<&InputSchema> {
        let config = self.config.plugin(&self.plan.plugin)?;
        let name = |field: &FieldPlan| field.name.clone();
        let hidden: Vec<_> = self.plan.hidden(Some(&config)).map(name).collect();
        let optional: Vec<_> = self.plan.fillable(Some(&config)).map(name).collect();
        if hidden.is_empty() && optional.is_empty() {
            return None;
        }
        let form = Form { hidden, optional };
        Some(self.schemas.get_or_make(&form, || form.narrow(full).into()))
    }
}

impl Form {
    fn narrow(&self, full: &str) -> String {
        match parse_trusted(full) {
            Ok(schema) => {
                let schema = with_optional(&schema, &texts(&self.optional));
                without_properties(&schema, &texts(&self.hidden)).to_json()
            }
            // This program wrote it. An unreadable schema is shown whole.
            Err(_) => full.to_owned(),
        }
    }
}

fn texts(names: &[Box<str>]) -> Vec<&str> {
    names.iter().map(AsRef::as_ref).collect()
}

impl std::fmt::Debug for Narrowing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Narrowing").field("plugin", &self.plan.plugin).finish_non_exhaustive()
    }
}
