//! Rules for a function's signature.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{GenericParam, Receiver, ReceiverKind, ReturnType, Safety, Signature, Type};

use crate::errors::Errors;
use crate::parse::RawInput;

/// The rules of both functions and skills.
pub(super) fn check_signature(sig: &Signature, what: &str, errors: &mut Errors) {
    check_not_generic(sig, what, errors);
    check_callable(sig, what, errors);
}

/// A tool is one function: a model can't choose a type. Lifetimes are fine, they choose nothing.
fn check_not_generic(sig: &Signature, what: &str, errors: &mut Errors) {
    for param in &sig.generics.params {
        if !matches!(param, GenericParam::Lifetime(_)) {
            errors.on(
                param,
                format!("{what} can't be generic: a model can't choose a type; make the plugin's type generic, or name the type"),
            );
        }
    }
}

/// Tools are called by safe code, in Rust's own way.
fn check_callable(sig: &Signature, what: &str, errors: &mut Errors) {
    if let Safety::Unsafe(token) = &sig.safety {
        errors.on(token, format!("{what} can't be `unsafe`: nobody is there to keep its conditions"));
    }
    if let Some(abi) = &sig.abi {
        errors.on(abi, format!("{what} has Rust's own calling convention: remove this"));
    }
    if let Some(variadic) = &sig.variadic {
        errors.on(variadic, format!("{what} has a fixed list of parameters"));
    }
}

/// Sessions share one plugin, and calls run at the same time.
pub(super) fn check_receiver(receiver: &Receiver, what: &str, errors: &mut Errors) {
    let message = match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => return,
        ReceiverKind::Reference(_, _, Some(_)) => {
            "takes `&self`: sessions share one plugin; keep what changes behind a `Mutex` or an atomic"
        }
        ReceiverKind::Typed(_, ty) if is_shared_self(ty) => return,
        _ => "takes `&self`: the plugin is called again and again; clone what has to be owned",
    };
    errors.on(receiver, format!("{what} {message}"));
}

/// `self: &Self`
fn is_shared_self(ty: &Type) -> bool {
    matches!(ty, Type::Reference(reference) if reference.mutability.is_none()
        && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("Self")))
}

/// A value read from a model's text belongs to the call. Nothing exists to borrow it from.
pub(super) fn check_owned(ty: &Type, errors: &mut Errors) -> bool {
    let Some(borrow) = find_borrow(ty.to_token_stream()) else { return true };
    let message = match borrow {
        Borrow::ImplTrait => {
            "a parameter needs a type that can be decoded, and `impl Trait` names none: write the type"
        }
        Borrow::Reference => {
            "a borrowed parameter can't be decoded: take it owned, as `String` or `Vec<T>`; if it is the call's context, mark it `#[context]`"
        }
    };
    errors.on(ty, message);
    false
}

enum Borrow {
    Reference,
    ImplTrait,
}

/// Told by tokens: a `&`, a lifetime other than `'static`, or `impl`, at any depth.
fn find_borrow(tokens: TokenStream) -> Option<Borrow> {
    let mut after_quote = false;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '&' => return Some(Borrow::Reference),
            TokenTree::Punct(punct) => after_quote = punct.as_char() == '\'',
            TokenTree::Ident(ident) if after_quote && ident != "static" => return Some(Borrow::Reference),
            TokenTree::Ident(ident) if ident == "impl" => return Some(Borrow::ImplTrait),
            TokenTree::Group(group) => {
                if let Some(borrow) = find_borrow(group.stream()) {
                    return Some(borrow);
                }
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => after_quote = false,
        }
    }
    None
}

/// `#[context]` is passed by shared reference.
pub(super) fn check_context_type(ty: &Type, errors: &mut Errors) {
    if !is_shared(ty) {
        errors.on(ty, "`#[context]` receives the call's context by reference: write `&CallContext<'_>`");
    }
}

fn is_shared(ty: &Type) -> bool {
    matches!(ty, Type::Reference(reference) if reference.mutability.is_none())
}

/// The types of `#[context]` that rustc can be asked about. A lifetime of the signature has no name elsewhere.
pub(super) fn contexts_of(inputs: &[RawInput]) -> Vec<Type> {
    let types = inputs.iter().filter_map(|input| match input {
        RawInput::Typed(typed) if typed.context.is_some() => Some(&typed.ty),
        _ => None,
    });
    types
        .filter(|ty| is_shared(ty) && !is_request(ty) && names_no_lifetime(ty.to_token_stream()))
        .cloned()
        .collect()
}

fn names_no_lifetime(tokens: TokenStream) -> bool {
    let mut after_quote = false;
    tokens.into_iter().all(|token| match token {
        TokenTree::Ident(name) => !std::mem::take(&mut after_quote) || name == "_" || name == "static",
        TokenTree::Punct(sign) => {
            after_quote = sign.as_char() == '\'';
            true
        }
        TokenTree::Group(group) => names_no_lifetime(group.stream()),
        TokenTree::Literal(_) => true,
    })
}

/// Whether `#[context]` receives the call itself, rather than its context.
pub(super) fn is_request(ty: &Type) -> bool {
    let Type::Reference(reference) = ty else { return false };
    let Type::Path(path) = &*reference.elem else { return false };
    path.path.segments.last().is_some_and(|last| last.ident == "ToolCallRequest")
}

/// The type that is returned, if one is written.
pub(super) fn output_of(sig: &Signature) -> Option<Type> {
    match &sig.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some((**ty).clone()),
    }
}

/// The span of the name, for errors without a better place.
pub(super) fn name_span(sig: &Signature) -> Span {
    sig.ident.span()
}

/// The span of `async`.
pub(super) fn async_span(sig: &Signature) -> Option<Span> {
    sig.asyncness.map(|token| token.span())
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn messages(ty: &Type) -> Vec<String> {
        let mut errors = Errors::default();
        check_owned(ty, &mut errors);
        errors.messages()
    }

    #[test]
    fn borrows_are_found_at_any_depth() {
        for ty in [
            parse_quote!(&str),
            parse_quote!(Option<&str>),
            parse_quote!(Cow<'_, str>),
            parse_quote!((u8, [&'static str; 2])),
        ] {
            assert!(messages(&ty).iter().all(|message| message.starts_with("a borrowed parameter")));
            assert_eq!(messages(&ty).len(), 1);
        }
        assert!(messages(&parse_quote!(Vec<impl Clone>))[0].contains("`impl Trait`"));
        assert!(messages(&parse_quote!(Cow<'static, str>)).is_empty());
        assert!(messages(&parse_quote!(crate::model::Map<u8, (String, [u8; 2])>)).is_empty());
    }
}
