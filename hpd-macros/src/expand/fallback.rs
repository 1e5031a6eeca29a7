//! Promised items for a block with mistakes: empty tables under the expected names. One mistake then causes no further
//! errors. Functions without mistakes have what their rows would need, so that rustc reports their types as well.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Generics, Type, Visibility};

use super::function::expand_needs;
use super::impls::Head;
use super::reference::expand_name;
use super::shim::Owner;
use crate::model::{Promise, PromisedName, Runtime, Target};

/// The promised names.
pub(crate) fn expand_fallback(promise: &Promise) -> TokenStream {
    let Promise { runtime: rt, cfgs, target } = promise;
    match target {
        Target::Plugin { generics, self_ty, functions, skills, whole } => {
            let head = Head { runtime: rt, cfgs, generics, self_ty };
            let function_names = functions.iter().map(|name| expand_function(head, name));
            let skill_names = skills.iter().map(|name| expand_skill(head, name));
            let table = expand_table(rt);
            let table = head.of_trait(&quote!(#rt::OneAnnotatedBlockPerTypeMergeThem), &table);
            let annotated = head.annotated(functions.iter().chain(skills).map(|name| &name.ident));
            let is_whole = |name: &PromisedName| whole.iter().any(|function| function.ident == name.ident);
            let asked = functions.iter().filter(|name| !is_whole(name)).filter_map(|name| {
                let asked = expand_contexts(rt, &name.ident, &name.contexts)?;
                let cfgs = &name.cfgs;
                Some(quote!(#(#cfgs)* #asked))
            });
            let needs = whole.iter().map(|function| {
                let needs = expand_needs(rt, function, Owner::Plugin);
                quote!(#needs)
            });
            let asked = head.members(&quote!(#(#asked)* #(#needs)*));
            quote!(#(#function_names)* #(#skill_names)* #table #annotated #asked)
        }
        Target::FreeFunction { vis, ident, contexts } => {
            let free = expand_free(promise, vis, ident);
            let asked = expand_contexts(rt, ident, contexts);
            quote!(#free #(#cfgs)* const _: () = { #asked };)
        }
        Target::ScopedType { ident, generics } => expand_scoped(promise, ident, generics),
    }
}

/// Asks rustc whether types can be the context, which the call would ask. Only other mistakes are in the way of the call.
fn expand_contexts(rt: &Runtime, function: &Ident, contexts: &[Type]) -> Option<TokenStream> {
    if contexts.is_empty() {
        return None;
    }
    let name = format_ident!("__hpd_context_{}", function.unraw());
    let context = Ident::new("context", Span::mixed_site());
    let asked = contexts.iter().map(|ty| {
        let at = Span::mixed_site().located_at(ty.span());
        let rt_at = rt.at(at);
        quote_spanned!(at=> let _ = #rt_at::context_argument::<#ty>(#context);)
    });
    Some(quote! {
        #[doc(hidden)] #[allow(dead_code)]
        fn #name<'__hpd>(#context: &'__hpd #rt::CallContext<'__hpd>) { #(#asked)* }
    })
}

fn expand_table(rt: &Runtime) -> TokenStream {
    quote! {
        const __HPD_SPEC: &'static #rt::PluginSpec<Self> = &#rt::PluginSpec::EMPTY;
    }
}

fn expand_function(head: Head<'_>, name: &PromisedName) -> TokenStream {
    let rt = head.runtime;
    let (cfgs, key) = (&name.cfgs, expand_name(rt, &name.ident));
    let none = quote!(#rt::core::option::Option::None);
    let item = quote! {
        const __HPD_FUNCTION: &'static #rt::FnRef = &#rt::FnRef { name: "", plugin: #none, free: #none };
    };
    let block = head.of_trait(&quote!(#rt::HasFunction<#key>), &item);
    quote!(#(#cfgs)* #block)
}

fn expand_skill(head: Head<'_>, name: &PromisedName) -> TokenStream {
    let rt = head.runtime;
    let (cfgs, key) = (&name.cfgs, expand_name(rt, &name.ident));
    let item = quote! {
        const __HPD_SKILL: &'static #rt::SkillInfo = &#rt::SkillInfo {
            name: "",
            title: #rt::core::option::Option::None,
            description: "",
            plugin: #rt::plugin_ref::<Self>,
            functions: &[],
            skills: &[],
            instructions: #rt::Instructions::None,
            documents: &[],
            meta: &[],
        };
    };
    let block = head.of_trait(&quote!(#rt::HasSkill<#key>), &item);
    quote!(#(#cfgs)* #block)
}

fn expand_free(promise: &Promise, vis: &Visibility, ident: &Ident) -> TokenStream {
    let Promise { runtime: rt, cfgs, .. } = promise;
    quote! {
        #(#cfgs)* #[doc(hidden)] #[allow(non_camel_case_types, dead_code)]
        #vis enum #ident {}
        #(#cfgs)* #[automatically_derived]
        impl #rt::AiFunction for #ident {
            const SPEC: &'static #rt::FunctionSpec<()> = &#rt::FunctionSpec {
                info: &#rt::FunctionInfo::NEW,
                handler: #rt::Handler::Sync(|_, _, _| #rt::core::result::Result::Err(#rt::Refused)),
            };
        }
    }
}

fn expand_scoped(promise: &Promise, ident: &Ident, generics: &Generics) -> TokenStream {
    let Promise { runtime: rt, cfgs, .. } = promise;
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    quote! {
        #(#cfgs)* #[automatically_derived]
        impl #impl_generics #ident #type_generics #where_clause {
            #[doc(hidden)]
            pub const __HPD_SCOPE: #rt::core::option::Option<&'static #rt::ScopeSpec> = #rt::core::option::Option::None;
        }
    }
}
