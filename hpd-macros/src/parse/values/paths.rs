//! Paths: to functions, to types, to the runtime.

use darling::ast::MetaNameValueInvalidExpr;
use darling::{Error, FromMeta};
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::parse::{Parse, ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprField, ExprPath, Lit, Member, Path, PathArguments, Token, Type};

use crate::errors::Errors;
use crate::model::{CheckCall, FunctionPath, MethodPath};
use crate::parse::field::Field;

/// The path of a function that is called.
pub(crate) struct PathTo(pub ExprPath);

impl FromMeta for PathTo {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match expr {
            Expr::Group(group) => Self::from_expr(&group.expr),
            Expr::Path(path) => Ok(Self(path.clone())),
            other => Err(Error::custom("takes the path of a function").with_span(other)),
        }
    }
}

/// The check of all arguments of a function: `path::to_function`, or `self.method`. With `(ctx)` after it, it also gets
/// the context.
pub(crate) struct CheckRef(pub CheckCall);

impl FromMeta for CheckRef {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        match expr {
            Expr::Group(group) => Self::from_expr(&group.expr),
            Expr::Path(path) => Ok(Self(CheckCall::Function(path.clone()))),
            Expr::Field(ExprField { base, member: Member::Named(method), .. }) if is_self(base) => {
                Ok(Self(CheckCall::Method(method.clone())))
            }
            Expr::Call(call) => match (&*call.func, in_context(&call.args)) {
                (_, false) => Err(Error::custom(WRONG_CONTEXT).with_span(call)),
                (Expr::Path(path), true) => Ok(Self(CheckCall::FunctionInContext(path.clone()))),
                (other, true) => Err(Error::custom(WRONG_CHECK).with_span(other)),
            },
            Expr::MethodCall(call) if is_self(&call.receiver) => {
                if let Some(generics) = &call.turbofish {
                    return Err(Error::custom(WRONG_CHECK).with_span(generics));
                }
                if !in_context(&call.args) {
                    return Err(Error::custom(WRONG_CONTEXT).with_span(call));
                }
                Ok(Self(CheckCall::MethodInContext(call.method.clone())))
            }
            other => Err(Error::custom(WRONG_CHECK).with_span(other)),
        }
    }
}

const WRONG_CHECK: &str =
    "takes the path of a function, or `self.method`; with `(ctx)` after it, it gets the context";
const WRONG_CONTEXT: &str =
    "takes `ctx` alone in the brackets: all parameters are passed without being named";

/// Whether the arguments are the context alone.
fn in_context(arguments: &Punctuated<Expr, Token![,]>) -> bool {
    arguments.len() == 1 && matches!(&arguments[0], Expr::Path(path) if path.path.is_ident("ctx"))
}

fn is_self(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(path) if path.path.is_ident("self"))
}

/// The path of the crate that generated code refers to.
pub(crate) struct CratePath(pub Path);

impl FromMeta for CratePath {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        let message = "takes an absolute path, since it is used in other modules too: `crate = ::my_crate`";
        let path = match expr {
            Expr::Group(group) => return Self::from_expr(&group.expr),
            Expr::Path(ExprPath { qself: None, path, .. }) => path,
            other => return Err(Error::custom(message).with_span(other)),
        };
        let from_root =
            path.segments.first().is_some_and(|first| first.ident == "crate" || first.ident == "$crate");
        if path.leading_colon.is_some() || from_root {
            Ok(Self(path.clone()))
        } else {
            Err(Error::custom(message).with_span(path))
        }
    }
}

/// A type.
pub(crate) struct RawType(pub Type);

impl FromMeta for RawType {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        Self::from_tokens(&expr.to_token_stream())
    }

    fn from_invalid_expr(value: &MetaNameValueInvalidExpr) -> darling::Result<Self> {
        Self::from_tokens(&value.value)
    }
}

impl RawType {
    fn from_tokens(tokens: &TokenStream) -> darling::Result<Self> {
        syn::parse2(tokens.clone()).map(Self).map_err(|_| Error::custom("takes a type").with_span(tokens))
    }
}

/// A reference to a function: `Plugin::method`, or `fn path::to_function`.
pub(crate) struct FunctionRef(pub FunctionPath);

impl FromMeta for FunctionRef {
    fn from_expr(expr: &Expr) -> darling::Result<Self> {
        Self::from_tokens(&expr.to_token_stream())
    }

    fn from_invalid_expr(value: &MetaNameValueInvalidExpr) -> darling::Result<Self> {
        Self::from_tokens(&value.value)
    }
}

impl FunctionRef {
    fn from_tokens(tokens: &TokenStream) -> darling::Result<Self> {
        let parsed = syn::parse2(tokens.clone());
        parsed.map(Self).map_err(|error| {
            Error::custom(format!("takes `Plugin::method` or `fn path::to_function`: {error}"))
                .with_span(tokens)
        })
    }
}

impl Parse for FunctionPath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![fn]) {
            input.parse::<Token![fn]>()?;
            return input.parse().map(Self::Free);
        }
        if input.peek(Token![<]) {
            return Err(input.error("a reference names the type itself: write `Plugin::method`"));
        }
        if input.peek(Lit) {
            return Err(
                input.error("a reference is a path: write `Plugin::method`, or `fn path::to_function`")
            );
        }
        let path: Path = input.parse()?;
        let hint = |path: &Path| {
            let path = path.to_token_stream();
            format!("write `Self::{path}` for a method of this plugin, or `fn {path}` for a free function")
        };
        split_method(path, hint).map(Self::Method)
    }
}

/// `a::B::<T>::c` is `c` of `a::B::<T>`.
fn split_method(mut path: Path, hint: impl Fn(&Path) -> String) -> syn::Result<MethodPath> {
    let whole = path.clone();
    let last = path.segments.pop();
    let Some(last) = last.filter(|_| !path.segments.is_empty()) else {
        return Err(syn::Error::new_spanned(&whole, hint(&whole)));
    };
    if !matches!(last.arguments, PathArguments::None) {
        return Err(syn::Error::new_spanned(&last, "a tool is not generic: name the method alone"));
    }
    path.segments.pop_punct();
    Ok(MethodPath { plugin: path, method: last.ident })
}

/// The functions in a list.
pub(crate) fn parse_function_paths(
    field: Field<TokenStream>,
    errors: &mut Errors,
) -> Field<Vec<FunctionPath>> {
    field.map(|tokens| {
        let parser = Punctuated::<FunctionPath, Token![,]>::parse_terminated;
        parser
            .parse2(tokens)
            .map(|paths| paths.into_iter().collect())
            .map_err(|error| errors.push(error))
            .ok()
    })
}

fn parse_skill(input: ParseStream<'_>) -> syn::Result<Path> {
    if input.peek(Lit) || input.peek(Token![fn]) {
        return Err(input.error("a skill is a method of a plugin: write `Plugin::skill`"));
    }
    input.parse()
}

/// The skills in a list.
pub(crate) fn parse_skill_paths(field: Field<TokenStream>, errors: &mut Errors) -> Field<Vec<MethodPath>> {
    field.map(|tokens| {
        let parser =
            |input: ParseStream<'_>| Punctuated::<Path, Token![,]>::parse_terminated_with(input, parse_skill);
        let paths = parser.parse2(tokens).map_err(|error| errors.push(error)).ok()?;
        let before = errors.len();
        let hint =
            |path: &Path| format!("write `Self::{}` for a skill of this plugin", path.to_token_stream());
        let split = |path| split_method(path, hint).map_err(|error| errors.push(error)).ok();
        let paths: Vec<_> = paths.into_iter().filter_map(split).collect();
        (errors.len() == before).then_some(paths)
    })
}
