//! Scopes.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::function::field;
use super::meta::expand_option;
use crate::model::{Runtime, Scope, ScopedType};

/// The row of a scope.
pub(super) fn expand_scope(rt: &Runtime, scope: &Scope) -> TokenStream {
    let Scope { name, title, description, post_expansion, within } = scope;
    let text = |key: &str, value: Option<&str>| value.map(|value| field(key, &expand_option(rt, &value)));
    let name = text("name", name.as_ref().map(crate::model::ToolName::as_str));
    let title = text("title", title.as_deref());
    let post_expansion = text("post_expansion", post_expansion.as_deref());
    let within = within.as_ref().map(|outer| {
        let at = Span::mixed_site().located_at(outer.span());
        let rt_at = rt.at(at);
        let reference = quote_spanned!(at=> #rt_at::plugin_ref::<#outer>);
        field("within", &expand_option(rt, &reference))
    });
    quote! {
        &#rt::ScopeSpec { #name #title description: #description, #post_expansion #within ..#rt::ScopeSpec::NEW }
    }
}

/// What a scope on a type leaves for the macro on its block: an inherent constant that is preferred over the one that
/// every type has. And the promise that there is such a block.
pub(crate) fn expand_scoped_type(scoped: &ScopedType) -> TokenStream {
    let ScopedType { runtime: rt, cfgs, ident, generics, scope } = scoped;
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let scope = expand_scope(rt, scope);
    let asserted = generics.params.is_empty().then(|| {
        let at = Span::mixed_site().located_at(ident.span());
        let rt_at = rt.at(at);
        let call = quote_spanned!(at=> #rt_at::assert_plugin::<#ident>());
        quote!(#(#cfgs)* const _: () = #call;)
    });
    quote! {
        #(#cfgs)* #[automatically_derived]
        impl #impl_generics #ident #type_generics #where_clause {
            #[doc(hidden)]
            pub const __HPD_SCOPE: #rt::core::option::Option<&'static #rt::ScopeSpec> =
                #rt::core::option::Option::Some(#scope);
        }
        #asserted
    }
}
