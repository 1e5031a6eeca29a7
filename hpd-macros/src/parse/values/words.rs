//! Words, flags and counts.

use darling::{Error, FromMeta};
use syn::{Expr, ExprLit, Lit};

use super::json::number_of;
use crate::model::{Case, Leniency, Number, Risk, UnknownFields};
use crate::parse::suggest::{any_of, nearest};

/// The word that an expression is.
fn word_of<T: Copy>(expr: &Expr, words: &[(&'static str, T)]) -> darling::Result<T> {
    let names = || words.iter().map(|(name, _)| *name);
    let written = match expr {
        Expr::Group(group) => return word_of(&group.expr, words),
        Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
        Expr::Lit(ExprLit { lit: Lit::Str(_), .. }) => {
            let message = format!("takes {}, without quotes", any_of(names()));
            return Err(Error::custom(message).with_span(expr));
        }
        _ => None,
    };
    let written = written.unwrap_or_default();
    if let Some((_, value)) = words.iter().find(|(name, _)| *name == written) {
        return Ok(*value);
    }
    let mut message = format!("takes {}", any_of(names()));
    if let Some(known) = nearest(&written, names()) {
        message = format!("{message}: did you mean `{known}`?");
    }
    Err(Error::custom(message).with_span(expr))
}

impl FromMeta for Risk {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        word_of(expr, &[("low", Self::Low), ("medium", Self::Medium), ("high", Self::High)])
    }
}

impl FromMeta for Leniency {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        word_of(expr, &[("strict", Self::Strict), ("safe", Self::Safe), ("lenient", Self::Lenient)])
    }
}

impl FromMeta for UnknownFields {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        word_of(expr, &[("reject", Self::Reject), ("warn", Self::Warn)])
    }
}

impl FromMeta for Case {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        let spellings = || Self::ALL.iter().map(|(name, _)| *name);
        let written = match expr {
            Expr::Group(group) => return Self::from_expr(&group.expr),
            Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => literal.value(),
            _ => String::new(),
        };
        if let Some((_, case)) = Self::ALL.iter().find(|(name, _)| *name == written) {
            return Ok(*case);
        }
        let quoted = spellings().map(|name| format!("\"{name}\"")).collect::<Vec<_>>();
        let mut message = format!("takes {}", any_of(quoted.iter().map(String::as_str)));
        if let Some(known) = nearest(&written, spellings()) {
            message = format!("{message}: did you mean `\"{known}\"`?");
        }
        Err(Error::custom(message).with_span(expr))
    }
}

/// `key`, or `key = true` where a value is allowed.
pub(crate) struct Flag(pub bool);

impl FromMeta for Flag {
    fn from_word() -> darling::Result<Self> {
        Ok(Self(true))
    }

    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match expr {
            Expr::Group(group) => Self::from_expr(&group.expr),
            Expr::Lit(ExprLit { lit: Lit::Bool(value), .. }) => Ok(Self(value.value)),
            other => Err(Error::custom("takes `true` or `false`").with_span(other)),
        }
    }
}

/// A number of things.
pub(crate) struct Count(pub u64);

impl FromMeta for Count {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        let message = "takes a whole number from zero up";
        match expr {
            Expr::Group(group) => Self::from_expr(&group.expr),
            Expr::Lit(ExprLit { lit: Lit::Int(value), .. }) => match value.base10_parse() {
                Ok(count) => Ok(Self(count)),
                Err(_) => Err(Error::custom(message).with_span(value)),
            },
            other => Err(Error::custom(message).with_span(other)),
        }
    }
}

/// A number, digit for digit.
pub(crate) struct NumberText(pub Number);

impl FromMeta for NumberText {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match number_of(expr) {
            Some(number) => Ok(Self(number)),
            None => Err(Error::custom("takes a number").with_span(expr)),
        }
    }
}
