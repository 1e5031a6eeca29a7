//! The corridor: tokens go in, tokens come out, and only here errors become tokens.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Path, parse_quote_spanned};

use crate::check::{check_free_function, check_model_error, check_plugin, check_scoped_type};
use crate::errors::Errors;
use crate::expand::{
    expand_fallback, expand_free_function, expand_model_error, expand_plugin, expand_scoped_type, reemit_fn,
    reemit_impl,
};
use crate::model::Promise;
use crate::parse::{
    ItemKind, RawPlugin, item_kind, parse_free_function, parse_model_error, parse_plugin, parse_scope,
    parse_scoped_type, strip_helpers,
};

/// The crate that re-exports the macro: generated code refers to it.
#[derive(Clone, Copy)]
pub(crate) enum Home {
    Runtime,
    Host,
}

impl Home {
    fn path(self) -> Path {
        let at = Span::mixed_site();
        match self {
            Self::Runtime => parse_quote_spanned!(at=> ::hpd_runtime),
            Self::Host => parse_quote_spanned!(at=> ::hpd_host),
        }
    }
}

/// `#[plugin]`
pub(crate) fn plugin(keys: TokenStream, item: TokenStream, home: Home) -> TokenStream {
    match item_kind(&item) {
        ItemKind::Impl => {}
        ItemKind::Type => {
            return refuse(
                item,
                "`#[plugin]` belongs on the `impl` block: on the type itself, only `#[scope]` may stand",
            );
        }
        ItemKind::Other => return refuse(item, "`#[plugin]` belongs on an `impl` block"),
    }
    let mut errors = Errors::default();
    match parse_plugin(keys, item.clone(), &mut errors) {
        Ok(raw) => finish_plugin(raw, home, errors),
        Err(error) => unparsed(item, error, errors),
    }
}

/// `#[scope]`
pub(crate) fn scope(keys: TokenStream, item: TokenStream, home: Home) -> TokenStream {
    let mut errors = Errors::default();
    match item_kind(&item) {
        ItemKind::Impl => match parse_scope(keys, item.clone(), &mut errors) {
            Ok(raw) => finish_plugin(raw, home, errors),
            Err(error) => unparsed(item, error, errors),
        },
        ItemKind::Type => scoped_type(keys, item, home, errors),
        ItemKind::Other => refuse(item, "`#[scope]` belongs on an `impl` block, or on a struct or enum"),
    }
}

fn finish_plugin(raw: RawPlugin, home: Home, mut errors: Errors) -> TokenStream {
    match check_plugin(raw, &home.path(), &mut errors) {
        Ok(plugin) => expand_plugin(&plugin),
        Err(no) => rejected(&reemit_impl(&no.user), no.promise.as_ref(), errors),
    }
}

fn scoped_type(keys: TokenStream, item: TokenStream, home: Home, mut errors: Errors) -> TokenStream {
    let raw = match parse_scoped_type(keys, item.clone(), &mut errors) {
        Ok(raw) => raw,
        Err(error) => return unparsed(item, error, errors),
    };
    match check_scoped_type(raw, &home.path(), &mut errors) {
        Ok(scoped) => {
            let generated = expand_scoped_type(&scoped);
            quote!(#item #generated)
        }
        Err(no) => rejected(&item, no.promise.as_ref(), errors),
    }
}

/// `#[ai_function]` on a free function, or in a block without an annotation.
pub(crate) fn ai_function(keys: TokenStream, item: TokenStream, home: Home) -> TokenStream {
    if matches!(item_kind(&item), ItemKind::Impl | ItemKind::Type) {
        return refuse(
            item,
            "`#[ai_function]` belongs on a function, or on a method of an `impl` block with `#[plugin]` or `#[scope(\"..\")]`",
        );
    }
    let mut errors = Errors::default();
    let raw = match parse_free_function(keys, item.clone(), &mut errors) {
        Ok(raw) => raw,
        Err(error) => return unparsed(item, error, errors),
    };
    match check_free_function(raw, &home.path(), &mut errors) {
        Ok(free) => expand_free_function(&free),
        Err(no) => rejected(&reemit_fn(&no.user), no.promise.as_ref(), errors),
    }
}

/// `#[skill]` in a block without an annotation.
pub(crate) fn skill(item: TokenStream) -> TokenStream {
    refuse(
        item,
        "a skill is a method of a plugin: write `#[plugin]` or `#[scope(\"..\")]` above the `impl` block that it stands in",
    )
}

/// `#[derive(ModelError)]`. With mistakes, the type is an error for the model without texts, so that its functions are no
/// further errors.
pub(crate) fn model_error(item: TokenStream, home: Home) -> TokenStream {
    let mut errors = Errors::default();
    let derived = match parse_model_error(item, &mut errors) {
        Ok(raw) => expand_model_error(&check_model_error(raw, &home.path(), &mut errors)),
        Err(error) => {
            errors.push(error);
            TokenStream::new()
        }
    };
    let errors = errors.into_tokens();
    quote!(#derived #errors)
}

/// The former name of `#[scope]`.
pub(crate) fn plugin_scope(item: TokenStream) -> TokenStream {
    refuse(item, "`#[plugin_scope]` is now called `#[scope]`: use `#[scope]`")
}

/// The item as it was, and an error at the attribute.
fn refuse(item: TokenStream, message: &str) -> TokenStream {
    let mut errors = Errors::default();
    errors.at(Span::call_site(), message);
    rejected(&strip_helpers(item), None, errors)
}

/// An item that can't be parsed: rustc says why, if it is no Rust at all.
fn unparsed(item: TokenStream, error: syn::Error, mut errors: Errors) -> TokenStream {
    errors.push(error);
    rejected(&strip_helpers(item), None, errors)
}

fn rejected(item: &TokenStream, promise: Option<&Promise>, mut errors: Errors) -> TokenStream {
    if errors.is_empty() {
        // Every rule reports its rejection. If one ever fails to, this error does.
        errors.at(Span::call_site(), "this can't be expanded, for a reason that was not reported");
    }
    let promised = promise.map(expand_fallback);
    let errors = errors.into_tokens();
    quote!(#item #promised #errors)
}
