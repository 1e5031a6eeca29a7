//! Literals that become JSON, and further keys of the metadata.

use darling::ast::NestedMeta;
use darling::{Error, FromMeta};
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, ExprLit, Lit, Meta, Token, UnOp};

use crate::errors::Errors;
use crate::model::{Json, MetaEntry, MetaValue, Number};
use crate::parse::field::Field;

/// The number that a literal is, with its sign.
pub(crate) fn number_of(expr: &Expr) -> Option<Number> {
    match expr {
        Expr::Group(group) => number_of(&group.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            let number = number_of(&unary.expr)?;
            (!number.as_str().starts_with('-')).then(|| Number::new(&format!("-{}", number.as_str())))?
        }
        Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) => Number::new(literal.base10_digits()),
        Expr::Lit(ExprLit { lit: Lit::Float(literal), .. }) => {
            let digits = literal.base10_digits();
            // Rust allows `1.`, JSON does not.
            let digits = digits.strip_suffix('.').unwrap_or(digits);
            Number::new(digits)
        }
        _ => None,
    }
}

/// The JSON value of a literal, or of a list of literals.
fn json_of(expr: &Expr) -> Option<Json> {
    match expr {
        Expr::Group(group) => json_of(&group.expr),
        Expr::Array(array) => array.elems.iter().map(json_of).collect::<Option<_>>().map(Json::Array),
        Expr::Lit(ExprLit { lit: Lit::Bool(literal), .. }) => Some(Json::Bool(literal.value)),
        Expr::Lit(ExprLit { lit: Lit::Str(literal), .. }) => Some(Json::Text(literal.value())),
        Expr::Lit(ExprLit { lit: Lit::Char(literal), .. }) => Some(Json::Text(literal.value().to_string())),
        other => number_of(other).map(Json::Number),
    }
}

/// A literal, or a list of literals.
pub(crate) struct JsonValue {
    pub value: Json,
    pub span: Span,
}

impl FromMeta for JsonValue {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match json_of(expr) {
            Some(value) => Ok(Self { value, span: expr.span() }),
            None => Err(Error::custom("takes a literal, or a list of literals: `5`, `\"text\"` or `[1, 2]`")
                .with_span(expr)),
        }
    }
}

/// The value of a parameter that the model did not send.
pub(crate) enum RawDefault {
    /// `default`
    Standard,
    /// `default = literal`
    Literal(JsonValue),
    /// `default = expression`
    Computed(Expr),
}

impl FromMeta for RawDefault {
    fn from_word() -> darling::Result<Self> {
        Ok(Self::Standard)
    }

    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        Ok(match json_of(expr) {
            Some(value) => Self::Literal(JsonValue { value, span: expr.span() }),
            None => Self::Computed(expr.clone()),
        })
    }
}

/// The literals in a list.
pub(crate) fn parse_json_list(field: Field<TokenStream>, errors: &mut Errors) -> Field<Vec<JsonValue>> {
    field.map(|tokens| {
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let elements = parser.parse2(tokens).map_err(|error| errors.push(error)).ok()?;
        let mut values = Vec::new();
        for element in &elements {
            match JsonValue::from_expr(element) {
                Ok(value) => values.push(value),
                Err(_) => errors.on(element, "`one_of` takes literals: `one_of(\"a\", \"b\")`"),
            }
        }
        (values.len() == elements.len()).then_some(values)
    })
}

/// The entries of `meta(..)`, each with the span of its key.
pub(crate) fn parse_meta_entries(
    field: Field<TokenStream>,
    errors: &mut Errors,
) -> Field<Vec<(MetaEntry, Span)>> {
    field.map(|tokens| {
        let items = NestedMeta::parse_meta_list(tokens).map_err(|error| errors.push(error)).ok()?;
        let before = errors.len();
        let entries = items.iter().filter_map(|item| meta_entry(item, errors)).collect();
        (errors.len() == before).then_some(entries)
    })
}

fn meta_entry(item: &NestedMeta, errors: &mut Errors) -> Option<(MetaEntry, Span)> {
    let NestedMeta::Meta(Meta::NameValue(pair)) = item else {
        errors.on(item, "`meta` takes keys with literals: `meta(key = \"value\")`");
        return None;
    };
    let Some(key) = pair.path.get_ident() else {
        errors.on(&pair.path, "a key of `meta` is one name");
        return None;
    };
    let Some(value) = meta_value(&pair.value) else {
        errors.on(&pair.value, "a value of `meta` is a string, a number that fits 64 bits, or a truth value");
        return None;
    };
    Some((MetaEntry { key: key.unraw().to_string(), value }, key.span()))
}

fn meta_value(expr: &Expr) -> Option<MetaValue> {
    match json_of(expr)? {
        Json::Text(text) => Some(MetaValue::Text(text)),
        Json::Bool(value) => Some(MetaValue::Bool(value)),
        Json::Array(_) => None,
        Json::Number(number) => {
            let text = number.as_str();
            if text.contains(['.', 'e', 'E']) {
                text.parse().ok().filter(|float: &f64| float.is_finite()).map(MetaValue::Float)
            } else {
                text.parse().ok().map(MetaValue::Integer)
            }
        }
    }
}
