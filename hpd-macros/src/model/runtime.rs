//! The crate that generated code refers to.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;

/// The private module of the runtime, by an absolute path.
#[derive(Clone)]
pub(crate) struct Runtime {
    tokens: TokenStream,
}

impl Runtime {
    /// `path::__private`.
    pub(crate) fn new(path: &Path) -> Self {
        Self { tokens: quote_spanned!(Span::mixed_site()=> #path::__private) }
    }

    /// The same path with every token at `span`: where rustc reports a failed assertion or bound, it looks at the
    /// whole path.
    pub(crate) fn at(&self, span: Span) -> Self {
        let relocate = |mut token: proc_macro2::TokenTree| {
            token.set_span(token.span().located_at(span));
            token
        };
        Self { tokens: self.tokens.clone().into_iter().map(relocate).collect() }
    }
}

impl ToTokens for Runtime {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.clone());
    }
}
