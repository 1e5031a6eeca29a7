//! Names that models call.

use proc_macro2::{Ident, Span};
use syn::Attribute;
use syn::ext::IdentExt as _;

use crate::errors::Errors;
use crate::model::{Case, MAX_TOOL_NAME, ToolName};
use crate::parse::{Field, Text};

/// A member's name, with the data to compare it with the others.
pub(super) struct Member<'m> {
    pub name: &'m ToolName,
    pub ident: &'m Ident,
    pub cfgs: &'m [Attribute],
}

/// The name of a tool: the user's, or the Rust name in the block's spelling.
pub(super) fn check_tool_name(
    option: &Field<Text>,
    ident: &Ident,
    case: Option<Case>,
    errors: &mut Errors,
) -> Option<ToolName> {
    match option {
        Field::Broken => None,
        Field::Given(given) => legal_name(&given.value.value, given.value.span, errors),
        Field::Absent => {
            let name = spelt(ident, case);
            legal_name(&name, ident.span(), errors)
        }
    }
}

/// The Rust name in the block's spelling.
pub(super) fn spelt(ident: &Ident, case: Option<Case>) -> String {
    let name = ident.unraw().to_string();
    case.map_or_else(|| name.clone(), |case| case.apply(&name))
}

/// The name of a container, if the user gives one.
pub(super) fn check_given_name(option: &Field<Text>, errors: &mut Errors) -> Option<ToolName> {
    let text = option.value()?;
    legal_name(&text.value, text.span, errors)
}

/// A name that every provider accepts.
pub(super) fn legal_name(name: &str, at: Span, errors: &mut Errors) -> Option<ToolName> {
    let legal = ToolName::new(name);
    if legal.is_none() && name.len() > MAX_TOOL_NAME {
        let length = name.len();
        errors.at(at, format!("the tool name `{name}` has {length} bytes, and providers accept {MAX_TOOL_NAME}: shorten it, or write `name = \"..\"`"));
    } else if legal.is_none() {
        errors.at(at, format!("`{name}` can't be a tool name: it starts with a letter or `_`, and goes on with letters, digits, `_` and `-` of ASCII; write `name = \"..\"`"));
    }
    legal
}

/// A model could not say which of two tools it means.
pub(super) fn check_unique(members: &[Member<'_>], errors: &mut Errors) {
    for (index, second) in members.iter().enumerate() {
        let clash = members[..index].iter().find(|first| {
            // Under conditions it depends on the build; an assertion is emitted for those.
            first.name == second.name && first.cfgs.is_empty() && second.cfgs.is_empty()
        });
        if let Some(first) = clash {
            let name = second.name;
            errors.at(first.ident.span(), format!("the first tool called `{name}` is here"));
            errors.at(
                second.ident.span(),
                format!("two tools of this plugin are called `{name}`: rename one, or write `name = \"..\"`"),
            );
        }
    }
}

/// A host may put the container's name before a tool's to tell tools apart.
pub(super) fn check_prefixed(container: &ToolName, members: &[Member<'_>], errors: &mut Errors) {
    for member in members {
        let prefixed = format!("{container}__{}", member.name);
        if prefixed.len() > MAX_TOOL_NAME {
            errors.at(
                member.ident.span(),
                format!("the tool name `{prefixed}` is longer than {MAX_TOOL_NAME} bytes: shorten the function's name or the scope's"),
            );
        }
    }
}
