//! Rows of tables: what every row has comes from a call, what was set besides is assigned to it. A struct literal, or a
//! struct update, names every field to the compiler, which takes several times as long.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::constant::expand_option;
use crate::model::Runtime;

/// A row under construction.
pub(super) struct Row<'r> {
    rt: &'r Runtime,
    variable: Ident,
    plain: TokenStream,
    assigned: TokenStream,
}

impl<'r> Row<'r> {
    /// A row without options.
    pub(super) fn new(rt: &'r Runtime, plain: TokenStream) -> Self {
        let variable = Ident::new("row", Span::mixed_site());
        Self { rt, variable, plain, assigned: TokenStream::new() }
    }

    /// A field that is set.
    pub(super) fn set(&mut self, field: &str, value: impl ToTokens) {
        let (variable, field) = (&self.variable, format_ident!("{field}"));
        self.assigned.extend(quote!(#variable.#field = #value;));
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

    /// The row as an expression.
    pub(super) fn finish(self) -> TokenStream {
        let Self { variable, plain, assigned, .. } = self;
        if assigned.is_empty() { plain } else { quote!({ let mut #variable = #plain; #assigned #variable }) }
    }
}
