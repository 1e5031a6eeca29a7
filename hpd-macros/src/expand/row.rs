//! Rows of tables: a call gives the common fields, and the others are assigned. A literal with every field takes the
//! compiler several times as long.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::constant::expand_option;
use crate::model::Runtime;

/// A row under construction.
pub(super) struct Row<'r> {
    rt: &'r Runtime,
    plain: TokenStream,
    fields: Vec<(Ident, TokenStream)>,
}

impl<'r> Row<'r> {
    /// A row without options.
    pub(super) fn new(rt: &'r Runtime, plain: TokenStream) -> Self {
        Self { rt, plain, fields: Vec::new() }
    }

    /// A field that is set.
    pub(super) fn set(&mut self, field: &str, value: impl ToTokens) {
        self.fields.push((format_ident!("{field}"), value.into_token_stream()));
    }

    /// A flag, if it is raised.
    pub(super) fn flag(&mut self, field: &str, raised: bool) {
        if raised {
            self.set(field, quote!(true));
        }
    }

    /// An optional field, if there is a value.
    pub(super) fn option(&mut self, field: &str, value: Option<impl ToTokens>) {
        if let Some(value) = value {
            self.set(field, expand_option(self.rt, &value));
        }
    }

    /// The row as an expression that assigns its fields. The fastest, but references in it have to be to constants.
    pub(super) fn assigned(self) -> TokenStream {
        let Self { plain, fields, .. } = self;
        if fields.is_empty() {
            return plain;
        }
        let row = Ident::new("row", Span::mixed_site());
        let fields = fields.iter().map(|(field, value)| quote!(#row.#field = #value;));
        quote!({ let mut #row = #plain; #(#fields)* #row })
    }

    /// The row as a literal, in which references live as long as the table.
    pub(super) fn literal(self, ty: &TokenStream) -> TokenStream {
        let Self { plain, fields, .. } = self;
        if fields.is_empty() {
            return plain;
        }
        let fields = fields.iter().map(|(field, value)| quote!(#field: #value,));
        quote!(#ty { #(#fields)* ..#plain })
    }
}
