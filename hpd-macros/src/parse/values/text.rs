//! Texts.

use darling::{Error, FromMeta};
use proc_macro2::Span;
use syn::{Expr, ExprLit, Lit};

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
