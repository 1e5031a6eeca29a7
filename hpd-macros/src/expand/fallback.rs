//! Promised items for a block with mistakes: empty tables under the expected names. One mistake then causes no further
//! errors.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Generics, Visibility};

use super::impls::Head;
use super::reference::expand_name;
use crate::model::{Promise, PromisedName, Runtime, Target};

/// The promised names.
pub(crate) fn expand_fallback(promise: &Promise) -> TokenStream {
    let Promise { runtime: rt, cfgs, target } = promise;
    match target {
        Target::Plugin { generics, self_ty, functions, skills } => {
            let head = Head { runtime: rt, cfgs, generics, self_ty };
            let function_names = functions.iter().map(|name| expand_function(head, name));
            let skill_names = skills.iter().map(|name| expand_skill(head, name));
            let table = expand_table(rt);
            let table = head.block(Some(&quote!(#rt::OneAnnotatedBlockPerType)), &table);
            let annotated = head.annotated(functions.iter().chain(skills).map(|name| &name.ident));
            quote!(#(#function_names)* #(#skill_names)* #table #annotated)
        }
        Target::FreeFunction { vis, ident } => expand_free(promise, vis, ident),
        Target::ScopedType { ident, generics } => expand_scoped(promise, ident, generics),
    }
}

fn expand_table(rt: &Runtime) -> TokenStream {
    quote! {
        const __HPD_SPEC: &'static #rt::PluginSpec<Self> = &#rt::PluginSpec {
            name: "",
            description: "",
            scope: #rt::core::option::Option::None,
            functions: &[],
            skills: &[],
            default: #rt::core::option::Option::None,
        };
    }
}

fn expand_function(head: Head<'_>, name: &PromisedName) -> TokenStream {
    let rt = head.runtime;
    let (cfgs, key) = (&name.cfgs, expand_name(rt, &name.ident));
    let none = quote!(#rt::core::option::Option::None);
    let item = quote! {
        const __HPD_FUNCTION: &'static #rt::FnRef = &#rt::FnRef { name: "", plugin: #none, free: #none };
    };
    let block = head.block(Some(&quote!(#rt::HasFunction<#key>)), &item);
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
    let block = head.block(Some(&quote!(#rt::HasSkill<#key>)), &item);
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
