//! A free function: a type of the same name represents it, so that one `use` imports both.

use proc_macro2::TokenStream;
use quote::quote;

use super::assertions::expand_rules;
use super::function::{expand_needs, expand_spec};
use super::reemit::reemit_fn;
use super::shim::Owner;
use crate::model::FreeFunction;

/// The user's function, and everything that is generated for it.
pub(crate) fn expand_free_function(free: &FreeFunction) -> TokenStream {
    let FreeFunction { runtime: rt, user, function } = free;
    let (vis, ident, cfgs) = (&user.vis, &function.ident, &function.cfgs);
    let needs = expand_needs(rt, function, Owner::Nobody);
    let spec = expand_spec(rt, function);
    let rules = expand_rules(rt, &[], function);
    let user = reemit_fn(user);
    quote! {
        #user
        #(#cfgs)* #[doc(hidden)] #[allow(non_camel_case_types, dead_code)]
        #vis enum #ident {}
        #(#cfgs)* #[automatically_derived]
        impl #rt::AiFunction for #ident {
            const SPEC: &'static #rt::FunctionSpec<()> = &#spec;
        }
        #(#cfgs)* #[automatically_derived] #[doc(hidden)]
        impl #ident {
            #needs
        }
        #rules
    }
}
