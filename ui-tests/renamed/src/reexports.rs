//! Tools in modules, under other names, and inside functions.

/// Tools.
pub mod tools {
    use ::std::prelude::rust_2024::*;

    /// Searches.
    #[::agent::ai_function(crate = ::agent, write, risk = low)]
    pub fn search(
        /// What to look for.
        #[param(non_empty)]
        query: String,
        #[context] context: &::agent::CallContext<'_>,
    ) -> String {
        format!("{query} by {}", context.call().id)
    }

    /// A plugin.
    pub struct Inner;

    #[::agent::plugin(crate = ::agent)]
    impl Inner {
        /// Does nothing.
        #[ai_function]
        pub(crate) fn nothing() {}

        /// Does nothing either.
        #[skill(functions(Inner::nothing))]
        pub(crate) fn nothing_at_all() {}
    }
}

pub use self::tools::{search as find, Inner as Outer};

/// Refers to them.
pub struct User;

#[::agent::plugin(crate = ::agent)]
impl User {
    /// How to use them.
    #[skill(functions(fn find, fn tools::search, Outer::nothing), skills(Outer::nothing_at_all))]
    pub fn using(&self) {}
}

/// A plugin inside a function.
#[must_use]
pub fn local() -> &'static str {
    #[::agent::scope("Local.", crate = ::agent)]
    struct Local;

    #[::agent::plugin(crate = ::agent)]
    impl Local {
        /// Does nothing.
        #[ai_function]
        fn nothing() {}

        /// Uses a local function.
        #[skill(functions(Self::nothing, fn helper))]
        fn skill() {}
    }

    /// Helps.
    #[::agent::ai_function(crate = ::agent)]
    fn helper() {}

    <Local as ::agent::Plugin>::SPEC.name
}
