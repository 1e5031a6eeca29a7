//! The heads of generated `impl` blocks.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, GenericParam, Generics, Type};

use crate::model::Runtime;

/// What generated blocks have in common.
#[derive(Clone, Copy)]
pub(super) struct Head<'m> {
    pub runtime: &'m Runtime,
    pub cfgs: &'m [Attribute],
    pub generics: &'m Generics,
    pub self_ty: &'m Type,
}

impl Head<'_> {
    /// `impl .. { items }`, of a trait if one is given.
    pub(super) fn block(&self, of_trait: Option<&TokenStream>, items: &TokenStream) -> TokenStream {
        let Self { cfgs, self_ty, .. } = self;
        // rustc reports a second implementation at the head: the user's type is the best place.
        let at = Span::mixed_site().located_at(self_ty.span());
        let (impl_generics, _, _) = self.generics.split_for_impl();
        let where_clause = self.where_clause();
        let of_trait = of_trait.map(|of_trait| quote_spanned!(at=> #of_trait for));
        let head = quote_spanned!(at=> impl #impl_generics #of_trait #self_ty);
        quote!(#(#cfgs)* #[automatically_derived] #head #where_clause { #items })
    }

    /// A generic type is a plugin for those arguments with which it can be shared; the user's own block says nothing
    /// about that, and does not have to.
    fn where_clause(&self) -> Option<TokenStream> {
        let Self { runtime: rt, generics, self_ty, .. } = self;
        let given = generics.where_clause.as_ref().map(|clause| &clause.predicates);
        if generics.params.is_empty() {
            return given.map(|_| {
                let clause = &generics.where_clause;
                quote!(#clause)
            });
        }
        let given = given.into_iter().flatten();
        let shared = if self.has_type_params() {
            quote!(#rt::core::marker::Send + #rt::core::marker::Sync + 'static)
        } else {
            quote!('static)
        };
        Some(quote!(where #(#given,)* #self_ty: #shared))
    }

    fn has_type_params(&self) -> bool {
        self.generics.params.iter().any(|param| matches!(param, GenericParam::Type(_)))
    }
}
