//! What may be collected for each tool.

use std::sync::Arc;

use crate::collect::CollectPlan;
use crate::toolbox::{FunctionRole, Role, Tool};

/// What may be said of the parameters of a tool, and collected for them; `None` for one that is no function.
pub(super) fn plan_of(tool: &Tool) -> Option<Arc<CollectPlan>> {
    let Role::Function(function) = &tool.role else { return None };
    match function {
        FunctionRole::Here(function) => {
            let plugin = tool.plugin().unwrap_or_default();
            let plan = CollectPlan::of_function(plugin, function.plan.info(), function.plan.schema());
            Some(Arc::new(plan))
        }
        FunctionRole::Elsewhere(function) => Some(Arc::clone(function.collect_plan())),
        FunctionRole::Documents(_) => None,
    }
}
