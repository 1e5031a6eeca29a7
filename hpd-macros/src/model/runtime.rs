//! The crate that generated code refers to.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::Path;

/// The private module of the runtime, by an absolute path.
#[derive(Clone)]
pub(crate) struct Runtime {
    /// Kept one by one: streams are joined by the compiler, and this path is written in many places.
    tokens: Vec<TokenTree>,
}

impl Runtime {
    /// `path::__private`.
    pub(crate) fn new(path: &Path) -> Self {
        Self { tokens: quote_spanned!(Span::mixed_site()=> #path::__private).into_iter().collect() }
    }

    /// The same path with every token at `span`: where rustc reports a failed assertion or bound, it looks at the
    /// whole path.
    pub(crate) fn at(&self, span: Span) -> Self {
        let relocate = |mut token: TokenTree| {
            token.set_span(token.span().located_at(span));
            token
        };
        Self { tokens: self.tokens.iter().cloned().map(relocate).collect() }
    }
}

impl ToTokens for Runtime {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.iter().cloned());
    }
}
