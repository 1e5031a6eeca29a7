//! An annotated block as a whole.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt as _;
use syn::{Attribute, Path, Type};

use super::block::{check_inherent, check_self_type};
use super::cycle::check_acyclic;
use super::description::{check_description, optional_description};
use super::function::check_function;
use super::names::{Member, check_given_name, check_prefixed, check_unique, legal_name};
use super::scope::check_scope;
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
) -> Result<Plugin, Rejected<UserImpl>> {
    let RawPlugin { options, scope, cfgs, user, tools } = raw;
    let runtime = runtime_of(&options.crate_path, home);
    let inherent = check_inherent(&user, errors);
    let type_name = check_self_type(&user.self_ty, errors).cloned();
    let promise = match (&runtime, inherent && type_name.is_some()) {
        (Some(runtime), true) => Some(promise_of(runtime, &cfgs, &user, &tools)),
        _ => None,
    };
    let name = type_name.and_then(|ident| check_name(&options.name, &ident, errors));
    let (scope, description) = match scope {
        Some(scope) => {
            let at = Span::call_site();
            let text = check_description(options.description.option, options.description.docs, at, "a scope", errors);
            let scope = check_scope(scope, None, text.clone().unwrap_or_default());
            (PluginScope::Here(Box::new(scope)), text)
        }
        None => {
            (PluginScope::OnType, Some(optional_description(options.description.option, options.description.docs)))
        }
    };
    let case = options.rename_all.into_value();
    let members = check_members(tools, case, &user.self_ty, errors);
    if let Some(name) = &name {
        check_together(&members, name, &scope, errors);
    }
    match (runtime, name, description) {
        (Some(runtime), Some(name), Some(description)) if errors.is_empty() => {
            let Members { functions, skills } = members;
            Ok(Plugin { runtime, user, cfgs, name, description, scope, functions, skills })
        }
        _ => Err(Rejected { user, promise }),
    }
}

/// A plugin is called what its type is called, unless the user says otherwise.
fn check_name(
    option: &Field<Text>,
    ident: &Ident,
    errors: &mut Errors,
) -> Option<ToolName> {
    if option.is_absent() {
        legal_name(&ident.unraw().to_string(), ident.span(), errors)
    } else {
        check_given_name(option, errors)
    }
}

fn check_members(
    tools: Vec<RawTool>,
    case: Option<Case>,
    self_ty: &Type,
    errors: &mut Errors,
) -> Members {
    let mut members = Members::default();
    for RawTool { mark, method } in tools {
        match mark {
            RawMark::Function(function) => members.functions.extend(check_function(method, *function, case, errors)),
            RawMark::Skill(skill) => members.skills.extend(check_skill(method, *skill, case, errors)),
        }
    }
    check_acyclic(&members.skills, self_ty, errors);
    members
}

/// Rules about all members together.
fn check_together(members: &Members, name: &ToolName, scope: &PluginScope, errors: &mut Errors) {
    let functions = members.functions.iter().map(|f| Member { name: &f.name, ident: &f.ident, cfgs: &f.cfgs });
    let skills = members.skills.iter().map(|s| Member { name: &s.name, ident: &s.ident, cfgs: &s.cfgs });
    let tools: Vec<_> = functions.chain(skills).collect();
    check_unique(&tools, errors);
    if let PluginScope::Here(_) = scope {
        check_prefixed(name, &tools, errors);
    }
}

fn promise_of(runtime: &Runtime, cfgs: &[Attribute], user: &UserImpl, tools: &[RawTool]) -> Promise {
    let named = |wanted: fn(&RawMark) -> bool| -> Vec<PromisedName> {
        let marked = tools.iter().filter(|tool| wanted(&tool.mark)).map(|tool| &tool.method);
        marked.map(|method| PromisedName { cfgs: method.cfgs.clone(), ident: method.sig.ident.clone() }).collect()
    };
    Promise {
        runtime: runtime.clone(),
        cfgs: cfgs.to_vec(),
        target: Target::Plugin {
            generics: user.generics.clone(),
            self_ty: user.self_ty.clone(),
            functions: named(|mark| matches!(mark, RawMark::Function(_))),
            skills: named(|mark| matches!(mark, RawMark::Skill(_))),
        },
    }
}
