//! Scopes.

use syn::Path;

use super::description::check_scope_description;
use super::names::check_given_name;
use super::{Rejected, runtime_of};
use crate::errors::Errors;
use crate::model::{Case, Promise, Scope, ScopedType, Target, ToolName};
use crate::parse::{Field, RawScope, RawScopedType};

/// Puts a scope together.
pub(super) fn check_scope(raw: RawScope, name: Option<ToolName>, description: String) -> Scope {
    let RawScope { title, post_expansion, within } = raw;
    Scope {
        name,
        title: title.into_value().map(|text| text.value),
        description,
        post_expansion: post_expansion.into_value().map(|text| text.value),
        within: within.into_value().map(|ty| ty.0),
    }
}

/// A type with a scope of its own.
///
/// # Errors
///
/// There are errors. The caller, which has the tokens, re-emits the item.
pub(crate) fn check_scoped_type(
    raw: RawScopedType,
    home: &Path,
    errors: &mut Errors,
) -> Result<ScopedType, Box<Rejected<()>>> {
    let RawScopedType {
        scope,
        name,
        description,
        rename_all,
        rename_all_params,
        crate_path,
        cfgs,
        ident,
        generics,
    } = raw;
    let runtime = runtime_of(&crate_path, home);
    check_no_renaming("rename_all", &rename_all, errors);
    check_no_renaming("rename_all_params", &rename_all_params, errors);
    let name = check_given_name(&name, errors);
    let description = check_scope_description(description, errors);
    let scope = check_scope(scope, name, description.unwrap_or_default());
    match runtime {
        Some(runtime) if errors.is_empty() => Ok(ScopedType { runtime, cfgs, ident, generics, scope }),
        runtime => {
            let target = Target::ScopedType { ident, generics };
            let promise = runtime.map(|runtime| Promise { runtime, cfgs, target });
            Err(Box::new(Rejected { user: (), promise }))
        }
    }
}

/// The names are in the `impl` block, which another macro sees.
fn check_no_renaming(key: &str, option: &Field<Case>, errors: &mut Errors) {
    if let Some(given) = option.given() {
        errors.at(
            given.key,
            format!("`{key}` belongs on the `#[plugin]` of the `impl` block, where the names are"),
        );
    }
}
