//! The heads of generated `impl` blocks.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Generics, Type};

use super::reference::name_hash;
use crate::model::Runtime;

/// The common parts of generated blocks.
#[derive(Clone, Copy)]
pub(super) struct Head<'m> {
    pub runtime: &'m Runtime,
    pub cfgs: &'m [Attribute],
    pub generics: &'m Generics,
    pub self_ty: &'m Type,
}

impl Head<'_> {
    /// `impl .. { items }`: members that share the type among threads.
    pub(super) fn members(&self, items: &TokenStream) -> TokenStream {
        self.block_where(None, &self.shared(), items)
    }

    /// `impl Trait for .. { items }`: what other code asks of the type. A type that can't be shared has it nevertheless, so
    /// that rustc reports the type once and not each use of it.
    pub(super) fn of_trait(&self, of_trait: &TokenStream, items: &TokenStream) -> TokenStream {
        let given = &self.generics.where_clause;
        let condition = if self.sees_for_itself() { quote!(#given) } else { self.shared() };
        self.block_where(Some(of_trait), &condition, items)
    }

    /// The marker of an annotated block. A second block has a different marker. So rustc reports it once, as a second
    /// plugin, and not here as well.
    pub(super) fn annotated<'i>(&self, tools: impl Iterator<Item = &'i Ident>) -> TokenStream {
        let (rt, where_clause) = (self.runtime, &self.generics.where_clause);
        let hash = tools.map(name_hash).fold(0_u64, |hash, name| hash.rotate_left(5) ^ name);
        let annotated = quote!(#rt::Annotated<#rt::Block<#hash>>);
        self.block_where(Some(&annotated), &quote!(#where_clause), &TokenStream::new())
    }

    fn block_where(
        &self,
        of_trait: Option<&TokenStream>,
        where_clause: &TokenStream,
        items: &TokenStream,
    ) -> TokenStream {
        let Self { cfgs, self_ty, .. } = self;
        // rustc reports a second implementation at the head: the user's type is the best place.
        let at = Span::mixed_site().located_at(self_ty.span());
        let (impl_generics, _, _) = self.generics.split_for_impl();
        let of_trait = of_trait.map(|of_trait| quote_spanned!(at=> #of_trait for));
        let head = quote_spanned!(at=> impl #impl_generics #of_trait #self_ty);
        quote!(#(#cfgs)* #[automatically_derived] #head #where_clause { #items })
    }

    /// A type is a plugin if it can be shared: a generic one with those arguments for which it can. The user's own
    /// block says nothing about that, and does not have to.
    fn shared(&self) -> TokenStream {
        let Self { runtime: rt, generics, self_ty, .. } = self;
        let given = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let at = Span::mixed_site().located_at(self_ty.span());
        let rt_at = rt.at(at);
        if self.sees_for_itself() {
            // A condition about the type itself would be reported for each block, and each cause. The trait of the table
            // has it; this one lets futures keep a reference to the type, and rustc does not look into it.
            return quote!(where #(#given,)* for<'__hpd> &'__hpd Self: #rt::core::marker::Send);
        }
        let condition = if has_lifetime(self_ty.to_token_stream()) {
            quote_spanned!(at=> 'static)
        } else {
            quote_spanned!(at=> #rt_at::Shared)
        };
        let shared = quote_spanned!(at=> Self: #condition);
        quote!(where #(#given,)* #shared)
    }

    /// Whether rustc sees by itself if the type can be shared. With a lifetime of its own, it could not follow a condition
    /// into futures.
    fn sees_for_itself(&self) -> bool {
        self.generics.params.is_empty() && !has_lifetime(self.self_ty.to_token_stream())
    }
}

fn has_lifetime(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '\'',
        TokenTree::Group(group) => has_lifetime(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}
