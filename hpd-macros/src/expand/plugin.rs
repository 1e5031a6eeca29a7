//! A plugin: its table, and the items that the table's rows need.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt as _;

use super::assertions::expand_assertions;
use super::function::{expand_needs, expand_row};
use super::impls::Head;
use super::reemit::reemit_impl;
use super::reference::expand_function_name;
use super::scope::expand_scope;
use super::shim::Owner;
use super::skill::{expand_skill_name, expand_skill_row};
use crate::model::{Plugin, PluginScope};

/// The user's block, and everything that is generated for it.
pub(crate) fn expand_plugin(plugin: &Plugin) -> TokenStream {
    let Plugin { runtime: rt, user, cfgs, functions, skills, .. } = plugin;
    let head = Head { runtime: rt, cfgs, generics: &user.generics, self_ty: &user.self_ty };
    let members = functions.iter().map(|function| expand_needs(rt, function, Owner::Plugin));
    let tools =
        || functions.iter().map(|function| &function.ident).chain(skills.iter().map(|skill| &skill.ident));
    // A second block has another name for its table. So rustc reports it once, as a second plugin.
    let name = match tools().next() {
        Some(first) => format_ident!("__HPD_TABLE_{}", first.unraw()),
        None => format_ident!("__HPD_TABLE"),
    };
    let table = expand_table(plugin, &name);
    let members = head.members(&quote!(#(#members)* #table));
    let function_names = functions.iter().map(|function| expand_function_name(head, function));
    let skill_names = skills.iter().map(|skill| expand_skill_name(head, skill));
    // Without the member, since the type can't be shared, the table is empty.
    let found = quote! {
        const __HPD_SPEC: &'static #rt::PluginSpec<Self> = {
            trait NoTable: #rt::core::marker::Sized + 'static {
                #[allow(non_upper_case_globals)]
                const #name: &'static #rt::PluginSpec<Self> = &#rt::PluginSpec::EMPTY;
            }
            impl<T: 'static> NoTable for T {}
            Self::#name
        };
    };
    let found = head.of_trait(&quote!(#rt::OneAnnotatedBlockPerTypeMergeThem), &found);
    let annotated = head.annotated(tools());
    let assertions = expand_assertions(plugin);
    let user = reemit_impl(user);
    quote! {
        #user
        #members
        #(#function_names)*
        #(#skill_names)*
        #found
        #annotated
        #assertions
    }
}

fn expand_table(plugin: &Plugin, member: &Ident) -> TokenStream {
    let Plugin { runtime: rt, description, functions, skills, .. } = plugin;
    let name = plugin.name.as_str();
    let scope = match &plugin.scope {
        PluginScope::Here(scope) => {
            let scope = expand_scope(rt, scope);
            quote!(#rt::only_scope({ use #rt::MaybeScope as _; Self::__HPD_SCOPE }, #scope))
        }
        PluginScope::OnType => quote!({ use #rt::MaybeScope as _; Self::__HPD_SCOPE }),
    };
    let functions = functions.iter().map(|function| expand_row(rt, function));
    let skills = skills.iter().map(|skill| expand_skill_row(rt, skill));
    quote! {
        #[doc(hidden)] #[allow(non_upper_case_globals)]
        const #member: &'static #rt::PluginSpec<Self> = &#rt::PluginSpec {
            name: #name,
            description: #description,
            scope: #scope,
            functions: &[#(#functions),*],
            skills: &[#(#skills),*],
            default: { use #rt::NoDefault as _; #rt::DefaultProbe::<Self>::DEFAULT },
        };
    }
}
