//! Texts.

use darling::{Error, FromMeta};
use proc_macro2::{Span, TokenStream};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Token};

use crate::errors::Errors;
use crate::parse::field::Field;

/// A text that is written out, and is not blank.
pub(crate) struct Text {
    pub value: String,
    pub span: Span,
}

impl FromMeta for Text {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        let literal = match expr {
            Expr::Group(group) => return Self::from_expr(&group.expr),
            Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => literal,
            other => {
                let message = "takes a string literal: the text has to be there when the macro runs";
                return Err(Error::custom(message).with_span(other));
            }
        };
        let value = literal.value();
        if value.trim().is_empty() {
            return Err(Error::custom("is empty: say something, or leave it out").with_span(literal));
        }
        Ok(Self { value, span: literal.span() })
    }
}

/// A regular expression of the kind that the validator runs.
pub(crate) struct Pattern(pub Text);

impl FromMeta for Pattern {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        let text = Text::from_expr(expr)?;
        match regex_lite::Regex::new(&text.value) {
            Ok(_) => Ok(Self(text)),
            Err(error) => {
                Err(Error::custom(format!("is not a valid regular expression: {error}"))
                    .with_span(&text.span))
            }
        }
    }
}

/// The names in a list, each a text.
pub(crate) fn parse_names(field: Field<TokenStream>, errors: &mut Errors) -> Field<Vec<Text>> {
    field.map(|tokens| {
        let before = errors.len();
        let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens);
        let names = parsed.map_err(|error| errors.push(error)).ok()?;
        let texts = names.iter().filter_map(|name| {
            Text::from_expr(name).map_err(|error| errors.at(error.span(), format!("`preview` {error}"))).ok()
        });
        let texts: Vec<_> = texts.collect();
        (errors.len() == before).then_some(texts)
    })
}
