//! An annotated block as a whole.

use proc_macro2::Ident;
use syn::ext::IdentExt as _;
use syn::{Attribute, Path};

use super::block::{check_inherent, check_self_type};
use super::cycle::check_acyclic;
use super::description::{check_scope_description, optional_description};
use super::function::check_function;
use super::names::{Member, check_given_name, check_prefixed, check_tool_name, check_unique, legal_name};
use super::places::share_places;
use super::scope::check_scope;
use super::signature::contexts_of;
use super::skill::check_skill;
use super::{Rejected, runtime_of};
use crate::errors::Errors;
use crate::model::{
    Case, Function, Plugin, PluginScope, Promise, PromisedName, Runtime, Skill, Target, ToolName, UserImpl,
};
use crate::parse::{Field, RawMark, RawPlugin, RawTool, Text};

/// The members of a block.
#[derive(Default)]
struct Members {
    functions: Vec<Function>,
    skills: Vec<Skill>,
}

/// A block that can be expanded.
///
/// # Errors
///
/// There are errors; the block can be given back.
pub(crate) fn check_plugin(
    raw: RawPlugin,
    home: &Path,
    errors: &mut Errors,
) -> Result<Plugin, Box<Rejected<UserImpl>>> {
    let RawPlugin { options, scope, cfgs, user, tools } = raw;
    let runtime = runtime_of(&options.crate_path, home);
    let inherent = check_inherent(&user, errors);
    let type_name = check_self_type(&user.self_ty, errors).cloned();
    let mut promise = match (&runtime, inherent && type_name.is_some()) {
        (Some(runtime), true) => Some(promise_of(runtime, &cfgs, &user, &tools)),
        _ => None,
    };
    let name = type_name.and_then(|ident| check_name(&options.name, &ident, errors));
    let (scope, description) = match scope {
        Some(scope) => {
            let text = check_scope_description(options.description, errors);
            let scope = check_scope(scope, None, text.clone().unwrap_or_default());
            (PluginScope::Here(Box::new(scope)), text)
        }
        None => (PluginScope::OnType, Some(optional_description(options.description))),
    };
    let container = name.as_ref().filter(|_| matches!(scope, PluginScope::Here(_)));
    let names = check_names(&tools, options.rename_all.into_value(), container, errors);
    check_acyclic(&tools, &user.self_ty, errors);
    let case = options.rename_all_params.into_value();
    let Members { mut functions, skills } = check_members(tools, names, case, errors);
    share_places(&mut functions);
    match (runtime, name, description) {
        (Some(runtime), Some(name), Some(description)) if errors.is_empty() => {
            Ok(Plugin { runtime, user, cfgs, name, description, scope, functions, skills })
        }
        _ => {
            if let Some(Promise { target: Target::Plugin { whole, .. }, .. }) = &mut promise {
                *whole = functions;
            }
            Err(Box::new(Rejected { user, promise }))
        }
    }
}

/// A plugin has the name of its type, unless the user gives one.
fn check_name(option: &Field<Text>, ident: &Ident, errors: &mut Errors) -> Option<ToolName> {
    if option.is_absent() {
        legal_name(&ident.unraw().to_string(), ident.span(), errors)
    } else {
        check_given_name(option, errors)
    }
}

/// Checks the names of all tools, also against each other. `container` is their possible prefix.
fn check_names(
    tools: &[RawTool],
    case: Option<Case>,
    container: Option<&ToolName>,
    errors: &mut Errors,
) -> Vec<Option<ToolName>> {
    let names: Vec<_> = tools
        .iter()
        .map(|RawTool { mark, method }| check_tool_name(mark.name(), &method.sig.ident, case, errors))
        .collect();
    let members = tools.iter().zip(&names).filter_map(|(RawTool { method, .. }, name)| {
        Some(Member { name: name.as_ref()?, ident: &method.sig.ident, cfgs: &method.cfgs })
    });
    let members: Vec<_> = members.collect();
    check_unique(&members, errors);
    if let Some(container) = container {
        check_prefixed(container, &members, errors);
    }
    names
}

/// `case` is the spelling of parameters.
fn check_members(
    tools: Vec<RawTool>,
    names: Vec<Option<ToolName>>,
    case: Option<Case>,
    errors: &mut Errors,
) -> Members {
    let mut members = Members::default();
    for (RawTool { mark, method }, name) in tools.into_iter().zip(names) {
        match mark {
            RawMark::Function(function) => {
                members.functions.extend(check_function(method, *function, name, case, errors));
            }
            RawMark::Skill(skill) => members.skills.extend(check_skill(method, *skill, name, errors)),
        }
    }
    members
}

fn promise_of(runtime: &Runtime, cfgs: &[Attribute], user: &UserImpl, tools: &[RawTool]) -> Promise {
    let named = |wanted: fn(&RawMark) -> bool| -> Vec<PromisedName> {
        let marked = tools.iter().filter(|tool| wanted(&tool.mark)).map(|tool| &tool.method);
        marked
            .map(|method| PromisedName {
                cfgs: method.cfgs.clone(),
                ident: method.sig.ident.clone(),
                contexts: contexts_of(&method.inputs),
            })
            .collect()
    };
    Promise {
        runtime: runtime.clone(),
        cfgs: cfgs.to_vec(),
        target: Target::Plugin {
            generics: Box::new(user.generics.clone()),
            self_ty: Box::new(user.self_ty.clone()),
            functions: named(|mark| matches!(mark, RawMark::Function(_))),
            skills: named(|mark| matches!(mark, RawMark::Skill(_))),
            whole: Vec::new(),
        },
    }
}
