//! The sources of values of each tool.

use std::sync::Arc;

use crate::collect::CollectPlan;
use crate::tool::{FunctionRole, Role, Tool};

/// The sources of a tool's values, and texts about its parameters; `None` for other tools than functions.
pub(super) fn plan_of(tool: &Tool) -> Option<Arc<CollectPlan>> {
    let Role::Function(function) = &tool.role else { return None };
    match function {
        FunctionRole::Here(function) => {
            let plugin = tool.plugin().unwrap_or_default();
            let plan = CollectPlan::of_function(plugin, function.plan.info(), function.plan.schema());
            Some(Arc::new(plan))
        }
        FunctionRole::External(function) => Some(Arc::clone(function.collect_plan())),
        FunctionRole::Documents(_) => None,
    }
}
