//! Promises to other code, kept even when an item has mistakes: the type is a plugin, the name is a tool.

use syn::{Attribute, Generics, Ident, Type, Visibility};

use super::{Function, Runtime};

/// The names that an item promises.
pub(crate) struct Promise {
    pub runtime: Runtime,
    pub cfgs: Vec<Attribute>,
    pub target: Target,
}

/// The owner of the names.
pub(crate) enum Target {
    Plugin {
        generics: Box<Generics>,
        self_ty: Box<Type>,
        functions: Vec<PromisedName>,
        skills: Vec<PromisedName>,
        /// The functions without mistakes: rustc looks at their types in the same compile.
        whole: Vec<Function>,
    },
    FreeFunction {
        vis: Visibility,
        ident: Ident,
        contexts: Vec<Type>,
    },
    ScopedType {
        ident: Ident,
        generics: Generics,
    },
}

/// A method that others refer to.
pub(crate) struct PromisedName {
    pub cfgs: Vec<Attribute>,
    pub ident: Ident,
    /// The types of its `#[context]`, which are asked for beside other mistakes.
    pub contexts: Vec<Type>,
}
