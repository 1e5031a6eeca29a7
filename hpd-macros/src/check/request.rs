//! Functions that take the call itself: they are called with a text that can't be read, too.

use quote::ToTokens as _;
use syn::Type;
use syn::spanned::Spanned as _;

use crate::errors::Errors;
use crate::model::{Argument, Effect, Param};

/// Such a function changes nothing, and needs no other value.
pub(super) fn check_request(arguments: &[Argument], params: &[Param], effect: &Effect, errors: &mut Errors) {
    let request = arguments.iter().find_map(|argument| match argument {
        Argument::Request(at) => Some(*at),
        Argument::Param(_) | Argument::Context(_) => None,
    });
    let Some(at) = request else { return };
    if matches!(effect, Effect::Write { .. }) {
        errors.at(
            at,
            "a function that writes can't take the request: it would run with a text that can't be read; remove `write`, or take `&CallContext<'_>`",
        );
        return;
    }
    for param in params.iter().filter(|param| param.default.is_none() && !is_option(&param.ty)) {
        errors.at(
            param.ty.span(),
            format!(
                "`{}` is absent where the text can't be read: beside the request, write `Option<{}>`, or give it a default",
                param.ident,
                param.ty.to_token_stream(),
            ),
        );
    }
}

/// Whether a type may be absent, by its name.
fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_option(&group.elem),
        Type::Paren(paren) => is_option(&paren.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Option"),
        _ => false,
    }
}
