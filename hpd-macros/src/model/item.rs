//! The user's item without our helper attributes, as it is given back to the compiler.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, Generics, Signature, Type, Visibility};

/// An `impl` block.
#[derive(Clone)]
pub(crate) struct UserImpl {
    pub attrs: Vec<Attribute>,
    pub inner_attrs: Vec<Attribute>,
    /// `impl`, with `unsafe` or `default` if the user wrote it.
    pub head: TokenStream,
    pub generics: Generics,
    /// `Trait for`, negated or not, if there is one.
    pub of_trait: TokenStream,
    pub self_ty: Type,
    pub items: Vec<UserItem>,
}

/// A member of an `impl` block.
#[derive(Clone)]
pub(crate) enum UserItem {
    Fn(Box<UserFn>),
    Other(TokenStream),
}

/// A method or free function. Its body is never parsed, so that unfinished code stays as it is.
#[derive(Clone)]
pub(crate) struct UserFn {
    pub attrs: Vec<Attribute>,
    pub vis: Visibility,
    pub sig: Signature,
    pub body: TokenTree,
    pub role: Role,
}

/// The role of a method. It decides which lints our demands would cause in the user's code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Plain,
    Function,
    Skill,
}
