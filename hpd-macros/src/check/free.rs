//! Free functions, which belong to no plugin.

use syn::Path;

use super::function::check_function;
use super::names::check_tool_name;
use super::signature::contexts_of;
use super::{Rejected, runtime_of};
use crate::errors::Errors;
use crate::model::{CheckCall, FreeFunction, Promise, Target, UserFn};
use crate::parse::{CheckRef, RawFree, RawFunction, RawInput, RawMethod};

/// A free function that can be expanded.
///
/// # Errors
///
/// There are errors; the function can be given back.
pub(crate) fn check_free_function(
    raw: RawFree,
    home: &Path,
    errors: &mut Errors,
) -> Result<FreeFunction, Box<Rejected<UserFn>>> {
    let RawFree { crate_path, rename_all_params, user, function, method } = raw;
    let runtime = runtime_of(&crate_path, home);
    let is_method = method.inputs.iter().any(|input| matches!(input, RawInput::Receiver(_)));
    if is_method {
        report_stray_method(&method, errors);
        return Err(Box::new(Rejected { user, promise: None }));
    }
    let (cfgs, contexts) = (method.cfgs.clone(), contexts_of(&method.inputs));
    let name = check_tool_name(&function.name, &method.sig.ident, None, errors);
    report_stray_check(&function, errors);
    let function = check_function(method, function, name, rename_all_params.into_value(), errors);
    match (runtime, function) {
        (Some(runtime), Some(function)) if errors.is_empty() => Ok(FreeFunction { runtime, user, function }),
        (runtime, _) => {
            let (vis, ident) = (user.vis.clone(), user.sig.ident.clone());
            let target = Target::FreeFunction { vis, ident, contexts };
            let promise = runtime.map(|runtime| Promise { runtime, cfgs, target });
            Err(Box::new(Rejected { user, promise }))
        }
    }
}

/// A check with `self` has an instance to look into.
fn report_stray_check(function: &RawFunction, errors: &mut Errors) {
    if let Some(CheckRef(CheckCall::Method(method) | CheckCall::MethodInContext(method))) =
        function.check.value()
    {
        errors
            .at(method.span(), "a function outside of a plugin has no `self`: write the path of a function");
    }
}

/// The macro of the block reads methods. Without it, this method is unread.
fn report_stray_method(method: &RawMethod, errors: &mut Errors) {
    for input in &method.inputs {
        if let RawInput::Receiver(receiver) = input {
            errors.on(receiver, "a method is a tool of its plugin: write `#[plugin]` or `#[scope(\"..\")]` above the `impl` block");
        }
    }
}
