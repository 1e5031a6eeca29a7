//! What may be collected for each tool.

use crate::collect::CollectPlan;
use crate::toolbox::{FunctionRole, Role, Target, Tool};

/// What may be collected for a tool; `None` if nothing ever is. With a configuration, any parameter may have a value there.
pub(super) fn plan_of(tool: &Tool, with_config: bool) -> Option<Box<CollectPlan>> {
    let Role::Function(function) = &tool.role else { return None };
    let plan = match function {
        FunctionRole::Here(function) => {
            let plugin = match &function.target {
                Target::Member { plugin, .. } => plugin.name(),
                Target::Free(_) => "",
            };
            CollectPlan::of_function(plugin, &function.plan)
        }
        FunctionRole::Elsewhere(function) => function.collect_plan(),
        FunctionRole::Documents(_) => return None,
    };
    (with_config || plan.is_declared()).then(|| Box::new(plan))
}
