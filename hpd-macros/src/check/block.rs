//! Rules for an annotated block.

use proc_macro2::Ident;
use syn::{Path, PathArguments, Type};

use crate::errors::Errors;
use crate::model::UserImpl;

/// The table belongs to the type: an `impl` of a trait can't hold it.
pub(super) fn check_inherent(user: &UserImpl, errors: &mut Errors) -> bool {
    if user.of_trait.is_empty() {
        return true;
    }
    errors.on(
        &user.of_trait,
        "tools are methods of the type itself: move them into an `impl` block without a trait, and annotate that",
    );
    false
}

/// A plugin is a type of the user's that has a name.
pub(super) fn check_self_type<'t>(self_ty: &'t Type, errors: &mut Errors) -> Option<&'t Ident> {
    let path = path_of(self_ty);
    if path.is_none() {
        errors.on(self_ty, "a plugin is a struct or an enum: this type has no name of its own");
    }
    path.and_then(|path| path.segments.last()).map(|last| &last.ident)
}

fn path_of(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Group(group) => path_of(&group.elem),
        Type::Paren(paren) => path_of(&paren.elem),
        Type::Path(path) => Some(&path.path),
        _ => None,
    }
}

/// Whether a path in an attribute of this block names the block's own type.
pub(super) fn is_own_type(path: &Path, self_ty: &Type) -> bool {
    if path.is_ident("Self") {
        return true;
    }
    let names = |path: &Path| path.segments.iter().map(|segment| segment.ident.clone()).collect::<Vec<_>>();
    let generic =
        |path: &Path| path.segments.iter().any(|segment| !matches!(segment.arguments, PathArguments::None));
    path_of(self_ty).is_some_and(|own| {
        own.leading_colon.is_some() == path.leading_colon.is_some()
            && names(own) == names(path)
            // With arguments of its own it may be another instance of a generic type.
            && !generic(path)
    })
}
