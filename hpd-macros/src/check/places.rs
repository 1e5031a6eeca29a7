//! Where rustc reports a type that several functions of a block use: at its first use. Errors in the same words at the same
//! place are printed once, so that one wrong type is one error.

use std::collections::HashMap;

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{GenericArgument, PathArguments, Type};

use crate::model::{Function, OutputPlaces};

/// Moves the reports of all types to their first use.
pub(super) fn share_places(functions: &mut [Function]) {
    let mut types: HashMap<String, Type> = HashMap::new();
    let mut outputs: HashMap<String, Span> = HashMap::new();
    let mut errors: HashMap<String, Span> = HashMap::new();
    for function in functions {
        for param in &mut function.params {
            for leaf in &mut param.leaves {
                leaf.ty = types.entry(key_of(&leaf.ty)).or_insert_with(|| leaf.ty.clone()).clone();
            }
            param.place = types.entry(key_of(&param.ty)).or_insert_with(|| param.ty.clone()).clone();
        }
        if let Some(output) = &function.output {
            let at = output.span();
            function.places = OutputPlaces {
                output: Some(*outputs.entry(value_key(output)).or_insert(at)),
                error: Some(*errors.entry(error_key(output)).or_insert(at)),
            };
        }
    }
}

fn key_of(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

/// Tells values apart: the first argument of what looks like a `Result`, or the whole type.
fn value_key(ty: &Type) -> String {
    match arguments(ty).first() {
        Some(value) if is_result(ty) => key_of(value),
        _ => key_of(ty),
    }
}

/// Tells errors apart: the second argument of what looks like a `Result`. An alias with one argument fixes the error.
fn error_key(ty: &Type) -> String {
    if let [_, error, ..] = arguments(ty).as_slice() {
        return key_of(error);
    }
    let Type::Path(path) = ty else { return key_of(ty) };
    let mut alias = path.path.clone();
    if let Some(last) = alias.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    format!("alias {}", alias.to_token_stream())
}

fn is_result(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Result"))
}

fn arguments(ty: &Type) -> Vec<&Type> {
    let Type::Path(path) = ty else { return Vec::new() };
    let Some(PathArguments::AngleBracketed(arguments)) =
        path.path.segments.last().map(|last| &last.arguments)
    else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn results_are_told_apart_by_their_errors() {
        let [first, second]: [Type; 2] =
            [parse_quote!(Result<u8, Bad>), parse_quote!(std::result::Result<String, Bad>)];
        assert_eq!(error_key(&first), error_key(&second));
        assert_ne!(value_key(&first), value_key(&second));
        let [first, second]: [Type; 2] =
            [parse_quote!(anyhow::Result<u8>), parse_quote!(anyhow::Result<String>)];
        assert_eq!(error_key(&first), error_key(&second));
        let [first, second]: [Type; 2] = [parse_quote!(Result<u8>), parse_quote!(Vec<u8>)];
        assert_ne!(error_key(&first), error_key(&second));
    }
}
