//! A plugin: one annotated `impl` block. And a scope on the type itself.

use syn::{Attribute, Generics, Ident, Type};

use super::{Function, Runtime, Skill, ToolName, UserImpl};

/// A plugin.
pub(crate) struct Plugin {
    pub runtime: Runtime,
    pub user: UserImpl,
    /// `#[cfg(..)]` of the block.
    pub cfgs: Vec<Attribute>,
    pub name: ToolName,
    pub description: String,
    pub scope: PluginScope,
    /// In the order of declaration.
    pub functions: Vec<Function>,
    /// In the order of declaration.
    pub skills: Vec<Skill>,
}

/// Where a plugin's scope is written.
pub(crate) enum PluginScope {
    /// On the `impl` block.
    Here(Box<Scope>),
    /// On the type, if at all: the compiler finds it.
    OnType,
}

/// One container for all members.
pub(crate) struct Scope {
    pub name: Option<ToolName>,
    pub title: Option<String>,
    pub description: String,
    pub post_expansion: Option<String>,
    pub within: Option<Type>,
}

/// A type with a scope of its own.
pub(crate) struct ScopedType {
    pub runtime: Runtime,
    pub cfgs: Vec<Attribute>,
    pub ident: Ident,
    pub generics: Generics,
    pub scope: Scope,
}
