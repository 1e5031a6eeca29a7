//! The tools that a rule looks at.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use hpd_runtime::spec::QualifiedId;
use serde_json::Value;

use super::Escalation;
use super::fields::has_field;
use crate::approval::ToolScope;
use crate::problem::BuildProblem;
use crate::tool::{FunctionRole, Role, Tool};

/// A rule, and the tools that it is for.
#[derive(Clone)]
pub(crate) struct ScopedEscalation {
    /// `None` for all writes.
    scope: Option<ToolScope>,
    pub(crate) rule: Arc<dyn Escalation>,
}

impl ScopedEscalation {
    pub(crate) fn new(scope: Option<&str>, rule: Arc<dyn Escalation>) -> Self {
        Self { scope: scope.map(ToolScope::new), rule }
    }

    pub(crate) const fn scope(&self) -> Option<&ToolScope> {
        self.scope.as_ref()
    }

    pub(crate) fn is_for(&self, tool: &Tool) -> bool {
        match &self.scope {
            Some(scope) => scope.level_for(tool).is_some(),
            None => tool.is_write(),
        }
    }
}

impl fmt::Debug for ScopedEscalation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopedEscalation").field("scope", &self.scope).finish_non_exhaustive()
    }
}

/// Reports fields of rules that no tool in the reach of the rule has: such a rule would never apply. A toolbox without
/// functions of the host may be the start for the sources of each client. A scope without tools is a problem of its own.
pub(crate) fn check_fields(rules: &[ScopedEscalation], tools: &[Tool], problems: &mut Vec<BuildProblem>) {
    let is_of_host =
        |tool: &Tool| matches!(tool.role, Role::Function(FunctionRole::Here(_) | FunctionRole::External(_)));
    if !tools.iter().any(is_of_host) {
        return;
    }
    for scoped in rules {
        let fields = scoped.rule.fields();
        let mut reached = tools.iter().filter(|tool| scoped.is_for(tool)).peekable();
        if fields.is_empty() || (reached.peek().is_none() && scoped.scope().is_some()) {
            continue;
        }
        let schemas: Vec<(Value, bool)> = reached
            .filter_map(|tool| {
                Some((serde_json::from_str(tool.input_schema.text()).ok()?, tool.outside().is_some()))
            })
            .collect();
        for field in fields {
            if !schemas.iter().any(|(schema, ignores_case)| has_field(schema, field, *ignores_case)) {
                problems.push(BuildProblem::EscalationField {
                    field: field.to_owned(),
                    scope: scoped.scope().map(|scope| scope.as_str().to_owned()),
                });
            }
        }
    }
}

/// The fields of rules that external tools have, each with the tool.
pub(crate) fn ruled_fields(rules: &[ScopedEscalation], tools: &[Tool]) -> BTreeSet<(String, QualifiedId)> {
    let mut found = BTreeSet::new();
    for tool in tools.iter().filter(|tool| tool.outside().is_some()) {
        let for_tool = rules.iter().filter(|scoped| scoped.is_for(tool));
        let fields: Vec<&str> = for_tool.flat_map(|scoped| scoped.rule.fields()).collect();
        if fields.is_empty() {
            continue;
        }
        let Ok(schema) = serde_json::from_str::<Value>(tool.input_schema.text()) else { continue };
        let had = fields.into_iter().filter(|field| has_field(&schema, field, true));
        found.extend(had.map(|field| (field.to_owned(), tool.id().clone())));
    }
    found
}
