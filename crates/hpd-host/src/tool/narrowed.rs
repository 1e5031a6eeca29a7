//! The schema of a tool for models under the current configuration. Parameters that need no question are left out;
//! those that the configuration may fill are optional.

use std::sync::{Arc, OnceLock};

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::{with_optional, without_properties};

use super::input_schema::InputSchema;
use crate::collect::{CollectPlan, ConfigSource, FieldPlan};

/// The schemas of one tool under its configuration. A changed configuration has another schema at once; each is written
/// once.
pub(crate) struct Narrowing {
    plan: Arc<CollectPlan>,
    config: Arc<dyn ConfigSource>,
    /// A chain that only grows, so that texts can be borrowed: a configuration has few forms in a toolbox's life.
    first: OnceLock<Box<View>>,
}

/// The schema under one form of the configuration.
struct View {
    hidden: Vec<Box<str>>,
    optional: Vec<Box<str>>,
    schema: InputSchema,
    next: OnceLock<Box<View>>,
}

impl Narrowing {
    pub(crate) fn new(plan: Arc<CollectPlan>, config: Arc<dyn ConfigSource>) -> Self {
        Self { plan, config, first: OnceLock::new() }
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
        let mut place = &self.first;
        loop {
            // Another thread may have added another form here: then this one comes after it.
            let view = place.get_or_init(|| Box::new(View::new(full, hidden.clone(), optional.clone())));
            if view.hidden == hidden && view.optional == optional {
                return Some(&view.schema);
            }
            place = &view.next;
        }
    }
}

impl View {
    fn new(full: &str, hidden: Vec<Box<str>>, optional: Vec<Box<str>>) -> Self {
        let schema = match parse_trusted(full) {
            Ok(schema) => {
                let schema = with_optional(&schema, &texts(&optional));
                without_properties(&schema, &texts(&hidden)).to_json()
            }
            // This program wrote it. An unreadable schema is shown whole.
            Err(_) => full.to_owned(),
        };
        Self { hidden, optional, schema: schema.into(), next: OnceLock::new() }
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
