//! The row of a function.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};
use syn::Type;
use syn::ext::IdentExt as _;

use super::constant::{expand_maybe, expand_meta, expand_option};
use super::param::{expand_fields, expand_flat, expand_ops, expand_params};
use super::row::Row;
use super::shim::{Owner, expand_shim};
use crate::model::{Effect, Function, Hints, Leniency, Question, Risk, Run, Runtime, UnknownFields};

/// The names of a function's generated items, so that two functions of one type don't collide.
pub(super) struct Names {
    /// The operations of the parameters' types.
    pub ops: Ident,
    /// The shim.
    pub shim: Ident,
}

impl Names {
    pub(super) fn of(function: &Function) -> Self {
        let name = function.ident.unraw();
        Self { ops: format_ident!("__HPD_OPS_{name}"), shim: format_ident!("__hpd_call_{name}") }
    }
}

/// The items that a row needs, as members of a type: the operations of the parameters' types, and the shim.
pub(super) fn expand_needs(rt: &Runtime, function: &Function, owner: Owner) -> TokenStream {
    let cfgs = &function.cfgs;
    let names = Names::of(function);
    let shim = expand_shim(rt, function, &names, owner);
    let ops = (!function.params.is_empty()).then(|| {
        let ops = expand_ops(rt, &names, &function.params);
        quote!(#(#cfgs)* #[doc(hidden)] #[allow(non_upper_case_globals)] #ops)
    });
    quote! {
        #ops
        #(#cfgs)* #[doc(hidden)] #[allow(deprecated, clippy::all, clippy::pedantic)]
        #shim
    }
}

/// The row's place in the table.
pub(super) fn expand_row(rt: &Runtime, function: &Function) -> TokenStream {
    let cfgs = &function.cfgs;
    let spec = expand_spec(rt, function);
    quote!(#(#cfgs)* #spec)
}

/// The row. It is part of the table itself: a separate constant would be one more body to check.
pub(super) fn expand_spec(rt: &Runtime, function: &Function) -> TokenStream {
    let names = Names::of(function);
    let info = expand_info(rt, function, &names);
    let shim = &names.shim;
    let handler = match function.run {
        Run::Sync => quote!(Sync),
        Run::Send => quote!(Send),
        Run::Local => quote!(Local),
    };
    quote!(#rt::FunctionSpec { info: &#info, handler: #rt::Handler::#handler(Self::#shim) })
}

fn expand_info(rt: &Runtime, function: &Function, names: &Names) -> TokenStream {
    let Function { name, description, leniency, .. } = function;
    let name = name.as_str();
    let mut row = Row::new(rt, quote!(#rt::function_info(#name, #description)));
    row.option("title", function.title.as_ref());
    if function.is_flat() {
        row.option("flat", function.params.first().map(|_| expand_flat(rt, names)));
        row.set("params", expand_fields(rt, &function.params));
    } else if !function.params.is_empty() {
        row.set("params", expand_params(rt, names, &function.params));
    }
    if let Effect::Write { risk, confirm_phrase, allow_empty } = &function.effect {
        row.set("effect", expand_write(rt, *risk, confirm_phrase.as_ref(), *allow_empty));
    }
    if let Some(Question { template, preview }) = &function.question {
        row.set("question", expand_option(rt, template));
        if !preview.is_empty() {
            row.set("preview", quote!(&[#(#preview),*]));
        }
    }
    row.flag("idempotent", function.idempotent);
    row.option("timeout_ms", function.timeout_ms);
    row.flag("takes_request", function.takes_request());
    row.option("leniency", leniency.map(|leniency| expand_leniency(rt, leniency)));
    if function.unknown_fields == UnknownFields::Warn {
        row.set("unknown_fields", quote!(#rt::UnknownFields::Warn));
    }
    row.flag("direct", function.direct);
    if let Some(hints) = expand_hints(rt, function.hints) {
        row.set("hints", hints);
    }
    row.option("deprecated", function.deprecated.as_ref());
    if let Some(meta) = expand_meta(rt, &function.meta) {
        row.set("meta", meta);
    }
    if let Some(schema) = expand_result_schema(rt, function) {
        row.set("result_schema", schema);
    }
    row.literal(&quote!(#rt::FunctionInfo))
}

/// The schema of the result, from its type. A type that can't be named in an expression has none, and neither has a result
/// that goes to the user.
fn expand_result_schema(rt: &Runtime, function: &Function) -> Option<TokenStream> {
    let output = function.output.as_ref().filter(|output| !function.direct && is_nameable(output))?;
    Some(quote! {
        || {
            use #rt::{NoSchema as _, PlainReturnType as _};
            #rt::ReturnType::<#output>::NEW.value().schema()
        }
    })
}

/// Whether a type can be named outside of its signature: without `impl Trait` and the signature's lifetimes.
fn is_nameable(ty: &Type) -> bool {
    is_named_everywhere(ty.to_token_stream())
}

fn is_named_everywhere(tokens: TokenStream) -> bool {
    let mut is_lifetime = false;
    tokens.into_iter().all(|token| match token {
        TokenTree::Group(group) => is_named_everywhere(group.stream()),
        TokenTree::Punct(sign) => {
            is_lifetime = sign.as_char() == '\'';
            true
        }
        TokenTree::Ident(word) => {
            let was_lifetime = std::mem::take(&mut is_lifetime);
            if was_lifetime { word == "static" || word == "_" } else { word != "impl" }
        }
        TokenTree::Literal(_) => true,
    })
}

fn expand_leniency(rt: &Runtime, leniency: Leniency) -> TokenStream {
    match leniency {
        Leniency::Strict => quote!(#rt::Leniency::Strict),
        Leniency::Safe => quote!(#rt::Leniency::Safe),
        Leniency::Lenient => quote!(#rt::Leniency::Lenient),
    }
}

fn expand_write(rt: &Runtime, risk: Risk, phrase: Option<&String>, allow_empty: bool) -> TokenStream {
    let risk = match risk {
        Risk::Low => quote!(Low),
        Risk::Medium => quote!(Medium),
        Risk::High => quote!(High),
    };
    let phrase = expand_maybe(rt, phrase);
    quote! {
        #rt::Effect::Write(#rt::Write {
            risk: #rt::Risk::#risk, confirm_phrase: #phrase, allow_empty: #allow_empty
        })
    }
}

fn expand_hints(rt: &Runtime, hints: Hints) -> Option<TokenStream> {
    let Hints { read_only, destructive, open_world } = hints;
    read_only.or(destructive).or(open_world)?;
    let [read_only, destructive, open_world] =
        [read_only, destructive, open_world].map(|hint| expand_maybe(rt, hint));
    Some(quote!(#rt::Hints { read_only: #read_only, destructive: #destructive, open_world: #open_world }))
}
