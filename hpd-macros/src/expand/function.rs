//! The row of a function.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;

use super::meta::{expand_meta, expand_option};
use super::param::{expand_ops, expand_params};
use super::shim::{Owner, expand_shim};
use crate::model::{Effect, Function, Hints, Policy, Risk, Run, Runtime};

/// What a function's generated items are called, so that two functions of one type don't collide.
pub(super) struct Names {
    /// What is done with the types of the parameters.
    pub ops: Ident,
    /// The row.
    pub row: Ident,
    /// The shim.
    pub shim: Ident,
}

impl Names {
    pub(super) fn of(function: &Function) -> Self {
        let name = function.ident.unraw();
        Self {
            ops: format_ident!("__HPD_OPS_{name}"),
            row: format_ident!("__HPD_FUNCTION_{name}"),
            shim: format_ident!("__hpd_call_{name}"),
        }
    }
}

/// Members of the plugin's type: the row, and what it needs.
pub(super) fn expand_row_item(rt: &Runtime, function: &Function) -> TokenStream {
    let cfgs = &function.cfgs;
    let names = Names::of(function);
    let row = &names.row;
    let hidden = quote!(#(#cfgs)* #[doc(hidden)]);
    let ops = expand_ops(rt, &names, &function.params).map(|ops| quote!(#hidden #[allow(non_upper_case_globals)] #ops));
    let shim = expand_shim(rt, function, &names, Owner::Plugin);
    let spec = expand_spec(rt, function, &names);
    quote! {
        #ops
        #hidden #[allow(non_upper_case_globals, clippy::declare_interior_mutable_const)]
        const #row: #rt::FunctionSpec<Self> = #spec;
        #hidden #[allow(deprecated, clippy::all, clippy::pedantic)]
        #shim
    }
}

/// The row's place in the table.
pub(super) fn expand_row(function: &Function) -> TokenStream {
    let cfgs = &function.cfgs;
    let row = Names::of(function).row;
    quote!(#(#cfgs)* Self::#row)
}

/// The row.
pub(super) fn expand_spec(rt: &Runtime, function: &Function, names: &Names) -> TokenStream {
    let info = expand_info(rt, function, names);
    let shim = &names.shim;
    let handler = match function.run {
        Run::Sync => quote!(Sync),
        Run::Send => quote!(Send),
        Run::Local => quote!(Local),
    };
    quote!(#rt::FunctionSpec { info: &#info, handler: #rt::Handler::#handler(Self::#shim) })
}

/// Only what was set: the rest comes from the row's default.
fn expand_info(rt: &Runtime, function: &Function, names: &Names) -> TokenStream {
    let Function { description, title, timeout_ms, policy, hints, deprecated, meta, .. } = function;
    let name = function.name.as_str();
    let title = title.as_ref().map(|title| field("title", &expand_option(rt, title)));
    let params = expand_params(rt, names, &function.params).map(|params| field("params", &params));
    let effect = expand_effect(rt, &function.effect).map(|effect| field("effect", &effect));
    let idempotent = function.idempotent.then(|| quote!(idempotent: true,));
    let timeout = timeout_ms.map(|time| field("timeout_ms", &expand_option(rt, &time)));
    let policy = policy.map(|policy| {
        let policy = match policy {
            Policy::Strict => quote!(#rt::Policy::Strict),
            Policy::Safe => quote!(#rt::Policy::Safe),
            Policy::Lenient => quote!(#rt::Policy::Lenient),
        };
        field("policy", &expand_option(rt, &policy))
    });
    let unknown =
        function.warns_of_unknown_fields.then(|| quote!(unknown_fields: #rt::UnknownFields::Warn,));
    let direct = function.direct.then(|| quote!(direct: true,));
    let hints = expand_hints(rt, *hints);
    let deprecated = deprecated.as_ref().map(|note| field("deprecated", &expand_option(rt, note)));
    let meta = expand_meta(rt, meta).map(|meta| field("meta", &meta));
    quote! {
        #rt::FunctionInfo {
            name: #name, #title description: #description, #params #effect #idempotent #timeout #policy #unknown
            #direct #hints #deprecated #meta ..#rt::FunctionInfo::NEW
        }
    }
}

/// `name: value,`
pub(super) fn field(name: &str, value: &TokenStream) -> TokenStream {
    let name = format_ident!("{name}");
    quote!(#name: #value,)
}

fn expand_effect(rt: &Runtime, effect: &Effect) -> Option<TokenStream> {
    let Effect::Write { risk, confirm_phrase, allow_empty } = effect else { return None };
    let risk = match risk {
        Risk::Low => quote!(Low),
        Risk::Medium => quote!(Medium),
        Risk::High => quote!(High),
    };
    let phrase = match confirm_phrase {
        Some(phrase) => expand_option(rt, phrase),
        None => quote!(#rt::core::option::Option::None),
    };
    Some(quote! {
        #rt::Effect::Write(#rt::Write {
            risk: #rt::Risk::#risk, confirm_phrase: #phrase, allow_empty: #allow_empty
        })
    })
}

fn expand_hints(rt: &Runtime, hints: Hints) -> Option<TokenStream> {
    let Hints { read_only, destructive, open_world } = hints;
    if read_only.or(destructive).or(open_world).is_none() {
        return None;
    }
    let option = |hint: Option<bool>| match hint {
        Some(hint) => expand_option(rt, &hint),
        None => quote!(#rt::core::option::Option::None),
    };
    let (read_only, destructive, open_world) = (option(read_only), option(destructive), option(open_world));
    Some(quote! {
        hints: #rt::Hints { read_only: #read_only, destructive: #destructive, open_world: #open_world },
    })
}
