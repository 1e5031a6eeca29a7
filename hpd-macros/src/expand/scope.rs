//! Scopes.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;

use super::row::Row;
use crate::model::{Runtime, Scope, ScopedType, ToolName};

/// The row of a scope.
pub(super) fn expand_scope(rt: &Runtime, scope: &Scope) -> TokenStream {
    let Scope { name, title, description, post_expansion, within } = scope;
    let mut row = Row::new(rt, quote!(#rt::scope(#description)));
    row.option("name", name.as_ref().map(ToolName::as_str));
    row.option("title", title.as_ref());
    row.option("post_expansion", post_expansion.as_ref());
    let within = within.as_ref().map(|outer| {
        let at = Span::mixed_site().located_at(outer.span());
        let rt_at = rt.at(at);
        quote_spanned!(at=> #rt_at::plugin_ref::<#outer>)
    });
    row.option("within", within);
    let row = row.assigned();
    // A constant of its own: as an argument, the row would not live long enough.
    quote!(const { &#row })
}

/// The constant that a scope on a type leaves for the macro on its block. It is inherent, so it takes precedence over
/// the blanket one. A promise that the block exists comes with it.
pub(crate) fn expand_scoped_type(scoped: &ScopedType) -> TokenStream {
    let ScopedType { runtime: rt, cfgs, ident, generics, scope } = scoped;
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let scope = expand_scope(rt, scope);
    let asserted = generics.params.is_empty().then(|| {
        let at = Span::mixed_site().located_at(ident.span());
        let rt_at = rt.at(at);
        let call = quote_spanned!(at=> #rt_at::assert_annotated::<#ident, _>());
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
